"""Lists that their markup cuts into pieces: Notion, Quip and Google Docs write every item as a list of its own."""

from collections.abc import Iterable
from dataclasses import replace

from domwright.extractor.tree.blocks import Block, ListBlock


def whole_lists(blocks: Iterable[Block]) -> list[Block]:
    """`blocks` with lists that go on directly below one another as one."""
    found: list[Block] = []
    for block in blocks:
        before = found[-1] if found else None
        if isinstance(block, ListBlock) and isinstance(before, ListBlock) and _goes_on(before, block):
            found[-1] = replace(before, items=before.items + block.items)
        else:
            found.append(block)
    return found


def _goes_on(before: ListBlock, after: ListBlock) -> bool:
    """Whether the second counts on from the first, or has one bullet; two long lists of bullets may be two."""
    if before.start is None or after.start is None:
        return before.start is after.start and len(after.items) == 1
    return after.start == before.start + len(before.items)
