"""Accordions as disclosures: component libraries write a button that expands a panel, and say so to screen readers only (WAI-ARIA 1.2)."""

from lxml import etree
from lxml.etree import _Element as Element

from domwright.extractor.tags import HEADINGS

_SWITCHES = etree.XPath("//*[@aria-expanded][self::button or @role='button']")
_LEVELS = 3  # elements between the button, or the panel, and what holds both
_SHARE = 0.5  # a panel with more of its text in links is a menu
_MENUS = frozenset({"menu", "menubar", "listbox", "navigation", "tablist", "dialog"})
_APART = frozenset({"html", "body", "main", "article", "nav", "header", "footer", "form", "li", "table", "a"})
_PAGE = ("main", "article", "h1", "header", "footer", "nav")  # what no panel holds: a menu's button stands beside the page itself


def disclosures_by_switch(root: Element) -> None:
    """Rename what holds just a switch and its panel to `details`, and the switch's side to `summary`. One in a heading is a section already."""
    switches = _SWITCHES(root)
    if not switches:
        return
    by_id = {element.get("id"): element for element in root.iter() if element.get("id")}
    for switch in switches:
        # Vuetify and Ant Design name no panel: it follows the switch.
        panel = by_id.get(switch.get("aria-controls")) if "aria-controls" in switch.attrib else switch.getnext()
        if panel is None or panel.get("role") in _MENUS or switch.get("aria-haspopup") not in (None, "false"):
            continue
        sides = _sides(switch, panel)
        if sides is not None and next(panel.iter(*_PAGE), None) is None and not _is_menu(panel):
            holder, side = sides
            holder.tag, side.tag = "details", "summary"
            holder.set("class", f"{holder.get('class', '')} accordion")


def _sides(switch: Element, panel: Element) -> tuple[Element, Element] | None:
    """The nearest element around both, if it holds nothing else, and its child that holds the switch."""
    around = _path(panel)
    side = switch
    for holder in _path(switch)[1:]:
        if holder.tag in _APART or side.tag in HEADINGS:
            return None
        if holder in around:
            return (holder, side) if len(holder) == 2 and side is holder[0] else None
        side = holder
    return None


def _path(element: Element) -> list[Element]:
    """An element and the nearest ones around it."""
    found = [element]
    while len(found) <= _LEVELS and (parent := found[-1].getparent()) is not None:
        found.append(parent)
    return found


def _is_menu(panel: Element) -> bool:
    said = sum(len(text.strip()) for text in panel.itertext())
    linked = sum(len(text.strip()) for link in panel.iter("a") for text in link.itertext())
    return linked > _SHARE * said
