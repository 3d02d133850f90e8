"""Tabs: every label above its own panel, where a text that is read from top to bottom needs it ("Linux", "npm", "Specifications")."""

from collections.abc import Iterable

from lxml import etree
from lxml.etree import _Element as Element

from domwright.extractor.tags import HEADINGS
from domwright.extractor.text import squeeze

_PANELS = frozenset({"div", "section", "article"})
_FEWEST = 2


def labels_above_panels(root: Element) -> None:
    """Move the labels of tabs into their panels, as summaries.

    Only where each of them has a panel of its own: by the ids of WAI-ARIA's tabs, or by count where labels of radio buttons stand
    before as many siblings (MkDocs, VitePress).
    """
    for tabs in _groups(root):
        for label, panel in tabs:
            if _place(squeeze("".join(label.itertext())), _tag(label), panel):
                _empty(label)


def _groups(root: Element) -> Iterable[list[tuple[Element, Element]]]:
    panels = _panels(root)
    if panels:
        for bar in list(root.iterfind(".//*[@role='tablist']")):
            labels = [each for each in bar.iter() if each.get("role") == "tab"]
            yield from _paired(labels, [panels.get(_named(label), panels.get(label.get("id") or "")) for label in labels])
    for first in [each for each in root.iter("label") if _is_first(each)]:
        bar = first.getparent()
        frame = bar.getnext() if bar is not None else None
        if bar is not None and frame is not None:
            yield from _paired(list(bar.iterchildren("label")), list(frame.iterchildren(etree.Element)))


def _panels(root: Element) -> dict[str, Element]:
    """The panels by their own ids and by those of their tabs."""
    found = {}
    for panel in root.iterfind(".//*[@role='tabpanel']"):
        for name in (panel.get("id"), panel.get("aria-labelledby")):
            if name:
                found[name] = panel
    return found


def _named(label: Element) -> str:
    """The id of the panel that a tab shows."""
    link = label if label.tag == "a" else next(label.iter("a"), label)
    return label.get("aria-controls") or link.get("aria-controls") or (link.get("href") or "").removeprefix("#")


def _is_first(label: Element) -> bool:
    """Whether a label of a radio button is the first of several in their own element."""
    bar = label.getparent()
    if bar is None or label.get("for") is None or next(bar.iterchildren("label"), None) is not label:
        return False
    labels = list(bar.iterchildren("label"))
    if len(labels) < _FEWEST or not all(each.tag in ("label", "input") for each in bar):
        return False
    inputs = (*bar.iterchildren("input"), *bar.itersiblings("input", preceding=True))
    return {each.get("for") for each in labels} <= {each.get("id") for each in inputs if each.get("type") == "radio"}


def _paired(labels: list[Element], panels: list[Element | None]) -> Iterable[list[tuple[Element, Element]]]:
    """Labels with their panels, if every one has its own beside it, not inside it."""
    pairs = [
        (label, panel)
        for label, panel in zip(labels, panels, strict=False)
        if panel is not None and panel.tag in _PANELS and label not in panel.iterancestors() and panel not in label.iterancestors()
    ]
    if len(pairs) == len(labels) == len({id(panel) for _, panel in pairs}) == len(panels) >= _FEWEST:
        yield pairs


def _tag(label: Element) -> str:
    """What a label becomes: the heading that it is or stands in (tabs that are an accordion on phones), else a summary."""
    parent = label.getparent()
    inside = next(label.iter(*HEADINGS), None)
    if inside is not None:
        return str(inside.tag)
    return str(parent.tag) if parent is not None and parent.tag in HEADINGS else "summary"


def _place(label: str, tag: str, panel: Element) -> bool:
    """Put a label above what its panel says; whether it need not stand at its own place any more.

    Not where the panel's heading says the same, nor numbers, the dots of a carousel. It stays where the panel has no text yet.
    """
    first = next(filter(None, map(squeeze, panel.itertext())), "")
    if not first:
        return False
    if first != label and any(map(str.isalpha, label)):
        summary = etree.Element(tag)
        summary.text = label
        summary.tail, panel.text = panel.text, None
        panel.insert(0, summary)
    return True


def _empty(label: Element) -> None:
    label.text = None
    for child in list(label):
        label.remove(child)
