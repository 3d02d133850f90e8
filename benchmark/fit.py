"""Fit the block score on a corpus with truths: two linear steps, cross-validated by domain.

`python -m benchmark.fit CORPUS [--write]` prints word F1 per page type, out of fold, for the held-out fifth of the domains
and for the rest; with `--write` it fits on everything and writes `domwright/extractor/marks/weights.json`.
"""

import argparse
import json
import sys
from collections import Counter, defaultdict
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from benchmark.corpus import Sample, wcxb
from benchmark.folds import FOLDS, fold_of
from benchmark.labels import labels
from domwright.extractor.marks import score
from domwright.extractor.marks.mark import mark
from domwright.extractor.marks.regions import Marks
from domwright.extractor.options import Options
from domwright.extractor.page import Page
from domwright.extractor.parse import parse
from domwright.extractor.prepare.prepare import prepare
from domwright.extractor.text import words

# A feature must be seen on this many domains; class and id words on more, since they are names and overfit soonest.
MIN_DOMAINS, MIN_DOMAINS_WORD = 6, 12
CONTEXT_STRENGTH = 0.3
WEIGHTS = Path(score.__file__).with_name("weights.json")
_SAMPLES: list[Sample] = []


def marked(sample: Sample) -> Marks | None:
    """Passes 1 and 2 without the score."""
    parsed = parse(Page(sample.html, sample.url), Options())
    if parsed.root is None:
        return None
    prepare(parsed.root, parsed.markup, Options())
    return mark(parsed.root)


def block_rows(at: int) -> tuple[list[list[str]], list[bool], list[int]]:
    """For one sample: features, verdicts and words of every leaf."""
    marks = marked(_SAMPLES[at])
    if marks is None or not marks.leaves:
        return [], [], []
    rows = [sorted(names) for names in score.feature_names(marks)]
    return rows, labels(marks.leaves, _SAMPLES[at].truth), [leaf.words for leaf in marks.leaves]


def context_rows(at: int, scores: list[float]) -> list[list[str]]:
    """For one sample: the features of a later step, from the out-of-fold scores of the step before."""
    marks = marked(_SAMPLES[at])
    if marks is None:
        return []
    return score.context_feature_names(marks, [float(value) for value in scores])


def context_matrix(scores: np.ndarray, counts: list[int], folds: list[int], domains: list[str]) -> "Rows":
    """The design matrix of a later step."""
    parts = np.split(scores, np.cumsum(counts)[:-1])
    with Pool() as pool:
        return Rows(pool.starmap(context_rows, enumerate(parts), chunksize=16), folds, domains)


class Rows:
    """A design matrix over named features, with a weight and a fold for every row."""

    def __init__(self, pages: list[list[list[str]]], folds: list[int], domains: list[str]) -> None:
        seen = defaultdict(set)
        for rows, domain in zip(pages, domains, strict=True):
            for name in {name for row in rows for name in row}:
                seen[name].add(domain)
        common = (name for name, where in seen.items() if len(where) >= (MIN_DOMAINS_WORD if "word:" in name else MIN_DOMAINS))
        self.names = sorted(common)
        index = {name: at for at, name in enumerate(self.names)}
        flat = [row for rows in pages for row in rows]
        columns = [np.array([index[name] for name in row if name in index], dtype=np.int32) for row in flat]
        starts = np.concatenate([[0], np.cumsum([len(each) for each in columns])])
        values = np.ones(starts[-1], dtype=np.float32)
        self.matrix = csr_matrix((values, np.concatenate(columns), starts), shape=(len(flat), len(self.names)))
        self.folds = np.repeat(folds, [len(rows) for rows in pages])

    def fit(self, verdicts: np.ndarray, weight: np.ndarray, chosen: np.ndarray, strength: float) -> dict[str, float]:
        """Weights by name from the chosen rows."""
        model = LogisticRegression(C=strength, max_iter=250, solver="lbfgs", fit_intercept=False, tol=1e-3)
        model.fit(self.matrix[chosen], verdicts[chosen], sample_weight=weight[chosen])
        pairs = zip(self.names, model.coef_[0], strict=True)
        return {name: round(float(value), 3) for name, value in pairs if abs(value) >= 0.005}

    def scores(self, table: dict[str, float]) -> np.ndarray:
        """The sum of weights for every row."""
        return np.asarray(self.matrix @ np.array([table.get(name, 0.0) for name in self.names], dtype=np.float32))


def page_f1(at: int, kept: np.ndarray, texts: list[str]) -> float:
    """Word F1 of one page when the chosen leaves are kept."""
    have = Counter(word for text, keep in zip(texts, kept, strict=True) if keep for word in words(text))
    want = Counter(words(_SAMPLES[at].truth))
    if not want:
        return float(not have)
    overlap = sum((have & want).values())
    return 2 * overlap / (sum(have.values()) + sum(want.values()))


