"""What is taken out of links, and what is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domwright.spiders.addresses import page_address

BASE = "https://a.example"


@pytest.mark.parametrize(
    ("link", "page"),
    [
        ("/x?utm_source=a&utm_medium=b", "/x"),
        ("/x?id=7&fbclid=IwAR1&lang=en", "/x?id=7&lang=en"),
        ("/x?GCLID=1", "/x"),
        ("/x;jsessionid=A1B2?q=1", "/x?q=1"),
        ("/(S(abcdefghij0123456789abcd))/x.aspx", "/x.aspx"),
        ("/x?PHPSESSID=8f14e45fceea167a5a36dedd4bea2543&p=2", "/x?p=2"),
        ("/read.php?sid=4711", "/read.php?sid=4711"),
        ("/viewtopic.php?t=1&sid=8f14e45fceea167a5a36dedd4bea2543", "/viewtopic.php?t=1"),
        ("/x#top", "/x"),
        ("/#/guide", "/#/guide"),
        ("/app#!/list?page=2", "/app#!/list?page=2"),
        ("/#/guide?id=install", "/#/guide"),
        ("/x?a=1&a=2&b", "/x?a=1&a=2&b"),
        ("/x?q=%C3%A4+b", "/x?q=%C3%A4+b"),
        ("/wiki/Foo_(bar)?x=(1)", "/wiki/Foo_(bar)?x=(1)"),
    ],
)
def test_tracking_sessions_and_fragments_go(link: str, page: str) -> None:
    assert page_address(BASE + link) == BASE + page


@given(st.text(alphabet="abcsid=&?;#/!()0129_-.%", max_size=60))
def test_a_page_address_is_its_own(path: str) -> None:
    once = page_address(f"{BASE}/{path}")
    assert page_address(once) == once
    assert len(once) <= len(f"{BASE}/{path}")
