"""Lists that are kept whole: an item that reads like a menu entry belongs to the list it stands in."""

from domwright.extractor.marks.regions import Leaf, Mark, Marks, Region

_LISTS = frozenset({"ul", "ol", "dl"})
_LAYOUT = frozenset({"article", "section", "table", "form", "nav"})
_CLIP = 4.0
_WORDS_CAP = 40


def mark_together(marks: Marks) -> None:
    """Raise the leaves of every outermost list to the mean of the list, where that is content."""
    end = 0
    for region in marks.regions:
        if region.tag in _LISTS and region.first >= end and region.end - region.first > 1 and not _is_layout(region):
            _level(marks.leaves[region.first : region.end])
            end = region.end


def _is_layout(region: Region) -> bool:
    """Whether sections or tables stand inside: then the list is a layout, and its parts are judged by themselves."""
    return any(child.tag in _LAYOUT or _is_layout(child) for child in region.children)


def _level(leaves: list[Leaf]) -> None:
    weights = [min(leaf.words, _WORDS_CAP) + 1 for leaf in leaves]
    mean = sum(max(-_CLIP, min(_CLIP, leaf.score)) * weight for leaf, weight in zip(leaves, weights, strict=True)) / sum(weights)
    if mean < 0:
        return
    for leaf in leaves:
        if leaf.score < 0 and not leaf.marks & (Mark.FIRM | Mark.HIDDEN):
            leaf.score = mean
            leaf.marks &= ~Mark.LOW
