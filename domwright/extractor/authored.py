"""Leaves inside what a documentation generator or wiki marks as its author's text: all of it is content but its chrome."""

from collections.abc import Iterable

from domwright.extractor.marks.regions import Leaf, Mark, Marks, Region
from domwright.extractor.marks.rules.belonging import PERMALINKS

_OUT = Mark.CHROME | Mark.FIRM | Mark.HIDDEN | Mark.DENSE
# Three words of ten must be kept already: a home page in the same frame is made of links and slogans.
_SHARE = 0.3
_HEADINGS = ("h1", "h2", "h3", "h4")
_LEAST_HEADINGS = 2


def authored(marks: Marks, kept: list[bool]) -> Iterable[Leaf]:
    """The dropped leaves of bodies of which enough is kept already, chrome apart."""
    for body in _bodies(marks):
        leaves = [leaf for leaf in marks.leaves[body.first : body.end] if not leaf.marks & _OUT]
        if sum(leaf.words for leaf in leaves if kept[leaf.index]) >= _SHARE * sum(leaf.words for leaf in leaves):
            yield from (leaf for leaf in leaves if not kept[leaf.index] and leaf.region.tag != "button")


def _bodies(marks: Marks) -> Iterable[Region]:
    """Regions whose class says so, and the smallest one around headings that link to themselves in a generator's way."""
    yield from (region for region in marks.regions if region.hints and region.hints.authored)
    headings = [region for region in marks.regions if region.tag in _HEADINGS and region.end > region.first and _is_linked(region)]
    if len(headings) >= _LEAST_HEADINGS:
        around = headings[0].parent
        while around is not None and around.end < headings[-1].end:
            around = around.parent
        if around is not None:
            yield around


def _is_linked(heading: Region) -> bool:
    """Whether a heading holds a link to itself: by the class generators give it, or by its address (mdBook, MDN, rehype-autolink-headings)."""
    own = heading.element.get("id")
    return any(
        (own and link.get("href") == f"#{own}") or not PERMALINKS.isdisjoint((link.get("class") or "").split()) for link in heading.element.iter("a")
    )
