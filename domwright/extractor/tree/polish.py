"""What is mended on the finished tree: headings in list items, double bullets, orphans, repeats, ends."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from domwright.extractor.marks.phrases import phrase_group
from domwright.extractor.marks.rules.phrases import LABELS
from domwright.extractor.serialize.plain import block_text, inline_text
from domwright.extractor.tree.blocks import (
    Block,
    Break,
    DefinitionList,
    FootnoteDefinition,
    Heading,
    Image,
    Inline,
    Link,
    ListBlock,
    ListItem,
    MathBlock,
    Paragraph,
    Quote,
    Strong,
    Table,
    ThematicBreak,
)
from domwright.extractor.tree.inlines import only_images

_URL_ONLY = re.compile(r"(?:https?://|www\.)\S+")
_REPEAT_CAP = 3  # a short text that stands this often is a widget or a call to action
_REPEAT_WORDS = 8
_CALL_CHARACTERS = 200  # a longer paragraph is no button
_COPY_CHARACTERS = 20  # a shorter text may be said twice: "Parameters", "Example"


def polish(blocks: Sequence[Block], said_by: Collection[str] = ()) -> tuple[Block, ...]:
    """The same blocks, mended and trimmed. `said_by`: texts that may be said again, since each names who posted."""
    mended = list(_mended(blocks))
    return tuple(_trimmed(list(_Repeats(mended, said_by).without(mended))))


def _mended(blocks: Iterable[Block], *, in_list: bool = False) -> Iterable[Block]:
    for block in blocks:
        if isinstance(block, ListBlock):
            yield from _list(block)
        elif isinstance(block, Quote):
            children = tuple(_mended(block.children, in_list=in_list))
            if children:
                yield replace(block, children=children)
        elif isinstance(block, DefinitionList):
            yield from _definitions(block)
        elif isinstance(block, Heading) and in_list:
            # "- ### Title" is valid CommonMark but no reader of Markdown wants an outline entry for every card.
            yield Paragraph((Strong(_unwrapped(block.children)),), block.origin)
        elif isinstance(block, Paragraph):
            if not _is_orphan(block) and not _is_call(block):
                yield _without_orphan_lines(block)
        elif not _is_orphan(block):
            yield block


def _unwrapped(nodes: tuple[Inline, ...]) -> tuple[Inline, ...]:
    return nodes[0].children if len(nodes) == 1 and isinstance(nodes[0], Strong) else nodes


def _is_orphan(block: Block) -> bool:
    """A paragraph or heading that says nothing: only punctuation, or only an address."""
    if not isinstance(block, Paragraph | Heading):
        return False
    if only_images(block.children):
        return isinstance(block, Heading) or not block.children
    text = inline_text(block.children).strip()
    if not any(map(str.isalnum, text)):
        return not any(ord(char) > 0x2BFF for char in text)  # emoji and scripts without letters stay
    return bool(_URL_ONLY.fullmatch(text))


def _is_call(block: Paragraph) -> bool:
    """Whether a paragraph is only a button's label, or a link that asks to read on ("Read more"): a teaser's end, no content."""
    if not block.children:
        return False
    text = inline_text(block.children)
    if len(text) > _CALL_CHARACTERS:
        return False
    if text.strip().casefold() in LABELS:
        return True
    return all(isinstance(node, Link) for node in block.children) and phrase_group(text) == "says:action"


def _without_orphan_lines(block: Paragraph) -> Paragraph:
    """A paragraph without the lines between its breaks that are only punctuation or only an address."""
    nodes = block.children
    if not any(isinstance(node, Break) for node in nodes):
        return block
    lines: list[list[Inline]] = [[]]
    for node in nodes:
        if isinstance(node, Break):
            lines.append([])
        else:
            lines[-1].append(node)
    kept = [line for line in lines if line and not _is_orphan(Paragraph(tuple(line)))]
    joined = [node for line in kept or lines[:1] for node in (*line, Break())]
    return replace(block, children=tuple(joined[:-1]))


def _list(block: ListBlock) -> Iterable[Block]:
    items: list[ListItem] = []
    for item in block.items:
        children = tuple(_mended(item.children, in_list=True))
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
        described = tuple(kept for blocks in item.descriptions if (kept := tuple(_mended(blocks, in_list=True))))
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


class _Repeats:
    """What was said already. Later copies of a paragraph, heading, quotation or nested list go, wherever they stand.

    Short texts are judged as widgets: a paragraph of up to eight words that stands three times or more is kept once, or not at
    all when it is only a link: "60-day guarantee" in every column of prices, "View webcam" under every picture.
    Tight lists keep their items: a column of equal values is data.
    """

    def __init__(self, blocks: Sequence[Block], said_by: Collection[str]) -> None:
        self.said_by = said_by
        self.counts = Counter(key for block in blocks if (key := _key(block)))
        self.seen: set[str] = set()

    def without(self, blocks: Iterable[Block]) -> Iterable[Block]:
        """`blocks` without what was said before."""
        previous = ""
        for block in blocks:
            key = _key(block)
            if key and key not in self.said_by and (self._is_copy(block, key, previous) or self._is_widget(block, key)):
                continue
            if key:
                self.seen.add(key)
                previous = key
            yield from self._inside(block)

    def _is_copy(self, block: Block, key: str, previous: str) -> bool:
        if key not in self.seen:
            return False
        return len(key) >= _COPY_CHARACTERS or key == previous or _is_picture(block)

    def _is_widget(self, block: Block, key: str) -> bool:
        if not isinstance(block, Paragraph) or self.counts[key] < _REPEAT_CAP or len(key.split()) > _REPEAT_WORDS or _is_picture(block):
            return False
        return key in self.seen or _only_links(block.children)

    def _inside(self, block: Block) -> Iterable[Block]:
        if isinstance(block, Quote):
            children = tuple(self.without(block.children))
            if children:
                yield replace(block, children=children)
        elif isinstance(block, ListBlock) and not all(_is_plain(item) for item in block.items):
            items = tuple(ListItem(kept, item.checked) for item in block.items if (kept := tuple(self.without(item.children))))
            # What is left of an item may open with a list now.
            yield from _list(replace(block, items=items))
        elif isinstance(block, DefinitionList):
            fresh = tuple(dict.fromkeys(block.items))
            yield block if len(fresh) == len(block.items) else replace(block, items=fresh)
        else:
            yield block


def _is_plain(item: ListItem) -> bool:
    return len(item.children) == 1 and isinstance(item.children[0], Paragraph)


def _is_picture(block: Block) -> bool:
    return isinstance(block, Paragraph) and only_images(block.children)


def _key(block: Block) -> str:
    """What two blocks must share to say the same."""
    if isinstance(block, Paragraph | Heading):
        return inline_text(block.children).strip() or " ".join(_pictures(block.children))
    if isinstance(block, Quote | ListBlock | Table | DefinitionList):
        text = block_text(block)
        return f"{type(block).__name__} {text}" if len(text) >= _COPY_CHARACTERS else ""
    return ""


def _pictures(nodes: Sequence[Inline]) -> Iterable[str]:
    for node in nodes:
        if isinstance(node, Image):
            yield node.url
        elif isinstance(node, Link):
            yield from _pictures(node.children)


def _trimmed(blocks: list[Block]) -> list[Block]:
    """Take away what trails: breaks, headings without a section, paragraphs and lists that are only links.

    Not when the trailing part is more than half of the text: pages made of links (homepages, forums, listings) are that.
    """
    blocks = _without_empty_sections(blocks)
    end = len(blocks)
    while end and _trails(blocks[end - 1]):
        end -= 1
    if end < len(blocks):
        sizes = [len(block_text(block)) for block in blocks]
        if sum(sizes[end:]) > sum(sizes) / 2:
            end = len(blocks)
    start = next((at for at, block in enumerate(blocks) if not isinstance(block, ThematicBreak)), end)
    return blocks[start:end]


def _without_empty_sections(blocks: list[Block]) -> list[Block]:
    found: list[Block] = []
    for block in blocks:
        if isinstance(block, ThematicBreak) and (not found or isinstance(found[-1], ThematicBreak | Heading)):
            continue
        found.append(block)
    return found


def _trails(block: Block) -> bool:
    if isinstance(block, ThematicBreak | Heading):
        return True
    if isinstance(block, Paragraph):
        return _only_links(block.children) and not only_images(block.children)
    if isinstance(block, ListBlock):
        return all(all(isinstance(child, Paragraph) and _only_links(child.children) for child in item.children) for item in block.items)
    return isinstance(block, MathBlock | FootnoteDefinition) and not block_text(block)


def _only_links(nodes: Sequence[Inline]) -> bool:
    linked = any(isinstance(node, Link) for node in nodes)
    return linked and all(isinstance(node, Link) or not any(map(str.isalnum, inline_text((node,)))) for node in nodes)
