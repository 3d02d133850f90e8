"""Link density with the numbers of the essay: floors of 60, 30, 300 and 100 bytes, 80 percent, two links of under 50 bytes."""

import pytest

from domwright.extractor.marks.density import is_dense
from domwright.extractor.marks.look import look
from domwright.extractor.marks.regions import Region
from domwright.extractor.options import Options
from domwright.extractor.page import Page
from domwright.extractor.parse import parse


def region(html: str) -> Region:
    root = parse(Page(f"<html><body><section>{html}</section></body></html>"), Options()).root
    assert root is not None
    marks = look(root)
    return next(each for each in marks.regions if each.element.get("id") == "x")


def link(size: int) -> str:
    return f"<a href=/y>{'a' * size}</a>"


@pytest.mark.parametrize(
    ("html", "dense"),
    [
        (f"<p id=x>{link(60)}</p>", True),  # a paragraph without a same-tag sibling: floor 60
        (f"<p id=x>{link(59)}</p>", False),  # below it one link saves
        (f"<p id=x>{link(30)}</p><p>t</p>", True),  # with a sibling: floor 30
        (f"<p id=x>{link(29)}</p><p>t</p>", False),
        (f"<div id=x>{link(300)}</div>", True),  # another element: floor 300
        (f"<div id=x>{link(299)}</div>", False),
        (f"<div id=x>{link(100)}</div><div>t</div>", True),  # with a sibling: floor 100
        (f"<div id=x>{link(99)}</div><div>t</div>", False),
        (f"<div id=x>{link(240)}{'t' * 60}</div>", True),  # exactly 80 percent
        (f"<div id=x>{link(239)}{'t' * 61}</div>", False),
        (f"<div id=x>{link(49)}{link(49)}</div>", True),  # below the floor: two short links
        (f"<div id=x>{link(50)}{link(50)}</div>", False),  # not short
        (f"<div id=x>{link(20)} and a teaser's text</div>", False),  # one short link with text beside it
        (f"<div id=x><h2>t</h2>{link(400)}</div>", False),  # a heading exempts
        (f"<p id=x>{'<a href=/y>' + '水' * 20 + '</a>'}</p>", True),  # bytes, not characters: 20 characters are 60 bytes
        ("<p id=x><a>no address</a><a href='#top'>a fragment only</a></p>", False),  # not links at all
    ],
)
def test_numbers(html: str, dense: bool) -> None:
    assert is_dense(region(html)) is dense
