"""DOM + verdicts → typed blocks. One table says what happens to every block element."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate

from lxml.etree import _Element as Element

from domwright.extractor.marks.regions import Leaf, Mark, Marks, Region
from domwright.extractor.options import Options
from domwright.extractor.serialize.plain import inline_text
from domwright.extractor.tags import HEADINGS, SKIPPED
from domwright.extractor.text import squeeze
from domwright.extractor.tree.addresses import Addresses
from domwright.extractor.tree.blocks import (
    Block,
    CodeBlock,
    Definition,
    DefinitionList,
    FootnoteDefinition,
    Heading,
    Inline,
    InlineCode,
    InlineMath,
    Link,
    ListBlock,
    ListItem,
    MathBlock,
    Origin,
    Paragraph,
    Quote,
    Table,
    Text,
    ThematicBreak,
)
from domwright.extractor.tree.bylines import Byline, is_movable, left_out, line, place_of
from domwright.extractor.tree.code import code_name, code_text, is_code_table, is_editor, language_of
from domwright.extractor.tree.footnotes import footnotes, note_id, under_numbers, without_label
from domwright.extractor.tree.inlines import has_content, tidy
from domwright.extractor.tree.math import equation_of, is_display, is_math, tex_of
from domwright.extractor.tree.numbers import without_own_numbers
from domwright.extractor.tree.runs import Runs
from domwright.extractor.tree.tables import Grid, grid_of, is_enumeration, is_layout


class Collector:
    """Collects the kept leaves of a marked tree. One instance a collection; it never changes the tree."""

    def __init__(self, marks: Marks, kept: list[bool], addresses: Addresses, options: Options, bylines: Sequence[Byline] = ()) -> None:
        self.marks = marks
        self.kept = kept
        self.options = options
        self.counts = [0, *accumulate(kept)]
        notes = footnotes(marks, self.counts)
        self.labels = notes.labels
        self.runs = Runs(marks, addresses, options, notes)
        self.bylines = {place_of(byline, marks.leaves, kept): byline for byline in bylines if is_movable(byline, kept)}
        self.bylined = {leaf.region.element for byline in bylines for leaf in byline.leaves}
        self.left_out: set[Element] = set()
        self.said_by: set[str] = set()  # texts of bylines, which may be said again

    def collect(self) -> tuple[Block, ...]:
        """The blocks of the whole page, notes from its margins at the end."""
        if not self.marks.regions:
            return ()
        blocks = self.flow(self.marks.regions[0].element)
        return (*blocks, *(FootnoteDefinition(label, (Paragraph(nodes),)) for label, nodes in self.runs.margin.items()))

    def has_kept(self, region: Region) -> bool:
        """Whether anything inside a region is kept."""
        return self.counts[region.end] > self.counts[region.first]

    def flow(self, element: Element) -> list[Block]:
        """The blocks inside an element: its own runs of text as paragraphs, its block children by the table."""
        byline = self.bylines.pop(element, None) if self.bylines else None
        found: list[Block] = [] if byline is None else [self.byline(byline)]
        leaf = self.marks.leaf_of.get(element)
        if leaf is None or not self.kept[leaf.index] or element in self.left_out:
            for child in element:
                found += self.child(child)
            return under_numbers(found)
        origin = self.origin(leaf)
        for part in self.runs.parts(element):
            found += self.paragraphs(part, origin) if isinstance(part, list) else self.child(part)
        return found

    def _is_place(self, element: Element) -> bool:
        """Whether a byline stands in the place of an element, not above its content."""
        byline = self.bylines.get(element)
        return byline is not None and byline.post.element is not element

    def byline(self, byline: Byline) -> Paragraph:
        """The line above a post; what it is made of is left out below."""
        author, *day = (self.own(leaf.region.element) for leaf in byline.leaves)
        own = {leaf.region.element for leaf in byline.leaves}
        # An answer to one's own post has the same name, in a line of its own.
        self.left_out.update(part for part in left_out(byline, self.marks.leaves) if part in own or part not in self.bylined)
        nodes = line(author, day[0] if day else ())
        self.said_by.add(inline_text(nodes))
        return Paragraph(nodes, self.origin(byline.author))

    def own(self, element: Element) -> Iterable[Inline]:
        """The runs of text of an element as one, without its block children."""
        for part in self.runs.parts(element):
            if isinstance(part, list):
                yield from part
                yield Text(" ")

    def child(self, element: Element) -> Iterable[Block]:
        """The blocks of a block element that holds something kept."""
        region = self.marks.region_of.get(element)
        if region is None or not (self.counts[region.end] > self.counts[region.first] or element.tag == "hr"):
            return ()
        return self.block(element, region)

    def paragraphs(self, run: list[Inline], origin: Origin) -> Iterable[Block]:
        """Paragraphs of one run: a formula that stands alone becomes a block."""
        said = [node for node in run if not isinstance(node, Text) or node.value.strip()]
        if len(said) == 1 and isinstance(said[0], InlineCode) and "\n" in said[0].value.strip():
            # Several lines in a code element without pre: authors of wikis and old themes.
            yield CodeBlock(said[0].value.strip("\n"), "", origin)
            return
        for nodes in self.runs.split(run):
            if len(nodes) == 1 and isinstance(nodes[0], InlineMath) and self.runs.is_display_math(nodes[0]):
                yield MathBlock(nodes[0].value, origin)
            else:
                yield Paragraph(nodes, origin)

    def origin(self, leaf: Leaf) -> Origin:
        """Where a leaf's block comes from."""
        return _origin(leaf.region.main or bool(leaf.marks & Mark.MAIN), leaf.rule)

    def block(self, element: Element, region: Region) -> Iterable[Block]:
        """The blocks of one block element."""
        if element in self.left_out or self._is_place(element):
            return self.flow(element)
        element_id = note_id(element, self.labels) if self.labels else ""
        if element_id in self.labels and element.tag != "a":
            label = self.labels[element_id]
            children = without_label(tuple(self.flow(element)), label)
            # Texinfo: a heading for the number, the note below it.
            return [FootnoteDefinition(label, children, self.first_origin(region))] if children or element.tag in HEADINGS else []
        if is_editor(element):
            return self.code(element, region)
        handler = _HANDLERS.get(element.tag)
        return handler(self, element, region) if handler else self.flow(element)

    def first_origin(self, region: Region) -> Origin:
        """The origin of the first leaf inside a region."""
        return self.origin(self.marks.leaves[region.first]) if region.end > region.first else Origin()

    def heading(self, element: Element, region: Region) -> Iterable[Block]:
        """A heading; block elements inside it are read as inline."""
        nodes = tidy(self.runs.everything(element))
        # Documentation generators link every heading to itself.
        # So do forums and blogs with a page's title.
        if len(nodes) == 1 and isinstance(nodes[0], Link) and (nodes[0].authored.startswith("#") or element.tag == "h1"):
            nodes = nodes[0].children
        return [Heading(int(element.tag[1]), nodes, self.first_origin(region))] if has_content(nodes) else []

    def code(self, element: Element, region: Region) -> Iterable[Block]:
        """A code block; a pre of a page that is one long plain text stays a code block too, since its lines matter."""
        text = code_text(element)
        return [CodeBlock(text, language_of(element), self.first_origin(region))] if text.strip() else []

    def quote(self, element: Element, region: Region) -> Iterable[Block]:
        """A quotation."""
        children = tuple(self.flow(element))
        return [Quote(children, self.first_origin(region))] if children else []

    def rule(self, element: Element, region: Region) -> Iterable[Block]:
        """A thematic break, kept only between kept blocks (trimmed at the ends later)."""
        around = self.counts[min(len(self.kept), region.first + 1)] - self.counts[max(0, region.first - 1)]
        return [ThematicBreak()] if around == 2 else []

    def math(self, element: Element, region: Region) -> Iterable[Block]:
        """A formula that is a block element."""
        tex = tex_of(element)
        return [MathBlock(tex, self.first_origin(region))] if tex else []

    def division(self, element: Element, region: Region) -> Iterable[Block]:
        """A division: a formula's frame, or just its contents."""
        if is_math(element) and is_display(element):
            return self.math(element, region)
        return self.flow(element)

    def card(self, element: Element, region: Region) -> Iterable[Block]:
        """A link around blocks: its heading carries it, else its first paragraph."""
        blocks = self.flow(element)
        url = self.runs.addresses.absolute(element.get("href") or "") if self.options.links else ""
        if not url or (element.get("href") or "").startswith("#"):
            return blocks
        for kind in (Heading, Paragraph):
            for at, block in enumerate(blocks):
                if isinstance(block, kind) and not _has_link(block.children):
                    blocks[at] = replace(block, children=(Link(url, block.children, element.get("href") or ""),))
                    return blocks
        return blocks

    def list_block(self, element: Element, region: Region) -> Iterable[Block]:
        """A list; what stands between its items joins the item before."""
        if _is_layout_list(element):
            return [block for child in element for block in self.child_flow(child)]
        before: list[Block] = []
        items: list[ListItem] = []
        notes: list[Block] = []
        for child in self._list_parts(element):
            if isinstance(child, list):
                said = tuple(self.paragraphs(child, self.first_origin(region)))
                _join(items, said) if items else before.extend(said)
                continue
            part = self.marks.region_of.get(child)
            if part is None or not self.has_kept(part):
                continue
            if child.tag != "li":
                _join(items, tuple(self.block(child, part)))
                continue
            blocks = list(self.block(child, part)) if self.labels and note_id(child, self.labels) in self.labels else self.flow(child)
            if blocks and isinstance(blocks[0], FootnoteDefinition):
                notes.extend(blocks)
            elif blocks:
                items.append(ListItem(tuple(blocks), _checked(child)))
        start = _start(element) if element.tag == "ol" else None
        numbered = without_own_numbers(items, start)
        found: list[Block] = [ListBlock(*numbered, self.first_origin(region))] if items else []
        return [*before, *found, *notes]

    def _list_parts(self, element: Element) -> Iterable[Element | list[Inline]]:
        """The children of a list, and the runs of text that stand between them where authors leave out the item ("<ul>We need: <li>")."""
        leaf = self.marks.leaf_of.get(element)
        return element if leaf is None or not self.kept[leaf.index] else self.runs.parts(element)

    def child_flow(self, element: Element) -> Iterable[Block]:
        """The blocks of an item of a list that is no list."""
        region = self.marks.region_of.get(element)
        return self.flow(element) if region is not None and self.has_kept(region) else ()

    def definitions(self, element: Element, region: Region) -> Iterable[Block]:
        """A definition list; groups of `div`s inside it are looked through. One that holds other text besides is a layout."""
        items: list[Definition] = []
        parts = [(child, part) for child in _definition_parts(element) if (part := self.marks.region_of.get(child)) and self.has_kept(part)]
        if sum(self.counts[part.end] - self.counts[part.first] for _, part in parts) < self.counts[region.end] - self.counts[region.first]:
            return self.flow(element)
        for child, part in parts:
            if child in self.left_out and self.counts[part.end] - self.counts[part.first] == 1:
                continue
            if child.tag == "dt":
                items.append(Definition(tidy(self.runs.everything(child)), ()))
            else:
                blocks = tuple(self.flow(child))
                last = items.pop() if items else Definition((), ())
                items.append(Definition(last.term, (*last.descriptions, blocks) if blocks else last.descriptions))
        found = tuple(item for item in items if item.term or item.descriptions)
        return [DefinitionList(found, self.first_origin(region))] if found else []

    def table(self, element: Element, region: Region) -> Iterable[Block]:
        """A data table, a highlighter's frame, or a layout that is read cell by cell."""
        if is_code_table(element):
            name = code_name(element)
            origin = self.first_origin(region)
            return [*([Paragraph((Text(name),), origin)] if name else []), *self.code(element, region)]
        equation = equation_of(element)
        if equation is not None:
            return self.math(equation, region)
        grid = grid_of(element)
        if is_enumeration(grid):
            return self._enumerated(grid)
        if not self.options.tables or is_layout(element, grid):
            return self.flow(element)
        blocks = [*self._strayed(element), *self._data_table(grid, region)]
        # One column is left of a layout table whose others held pictures, arrows and indents: comments of a news board.
        if not grid.header and any(isinstance(block, Table) and len(block.header) < 2 for block in blocks):
            return self.flow(element)
        return blocks

    def _enumerated(self, grid: Grid) -> Iterable[Block]:
        """The rows of a table of numbers and paragraphs, as laws are set: every number opens its paragraph."""
        for row in grid.rows:
            number, cell = (each for each in row if each is not None)
            blocks = self.flow(cell)
            first = blocks[0] if blocks else None
            if isinstance(first, Paragraph):
                blocks[0] = replace(first, children=(Text(f"{squeeze(''.join(number.itertext()))} "), *first.children))
            yield from blocks

    def _strayed(self, table: Element) -> Iterable[Block]:
        """What stands in a table outside its rows by mistake: browsers show it above the table."""
        for child in table:
            if child.tag not in _PARTS_OF_TABLES:
                yield from self.child(child)

    def _data_table(self, grid: Grid, region: Region) -> Iterable[Block]:
        def cell(source: Element | None) -> tuple[Inline, ...]:
            return () if source is None else tidy(self.runs.everything(source))

        return grid.table(cell, self.first_origin(region))

    def figure(self, element: Element, region: Region) -> Iterable[Block]:
        """A figure: its image and caption, or the code it frames."""
        return self.flow(element)


