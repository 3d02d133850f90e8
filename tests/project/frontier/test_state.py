"""The crawl state by itself: what goes in comes out by priority, is leased, acknowledged, given back; files that cannot be used."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection
from sqlalchemy.exc import OperationalError

from domwright.project.frontier.state import Counts, CrawlRuns, Known, State, StateError, check


def known(number: int, priority: int = 0) -> Known:
    return Known(number.to_bytes(20, "big"), f"http://127.0.0.1/{number}", priority, b"request")


def state(folder: Path, crawl: str = "site") -> State:
    found = State(f"sqlite:///{folder / 'deep' / 'state.db'}", crawl)
    found.take()
    return found


def test_addresses_come_out_by_priority_then_by_age_and_once(tmp_path: Path) -> None:
    crawl = state(tmp_path)
    assert [crawl.add(known(number, priority)) for number, priority in ((1, 0), (2, 5), (3, 0), (2, 9))] == [True, True, True, False]
    assert [each.url[-1] for each in crawl.lease(2)] == ["2", "1"]
    assert [each.url[-1] for each in crawl.lease(9)] == ["3"]
    assert crawl.lease(9) == []
    crawl.acknowledge(known(2).fingerprint, "")
    crawl.acknowledge(known(1).fingerprint, "timeout", failed=True)
    assert crawl.counts() == Counts(queued=0, leased=1, done=1, failed=1)
    assert not crawl.add(known(2))
    crawl.close()


def test_what_is_asked_for_again_is_queued_again(tmp_path: Path) -> None:
    crawl = state(tmp_path)
    crawl.add(known(1))
    crawl.lease(1)
    crawl.again(known(1, 3))
    assert [each.priority for each in crawl.lease(5)] == [3]
    crawl.acknowledge(known(1).fingerprint, "")
    crawl.again(known(1))
    assert len(crawl.lease(5)) == 1
    crawl.close()


def test_leases_of_a_dead_process_come_back_and_committed_acknowledgements_stay(tmp_path: Path) -> None:
    script = (
        "import os, sys\nfrom pathlib import Path\nsys.path.insert(0, sys.argv[2])\n"
        "from tests.project.frontier.test_state import known, state\n"
        "crawl = state(Path(sys.argv[1]))\n[crawl.add(known(number)) for number in range(10)]\ncrawl.lease(4)\n"
        "crawl.acknowledge(known(0).fingerprint, '')\ncrawl.commit()\ncrawl.add(known(99))\nos.kill(os.getpid(), 9)\n"
    )
    root = str(Path(__file__).parents[3])
    subprocess.run([sys.executable, "-c", script, str(tmp_path), root], check=False, timeout=60)
    crawl = state(tmp_path)
    assert crawl.counts() == Counts(queued=9, leased=0, done=1, failed=0)
    crawl.close()


def test_two_processes_cannot_be_at_one_crawl(tmp_path: Path) -> None:
    state(tmp_path, "any").close()
    crawl = State(f"sqlite:///{tmp_path / 'deep' / 'state.db'}", "site")
    crawl.owner = f"{crawl.owner.rpartition(':')[0]}:{os.getppid()}"  # a process that lives
    crawl.take()
    other = State(f"sqlite:///{tmp_path / 'deep' / 'state.db'}", "site")
    with pytest.raises(CrawlRuns, match="another process"):
        other.take()
    third = State(f"sqlite:///{tmp_path / 'deep' / 'state.db'}", "another site")
    third.take()
    for each in (third, other, crawl):
        each.close()


def test_a_process_id_that_is_somebody_elses_now_does_not_hold_a_crawl(tmp_path: Path) -> None:
    crawl = state(tmp_path)
    crawl.owner = f"{crawl.owner.rpartition(':')[0]}:{os.getppid()}"
    with sqlite3.connect(tmp_path / "deep" / "state.db") as connection:
        connection.execute("UPDATE domwright_crawls SET owner = ?, beat = beat - 3600", (crawl.owner,))
    after_the_power_cut = state(tmp_path)
    for each in (after_the_power_cut, crawl):
        each.close()


def test_a_password_is_not_in_a_message() -> None:
    with pytest.raises(StateError) as error:
        check("postgresql+nodriver://me:secret@127.0.0.1/x")
    assert "secret" not in str(error.value)


def test_a_damaged_a_newer_and_a_strange_state_are_named(tmp_path: Path) -> None:
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(b"this is no database at all, not even a small one" * 100)
    with pytest.raises(StateError, match="damaged"):
        check(f"sqlite:///{damaged}")
    newer = tmp_path / "newer.db"
    check(f"sqlite:///{newer}")
    with sqlite3.connect(newer) as connection:
        connection.execute("UPDATE domwright_version SET version = 99")
    with pytest.raises(StateError, match="newer domwright"):
        check(f"sqlite:///{newer}")
    for url in ("nonsense", "oracle17://x/y", "sqlite:////proc/no/state.db"):
        with pytest.raises(StateError):
            check(url)


def test_a_locked_state_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domwright.project.frontier.state._BUSY_MILLISECONDS", 50)
    path = tmp_path / "state.db"
    holder = sqlite3.connect(path)
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StateError, match="locked"):
        check(f"sqlite:///{path}")
    holder.close()


@given(st.lists(st.tuples(st.sampled_from(["add", "again", "lease", "done", "back"]), st.integers(0, 5), st.integers(0, 3)), max_size=40))
def test_no_address_is_ever_lost_or_leased_twice(steps: list[tuple[str, int, int]]) -> None:
    crawl = State("sqlite://", "site")
    crawl.take()
    leased: set[bytes] = set()
    seen: set[bytes] = set()
    for step, number, priority in steps:
        each = known(number, priority)
        if step == "add":
            assert crawl.add(each) == (each.fingerprint not in seen)
            seen.add(each.fingerprint)
        elif step == "again":
            crawl.again(each)
            seen.add(each.fingerprint)
            leased.discard(each.fingerprint)
        elif step == "lease":
            found = {got.fingerprint for got in crawl.lease(priority)}
            assert not found & leased
            leased |= found
        elif step == "done":
            crawl.acknowledge(each.fingerprint, "")
            leased.discard(each.fingerprint)
        else:
            crawl.give_back([each.fingerprint])
            leased.discard(each.fingerprint)
    counts = crawl.counts()
    assert counts.queued + counts.leased + counts.done + counts.failed == len(seen)
    assert counts.leased == len(leased)
    crawl.close()


class LostAnswer:
    """The next statement is done, and its answer lost: what a server that dies at the wrong moment looks like."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.armed = False
        real = Connection.execute

        def execute(connection: Connection, *given: object, **named: object) -> object:
            result = real(connection, *given, **named)  # type: ignore[arg-type]
            if self.armed and not str(given[0]).startswith(("SELECT", "DELETE")):
                self.armed = False
                raise OperationalError("statement", {}, Exception("server closed the connection"), connection_invalidated=True)
            return result

        monkeypatch.setattr(Connection, "execute", execute)


