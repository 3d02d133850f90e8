"""What is said twice: copies of blocks, and widgets that stand under every item."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from domwright.extractor.serialize.plain import block_text, inline_text
from domwright.extractor.tree.blocks import Block, DefinitionList, Heading, Image, Inline, Link, ListBlock, ListItem, Paragraph, Quote, Table
from domwright.extractor.tree.inlines import only_images, only_links
from domwright.extractor.tree.mend import mended_list

_REPEAT_CAP = 3  # a short text that stands this often is a widget or a call to action
_REPEAT_WORDS = 8
_COPY_CHARACTERS = 20  # a shorter text may be said twice: "Parameters", "Example"


def without_repeats(blocks: Sequence[Block], said_by: Collection[str]) -> list[Block]:
    """`blocks` without later copies of what was said before. `said_by`: texts that may be said again, since each names who posted."""
    return list(_Repeats(blocks, said_by).without(blocks))


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
        """`blocks` without what was said before. A heading said before goes when nothing new stands below it."""
        previous = ""
        waiting: list[Heading] = []  # said before; each is inside the section of the one before it
        dropped = False
        for block in blocks:
            key = _key(block)
            if key and key not in self.said_by and (self._is_copy(block, key, previous) or self._is_widget(block, key)):
                dropped = True
                continue
            if isinstance(block, Heading):
                if dropped:
                    waiting = [above for above in waiting if above.level < block.level]
                if key in self.seen:
                    yield from (above for above in waiting if above.level >= block.level)
                    waiting = [*(above for above in waiting if above.level < block.level), block]
                    dropped = False
                    continue
            yield from waiting
            waiting, dropped = [], False
            if key:
                self.seen.add(key)
                previous = key
            yield from self._inside(block)
        if not dropped:
            yield from waiting

    def _is_copy(self, block: Block, key: str, previous: str) -> bool:
        if key not in self.seen:
            return False
        return len(key) >= _COPY_CHARACTERS or key == previous or _is_picture(block)

    def _is_widget(self, block: Block, key: str) -> bool:
        if not isinstance(block, Paragraph) or self.counts[key] < _REPEAT_CAP or len(key.split()) > _REPEAT_WORDS or _is_picture(block):
            return False
        return key in self.seen or only_links(block.children)

    def _inside(self, block: Block) -> Iterable[Block]:
        if isinstance(block, Quote):
            children = tuple(self.without(block.children))
            if children:
                yield replace(block, children=children)
        elif isinstance(block, ListBlock) and not all(_is_plain(item) for item in block.items):
            items = tuple(ListItem(kept, item.checked) for item in block.items if (kept := tuple(self.without(item.children))))
            # What is left of an item may open with a list now.
            yield from mended_list(replace(block, items=items))
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
