"""Tables: the grid with spans filled in, and whether it holds data or lays out a page."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from lxml.etree import _Element as Element

from domwright.extractor.tags import HEADINGS
from domwright.extractor.tree.blocks import Block, Inline, Origin, Paragraph, Strong, Table

# A cell with one of these is no cell of a data table: it is read block by block instead.
_BLOCK_CONTENT = HEADINGS | {"table", "ul", "ol", "dl", "pre", "blockquote", "section", "article", "form", "hr", "figure"}
_HARD_CONTENT = _BLOCK_CONTENT - HEADINGS
_ROWS, _FEW = 3, 0.5  # a table of this many rows, in which fewer than this share of the cells hold light blocks, is one of data
_ENUMERATOR = re.compile(r"\(?(?:\d{1,3}|[a-zA-Z]{1,2}|[ivx]{1,6})[.)]|[–—•-]")
_SPAN_CAP = 100  # columns and rows; generated pages claim thousands
_WORDS_OF_A_CELL = 120  # a cell longer than this is an article's column, not a datum


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells, None where a span covers the place. `header` tells whether the first row is one."""

    rows: tuple[tuple[Element | None, ...], ...]
    header: bool
    caption: Element | None

    @property
    def width(self) -> int:
        """The number of columns."""
        return max((len(row) for row in self.rows), default=0)

    def table(self, read: Callable[[Element | None], tuple[Inline, ...]], origin: Origin) -> Iterable[Block]:
        """The table as a block, its caption before it as a paragraph; a missing header row is made of empty cells."""
        rows = [tuple(read(cell) for cell in row) for row in self.rows]
        width = self.width
        rows = [row + ((),) * (width - len(row)) for row in rows if any(row)]
        filled = [column for column in range(width) if any(row[column] for row in rows)]
        rows = [tuple(row[column] for column in filled) for row in rows]
        if self.caption is not None and (caption := read(self.caption)):
            yield Paragraph(caption, origin)
        if len(rows) > 1 and self.header:
            yield Table(rows[0], tuple(rows[1:]), origin)
        elif len(rows) > 1 and _are_names(rows[0]) and not any(map(_are_names, rows[1:])):
            yield Table(tuple(_bare(cell) for cell in rows[0]), tuple(rows[1:]), origin)
        elif rows:
            yield Table(((),) * len(filled), tuple(rows), origin)


def _are_names(row: Sequence[tuple[Inline, ...]]) -> bool:
    """Whether a row names the columns in bold, as editors write it that have no heading cells."""
    said = [cell for cell in row if cell]
    return len(said) > 1 and all(len(cell) == 1 and isinstance(cell[0], Strong) for cell in said)


def _bare(cell: tuple[Inline, ...]) -> tuple[Inline, ...]:
    return cell[0].children if cell and isinstance(cell[0], Strong) else cell


def grid_of(table: Element) -> Grid:
    """The grid of a table's own rows, nested tables left out."""
    rows = list(_own_rows(table))
    pending: dict[int, int] = {}
    found = []
    for row in rows:
        found.append(_filled(row, pending))
    header = bool(rows) and (rows[0].getparent().tag == "thead" or _all_headers(rows[0]))
    caption = next((child for child in table if child.tag == "caption"), None)
    return Grid(tuple(found), header, caption)


def names_columns(table: Element) -> bool:
    """Whether a table is one of data by its first row: two heading cells or more and nothing else, over another row."""
    rows = list(_own_rows(table))
    cells = _cells(rows[0]) if len(rows) > 1 else []
    return len(cells) > 1 and all(cell.tag == "th" for cell in cells)


def _own_rows(table: Element) -> Iterable[Element]:
    """The rows of a table in the order of the browser, which puts the foot last wherever it is written (HTML 4 wanted it first)."""
    for child in sorted(table, key=lambda each: each.tag == "tfoot"):
        if child.tag == "tr":
            yield child
        elif child.tag in ("thead", "tbody", "tfoot"):
            yield from (row for row in child if row.tag == "tr")


def _cells(row: Element) -> list[Element]:
    return [cell for cell in row if cell.tag in ("td", "th")]


def _all_headers(row: Element) -> bool:
    cells = _cells(row)
    return bool(cells) and all(cell.tag == "th" or any(child.tag in HEADINGS for child in cell) for cell in cells)


def _filled(row: Element, pending: dict[int, int]) -> tuple[Element | None, ...]:
    """One row with the places that spans cover left empty; `pending` counts the rows a column stays covered."""
    found: list[Element | None] = []

    def covered() -> None:
        while pending.get(len(found), 0) > 0:
            pending[len(found)] -= 1
            found.append(None)

    for cell in _cells(row)[:_SPAN_CAP]:
        covered()
        down, across = _span(cell, "rowspan"), _span(cell, "colspan")
        for step in range(across):
            if down > 1:
                pending[len(found)] = down - 1
            found.append(cell if step == 0 else None)
    covered()
    return tuple(found[:_SPAN_CAP])


def _span(cell: Element, name: str) -> int:
    try:
        return max(1, min(_SPAN_CAP, int(cell.get(name) or 1)))
    except ValueError:
        return 1


def is_enumeration(grid: Grid) -> bool:
    """Whether every row is a number, letter or dash and what it numbers: laws and contracts set their paragraphs so."""
    return bool(grid.rows) and all(
        len(row) == 2 and row[0] is not None and row[1] is not None and _ENUMERATOR.fullmatch("".join(row[0].itertext()).strip()) for row in grid.rows
    )


def is_layout(table: Element, grid: Grid) -> bool:
    """Whether a table lays out a page or its cells hold blocks: then it is read cell by cell."""
    if table.get("role") in ("presentation", "none") or grid.width < 2:
        return True
    cells = [cell for row in grid.rows for cell in row if cell is not None]
    blocks = [cell for cell in cells if _has_blocks(cell)]
    if blocks and (len(grid.rows) < _ROWS or len(blocks) > _FEW * len(cells) or not all(map(_is_light, blocks))):
        return True
    return len(grid.rows) == 1 and not _all_headers(next(iter(_own_rows(table)))) and any(_is_long(cell) for cell in cells)


def _has_blocks(cell: Element) -> bool:
    paragraphs = 0
    for inner in cell.iter():
        tag = inner.tag
        if tag in _BLOCK_CONTENT:
            return True
        if tag == "p":
            paragraphs += 1
    return paragraphs > 1 or _is_long(cell)


def _is_light(cell: Element) -> bool:
    """Whether a cell's blocks are headings for labels, or a second paragraph: tables of amounts, compatibility, options."""
    return not _is_long(cell) and all(inner.tag not in _HARD_CONTENT for inner in cell.iter())


def _is_long(cell: Element) -> bool:
    return sum(len(text.split()) for text in cell.itertext()) > _WORDS_OF_A_CELL
