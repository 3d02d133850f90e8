"""What is mended on the finished tree: blocks by themselves, repeats, ends."""

from collections.abc import Collection, Sequence

from domwright.extractor.serialize.plain import block_text
from domwright.extractor.tree.blocks import Block, CodeBlock, FootnoteDefinition, Heading, ListBlock, MathBlock, Paragraph, ThematicBreak
from domwright.extractor.tree.code import ALIASES
from domwright.extractor.tree.inlines import only_images, only_links
from domwright.extractor.tree.mend import mended
from domwright.extractor.tree.repeats import without_repeats


def polish(blocks: Sequence[Block], said_by: Collection[str] = ()) -> tuple[Block, ...]:
    """The same blocks, mended and trimmed. `said_by`: texts that may be said again, since each names who posted."""
    return tuple(_trimmed(without_repeats(list(mended(blocks)), said_by)))


def _trimmed(blocks: list[Block]) -> list[Block]:
    """Take away what trails: breaks, headings without a section, paragraphs and lists that are only links.

    Not when the trailing part is more than half of the text: pages made of links (homepages, forums, listings) are that.
    """
    blocks = _without_empty_sections(blocks)
    end = len(blocks)
    while end and _trails(blocks[end - 1]):
        end -= 1
    if end < len(blocks):
        sizes = [len(block_text(block)) for block in blocks]
        if sum(sizes[end:]) > sum(sizes) / 2:
            end = len(blocks)
    start = next((at for at, block in enumerate(blocks) if not isinstance(block, ThematicBreak)), end)
    return blocks[start:end]


def _without_empty_sections(blocks: list[Block]) -> list[Block]:
    found: list[Block] = []
    for at, block in enumerate(blocks):
        if at + 1 < len(blocks) and _names_language(block, blocks[at + 1]):
            continue
        if found and _names_language(block, found[-1]):
            continue
        # The line above footnotes is a line no more: Markdown has them at its end by itself.
        if isinstance(block, ThematicBreak) and (
            not found or isinstance(found[-1], ThematicBreak | Heading) or isinstance(blocks[min(at + 1, len(blocks) - 1)], FootnoteDefinition)
        ):
            continue
        found.append(block)
    return found


def _names_language(block: Block, beside: Block) -> bool:
    """Whether a paragraph is only the language of the code below it (VitePress, many editors) or above it (Prism's toolbar)."""
    if not isinstance(block, Paragraph) or not isinstance(beside, CodeBlock) or not beside.language:
        return False
    said = block_text(block).strip().lower()
    return said == beside.language or ALIASES.get(said) == beside.language


def _trails(block: Block) -> bool:
    if isinstance(block, ThematicBreak | Heading):
        return True
    if isinstance(block, Paragraph):
        return only_links(block.children) and not only_images(block.children)
    if isinstance(block, ListBlock):
        return all(all(isinstance(child, Paragraph) and only_links(child.children) for child in item.children) for item in block.items)
    return isinstance(block, MathBlock | FootnoteDefinition) and not block_text(block)
