"""Leaves that go with kept ones because the markup says so: summaries of disclosures, parts of admonitions, notes, names of code blocks."""

from collections.abc import Iterable

from domwright.extractor.marks.phrases import phrase_group
from domwright.extractor.marks.regions import Leaf, Mark, Marks, Region
from domwright.extractor.metadata.dates import iso_day
from domwright.extractor.tags import HEADINGS
from domwright.extractor.tree.code import is_code_table, is_lines
from domwright.extractor.tree.footnotes import NOTE_ROLES, answered, note_id, region_around
from domwright.extractor.tree.tables import names_columns

_OUT = Mark.CHROME | Mark.FIRM | Mark.HIDDEN | Mark.DENSE
_NOTES = NOTE_ROLES | {"doc-endnotes"}
# How many leaves away, on both sides, kept text may stand from an admonition or a run of code blocks amid it.
_REACH = 10
_PROSE_WORDS = 8
_ITEM_LEAVES = 3
_DAY_WORDS, _SECTIONS = 4, frozenset({"h2", "h3", "h4"})
_LINK_SHARE = 0.3
_SENTENCE_WORDS, _SENTENCE_ENDS = 3, (".", "!", "?", ":", "。", "！", "？")
_QUESTION_MARKS = ("?", "？", "؟", "\u037e")  # the last is the Greek one


def with_belonging(marks: Marks, kept: list[bool]) -> list[bool]:
    """`kept`, with what belongs to the kept leaves; what is marked as chrome stays dropped."""
    found = list(kept)
    for leaf in _parts(marks, kept):
        found[leaf.index] = True
    # After the rest: a heading, or the label of a tab, may stand above what was just found to belong.
    for region in marks.regions:
        if (region.tag in HEADINGS and _heads(marks, region, found)) or (region.tag == "summary" and _labels(marks, region, found)):
            for leaf in _inside(marks, region):
                found[leaf.index] = True
    for leaf in marks.leaves[1:-1]:
        before = marks.leaves[leaf.index - 1]
        if found[leaf.index] or not found[before.index]:
            continue
        if (found[leaf.index + 1] and (_is_sentence(leaf) or _is_day(leaf, before))) or (_announces(before) and not leaf.marks & _OUT):
            found[leaf.index] = True
    return found


def _labels(marks: Marks, summary: Region, kept: list[bool]) -> bool:
    """Whether a summary is the first of what its panel holds, and any words below it are kept."""
    panel = summary.parent
    if panel is None or panel.children[0] is not summary:
        return False
    return any(kept[leaf.index] and leaf.words for leaf in marks.leaves[summary.end : panel.end])


def _is_sentence(leaf: Leaf) -> bool:
    """Whether a leaf is a sentence without links: between two kept blocks it is the text of a short section ("Reads a gauge.")."""
    return leaf.words >= _SENTENCE_WORDS and not leaf.links and not leaf.marks & _OUT and leaf.text.endswith(_SENTENCE_ENDS)


def _is_day(leaf: Leaf, before: Leaf) -> bool:
    """Whether a leaf is only a day below a heading of its own: releases in a changelog, entries of a diary."""
    if leaf.words > _DAY_WORDS or leaf.links or leaf.marks & _OUT or before.region.tag not in _SECTIONS or before.links:
        return False
    return bool(iso_day(leaf.text))


def _announces(leaf: Leaf) -> bool:
    """Whether a leaf is a sentence that what follows ends: "The pay range for this role is:"."""
    return leaf.words >= _SENTENCE_WORDS and leaf.text.endswith((":", "："))


def _parts(marks: Marks, kept: list[bool]) -> Iterable[Leaf]:
    referred: set[str] | None = None
    yield from _answers(marks, kept)
    for region in marks.regions:
        if region.end == region.first or all(kept[region.first : region.end]):
            continue
        hints = region.hints
        if region.tag == "details":
            yield from _disclosed(marks, region, kept)
        elif region.tag == "li":
            yield from _rest_of_item(marks, region, kept)
        elif _is_whole(region):
            if _is_amid(region, kept):
                yield from _inside(marks, region)
        elif hints and hints.caption:
            if region.end < len(kept) and kept[region.end] and _is_code(marks.leaves[region.end]):
                # Buttons ("Copy", "Wrap lines") stand beside the name.
                yield from (leaf for leaf in _inside(marks, region) if leaf.region.tag != "button" and phrase_group(leaf.text) != "says:action")
        elif region.role in _NOTES or (hints and hints.note):
            referred = _referred(marks) if referred is None else referred
            yield from _notes(marks, region, referred)