def texts_of(at: int) -> list[str]:
    """The leaf texts of one sample."""
    marks = marked(_SAMPLES[at])
    return [leaf.text for leaf in marks.leaves] if marks else []


def report(title: str, scores: np.ndarray, counts: list[int], texts: list[list[str]], folds: list[int]) -> None:
    """Print F1 over all pages, over the held-out fold, and by page type."""
    by_kind: dict[str, list[float]] = defaultdict(list)
    held, rest = [], []
    start = 0
    for at, count in enumerate(counts):
        value = page_f1(at, scores[start : start + count] > 0, texts[at])
        start += count
        by_kind[_SAMPLES[at].kind].append(value)
        (held if folds[at] == 0 else rest).append(value)
    kinds = "  ".join(f"{kind[:9]} {np.mean(values):.3f}" for kind, values in sorted(by_kind.items()))
    print(f"{title}: all {np.mean(held + rest):.4f}  held-out {np.mean(held):.4f}  rest {np.mean(rest):.4f}  {kinds}", flush=True)


def crossed(rows: Rows, verdicts: np.ndarray, weight: np.ndarray, strength: float) -> tuple[list[dict[str, float]], np.ndarray]:
    """One table a fold, fitted without it, and the out-of-fold scores of every row."""
    tables = []
    out = np.zeros(len(verdicts), dtype=np.float32)
    for fold in range(FOLDS):
        table = rows.fit(verdicts, weight, rows.folds != fold, strength)
        tables.append(table)
        out[rows.folds == fold] = rows.scores(table)[rows.folds == fold]
    return tables, out


def main(arguments: list[str]) -> int:
    """Fit, report, and write when asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--folds", type=Path, help="write the five out-of-fold tables here, for benchmark.measure")
    parser.add_argument("--strength", type=float, default=0.03, help="inverse of the L2 penalty of the first step")
    given = parser.parse_args(arguments)
    _SAMPLES.extend(wcxb(given.corpus))
    folds = [fold_of(sample.domain) for sample in _SAMPLES]
    domains = [sample.domain for sample in _SAMPLES]
    everything = range(len(_SAMPLES))
    with Pool() as pool:
        found = pool.map(block_rows, everything, chunksize=16)
        texts = pool.map(texts_of, everything, chunksize=16)
    counts = [len(rows) for rows, _, _ in found]
    verdicts = np.array([verdict for _, verdicts, _ in found for verdict in verdicts])
    # Every page weighs the same, a leaf in it by its words: the measure is a mean over pages of word counts.
    weight = np.concatenate([_weights(sizes) for _, _, sizes in found])
    rows = Rows([features for features, _, _ in found], folds, domains)
    print(f"{len(_SAMPLES)} pages, {len(verdicts)} leaves, {len(rows.names)} features")
    tables, first = crossed_with_chrome(rows, verdicts, weight, given.strength)
    report("first step", first, counts, texts, folds)
    context = context_matrix(first, counts, folds, domains)
    context_tables, second = crossed_with_chrome(context, verdicts, weight, CONTEXT_STRENGTH)
    report("second step", second, counts, texts, folds)
    for shift in (-0.4, -0.2, 0.2, 0.4):
        report(f"  threshold {shift:+}", second - shift, counts, texts, folds)
    if given.folds:
        pairs = [{"block": block, "context": near} for block, near in zip(tables, context_tables, strict=True)]
        given.folds.parent.mkdir(parents=True, exist_ok=True)
        given.folds.write_text(json.dumps(pairs), encoding="utf-8")
    if given.write:
        chosen = np.ones(len(verdicts), dtype=bool)
        tables_out = {
            "block": rows.fit(verdicts, weight, chosen, given.strength),
            "context": context.fit(verdicts, weight, chosen, CONTEXT_STRENGTH),
        }
        WEIGHTS.write_text(json.dumps(tables_out, indent=0, sort_keys=True) + "\n", encoding="utf-8")
        print("written:", WEIGHTS.name, {name: len(table) for name, table in tables_out.items()})
    return 0


def crossed_with_chrome(rows: Rows, verdicts: np.ndarray, weight: np.ndarray, strength: float) -> tuple[list[dict[str, float]], np.ndarray]:
    """`crossed`, where leaves without features are chrome: they teach nothing and score as the extractor scores them."""
    empty = np.diff(rows.matrix.indptr) == 0
    tables, out = crossed(rows, verdicts, np.where(empty, 0.0, weight), strength)
    out[empty] = score.CHROME_SCORE
    return tables, out


def _weights(sizes: list[int]) -> np.ndarray:
    raw = np.array(sizes, dtype=np.float64) + 1.0
    return raw / raw.sum() * 100 if len(raw) else raw


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
