"""Recipes and instructions in JSON-LD: what is needed, then the steps in their sections."""

import re
from collections.abc import Iterable
from typing import Any

from domwright.extractor.fallback.fragments import blocks_of
from domwright.extractor.fallback.parts import each_of, listed, nodes_of, title, values
from domwright.extractor.metadata.json_ld import Node, text_of, types_of
from domwright.extractor.options import Options
from domwright.extractor.tree.blocks import Block, Heading, ListBlock, ListItem, Paragraph, Strong, Text

_DURATION = re.compile(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?")
_DEPTH = 5  # sections in sections; deeper ones are left out
_TIMES = (("Preparation", "prepTime"), ("Cooking", "cookTime"), ("Time", "totalTime"))


def recipe(node: Node, options: Options) -> Iterable[Block]:
    """A recipe: description, servings and times, ingredients, instructions."""
    yield from title(node)
    yield from blocks_of(node.get("description"), options)
    yield from values((("Servings", node.get("recipeYield")), *((name, _duration(node.get(key))) for name, key in _TIMES)))
    yield from _section("Ingredients", node.get("recipeIngredient") or node.get("ingredients"))
    yield from _instructions(node.get("recipeInstructions"), options)


def how_to(node: Node, options: Options) -> Iterable[Block]:
    """Instructions: description, time, supplies, tools, steps."""
    yield from title(node)
    yield from blocks_of(node.get("description"), options)
    yield from values([("Time", _duration(node.get("totalTime")))])
    yield from _section("Supplies", node.get("supply"))
    yield from _section("Tools", node.get("tool"))
    yield from _instructions(node.get("step") or node.get("steps"), options)


def _section(name: str, value: Any) -> Iterable[Block]:
    items = [text for each in each_of(value) if (text := text_of(each))]
    if items:
        yield Heading(2, (Text(name),))
        yield from listed(items)


def _duration(value: Any) -> str:
    """An ISO 8601 duration as people write it ("1 h 30 min"), other texts as they are."""
    text = text_of(value)
    match = _DURATION.fullmatch(text)
    parts = zip(match.groups(), ("d", "h", "min"), strict=True) if match else ()
    return " ".join(f"{int(number)} {unit}" for number, unit in parts if number and int(number)) if match else text


def _instructions(value: Any, options: Options) -> Iterable[Block]:
    blocks = list(_parts(value, options, _DEPTH))
    if blocks:
        yield Heading(2, (Text("Instructions"),))
        yield from blocks


def _parts(value: Any, options: Options, depth: int) -> Iterable[Block]:
    """Lists of steps, those of a named section below its name."""
    steps: list[tuple[Block, ...]] = []
    for each in each_of(value) if depth else ():
        if isinstance(each, dict) and "HowToSection" in types_of(each):
            yield from _numbered(steps)
            steps = []
            if name := text_of(each.get("name")):
                yield Heading(3, (Text(name),))
            yield from _parts(each.get("itemListElement") or each.get("steps"), options, depth - 1)
        else:
            steps.extend(_steps(each, options, depth))
    yield from _numbered(steps)


def _numbered(steps: list[tuple[Block, ...]]) -> Iterable[Block]:
    if steps:
        yield ListBlock(tuple(ListItem(step) for step in steps), start=1)


def _steps(value: Any, options: Options, depth: int) -> Iterable[tuple[Block, ...]]:
    if isinstance(value, str):
        yield from ((block,) for block in blocks_of(value, options))
    elif isinstance(value, list):
        for each in value if depth else ():
            yield from _steps(each, options, depth - 1)
    elif isinstance(value, dict):
        inner = value.get("itemListElement") or value.get("steps") or value.get("step")
        step = _directions(inner, options) if inner else blocks_of(value.get("text") or value.get("description"), options)
        name = text_of(value.get("name"))
        # Many editors fill the name with the beginning of the text.
        if name and not _opens(step, name):
            step = (Paragraph((Strong((Text(name),)) if step else Text(name),)), *step)
        if step:
            yield step


def _directions(value: Any, options: Options) -> tuple[Block, ...]:
    """The directions and tips of one step."""
    found: list[Block] = []
    for each in each_of(value):
        found.extend(blocks_of(each, options) if isinstance(each, str) else ())
    for node in nodes_of(value):
        found.extend(blocks_of(node.get("text") or node.get("name"), options))
    return tuple(found)


def _opens(step: tuple[Block, ...], name: str) -> bool:
    first = step[0] if step else None
    said = first.children[0] if isinstance(first, Paragraph) and first.children else None
    return isinstance(said, Text) and said.value.startswith(name.rstrip(" .…"))
