"""What the frontier costs: `python -m benchmark.frontier [--addresses 1000000]`.

Fills a SQLite state with that many addresses, then takes and acknowledges ten thousand pages that bring ten links each, nine of them
known: what one page costs at that size. Prints CPU microseconds an operation, the process's memory, and the size of the file.
"""

import argparse
import hashlib
import resource
import sys
import tempfile
import time
from pathlib import Path

from tqdm import tqdm

from domwright.project.frontier.state import Known, State

_PAGES, _LINKS, _AHEAD = 10_000, 10, 16
_REQUEST = b"x" * 400  # bytes of a pickled request of the site spider, near enough


def known(number: int) -> Known:
    """The address of a number."""
    url = f"https://www.example.org/section-{number % 1000}/page-{number}.html"
    return Known(hashlib.sha1(url.encode(), usedforsecurity=False).digest(), url, -(number % 7), _REQUEST)


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmark.frontier", description=__doc__)
    parser.add_argument("--addresses", type=int, default=1_000_000)
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        state = State(f"sqlite:///{folder}/state.db", "bench")
        state.take()
        before = _memory()
        start = time.process_time()
        for number in tqdm(range(given.addresses), desc="fill", file=sys.stderr):
            state.add(known(number))
            if number % 100 == 0:
                state.commit()
        state.commit()
        print(f"push: {(time.process_time() - start) / given.addresses * 1e6:.0f} µs of CPU an address, {given.addresses:,} addresses")
        spent = {"pop": 0.0, "push": 0.0, "acknowledge": 0.0}
        fresh = given.addresses
        for _ in tqdm(range(_PAGES // _AHEAD), desc="work", file=sys.stderr):
            spent["pop"] -= time.process_time()
            leased = state.lease(_AHEAD)
            state.commit()
            spent["pop"] += time.process_time()
            for each in leased:
                spent["push"] -= time.process_time()
                for link in range(_LINKS):
                    fresh += link == 0
                    state.add(known(fresh if link == 0 else fresh - link * 1000))
                spent["push"] += time.process_time()
                spent["acknowledge"] -= time.process_time()
                state.acknowledge(each.fingerprint, "")
                state.commit()
                spent["acknowledge"] += time.process_time()
        pages = _PAGES // _AHEAD * _AHEAD
        whole = sum(spent.values()) / pages * 1e6
        told = ", ".join(f"{name} {value / pages * 1e6:.0f}" for name, value in spent.items())
        print(f"a page with {_LINKS} links: {whole:.0f} µs of CPU ({told}), {spent['push'] / pages / _LINKS * 1e6:.0f} µs a link")
        state.close()
        size = sum(path.stat().st_size for path in Path(folder).iterdir()) / 2**20
        print(f"memory grew by {_memory() - before:.0f} MB; the file has {size:.0f} MB")
    return 0


def _memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
