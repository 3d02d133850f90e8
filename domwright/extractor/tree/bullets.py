"""Lists that authors type: paragraphs, or lines between breaks, that open with a bullet (Word's export, mail, old pages)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from domwright.extractor.tree.blocks import Block, Break, Inline, ListBlock, ListItem, Paragraph, Text

# No dashes: they open what is said in French, Spanish and Russian novels.
_BULLET = re.compile(r"[•‣▪▸►●○■◦·\uf0b7]\s*(?=\S)")
_LEAST = 2


def bulleted(blocks: Iterable[Block]) -> list[Block]:
    """`blocks` with runs of typed bullets as lists."""
    found: list[Block] = []
    run: list[Paragraph] = []
    for block in blocks:
        for part in _lines(block):
            if isinstance(part, Paragraph) and _text(part) is not None:
                run.append(part)
                continue
            found.extend(_closed(run))
            run = []
            found.append(part)
    return [*found, *_closed(run)]


def _text(paragraph: Paragraph) -> tuple[Inline, ...] | None:
    """What stands behind the bullet, None when there is none."""
    first = paragraph.children[0] if paragraph.children else None
    mark = _BULLET.match(first.value) if isinstance(first, Text) else None
    if mark is None or not isinstance(first, Text):
        return None
    return (Text(first.value[mark.end() :]), *paragraph.children[1:])


def _closed(run: list[Paragraph]) -> Sequence[Block]:
    if len(run) < _LEAST:
        return run
    items = (ListItem((replace(each, children=_text(each) or ()),)) for each in run)
    return [ListBlock(tuple(items), None, run[0].origin)]


def _lines(block: Block) -> Iterable[Block]:
    """A paragraph with its bulleted lines apart, any other block as it is."""
    if not isinstance(block, Paragraph) or not any(isinstance(node, Break) for node in block.children):
        return [block]
    lines: list[list[Inline]] = [[]]
    for node in block.children:
        if isinstance(node, Break):
            lines.append([])
        else:
            lines[-1].append(node)
    parts = [Paragraph(tuple(line), block.origin) for line in lines if line]
    if sum(_text(part) is not None for part in parts) < _LEAST:
        return [block]
    return _rejoined(parts)


def _rejoined(parts: Sequence[Paragraph]) -> Iterable[Block]:
    """Lines with their breaks again, but for those with bullets."""
    open_lines: list[Inline] = []
    for part in parts:
        if _text(part) is None:
            open_lines += [Break(), *part.children] if open_lines else part.children
            continue
        if open_lines:
            yield Paragraph(tuple(open_lines), part.origin)
            open_lines = []
        yield part
    if open_lines:
        yield Paragraph(tuple(open_lines), parts[0].origin)
