"""Lines that only the style keeps apart, unrendered: posts and descriptions in `white-space: pre-wrap`. The snapshot writes its own breaks."""

from lxml import etree
from lxml.etree import _Element as Element

_KEPT = etree.XPath(
    "//*[contains(@style, 'pre-wrap') or contains(@style, 'pre-line') or contains(@class, 'whitespace-pre-')]"
    "[not(ancestor-or-self::pre or ancestor-or-self::code or ancestor-or-self::textarea or self::script)]"
)
_CLASSES = frozenset({"whitespace-pre-wrap", "whitespace-pre-line"})  # Tailwind's


def breaks_for_lines(root: Element) -> None:
    """Put a `br` for every line break in the text of elements whose style keeps them."""
    for element in _KEPT(root):
        names, style = (element.get("class") or "").split(), element.get("style") or ""
        if not ("pre-" in style and "white-space" in style) and _CLASSES.isdisjoint(names):
            continue
        for each in list(element.iter("*")):
            if each.tag in ("pre", "code", "br"):
                continue
            _break_text(each)
            for child in list(each):
                _break_tail(child)


def _break_text(element: Element) -> None:
    lines = (element.text or "").strip("\n").split("\n")
    if len(lines) > 1 and any(map(str.strip, lines)):
        element.text = lines[0]
        for line in reversed(lines[1:]):
            element.insert(0, _broken(line))


def _break_tail(child: Element) -> None:
    lines = (child.tail or "").rstrip("\n").split("\n")
    if len(lines) > 1 and any(map(str.strip, lines)):
        child.tail = None
        for line in reversed(lines[1:]):
            child.addnext(_broken(line))
        child.tail = lines[0]


def _broken(line: str) -> Element:
    new = etree.Element("br")
    new.tail = line
    return new
