"""Blocks → clean HTML: structure only, no classes, styles or scripts."""

from collections.abc import Sequence
from html import escape
from typing import assert_never

from domwright.extractor.tree.blocks import (
    Block,
    Break,
    CodeBlock,
    DefinitionList,
    Delete,
    Emphasis,
    FootnoteDefinition,
    FootnoteReference,
    Heading,
    Image,
    Inline,
    InlineCode,
    InlineMath,
    Link,
    ListBlock,
    ListItem,
    MathBlock,
    Paragraph,
    Quote,
    Row,
    Strong,
    Table,
    Text,
    ThematicBreak,
)


def to_html(blocks: Sequence[Block]) -> str:
    """HTML of `blocks`, one element a line; ends with a newline unless empty."""
    return "".join(f"{_block(block)}\n" for block in blocks)


def inline_html(nodes: Sequence[Inline]) -> str:
    """HTML of a run of inline nodes."""
    return "".join(map(_inline, nodes))


def _inline(node: Inline) -> str:
    match node:
        case Text(value):
            return escape(value, quote=False)
        case Emphasis(children):
            return f"<em>{inline_html(children)}</em>"
        case Strong(children):
            return f"<strong>{inline_html(children)}</strong>"
        case Delete(children):
            return f"<del>{inline_html(children)}</del>"
        case InlineCode(value):
            return f"<code>{escape(value, quote=False)}</code>"
        case InlineMath(value):
            return f'<span class="math">{escape(value, quote=False)}</span>'
        case Link(url, children):
            return f'<a href="{escape(url)}">{inline_html(children)}</a>'
        case Image(url, alt):
            return f'<img src="{escape(url)}" alt="{escape(alt)}">'
        case Break():
            return "<br>"
        case FootnoteReference(label):
            return f'<sup><a href="#fn-{escape(label)}">{escape(label)}</a></sup>'
        case _:
            assert_never(node)


def _block(block: Block) -> str:
    match block:
        case Heading(level, children):
            return f"<h{level}>{inline_html(children)}</h{level}>"
        case Paragraph(children):
            return f"<p>{inline_html(children)}</p>"
        case CodeBlock(code, language):
            attribute = f' class="language-{escape(language)}"' if language else ""
            return f"<pre><code{attribute}>{escape(code, quote=False)}\n</code></pre>"
        case MathBlock(value):
            return f'<div class="math">{escape(value, quote=False)}</div>'
        case Quote(children):
            return f"<blockquote>\n{to_html(children)}</blockquote>"
        case ListBlock(items, start):
            return _list(items, start)
        case DefinitionList():
            return _definitions(block)
        case Table(header, rows):
            return _table(header, rows)
        case ThematicBreak():
            return "<hr>"
        case FootnoteDefinition(label, children):
            return f'<aside id="fn-{escape(label)}">\n{to_html(children)}</aside>'
        case _:
            assert_never(block)


def _list(items: Sequence[ListItem], start: int | None) -> str:
    tag = "ul" if start is None else "ol"
    first = "" if start in (None, 1) else f' start="{start}"'
    return f"<{tag}{first}>\n{''.join(map(_item, items))}</{tag}>"


def _item(item: ListItem) -> str:
    box = "" if item.checked is None else f'<input type="checkbox" disabled{" checked" if item.checked else ""}> '
    if len(item.children) == 1 and isinstance(item.children[0], Paragraph):
        return f"<li>{box}{inline_html(item.children[0].children)}</li>\n"
    return f"<li>{box}\n{to_html(item.children)}</li>\n"


def _definitions(block: DefinitionList) -> str:
    lines = []
    for item in block.items:
        lines.append(f"<dt>{inline_html(item.term)}</dt>\n")
        lines.extend(f"<dd>\n{to_html(blocks)}</dd>\n" for blocks in item.descriptions)
    return f"<dl>\n{''.join(lines)}</dl>"


def _table(header: Row, rows: Sequence[Row]) -> str:
    head = "".join(f"<th>{inline_html(cell)}</th>" for cell in header)
    body = "".join("<tr>" + "".join(f"<td>{inline_html(cell)}</td>" for cell in row) + "</tr>\n" for row in rows)
    return f"<table>\n<thead>\n<tr>{head}</tr>\n</thead>\n<tbody>\n{body}</tbody>\n</table>"
