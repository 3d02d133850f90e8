"""Lists whose items print their own number: steps of tutorials and recipes, references of journals."""

import re
from collections.abc import Sequence
from dataclasses import replace

from domwright.extractor.serialize.plain import inline_text
from domwright.extractor.tree.blocks import ListItem, Paragraph, Text

_TYPED = re.compile(r"(\d{1,3})[.)](?!\d)\s*(?=\S)")  # "1.0" is a version
_BARE = re.compile(r"(\d{1,3})\s+(?=\S)")
_LEAST, _LEAST_BARE = 2, 4  # items; "1 egg, 2 apples, 3 pears" counts as well


def without_own_numbers(items: Sequence[ListItem], start: int | None) -> tuple[tuple[ListItem, ...], int | None]:
    """The items without the numbers they print, and the number the list starts with: one of bullets counts from then on."""
    first = 1 if start is None else start
    for pattern, least in ((None, _LEAST), (_TYPED, _LEAST), (_BARE, _LEAST_BARE)):
        if len(items) >= least:
            bare = [_without(item, str(first + at), pattern) for at, item in enumerate(items)]
            if None not in bare:
                return tuple(item for item in bare if item is not None), first
    return tuple(items), start


def _without(item: ListItem, number: str, pattern: re.Pattern[str] | None) -> ListItem | None:
    """The item without its number, None where it does not print it. No pattern: the number is a paragraph of its own."""
    opening = item.children[0] if item.children else None
    if not isinstance(opening, Paragraph) or not opening.children:
        return None
    if pattern is None:
        alone = len(item.children) > 1 and inline_text(opening.children).strip(" .):") == number
        return replace(item, children=item.children[1:]) if alone else None
    text = opening.children[0]
    match = pattern.match(text.value) if isinstance(text, Text) else None
    if match is None and isinstance(text, Text) and len(opening.children) > 1 and text.value.strip(" .)") == number:
        return replace(item, children=(replace(opening, children=opening.children[1:]), *item.children[1:]))
    if match is None or match[1] != number or not isinstance(text, Text):
        return None
    left = Text(text.value[match.end() :])
    return replace(item, children=(replace(opening, children=(left, *opening.children[1:])), *item.children[1:]))
