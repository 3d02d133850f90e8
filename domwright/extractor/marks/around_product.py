"""What stands around the one product of a page: customers' reviews, cards of other products."""

import re
from itertools import accumulate

from domwright.extractor.marks.chrome import SIZE_GUARD, hand_down
from domwright.extractor.marks.regions import Mark, Marks, Region
from domwright.extractor.marks.rules.product import RECOMMENDED, REVIEWS
from domwright.extractor.marks.rules.rule import Rule

_WORDS = frozenset(REVIEWS.words)
_FEWEST, _CARD_WORDS, _LINKED, _PRICED = 3, 60, 0.25, 0.6
_SHELF = 0.5  # of what is no chrome
_PRICE = re.compile(r"(?:US|CA|AU)?[$€£¥₹₽]\s?\d|\d\s?(?:€|₽|EUR|USD|GBP|CHF|zł|kr\b|руб)", re.I)


def mark_around_product(marks: Marks, *, offered: bool) -> None:
    """CHROME on what a product's page says of other things and other people. `offered`: the page names its offer, not only its kind.

    Not on what holds the title: shops hang a whole page into "product-reviews-enabled".
    """
    # Titles before each leaf: a page may have thousands of them.
    titles = [0, *accumulate(leaf.region.tag == "h1" or (leaf.region.parent is not None and leaf.region.parent.tag == "h1") for leaf in marks.leaves)]
    most = SIZE_GUARD * marks.regions[0].size if marks.regions else 0
    around = [region for region in marks.regions if region.size <= most and titles[region.end] == titles[region.first]]
    for region in around:
        if _names_reviews(region):
            _drop(region, REVIEWS, marks)
    plain = sum(leaf.size for leaf in marks.leaves if not leaf.marks & Mark.CHROME)
    cards = [card for region in around if len(region.children) >= _FEWEST for card in _cards(region, marks)]
    # Some shops call their shelves products, too: there the cards are most of the page.
    if offered or sum(card.size for card in cards) <= _SHELF * plain:
        for card in cards:
            _drop(card, RECOMMENDED, marks)


def _drop(region: Region, rule: Rule, marks: Marks) -> None:
    region.rule = rule
    region.marks |= Mark.CHROME
    hand_down(region, marks)


def _names_reviews(region: Region) -> bool:
    return region.hints is not None and not _WORDS.isdisjoint(region.hints.words) and not region.holds_main and region.tag != "body"


def _cards(parent: Region, marks: Marks) -> list[Region]:
    """The members of runs of cards below `parent`: of one signature, short, linked, most of them with a price."""
    groups: dict[object, list[Region]] = {}
    for child in parent.children:
        if (
            child.repeats >= _FEWEST
            and child.links
            and not child.marks & Mark.CHROME
            and child.words <= _CARD_WORDS
            and child.link_size >= _LINKED * child.size
        ):
            groups.setdefault(child.signature, []).append(child)
    return [card for group in groups.values() if len(group) >= _FEWEST and _priced(group, marks) >= _PRICED * len(group) for card in group]


def _priced(group: list[Region], marks: Marks) -> int:
    return sum(any(_PRICE.search(leaf.text) for leaf in marks.leaves[card.first : card.end]) for card in group)
