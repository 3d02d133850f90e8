"""Leaves that go with kept ones whatever their own score: pictures, code and captions amid prose, and the page's title."""

import re
from collections.abc import Collection, Iterable
from urllib.parse import urljoin, urlsplit

from domwright.extractor.marks.regions import Leaf, Mark, Marks, Region

# How many leaves away, on both sides, kept text may stand from a picture, code block or caption amid it.
_REACH = 3
_COMPANIONS = frozenset({"pre", "figcaption", "math", "img", "picture", "dt", "dd"})
# Words on the text layers of embedded code editors, and on formulas.
_COMPANION_WORDS = frozenset({"monaco", "codemirror", "cm", "math", "arithmatex", "mathjax", "katex"})
_LINES_BEFORE, _LINES_AFTER, _LINE_WORDS = 5, 12, 20
_PRICE_REACH, _PRICE_WORDS, _CARD_LEVELS, _TWINS = 15, 8, 4, 2
_AMOUNT = r"(?:(?:US|CA|AU)?[$€£¥₹₽]\s?\d[\d.,\s]*|\d[\d.,\s]*(?:€|₽|EUR|USD|GBP|CHF|zł|kr|руб\.?))"
# A price, a range or an old and a new one, with what shops write around them: "From €9.00", "24,00 € inkl. MwSt."
_PRICE = re.compile(
    rf"(?:(?:from|now|was|price|ab|nur|desde|da|à partir de|dès|preis|prix|precio|prezzo):?\s*)?{_AMOUNT}(?:\s*[-–—/]?\s*{_AMOUNT})?"
    r"\s*(?:(?:incl|inkl|excl|zzgl|inc|ttc|ht|iva|vat|mwst|each|/)\b.{0,24})?",
    re.I,
)
_SPEC_LEVELS, _LINKED = 3, 0.2
_YEAR = re.compile(r"(?:19|20)\d\d")
_OUT = Mark.CHROME | Mark.FIRM


def with_companions(marks: Marks, kept: list[bool]) -> list[bool]:
    """`kept`, with what belongs to the kept leaves."""
    leaves = marks.leaves
    found = list(kept)
    at = 0
    while at < len(leaves):
        end = at
        while end < len(leaves) and not kept[end] and not leaves[end].marks & _OUT and _is_companion(leaves[end]):
            end += 1
        if end > at and _amid(leaves[at], end, kept):
            found[at:end] = [True] * (end - at)
        at = max(end, at + 1)
    title = title_leaf(marks, kept)
    if title is not None:
        found[title.index] = True
    for leaf in (*_price(marks, found), *_specifications(marks, found)):
        found[leaf.index] = True
    return found


def _price(marks: Marks, kept: list[bool]) -> Iterable[Leaf]:
    """The first text that is only a price soon after the kept title: a product's own, where prices of cards stand in a run of twins."""
    at = next((leaf.index for leaf in marks.leaves if kept[leaf.index] and _in_title(leaf)), -1)
    if at < 0:
        return
    for leaf in marks.leaves[at + 1 : at + 1 + _PRICE_REACH]:
        if leaf.words <= _PRICE_WORDS and not leaf.marks & _OUT and _PRICE.fullmatch(leaf.text):
            if not _repeats(leaf.region):
                yield leaf
            return


def _repeats(region: Region | None) -> bool:
    """Whether a region or one of its containers up to the card's level is one of several twins."""
    for _ in range(_CARD_LEVELS):
        if region is None:
            return False
        if region.repeats > _TWINS:
            return True
        region = region.parent
    return False


def _specifications(marks: Marks, kept: list[bool]) -> Iterable[Leaf]:
    """Leaves of dropped two-column tables without links that stand in a container of kept text: what a product page says in figures."""
    for region in marks.regions:
        if region.tag != "table" or region.marks & _OUT or region.link_size > _LINKED * region.size or any(kept[region.first : region.end]):
            continue
        rows = list(region.element.iter("tr"))
        if len(rows) < 2 or any(len(row) != 2 for row in rows):
            continue
        container = region.parent
        for _ in range(_SPEC_LEVELS):
            if container is None or container.depth < 2:
                break
            if any(kept[container.first : container.end]):
                yield from (leaf for leaf in marks.leaves[region.first : region.end] if not leaf.marks & _OUT)
                break
            container = container.parent


