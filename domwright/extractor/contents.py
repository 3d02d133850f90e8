"""Tables of contents: what a page's own headings say already. One that leads to other pages is a book's content."""

from collections.abc import Iterable

from domwright.extractor.marks.regions import Leaf, Marks, Region
from domwright.extractor.marks.rules.belonging import CONTENTS_TITLES
from domwright.extractor.tags import HEADINGS, ROUTES

_LISTS = frozenset({"ul", "ol", "p", "td"})
_LEAST = 3  # links of a list without a name: fewer may be a sentence's
_KNOWN, _KNOWN_TABS = 0.7, 0.5  # share of such a list's links that repeat a heading; labels of tabs count their contents ("Reviews (2)")


def contents(marks: Marks, kept: list[bool]) -> Iterable[Leaf]:
    """The kept leaves of lists that only lead to places on this page, with their title."""
    headings: frozenset[str] | None = None
    for region in marks.regions:
        named = region.hints is not None and region.hints.contents
        if not (named or region.tag in _LISTS) or not any(kept[region.first : region.end]):
            continue
        links = _links(region)
        if not links:
            continue
        if not named:
            headings = _headings(marks) if headings is None else headings
            tabs = region.role == "tablist"  # whose panels have headings that say the same
            if len(links) < (2 if tabs else _LEAST) or sum(link in headings for link in links) < (_KNOWN_TABS if tabs else _KNOWN) * len(links):
                continue
        first = region.first
        if first and marks.leaves[first - 1].text.rstrip(" :").casefold() in CONTENTS_TITLES:
            first -= 1
        yield from (leaf for leaf in marks.leaves[first : region.end] if kept[leaf.index])


def _links(region: Region) -> list[str]:
    """What the links in a region say, if all lead to places on the page and they are most of what it says."""
    links = list(region.element.iter("a"))
    if not links or not all(_is_here(link.get("href") or "") for link in links):
        return []
    said = [" ".join("".join(link.itertext()).split()) for link in links]
    # A wrapper of the whole page may bear the name, too.
    return said if 2 * sum(map(len, said)) >= region.size else []


def _is_here(href: str) -> bool:
    return href.startswith("#") and not href.startswith(ROUTES)


def _headings(marks: Marks) -> frozenset[str]:
    return frozenset(" ".join(leaf.text for leaf in marks.leaves[region.first : region.end]) for region in marks.regions if region.tag in HEADINGS)
