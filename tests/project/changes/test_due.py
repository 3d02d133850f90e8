"""When a page is looked at again."""

import pytest
from scrapy.settings import Settings

from domwright.project.changes.due import Revisits
from domwright.project.changes.pages import Seen

DAY = 86_400.0
NOW = 1_800_000_000.0


def seen(*, stayed: float, checked: float, lastmod: str = "", missed: int = 0) -> Seen:
    """A page that had stayed as it was for so many days when it was checked so many days ago."""
    at = NOW - checked * DAY
    return Seen("https://a.example/", "https://a.example/", 1, "unchanged", checked=at, changed=at - stayed * DAY, lastmod=lastmod, missed=missed)


@pytest.mark.parametrize(
    ("stayed", "checked", "due"),
    [(0, 0.0, True), (0.2, 0.001, True), (10, 0.9, False), (10, 1.1, True), (60, 5, False), (60, 6.5, True), (365, 6.9, False), (365, 7, True)],
)
def test_a_tenth_of_the_time_it_stayed_as_it_was_and_a_week_at_most(stayed: float, checked: float, due: bool) -> None:
    assert Revisits().is_due(seen(stayed=stayed, checked=checked), NOW) is due


def test_the_sitemap_is_believed_for_a_week() -> None:
    assert not Revisits().is_due(seen(stayed=0, checked=2, lastmod="2026-11-01"), NOW, "2026-11-01")
    assert Revisits().is_due(seen(stayed=99, checked=0.1, lastmod="2026-11-01"), NOW, "2026-12-01")
    assert Revisits().is_due(seen(stayed=0, checked=8, lastmod="2026-11-01"), NOW, "2026-11-01")


def test_a_page_that_was_gone_is_always_looked_at() -> None:
    assert Revisits().is_due(seen(stayed=99, checked=0.1, missed=1), NOW)


def test_settings() -> None:
    assert Revisits.of(Settings({})) == Revisits()
    assert Revisits.of(Settings({"DOMWRIGHT_REVISIT": "0"})).is_due(seen(stayed=99, checked=0.1), NOW)
    assert Revisits.of(Settings({"DOMWRIGHT_REVISIT": "0"})).is_due(seen(stayed=99, checked=0.1, lastmod="2026"), NOW, "2026")
    with pytest.raises(ValueError, match="below 0"):
        Revisits.of(Settings({"DOMWRIGHT_REVISIT_DAYS": "-1"}))
