"""Short texts between kept prose on a page that holds little else: values, labels and one-line answers of small applications.

A short text scores low wherever it stands, which is right for a portal with hundreds of them. Where a container of fifty texts
holds the whole page, what stands between its paragraphs was put there by the author.
"""

from collections.abc import Iterable

from domwright.extractor.marks.phrases import phrase_group
from domwright.extractor.marks.regions import Leaf, Mark, Marks, Region
from domwright.extractor.metadata.dates import iso_day

_OUT = Mark.CHROME | Mark.FIRM | Mark.HIDDEN | Mark.DENSE
_MOST_LEAVES = 50  # of the smallest container around everything kept
_MOST_SHARE = 0.3  # of the kept words: more than that is something else, a form or a list of cards
_LEAST_SCORE = -3.0
_PROSE_WORDS = 12
_LINE_WORDS = 8
_COUNT = "0123456789 "


def between(marks: Marks, kept: list[bool]) -> Iterable[Leaf]:
    """The dropped leaves between the first and the last kept prose of a small page, unless they are buttons, menus, dates or interface phrases."""
    said = [leaf for leaf in marks.leaves if kept[leaf.index] and leaf.size]
    prose = [leaf.index for leaf in said if leaf.words >= _PROSE_WORDS and 2 * leaf.link_size <= leaf.size]
    if not prose:
        return
    around = _container(said[0].region, said[-1].index)
    if around.end - around.first > _MOST_LEAVES:
        return
    found = [leaf for leaf in marks.leaves[prose[0] : prose[-1]] if not kept[leaf.index] and _is_said(leaf)]
    if sum(leaf.words for leaf in found) <= _MOST_SHARE * sum(leaf.words for leaf in said):
        yield from found


def _container(region: Region, last: int) -> Region:
    while region.end <= last and region.parent is not None:
        region = region.parent
    return region


def _is_said(leaf: Leaf) -> bool:
    text = leaf.text
    return (
        not leaf.marks & _OUT
        and leaf.region.tag != "button"
        and leaf.score > _LEAST_SCORE
        and 2 * leaf.link_size <= leaf.size
        and (any(map(str.isalpha, text)) or _is_value(leaf))
        and not phrase_group(text.lstrip(_COUNT))
        and not (leaf.words <= _LINE_WORDS and iso_day(text))
    )


def _is_value(leaf: Leaf) -> bool:
    """Whether a number stands in one container with a label of its own: figures of dashboards."""
    region = leaf.region
    while region.parent is not None and region.parent.end - region.parent.first == 1:
        region = region.parent
    around = region.parent
    return around is not None and around.end - around.first == 2 and around.words > leaf.words
