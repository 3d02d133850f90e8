"""What is kept or dropped together: the items of a list, and the same place in a run of cards or posts."""

from domwright.extractor.marks.regions import Leaf, Mark, Marks, Region

_LISTS = frozenset({"ul", "ol", "dl"})
_LAYOUT = frozenset({"article", "section", "table", "form", "nav"})
_CLIP = 4.0
_WORDS_CAP = 40
_FIXED = Mark.FIRM | Mark.HIDDEN | Mark.CHROME


def mark_together(marks: Marks) -> None:
    """Give members of a list, and leaves in one place of a run of twins, one score."""
    end = 0
    for region in marks.regions:
        if region.tag in _LISTS and region.first >= end and region.end - region.first > 1 and not _is_layout(region):
            _raise(marks.leaves[region.first : region.end])
            end = region.end
    for region in marks.regions:
        if len(region.children) > 1 and not region.marks & Mark.CHROME:
            _level_twins(region, marks)


def _is_layout(region: Region) -> bool:
    """Whether sections or tables stand inside: then the list is a layout, and its parts are judged by themselves."""
    return any(child.tag in _LAYOUT or _is_layout(child) for child in region.children)


def _raise(leaves: list[Leaf]) -> None:
    """Raise leaves to the mean of all where that is content."""
    mean = _mean(leaves)
    if mean >= 0:
        for leaf in leaves:
            if leaf.score < 0 and not leaf.marks & _FIXED:
                _set(leaf, mean)


def _level_twins(parent: Region, marks: Marks) -> None:
    """Leaves that stand in the same place of siblings with one signature: cards of a listing, posts of a thread.

    A post that says little ("Thanks, that worked") is kept with its longer neighbours; a price that looks like prose goes with
    the other prices.
    """
    groups: dict[tuple[object, ...], list[Leaf]] = {}
    for child in parent.children:
        if child.repeats > 1 and child.end > child.first:
            for leaf in marks.leaves[child.first : child.end]:
                groups.setdefault(_place(leaf, child), []).append(leaf)
    for leaves in groups.values():
        if len(leaves) > 1:
            mean = _mean(leaves)
            for leaf in leaves:
                if not leaf.marks & _FIXED and (leaf.score < 0) != (mean < 0):
                    _set(leaf, mean)


def _place(leaf: Leaf, top: Region) -> tuple[object, ...]:
    """The signatures from a leaf's region up to the twin it stands in."""
    path: list[object] = [top.signature]
    region: Region | None = leaf.region
    while region is not None and region is not top:
        path.append(region.signature)
        region = region.parent
    return tuple(path)


def _mean(leaves: list[Leaf]) -> float:
    weights = [min(leaf.words, _WORDS_CAP) + 1 for leaf in leaves]
    return sum(max(-_CLIP, min(_CLIP, leaf.score)) * weight for leaf, weight in zip(leaves, weights, strict=True)) / sum(weights)


def _set(leaf: Leaf, score: float) -> None:
    leaf.score = score
    leaf.marks = leaf.marks | Mark.LOW if score < 0 else leaf.marks & ~Mark.LOW
