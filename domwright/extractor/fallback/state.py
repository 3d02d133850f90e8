"""Hydration state (`__NEXT_DATA__` and its kin) → blocks: the last resort before meta, and named so in the Document."""

import json
from collections.abc import Iterable
from typing import Any

from lxml.etree import _Element as Element

from domwright.extractor.fallback.fragments import blocks_of
from domwright.extractor.options import Options
from domwright.extractor.tree.blocks import Block

_IDS = frozenset({"__NEXT_DATA__", "__NUXT_DATA__", "ng-state", "serverApp-state", "__APOLLO_STATE__", "___gatsby-initial-state"})
_PROSE_WORDS = 12  # shorter strings in a state are labels, identifiers and settings
_STATE_BYTES = 5_000_000
_DEPTH = 40
# Keys whose strings are code, styles or settings, however long.
_SKIPPED_KEYS = frozenset(
    {"css", "style", "styles", "script", "query", "buildid", "schema", "config", "env", "translations", "locale", "messages", "i18n"}
)


def blocks_from_state(root: Element, options: Options) -> tuple[Block, ...]:
    """The prose of the page's hydration state in its order, () when there is none."""
    for script in root.iter("script"):
        if script.get("id") in _IDS and script.text and len(script.text) <= _STATE_BYTES:
            try:
                value = json.loads(script.text)
            except (ValueError, RecursionError):
                continue
            texts = dict.fromkeys(_prose(value, 0))
            blocks = tuple(block for text in texts for block in blocks_of(text, options))
            if blocks:
                return blocks
    return ()


def _prose(value: Any, depth: int) -> Iterable[str]:
    if depth > _DEPTH:
        return
    if isinstance(value, str):
        if value.count(" ") >= _PROSE_WORDS and not value.lstrip().startswith(("{", "[", "function", "http", ".", "#", "@")):
            yield value
    elif isinstance(value, list):
        for each in value:
            yield from _prose(each, depth + 1)
    elif isinstance(value, dict):
        for key, each in value.items():
            if key.lower() not in _SKIPPED_KEYS:
                yield from _prose(each, depth + 1)
