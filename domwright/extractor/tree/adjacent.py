"""Lists and tables that their markup cuts into pieces.

Notion, Quip and Google Docs write every item as a list of its own; tables whose head stays while their rows scroll are two.
"""

from collections.abc import Iterable
from dataclasses import replace

from domwright.extractor.tree.blocks import Block, ListBlock, Table


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


def whole_tables(blocks: Iterable[Block]) -> list[Block]:
    """`blocks` with a table of one row and one without a header below it as one, where their columns are as many."""
    found: list[Block] = []
    for block in blocks:
        head = found[-1] if found else None
        if isinstance(block, Table) and isinstance(head, Table) and not any(block.header) and len(head.header) == len(block.header):
            names = head.header if any(head.header) and not head.rows else head.rows[0] if len(head.rows) == 1 and not any(head.header) else ()
            if names and all(names) and len(block.rows) > 1:
                found[-1] = replace(block, header=names)
                continue
        found.append(block)
    return found
