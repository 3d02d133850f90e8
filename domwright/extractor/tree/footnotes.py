"""Which elements are footnotes, and the label each gets."""

import re
from dataclasses import replace

from lxml.etree import _Element as Element

from domwright.extractor.marks.regions import Marks, Region
from domwright.extractor.serialize.plain import inline_text
from domwright.extractor.tree.blocks import Block, Paragraph, Text

_CONTAINER = frozenset({"references", "reflist"})
NOTE_ROLES = frozenset({"doc-footnote", "doc-endnote", "doc-biblioentry"})
_NOTE_ID = re.compile(r"^(?:user-content-)?(?:_footnotedef|fn|footnote|note|cite_note|endnote|_ftn|sdfootnote)[-:_.]?", re.I)
_BACK = re.compile(r"#(?:user-content-)?_?(?:fnref|footnoteref|cite_ref|ftnref)")
_LONGEST_LABEL = 30
_OWN_NUMBER = re.compile(r"\[?(?:\d{1,4}|[*†‡§])\]?\.?")
_LABEL = re.compile(r"[^\w-]+")


def footnote_labels(marks: Marks, counts: list[int]) -> dict[str | None, str]:
    """Label by the id that links lead to, for every kept footnote of the page."""
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


def note_id(element: Element) -> str:
    """The id by which links lead to an element: its own, or that of the number it begins with (Substack)."""
    number = _number(element)
    return element.get("id") or (number.get("id") or "" if number is not None else "")


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
        if len(blocks) > 1 and (_OWN_NUMBER.fullmatch(said) or said.strip("[]").casefold() == label.casefold()):
            return blocks[1:]
        opening = first.children[0] if first.children else None
        if isinstance(opening, Text) and opening.value.startswith(". "):
            return (replace(first, children=(Text(opening.value[2:]), *first.children[1:])), *blocks[1:])
    return blocks
