"""Runs of inline nodes: white space as a browser lays it out, empty wrappers gone, neighbours of one kind joined."""

from collections.abc import Iterable, Sequence

from domwright.extractor.serialize.plain import inline_text
from domwright.extractor.text import squeeze, visible
from domwright.extractor.tree.blocks import Break, Delete, Emphasis, Image, Inline, InlineCode, Link, Strong, Text
from domwright.extractor.tree.dates import unglue

_SPACE = Text(" ")
_PLAIN_WRAPPERS = (Emphasis, Strong, Delete)


def tidy(nodes: Sequence[Inline]) -> tuple[Inline, ...]:
    """`nodes` with single spaces, none at the ends, none just inside emphasis or links; empty wrappers are dropped."""
    if len(nodes) == 1 and type(nodes[0]) is Text:
        text = squeeze(nodes[0].value)
        return (Text(unglue(text)),) if text else ()
    _, found, _ = _settle(nodes)
    while found and isinstance(found[-1], Break):
        found.pop()
    return tuple(Text(unglue(node.value)) if isinstance(node, Text) else node for node in found)


def _settle(nodes: Sequence[Inline]) -> tuple[bool, list[Inline], bool]:
    """Whether a space leads, the nodes without outer spaces, whether a space trails."""
    found: list[Inline] = []
    leads = pending = inner = False
    for node in nodes:
        before, settled, after = _one(node)
        inner = inner and not before
        if before:
            pending = True
        if settled is None:
            pending = pending or after
            continue
        if isinstance(settled, Break):
            pending = False
            if found and not isinstance(found[-1], Break):
                found.append(settled)
            continue
        if pending and not found:
            leads = True
        elif pending and not isinstance(found[-1], Break) and not (inner and _closes(settled)):
            _append(found, _SPACE)
        _append(found, settled)
        pending = after
        # A space that stood inside a link or emphasis before its end tag is no space before a comma.
        inner = after and not isinstance(node, Text)
    return leads, found, pending


def _closes(node: Inline) -> bool:
    return isinstance(node, Text) and node.value.startswith((",", ".", ")", "]")) and not node.value[1:2].isalnum()


def _one(node: Inline) -> tuple[bool, Inline | None, bool]:
    if isinstance(node, Text):
        value = visible(node.value)
        core = " ".join(value.split())
        return value[:1].isspace(), Text(core) if core else None, value[-1:].isspace()
    if isinstance(node, InlineCode):
        core = " ".join(node.value.split())
        return node.value[:1].isspace(), InlineCode(core) if core else None, node.value[-1:].isspace()
    if isinstance(node, Link | Emphasis | Strong | Delete):
        before, children, after = _settle(node.children)
        while children and isinstance(children[-1], Break):
            children.pop()
        if not children:
            return before, None, after
        return before, _rewrapped(node, tuple(children)), after
    return False, node, False


def _rewrapped(node: Link | Emphasis | Strong | Delete, children: tuple[Inline, ...]) -> Inline:
    if isinstance(node, Link):
        return Link(node.url, children, node.authored)
    # Strong in strong, emphasis in emphasis: authors' leftovers, and titles in citations, that Markdown cannot write twice.
    if any(type(child) is type(node) for child in children):
        flat: list[Inline] = []
        for child in children:
            for each in child.children if isinstance(child, _PLAIN_WRAPPERS) and type(child) is type(node) else (child,):
                _append(flat, each)
        children = tuple(flat)
    return type(node)(children)


def _append(found: list[Inline], node: Inline) -> None:
    last = found[-1] if found else None
    if isinstance(node, Text) and isinstance(last, Text):
        found[-1] = Text(last.value + node.value)
    elif isinstance(node, InlineCode) and isinstance(last, InlineCode):
        found[-1] = InlineCode(last.value + node.value)
    elif isinstance(node, _PLAIN_WRAPPERS) and type(last) is type(node):
        found[-1] = type(node)(tuple(_joined(last.children, node.children)))
    else:
        found.append(node)


def _joined(one: Sequence[Inline], other: Sequence[Inline]) -> list[Inline]:
    found = list(one)
    for node in other:
        _append(found, node)
    return found


def has_content(nodes: Sequence[Inline]) -> bool:
    """Whether a run says or shows anything."""
    return any(not isinstance(node, Break) for node in nodes)


def only_images(nodes: Sequence[Inline]) -> bool:
    """Whether a run holds nothing but images (bare or linked), spaces and breaks."""
    return all(
        isinstance(node, Image | Break)
        or (isinstance(node, Text) and not node.value.strip())
        or (isinstance(node, Link) and only_images(node.children))
        for node in nodes
    )


def only_links(nodes: Sequence[Inline]) -> bool:
    """Whether a run has a link and says nothing outside its links; emphasis around them counts for nothing."""
    bare = list(_unwrapped(nodes))
    linked = any(isinstance(node, Link) for node in bare)
    return linked and all(isinstance(node, Link) or not any(map(str.isalnum, inline_text((node,)))) for node in bare)


def _unwrapped(nodes: Sequence[Inline]) -> Iterable[Inline]:
    for node in nodes:
        if isinstance(node, _PLAIN_WRAPPERS):
            yield from _unwrapped(node.children)
        else:
            yield node
