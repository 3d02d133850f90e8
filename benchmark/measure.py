"""Measure extractors on a corpus: `python -m benchmark.measure CORPUS [--systems domwright,trafilatura] [--folds FILE]`.

With `--folds` (written by `benchmark.fit --folds`) every page is scored by weights that were fitted without its domain.
"""

import argparse
import resource
import signal
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from types import FrameType

from lxml import etree

from benchmark.corpora import load
from benchmark.corpus import Sample
from benchmark.folds import fold_of, read_folds, score_out_of_fold
from benchmark.metrics import FLAGS, artefacts, bag_score, flags, same_author, same_day, same_title, snippet_share, structure_recall
from benchmark.peers import PEERS, Output
from domwright.extractor.text import words

STRUCTURES = ("headings", "links", "code", "tables", "lists", "images")
LIMIT = 30.0  # seconds for one page


@dataclass
class Row:
    """What was measured of one page under one system."""

    name: str
    kind: str
    fold: int
    f1: float = 0.0
    precision: float = 0.0
    recall: float = 0.0
    bigram: float = 0.0
    required: float | None = None
    forbidden: float | None = None
    seconds: float = 0.0
    parse_seconds: float = 0.0
    empty_truth: bool = False
    crash: str = ""
    artefacts: dict[str, int] = field(default_factory=dict)
    structure: dict[str, float | None] = field(default_factory=dict)
    metadata: dict[str, bool | None] = field(default_factory=dict)
    scored: bool = True
    invented: dict[str, bool] = field(default_factory=dict)
    flags: dict[str, bool] = field(default_factory=dict)
    gives: dict[str, bool] = field(default_factory=dict)
    language: str = ""
    memory: float = 0.0
    rung: str = ""


def measure(sample: Sample, system: str) -> Row:
    """One page under one system."""
    fold = fold_of(sample.domain)
    score_out_of_fold(fold)
    row = Row(sample.name, sample.kind, fold, empty_truth=not sample.truth.strip(), scored=sample.scored)
    row.parse_seconds = _parse_time(sample.html)
    start = time.process_time()
    try:
        with time_limit(LIMIT):
            output = PEERS[system](sample.html, sample.url)
    except Exception as error:  # noqa: BLE001 - a peer's crash is a result
        row.crash = repr(error)[:100]
        output = Output("", "")
    row.seconds = time.process_time() - start if output.seconds is None else output.seconds
    _score(row, sample, output)
    return row


_AT_START = [0.0]


def note_memory() -> None:
    """For the start of a worker: what it holds already (the corpus) is not the system's."""
    _AT_START[0] = _peak_memory()


def _peak_memory() -> float:
    """The process's peak in MB so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TimeoutError in the block after so many seconds; only on systems with SIGALRM, and not inside C code."""
    if not hasattr(signal, "SIGALRM"):
        yield
        return

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"over {seconds:g} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _parse_time(html: str) -> float:
    data = html.encode("utf-8", "replace")
    start = time.process_time()
    etree.fromstring(data, etree.HTMLParser(encoding="utf-8"))
    return time.process_time() - start


def _score(row: Row, sample: Sample, output: Output) -> None:
    row.memory = _peak_memory() - _AT_START[0]
    row.gives = {"title": bool(output.title), "author": bool(output.authors), "date": bool(output.date), "markdown": output.markdown != output.text}
    row.language = sample.language
    row.flags = flags(output.text, output.markdown, sample.truth, sample.markdown, sample.html)
    found, wanted = words(output.text), words(sample.truth)
    unigram = bag_score(found, wanted)
    row.f1, row.precision, row.recall = unigram.f1, unigram.precision, unigram.recall
    row.bigram = bag_score(found, wanted, 2).f1
    row.required = snippet_share(output.text, sample.required)
    row.forbidden = snippet_share(output.text, sample.forbidden)
    row.artefacts = artefacts(output.markdown)
    row.structure = structure_recall(output.markdown, sample.markdown) if sample.markdown else {}
    row.metadata = {
        "title": same_title(output.title, sample.title) if sample.title else None,
        "author": same_author(output.authors, sample.author) if sample.author else None,
        "date": same_day(output.date, sample.date) if sample.date else None,
    }
    row.invented = {"author": bool(output.authors) and not sample.author, "date": bool(output.date) and not sample.date}
    row.rung = output.rung


