"""What repeats across the pages of one site is boilerplate; unless it is all a page has."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from domwright.extractor.document import Document
from domwright.extractor.options import Options
from domwright.extractor.pipeline import extract
from domwright.extractor.serialize.plain import block_text
from domwright.extractor.text import squeeze
from domwright.extractor.tree.blocks import Block, CodeBlock, Heading, ListBlock, Quote


def extract_site(
    htmls: Iterable[str | bytes],
    *,
    threshold: float = 0.6,
    min_pages: int = 5,
    min_unique_chars: int = 400,
    urls: Sequence[str] | None = None,
    options: Options | None = None,
) -> list[str]:
    """Markdown of every page, in input order, without the text that stands on at least `threshold` of the pages.

    Nothing is taken away below `min_pages` non-empty pages, nor from a page that would keep fewer than `min_unique_chars`
    characters (on near-duplicate sites the shared text is the content). Headings are kept. `urls`, when given, are as many
    as the pages. Raises ValueError for a threshold outside of (0, 1] or for too few urls.
    """
    if not 0 < threshold <= 1:
        raise ValueError(f"threshold must be above 0 and at most 1, got {threshold}")
    pages = list(htmls)
    addresses = list(urls) if urls is not None else [""] * len(pages)
    if len(addresses) != len(pages):
        raise ValueError(f"urls must be as many as the pages ({len(pages)}), got {len(addresses)}")
    documents = [extract(html, url=url, options=options) for html, url in zip(pages, addresses, strict=True)]
    return [each.markdown for each in without_boilerplate(documents, threshold, min_pages, min_unique_chars)]


def without_boilerplate(documents: Sequence[Document], threshold: float = 0.6, min_pages: int = 5, min_unique_chars: int = 400) -> list[Document]:
    """The documents without the blocks that repeat across them."""
    full = [document for document in documents if document.blocks]
    if len(full) < min_pages:
        return list(documents)
    counts: Counter[str] = Counter()
    for document in full:
        counts.update({key for block in document.blocks for key in _keys(block)})
    needed = threshold * len(full)
    repeated = {key for key, count in counts.items() if count >= needed}
    return [_cleaned(document, repeated, min_unique_chars) for document in documents]


def _keys(block: Block) -> Iterable[str]:
    """What a block can be recognised by: its text, and the text of every list item."""
    if isinstance(block, Heading | CodeBlock):
        return
    yield _key(block)
    if isinstance(block, ListBlock):
        yield from (_item_key(item.children) for item in block.items)


def _key(block: Block) -> str:
    return squeeze(block_text(block)).casefold()


def _item_key(children: Sequence[Block]) -> str:
    return " ".join(_key(child) for child in children)


def _cleaned(document: Document, repeated: set[str], min_unique_chars: int) -> Document:
    blocks = tuple(kept for block in document.blocks for kept in _kept(block, repeated))
    unique = sum(len(block_text(block)) for block in blocks if not isinstance(block, Heading))
    return document if unique < min_unique_chars else replace(document, blocks=blocks)


def _kept(block: Block, repeated: set[str]) -> Iterable[Block]:
    if isinstance(block, Heading | CodeBlock):
        yield block
    elif _key(block) in repeated:
        return
    elif isinstance(block, ListBlock):
        items = tuple(item for item in block.items if _item_key(item.children) not in repeated)
        if items:
            yield block if len(items) == len(block.items) else replace(block, items=items)
    elif isinstance(block, Quote):
        children = tuple(kept for child in block.children for kept in _kept(child, repeated))
        if children:
            yield replace(block, children=children)
    else:
        yield block
