"""What every leaf of a page shares: its lengths in steps, where the prose is, how the page is split, which texts stand twice."""

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate

from domwright.extractor.marks.regions import Leaf, Mark, Marks, Region
from domwright.extractor.tags import HEADINGS

# A leaf that is prose: the length from which sentences dominate, in words.
LONG_WORDS = 20
_LONG_LINK_SHARE = 0.3
WORD_STEPS = (1, 2, 3, 5, 8, 13, 21, 36, 61, 121)
SHARE_STEPS = (0.001, 0.1, 0.34, 0.67, 0.95)
PAGE_STEPS = (0.1, 0.25, 0.45, 0.65, 0.85)


class PageFacts:
    """Facts of one page. Lists are by leaf; a prefix list has one entry more, the sum before each leaf."""

    __slots__ = (
        "candidate",
        "first_long",
        "first_title",
        "headings",
        "kind",
        "last_long",
        "link_steps",
        "links_before",
        "long_before",
        "near",
        "repeated",
        "size_before",
        "size_steps",
        "wide",
        "words",
        "words_before",
    )

    def __init__(self, marks: Marks) -> None:
        leaves = marks.leaves
        self.size_steps = [bisect_right(WORD_STEPS, leaf.words) for leaf in leaves]
        self.link_steps = [bisect_right(SHARE_STEPS, leaf.link_size / leaf.size) if leaf.link_size else 0 for leaf in leaves]
        self.headings = [leaf.region.tag in HEADINGS for leaf in leaves]
        self.words_before = _sums(leaf.words for leaf in leaves)
        self.size_before = _sums(leaf.size for leaf in leaves)
        self.links_before = _sums(leaf.link_size for leaf in leaves)
        longs = [leaf.words >= LONG_WORDS and leaf.link_size <= _LONG_LINK_SHARE * leaf.size and not leaf.marks & Mark.CHROME for leaf in leaves]
        self.long_before = _sums(leaf.words if long else 0 for leaf, long in zip(leaves, longs, strict=True))
        positions = [at for at, long in enumerate(longs) if long]
        self.first_long = positions[0] if positions else -1
        self.last_long = positions[-1] if positions else -1
        self.first_title = next((leaf.index for leaf in leaves if leaf.region.tag == "h1" and leaf.size), -1)
        self.words = sum(leaf.words for leaf in leaves if not leaf.marks & Mark.CHROME) or 1
        self.kind = bisect_right(PAGE_STEPS, self.long_before[-1] / self.words)
        top = marks.regions[0]
        self.candidate = self._smallest(top, 0.6)
        self.wide = self._smallest(top, 0.9)
        self.near = self.candidate.parent
        self.repeated = _second_copies(leaves)

    def long_words(self, region: Region) -> int:
        """Words of prose in a region."""
        return self.long_before[region.end] - self.long_before[region.first]

    def _smallest(self, region: Region, share: float) -> Region:
        """The smallest region that holds a share of the page's prose."""
        wanted = share * self.long_before[-1]
        while wanted:
            inner = next((child for child in region.children if self.long_words(child) >= wanted), None)
            if inner is None:
                break
            region = inner
        return region


def _sums(values: Iterable[int]) -> list[int]:
    return [0, *accumulate(values)]


def _second_copies(leaves: list[Leaf]) -> set[int]:
    seen: set[str] = set()
    copies = set()
    for leaf in leaves:
        if leaf.words >= 4:
            if leaf.text in seen:
                copies.add(leaf.index)
            seen.add(leaf.text)
    return copies
