"""extract_site: what repeats across pages goes, unless a page has nothing else; headings stay; input order."""

import pytest

from domwright import extract_site

SHARED = "Our shop ships to all islands of the sound within three days, and returns are free of charge until the end of the month."


def page(at: int, own: str) -> str:
    return f"<html><body><main><h1>Page {at}</h1><h2>Delivery</h2><p>{own}</p><p>{SHARED}</p></main></body></html>"


def own_text(at: int) -> str:
    return " ".join(f"Sentence {at * 100 + n} of this page speaks of lamp number {at * 7 + n} and of nobody else's lamp." for n in range(9))


def test_repeats_go_and_headings_stay_in_input_order() -> None:
    found = extract_site([page(at, own_text(at)) for at in range(6)])
    for at, markdown in enumerate(found):
        assert SHARED not in markdown
        assert markdown.startswith(f"# Page {at}")
        assert "## Delivery" in markdown
        assert f"Sentence {at * 100}" in markdown


def test_too_few_pages_are_left_alone() -> None:
    assert all(SHARED in markdown for markdown in extract_site([page(at, own_text(at)) for at in range(4)]))


def test_a_thin_page_keeps_the_shared_text() -> None:
    found = extract_site([page(at, own_text(at)) for at in range(5)] + [page(9, "Short.")])
    assert SHARED in found[5]
    assert SHARED not in found[0]


def test_wrong_arguments() -> None:
    with pytest.raises(ValueError, match="threshold"):
        extract_site([], threshold=0)
    with pytest.raises(ValueError, match="as many as"):
        extract_site(["<p>x</p>"], urls=[])
