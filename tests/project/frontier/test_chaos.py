"""Whole crawls that are killed, and whose database goes away: every page exactly once, with its content."""

import os
import random
import re
import signal
import sqlite3
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.project.frontier.test_crawls import crawl, finished, numbers, site

PAGES, KILLS = 2_000, 10


def killed_again_and_again(url: str, folder: Path, asked: Counter[str], state: str) -> int:
    """Kill a crawl in mid work, wherever that is: after some pages of each run, not after some seconds of a slow machine's start."""
    chance = random.Random(7)
    kills = 0
    for _ in range(KILLS):
        process = crawl(url, folder, state=state)
        wanted = len(asked) + chance.randint(10, PAGES // KILLS - 20)
        deadline = time.monotonic() + 30
        while len(asked) < wanted and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.003)
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
            kills += 1
        process.communicate(timeout=30)
    return kills


def whole_after_kills(folder: Path, state: str) -> None:
    with site(PAGES) as (url, asked):
        kills = killed_again_and_again(url, folder, asked, state)
        told = finished(crawl(url, folder, state=state))
    assert kills == KILLS
    assert "resuming an unfinished crawl" in told
    assert numbers(folder) == list(range(PAGES))
    assert all(len(re.findall("is read every morning", path.read_text(encoding="utf-8"))) == 4 for path in (folder / "out").rglob("*.md"))
    # What was in flight at a kill is asked for again, and nothing else.
    assert sum(asked[str(number)] for number in range(PAGES)) < PAGES + kills * 40


def test_ten_kills_on_sqlite(tmp_path: Path) -> None:
    whole_after_kills(tmp_path, f"sqlite:///{tmp_path / 'state.db'}")
    with sqlite3.connect(tmp_path / "state.db") as database:
        verdicts = database.execute("select verdict, count(*) from domwright_pages group by 1").fetchall()
        texts = database.execute("select count(*) from domwright_texts").fetchone()
    assert verdicts == [("new", PAGES)]
    assert texts == (PAGES,)


def test_ten_kills_on_postgresql(tmp_path: Path, postgres: Any) -> None:
    whole_after_kills(tmp_path, postgres.get_uri())


def browsers(crawl: int) -> list[int]:
    """The browsers that a crawl has started: not their renderers, which go with them."""
    parents, commands = {}, {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError, IndexError):
                parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                commands[int(entry.name)] = (entry / "cmdline").read_bytes()

    def is_below(process: int) -> bool:
        while process in parents and process != crawl:
            process = parents[process]
        return process == crawl

    return [process for process, command in commands.items() if b"--remote-debugging" in command and b"--type=" not in command and is_below(process)]


@pytest.mark.browser
def test_ten_kills_of_the_crawler_and_the_browser_too(tmp_path: Path) -> None:
    state = f"sqlite:///{tmp_path / 'state.db'}"
    chance = random.Random(11)
    killed = 0
    with site(PAGES, scripted=40) as (url, asked):
        for _ in range(KILLS):
            process = crawl(url, tmp_path, state=state, render="auto")
            wanted = len(asked) + chance.randint(10, PAGES // KILLS - 20)
            deadline = time.monotonic() + 60
            while len(asked) < wanted and process.poll() is None and time.monotonic() < deadline:
                found = browsers(process.pid)
                if not found:
                    time.sleep(0.1)
                    continue
                # Each serves for a while first: a page has three chances, and one that is killed as it starts takes them all.
                time.sleep(chance.uniform(1.5, 3.0))
                if found[0] in browsers(process.pid):
                    os.kill(found[0], signal.SIGKILL)
                    killed += 1
            process.send_signal(signal.SIGKILL)
            process.communicate(timeout=30)
        told = finished(crawl(url, tmp_path, state=state, render="auto"))
    assert killed  # how often is the machine's affair: not every stretch between two kills has a page that needs a browser
    assert "resuming an unfinished crawl" in told
    assert numbers(tmp_path) == list(range(PAGES))
    assert all(len(re.findall("is read every morning", path.read_text(encoding="utf-8"))) == 4 for path in (tmp_path / "out").rglob("*.md"))


def test_a_database_that_goes_away_in_mid_crawl_is_waited_for(tmp_path: Path, postgres: Any) -> None:
    with site(300) as (url, asked):
        process = crawl(url, tmp_path, state=postgres.get_uri())
        deadline = time.monotonic() + 30
        while len(asked) < 60 and time.monotonic() < deadline:
            time.sleep(0.005)
        os.kill(postgres.get_pid(), signal.SIGQUIT)  # PostgreSQL's immediate shutdown
        threading.Timer(30.0, postgres.ensure_postgres_running).start()
        told = finished(process)
    assert process.returncode == 0
    assert "waiting for it" in told
    assert numbers(tmp_path) == list(range(300))
    # What was being fetched while everything stood still may have passed its time, and is asked for again.
    assert sum(asked[str(number)] for number in range(300)) <= 316