def mean(values: list[float | None]) -> float:
    """The mean of what is there, nan for nothing."""
    kept = [value for value in values if value is not None]
    return statistics.fmean(kept) if kept else float("nan")


def show(system: str, rows: list[Row]) -> None:
    """Print one system's figures."""
    ratio = statistics.median(row.seconds / row.parse_seconds for row in rows if row.parse_seconds)
    rows = [row for row in rows if row.scored] or rows
    full = [row for row in rows if not row.empty_truth]
    print(f"\n== {system}: {len(rows)} pages")
    print(
        f"word F1 {mean([r.f1 for r in rows]):.4f} (truth not empty {mean([r.f1 for r in full]):.4f}; held-out fifth "
        f"{mean([r.f1 for r in rows if r.fold == 0]):.4f})  P {mean([r.precision for r in full]):.3f}  R {mean([r.recall for r in full]):.3f}  "
        f"bigram F1 {mean([r.bigram for r in rows]):.4f}"
    )
    print(f"snippets: required {mean([r.required for r in rows]):.3f}  forbidden {mean([r.forbidden for r in rows]):.3f}")
    print(
        f"time: median {statistics.median(r.seconds for r in rows) * 1000:.1f} ms = {ratio:.1f} x parse, worst {max(r.seconds for r in rows):.2f} s; "
        f"crashes {sum(bool(r.crash) for r in rows)}"
    )
    kinds = defaultdict(list)
    for row in rows:
        kinds[row.kind].append(row)
    for kind, some in sorted(kinds.items(), key=lambda pair: -len(pair[1])):
        print(
            f"  {kind:14} {len(some):4}  F1 {mean([r.f1 for r in some]):.3f}  P {mean([r.precision for r in some]):.3f}  R {mean([r.recall for r in some]):.3f}"
        )
    print("artefacts:", {name: sum(r.artefacts[name] for r in rows) for name in rows[0].artefacts})
    print("structure recall:", {n: round(mean([r.structure.get(n) for r in rows]), 3) for n in STRUCTURES})
    print("flags:", {name: sum(row.flags[name] for row in rows) for name in FLAGS}, f"peak memory {max(row.memory for row in rows):.0f} MB")
    print(
        "metadata right:",
        {n: round(mean([None if r.metadata[n] is None else float(r.metadata[n]) for r in rows]), 3) for n in ("title", "author", "date")},
        "invented:",
        {n: sum(r.invented[n] for r in rows) for n in ("author", "date")},
    )
    rungs = defaultdict(list)
    for row in rows:
        rungs[row.rung].append(row.f1)
    print("rungs:", {name: (len(values), round(statistics.fmean(values), 3)) for name, values in rungs.items() if name})


def main(arguments: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--systems", default="domwright")
    parser.add_argument("--folds", type=Path)
    parser.add_argument("--every", type=int, default=1, help="take every n-th page only")
    parser.add_argument("--worst", type=int, default=0, help="list the worst pages")
    given = parser.parse_args(arguments)
    if given.folds:
        read_folds(given.folds)
    samples = load(given.corpus)[:: given.every]
    for system in given.systems.split(","):
        with Pool(initializer=note_memory) as pool:
            task: Callable[[Sample], Row] = partial(measure, system=system)
            rows = pool.map(task, samples, chunksize=8)
        show(system, rows)
        for row in sorted(rows, key=lambda each: each.f1)[: given.worst]:
            print(f"  {row.name} {row.kind:13} F1 {row.f1:.2f} P {row.precision:.2f} R {row.recall:.2f} {row.rung} {row.crash}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
