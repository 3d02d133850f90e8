"""The block score: a sum of fitted weights over named features, in two steps: each leaf alone, then among its neighbours."""

import json
from bisect import bisect_right
from functools import cache
from importlib.resources import files
from math import exp, log
from types import MappingProxyType

from domwright.extractor.marks.features import PageFacts, crossed, leaf_features, phrase_group, region_features, steps
from domwright.extractor.marks.regions import Leaf, Mark, Marks, Region
from domwright.extractor.tags import HEADINGS

_SCORE_STEPS = (-4.0, -2.5, -1.6, -0.9, -0.4, 0.0, 0.4, 0.9, 1.6, 2.5, 4.0)
_COARSE_STEPS = (-2.0, -0.7, 0.0, 0.7, 2.0)
_SHARE_STEPS = (0.05, 0.15, 0.3, 0.5, 0.7, 0.85)
_CONTEXT_LEVELS = 4
CHROME_SCORE = -5.0  # leaves that a rule calls chrome are not scored; their neighbours see this
_OWN, _BEFORE, _AFTER, _AFTER_HEADING, _WIDE = (steps(family) for family in ("own", "before", "after", "after-heading", "wide"))
_PAGE = crossed("page")
_BOTH = tuple(crossed(f"both{coarse}") for coarse in range(len(_COARSE_STEPS) + 1))
_AROUND = tuple(steps(f"container{level}") for level in range(_CONTEXT_LEVELS))
_TWINS = tuple(crossed(f"twins{level}") for level in range(3))


@cache
def weights() -> MappingProxyType[str, dict[str, float]]:
    """The fitted weights by step (`block`, `context`); the script that fits them is `benchmark/fit.py`."""
    text = files("domwright.extractor.marks").joinpath("weights.json").read_text(encoding="utf-8")
    return MappingProxyType(json.loads(text))


def mark_score(marks: Marks) -> None:
    """Give every leaf its score (log-odds of being content) and LOW where it is negative."""
    if not marks.leaves:
        return
    table = weights()
    facts = PageFacts(marks)
    inherited, own = page_features(marks, facts)
    block = table["block"]
    base = _inherited_scores(inherited, block)
    lookup = block.get
    for leaf, features in zip(marks.leaves, own, strict=True):
        leaf.score = base[leaf.region] + sum([lookup(name, 0.0) for name in features]) if features else CHROME_SCORE
    lookup = table["context"].get
    near = context_features(marks)
    for leaf, features in zip(marks.leaves, near, strict=True):
        leaf.score = sum([lookup(name, 0.0) for name in features]) if features else CHROME_SCORE
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
    inherited, own = page_features(marks, PageFacts(marks))
    block = weights()["block"]
    found = []
    for leaf, features in zip(marks.leaves, own, strict=True):
        names = set(features)
        region: Region | None = leaf.region if features else None
        while region is not None:
            names.update(inherited[region])
            region = region.parent
        found.append(sorted(((name, block[name]) for name in names if name in block), key=lambda term: -abs(term[1])))
    return found


def page_features(marks: Marks, facts: PageFacts) -> tuple[dict[Region, tuple[str, ...]], list[list[str]]]:
    """The inherited features of every region and the own features of every leaf, by name."""
    inherited = {region: region_features(region, facts) for region in marks.regions}
    own = []
    under = ""
    for leaf in marks.leaves:
        if leaf.region.tag in HEADINGS:
            under = ""
        own.append([] if leaf.marks & Mark.CHROME else leaf_features(leaf, facts, marks.leaves, under))
        if leaf.words <= 8:
            group = phrase_group(leaf.text)
            if group.startswith("says:heading") or group == "says:related":
                under = group[5:]
    return inherited, own


def _inherited_scores(inherited: dict[Region, tuple[str, ...]], block: dict[str, float]) -> dict[Region, float]:
    scores: dict[Region, float] = {}
    known: dict[Region, frozenset[str]] = {}
    for region, names in inherited.items():
        parent = region.parent
        seen = known[parent] if parent else frozenset()
        score = scores[parent] if parent else 0.0
        new = [name for name in names if name not in seen and name in block]
        if new:
            fresh = frozenset(new)
            score += sum(block[name] for name in fresh)
            seen |= fresh
        scores[region] = score
        known[region] = seen
    return scores


def context_features(marks: Marks) -> list[list[str]]:
    """Features of the second step: a leaf's first score beside those of its neighbours, containers and twins."""
    leaves = marks.leaves
    scores = [leaf.score for leaf in leaves]
    likely = [1.0 if score > 0 else 0.0 for score in scores]
    weight = [min(leaf.words, 60) + 1 for leaf in leaves]
    total = sum(weight) or 1
    share = sum(w for w, keep in zip(weight, likely, strict=True) if keep) / total
    page = bisect_right(_SHARE_STEPS, share)
    means = _region_means(marks, scores, weight)
    twins = _twin_means(marks, means)
    clipped = [max(-5.0, min(5.0, score)) for score in scores]
    found: list[list[str]] = []
    for at, leaf in enumerate(leaves):
        if leaf.marks & Mark.CHROME:
            found.append([])
            continue
        own = bisect_right(_SCORE_STEPS, scores[at])
        coarse = bisect_right(_COARSE_STEPS, scores[at])
        before = _mean(clipped[max(0, at - 2) : at])
        after = _mean(clipped[at + 1 : at + 3])
        wide = _mean(clipped[max(0, at - 8) : at + 9])
        heading = leaf.region.tag in HEADINGS
        names = [
            _OWN[own],
            _PAGE[page][coarse],
            _BEFORE[bisect_right(_SCORE_STEPS, before)],
            (_AFTER_HEADING if heading else _AFTER)[bisect_right(_SCORE_STEPS, after)],
            _BOTH[coarse][bisect_right(_COARSE_STEPS, before)][bisect_right(_COARSE_STEPS, after)],
            _WIDE[bisect_right(_SCORE_STEPS, wide)],
        ]
        region: Region | None = leaf.region
        for level in range(_CONTEXT_LEVELS):
            if region is None:
                break
            names.append(_AROUND[level][bisect_right(_SCORE_STEPS, means[region])])
            if level < 3 and region in twins:
                names.append(_TWINS[level][bisect_right(_SCORE_STEPS, twins[region])][coarse])
            region = region.parent
        found.append(names)
    return found


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else -1.0


def _region_means(marks: Marks, scores: list[float], weight: list[int]) -> dict[Region, float]:
    summed = [0.0]
    weighed = [0]
    for score, size in zip(scores, weight, strict=True):
        summed.append(summed[-1] + max(-5.0, min(5.0, score)) * size)
        weighed.append(weighed[-1] + size)
    return {region: (summed[region.end] - summed[region.first]) / ((weighed[region.end] - weighed[region.first]) or 1) for region in marks.regions}


def _twin_means(marks: Marks, means: dict[Region, float]) -> dict[Region, float]:
    """For regions that stand in a run of siblings of one signature: the mean over the run, the region itself included."""
    found: dict[Region, float] = {}
    for region in marks.regions:
        if len(region.children) < 2:
            continue
        groups: dict[tuple[str, tuple[str, ...]], list[Region]] = {}
        for child in region.children:
            if child.repeats > 1 and child.end > child.first:
                groups.setdefault(child.signature, []).append(child)
        for group in groups.values():
            mean = sum(means[child] for child in group) / len(group)
            found.update((child, mean) for child in group)
    return found
