"""The report's formats say the same, and survive what pages hold."""

import json

from domwright.project.changes.changes import Change, Changes
from domwright.project.changes.pages import Run
from domwright.project.changes.report import as_html, as_json, as_markdown

EARLIER = Run(1, "site x", "a.example", 1_700_000_000.0, 1_700_000_100.0, "finished", {})
LATER = Run(2, "site x", "a.example", 1_700_086_400.0, None, "max_pages", {"unchanged": 7})


def changes(*found: Change) -> Changes:
    return Changes(LATER, EARLIER, found, (("https://a.example/x", "status-500"),))


def test_all_three_formats_name_every_page_and_count() -> None:
    told = changes(
        Change("https://a.example/a", "A *page*", "changed", "# A\n\nThe old word.", "# A\n\nThe new word."),
        Change("https://a.example/b", "", "new", "", "# B"),
        Change("https://a.example/c", "C", "gone", "# C", ""),
    )
    assert told.headline() == "1 new, 1 changed, 1 gone, 7 unchanged, 1 failed"
    markdown, html, data = as_markdown(told), as_html(told), json.loads(as_json(told))
    for text in (markdown, html):
        for address in "abcx":
            assert f"https://a.example/{address}" in text
    assert "-The old word.\n+The new word." in markdown
    assert "A \\*page\\*" in markdown
    assert "<del>old</del><ins>new</ins>" in html
    assert data["counts"] == {"new": 1, "changed": 1, "gone": 1, "unchanged": 7, "failed": 1}
    assert data["pages"][0]["diff"].endswith("-The old word.\n+The new word.")


def test_a_page_cannot_break_out_of_the_report() -> None:
    told = changes(
        Change('https://a.example/"><script>', "</title><script>alert(1)</script>", "changed", "```\nx\n```", "````\n$title ${x}\n<script>")
    )
    html, markdown = as_html(told), as_markdown(told)
    assert "<script>" not in html
    assert "$title ${x}" in html
    assert "\n`````diff\n" in markdown


def test_a_page_that_was_written_anew_is_cut() -> None:
    lines = ["\n".join(f"{word} {number}" for number in range(3000)) for word in ("old", "new")]
    told = changes(Change("https://a.example/a", "A", "changed", *lines))
    assert "lines more" in as_markdown(told)
    assert len(as_html(told)) < 60_000


def test_nothing_changed_is_said() -> None:
    assert "Nothing changed." in as_html(Changes(LATER, EARLIER, (), ()))


def test_a_first_crawl_of_a_large_site_is_listed_in_part_and_counted_whole() -> None:
    told = Changes(LATER, None, tuple(Change(f"https://a.example/{number:05}", "", "new", "", "") for number in range(6000)), ())
    assert "6000 new" in told.headline()
    for text in (as_markdown(told), as_html(told)):
        assert "https://a.example/04999" in text
        assert "https://a.example/05000" not in text
        assert "… and 1000 more" in text
    assert len(json.loads(as_json(told))["pages"]) == 6000
