"""Long crawls: memory after 3,000 rendered pages against after 300, and pages lost while the browser is killed every few seconds.

`python -m benchmark.endurance [--pages 3000] [--killed 1000]`. Pages of tests/sites with their subresources, four at a time.
"""

import argparse
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from benchmark.crawl import _descendants, _part, _sample
from benchmark.heavy import serve

_EARLY = 300
_WINDOW = 12  # samples on which a figure of memory is the median of


def crawled(pages: int, kill_seconds: float = 0.0) -> tuple[int, list[tuple[int, float]], int]:
    """Complete pages, memory in MB by pages asked for, and how often the browser was killed."""
    memory: list[tuple[int, float]] = []
    kills, killed_at = 0, time.monotonic()
    with serve("react") as (address, seen), tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "urls"
        listed.write_text("\n".join(f"{address}/{at}/{('mill', 'marsh', 'gauge')[at % 3]}" for at in range(pages)), encoding="utf-8")
        command = [sys.executable, "-m", "benchmark.crawl", "--worker", "domwright always", str(listed)]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, start_new_session=True)
        while child.poll() is None:
            time.sleep(0.5)
            family = _descendants(child.pid)
            done = sum(path.count("/") == 2 and not path.startswith(("/assets", "/static", "/api")) for path in list(seen))
            memory.append((done, sum(_sample(pid, {}) for pid in family)))
            if kill_seconds and time.monotonic() - killed_at >= kill_seconds:
                kills += _killed(family)
                killed_at = time.monotonic()
        told = child.stdout.read() if child.stdout else ""
    complete = [json.loads(line)["complete"] for line in told.splitlines() if line.startswith('{"complete"')]
    return (complete[-1] if complete else 0), memory, kills


def _killed(family: list[int]) -> int:
    """End the browser's main process; 1 if there was one."""
    for pid in family:
        if _part(pid) == "browser":
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                return 1
    return 0


def main(arguments: list[str]) -> int:
    """Print both figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=3000)
    parser.add_argument("--killed", type=int, default=1000)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two kills")
    given = parser.parse_args(arguments)
    if given.pages:
        complete, memory, _ = crawled(given.pages)
        early = statistics.median([size for done, size in memory if done >= _EARLY][:_WINDOW])
        late = statistics.median([size for _, size in memory[-_WINDOW - 2 : -2]])
        print(
            f"{complete} of {given.pages} pages complete; memory after {_EARLY} {early:.0f} MB, at the end {late:.0f} MB: {late / early:.2f} times",
            flush=True,
        )
    if given.killed:
        complete, _, kills = crawled(given.killed, given.every)
        print(f"{complete} of {given.killed} pages complete, the browser killed {kills} times", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
