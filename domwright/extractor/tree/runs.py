"""Inline content of the DOM → inline nodes."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from lxml.etree import _Element as Element

from domwright.extractor.marks.hints import hints
from domwright.extractor.marks.look import follows_link, is_control, is_initial
from domwright.extractor.marks.regions import Marks
from domwright.extractor.options import Options
from domwright.extractor.tags import ROUTES, SKIPPED
from domwright.extractor.tree.addresses import Addresses
from domwright.extractor.tree.blocks import (
    Break,
    Delete,
    Emphasis,
    FootnoteReference,
    Inline,
    InlineCode,
    InlineMath,
    Link,
    Strong,
    Text,
)
from domwright.extractor.tree.code import code_text
from domwright.extractor.tree.footnotes import Footnotes, bare, is_back, reference
from domwright.extractor.tree.images import emoji_of, image_of
from domwright.extractor.tree.inlines import has_content, only_images, tidy
from domwright.extractor.tree.math import formulas_in, is_display, is_math, tex_of

_STRONG = frozenset({"strong", "b"})
_EMPHASIS = frozenset({"em", "i", "cite", "dfn", "var"})
_DELETED = frozenset({"del", "s", "strike"})
_CODE = frozenset({"code", "kbd", "samp", "tt"})
_WRAPPERS: dict[str, Callable[[tuple[Inline, ...]], Inline]] = {
    **dict.fromkeys(_STRONG, Strong),
    **dict.fromkeys(_EMPHASIS, Emphasis),
    **dict.fromkeys(_DELETED, Delete),
}
# Bylines set author and date apart by style alone ("adaMarch 3"), rows of tabs their labels.
_CLOSING = (",", ".", ";", ")", "]")
_AROUND = {"q": ("“", "”"), "time": (" ", " "), "label": (" ", " ")}


class Runs:
    """Reads the inline content of elements. Block elements are those the marks have a region for."""

    def __init__(self, marks: Marks, addresses: Addresses, options: Options, notes: Footnotes) -> None:
        self.regions = marks.region_of
        self.unseen = marks.unseen
        self.addresses = addresses
        self.options = options
        self.labels = notes.labels
        self.backs = notes.backs
        self.margin: dict[str, tuple[Inline, ...]] = {}
        self._asides: dict[Element, str] = {}
        self._display: set[str] = set()

    def parts(self, element: Element) -> Iterable[list[Inline] | Element]:
        """The content of a block element in order: runs of inline nodes and block children."""
        run: list[Inline] = [Text(element.text)] if element.text else []
        for child in element:
            if child in self.regions:
                if run:
                    yield run
                    run = []
                yield child
            else:
                run.extend(self.inline(child))
            if child.tail:
                run.append(Text(_behind(child)))
        if run:
            yield run

    def everything(self, element: Element) -> list[Inline]:
        """All content of an element as one run; block children are separated by spaces, list items by commas' worth of space."""
        nodes: list[Inline] = [Text(element.text)] if element.text else []
        for child in element:
            if child in self.regions:
                nodes.append(Text(" "))
                inner = self.everything(child)
                nodes.extend(self._link(child, inner) if child.tag == "a" else inner)
                nodes.append(Text(" "))
            else:
                nodes.extend(self.inline(child))
            if child.tail:
                nodes.append(Text(_behind(child)))
        return list(self._with_formulas(nodes))

    def _with_formulas(self, nodes: Iterable[Inline]) -> Iterator[Inline]:
        """The nodes with the formulas in their texts apart: pages that leave them to MathJax or KaTeX."""
        for node in bare(list(nodes)) if self.labels else nodes:
            if not isinstance(node, Text) or not ("\\" in node.value or "$$" in node.value):
                yield node
                continue
            for value, stands in formulas_in(node.value):
                if stands:
                    self._display.add(value)
                yield Text(value) if stands is None else InlineMath(value)

    def inline(self, element: Element) -> list[Inline]:
        """One inline element as nodes."""
        tag = element.tag
        if tag == "br":
            return [Break()]
        if tag == "img":
            return self._image(element)
        if tag in SKIPPED or tag == "noscript":
            return []
        names = element.get("class")
        if (
            (names and (hints(names).drop_inline or is_initial(element, names)))
            or element in self.unseen
            or (tag == "button" and is_control(element))
        ):
            return []
        if (tag == "math" or names) and is_math(element):
            return self._math(element)
        if tag in _CODE:
            return self._code(element)
        return self._phrase(element, names or "", self.children(element))

    def _image(self, element: Element) -> list[Inline]:
        sign = emoji_of(element)
        if sign is not None:
            return [Text(sign)]
        image = image_of(element, self.addresses) if self.options.images else None
        return [image] if image else []

    def _phrase(self, element: Element, names: str, children: list[Inline]) -> list[Inline]:
        tag = element.tag
        if "sidenote" in names or "marginnote" in names:
            return self._aside(element, children)
        if tag == "a":
            return self._link(element, children)
        if tag in _AROUND:
            before, after = _AROUND[tag]
            # No space before the comma of "on 4 March, …".
            return [Text(before), *children, Text("" if after == " " and (element.tail or "").startswith(_CLOSING) else after)]
        wrapper = _WRAPPERS.get(tag)
        if wrapper is None or only_images(children):
            return _raised(element, children) if tag == "sup" else children
        return [wrapper(tuple(children))]

    def children(self, element: Element) -> list[Inline]:
        """The nodes inside an inline element."""
        nodes: list[Inline] = [Text(element.text)] if element.text else []
        for child in element:
            nodes.extend(self.inline(child))
            if child.tail:
                nodes.append(Text(_behind(child)))
        return nodes

    def _aside(self, element: Element, children: list[Inline]) -> list[Inline]:
        """A note in the margin (Tufte CSS), which stands amid its sentence: a footnote. The switch before it says nothing."""
        nodes = tidy(children)
        if element.tag != "span" or not has_content(nodes):
            return children if has_content(nodes) else []
        # A table that turns out to be none is read twice.
        label = self._asides.setdefault(element, f"margin-{len(self.margin) + 1}")
        self.margin[label] = nodes
        return [FootnoteReference(label)]

    def _code(self, element: Element) -> list[Inline]:
        # A code span inside a link keeps the link; a link amid a code span cannot be written in Markdown.
        value = code_text(element) if element.find(".//br") is not None else "".join(element.itertext())
        if not value.strip():
            return [Text(value)]
        link = _only_link(element)
        return [InlineCode(value)] if link is None else self._link(link, [InlineCode(value)])

    def _math(self, element: Element) -> list[Inline]:
        tex = tex_of(element)
        if is_display(element):
            self._display.add(tex)
        return [InlineMath(tex)] if tex else []

    def is_display_math(self, node: InlineMath) -> bool:
        """Whether a formula was marked as standing on a line of its own."""
        return node.value in self._display

    def _link(self, element: Element, children: list[Inline]) -> list[Inline]:
        href = (element.get("href") or "").strip()
        label = reference(href, self.labels)
        if label:
            return [FootnoteReference(label)]
        if self.labels and (is_back(href) or href[1:] in self.backs):
            return []
        if not self.options.links or not href or (href.startswith("#") and not href.startswith(ROUTES)):
            return _without_marks(children)
        url = self.addresses.absolute(href)
        if not url or any(isinstance(child, Link) for child in children):
            return children
        return [*([Text(" ")] if follows_link(element) else []), Link(url, tuple(children), href)]

    def split(self, run: list[Inline]) -> Iterable[tuple[Inline, ...]]:
        """Paragraphs of a run: two line breaks in a row end one."""
        part: list[Inline] = []
        breaks = 0
        for node in self._with_formulas(run):
            if isinstance(node, Break):
                breaks += 1
            elif not isinstance(node, Text) or node.value.strip():
                if breaks > 1:
                    yield from _one(part)
                    part = []
                breaks = 0
            part.append(node)
        yield from _one(part)


