"""Mathematics as TeX source, from KaTeX, MathJax, MathML and Wikipedia's images."""

import re
from collections.abc import Iterator

from lxml.etree import _Element as Element

from domwright.extractor.tree.mathml import tex_of_mathml

# What Sphinx, MkDocs and Pandoc leave for MathJax or KaTeX to draw, after the number of the equation.
_SOURCE = re.compile(r"(?:\(\d[\w.]*\)\s*\S?\s*)?(\\\(|\\\[|\$\$?)(.+?)(?:\\\)|\\\]|\$\$?)", re.S)
_NUMBERED = re.compile(r"(?:\([\w.]{1,8}\))?")
# The same in plain text. Two dollars are a price level, too: a formula has a command, an index or an equals sign.
# Each part ends at the next sign of its kind, so that a page of opening signs alone costs no more than its length.
_IN_TEXT = re.compile(r"\\\((?P<inline>(?:[^\\]|\\(?![()]))*+)\\\)|\\\[(?P<block>(?:[^\\]|\\(?![\[\]]))++)\\\]|\$\$(?P<dollars>[^$]+)\$\$")
_TEX = re.compile(r"[\\^_=]")


def is_math(element: Element) -> bool:
    """Whether an inline element is a rendered formula."""
    if element.tag == "math":
        return True
    names = element.get("class") or ""
    if "math" in names and not {"math", "arithmatex"}.isdisjoint(names.split()) and _source(element):
        return True
    return "katex" in names.split() or "MathJax" in names or "mwe-math-element" in names or "katex-display" in names


def is_display(element: Element) -> bool:
    """Whether a formula stands on a line of its own."""
    names = element.get("class") or ""
    source = _source(element)
    if source and source[1] in ("\\[", "$$"):
        return True
    return "katex-display" in names or element.get("display") == "block" or "MathJax_Display" in names or "mwe-math-block" in names


def equation_of(table: Element) -> Element | None:
    """The one formula of a table that lays out an equation and its number (LaTeXML, MathType), None for any other table."""
    formulas = list(table.iter("math"))
    if len(formulas) != 1 or formulas[0].get("display") != "block":
        return None
    around = "".join(table.itertext()).replace("".join(formulas[0].itertext()), "", 1)
    return formulas[0] if _NUMBERED.fullmatch(around.strip()) else None


def tex_of(element: Element) -> str:
    """The TeX source of a formula: the one that is kept, or what its MathML says; its plain text where there is neither."""
    note = element.find(".//{*}annotation")
    if note is not None and note.text:
        return _clean(note.text)
    for name in ("alttext", "data-tex", "data-latex"):
        holder = element if element.get(name) else element.find(f".//*[@{name}]")
        if holder is not None and holder.get(name):
            return _clean(holder.get(name) or "")
    source = _source(element)
    if source:
        return _clean(source[2])
    formula = element if element.tag == "math" else element.find(".//math")
    return _clean("".join(element.itertext()) if formula is None else tex_of_mathml(formula))


def _source(element: Element) -> re.Match[str] | None:
    return _SOURCE.fullmatch("".join(element.itertext()).strip())


def formulas_in(text: str) -> Iterator[tuple[str, bool | None]]:
    r"""The parts of a text that a page's scripts read for formulas: each with None for prose, else whether it stands on a line of its own.

    >>> list(formulas_in(r"The height \(h = 2\) of $$ and $$ shops"))
    [('The height ', None), ('h = 2', False), (' of $$ and $$ shops', None)]
    """
    at = 0
    for match in _IN_TEXT.finditer(text):
        if match["dollars"] and not _TEX.search(match["dollars"]):
            continue
        if match.start() > at:
            yield text[at : match.start()], None
        yield _clean(match[match.lastgroup or 0]), match.lastgroup != "inline"
        at = match.end()
    if at < len(text):
        yield text[at:], None


def _clean(source: str) -> str:
    text = " ".join(source.split())
    match = re.fullmatch(r"\{\\displaystyle (.*)\}", text)
    return (match[1] if match else text).strip("$ ")
