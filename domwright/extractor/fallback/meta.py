"""Title and description → blocks: what is left when a page keeps its text to itself."""

from domwright.extractor.document import Metadata
from domwright.extractor.tree.blocks import Block, Heading, Paragraph, Text

_DESCRIPTION_BYTES = 30  # a shorter description is a slogan or a placeholder


def blocks_from_meta(metadata: Metadata) -> tuple[Block, ...]:
    """A heading and a paragraph, as far as the page declares them."""
    blocks: list[Block] = []
    if metadata.title:
        blocks.append(Heading(1, (Text(metadata.title),)))
    if len(metadata.description) >= _DESCRIPTION_BYTES and metadata.description != metadata.title:
        blocks.append(Paragraph((Text(metadata.description),)))
    return tuple(blocks)