def _behind(label: Element) -> str:
    """The text behind an inline element, apart from it where it is a label: "<span>Abstract:</span>We count"."""
    tail = label.tail or ""
    glued = label.tag == "span" and tail[:1].isupper() and len(label) == 0 and (label.text or "").endswith(":")
    return f" {tail}" if glued else tail


def _one(part: Sequence[Inline]) -> Iterable[tuple[Inline, ...]]:
    nodes = tidy(part)
    if has_content(nodes):
        yield nodes


def _only_link(code: Element) -> Element | None:
    """The link that holds everything a code span says, as references of an API are written by many generators."""
    if len(code) != 1 or code[0].tag != "a" or (code.text or "").strip() or (code[0].tail or "").strip():
        return None
    return code[0]


_HEIGHT = str.maketrans("0123456789+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")
_POWER = re.compile(r"[-+−–]?\d{1,4}")


def _raised(element: Element, children: list[Inline]) -> list[Inline]:
    """Children of a superscript. A number after a digit keeps its height, since "10³" is not "103"; brackets around a note's number go."""
    said = "".join(child.value for child in children if isinstance(child, Text)).strip()
    if _POWER.fullmatch(said) and all(isinstance(child, Text) for child in children) and _before(element)[-1:].isdigit():
        return [Text(said.translate(_HEIGHT))]
    return _without_brackets(children)


def _before(element: Element) -> str:
    """What stands directly before an inline element."""
    previous, parent = element.getprevious(), element.getparent()
    if previous is None:
        return (parent.text if parent is not None else "") or ""
    return previous.tail or "".join(previous.itertext())


def _without_brackets(children: list[Inline]) -> list[Inline]:
    """Children of a superscript without the brackets that Asciidoctor and wikis put around a note's number."""
    if any(isinstance(child, FootnoteReference) for child in children):
        return [child for child in children if not isinstance(child, Text) or child.value.strip(" []")]
    return children


_TO_TOP = frozenset({"top", "[top]", "back to top", "return to top", "nach oben", "haut", "▲", "⇧", "⬆"})  # in every heading of long pages
_SELF_MARKS = frozenset({"#", "¶", "§", "🔗", "↩", "↩︎", "^", "↑", "🔗\ufe0e", "◆"})


def _without_marks(children: list[Inline]) -> list[Inline]:
    """Children of an anchor that leads nowhere, unless it is only the sign of a heading's self-link."""
    if all(isinstance(child, Text) for child in children):
        text = "".join(child.value for child in children if isinstance(child, Text)).strip()
        return [] if text in _SELF_MARKS or text.casefold() in _TO_TOP else children
    return children
