"""When a site is due, and that no time of its schedule is served twice."""

import threading
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from domwright.project.sites import record
from domwright.project.sites.record import Calls, last_slot, next_slot
from domwright.project.sites.site import Site

VIENNA = ZoneInfo("Europe/Vienna")


def at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=VIENNA).timestamp()


def site(schedule: str, **more: object) -> Site:
    return Site(start=["https://a.example"], schedule=schedule, timezone="Europe/Vienna", **more)  # type: ignore[arg-type]


@pytest.fixture
def calls(tmp_path: Path) -> Iterator[Calls]:
    found = Calls(f"sqlite:///{tmp_path / 'state.db'}")
    yield found
    found.close()


def test_slots_are_those_of_the_sites_own_clock() -> None:
    nightly = site("30 2 * * *")
    assert last_slot(nightly, at("2026-12-02 02:30:00")) == at("2026-12-02 02:30:00")
    assert last_slot(nightly, at("2026-12-02 02:29:00")) == at("2026-12-01 02:30:00")
    assert next_slot(nightly, at("2026-12-02 02:30:00")) == at("2026-12-03 02:30:00")
    # Sunday is 0 and Monday is 1, as cron has it.
    assert datetime.fromtimestamp(next_slot(site("0 0 * * 1"), at("2026-12-02 12:00:00")) or 0, VIENNA).weekday() == 0


def test_a_night_without_half_past_two_is_served_once() -> None:
    nightly = site("30 2 * * *")
    slots = [last_slot(nightly, at(f"2026-03-{day} 12:00:00")) for day in (28, 29, 30)]
    assert slots == sorted({slot for slot in slots if slot is not None})


def test_due_once_a_slot_and_missed_ones_once(calls: Calls) -> None:
    nightly = site("0 3 * * *")
    now = at("2026-12-02 08:00:00")
    slot = calls.is_due("a", nightly, now)
    assert slot == at("2026-12-02 03:00:00")
    assert calls.claim("a", slot)
    calls.end("a", slot, 0, "")
    assert calls.is_due("a", nightly, now) is None
    # Off for three days: one crawl makes up for them.
    later = at("2026-12-05 08:00:00")
    slot = calls.is_due("a", nightly, later)
    assert slot == at("2026-12-05 03:00:00")
    assert calls.claim("a", slot or 0)
    calls.end("a", slot or 0, 1, "")
    assert calls.is_due("a", nightly, later) is None


def test_what_has_no_schedule_or_is_switched_off_is_never_due(calls: Calls) -> None:
    assert calls.is_due("a", site(""), at("2026-12-02 08:00:00")) is None
    assert calls.is_due("a", site("* * * * *", enabled=False), at("2026-12-02 08:00:00")) is None


def test_a_running_site_is_refused_for_any_slot(calls: Calls) -> None:
    assert calls.claim("a", 100.0)
    assert not calls.claim("a", 100.0)
    assert not calls.claim("a", 200.0)
    assert calls.claim("b", 100.0)
    calls.end("a", 100.0, 0, "")
    assert calls.claim("a", 200.0)


def test_a_call_that_died_or_was_stopped_is_served_again(calls: Calls, monkeypatch: pytest.MonkeyPatch) -> None:
    nightly, now = site("0 3 * * *"), at("2026-12-02 08:00:00")
    slot = calls.is_due("a", nightly, now) or 0
    assert calls.claim("a", slot)
    call = calls.last("a")
    assert call is not None
    assert call.outcome(call.beat + 60) == "running"
    monkeypatch.setattr(record, "_SILENT_SECONDS", -1e9)
    assert calls.is_due("a", nightly, now) == slot
    assert calls.claim("a", slot)
    monkeypatch.undo()
    assert not calls.claim("a", slot)
    calls.end("a", slot, record.INTERRUPTED, "")
    assert calls.is_due("a", nightly, now) == slot
    assert calls.claim("a", slot)


def test_of_many_that_claim_at_once_one_gets_it(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'state.db'}"
    Calls(url).close()
    got: list[int] = []
    gate = threading.Barrier(8)

    def claim(number: int) -> None:
        calls = Calls(url)
        gate.wait()
        if calls.claim("a", float(number)):  # not even for the same slot
            got.append(number)
        calls.close()

    threads = [threading.Thread(target=claim, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(got) == 1
