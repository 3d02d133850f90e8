"""Formulas that are drawn with other elements than MathML's, made `math` elements again, with their TeX source where the page keeps it."""

import re
from itertools import islice

from lxml import etree
from lxml.etree import _Element as Element

_PREFIX = "mml:"  # in publishers' pages, whose elements an HTML parser does not know
_IMAGES = frozenset({"latex", "math", "tex", "texrender", "equation_image"})  # WordPress, wikis, Moodle, Canvas
_TEX = re.compile(r"[\\^_={}]")


def formulas(root: Element) -> None:
    """Replace what MathJax, GitHub and publishers draw formulas with by `math` elements."""
    for element in list(root.iter("script", "mjx-container", "math-renderer", "img", f"{_PREFIX}math")):
        tag = element.tag
        if tag == "script":
            _source(element)
        elif tag == "img":
            _image(element)
        elif tag == "mjx-container":
            _container(element)
        elif tag == "math-renderer":
            _replace(element, "".join(element.itertext()), display="display" in (element.get("class") or ""))
        else:
            _without_prefix(element)


def _without_prefix(formula: Element) -> None:
    for each in formula.iter():
        if isinstance(each.tag, str) and each.tag.startswith(_PREFIX):
            each.tag = each.tag.removeprefix(_PREFIX)


def _source(script: Element) -> None:
    """MathJax 2 keeps its source in a script behind what it drew."""
    kind, tex = script.get("type") or "", (script.text or "").strip()
    if not kind.startswith("math/tex") or not tex:
        return
    for drawn in list(islice(script.itersiblings(preceding=True), 2)):
        if "MathJax" not in (drawn.get("class") or "") or (drawn.tail or "").strip():
            break
        _remove(drawn)
    _replace(script, tex, display="display" in kind)


def _container(drawn: Element) -> None:
    """MathJax 3 keeps MathML for screen readers beside what it drew, MathJax 4 the source in an attribute."""
    display = drawn.get("display") == "true"
    spoken = drawn.find(".//math")
    if spoken is not None:
        spoken.tail = drawn.tail
        if display:
            spoken.set("display", "block")
        _put(spoken, drawn)
        return
    source = next((tex for each in drawn.iter("mjx-math", "g") if (tex := each.get("data-latex"))), "")
    if source:
        _replace(drawn, source, display=display)


def _image(image: Element) -> None:
    """A picture of a formula: its source is the text alternative, or beside it."""
    names = (image.get("class") or "").split()
    if _IMAGES.isdisjoint(names):
        return
    source = image.get("data-equation-content") or image.get("alt") or ""
    if _TEX.search(source) or names == ["latex"]:
        _replace(image, source, display=False)


def _replace(element: Element, tex: str, *, display: bool) -> None:
    formula = etree.Element("math", alttext=tex)
    formula.text, formula.tail = tex, element.tail
    if display:
        formula.set("display", "block")
    _put(formula, element)


def _put(formula: Element, place: Element) -> None:
    parent = place.getparent()
    if parent is not None:
        parent.replace(place, formula)


def _remove(element: Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)