def test_the_same_on_postgresql_and_it_may_go_away(postgres: Any) -> None:
    url = postgres.get_uri()
    crawl = State(url, "site")
    crawl.take()
    assert [crawl.add(known(number, priority)) for number, priority in ((1, 0), (2, 5), (2, 9))] == [True, True, False]
    assert [each.url[-1] for each in crawl.lease(9)] == ["2", "1"]
    crawl.acknowledge(known(2).fingerprint, "")
    os.kill(postgres.get_pid(), signal.SIGQUIT)  # PostgreSQL's immediate shutdown
    later = threading.Timer(3.0, postgres.ensure_postgres_running)
    later.start()
    # Written while the server is away: waited for, then there.
    assert crawl.add(known(3))
    later.join()
    assert crawl.counts() == Counts(queued=1, leased=1, done=1, failed=0)
    crawl.close()
    again = State(url, "site")
    again.take()
    assert again.counts() == Counts(queued=2, leased=0, done=1, failed=0)
    again.close()


def test_a_statement_whose_answer_was_lost_is_not_taken_for_undone(postgres: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    crawl = State(postgres.get_uri(), "site")
    answer = LostAnswer(monkeypatch)
    for lost in (crawl.take, lambda: crawl.add(known(4))):
        answer.armed = True
        assert lost() in (None, True)
    assert [each.url[-1] for each in crawl.lease(9)] == ["4"]
    answer.armed = True
    crawl.again(known(4))
    assert [each.url[-1] for each in crawl.lease(9)] == ["4"]
    answer.armed = True
    crawl.acknowledge(known(4).fingerprint, "")
    assert crawl.counts() == Counts(done=1)
    crawl.close()
