"""The side table: leaves (runs of text of one block element) and regions (block elements), in document order."""

from typing import Final

from lxml.etree import _Element as Element

from domwright.extractor.marks.hints import Hints
from domwright.extractor.marks.rules.rule import Rule


class Mark:
    """What a pass noticed about an element, as bits. Plain ints: an IntFlag's operators took a ninth of the extractor's time."""

    MAIN: Final = 1
    CHROME: Final = 2
    FIRM: Final = 4
    DENSE: Final = 8
    HIDDEN: Final = 16
    LOW: Final = 32


class Region:
    """One block element with the totals of its subtree. Sizes in UTF-8 bytes; leaves `first` to `end` are inside."""

    __slots__ = (
        "children",
        "depth",
        "element",
        "end",
        "first",
        "headings",
        "hidden",
        "hints",
        "holds_main",
        "leaf",
        "link_size",
        "links",
        "main",
        "marks",
        "panel",
        "parent",
        "repeats",
        "role",
        "rule",
        "short_links",
        "sibling_after",
        "signature",
        "size",
        "tag",
        "words",
    )

    def __init__(self, element: Element, tag: str, parent: "Region | None", first: int) -> None:
        self.element = element
        self.tag = tag
        self.parent = parent
        self.depth: int = parent.depth + 1 if parent else 0
        self.first = self.end = first
        self.size = self.link_size = self.links = self.short_links = self.headings = self.words = 0
        self.children: list[Region] = []
        self.repeats = 1
        self.signature: tuple[str, tuple[str, ...]] = (tag, ())
        self.hints: Hints | None = None
        self.leaf: Leaf | None = None
        self.role = ""
        self.rule: Rule | None = None
        self.marks = 0
        self.main: bool = parent.main if parent else False
        self.hidden: str = parent.hidden if parent else ""
        self.panel: bool = parent.panel if parent else False
        self.sibling_after = False
        self.holds_main = False


class Leaf:
    """The inline content that belongs to one block element directly. `rule` is the first one that would discard it."""

    __slots__ = ("index", "link_size", "links", "marks", "pieces", "region", "rule", "score", "size", "text", "words")

    def __init__(self, region: Region, index: int) -> None:
        self.region = region
        self.index = index
        self.pieces: list[str] = []
        self.text = ""
        self.size = self.link_size = self.links = self.words = 0
        self.marks = 0
        self.rule = ""
        self.score = 0.0


class Marks:
    """Everything that was noticed about one tree. Keyed by the element object, which keeps lxml's proxies alive."""

    __slots__ = ("answered", "elements", "flow", "leaf_of", "leaves", "region_of", "regions", "unseen")

    def __init__(self, elements: list[Element]) -> None:
        self.elements = elements
        self.unseen: set[Element] = set()
        # Notes by what `tree.footnotes.answered` finds, once it was asked.
        self.answered: tuple[tuple[str, Element, str], ...] | None = None
        self.flow: set[Element] = set()
        self.regions: list[Region] = []
        self.leaves: list[Leaf] = []
        self.region_of: dict[Element, Region] = {}
        self.leaf_of: dict[Element, Leaf] = {}

    def release(self) -> None:
        """Undo the reference cycles between regions, so that a page's memory is freed at once.

        The elements go last and from the end: lxml climbs from a freed element to the next ancestor that is still held.
        """
        for region in self.regions:
            region.parent = region.leaf = None
            region.children.clear()
        self.answered = None
        for held in (self.unseen, self.regions, self.leaves, self.region_of, self.leaf_of, self.flow, self.elements):
            held.clear()
