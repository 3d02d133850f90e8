"""What every rule, and the score, costs and saves: `python -m benchmark.costs CORPUS [--folds FILE]`.

For each reason of a verdict: words rightly dropped, words wrongly dropped (the truth has them), and for kept leaves the words
wrongly kept, as shares of a page's truth, summed over pages: a hundred is one page lost.
"""

import argparse
import sys
from collections import defaultdict
from multiprocessing import Pool
from pathlib import Path

from benchmark.corpora import load
from benchmark.corpus import Sample
from benchmark.folds import fold_of, read_folds, score_out_of_fold
from benchmark.labels import labels
from domwright.extractor.companions import with_companions
from domwright.extractor.ladder import climb
from domwright.extractor.marks import score
from domwright.extractor.marks.mark import mark
from domwright.extractor.marks.regions import Mark
from domwright.extractor.marks.together import mark_together
from domwright.extractor.options import Options
from domwright.extractor.page import Page
from domwright.extractor.parse import parse
from domwright.extractor.prepare.prepare import prepare
from domwright.extractor.text import words

Costs = dict[str, list[float]]


def costs(sample: Sample) -> tuple[str, Costs]:
    """Per reason: [pages, rightly dropped, wrongly dropped, wrongly kept] in percent of the page's truth."""
    score_out_of_fold(fold_of(sample.domain))
    found: Costs = defaultdict(lambda: [0.0, 0.0, 0.0, 0.0])
    goal = len(words(sample.truth))
    parsed = parse(Page(sample.html, sample.url), Options())
    if parsed.root is None or not goal:
        return sample.kind, {}
    prepare(parsed.root, parsed.markup, Options())
    marks = mark(parsed.root)
    score.mark_score(marks)
    mark_together(marks)
    choice = climb(marks)
    kept = with_companions(marks, choice.kept)
    for leaf, right in zip(marks.leaves, labels(marks.leaves, sample.truth), strict=True):
        share = min(1.0, leaf.words / goal) * 100
        if kept[leaf.index]:
            found[f"kept on {choice.rung.name}"][3] += 0 if right else share
        else:
            rule = leaf.rule if leaf.marks & (Mark.CHROME | Mark.FIRM) else "block-score"
            found[rule][2 if right else 1] += share
    for row in found.values():
        row[0] = 1
    return sample.kind, dict(found)


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--folds", type=Path)
    given = parser.parse_args(arguments)
    if given.folds:
        read_folds(given.folds)
    total: Costs = defaultdict(lambda: [0.0, 0.0, 0.0, 0.0])
    with Pool() as pool:
        for _, found in pool.imap_unordered(costs, load(given.corpus), chunksize=8):
            for name, row in found.items():
                total[name] = [old + new for old, new in zip(total[name], row, strict=True)]
    print(f"{'reason':22} {'pages':>6} {'rightly dropped':>16} {'wrongly dropped':>16} {'wrongly kept':>13}")
    for name, row in sorted(total.items(), key=lambda pair: -pair[1][2] - pair[1][3]):
        print(f"{name:22} {row[0]:6.0f} {row[1]:16.0f} {row[2]:16.0f} {row[3]:13.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
