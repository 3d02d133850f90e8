"""Document: the typed tree with its metadata and how it was found; complete, so any serializer runs on it later."""

from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

from domwright.extractor.serialize.html import to_html
from domwright.extractor.serialize.markdown import to_markdown
from domwright.extractor.serialize.plain import to_text
from domwright.extractor.text import byte_length
from domwright.extractor.tree.blocks import Block


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is known of the page besides its body. Dates are ISO 8601 (`YYYY-MM-DD`), "" for unknown.

    `sources` names for each field that was found where its value came from (`json-ld`, `og:title`, `byline` …).
    """

    title: str = ""
    authors: tuple[str, ...] = ()
    published: str = ""
    modified: str = ""
    language: str = ""
    description: str = ""
    site_name: str = ""
    canonical: str = ""
    image: str = ""
    licence: str = ""
    feed: str = ""
    sources: dict[str, str] = field(default_factory=dict, compare=False)

    def as_dict(self) -> dict[str, Any]:
        """The fields that have a value, `sources` left out."""
        pairs = ((each.name, getattr(self, each.name)) for each in fields(self) if each.name != "sources")
        return {name: list(value) if isinstance(value, tuple) else value for name, value in pairs if value}


class Reason(NamedTuple):
    """What happened to one block of the page: kept or dropped, on which rung, by which rule, with its first words."""

    kept: bool
    rule: str
    text: str
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Document:
    """One extracted page.

    rung: the rung of the ladder that was taken, "" when the body gave nothing.
    source: `body`, `json-ld`, `state`, `meta` or `empty`.
    parser: `libxml2`, `lexbor` (the HTML5 parser, for badly nested markup) or `none`.
    problems: words for what was wrong with the input.
    reasons: block by block what was kept or dropped, and by which rule.
    """

    blocks: tuple[Block, ...] = ()
    metadata: Metadata = field(default_factory=Metadata)
    url: str = ""
    rung: str = ""
    source: str = "empty"
    parser: str = "libxml2"
    problems: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def markdown(self) -> str:
        """CommonMark with GFM tables, strikethrough, task items and footnotes; ends with a newline unless empty."""
        return to_markdown(self.blocks)

    @property
    def html(self) -> str:
        """The same blocks as clean HTML: no classes, styles or scripts."""
        return to_html(self.blocks)

    @property
    def text(self) -> str:
        """The same blocks as plain text, a blank line between blocks."""
        return to_text(self.blocks)

    @property
    def text_bytes(self) -> int:
        """The length of `text` in UTF-8 bytes."""
        return byte_length(self.text)
