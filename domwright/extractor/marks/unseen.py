"""Inline elements that no reader sees: answers to hovers, texts for scripts, remarks for screen readers. Blocks have marks of their own."""

import re

from lxml.etree import _Element as Element

from domwright.extractor.marks.rules.hidden import HIDDEN_STYLE

# What our snapshot writes on elements the browser did not show; see project/rendering.
SNAPSHOT_HIDDEN = "data-domwright-hidden"
_STYLE = re.compile(HIDDEN_STYLE, re.I)
# Letters that fade in one by one have no opacity until the page is scrolled: they are a headline.
_SNAPSHOT = frozenset({"display", "visibility", "clip", "template"})
# A longer text is the rest of a paragraph behind "read more".
_LONGEST_WORDS = 12


def is_unseen(element: Element) -> bool:
    """Whether an inline element says up to a dozen words and is not shown; formulas are, in another way."""
    return _is_hidden(element) and _is_remark(element)


def _is_hidden(element: Element) -> bool:
    found = element.get(SNAPSHOT_HIDDEN)
    if found is not None:
        return found in _SNAPSHOT
    hidden = element.get("hidden")
    if hidden is not None:
        return bool(hidden != "until-found")
    style: str | None = element.get("style")
    return style is not None and _STYLE.search(style) is not None


def _is_remark(element: Element) -> bool:
    said = "".join(element.itertext()).split()
    return 0 < len(said) <= _LONGEST_WORDS and all(inner.tag != "math" for inner in element.iter())
