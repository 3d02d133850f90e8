"""`python -m benchmark CORPUS`: measure domwright and its peers in one run, write REPORT.md, and compare with the baseline.

CORPUS is a folder that holds one of the corpora that `python -m benchmark.corpora` lists. Exit code 1 when a figure of ours fell below the
baseline by more than the noise (one standard error of its mean: the pages are the same ones), 2 when there is no corpus (the baseline is WCXB's).
"""

import argparse
import importlib.metadata
import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Sequence
from functools import partial
from math import isnan, nan
from multiprocessing import Pool
from pathlib import Path

import lxml.etree
from tqdm import tqdm

from benchmark import node_peers
from benchmark.corpora import CorpusError, Entry, load, manifest, problems, recognise
from benchmark.corpus import Sample
from benchmark.folds import read_folds
from benchmark.intervals import RESAMPLES, difference, interval
from benchmark.measure import STRUCTURES, Row, mean, measure, note_memory, show
from benchmark.metrics import FLAGS
from benchmark.peers import NODE, PEERS

HERE = Path(__file__).parent
BASELINE = HERE / "baseline.json"
REPORT = HERE / "REPORT.md"
_PACKAGES = {"readability-lxml": "readability-lxml", "rdtextract": "RDTextract"}
_FEWEST = 10  # pages of a language that stands for itself in the report
_KINDS = ("article", "documentation", "service", "forum", "collection", "listing", "product")


def installed(system: str) -> str:
    """A system's version, "" when it is not installed."""
    if system in NODE:
        return node_peers.version(NODE[system])
    try:
        return importlib.metadata.version(_PACKAGES.get(system, system))
    except importlib.metadata.PackageNotFoundError:
        return ""


def run(samples: list[Sample], system: str) -> list[Row]:
    """All pages under one system, with a progress bar."""
    with Pool(initializer=note_memory) as pool:
        rows = pool.imap(partial(measure, system=system), samples, chunksize=8)
        return list(tqdm(rows, total=len(samples), desc=system, file=sys.stderr))


def figures(rows: Sequence[Row]) -> dict[str, float]:
    """One system's figures."""
    everything, rows = rows, [row for row in rows if row.scored]
    found = {
        "headline (mean of F1 and bigram F1)": mean([(row.f1 + row.bigram) / 2 for row in rows]),
        "F1": mean([row.f1 for row in rows]),
        "F1 (truth not empty)": mean([row.f1 for row in rows if not row.empty_truth]),
        "precision": mean([row.precision for row in rows if not row.empty_truth]),
        "recall": mean([row.recall for row in rows if not row.empty_truth]),
        "bigram F1": mean([row.bigram for row in rows]),
        "required": mean([row.required for row in everything]),
        "forbidden": mean([row.forbidden for row in everything]),
        "x parse": statistics.median(row.seconds / row.parse_seconds for row in everything if row.parse_seconds),
        "crashes": sum(bool(row.crash) for row in everything),
    }
    rows = everything
    found |= {kind: mean([row.f1 for row in rows if row.kind == kind]) for kind in _KINDS}
    found |= {name: sum(row.artefacts[name] for row in rows) for name in rows[0].artefacts}
    gives = {name: any(row.gives[name] for row in rows) for name in rows[0].gives}
    found |= {f"{name} recall": mean([row.structure.get(name) for row in rows]) if gives["markdown"] else nan for name in STRUCTURES}
    found |= {f"flag: {name}": sum(row.flags[name] for row in rows) for name in FLAGS}
    found["peak memory over the corpus, MB"] = round(max(row.memory for row in rows))
    for name in ("title", "author", "date"):
        right = [None if row.metadata[name] is None else float(row.metadata[name]) for row in rows]
        found[f"{name} right"] = mean(right) if gives[name] else nan
    return found | {f"{name} invented": sum(row.invented[name] for row in rows) for name in ("author", "date")}


def table(columns: dict[str, dict[str, float]]) -> str:
    """Figures as a Markdown table, a system a column."""
    names = list(columns)
    lines = [f"| | {' | '.join(names)} |", f"| --- |{' --- |' * len(names)}"]
    for figure in next(iter(columns.values())):
        lines.append(f"| {figure} | {' | '.join(_shown(columns[name][figure]) for name in names)} |")
    return "\n".join(lines)


def _shown(value: float) -> str:
    if isinstance(value, int):
        return str(value)
    return "–" if isnan(value) else f"{value:.3f}"


