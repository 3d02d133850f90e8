"""JSON-LD blocks of a page as one flat list of nodes; comments, stray semicolons and broken JSON are repaired."""

import json
import re
from collections.abc import Iterable
from html import unescape
from typing import Any, TypeAlias

from lxml.etree import _Element as Element

Node: TypeAlias = dict[str, Any]

_WRAPPING = re.compile(r"^\s*(?://\s*)?(?:<!\[CDATA\[|<!--)|(?://\s*)?(?:\]\]>|-->)\s*$|^\s*/\*.*?\*/|/\*.*?\*/\s*$", re.S)
_SCRIPT_BYTES = 2_000_000  # a longer block is an application's state, not a description
_DEPTH = 6
_BRACKETS = re.compile(r"[\[\]{}]")
_DEEPEST = 100  # brackets in brackets: hostile pages nest to exhaust a reader's stack
_REFERRED = ("author", "creator", "publisher", "brand", "hiringOrganization", "provider")


def json_ld(root: Element) -> tuple[Node, ...]:
    """Every typed node of every JSON-LD script, `@graph` and arrays flattened, in the order of the page."""
    found: list[Node] = []
    for script in root.iter("script"):
        kind = script.get("type") or ""
        if "ld+json" in kind.lower() and script.text and len(script.text) <= _SCRIPT_BYTES:
            found.extend(_nodes(load_json(script.text), 0))
    return tuple(_resolved(found))


def _resolved(nodes: list[Node]) -> Iterable[Node]:
    """The nodes, with the people and organisations that they only refer to by `@id` put in (plugins that write one `@graph`)."""
    named = {node["@id"]: node for node in nodes if isinstance(node.get("@id"), str) and node.get("name")}
    for node in nodes:
        meant = {key: _meant(node[key], named) for key in _REFERRED if key in node} if named else {}
        yield {**node, **meant} if meant else node


def _meant(value: Any, named: dict[str, Node]) -> Any:
    if isinstance(value, list):
        return [_meant(each, named) for each in value]
    if isinstance(value, dict) and "name" not in value and isinstance(value.get("@id"), str):
        return named.get(value["@id"], value)
    return value


def load_json(text: str) -> Any:
    """The value of a JSON text as pages write it; None when nothing can be made of it."""
    bare = text.strip()
    for _ in range(3):
        bare = _WRAPPING.sub("", bare).strip().rstrip(";").strip()
    if _is_deep(bare):
        return None
    for candidate in (bare, unescape(bare)):
        try:
            return json.loads(candidate, strict=False)
        except (ValueError, RecursionError):
            continue
    return _repaired(bare)


def _is_deep(text: str) -> bool:
    depth = 0
    for bracket in _BRACKETS.findall(text) if text.count("[") + text.count("{") > _DEEPEST else ():
        depth += 1 if bracket in "[{" else -1
        if depth > _DEEPEST:
            return True
    return False


def _repaired(text: str) -> Any:
    import json_repair  # noqa: PLC0415 - needed for one page in hundreds

    try:
        return json_repair.loads(text) or None
    except (ValueError, RecursionError):
        return None


def _nodes(value: Any, depth: int) -> Iterable[Node]:
    if depth > _DEPTH:
        return
    if isinstance(value, list):
        for each in value:
            yield from _nodes(each, depth + 1)
    elif isinstance(value, dict):
        if "@graph" in value:
            yield from _nodes(value["@graph"], depth + 1)
        if "@type" in value:
            yield value
        for key in ("mainEntity", "mainEntityOfPage", "hasPart"):
            inner = value.get(key)
            if isinstance(inner, dict) and "@type" in inner and value.get("@type") != "FAQPage":
                yield from _nodes(inner, depth + 1)


def types_of(node: Node) -> tuple[str, ...]:
    """The schema.org type names of a node, without their prefix."""
    kind = node.get("@type")
    kinds = kind if isinstance(kind, list) else [kind]
    return tuple(str(each).rsplit("/", 1)[-1].rsplit(":", 1)[-1] for each in kinds if each)


def text_of(value: Any) -> str:
    """The text of a JSON-LD value: a string, a node's name, or the first of a list."""
    if isinstance(value, str):
        return " ".join(unescape(value).split())
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, list):
        return next((text for each in value if (text := text_of(each))), "")
    if isinstance(value, dict):
        return text_of(value.get("name") or value.get("@value") or value.get("text") or "")
    return ""


def address_of(value: Any) -> str:
    """The address in a JSON-LD value: a string, or the `url` or `@id` of a node."""
    if isinstance(value, list):
        return next((address for each in value if (address := address_of(each))), "")
    if isinstance(value, dict):
        return address_of(value.get("url") or value.get("contentUrl") or value.get("@id") or "")
    return value.strip() if isinstance(value, str) else ""
