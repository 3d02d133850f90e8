"""Blocks → Markdown: one small function a block, one place for blank lines."""

import re
from collections.abc import Sequence
from typing import assert_never

from domwright.extractor.serialize.escape import escape_line_start
from domwright.extractor.serialize.inlines import inline_markdown
from domwright.extractor.tree.blocks import (
    Block,
    CodeBlock,
    DefinitionList,
    FootnoteDefinition,
    Heading,
    Inline,
    ListBlock,
    ListItem,
    MathBlock,
    Paragraph,
    Quote,
    Row,
    Table,
    ThematicBreak,
)

_TRAILING_HASHES = re.compile(r"(?<!\\)(#+)$")
_FENCE = re.compile(r"^ {0,3}(`{3,})", re.M)


def to_markdown(blocks: Sequence[Block]) -> str:
    """Markdown of `blocks`, a blank line between any two; ends with a newline unless empty."""
    text = _joined(blocks)
    return f"{text}\n" if text else ""


def _joined(blocks: Sequence[Block]) -> str:
    pieces: list[str] = []
    alternate = False
    previous: Block | None = None
    for block in blocks:
        # Two lists in a row would read as one: the second takes the other marker.
        alternate = _same_list(previous, block) and not alternate
        piece = _list(block, alternate) if isinstance(block, ListBlock) else _block(block)
        if piece:
            pieces.append(piece)
            previous = block
    return "\n\n".join(pieces)


def _same_list(previous: Block | None, block: Block) -> bool:
    if not isinstance(previous, ListBlock) or not isinstance(block, ListBlock):
        return False
    return (previous.start is None) == (block.start is None)


def _block(block: Block) -> str:
    match block:
        case Heading(level, children):
            return _heading(level, children)
        case Paragraph(children):
            return _paragraph(children)
        case CodeBlock(code, language):
            return _fenced(code, language)
        case MathBlock(value):
            return f"$$\n{value}\n$$"
        case Quote(children):
            return _prefixed(_joined(children), "> ", ">")
        case ListBlock():
            return _list(block, alternate=False)
        case DefinitionList():
            return _definitions(block)
        case Table(header, rows):
            return _table(header, rows)
        case ThematicBreak():
            return "---"
        case FootnoteDefinition(label, children):
            return _hung(f"[^{label}]: ", _joined(children), 4)
        case _:
            assert_never(block)


def _one_line(children: Sequence[Inline]) -> str:
    return " ".join(inline_markdown(children).split())


def _heading(level: int, children: Sequence[Inline]) -> str:
    text = _TRAILING_HASHES.sub(r"\\\1", _one_line(children))
    return f"{'#' * level} {text}" if text else ""


def _paragraph(children: Sequence[Inline]) -> str:
    lines = inline_markdown(children).strip().split("\n")
    return "\n".join(escape_line_start(line.lstrip()) for line in lines)


def _fenced(code: str, language: str) -> str:
    longest = max((len(run) for run in _FENCE.findall(code)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{code}\n{fence}"


def _prefixed(text: str, prefix: str, empty: str) -> str:
    return "\n".join(prefix + line if line else empty for line in text.split("\n"))


def _hung(marker: str, text: str, indent: int) -> str:
    """`marker` before the first line, every further line indented."""
    return (marker + text.replace("\n", "\n" + " " * indent)).replace("\n" + " " * indent + "\n", "\n\n").rstrip()


def _list(block: ListBlock, alternate: bool) -> str:  # noqa: FBT001 - private, called by name or from one place
    tight = all(_is_tight(item) for item in block.items)
    lines = []
    for number, item in enumerate(block.items, block.start or 0):
        if block.start is None:
            marker = "* " if alternate else "- "
        else:
            marker = f"{number}) " if alternate else f"{number}. "
        lines.append(_item(item, marker, tight=tight))
    return ("\n" if tight else "\n\n").join(lines)


def _is_tight(item: ListItem) -> bool:
    rest = item.children[1:] if item.children and isinstance(item.children[0], Paragraph) else item.children
    # Only a list that starts with 1 may follow a paragraph's line directly.
    return all(isinstance(child, ListBlock) and child.start in (None, 1) for child in rest) and len(rest) <= 1


def _item(item: ListItem, marker: str, *, tight: bool) -> str:
    box = "" if item.checked is None else ("[x] " if item.checked else "[ ] ")
    if tight:
        text = "\n".join(piece for piece in map(_block, item.children) if piece)
    else:
        text = _joined(item.children)
    return _hung(marker, box + text, len(marker))


def _definitions(block: DefinitionList) -> str:
    groups = []
    for item in block.items:
        described = [_hung(": ", _joined(blocks), 2) for blocks in item.descriptions]
        term = escape_line_start(_one_line(item.term))
        groups.append("\n".join([term, *described]) if term else "\n".join(described))
    return "\n\n".join(groups)


def _table(header: Row, rows: Sequence[Row]) -> str:
    rule = "| " + " | ".join("---" for _ in header) + " |"
    return "\n".join([_row(header), rule, *(_row(row) for row in rows)])


def _row(cells: Row) -> str:
    return "| " + " | ".join(_one_line(cell).replace("|", "\\|") for cell in cells) + " |"
