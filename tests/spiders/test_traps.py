"""Traps are bounded; archives, forums and shops are not cut."""

import time
from datetime import date

from domwright.spiders.traps import Traps

BASE = "https://a.example"


def passed(addresses: list[str], limit: int = 50) -> int:
    traps = Traps(limit)
    return sum(not traps.trap(BASE + address) for address in addresses)


def test_a_calendar_ends() -> None:
    year = time.gmtime().tm_year
    ahead = [f"/events/{year + 2 + month // 12}/{month % 12 + 1:02}" for month in range(500)]
    assert passed(ahead) == 0
    assert passed([f"/calendar?month={month}&year={year}" for month in range(1, 13)]) == 12
    backwards = [f"/events?date={date.fromordinal(700_000 + day)}" for day in range(3000)]
    assert passed(backwards) == 250


def test_an_archive_by_the_month_and_articles_under_dates_are_no_calendar() -> None:
    assert passed([f"/{2000 + month // 12}/{month % 12 + 1:02}/" for month in range(240)]) == 240
    assert passed([f"/2024/03/05/article-{number}" for number in range(3000)]) == 3000
    assert passed([f"/news.php?year=2024&id={number}" for number in range(3000)]) == 3000


def test_facets_end() -> None:
    facets = [f"/shop?color={a}&size={b}&brand={c}" for a in range(10) for b in range(10) for c in range(20)]
    assert 50 <= passed(facets) <= 300


def test_a_resumed_crawl_goes_on_counting() -> None:
    facets = [f"{BASE}/shop?color={a}&size={b}&brand={c}" for a in range(10) for b in range(10) for c in range(20)]
    traps = Traps(50)
    traps.learn(facets[:600])
    assert not traps.cut
    assert all(traps.trap(url) for url in facets[600:])


def test_a_forum_is_not_cut() -> None:
    topics = [f"/viewtopic.php?f={topic % 20}&t={topic}&start={page * 25}" for topic in range(2000) for page in range(3)]
    assert passed(topics) == len(topics)


def test_a_link_in_every_footer_is_one_address() -> None:
    traps = Traps(50)
    footer = f"{BASE}/index.php?option=login&view=form"
    for number in range(3000):
        assert not traps.trap(footer)
        assert not traps.trap(f"{BASE}/index.php?option=content&id={number}")


def test_paths_that_repeat_and_addresses_that_never_end_are_cut() -> None:
    assert passed(["/a/b/a/b/a/b", "/a/b/c", "/1/1/1/1", "/x" * 30, "/x?q=" + "y" * 3000]) == 2


def test_without_a_limit_shapes_are_free() -> None:
    traps = Traps(0)
    assert not any(traps.trap(f"{BASE}/shop?a={a}&b={b}") for a in range(40) for b in range(40))
    assert traps.trap(f"{BASE}/a/b/a/b/a/b") == "repeating"
