"""What the second step looks at: a leaf's first score beside those of its neighbours, its containers and their twins."""

from bisect import bisect_right
from itertools import accumulate

from domwright.extractor.marks.regions import Mark, Marks, Region
from domwright.extractor.marks.terms import CONTAINER_LEVELS, ContextTerms, T
from domwright.extractor.tags import HEADINGS

# Scores are in thousandths of log-odds, so that sums are exact in every order.
_SCORE_STEPS = (-4000, -2500, -1600, -900, -400, 0, 400, 900, 1600, 2500, 4000)
_COARSE_STEPS = (-2000, -700, 0, 700, 2000)
_SHARE_STEPS = (0.05, 0.15, 0.3, 0.5, 0.7, 0.85)
_CLIP = 5000
_WORDS_CAP = 60
_NONE = -1000  # the mean of no neighbours
_NEAR, _WIDE = 2, 8  # leaves on either side


def context_features(marks: Marks, scores: list[int], terms: ContextTerms[T]) -> list[list[T]]:
    """For every leaf its features of the second step; none for chrome, which is not scored. `scores` are the first step's."""
    leaves = marks.leaves
    weight = [min(leaf.words, _WORDS_CAP) + 1 for leaf in leaves]
    share = sum(size for size, score in zip(weight, scores, strict=True) if score > 0) / (sum(weight) or 1)
    page = terms.page[bisect_right(_SHARE_STEPS, share)]
    clipped = [max(-_CLIP, min(_CLIP, score)) for score in scores]
    means = _region_means(marks, clipped, weight)
    twins = _twin_steps(marks, means)
    before = [0, *accumulate(clipped)]
    count = len(leaves)

    def mean(first: int, end: int) -> float:
        return (before[end] - before[first]) / (end - first) if end > first else _NONE

    found: list[list[T]] = []
    for at, leaf in enumerate(leaves):
        if leaf.marks & Mark.CHROME:
            found.append([])
            continue
        coarse = bisect_right(_COARSE_STEPS, scores[at])
        earlier = mean(max(0, at - _NEAR), at)
        later = mean(at + 1, min(count, at + _NEAR + 1))
        wide = mean(max(0, at - _WIDE), min(count, at + _WIDE + 1))
        names = [
            terms.own[bisect_right(_SCORE_STEPS, scores[at])],
            page[coarse],
            terms.before[bisect_right(_SCORE_STEPS, earlier)],
            (terms.after_heading if leaf.region.tag in HEADINGS else terms.after)[bisect_right(_SCORE_STEPS, later)],
            terms.both[coarse][bisect_right(_COARSE_STEPS, earlier)][bisect_right(_COARSE_STEPS, later)],
            terms.wide[bisect_right(_SCORE_STEPS, wide)],
        ]
        region: Region | None = leaf.region
        for level in range(CONTAINER_LEVELS):
            if region is None:
                break
            names.append(terms.around[level][bisect_right(_SCORE_STEPS, means[region])])
            if level < 3 and region in twins:
                names.append(terms.twins[level][twins[region]][coarse])
            region = region.parent
        found.append(names)
    return found


def _region_means(marks: Marks, clipped: list[int], weight: list[int]) -> dict[Region, float]:
    summed = [0, *accumulate(score * size for score, size in zip(clipped, weight, strict=True))]
    weighed = [0, *accumulate(weight)]
    return {
        region: (summed[region.end] - summed[region.first]) / (weighed[region.end] - weighed[region.first])
        for region in marks.regions
        if region.end > region.first
    }


def _twin_steps(marks: Marks, means: dict[Region, float]) -> dict[Region, int]:
    """For regions that stand in a run of siblings of one signature: the step of the mean over the run, itself included."""
    found: dict[Region, int] = {}
    for region in marks.regions:
        if len(region.children) < 2:
            continue
        groups: dict[tuple[str, tuple[str, ...]], list[Region]] = {}
        for child in region.children:
            if child.repeats > 1 and child.end > child.first:
                groups.setdefault(child.signature, []).append(child)
        for group in groups.values():
            step = bisect_right(_SCORE_STEPS, sum(means[child] for child in group) / len(group))
            found.update((child, step) for child in group)
    return found
