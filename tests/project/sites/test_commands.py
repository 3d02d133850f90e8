"""`scrapy sites` on real crawls of loopback sites."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.loopback import Answer, Answering, serving

ROOT = Path(__file__).parents[3]
BODY = (
    "<!doctype html><html><head><title>{0}</title></head><body><main><h1>{0}</h1><p>"
    + "The lock keeper writes down every boat that passes. " * 8
    + "</p></main>{1}</body></html>"
)


@contextmanager
def sites(tmp_path: Path, schedule: str = "", wait: float = 0.0) -> Iterator[Path]:
    """A file with a site that works, one that does not answer, and the pages of the first."""

    class Handler(Answering):
        def answer(self, path: str) -> Answer:
            time.sleep(wait)
            if self.headers.get("X-Key") != "open sesame":
                return 403, "text/plain", b"no"
            if path not in ("/", "/a", "/b"):
                return 404, "text/plain", b"none"
            return 200, "text/html", BODY.format(path, '<a href="/a">a</a><a href="/b">b</a>').encode()

    with serving(Handler) as address:
        file = tmp_path / "sites.toml"
        file.write_text(
            f"""
[defaults]
schedule = "{schedule}"
out = "{tmp_path / "out"}"
render = "never"
settings = {{ AUTOTHROTTLE_ENABLED = false, RETRY_ENABLED = false, DOMWRIGHT_REPORTS = "{tmp_path / "reports"}" }}

[good]
start = "{address}/"
feeds = ["{tmp_path / "good.jsonl"}"]
headers = {{ X-Key = "${{SITES_KEY}}" }}

[bad]
start = "http://127.0.0.1:9/"
""",
            encoding="utf-8",
        )
        yield file


def command(file: Path, *words: str) -> "subprocess.Popen[str]":
    state = f"sqlite:///{file.parent / 'state.db'}"
    told = [sys.executable, "-m", "scrapy", "sites", *words, "--file", str(file), "-s", f"DOMWRIGHT_STATE={state}"]
    environment = {**os.environ, "SITES_KEY": "open sesame"}
    return subprocess.Popen(told, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def done(file: Path, *words: str) -> tuple[int, str]:
    process = command(file, *words)
    out, told = process.communicate(timeout=90)
    return process.returncode, out + told


def test_run_crawls_what_is_due_once_and_tells_how_it_went(tmp_path: Path) -> None:
    with sites(tmp_path, schedule="0 3 * * *") as file:
        assert "nothing is wrong" in done(file, "check")[1]
        assert done(file, "list")[1].count(" now ") == 2
        code, told = done(file, "run")
        assert code == 1
        assert "[good] 3 pages" in told
        assert "bad: failed with exit code 1" in told
        assert "nothing is due" in done(file, "run")[1]
        code, told = done(file, "status")
        assert code == 1
        assert [line.split()[1] for line in told.splitlines()[1:]] == ["ok", "failed"]
        assert "3 new" in told
        assert "never" not in told
        code, told = done(file, "run", "good")
        assert code == 0
        assert "3 unchanged" in told
        assert done(file, "status", "good")[0] == 0
    assert len(list((tmp_path / "out").rglob("*.md"))) == 3
    assert len((tmp_path / "good.jsonl").read_text(encoding="utf-8").splitlines()) == 3


def test_of_two_runs_at_once_one_refuses_politely(tmp_path: Path) -> None:
    with sites(tmp_path, wait=1.5) as file:
        first = command(file, "run", "good")
        time.sleep(3.0)
        code, told = done(file, "run", "good")
        assert code == 3
        assert "good is being crawled by another process: left to it" in told
        assert first.wait(timeout=60) == 0


def test_watch_keeps_the_schedules_of_two_sites_and_ends_cleanly(tmp_path: Path) -> None:
    with sites(tmp_path, schedule="*/5 * * * * *") as file:  # six fields: seconds first
        process = command(file, "watch", "--together", "2", "--quiet")
        time.sleep(22)
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=60)
    assert process.returncode == 0
    assert told.count("good: ok") >= 3
    assert told.count("bad: failed with exit code 1") >= 3
    assert "Traceback" not in told


def test_a_run_that_is_stopped_ends_its_crawl_cleanly_and_is_due_again(tmp_path: Path) -> None:
    with sites(tmp_path, schedule="0 3 * * *", wait=1.0) as file:
        process = command(file, "run")
        time.sleep(4.0)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
        assert process.returncode == 1
        assert "stopped: shutdown" in told
        assert "stopped" in done(file, "status", "good")[1]
        assert "good " in next(line for line in done(file, "list")[1].splitlines() if " now " in line)


@pytest.mark.parametrize(
    ("words", "told"), [((), "say what to do"), (("run", "nosuch"), "has no site 'nosuch'; it has: good, bad"), (("dance",), "say what to do")]
)
def test_wrong_words_are_one_line(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    with sites(tmp_path) as file:
        code, said = done(file, *words)
    assert code == 2
    assert told in said
    assert "Traceback" not in said
