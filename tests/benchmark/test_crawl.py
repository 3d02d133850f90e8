"""The crawl benchmark's own parts: what counts as complete, and systems that are not installed."""

from pathlib import Path

import pytest

from benchmark import crawl


def test_a_page_is_complete_when_its_last_words_are_there() -> None:
    assert crawl.is_whole("http://127.0.0.1:1/3/mill", "… of which the library has a copy.")
    assert not crawl.is_whole("http://127.0.0.1:1/3/mill", "Loading…")


def test_a_system_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crawl, "installed", lambda _: False)
    assert "not installed" in crawl.measured("crawl4ai", ["http://127.0.0.1:1/mill"], Path("none"))[0]


def test_a_system_that_crashes_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crawl, "sampled", lambda _: crawl.Sample(1.0, {}, 1.0, "Traceback"))
    assert "crashed" in crawl.measured("domwright auto", ["http://127.0.0.1:1/mill"], Path("none"))[0]
