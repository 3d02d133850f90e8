"""Accordions as disclosures: component libraries write a button that expands a panel, and say so to screen readers only (WAI-ARIA 1.2)."""

from lxml.etree import _Element as Element

from domwright.extractor.tags import HEADINGS

_SWITCHES = ("button", "div", "mat-expansion-panel-header")
_LEVELS = 3  # elements between the button, or the panel, and what holds both
_SHARE = 0.5  # a panel with more of its text in links is a menu
_MENUS = frozenset({"menu", "menubar", "listbox", "navigation", "tablist", "dialog"})
_APART = frozenset({"html", "body", "main", "article", "nav", "header", "footer", "form", "li", "table", "a"})
_PAGE = ("main", "article", "h1", "header", "footer", "nav")  # what no panel holds: a menu's button stands beside the page itself


def disclosures_by_switch(root: Element) -> None:
    """Rename what holds just a switch and its panel to `details`, and the switch's side to `summary`. One in a heading is a section already."""
    switches = [each for each in root.iter(*_SWITCHES) if "aria-expanded" in each.attrib and (each.tag == "button" or each.get("role") == "button")]
    for switch in switches:
        if switch.get("aria-haspopup") not in (None, "false"):
            continue
        sides = _sides(switch)
        if sides is not None and not _is_apart(sides[1]):
            holder, side = sides[0], sides[0][0]
            holder.tag, side.tag = "details", "summary"
            holder.set("class", f"{holder.get('class', '')} accordion")


def _sides(switch: Element) -> tuple[Element, Element] | None:
    """The nearest element that holds the switch's side and its panel's and nothing else, and the panel."""
    named = switch.get("aria-controls")
    side = switch
    for _ in range(_LEVELS):
        holder = side.getparent()
        if holder is None or holder.tag in _APART or side.tag in HEADINGS:
            return None
        if len(holder) == 2 and holder[0] is side:
            # Vuetify and Ant Design name no panel: it follows the switch.
            panel = holder[1] if named is None else _named(holder[1], named)
            return None if panel is None else (holder, panel)
        if len(holder) > 1:
            return None
        side = holder
    return None


def _named(element: Element, name: str) -> Element | None:
    """The element of that id: itself, or one that its wrappers hold."""
    found: Element | None = element
    for _ in range(_LEVELS + 1):
        if found is None or found.get("id") == name:
            return found
        found = found[0] if len(found) else None
    return None


def _is_apart(panel: Element) -> bool:
    """Whether a panel is a menu, or the page itself beside a menu's button."""
    if panel.get("role") in _MENUS or next(panel.iter(*_PAGE), None) is not None:
        return True
    said = sum(len(text.strip()) for text in panel.itertext())
    linked = sum(len(text.strip()) for link in panel.iter("a") for text in link.itertext())
    return linked > _SHARE * said
