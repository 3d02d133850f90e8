"""Crawls that are cut off: killed, stopped, bounded; every page once, none lost."""

import json
import os
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from domwright.project.frontier.state import State
from tests.loopback import Answering, serving

ROOT = Path(__file__).parents[3]
PAGES = 300


class _Handler(Answering):
    asked: Counter[str]
    pages: int
    scripted: int  # every so many pages are shells that a script fills; 0: none

    def do_GET(self) -> None:
        name = self.path.strip("/") or "0"
        self.asked[name] += 1
        if name == "old":
            self.reply(302, b"", Location="/1")
        elif not name.isdigit():
            self.reply(404, b"none")
        else:
            number = int(name)
            links = "".join(f'<a href="/{each}">page {each}</a>' for each in (2 * number + 1, 2 * number + 2) if each < self.pages)
            text = f"The gauge number {number} is read every morning by whoever comes first, and written down. " * 4
            body = f"<main><h1>Page {number}</h1><p>{text}</p>{links}<a href='/gone'>gone</a><a href='/old'>old</a></main>"
            if self.scripted and number % self.scripted == self.scripted - 1:
                body = f"<div id=root></div><script>setTimeout(() => {{ root.innerHTML = {json.dumps(body)} }}, 30)</script>"
            body = f"<html><head><title>A gauge</title></head><body>{body}</body></html>"
            time.sleep(0.005)
            self.reply(200, body.encode())


@contextmanager
def site(pages: int = PAGES, scripted: int = 0) -> Iterator[tuple[str, Counter[str]]]:
    asked: Counter[str] = Counter()
    with serving(type("Handler", (_Handler,), {"asked": asked, "pages": pages, "scripted": scripted})) as address:
        yield f"{address}/", asked


def crawl(
    url: str, folder: Path, *more: str, state: str = "", render: str = "never", before: Callable[[], None] | None = None
) -> "subprocess.Popen[str]":
    settings = {
        "DOMWRIGHT_STATE": state or f"sqlite:///{folder / 'state.db'}",
        "DOMWRIGHT_OUT": str(folder / "out"),
        "DOMWRIGHT_REPORTS": "",
        "DOMWRIGHT_RENDER": render,
        "DOMWRIGHT_RENDER_MEMORY": str(folder / "render.json"),
        "AUTOTHROTTLE_ENABLED": "0",
    }
    told = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
    command = [sys.executable, "-m", "scrapy", "crawl", "site", "-a", f"url={url}", *told, *more]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, preexec_fn=before)  # noqa: PLW1509 - no threads here


def finished(process: "subprocess.Popen[str]") -> str:
    _, told = process.communicate(timeout=120)
    return told


def numbers(folder: Path) -> list[int]:
    found = [re.search(r"^# Page (\d+)$", path.read_text(encoding="utf-8"), re.M) for path in (folder / "out").rglob("*.md")]
    return sorted(int(match[1]) for match in found if match)


def test_a_bounded_crawl_goes_on_where_it_stopped(tmp_path: Path) -> None:
    with site() as (url, asked):
        first = finished(crawl(url, tmp_path, "-a", "max_pages=50"))
        early = len(numbers(tmp_path))
        second = finished(crawl(url, tmp_path))
        again = Counter({name: count for name, count in asked.items() if name.isdigit() and count > 1})
    assert "stopped: max_pages" in first
    assert 50 <= early < PAGES
    assert "resuming an unfinished crawl" in second
    assert numbers(tmp_path) == list(range(PAGES))
    # The start is asked for by nobody twice; a page or two in flight at the bound may be.
    assert len(again) <= 16


def test_one_interrupt_finishes_what_is_in_flight_and_keeps_the_rest(tmp_path: Path) -> None:
    with site() as (url, asked):
        process = crawl(url, tmp_path)
        deadline = time.monotonic() + 20
        while len(asked) < 60 and time.monotonic() < deadline:
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGINT)
        told = finished(process)
        resumed = finished(crawl(url, tmp_path))
    assert "stopped: shutdown" in told
    assert "resuming an unfinished crawl" in resumed
    assert numbers(tmp_path) == list(range(PAGES))


def test_two_interrupts_stop_at_once_and_lose_nothing(tmp_path: Path) -> None:
    with site() as (url, asked):
        process = crawl(url, tmp_path)
        deadline = time.monotonic() + 20
        while len(asked) < 60 and time.monotonic() < deadline:
            time.sleep(0.005)
        for _ in range(2):
            os.kill(process.pid, signal.SIGINT)
            time.sleep(0.02)
        finished(process)
        finished(crawl(url, tmp_path))
    assert numbers(tmp_path) == list(range(PAGES))


def test_a_request_that_cannot_be_read_any_more_ends_no_crawl(tmp_path: Path) -> None:
    with site() as (url, _):
        finished(crawl(url, tmp_path, "-a", "max_pages=20"))
        with sqlite3.connect(tmp_path / "state.db") as connection:
            rows = "SELECT number FROM domwright_addresses WHERE status = 'queued' ORDER BY number LIMIT 3"
            connection.execute(f"UPDATE domwright_addresses SET request = x'00' WHERE number IN ({rows})")
        process = crawl(url, tmp_path)
        told = finished(process)
    assert told.count("cannot be resumed") == 3
    assert process.returncode == 0


