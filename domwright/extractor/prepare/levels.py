"""Lists whose depth stands in their class alone: Google Docs writes every level of a nested list as a list of its own."""

import re

from lxml.etree import _Element as Element

_LEVEL = re.compile(r"(?:^|\s)lst-[\w.]+-(\d)(?:\s|$)")


def nest_by_class(root: Element) -> None:
    """Put every list of a deeper level into the last item of the one directly above it, and join those that go on."""
    levels: list[tuple[int, Element]] = []
    for element in list(root.iter("ul", "ol")):
        names = element.get("class")
        match = _LEVEL.search(names) if names else None
        if match is None:
            continue
        level = int(match[1])
        if not levels or not _is_next(levels[0][1], element):
            levels = [(level, element)]
            continue
        while len(levels) > 1 and levels[-1][0] > level:
            levels.pop()
        above, below = levels[-1]
        item = next(below.iterchildren("li", reversed=True), None)
        levels[0][1].tail, element.tail = element.tail, None
        if level > above and item is not None:
            item.append(element)
            levels.append((level, element))
        else:
            below.extend(list(element))
            parent = element.getparent()
            if parent is not None:
                parent.remove(element)


def _is_next(first: Element, element: Element) -> bool:
    return element.getprevious() is first and not (first.tail or "").strip() and first.tag == element.tag
