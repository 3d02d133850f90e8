"""The typed tree, in CommonMark's and mdast's names. Plain frozen data: no lxml, no marks."""

from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a block came from: inside marked main content or not, and the rule that would have discarded it ("" for none)."""

    main: bool = False
    discard: str = ""


NOWHERE = Origin()


@dataclass(frozen=True, slots=True)
class Text:
    value: str


@dataclass(frozen=True, slots=True)
class Emphasis:
    children: "tuple[Inline, ...]"


@dataclass(frozen=True, slots=True)
class Strong:
    children: "tuple[Inline, ...]"


@dataclass(frozen=True, slots=True)
class Delete:
    children: "tuple[Inline, ...]"


@dataclass(frozen=True, slots=True)
class InlineCode:
    value: str


@dataclass(frozen=True, slots=True)
class InlineMath:
    """TeX source, without its delimiters."""

    value: str


@dataclass(frozen=True, slots=True)
class Link:
    """`url` is absolute, `authored` what stood in the page."""

    url: str
    children: "tuple[Inline, ...]"
    authored: str = ""


@dataclass(frozen=True, slots=True)
class Image:
    """`url` is absolute, `authored` what stood in the page."""

    url: str
    alt: str = ""
    authored: str = ""


@dataclass(frozen=True, slots=True)
class Break:
    """A line break the author wrote."""


@dataclass(frozen=True, slots=True)
class FootnoteReference:
    label: str


Inline: TypeAlias = Text | Emphasis | Strong | Delete | InlineCode | InlineMath | Link | Image | Break | FootnoteReference


@dataclass(frozen=True, slots=True)
class Heading:
    level: int
    children: tuple[Inline, ...]
    origin: Origin = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Paragraph:
    children: tuple[Inline, ...]
    origin: Origin = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class CodeBlock:
    code: str
    language: str = ""
    origin: Origin = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class MathBlock:
    """TeX source, without its delimiters."""

    value: str
    origin: Origin = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Quote:
    children: "tuple[Block, ...]"
    origin: Origin = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ListItem:
    """`checked` is None for an ordinary item, else the state of its task box."""

    children: "tuple[Block, ...]"
    checked: bool | None = None


@dataclass(frozen=True, slots=True)
class ListBlock:
    """`start` is the first number of an ordered list, None for a bullet list."""

    items: tuple[ListItem, ...]
    start: int | None = None
    origin: Origin = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class Definition:
    """One term with its descriptions."""

    term: tuple[Inline, ...]
    descriptions: "tuple[tuple[Block, ...], ...]"


@dataclass(frozen=True, slots=True)
class DefinitionList:
    items: tuple[Definition, ...]
    origin: Origin = field(default=NOWHERE, compare=False)


Row: TypeAlias = tuple[tuple[Inline, ...], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Every row has as many cells as the header; a synthesized header has empty cells."""

    header: Row
    rows: tuple[Row, ...]
    origin: Origin = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class ThematicBreak:
    origin: Origin = field(default=NOWHERE, compare=False)


@dataclass(frozen=True, slots=True)
class FootnoteDefinition:
    label: str
    children: "tuple[Block, ...]"
    origin: Origin = field(default=NOWHERE, compare=False)


Block: TypeAlias = Heading | Paragraph | CodeBlock | MathBlock | Quote | ListBlock | DefinitionList | Table | ThematicBreak | FootnoteDefinition