def test_fresh_starts_over_and_a_finished_crawl_does_by_itself(tmp_path: Path) -> None:
    with site() as (url, asked):
        finished(crawl(url, tmp_path, "-a", "max_pages=20"))
        fresh = finished(crawl(url, tmp_path, "-a", "fresh=1"))
        assert "resuming" not in fresh
        assert asked["0"] == 2
        again = finished(crawl(url, tmp_path))
        assert "resuming" not in again
        assert asked["0"] == 3
    assert numbers(tmp_path) == list(range(PAGES))


def test_a_page_that_the_disk_did_not_take_comes_again(tmp_path: Path) -> None:
    with site() as (url, _):
        finished(crawl(url, tmp_path, "-a", "max_pages=5"))
        folder = next((tmp_path / "out").iterdir())
        # Folders in the way of two files stand for a disk that does not take them.
        blocked = [folder / "40.md", folder / "41.md"]
        for each in blocked:
            (each / "in the way").mkdir(parents=True)
        told = finished(crawl(url, tmp_path))
        assert "dropped 2: not-written" in told
        for each in blocked:
            (each / "in the way").rmdir()
            each.rmdir()
        resumed = finished(crawl(url, tmp_path))
        assert "2 still to come" in resumed
    assert numbers(tmp_path) == list(range(PAGES))


def _small_disk() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))


def test_a_state_that_cannot_be_written_any_more_ends_the_crawl_and_loses_nothing(tmp_path: Path) -> None:
    with site() as (url, _):
        process = crawl(url, tmp_path, before=_small_disk)
        told = finished(process)
        assert process.returncode == 1
        assert told.count("is the disk full?") == 1
        assert "Traceback" not in told
        assert "resuming an unfinished crawl" in finished(crawl(url, tmp_path))
    assert numbers(tmp_path) == list(range(PAGES))


def test_what_did_not_change_is_not_touched(tmp_path: Path) -> None:
    with site() as (url, _):
        finished(crawl(url, tmp_path, "-a", "max_pages=30"))
        before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").rglob("*.md")}
        told = finished(crawl(url, tmp_path, "-a", "fresh=1"))
    assert f"{len(before)} unchanged" in told
    assert all(path.stat().st_mtime_ns == moment for path, moment in before.items())


def test_a_state_that_cannot_be_used_ends_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "state.db").write_bytes(b"no database" * 500)
    process = crawl("http://127.0.0.1:9/", tmp_path)
    told = finished(process)
    assert "is damaged: move the file away" in told
    assert "Traceback" not in told
    assert process.returncode == 2


def test_a_second_process_at_one_crawl_refuses_politely(tmp_path: Path) -> None:
    with site() as (url, asked):
        first = crawl(url, tmp_path)
        deadline = time.monotonic() + 20
        while len(asked) < 20 and time.monotonic() < deadline:
            time.sleep(0.005)
        second = crawl(url, tmp_path)
        told = finished(second)
        assert "resuming" not in finished(first)
    assert "is at this crawl: let it finish" in told
    assert "Traceback" not in told
    assert second.returncode == 2
    assert numbers(tmp_path) == list(range(PAGES))


SPIDER = """
import sys
import scrapy
from scrapy.crawler import CrawlerProcess


class Own(scrapy.Spider):
    name = "own"
    start_urls = [sys.argv[1]]

    def parse(self, response):
        for word in ("one", "two"):
            yield scrapy.Request(response.urljoin("/3"), self.told, dont_filter=True, cb_kwargs={"word": word})
        for _ in range(3):
            yield scrapy.Request(response.urljoin("/4"), lambda answer: print("lambda", answer.url[-2:]))
            yield scrapy.Request(response.urljoin("/5"), self.told, cb_kwargs={"word": "plain"}, meta=response.meta)

    def told(self, response, word):
        print(word, response.url[-2:])


settings = {"ADDONS": {"domwright.project.Addon": 500}, "DOMWRIGHT_STATE": sys.argv[2], "DOMWRIGHT_OUT": "", "LOG_LEVEL": "WARNING", "TELNETCONSOLE_ENABLED": False}
process = CrawlerProcess(settings)
process.crawl(Own)
process.start()
"""


def test_other_peoples_spiders_keep_scrapys_meaning_of_requests(tmp_path: Path) -> None:
    with site() as (url, _):
        done = subprocess.run(
            [sys.executable, "-c", SPIDER, url, f"sqlite:///{tmp_path / 'own.db'}"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
    assert sorted(done.stdout.split("\n")) == ["", "lambda /4", "one /3", "plain /5", "two /3"]
    assert "cannot be written down" in done.stderr
    state = State(f"sqlite:///{tmp_path / 'own.db'}", "own")
    assert state.counts().unfinished == 0
    state.close()
