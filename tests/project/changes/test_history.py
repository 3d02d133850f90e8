"""What is forgotten of earlier crawls, and what never is."""

import time
from pathlib import Path

import pytest
from scrapy.settings import Settings
from sqlalchemy import update

from domwright.project.changes.changes import changes_of
from domwright.project.changes.history import forget, history_days
from domwright.project.changes.pages import CHANGED, GONE, NEW, UNCHANGED, Pages, Seen, runs
from domwright.project.frontier.state import State
from domwright.project.frontier.tables import RUNS

DAY = 86_400.0


def remembered(tmp_path: Path) -> State:
    """Four runs, 400, 300, 200 and 0 days ago: a page that always changes, one that never does, one that went in the second."""
    state = State(f"sqlite:///{tmp_path / 'state.db'}", "a.example")
    pages = Pages(state)
    for number, days in enumerate((400, 300, 200, 0), start=1):
        run = pages.begin("a.example", resumed=False)
        for name in ("moving", "still", "gone"):
            verdict = NEW if number == 1 else GONE if name == "gone" else CHANGED if name == "moving" else UNCHANGED
            if name == "gone" and number > 2:
                continue
            missed = int(verdict == GONE)
            seen = Seen(f"https://a.example/{name}", f"https://a.example/{name}", run, verdict, 0.0, 0.0, content=f"{number}", missed=missed)
            pages.save(seen)
            if verdict != UNCHANGED:
                pages.text(seen, "" if missed else f"{name} {number}")
        pages.failure(run, f"https://a.example/broken{number}", "status-500")
        pages.end(run, "finished", complete=True)
        state.run(update(RUNS).where(RUNS.c.run == run).values(ended=time.time() - days * DAY))
        state.changed = True
        state.commit()
    return state


@pytest.mark.parametrize(("days", "left"), [(365, 3), (250, 2), (100, 1), (1, 1), (0, 4)])
def test_old_runs_go_and_what_holds_today_stays(tmp_path: Path, days: int, left: int) -> None:
    state = remembered(tmp_path)
    assert forget(state, days) == 4 - left
    found = runs(state, "a.example")
    assert [run.run for run in found] == list(range(4, 4 - left, -1))
    pages = Pages(state)
    assert pages.last_text("https://a.example/moving") == "moving 4"
    assert pages.last_text("https://a.example/still") == "still 1"
    # The newest change can still be told, with what stood there before.
    newest = {change.url: change for change in changes_of(state, found[0]).changes}
    if left > 1:
        assert (newest["https://a.example/moving"].before, newest["https://a.example/moving"].after) == ("moving 3", "moving 4")
    assert (pages.page("https://a.example/gone") is None) == (left <= 2)
    state.close()


def test_another_crawl_in_the_same_database_is_left_alone(tmp_path: Path) -> None:
    remembered(tmp_path).close()
    other = State(f"sqlite:///{tmp_path / 'state.db'}", "b.example")
    assert forget(other, 1) == 0
    assert len(runs(other, "a.example")) == 4
    other.close()


def test_days_below_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="DOMWRIGHT_HISTORY_DAYS"):
        history_days(Settings({"DOMWRIGHT_HISTORY_DAYS": -1}))
