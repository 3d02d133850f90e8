"""Which leaves of a page its truth keeps: alignment by shingles, then flips that raise the page's F1."""

from collections import Counter, defaultdict

from domwright.extractor.marks.regions import Leaf
from domwright.extractor.text import words

_SHINGLE = 4
_NEAR = 60


def labels(leaves: list[Leaf], truth: str) -> list[bool]:
    """One verdict a leaf: is it part of the truth."""
    wanted = words(truth)
    tokens = [words(leaf.text) for leaf in leaves]
    positions = defaultdict(list)
    for at in range(len(wanted)):
        for size in range(1, _SHINGLE + 1):
            if at + size <= len(wanted):
                positions[tuple(wanted[at : at + size])].append(at)
    keep: list[bool] = [False] * len(leaves)
    place: list[int] = [-1] * len(leaves)
    for at, run in enumerate(tokens):
        if len(run) >= _SHINGLE:
            found = [positions.get(tuple(run[i : i + _SHINGLE])) for i in range(len(run) - _SHINGLE + 1)]
            hits = [where[0] for where in found if where]
            if len(hits) >= 0.5 * len(found):
                keep[at], place[at] = True, hits[len(hits) // 2]
    _keep_short(tokens, positions, keep, place)
    _climb(tokens, Counter(wanted), keep)
    return keep


def _keep_short(tokens, positions, keep, place) -> None:  # type: ignore[no-untyped-def]
    anchors = [at for at, kept in enumerate(keep) if kept]
    for at, run in enumerate(tokens):
        if keep[at] or not run or len(run) >= _SHINGLE:
            continue
        where = positions.get(tuple(run))
        if not where:
            continue
        near = [a for a in anchors if abs(a - at) <= 12]
        if not anchors:
            keep[at] = True
        elif near:
            closest = min(near, key=lambda a: abs(a - at))
            keep[at] = any(abs(w - place[closest]) <= _NEAR + len(tokens[closest]) for w in where)


def _climb(tokens, wanted, keep) -> None:  # type: ignore[no-untyped-def]
    """One pass of flips, each taken only when the page's F1 over bags of words rises."""
    have: Counter[str] = Counter()
    for at, run in enumerate(tokens):
        if keep[at]:
            have.update(run)
    overlap = sum((have & wanted).values())
    size, goal = sum(have.values()), sum(wanted.values())
    for at in range(len(tokens)):
        bag = Counter(tokens[at])
        if not bag:
            continue
        count = sum(bag.values())
        if keep[at]:
            lost = sum(max(0, min(have[w], wanted[w]) - min(have[w] - n, wanted[w])) for w, n in bag.items())
            new_overlap, new_size = overlap - lost, size - count
        else:
            gained = sum(min(have[w] + n, wanted[w]) - min(have[w], wanted[w]) for w, n in bag.items())
            new_overlap, new_size = overlap + gained, size + count
            if gained < count:  # a short leaf that merely shares words is not content
                continue
        if new_overlap / ((new_size + goal) or 1) > overlap / ((size + goal) or 1) + 1e-9:
            have.subtract(bag) if keep[at] else have.update(bag)
            keep[at] = not keep[at]
            overlap, size = new_overlap, new_size
