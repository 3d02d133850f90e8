"""Which elements are footnotes, and the label each gets."""

import re

from domwright.extractor.marks.regions import Marks, Region

_CONTAINER = frozenset({"footnotes", "endnotes", "references", "reflist", "footnote"})
_NOTE_ID = re.compile(r"^(?:user-content-)?(?:fn|footnote|note|cite_note|endnote|_ftn|sdfootnote)[-:_.]?", re.I)
_LABEL = re.compile(r"[^\w-]+")


def footnote_labels(marks: Marks, counts: list[int]) -> dict[str | None, str]:
    """Label by element id, for every kept footnote of the page."""
    labels: dict[str | None, str] = {}
    for region in marks.regions:
        element = region.element
        if not _is_container(region):
            continue
        for note in element.iter("li", "div", "p", "aside", "dd"):
            name = note.get("id") or ""
            inside = marks.region_of.get(note)
            kept = inside is not None and counts[inside.end] > counts[inside.first]
            if note is not element and kept and _NOTE_ID.match(name):
                labels.setdefault(name, _label(name, labels))
    return labels


def _is_container(region: Region) -> bool:
    return region.role == "doc-endnotes" or (region.hints is not None and not _CONTAINER.isdisjoint(region.hints.words))


def _label(name: str, labels: dict[str | None, str]) -> str:
    label = _LABEL.sub("-", _NOTE_ID.sub("", name)).strip("-") or str(len(labels) + 1)
    return label if label not in labels.values() else f"{label}-{len(labels) + 1}"


def reference(href: str, labels: dict[str | None, str]) -> str:
    """The label an anchor refers to, "" when it leads to no footnote of this page."""
    return labels.get(href[1:], "") if href.startswith("#") else ""
