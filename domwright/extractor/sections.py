"""Headings whose whole section was dropped: of comments, cards and forms only the name would stay."""

from collections.abc import Iterable

from domwright.extractor.marks.regions import Leaf, Mark, Marks
from domwright.extractor.tags import HEADINGS

_TITLE = "h1"  # the page's own stays whatever is below it
_WORDS = 6  # a longer heading says something by itself, as one with a link does, or one of a run of cards


def bare_headings(marks: Marks, kept: list[bool]) -> Iterable[Leaf]:
    """The kept headings below the first level that name a section of which a rule dropped all."""
    heading_of = {leaf.index: leaf.region.tag for leaf in marks.leaves if leaf.region.tag in HEADINGS and leaf.size}
    for at, level in heading_of.items():
        if kept[at] and level != _TITLE and _only_names(marks.leaves[at]) and _is_bare(marks, kept, at, _section_end(marks, heading_of, at, level)):
            yield marks.leaves[at]


def _only_names(leaf: Leaf) -> bool:
    parent = leaf.region.parent
    return leaf.words <= _WORDS and not leaf.links and leaf.region.repeats < 3 and (parent is None or parent.repeats < 3)


def _section_end(marks: Marks, heading_of: dict[int, str], at: int, level: str) -> int:
    """Where the section of the heading ends: at the next one of its level or above, or with its container."""
    container = marks.leaves[at].region.parent
    while container is not None and container.end <= at + 1:
        container = container.parent
    end = container.end if container is not None else at + 1
    return next((later for later in range(at + 1, end) if heading_of.get(later, "h9") <= level), end)


def _is_bare(marks: Marks, kept: list[bool], at: int, end: int) -> bool:
    said = [leaf for leaf in marks.leaves[at + 1 : end] if leaf.size]
    return bool(said) and all(leaf.marks & Mark.CHROME for leaf in said) and not any(kept[at + 1 : end])
