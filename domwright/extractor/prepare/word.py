"""Lists that Word saves as paragraphs: their kind and depth stand in a style of Word's own (`mso-list:l0 level2 lfo1`)."""

import re

from lxml import etree
from lxml.etree import _Element as Element

_LEVEL = re.compile(r"mso-list:\s*(l\d+)\s+level(\d)")
_MARKS = etree.XPath(".//span[contains(@style, 'mso-list') and contains(@style, 'gnore')]")
_NUMBER = re.compile(r"\(?(?:\d{1,3}|[a-zA-Z]|[ivxlcIVXLC]{1,6})[.)]")


def lists_of_word(root: Element) -> None:
    """Put runs of such paragraphs into lists, the deeper ones into the item above. A numbered heading stays one."""
    levels: list[tuple[int, Element]] = []
    last: Element | None = None
    for paragraph in list(root.iter("p")):
        style = paragraph.get("style")
        match = _LEVEL.search(style) if style else None
        mark = next(iter(_MARKS(paragraph)), None) if match else None
        if match is None or mark is None:
            continue
        if not levels or paragraph.getprevious() is not levels[0][1] or (levels[0][1].tail or "").strip():
            levels, last = [], None
        level = int(match[2])
        kind = "ol" if _NUMBER.fullmatch("".join(mark.itertext()).strip()) else "ul"
        _place(paragraph, level, kind, levels, last)
        _drop(mark)
        last = paragraph


def _place(paragraph: Element, level: int, kind: str, levels: list[tuple[int, Element]], last: Element | None) -> None:
    while levels and levels[-1][0] > level and len(levels) > 1:
        levels.pop()
    if levels and (levels[-1][0] >= level and levels[-1][1].tag == kind):
        around = levels[-1][1]
    else:
        around = etree.Element(kind)
        deeper = bool(levels) and level > levels[-1][0] and last is not None
        if deeper and last is not None:
            last.append(around)
        else:
            paragraph.addprevious(around)
            levels.clear()
        levels.append((level, around))
    tail, paragraph.tail = paragraph.tail, None
    around.append(paragraph)
    levels[0][1].tail = tail
    paragraph.tag = "li"


def _drop(mark: Element) -> None:
    """Take a list's typed mark out, with the space of its own font behind it."""
    parent = mark.getparent()
    if parent is None:
        return
    if (mark.tail or "").strip():
        mark.addprevious(etree.Element("wbr"))
        before = mark.getprevious()
        if before is not None:
            before.tail = mark.tail
    parent.remove(mark)
