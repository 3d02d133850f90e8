"""The block score: a sum of fitted weights over named features, in two steps: each leaf alone, then among its neighbours."""

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from itertools import accumulate
from math import exp, log

from domwright.extractor.marks.context import context_features
from domwright.extractor.marks.facts import PageFacts
from domwright.extractor.marks.features import Features
from domwright.extractor.marks.inherited import Inherited
from domwright.extractor.marks.phrases import phrase_group
from domwright.extractor.marks.regions import Leaf, Mark, Marks, Region
from domwright.extractor.marks.terms import ContextTerms, T, Terms, context_names, names

CHROME_SCORE = -5.0  # leaves that a rule calls chrome are not scored; their neighbours see this
_UNIT = 1000  # sums are of whole thousandths: exact, hence the same in every order and on every machine


class Weights:
    """Fitted weights in thousandths of log-odds, by step and feature."""

    def __init__(self, block: Mapping[str, float], context: Mapping[str, float]) -> None:
        self.block = {name: round(value * _UNIT) for name, value in block.items()}
        near = {name: round(value * _UNIT) for name, value in context.items()}
        self.terms: Terms[int] = Terms(lambda name: self.block.get(name, 0))
        self.context_terms: ContextTerms[int] = ContextTerms(lambda name: near.get(name, 0))
        self.inherited = Inherited(self.block)


@cache
def weights() -> Weights:
    """The fitted weights that ship with the package; the script that fits them is `benchmark/fit.py`."""
    text = files("domwright.extractor.marks").joinpath("weights.json").read_text(encoding="utf-8")
    tables = json.loads(text)
    return Weights(tables["block"], tables["context"])


def mark_score(marks: Marks) -> None:
    """Give every leaf its score (log-odds of being content) and LOW where it is negative."""
    if not marks.leaves:
        return
    fitted = weights()
    facts = PageFacts(marks)
    base = _inherited_scores(marks, facts, fitted)
    own = own_features(marks, facts, fitted.terms)
    chrome = round(CHROME_SCORE * _UNIT)
    first = [base[leaf.region] + sum(features) if features else chrome for leaf, features in zip(marks.leaves, own, strict=True)]
    near = context_features(marks, first, fitted.context_terms)
    for leaf, features in zip(marks.leaves, near, strict=True):
        leaf.score = sum(features) / _UNIT if features else CHROME_SCORE
    least = best_threshold(marks.leaves)
    for leaf in marks.leaves:
        leaf.score -= least
        if leaf.score < 0.0:
            leaf.marks |= Mark.LOW


def best_threshold(leaves: list[Leaf]) -> float:
    """The score from which keeping a leaf raises the expected word F1 of the page.

    With calibrated probabilities the best set for F1 is everything above half of the F1 that it reaches: a page whose
    verdicts are unsure keeps more. Found by one pass from the surest leaf down. Never above even odds.
    """
    weighed = sorted(((leaf.score, leaf.words) for leaf in leaves if leaf.words and not leaf.marks & Mark.CHROME), reverse=True)
    odds = [(1.0 / (1.0 + exp(-max(-30.0, min(30.0, score)))), words) for score, words in weighed]
    hoped = sum(chance * words for chance, words in odds)
    best = right = kept = 0.0
    for chance, words in odds:
        right += chance * words
        kept += words
        best = max(best, 2 * right / (kept + hoped))
    least = min(max(best / 2, 0.05), 0.5)
    return log(least / (1 - least))


def terms(marks: Marks) -> list[list[tuple[str, float]]]:
    """For every leaf the terms of its first score, the heaviest first; none for chrome, which is not scored."""
    block = weights().block
    found = []
    for row in feature_names(marks):
        named = sorted(((name, block[name] / _UNIT) for name in row if name in block), key=lambda term: (-abs(term[1]), term[0]))
        found.append(named)
    return found


def feature_names(marks: Marks) -> list[frozenset[str]]:
    """For every leaf the names of all its features in the first step; none for chrome."""
    facts = PageFacts(marks)
    inherited = Inherited()
    inside: dict[Region, frozenset[str]] = {}
    for region in marks.regions:
        outer = inside[region.parent] if region.parent else frozenset()
        inside[region] = outer | inherited.of(region, facts)
    return [
        inside[leaf.region].union(features) if features else frozenset()
        for leaf, features in zip(marks.leaves, own_features(marks, facts, names()), strict=True)
    ]


def context_feature_names(marks: Marks, scores: list[float]) -> list[list[str]]:
    """For every leaf the names of its features in the second step, from first scores in log-odds."""
    return context_features(marks, [round(score * _UNIT) for score in scores], context_names())


def own_features(marks: Marks, facts: PageFacts, terms: Terms[T]) -> list[list[T]]:
    """For every leaf the features of the first step that it does not inherit; none for chrome."""
    features = Features(facts, terms)
    own: list[list[T]] = []
    under = ""
    for leaf in marks.leaves:
        if facts.headings[leaf.index]:
            under = ""
        own.append([] if leaf.marks & Mark.CHROME else features.of(leaf, under))
        if leaf.words <= 8:
            group = phrase_group(leaf.text)
            if group == "says:related" or group.startswith("says:heading"):
                under = group[5:]
    return own


def _inherited_scores(marks: Marks, facts: PageFacts, fitted: Weights) -> dict[Region, int]:
    """For every region with a leaf to score: the sum over the features it inherits or has, each feature once."""
    wanted = [0, *accumulate(not leaf.marks & Mark.CHROME for leaf in marks.leaves)]
    scores: dict[Region, int] = {}
    known: dict[Region | None, frozenset[str]] = {None: frozenset()}
    block = fitted.block
    for region in marks.regions:
        if wanted[region.end] == wanted[region.first]:
            continue
        parent = region.parent
        seen = known[parent]
        score = scores[parent] if parent else 0
        new = fitted.inherited.of(region, facts)
        if new and not new <= seen:
            for name in new - seen:
                score += block[name]
            seen = seen | new
        scores[region] = score
        known[region] = seen
    return scores
