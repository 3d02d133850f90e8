"""Blocks of editors that draw everything with divs, as elements: Notion's public pages, Fandom's infoboxes."""

from lxml import etree
from lxml.etree import _Element as Element

_NOTION, _INFOBOX = "notion-app", "portable-infobox"
_LISTS = {"notion-bulleted_list-block": "ul", "notion-to_do-block": "ul", "notion-numbered_list-block": "ol"}
_DIGITS = 6
_CODE, _TASK = "notion-code-block", "notion-to_do-block"


def elements_by_editor(root: Element) -> None:
    """Rename what is a list, a task, code or a pair of name and value by the class its editor gives it."""
    for box in root.iter("aside"):
        if _INFOBOX in (box.get("class") or "").split():
            for element in list(box.iter("div")):
                if "pi-data" in (element.get("class") or "").split():
                    _pair(element)
    if root.find(f"./body/div[@id='{_NOTION}']") is None:
        return
    for element in list(root.iter("div")):
        names = (element.get("class") or "").split()
        kind = next((name for name in names if name in _LISTS), "")
        if kind:
            _list(element, kind)
        elif _CODE in names and "notion-selectable" in names:
            _code(element)


def _list(element: Element, kind: str) -> None:
    """One item, which Notion writes as a list of its own."""
    if len(element) != 1:
        return
    element.tag, element[0].tag = _LISTS[kind], "li"
    before = element.getprevious()
    if element.tag == "ol" and before is not None and before.tag == "ol" and kind in (before.get("class") or "").split():
        start = before.get("start", "1")
        element.set("start", str(int(start) + 1) if start.isdecimal() and len(start) < _DIGITS else "1")
    if kind == _TASK:
        _task(element[0])


def _task(item: Element) -> None:
    box = next((each for each in item.iter("div") if each.get("role") == "checkbox"), None)
    said = next((each for each in item.iter("div") if (each.text or "").strip()), None)
    if said is None:
        return
    field = etree.Element("input", {"type": "checkbox"})
    if box is not None and box.get("aria-checked") == "true":
        field.set("checked", "")
    field.tail, said.text = said.text, None
    said.insert(0, field)


def _code(element: Element) -> None:
    """A code block, with the language that its first button says."""
    inner = next((each for each in element.iterdescendants("div") if _CODE in (each.get("class") or "").split()), None)
    buttons = [each for each in element.iterdescendants("div") if each.get("role") == "button"]
    if inner is None:
        return
    inner.tag = "pre"
    if buttons:
        inner.set("data-language", " ".join("".join(buttons[0].itertext()).split()).lower())
    for button in buttons:
        parent = button.getparent()
        if parent is not None and not any(each is inner for each in button.iterdescendants()):
            parent.remove(button)


def _pair(element: Element) -> None:
    """A line of an infobox: what is told in the heading, and its value."""
    if len(element) != 2 or any(child.tag not in ("h3", "div") for child in element):
        return
    element.tag, element[0].tag, element[1].tag = "dl", "dt", "dd"
