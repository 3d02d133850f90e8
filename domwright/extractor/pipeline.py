"""extract(): the straight line from a page to its Document."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from lxml.etree import _Element as Element

from domwright.extractor.authored import authored
from domwright.extractor.belonging import with_belonging
from domwright.extractor.between import between
from domwright.extractor.companions import dated_lines, drop_headings, headings_home, headings_of, lines_by_title, with_companions
from domwright.extractor.contents import contents
from domwright.extractor.declared import declared
from domwright.extractor.document import Document, Metadata, Reason
from domwright.extractor.fallback.json_ld import blocks_from_json_ld
from domwright.extractor.fallback.meta import blocks_from_meta
from domwright.extractor.fallback.state import blocks_from_state
from domwright.extractor.ladder import Choice, climb
from domwright.extractor.marks.around_product import mark_around_product
from domwright.extractor.marks.mark import mark
from domwright.extractor.marks.regions import Leaf, Mark, Marks
from domwright.extractor.marks.score import mark_score
from domwright.extractor.marks.together import mark_together
from domwright.extractor.metadata.head import read_head
from domwright.extractor.metadata.json_ld import Node, json_ld
from domwright.extractor.metadata.product import is_offered, is_product
from domwright.extractor.metadata.read import Seen, read_metadata
from domwright.extractor.metadata.title import page_beside_site
from domwright.extractor.options import Options
from domwright.extractor.page import Page
from domwright.extractor.parse import Parsed, parse, parse_html5
from domwright.extractor.posts import posts_of, with_opening
from domwright.extractor.prepare.prepare import prepare
from domwright.extractor.sections import bare_headings
from domwright.extractor.serialize.plain import to_text
from domwright.extractor.text import byte_length
from domwright.extractor.tree.addresses import Addresses
from domwright.extractor.tree.blocks import Block
from domwright.extractor.tree.collect import Collector
from domwright.extractor.tree.polish import polish
from domwright.extractor.tree.title import with_title

_DEFAULTS = Options()
_REASON_BYTES = 80


def extract(html: str | bytes, *, url: str | None = None, options: Options | None = None) -> Document:
    """The Document of one page.

    A hostile or empty page gives an empty Document whose `problems` say why; a wrong argument type raises TypeError.
    """
    if not isinstance(html, str | bytes | bytearray):
        raise TypeError(f"html must be str or bytes, got {type(html).__name__}")
    markup = bytes(html) if isinstance(html, bytearray) else html
    return extract_page(Page(markup, url or ""), options or _DEFAULTS)


def extract_page(page: Page, options: Options) -> Document:
    """The Document of one page, whose transport facts are known."""
    with _collector_paused():
        return _extracted(page if _is_readable(page.url) else replace(page, url=""), options)


def _is_readable(url: str) -> bool:
    """Whether an address can be taken apart at all ("http://[" cannot): nothing is resolved against one that cannot."""
    try:
        urlsplit(url)
    except ValueError:
        return False
    return True


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Pause Python's cycle collector: a page makes some ten thousand objects, and full collections walk the caller's heap.

    The cycles of a page are undone by hand (`Marks.release`).
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _extracted(page: Page, options: Options) -> Document:
    parsed = parse(page, options)
    if parsed.root is None:
        return Document(url=page.url, parser=parsed.parser, problems=parsed.problems)
    prepare(parsed.root, parsed.markup, options)
    marks = mark(parsed.root)
    if _is_swallowed(marks):
        again = parse_html5(page, options)
        if again.root is not None:
            parsed = Parsed(again.root, again.parser, parsed.problems, again.markup)
            prepare(again.root, again.markup, options)
            marks = mark(again.root)
    try:
        return _document(page, parsed, marks, options)
    finally:
        marks.release()


def _is_swallowed(marks: Marks) -> bool:
    """Whether one unclosed header, menu or footer holds most of the page: libxml2 and HTML5 may close it differently."""
    if not marks.regions:
        return False
    most = marks.regions[0].size * 0.7
    return any(region.tag in ("header", "nav", "footer", "aside", "form", "button") and region.size > most for region in marks.regions[:60])


@dataclass(frozen=True, slots=True)
class _Found:
    """Blocks and where they came from."""

    blocks: tuple[Block, ...]
    source: str
    rung: str = ""


def _document(page: Page, parsed: Parsed, marks: Marks, options: Options) -> Document:
    root = parsed.root
    assert root is not None
    head = read_head(root)
    nodes = json_ld(root)
    addresses = Addresses(page.url, head.base)
    home = headings_home(marks, page.url)
    pages = {text: page_beside_site(text, head.title, page.url, leads_home=text in home) for text in headings_of(marks)}
    seen = Seen(pages, lines_by_title(marks), dated_lines(marks), page.language, page.url)
    metadata = read_metadata(root, head, nodes, addresses, seen)
    drop_headings(marks, {text for text, before in pages.items() if before})
    if is_product(root, head, nodes):
        mark_around_product(marks, offered=is_offered(nodes))
    mark_score(marks)
    mark_together(marks)
    choice = climb(marks)
    kept = with_companions(marks, choice.kept)
    for leaf in (*declared(marks, nodes, kept), *authored(marks, kept)):
        kept[leaf.index] = True
    kept = with_belonging(marks, kept)
    posts = posts_of(marks, kept)
    metadata = with_opening(metadata, posts, marks, kept)
    for leaf in posts.leaves or between(marks, kept):
        kept[leaf.index] = True
    for leaf in (*posts.cards, *contents(marks, kept), *bare_headings(marks, kept)):
        kept[leaf.index] = False
    choice = Choice(choice.rung, kept)
    collector = Collector(marks, kept, addresses, options, posts.bylines)
    blocks = polish(collector.collect(), {leaf.text for leaf in posts.leaves} | collector.said_by)
    if options.title:
        blocks = with_title(blocks, metadata.title)
    found = _Found(blocks, "body", choice.rung.name)
    if byte_length(to_text(blocks)) < options.fallback_bytes:
        found = _fallback(root, nodes, metadata, found, options)
    return Document(
        blocks=found.blocks,
        metadata=metadata,
        url=page.url,
        rung=found.rung,
        source=found.source if found.blocks else "empty",
        parser=parsed.parser,
        problems=parsed.problems,
        reasons=_reasons(marks, choice),
    )


def _fallback(root: Element, nodes: tuple[Node, ...], metadata: Metadata, body: _Found, options: Options) -> _Found:
    """JSON-LD, then state, then meta: the first that says more than the body does."""
    size = byte_length(to_text(body.blocks))
    for source, blocks in (
        ("json-ld", blocks_from_json_ld(nodes, options)),
        ("state", blocks_from_state(root, options)),
        ("meta", blocks_from_meta(metadata)),
    ):
        polished = polish(blocks) or blocks
        if blocks and byte_length(to_text(polished)) > size:
            return _Found(polished, source)
    return body


def _reasons(marks: Marks, choice: Choice) -> tuple[Reason, ...]:
    return tuple(
        Reason(kept, "" if kept else _rule_of(leaf), leaf.text[:_REASON_BYTES], round(leaf.score, 2))
        for leaf, kept in zip(marks.leaves, choice.kept, strict=True)
    )


def _rule_of(leaf: Leaf) -> str:
    if leaf.rule:
        return leaf.rule
    return "block-score" if leaf.marks & Mark.LOW else "rung"
