"""One site's crawl as a process of its own: begun once, watched, its end written down."""

import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domwright.project.sites.record import BEAT_SECONDS, INTERRUPTED, Calls

REFUSED = 3  # exit code of a crawl that did not begin, since another is at the site
_KEPT_LINES = 40  # of what a crawl says
_LOOK_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Outcome:
    """A site's crawl: its exit code (REFUSED when it did not begin) and the end of what it said."""

    site: str
    code: int
    told: str


class Stop:
    """A signal handler: how often it was asked to stop. Once: crawls finish what is in flight; twice: they stop at once."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, *_: Any) -> None:
        """Count."""
        self.asked += 1

    def listen(self) -> None:
        """Take SIGINT and SIGTERM."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self)


@dataclass(frozen=True, slots=True)
class Runner:
    """How sites are crawled: by which file, with which settings above it, until when, and whether what they say is shown."""

    file: Path
    settings: tuple[str, ...]
    stop: Stop
    quiet: bool = False

    def crawl(self, name: str, calls: Calls, slot: float | None) -> Outcome:
        """Crawl one site for a slot (now, when none is given), unless another process is at it."""
        slot = time.time() if slot is None else slot
        if not calls.claim(name, slot):
            return Outcome(name, REFUSED, f"{name} is being crawled by another process: left to it")
        try:
            process = self._process(name)
        except OSError:
            calls.give_up(name, slot)
            raise
        told: list[str] = []
        reader = threading.Thread(target=self._read, args=(process, name, told), daemon=True)
        reader.start()
        code = self._waited(process, calls, name, slot)
        reader.join(timeout=5)
        text = "".join(told)
        calls.end(name, slot, code, text)
        return Outcome(name, code, text)

    def _process(self, name: str) -> "subprocess.Popen[str]":
        overrides = [part for setting in self.settings for part in ("-s", setting)]
        command = [sys.executable, "-m", "scrapy", "crawl", "site", "-a", f"site={name}", "-a", f"sites={self.file.resolve()}", *overrides]
        # A session of its own: Ctrl-C comes to us alone and is passed on, so that a crawl is never asked twice by one key.
        return subprocess.Popen(  # noqa: S603 - our own command; names and settings are arguments, not a shell's words
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", start_new_session=True
        )

    def _waited(self, process: "subprocess.Popen[str]", calls: Calls, name: str, slot: float) -> int:
        passed, beaten = 0, time.monotonic()
        while True:
            with suppress(subprocess.TimeoutExpired):
                code = process.wait(timeout=_LOOK_SECONDS)
                return INTERRUPTED if passed else code
            if self.stop.asked > passed:
                passed += 1
                process.send_signal(signal.SIGINT)
            if time.monotonic() - beaten >= BEAT_SECONDS:
                calls.beat(name, slot)
                beaten = time.monotonic()

    def _read(self, process: "subprocess.Popen[str]", name: str, told: list[str]) -> None:
        for line in process.stderr or ():
            told.append(line)
            del told[:-_KEPT_LINES]
            if not self.quiet:
                sys.stderr.write(f"[{name}] {line}")
                sys.stderr.flush()
