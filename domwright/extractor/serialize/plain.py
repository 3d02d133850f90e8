"""Blocks → plain text: what a reader would hear, no marks, a blank line between blocks."""

from collections.abc import Sequence
from typing import assert_never

from domwright.extractor.tree.blocks import (
    Block,
    Break,
    CodeBlock,
    DefinitionList,
    FootnoteDefinition,
    FootnoteReference,
    Heading,
    Image,
    Inline,
    InlineCode,
    InlineMath,
    ListBlock,
    MathBlock,
    Paragraph,
    Quote,
    Table,
    Text,
    ThematicBreak,
)


def to_text(blocks: Sequence[Block]) -> str:
    """Plain text of `blocks`; ends with a newline unless empty."""
    text = _joined(blocks, "\n\n")
    return f"{text}\n" if text else ""


def inline_text(nodes: Sequence[Inline]) -> str:
    """The text of a run of inline nodes; images and footnote marks have none."""
    return "".join([node.value if type(node) is Text else _one(node) for node in nodes])


def _one(node: Inline) -> str:
    match node:
        case Text(value) | InlineCode(value) | InlineMath(value):
            return value
        case Break():
            return "\n"
        case Image() | FootnoteReference():
            return ""
        case _:
            return inline_text(node.children)


def _joined(blocks: Sequence[Block], separator: str) -> str:
    return separator.join(piece for piece in map(block_text, blocks) if piece)


def block_text(block: Block) -> str:
    """The text of one block, "" when it has none."""
    match block:
        case Heading(_, children) | Paragraph(children):
            return inline_text(children).strip()
        case CodeBlock(code):
            return code
        case MathBlock(value):
            return value
        case Quote(children) | FootnoteDefinition(_, children):
            return _joined(children, "\n\n")
        case ListBlock(items):
            return "\n".join(piece for piece in (_joined(item.children, "\n") for item in items) if piece)
        case DefinitionList():
            return _definitions(block)
        case Table(header, rows):
            lines = ("\t".join(" ".join(inline_text(cell).split()) for cell in row) for row in (header, *rows))
            return "\n".join(line for line in lines if line.strip())
        case ThematicBreak():
            return ""
        case _:
            assert_never(block)


def _definitions(block: DefinitionList) -> str:
    lines = []
    for item in block.items:
        lines.append(inline_text(item.term).strip())
        lines.extend(_joined(blocks, "\n") for blocks in item.descriptions)
    return "\n".join(line for line in lines if line)
