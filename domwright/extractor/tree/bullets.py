"""Lists that authors type: paragraphs, or lines between breaks, that open with a bullet or count (Word's export, mail, old pages)."""

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from domwright.extractor.tree.blocks import Block, Break, Inline, ListBlock, ListItem, Paragraph, Text

# No dashes: they open what is said in French, Spanish and Russian novels.
_MARK = re.compile(r"(?:[•‣▪▸►●○■◦·\uf0b7]\s*|(\d{1,2})[.)]\s+)(?=\S)")
# But after a line that announces them.
_DASH = re.compile(r"[-–]\s+(?=\S)")
_LEAST = 2


@dataclass(frozen=True, slots=True)
class _Item:
    """A line without its mark; `number` is None behind a bullet."""

    line: Paragraph
    number: int | None
    children: tuple[Inline, ...]


def bulleted(blocks: Iterable[Block]) -> list[Block]:
    """`blocks` with runs of typed bullets and numbers as lists."""
    found: list[Block] = []
    run: list[_Item] = []
    for block in blocks:
        for part in _lines(block):
            item = part if isinstance(part, _Item) else _item(part, _MARK)
            if run and not (item and _follows(run[-1], item)):
                found.extend(_closed(run))
                run = []
            if item:
                run.append(item)
            elif not isinstance(part, _Item):
                found.append(part)
    return [*found, *_closed(run)]


def _item(block: Block, mark: re.Pattern[str]) -> _Item | None:
    """A paragraph that opens with a mark."""
    first = block.children[0] if isinstance(block, Paragraph) and block.children else None
    match = mark.match(first.value) if isinstance(first, Text) else None
    if match is None or not isinstance(first, Text) or not isinstance(block, Paragraph):
        return None
    number = match[1] if match.re.groups else None
    return _Item(block, int(number) if number else None, (Text(first.value[match.end() :]), *block.children[1:]))


def _follows(before: _Item, item: _Item) -> bool:
    if item.number is None or before.number is None:
        return item.number is before.number
    return item.number == before.number + 1


def _closed(run: Sequence[_Item]) -> Sequence[Block]:
    if len(run) < _LEAST:
        return [item.line for item in run]
    items = (ListItem((replace(item.line, children=item.children),)) for item in run)
    return [ListBlock(tuple(items), run[0].number, run[0].line.origin)]


def _lines(block: Block) -> Iterable[Block | _Item]:
    """A paragraph with its marked lines apart, any other block as it is."""
    if not isinstance(block, Paragraph) or not any(isinstance(node, Break) for node in block.children):
        return [block]
    lines: list[list[Inline]] = [[]]
    for node in block.children:
        if isinstance(node, Break):
            lines.append([])
        else:
            lines[-1].append(node)
    parts = list(_marked([Paragraph(tuple(line), block.origin) for line in lines if line]))
    if not any(isinstance(one, _Item) and isinstance(two, _Item) and _follows(one, two) for one, two in itertools.pairwise(parts)):
        return [block]
    return _rejoined(parts)


def _marked(lines: Iterable[Paragraph]) -> Iterable[Paragraph | _Item]:
    announced = False
    for line in lines:
        item = _item(line, _MARK) or (_item(line, _DASH) if announced else None)
        yield item or line
        announced = (announced and item is not None) or _announces(line)


def _announces(line: Paragraph) -> bool:
    last = line.children[-1]
    return isinstance(last, Text) and last.value.rstrip().endswith(":")


def _rejoined(parts: Iterable[Paragraph | _Item]) -> Iterable[Block | _Item]:
    """Lines with their breaks again, but for those with marks."""
    open_lines: list[Inline] = []
    origin = None
    for part in parts:
        if isinstance(part, _Item):
            if open_lines and origin is not None:
                yield Paragraph(tuple(open_lines), origin)
            open_lines = []
            yield part
            continue
        origin = part.origin
        open_lines += [Break(), *part.children] if open_lines else part.children
    if open_lines and origin is not None:
        yield Paragraph(tuple(open_lines), origin)
