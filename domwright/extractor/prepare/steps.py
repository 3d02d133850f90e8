"""Steps as ordered lists: component libraries and page builders write them as siblings that begin with their number."""

import re

from lxml import etree
from lxml.etree import _Element as Element

_NUMBERED = frozenset({"div", "span", "p", "b", "strong", "i", "h2", "h3", "h4", "h5", "h6"})
_STEPS = frozenset({"div", "section", "article"})
_NAMED = re.compile(r"steps?(?![a-z])", re.I)  # sections of a landing page and tabs are numbered, too
_LEVELS = 5  # elements between a number and the step that it opens
_FEWEST = 2
_LETTERS = 6  # a step says more than its number: the links of a pager do not


def steps_as_list(root: Element) -> None:
    """Put siblings of one class that open with 1, 2, … into an ordered list, without the numbers."""
    for number in [each for each in root.iter(*_NUMBERED) if each.text and each.text.strip(" \n\t.") == "1" and not len(each)]:
        run = _run(number)
        if len(run) >= _FEWEST:
            _as_list(run)


def _run(number: Element) -> list[tuple[Element, Element]]:
    """The steps that begin with the one that `number` opens, each with the element of its number; none where it opens no step."""
    step: Element | None = number
    for _ in range(_LEVELS):
        step = step.getparent() if step is not None else None
        if step is None or step.tag not in _STEPS or _opening(step) is not number:
            return []
        if _NAMED.search(step.get("class") or "") and (following := step.getnext()) is not None and _is_step(step, following, 2):
            break
    else:
        return []
    found: list[tuple[Element, Element]] = []
    each: Element | None = step
    while each is not None and (opening := _opening(each)) is not None and _is_step(step, each, len(found) + 1):
        found.append((each, opening))
        each = each.getnext()
    return found


def _is_step(first: Element, each: Element, number: int) -> bool:
    if each.tag != first.tag or each.get("class") != first.get("class"):
        return False
    opening = _opening(each)
    if opening is None or (opening.text or "").strip(" \n\t.") != str(number):
        return False
    return sum(sum(map(str.isalpha, text)) for text in each.itertext()) >= _LETTERS


def _opening(step: Element) -> Element | None:
    """The element that holds the first text of a step."""
    for each in step.iter("*"):
        if (each.text or "").strip():
            return each
        if each is not step and (each.tail or "").strip():
            return None
    return None


def _as_list(run: list[tuple[Element, Element]]) -> None:
    first = run[0][0]
    parent = first.getparent()
    if parent is None or parent.tag in ("ol", "ul", "li", "table", "tr"):
        return
    around = etree.Element("ol")
    parent.insert(parent.index(first), around)
    for step, number in run:
        around.tail, step.tail = step.tail, None
        around.append(step)
        step.tag, number.text = "li", None