_PARTS_OF_TABLES = frozenset({"caption", "thead", "tbody", "tfoot", "tr"})
_origin = lru_cache(maxsize=1_000)(Origin)


def _has_link(nodes: Sequence[Inline]) -> bool:
    return any(isinstance(node, Link) for node in nodes)


def _join(items: list[ListItem], blocks: tuple[Block, ...]) -> None:
    """Put what stands between the items of a list into the one before."""
    if blocks and items:
        items[-1] = ListItem(items[-1].children + blocks, items[-1].checked)
    elif blocks:
        items.append(ListItem(blocks))


def _is_layout_list(element: Element) -> bool:
    """Whether every item is one section of the page, or one is its title: Javadoc lays out its classes so, Flarum its head."""
    items = [child for child in element if child.tag == "li"]
    if any(inner.tag == "h1" for item in items for inner in item):
        return True
    return bool(items) and all(len(item) == 1 and item[0].tag == "section" and not (item.text or "").strip() for item in items)


def _definition_parts(element: Element) -> Iterable[Element]:
    for child in element:
        if child.tag in ("dt", "dd"):
            yield child
        elif child.tag == "div":
            yield from _definition_parts(child)


def _start(element: Element) -> int:
    """The number of a list's first item, which the item itself may say: tutorials go on counting so after a picture."""
    first = next(element.iterchildren("li"), None)
    said = (first.get("value") if first is not None else None) or element.get("start") or 1
    try:
        return max(0, min(999_999_999, int(said)))
    except ValueError:
        return 1


def _checked(item: Element) -> bool | None:
    """The state of the task box that opens a list item."""
    box = next((each for each in item.iter("input")), None)
    if box is None or (box.get("type") or "").lower() != "checkbox" or squeeze(item.text or ""):
        return None
    following = box.getnext()
    if following is not None and following.tag in ("div", "section", "article") and not squeeze(box.tail or ""):
        return None  # the switch that folds a comment
    if next((True for each in item.iter("label", "h1", "h2", "h3", "h4") if each.find(".//h3") is not None), False):
        return None
    return box.get("checked") is not None


Handler = Callable[[Collector, Element, Region], Iterable[Block]]
# Every block element that is not listed is looked through: its children are collected in its place.
_HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), Collector.heading),
    **dict.fromkeys(("pre", "listing", "xmp", "plaintext"), Collector.code),
    **dict.fromkeys(("ul", "ol", "menu", "dir"), Collector.list_block),
    **dict.fromkeys(("div", "p", "span", "section"), Collector.division),
    "a": Collector.card,
    "blockquote": Collector.quote,
    "dl": Collector.definitions,
    "table": Collector.table,
    "figure": Collector.figure,
    "hr": Collector.rule,
    "math": Collector.math,
}
assert not SKIPPED & set(_HANDLERS)
