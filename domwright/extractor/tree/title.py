"""The page's title as a heading where the kept body has none."""

from collections.abc import Sequence

from domwright.extractor.serialize.plain import inline_text
from domwright.extractor.tree.blocks import Block, Heading, Paragraph, Text

_LOOKED_AT = 6


def with_title(blocks: Sequence[Block], title: str) -> tuple[Block, ...]:
    """`blocks` with `title` first as a level-one heading, unless one of the first blocks already says it."""
    if not blocks or not title:
        return tuple(blocks)
    wanted = _bare(title)
    for at, block in enumerate(blocks[:_LOOKED_AT]):
        if isinstance(block, Heading) and (block.level == 1 or _bare(inline_text(block.children)) == wanted):
            return tuple(blocks)
        if isinstance(block, Paragraph) and _bare(inline_text(block.children)) == wanted:
            return (*blocks[:at], Heading(1, block.children, block.origin), *blocks[at + 1 :])
    return (Heading(1, (Text(title),)), *blocks)


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))
