"""Which elements are footnotes, and the label each gets."""

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from lxml.etree import _Element as Element

from domwright.extractor.marks.regions import Marks, Region
from domwright.extractor.serialize.plain import inline_text
from domwright.extractor.tags import HEADINGS
from domwright.extractor.tree.blocks import Block, FootnoteDefinition, FootnoteReference, Heading, Inline, Paragraph, Text

_CONTAINER = frozenset({"references", "reflist"})
NOTE_ROLES = frozenset({"doc-footnote", "doc-endnote", "doc-biblioentry"})
_NOTE_ID = re.compile(r"^(?:user-content-)?(?:_footnotedef|fn|footnote|note|cite_note|endnote|_ftn|sdfootnote)[-:_.]?", re.I)
_BACK = re.compile(r"#(?:user-content-)?_?(?:fnref|footnoteref|cite_ref|ftnref)")
_LONGEST_LABEL = 30
_OWN_NUMBER = re.compile(r"[\[(]?(?:\d{1,4}|[*†‡§])[\])]?[.:]?")
# What is left of a note's number when the link in it is gone: "[] ", ". ".
_OPENING = re.compile(r"(?:\[\s*\]|\(\s*\)|[.:])\s+")
_STARTS = re.compile(r"[\[(]?(\d{1,4}|[*†‡§])[\])]?[.:]?\s+")
_PAIRS = frozenset({("[", "]"), ("(", ")")})
_LABEL = re.compile(r"[^\w-]+")
_FIRST = frozenset({"a", "sup", "span", "b", "strong"})
_SHORTEST = 2  # "#" leads to the top
_MOST_WORDS = 200  # a longer text is a section
_STEPS = 4  # elements between a link back and the note it stands in


@dataclass(frozen=True, slots=True)
class Footnotes:
    """The kept footnotes of a page. labels: by the id that links lead to; backs: the ids that links in notes lead back to."""

    labels: dict[str | None, str] = field(default_factory=dict)
    backs: frozenset[str] = frozenset()


def footnotes(marks: Marks, counts: list[int]) -> Footnotes:
    """The kept footnotes of a page: those in containers that say so, and those that numbers lead to."""
    labels = _labels(marks, counts)
    given = set(labels.values())
    backs: set[str] = set()
    for name, note, back in answered(marks):
        inside = region_around(marks, note)
        if inside is not None and counts[inside.end] > counts[inside.first]:
            _give(name, labels, given)
            if back:
                backs.add(back)
    return Footnotes(labels, frozenset(backs))


def answered(marks: Marks) -> tuple[tuple[str, Element, str], ...]:
    """Id, element and way back of the notes that superscript numbers lead to, or that lead back to their number: handwritten pages, Word, Texinfo."""
    if marks.answered is None:
        marks.answered = tuple(_answered(marks))
    return marks.answered


def _answered(marks: Marks) -> Iterable[tuple[str, Element, str]]:
    referred: dict[str, set[str]] = {}
    raised: set[str] = set()
    found: set[str] = set()
    for link in marks.elements[0].iter("a"):
        href = link.get("href")
        if not href or href[0] != "#" or len(href) < _SHORTEST:
            continue
        target = href[1:]
        for each, _ in zip(chain((link,), link.iterancestors()), range(_STEPS if referred else 0), strict=False):
            name = _name(each)
            if name in referred and target in referred[name]:
                if _is_note(marks, each, raised=name in raised):
                    found.add(name)
                    yield name, each, target
                break
        if _OWN_NUMBER.fullmatch("".join(link.itertext()).strip()):
            referred.setdefault(target, set()).update(_places(link))
            if link.find("sup") is not None or getattr(link.getparent(), "tag", "") == "sup":
                raised.add(target)
    if raised - found:
        yield from ((name, note, "") for name, note in _led_to(marks, raised - found))


def _led_to(marks: Marks, names: set[str]) -> Iterable[tuple[str, Element]]:
    """The notes among what superscript numbers lead to, without a way back: numbered, or named as notes."""
    for element in marks.elements[0].iter("li", "p", "div", "aside", "dd", "a", "span", "sup"):
        name = _name(element)
        if name not in names:
            continue
        region = region_around(marks, element)
        if region is None or not _is_note(marks, element, raised=False):
            continue
        around = region.parent
        if _NOTE_ID.match(name) or (element.tag == "li" and around is not None and around.tag == "ol") or _STARTS.match(_opening(region)):
            yield name, element


def _opening(region: Region) -> str:
    return next((text for text in region.element.itertext() if not text.isspace()), "").lstrip() + " "


def _is_note(marks: Marks, element: Element, *, raised: bool) -> bool:
    """Whether what leads back is a note and no section of a numbered list of contents: short, without headings.

    A heading is one if it is only the number of a note that a superscript leads to (Texinfo).
    """
    region = region_around(marks, element)
    if region is None or region.words > _MOST_WORDS:
        return False
    if region.tag in HEADINGS:
        return raised and bool(_OWN_NUMBER.fullmatch("".join(region.element.itertext()).strip()))
    return not region.headings


def region_around(marks: Marks, element: Element) -> Region | None:
    """The innermost block element that an element is or stands in."""
    return next((region for each in chain((element,), element.iterancestors()) if (region := marks.region_of.get(each)) is not None), None)


