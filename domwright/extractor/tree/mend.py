"""What is mended block by block: headings in list items, double bullets, orphan punctuation, buttons, trails of parents, lists for layout."""

import re
from collections.abc import Iterable
from dataclasses import replace

from domwright.extractor.marks.phrases import phrase_group
from domwright.extractor.marks.rules.phrases import HOMES, LABELS, POINTERS
from domwright.extractor.serialize.plain import inline_text
from domwright.extractor.tree.adjacent import whole_lists, whole_tables
from domwright.extractor.tree.blocks import (
    Block,
    Break,
    DefinitionList,
    Emphasis,
    Heading,
    Inline,
    Link,
    ListBlock,
    ListItem,
    Paragraph,
    Quote,
    Strong,
    ThematicBreak,
)
from domwright.extractor.tree.bullets import bulleted
from domwright.extractor.tree.inlines import only_images
from domwright.extractor.tree.stamps import is_stamp

_URL_ONLY = re.compile(r"(?:https?://|www\.)\S+")
_STEP = re.compile(r"\s*[»›→>]\s*|\s+/\s+")
_HERE = re.compile(r"^(?:you are here|vous êtes ici|sie sind hier|estás aquí|ti trovi in)\s*:?\s*", re.I)
_STEP_WORDS = 8
_PLACEHOLDER = re.compile(r"(?:\{\{[^{}]*\}\}\s*)+")  # what a client-side template would have filled: "{{ post.error }}"
_AROUND_LABELS = " .…»›→>▼▾+?"
_AROUND_POINTERS = " \n\xa0:：|→>»–-."
_CALL_CHARACTERS = 200  # a longer paragraph is no button


def mended(blocks: Iterable[Block], *, in_list: bool = False) -> Iterable[Block]:
    """`blocks` without those that say nothing, the others as CommonMark wants them, typed lists as lists, pieces of one as one."""
    for block in whole_tables(whole_lists(bulleted(blocks))):
        if isinstance(block, ListBlock):
            yield from mended_list(block)
        elif isinstance(block, Quote):
            children = tuple(mended(block.children, in_list=in_list))
            if children:
                yield replace(block, children=children)
        elif isinstance(block, DefinitionList):
            yield from _definitions(block)
        elif isinstance(block, Heading) and in_list:
            # "- ### Title" is valid CommonMark but no reader of Markdown wants an outline entry for every card.
            yield Paragraph((Strong(_unwrapped(block.children)),), block.origin)
        elif isinstance(block, Paragraph):
            if not _says_nothing(block) and (left := _without_orphan_lines(block)):
                yield left
        elif not (isinstance(block, Heading) and _is_orphan(block, inline_text(block.children).strip())):
            yield block


def _says_nothing(block: Paragraph) -> bool:
    """Whether a paragraph is only punctuation, an address, a button's label, a pointer elsewhere, a trail of parents, or a stamp."""
    text = inline_text(block.children)
    if _is_orphan(block, text.strip()):
        return True
    return (len(text) <= _CALL_CHARACTERS and (_is_call(block, text) or _is_trail(block, text) or is_stamp(text))) or _is_pointer(block)


def _unwrapped(nodes: tuple[Inline, ...]) -> tuple[Inline, ...]:
    return nodes[0].children if len(nodes) == 1 and isinstance(nodes[0], Strong) else nodes


def _is_orphan(block: Paragraph | Heading, text: str) -> bool:
    """A paragraph or heading that says nothing: only punctuation, only an address, or only a template's placeholder."""
    if only_images(block.children):
        return isinstance(block, Heading) or not block.children
    if not any(map(str.isalnum, text)):
        return not any(ord(char) > 0x2BFF for char in text)  # emoji and scripts without letters stay
    return bool(_URL_ONLY.fullmatch(text) or _PLACEHOLDER.fullmatch(text))


def _is_call(block: Paragraph, text: str) -> bool:
    """Whether a paragraph is only a button's label, or a link that asks to read on ("Read more"): a teaser's end, no content."""
    if not block.children:
        return False
    if text.strip(_AROUND_LABELS).casefold() in LABELS:
        return True
    return all(isinstance(node, Link) for node in block.children) and phrase_group(text) == "says:action"


def _is_pointer(block: Paragraph) -> bool:
    """Whether a paragraph only points to another article: "Related: …", where the rest is a link."""
    said, linked = _outside_links(block.children)
    return linked and len(said) <= _CALL_CHARACTERS and said.strip(_AROUND_POINTERS).casefold() in POINTERS


def _outside_links(nodes: Iterable[Inline]) -> tuple[str, bool]:
    """What is said outside links, and whether there are any."""
    said, linked = "", False
    for node in nodes:
        if isinstance(node, Link):
            linked = True
        elif isinstance(node, Strong | Emphasis):
            inner, inside = _outside_links(node.children)
            said, linked = said + inner, linked or inside
        else:
            said += inline_text((node,))
    return said, linked


def _is_trail(block: Paragraph, text: str) -> bool:
    """Whether a paragraph is the trail of a page's parents, where a theme prints it without any class: "Home » Walks » The river path"."""
    steps = _STEP.split(_HERE.sub("", text))
    linked = any(isinstance(node, Link) for node in block.children)
    return (
        len(steps) > (1 if linked else 2)
        and steps[0].strip().casefold() in HOMES
        and all(0 < len(step.split()) <= _STEP_WORDS for step in steps[1:-1])
    )


def _without_orphan_lines(block: Paragraph) -> Paragraph | None:
    """A paragraph without the lines between its breaks that are only punctuation or only an address; None when none is left."""
    nodes = block.children
    if not any(isinstance(node, Break) for node in nodes):
        return block
    lines: list[list[Inline]] = [[]]
    for node in nodes:
        if isinstance(node, Break):
            lines.append([])
        else:
            lines[-1].append(node)
    kept = [line for line in lines if line and not _is_orphan(Paragraph(tuple(line)), inline_text(line).strip())]
    joined = [node for line in kept for node in (*line, Break())]
    return replace(block, children=tuple(joined[:-1])) if joined else None


def mended_list(block: ListBlock) -> Iterable[Block]:
    """A list whose items open with text; none when nothing is left of it."""
    items: list[ListItem] = []
    for item in block.items:
        children = tuple(mended(item.children, in_list=True))
        while children and isinstance(children[0], ThematicBreak):
            children = children[1:]
        # An item that opens with a list would be written "- - text": the inner items take its place.
        if children and isinstance(children[0], ListBlock):
            items.extend(children[0].items)
            children = children[1:]
            if children and items:
                items[-1] = ListItem(items[-1].children + children, items[-1].checked)
        elif children:
            items.append(ListItem(children, item.checked))
    if items:
        yield replace(block, items=tuple(items))


def _definitions(block: DefinitionList) -> Iterable[Block]:
    items = []
    for item in block.items:
        described = tuple(kept for blocks in item.descriptions if (kept := tuple(mended(blocks, in_list=True))))
        if item.term and described:
            items.append(replace(item, descriptions=described))
            continue
        # A term without description, or the other way round, is a paragraph: themes use dl for layout.
        if items:
            yield replace(block, items=tuple(items))
            items = []
        if item.term:
            yield Paragraph(item.term, block.origin)
        for blocks in described:
            yield from blocks
    if items:
        yield replace(block, items=tuple(items))
