"""Roles as elements: component libraries write headings, tables and lists as divs and say what they are to screen readers only.

React Native for the web writes every page so; grids of MUI, AG Grid and Angular Material are divs with rows and cells as roles.
Roles by WAI-ARIA 1.2.
"""

import re

from lxml import etree
from lxml.etree import _Element as Element

from domwright.extractor.tags import HEADINGS

_ROLES = etree.XPath("//div[@role] | //span[@role]")
# What Angular Material and Ionic call headings and lists.
_CARD_TITLES, _LISTS = ("mat-card-title", "ion-card-title"), ("mat-list", "ion-list")
_TABLES = frozenset({"table", "grid", "treegrid"})
_CELLS = {"cell": "td", "gridcell": "td", "columnheader": "th", "rowheader": "th"}
_FEWEST = 2  # rows from which a grid is a table, and items from which a list is one
_LEVEL = re.compile(r"(?:^|\s)h([1-6])(?:\s|$)")
_LEVELS = range(2, 7)  # the first level is the page's title, which its title element tells as well
_IN_ITEMS = frozenset({"span", "a", "b", "strong", "em", "i", "code", "br", "time", "sub", "sup", "small"})


def elements_by_role(root: Element) -> None:
    """Rename the divs and spans that are headings, data tables or plain lists by their role."""
    for element in list(root.iter(*_CARD_TITLES)):
        element.tag = "h2"
    for element in list(root.iter(*_LISTS)):
        _list(element)
    for element in _ROLES(root):
        role = element.get("role", "").strip().lower()
        if role == "heading":
            _heading(element)
        elif role in _TABLES:
            _table(element)
        elif role == "list" and element.tag == "div":
            _list(element)


def _heading(element: Element) -> None:
    named = _LEVEL.search(element.get("class") or "")  # Bootstrap's; the second is the level that WAI-ARIA assumes
    level = element.get("aria-level") or (named[1] if named else "2")
    parent = element.getparent()
    if element.tag == "div" and level.isdecimal() and int(level) in _LEVELS and (parent is None or parent.tag not in HEADINGS):
        element.tag = f"h{int(level)}"


def _table(element: Element) -> None:
    if any(each.get("role") in _TABLES for each in element.iterdescendants("div")):
        return
    rows = _rows(element)
    if len(rows) < _FEWEST or sum(map(len, rows.values())) < 2 * len(rows):
        return
    element.tag = "table"
    for row, cells in rows.items():
        # What stands between a grid and its rows scrolls them: a table in HTML has its rows directly.
        element.append(row)
        row.tag = "tr"
        for cell in cells:
            row.append(cell)
            if "aria-colspan" in cell.attrib:
                cell.set("colspan", cell.get("aria-colspan", ""))
            cell.tag = _CELLS[cell.get("role", "")]


def _rows(grid: Element) -> dict[Element, list[Element]]:
    """The rows of a grid with their cells, in one pass. A grid with fixed columns writes every row in two or three parts."""
    rows: dict[Element, list[Element]] = {}
    whole: dict[str, Element] = {}
    row: Element | None = None
    for each in grid.iter("div", "span"):
        role = each.get("role", "")
        if role == "row" and each.tag == "div":
            index = each.get("aria-rowindex")
            row = whole.setdefault(index, each) if index else each
            rows.setdefault(row, [])
        elif role in _CELLS and row is not None:
            rows[row].append(each)
    return rows


def _list(element: Element) -> None:
    """A list whose items hold no blocks, or that numbers its steps. One of cards stays as it is, since its cards have headings."""
    items = [child for child in element if child.get("role") == "listitem"]
    if len(items) < _FEWEST or len(items) < len(element):
        return
    numbers = [next((each for each in item.iter() if (each.text or "").strip()), item) for item in items]
    if all((each.text or "").strip() == str(at) and each is not item for at, (each, item) in enumerate(zip(numbers, items, strict=True), 1)):
        element.tag = "ol"
        for each in numbers:
            each.text = None
    elif any(each.tag not in _IN_ITEMS for item in items for each in item.iterdescendants()):
        return
    else:
        element.tag = "ul"
    for item in items:
        item.tag = "li"
