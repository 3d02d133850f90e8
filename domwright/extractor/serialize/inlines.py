"""Inline nodes → one Markdown string."""

import re
import unicodedata
from collections.abc import Sequence
from typing import assert_never

from domwright.extractor.serialize.escape import escape_link_text, escape_text, escape_url
from domwright.extractor.tree.blocks import (
    Break,
    Delete,
    Emphasis,
    FootnoteReference,
    Image,
    Inline,
    InlineCode,
    InlineMath,
    Link,
    Strong,
    Text,
)

HARD_BREAK = "  \n"
_OPENS_ADDRESS = ("(", "[", ":", "")
_TICKS = re.compile(r"`+")


def inline_markdown(nodes: Sequence[Inline]) -> str:
    """Markdown of a run of inline nodes; a `Break` becomes two spaces and a line end."""
    pieces = _pieces(nodes, linked=False)
    for at, node in enumerate(nodes):
        # A bracket at the end of a text closes no link where no address follows.
        if isinstance(node, Text) and pieces[at].endswith("\\]") and (at + 1 == len(pieces) or pieces[at + 1][:1] not in _OPENS_ADDRESS):
            pieces[at] = f"{pieces[at][:-2]}]"
    return "".join(pieces)


def _pieces(nodes: Sequence[Inline], *, linked: bool) -> list[str]:
    """Markdown of each node. `linked`: inside a link's text."""
    if len(nodes) == 1 and type(nodes[0]) is Text:
        return [_one(nodes[0], linked=linked)]
    pieces = _flanked([_one(node, linked=linked) for node in nodes], nodes)
    for at in range(1, len(pieces)):
        # "!" before a link would make an image of it.
        if pieces[at].startswith("[") and pieces[at - 1].endswith("!") and isinstance(nodes[at], Link):
            pieces[at - 1] = pieces[at - 1][:-1] + "\\!"
    return pieces


def _one(node: Inline, *, linked: bool) -> str:
    match node:
        case Text(value):
            return escape_link_text(escape_text(value)) if linked else escape_text(value)
        case Emphasis(children):
            return _wrapped("*", children, linked=linked)
        case Strong(children):
            return _wrapped("**", children, linked=linked)
        case Delete(children):
            return _wrapped("~~", children, linked=linked)
        case InlineCode(value):
            return code_span(value)
        case InlineMath(value):
            return f"${value}$"
        case Link(url, children):
            return f"[{''.join(_pieces(children, linked=True))}]({escape_url(url)})"
        case Image(url, alt):
            return f"![{escape_link_text(escape_text(alt))}]({escape_url(url)})"
        case Break():
            return HARD_BREAK
        case FootnoteReference(label):
            return f"[^{label}]"
        case _:
            assert_never(node)


def _wrapped(mark: str, children: Sequence[Inline], *, linked: bool) -> str:
    inner = "".join(_pieces(children, linked=linked))
    return f"{mark}{inner}{mark}" if inner.strip() else inner


def _flanked(pieces: list[str], nodes: Sequence[Inline]) -> list[str]:
    """Emphasis whose delimiters CommonMark would not accept where they stand is written without them.

    A delimiter run next to a letter on its outer side and to punctuation on its inner side neither opens nor closes.
    """
    # From the end, so that a node sees its neighbours as they will be written.
    for at in range(len(nodes) - 1, -1, -1):
        node = nodes[at]
        if not isinstance(node, Emphasis | Strong | Delete):
            continue
        width = 1 if isinstance(node, Emphasis) else 2
        before = pieces[at - 1][-1:] if at else ""
        after = pieces[at + 1][:1] if at + 1 < len(pieces) else ""
        inner = pieces[at][width:-width]
        # Two delimiter runs side by side would read as one of another length.
        run = at > 0 and isinstance(nodes[at - 1], Emphasis | Strong) and before == "*"
        if run or _blocked(before, inner[:1]) or _blocked(after, inner[-1:]):
            pieces[at] = inner
    return pieces


def _blocked(outer: str, inner: str) -> bool:
    if not outer or outer.isspace():
        return False
    return (_is_punctuation(inner) and not _is_punctuation(outer)) or inner.isspace()


def _is_punctuation(char: str) -> bool:
    return bool(char) and unicodedata.category(char)[0] in "PS"


def code_span(value: str) -> str:
    """A code span whose fence is longer than any run of ticks inside."""
    longest = max((len(run) for run in _TICKS.findall(value)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if value.startswith("`") or value.endswith("`") else ""
    return f"{ticks}{pad}{value}{pad}{ticks}"
