"""Text or markup found in structured data → blocks."""

import re
from html import unescape

from domwright.extractor.marks.look import look
from domwright.extractor.options import Options
from domwright.extractor.page import Page
from domwright.extractor.parse import parse
from domwright.extractor.text import squeeze
from domwright.extractor.tree.addresses import Addresses
from domwright.extractor.tree.blocks import Block, Paragraph, Text
from domwright.extractor.tree.collect import Collector

_TAG = re.compile(r"<[a-zA-Z/][^<>]*>")
_ESCAPED_TAG = re.compile(r"&lt;/?[a-zA-Z][^&]*&gt;")
_MARKUP = re.compile(r"<[a-zA-Z/][^<>]*>|&[a-z]+;|&#\d+;")


def blocks_of(value: object, options: Options) -> tuple[Block, ...]:
    """Blocks of a string: markup is parsed, also where an editor escaped all of it, plain text split at its line ends."""
    if not isinstance(value, str) or not value.strip():
        return ()
    if _ESCAPED_TAG.search(value) and not _TAG.search(value):
        value = unescape(value)
    if _MARKUP.search(value):
        parsed = parse(Page(f"<html><body><div>{value}</div></body></html>"), options)
        if parsed.root is not None:
            marks = look(parsed.root)
            return Collector(marks, [True] * len(marks.leaves), Addresses(""), options).collect()
    return tuple(Paragraph((Text(squeeze(line)),)) for line in re.split(r"\n\s*\n|\r?\n", value) if line.strip())
