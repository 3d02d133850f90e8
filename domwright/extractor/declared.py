"""Leaves that the page's own JSON-LD says, too: steps of a recipe, answers of a FAQ, the body of an article."""

import re
from collections.abc import Iterable
from html import unescape
from itertools import islice
from typing import Any

from domwright.extractor.marks.regions import Leaf, Mark, Marks
from domwright.extractor.metadata.json_ld import Node, types_of
from domwright.extractor.text import words

# What each type says in its own words; a description is often written for search engines and stands nowhere on the page.
_BODIES = {
    **dict.fromkeys(("Article", "NewsArticle", "BlogPosting", "TechArticle", "Report", "LiveBlogPosting"), ("articleBody",)),
    "Recipe": ("recipeIngredient", "ingredients", "recipeInstructions", "description"),
    "FAQPage": ("mainEntity",),
    "HowTo": ("step", "steps", "supply", "tool"),
    "JobPosting": ("description",),
    "Event": ("description",),
}
# Keys of nested nodes that hold text, and those that hold nodes.
_TEXTS, _NODES = ("text", "name", "description"), ("itemListElement", "acceptedAnswer", "suggestedAnswer", "steps", "step")
_TAG = re.compile(r"<[^>]{0,500}>")
_MOST, _MOST_LEAVES = 200_000, 2_000  # characters of what is declared, leaves that are looked for in it
_LEAST_WORDS = 2
_OUT = Mark.CHROME | Mark.FIRM | Mark.HIDDEN


def declared(marks: Marks, nodes: tuple[Node, ...], kept: list[bool]) -> Iterable[Leaf]:
    """The dropped leaves, chrome apart, whose whole text stands in what the page declares."""
    told = [text for node in nodes for kind in types_of(node) for key in _BODIES.get(kind, ()) for text in _texts(node.get(key), 0)]
    if not told:
        return
    # The bar, which is in no word: a leaf is not pieced together from two values.
    said = " | ".join(["", *(" ".join(words(_TAG.sub(" ", unescape(text[:_MOST])))) for text in told), ""])[:_MOST]
    asked = (leaf for leaf in marks.leaves if not kept[leaf.index] and leaf.words >= _LEAST_WORDS and not leaf.marks & _OUT)
    yield from (leaf for leaf in islice(asked, _MOST_LEAVES) if f" {' '.join(words(leaf.text))} " in said)


def _texts(value: Any, depth: int) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list) and depth < 6:
        for each in value:
            yield from _texts(each, depth + 1)
    elif isinstance(value, dict) and depth < 6:
        for key in _TEXTS:
            if isinstance(value.get(key), str):
                yield value[key]
        for key in _NODES:
            yield from _texts(value.get(key), depth + 1)
