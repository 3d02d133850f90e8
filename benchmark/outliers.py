"""Suspicious extractions for a person to look at: `python -m benchmark.outliers CORPUS`. Needs no truth.

EMPTY_LARGE: nothing from a page of over 20 kB. TINY_RATIO, HUGE_RATIO: the text is below 2 % or above 95 % of the visible text.
ARTEFACTS: double bullets, orphan punctuation, URL lines or empty fences. SPA_NO_FALLBACK: an empty application shell that gave nothing.
"""

import argparse
import sys
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

from benchmark.corpora import load
from benchmark.corpus import Sample
from benchmark.metrics import artefacts
from domwright import extract

_LARGE = 20_000
_TINY, _HUGE = 0.02, 0.95
_COUNTED = ("double bullets", "orphan punctuation", "URL lines", "empty fences")
_ROOTS = ('id="root"', 'id="app"', 'id="__next"', 'id="__nuxt"', "<app-root")


def classes(sample: Sample) -> tuple[str, list[str], str]:
    """A page's name, its classes, and a line that says why."""
    document = extract(sample.html, url=sample.url)
    kept, seen = len(document.text), sum(len(reason.text) for reason in document.reasons)
    found = []
    if not document.blocks and len(sample.html) > _LARGE:
        found.append("EMPTY_LARGE")
    if not document.blocks and any(root in sample.html for root in _ROOTS):
        found.append("SPA_NO_FALLBACK")
    if document.blocks and seen and kept / seen < _TINY:
        found.append("TINY_RATIO")
    if seen > 2000 and kept / seen > _HUGE and not any(not reason.kept for reason in document.reasons):
        found.append("HUGE_RATIO")
    counts = artefacts(document.markdown)
    if any(counts[name] for name in _COUNTED):
        found.append("ARTEFACTS")
    return sample.name, found, f"{len(sample.html)} characters of HTML, {kept} of text, rung {document.rung or document.source}, {sample.url}"


def main(arguments: list[str]) -> int:
    """Print the outliers by class, then the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    given = parser.parse_args(arguments)
    with Pool() as pool:
        rows = pool.map(classes, load(given.corpus), chunksize=16)
    counts: Counter[str] = Counter()
    for name, found, line in rows:
        counts.update(found)
        if found:
            print(f"{','.join(found):28} {name}  {line}")
    print(f"{len(rows)} pages:", dict(counts) or "no outliers")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