def _places(link: Element) -> Iterable[str]:
    """The ids by which a note may lead back to its number: on the link, in it, or on the superscript around it."""
    around = link.getparent()
    inline = (around,) if around is not None and around.tag in ("sup", "span") else ()
    return (name for each in (link, *link, *inline) if (name := _name(each)))


def _name(element: Element) -> str:
    return element.get("id") or (element.get("name") or "" if element.tag == "a" else "")


def _labels(marks: Marks, counts: list[int]) -> dict[str | None, str]:
    """Label by id of the notes in containers that say that they hold notes."""
    labels: dict[str | None, str] = {}
    given: set[str] = set()
    for region in marks.regions:
        element = region.element
        if not _is_container(region):
            continue
        for note in element.iter("li", "div", "p", "aside", "dd"):
            name = note.get("id") or ""
            inside = marks.region_of.get(note)
            kept = inside is not None and counts[inside.end] > counts[inside.first]
            if (
                name
                and kept
                and (
                    note.get("role") in NOTE_ROLES or (note is not element and (_NOTE_ID.match(name) or (note.tag == "li" and _is_set_apart(region))))
                )
            ):
                _give(name, labels, given)
        number = _number(element)
        if number is not None and counts[region.end] > counts[region.first]:
            _give(number.get("id") or "", labels, given)
    return labels


def note_id(element: Element, labels: Container[str | None] = ()) -> str:
    """The id by which links lead to an element: its own, or that of the number it begins with (Substack, Word)."""
    number = _number(element)
    own = element.get("id") or (number.get("id") or "" if number is not None else "")
    if not labels or own in labels:
        return own
    first = None if (element.text or "").strip(" [(") else next(iter(element), None)
    while first is not None and first.tag in _FIRST:
        if _name(first) in labels:
            return _name(first)
        first = None if (first.text or "").strip(" [(") else next(iter(first), None)
    return own


def _number(element: Element) -> Element | None:
    first = next(iter(element), None)
    return first if first is not None and first.tag == "a" and _NOTE_ID.match(first.get("id") or "") else None


def _is_container(region: Region) -> bool:
    return region.role == "doc-endnotes" or _is_set_apart(region) or (region.hints is not None and not _CONTAINER.isdisjoint(region.hints.words))


def _is_set_apart(region: Region) -> bool:
    """Whether a region holds notes and nothing else; "references" are a company's customers, too."""
    return region.hints is not None and region.hints.note


def _give(name: str, labels: dict[str | None, str], given: set[str]) -> None:
    """Give an id its label, unless it has one."""
    if name in labels:
        return
    label = _LABEL.sub("-", _NOTE_ID.sub("", name)).strip("-")
    if not label or len(label) > _LONGEST_LABEL:  # WordPress numbers its notes by UUID
        label = str(len(labels) + 1)
    labels[name] = label if label not in given else f"{label}-{len(labels) + 1}"
    given.add(labels[name])


def reference(href: str, labels: dict[str | None, str]) -> str:
    """The label an anchor refers to, "" when it leads to no footnote of this page."""
    return labels.get(href[1:], "") if href.startswith("#") else ""


def is_back(href: str) -> bool:
    """Whether a link in a note only leads back to where the note is referred to."""
    return bool(_BACK.match(href))


def without_label(blocks: tuple[Block, ...], label: str) -> tuple[Block, ...]:
    """The blocks of a note without its own number or label, which stands before it as text ("[1]", "1.", "[Lee1998]")."""
    first = blocks[0] if blocks else None
    if isinstance(first, Paragraph):
        said = inline_text(first.children)
        if len(blocks) > 1 and (_OWN_NUMBER.fullmatch(said) or not said.strip("[]().: ") or said.strip("[]").casefold() == label.casefold()):
            return blocks[1:]
        opening = first.children[0] if first.children else None
        if isinstance(opening, Text):
            left, number = _OPENING.match(opening.value), _STARTS.match(opening.value)
            if number and (label.endswith(number[1]) or not number[1].isdigit()):
                left = number
            if left:
                return (replace(first, children=(Text(opening.value[left.end() :]), *first.children[1:])), *blocks[1:])
    return blocks


def under_numbers(blocks: list[Block]) -> list[Block]:
    """The blocks with notes that are only a number so far joined by what stands below them, up to the next note or heading."""
    found: list[Block] = []
    joins = False
    for block in blocks:
        last = found[-1] if found else None
        if isinstance(block, FootnoteDefinition | Heading):
            joins = isinstance(block, FootnoteDefinition) and not block.children
        elif joins and isinstance(last, FootnoteDefinition):
            found[-1] = replace(last, children=(*last.children, block))
            continue
        found.append(block)
    return [block for block in found if not isinstance(block, FootnoteDefinition) or block.children]


def bare(nodes: Sequence[Inline]) -> Iterable[Inline]:
    """Inline nodes without the pairs of brackets that pages print around the numbers of notes."""
    found = list(nodes)
    for at in range(1, len(found) - 1):
        before, after = found[at - 1], found[at + 1]
        if not isinstance(found[at], FootnoteReference) or not isinstance(before, Text) or not isinstance(after, Text):
            continue
        if (before.value[-1:], after.value[:1]) in _PAIRS:
            found[at - 1], found[at + 1] = Text(before.value[:-1]), Text(after.value[1:])
    return found