def differences(measured: dict[str, list[Row]]) -> str:
    """Where domwright stands against every peer, by page type and language: F1 with its 95 % interval, and what is noise."""
    measured = {name: [row for row in rows if row.scored] for name, rows in measured.items()}
    ours = measured["domwright"]
    peers = [name for name in measured if name != "domwright"]
    lines = [f"| | pages | domwright | {' | '.join(f'against {name}' for name in peers)} |", f"| --- | --- | --- |{' --- |' * len(peers)}"]
    for title, chosen in _groups(ours):
        cells = [_difference([ours[at].f1 for at in chosen], [measured[name][at].f1 for at in chosen]) for name in peers]
        lines.append(f"| {title} | {len(chosen)} | {interval([ours[at].f1 for at in chosen])} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _groups(rows: Sequence[Row]) -> list[tuple[str, list[int]]]:
    """All pages, then by page type, then by declared language, the rarer ones together."""
    everything = list(range(len(rows)))
    kinds = [(kind, [at for at in everything if rows[at].kind == kind]) for kind in dict.fromkeys(row.kind for row in rows)]
    by_language: dict[str, list[int]] = {}
    for at in everything:
        by_language.setdefault(rows[at].language or "no language declared", []).append(at)
    common = [(name, chosen) for name, chosen in sorted(by_language.items()) if len(chosen) >= _FEWEST]
    rest = [at for chosen in by_language.values() if len(chosen) < _FEWEST for at in chosen]
    return [("all", everything), *kinds, *common, *([("other languages", rest)] if rest else [])]


def _difference(ours: list[float], theirs: list[float]) -> str:
    found = difference(ours, theirs)
    return f"{found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}]{' noise' if found.is_noise else ''}"


def noise(rows: Sequence[Row]) -> float:
    """Two standard errors of the mean F1."""
    return 2 * statistics.stdev(row.f1 for row in rows) / len(rows) ** 0.5


def fallen(ours: dict[str, float], rows: Sequence[Row]) -> list[str]:
    """The figures that fell below the baseline by more than the noise."""
    if not BASELINE.exists():
        return []
    before = json.loads(BASELINE.read_text(encoding="utf-8"))
    margin = noise(rows) / 2  # the same pages: differences vary less than means
    return [f"{name}: {before[name]:.4f} → {ours[name]:.4f}" for name in ("F1", "bigram F1", "required") if ours[name] < before[name] - margin]


def failures(measured: dict[str, list[Row]]) -> str:
    """Pages on which a system crashed or ran out of time, by name."""
    lines = [f"- {name}: {row.name}, {row.crash}" for name, rows in measured.items() for row in rows if row.crash]
    return "\n".join(lines) or "No system crashed or ran out of time on any page."


def write_report(
    measured: dict[str, list[Row]],
    columns: dict[str, dict[str, float]],
    missing: list[str],
    given: argparse.Namespace,
    entry: Entry,
    wrong: list[str],
) -> None:
    """REPORT.md."""
    folds = (
        "every page scored by weights fitted without its domain"
        if given.folds
        else "**weights fitted on these pages too: figures of domwright are too good**"
    )
    ours = measured["domwright"]
    empty = sum(row.empty_truth for row in ours if row.scored)
    versions = ", ".join(f"{name} {installed(name)}" for name in columns)
    text = f"""# Report

Generated by `python -m benchmark CORPUS{" --folds FILE" if given.folds else ""}` on {time.strftime("%Y-%m-%d")}: {len(ours)} pages of {entry.title}
({entry.source}; {entry.licence}; {"; ".join(wrong) or "as the manifest says"}), {platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, lxml {".".join(map(str, lxml.etree.LXML_VERSION[:3]))};
{versions}. domwright: {folds}.

Words are `\\w+` of the lower-cased plain text, F1 over bags of words, the mean over pages; differences below {noise(ours):.3f} are noise.
`x parse` is the median CPU time against lxml's parse of the same page in the same process, Markdown and metadata included for domwright
and Trafilatura. {empty} pages have an empty truth: any output scores 0 there. A dash: the system does not give that.

{table(columns)}

## By page type and language

Word F1 with its 95 % interval (bootstrap over pages, {RESAMPLES:,} resamples), and the difference to each peer on the same pages; `noise` where
the interval of the difference holds zero.

{differences(measured)}

## Failures

{failures(measured)}

Not installed: {", ".join(missing) or "none"}.
"""
    REPORT.write_text(text, encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Measure, report, compare."""
    parser = argparse.ArgumentParser(prog="python -m benchmark", description=__doc__)
    parser.add_argument("corpus", type=Path, nargs="?")
    parser.add_argument("--folds", type=Path, help="out-of-fold weights that `python -m benchmark.fit CORPUS --folds FILE` wrote")
    parser.add_argument("--systems", default=",".join(PEERS))
    parser.add_argument("--every", type=int, default=1, help="take every n-th page only")
    parser.add_argument("--set-baseline", action="store_true", help="write our figures to baseline.json")
    given = parser.parse_args(arguments)
    if given.corpus is None:
        print("which corpus? make bench CORPUS=its/folder; these are known (python -m benchmark.corpora says more):", file=sys.stderr)
        print("\n".join(f"  {entry.name}: {entry.title}, {entry.source}" for entry in manifest().values()), file=sys.stderr)
        return 2
    try:
        entry, everything = recognise(given.corpus), load(given.corpus)
    except CorpusError as error:
        print(error, file=sys.stderr)
        return 2
    wrong = problems(given.corpus, entry, len(everything))
    for line in wrong:
        print(f"{given.corpus}: {line}", file=sys.stderr)
    if given.folds:
        read_folds(given.folds)
    samples = everything[:: given.every]
    columns, missing, ours = {}, [], []
    measured: dict[str, list[Row]] = {}
    for system in given.systems.split(","):
        if not installed(system):
            missing.append(system)
            continue
        rows = run(samples, system)
        show(system, rows)
        columns[system] = figures(rows)
        measured[system] = rows
        ours = rows if system == "domwright" else ours
    if columns and ours:
        write_report(measured, columns, missing, given, entry, wrong)
    if given.set_baseline and ours:
        BASELINE.write_text(json.dumps(columns["domwright"], indent=1) + "\n", encoding="utf-8")
    worse = fallen(columns["domwright"], ours) if ours and given.every == 1 and entry.name == "wcxb" else []
    for line in worse:
        print("fell by more than the noise:", line, file=sys.stderr)
    return int(bool(worse))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
