"""Lists that their markup cuts into pieces: Notion, Quip and Google Docs write every item as a list of its own."""

from collections.abc import Iterable
from dataclasses import replace

from domwright.extractor.tree.blocks import Block, ListBlock


def whole_lists(blocks: Iterable[Block]) -> list[Block]:
    """`blocks` with lists that go on directly below one another as one."""
    found: list[Block] = []
    run: list[ListBlock] = []
    count = 0
    for block in blocks:
        if isinstance(block, ListBlock) and run and _goes_on(run[0], count, block):
            run.append(block)
            count += len(block.items)
            continue
        found.extend(_joined(run))
        run = []
        if isinstance(block, ListBlock):
            run, count = [block], len(block.items)
        else:
            found.append(block)
    return [*found, *_joined(run)]


def _goes_on(first: ListBlock, count: int, block: ListBlock) -> bool:
    """Whether a list counts on from a run of `count` items, or has one bullet; two long lists of bullets may be two."""
    if first.start is None or block.start is None:
        return first.start is block.start and len(block.items) == 1
    return block.start == first.start + count


def _joined(run: list[ListBlock]) -> list[ListBlock]:
    return [replace(run[0], items=tuple(item for part in run for item in part.items))] if len(run) > 1 else run
