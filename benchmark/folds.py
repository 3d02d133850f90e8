"""Weights fitted without a page's domain: read once, put in the place of the shipped ones for every page."""

import hashlib
import json
from pathlib import Path

from domwright.extractor.marks import score

FOLDS = 5
_TABLES: list[score.Weights] = []


def fold_of(domain: str) -> int:
    """The fold of a domain, the same on every machine. Fold 0 is the held-out fifth."""
    return int(hashlib.sha256(domain.encode()).hexdigest(), 16) % FOLDS


def read_folds(path: Path) -> None:
    """Read the tables that `benchmark.fit --folds` wrote: one a fold, fitted without it."""
    _TABLES[:] = [score.Weights(table["block"], table["context"]) for table in json.loads(path.read_text(encoding="utf-8"))]


def score_out_of_fold(fold: int) -> None:
    """From here on score with the weights that were fitted without `fold`; with the shipped ones when no folds were read."""
    if _TABLES:
        score.weights = lambda: _TABLES[fold]  # type: ignore[assignment] # the benchmark alone swaps weights
