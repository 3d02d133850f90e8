"""What the builders of JSON-LD's types share: titles, lists of values, who said something and when."""

import re
from collections.abc import Iterable
from typing import Any

from domwright.extractor.metadata.json_ld import Node, text_of
from domwright.extractor.tree.blocks import Block, Heading, Inline, ListBlock, ListItem, Paragraph, Strong, Text

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


def each_of(value: Any) -> list[Any]:
    """The values of a property, which JSON-LD may give by themselves or in a list."""
    if value is None or value == "":
        return []
    return value if isinstance(value, list) else [value]


def nodes_of(value: Any) -> list[Node]:
    """The values of a property that are nodes."""
    return [each for each in each_of(value) if isinstance(each, dict)]


def title(node: Node) -> Iterable[Block]:
    """The headline or name as a heading of the first level."""
    said = text_of(node.get("headline")) or text_of(node.get("name")) or text_of(node.get("title"))
    if said:
        yield Heading(1, (Text(said),))


def listed(texts: Iterable[str]) -> Iterable[Block]:
    """A list of texts, nothing for none."""
    items = tuple(ListItem((Paragraph((Text(text),)),)) for text in texts if text)
    if items:
        yield ListBlock(items)


def values(pairs: Iterable[tuple[str, Any]]) -> Iterable[Block]:
    """A list of names with their values, those without a value left out."""
    return listed(f"{name}: {text}" for name, value in pairs if (text := text_of(value)))


def byline(node: Node) -> Iterable[Block]:
    """Who said something and when, as the posts of a thread have it."""
    name, day = text_of(node.get("author")), _DAY.match(text_of(node.get("datePublished") or node.get("dateCreated")))
    said: tuple[Inline, ...] = (Strong((Text(name),)),) if name else ()
    if day:
        said += (Text(f" · {day[0]}" if said else day[0]),)
    if name:
        yield Paragraph(said)