def _is_companion(leaf: Leaf) -> bool:
    region: Region | None = leaf.region
    if not leaf.size or leaf.region.tag in _COMPANIONS:
        return True
    for _ in range(4):
        if region is None:
            break
        if region.tag in ("blockquote", "pre", "dd"):
            return True
        if region.hints is not None and not _COMPANION_WORDS.isdisjoint(region.hints.words):
            return True
        region = region.parent
    return False


def _amid(leaf: Leaf, end: int, kept: list[bool]) -> bool:
    """Whether kept text stands near before `leaf`, and near after the run of companions that it begins."""
    at = leaf.index
    if not any(kept[max(0, at - _REACH) : at]):
        return False
    if any(kept[end : end + _REACH]):
        return True
    # At the end of the text: only inside the same container as the text before it.
    container = leaf.region.parent
    return container is not None and any(kept[container.first : at])


def title_leaf(marks: Marks, kept: list[bool]) -> Leaf | None:
    """The level-one heading of the kept text: the last one before it that is not chrome, or the page's only one inside main.

    Blog themes put it into a header of the article, where the score sees a header.
    """
    first = next((at for at, keep in enumerate(kept) if keep), None)
    if first is None:
        return None
    titles = [leaf for leaf in marks.leaves if _in_title(leaf) and leaf.size and not leaf.marks & Mark.FIRM]
    if any(kept[leaf.index] for leaf in titles):
        return None
    before = [leaf for leaf in titles if leaf.index < first and (leaf.region.main or not leaf.marks & Mark.CHROME)]
    if before:
        return before[-1]
    return titles[0] if len(titles) == 1 and titles[0].region.main else None


def headings_of(marks: Marks) -> tuple[str, ...]:
    """The texts of the level-one headings that are not chrome; of all, when only chrome has one."""
    titles = [leaf for leaf in marks.leaves if _in_title(leaf) and leaf.text]
    plain = [leaf.text for leaf in titles if not leaf.marks & _OUT]
    return tuple(plain or [leaf.text for leaf in titles])


def headings_home(marks: Marks, url: str) -> frozenset[str]:
    """The texts of the level-one headings that are nothing but a link to the site's first page, seen from another page: the name of a blog."""
    if _is_home(url):
        return frozenset()
    return frozenset(
        leaf.text for leaf in marks.leaves if _in_title(leaf) and leaf.links == 1 and leaf.link_size >= leaf.size and _leads_home(leaf, url)
    )


def _leads_home(leaf: Leaf, url: str) -> bool:
    link = next((link.get("href") for link in leaf.region.element.iter("a") if link.get("href")), None)
    if link is None and leaf.region.tag == "a":
        link = leaf.region.element.get("href")
    try:
        target = urljoin(url, link or url)
        return urlsplit(target).netloc == urlsplit(url).netloc and _is_home(target)
    except ValueError:
        return False


def _is_home(url: str) -> bool:
    parts = urlsplit(url)
    return not parts.path.strip("/") and not parts.query


def drop_headings(marks: Marks, texts: Collection[str]) -> None:
    """Mark level-one headings that are the name of the site as chrome: blogs, manuals and forums have it on every page."""
    if not texts:
        return
    for leaf in marks.leaves:
        if _in_title(leaf) and leaf.text in texts:
            leaf.marks |= _OUT
            leaf.rule = leaf.rule or "site-name"


def lines_by_title(marks: Marks) -> tuple[str, ...]:
    """Short texts around the page's title, in their order: where bylines and dates stand that no markup names."""
    leaves = marks.leaves
    at = next((leaf.index for leaf in leaves if _in_title(leaf) and leaf.text and not leaf.marks & _OUT), -1)
    near = leaves[max(0, at - _LINES_BEFORE) : at + _LINES_AFTER + 1] if at >= 0 else ()
    return tuple(leaf.text for leaf in near if 0 < leaf.words <= _LINE_WORDS and leaf.index != at and not leaf.marks & _OUT)


def dated_lines(marks: Marks) -> tuple[str, ...]:
    """Short texts anywhere but in chrome that hold a year, in their order."""
    return tuple(leaf.text for leaf in marks.leaves if 0 < leaf.words <= _LINE_WORDS and not leaf.marks & _OUT and _YEAR.search(leaf.text))


def _in_title(leaf: Leaf) -> bool:
    region = leaf.region
    return region.tag == "h1" or (region.parent is not None and region.parent.tag == "h1")