def _answers(marks: Marks, kept: list[bool]) -> Iterable[Leaf]:
    """Notes below kept text that lead back to their number."""
    for _, note, _ in answered(marks):
        region = region_around(marks, note)
        if region is not None and any(kept[: region.first]):
            yield from _inside(marks, region)


def _is_whole(region: Region) -> bool:
    """Whether all of a region is kept or none: admonitions, code in whatever frame, tables that name their columns."""
    hints, tag = region.hints, region.tag
    if tag == "table":
        # A table of links is a board's list of other threads.
        few_links = region.link_size < _LINK_SHARE * region.size
        return is_code_table(region.element) or (few_links and names_columns(region.element))
    return tag == "pre" or (hints is not None and (hints.unit or (tag == "ol" and is_lines(region.element))))


def _rest_of_item(marks: Marks, item: Region, kept: list[bool]) -> Iterable[Leaf]:
    """What a short list item says besides what is kept of it: a name and its explanation in two elements."""
    if not item.links and item.end - item.first <= _ITEM_LEAVES and any(kept[item.first : item.end]):
        yield from (leaf for leaf in _inside(marks, item) if not leaf.links and leaf.region.tag != "button" and not phrase_group(leaf.text))


def _is_code(leaf: Leaf) -> bool:
    """Whether a leaf is a code block or the first line of one."""
    region: Region | None = leaf.region
    for _ in range(4):
        if region is None or region.tag == "pre":
            break
        region = region.parent
    return region is not None and region.tag == "pre"


def _heads(marks: Marks, heading: Region, kept: list[bool]) -> bool:
    """Whether a heading stands directly above kept text. One that is a link heads prose: cards of shops have a price below theirs."""
    if heading.end >= len(kept) or not kept[heading.end]:
        return False
    below = marks.leaves[heading.end]
    return below.region.tag not in HEADINGS and (2 * heading.link_size <= heading.size or below.words >= _PROSE_WORDS)


def _disclosed(marks: Marks, details: Region, kept: list[bool]) -> Iterable[Leaf]:
    """The summary of a disclosure whose content is kept, and the answer to a question that is kept; shops fold their terms in the same way."""
    first = details.children[0] if details.children else None
    if first is None or first.tag != "summary" or first.end == first.first:
        return
    if any(kept[first.end : details.end]):
        yield from _inside(marks, first)
    elif marks.leaves[first.end - 1].text.endswith(_QUESTION_MARKS) and (any(kept[first.first : first.end]) or _is_amid(details, kept)):
        yield from _inside(marks, details, folded=True)


def _notes(marks: Marks, region: Region, referred: set[str]) -> Iterable[Leaf]:
    """The notes in a region that the text refers to."""
    for note in (region, *_descendants(region)):
        if note_id(note.element) in referred:
            yield from _inside(marks, note)


def _descendants(region: Region) -> Iterable[Region]:
    for child in region.children:
        yield child
        yield from _descendants(child)


def _inside(marks: Marks, region: Region, *, folded: bool = False) -> Iterable[Leaf]:
    # Types in a signature are links: code is no menu.
    code = region.tag == "pre"
    out = _OUT & ~Mark.DENSE if code else _OUT & ~Mark.HIDDEN if folded else _OUT
    return (leaf for leaf in marks.leaves[region.first : region.end] if not leaf.marks & out and (code or any(map(str.isalnum, leaf.text))))


def _is_amid(region: Region, kept: list[bool]) -> bool:
    if not any(kept[max(0, region.first - _REACH) : region.first]):
        # At its beginning: the first cell of a notebook.
        return region.main and region.tag == "pre" and any(kept[region.end : region.end + _REACH])
    # At the end of the text: only inside main content, or inside the same container as the text before it.
    first = region.parent.first if region.parent is not None else region.first
    return region.main or any(kept[region.first : region.end + _REACH]) or any(kept[first : region.first])


def _referred(marks: Marks) -> set[str]:
    """The ids that links of the page lead to."""
    return {href[1:] for element in marks.elements if element.tag == "a" and (href := element.get("href") or "").startswith("#")}
