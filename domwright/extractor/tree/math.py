"""Mathematics as TeX source, from KaTeX, MathJax, MathML and Wikipedia's images."""

import re

from lxml.etree import _Element as Element

_SCRIPT = re.compile(r"math/tex")


def is_math(element: Element) -> bool:
    """Whether an inline element is a rendered formula."""
    if element.tag == "math":
        return True
    names = element.get("class") or ""
    return "katex" in names.split() or "MathJax" in names or "mwe-math-element" in names or "katex-display" in names


def is_display(element: Element) -> bool:
    """Whether a formula stands on a line of its own."""
    names = element.get("class") or ""
    return "katex-display" in names or element.get("display") == "block" or "MathJax_Display" in names or "mwe-math-block" in names


def is_drawn_from_script(element: Element) -> bool:
    """Whether a formula was drawn by MathJax 2 from a script that follows: the script has the source."""
    if "MathJax" not in (element.get("class") or ""):
        return False
    following = (each for _, each in zip(range(3), element.itersiblings(), strict=False))
    return any(each.tag == "script" and (each.get("type") or "").startswith("math/tex") for each in following)


def tex_of(element: Element) -> str:
    """The TeX source of a formula; its plain text where no source is kept."""
    note = element.find(".//{*}annotation")
    if note is not None and note.text:
        return _clean(note.text)
    for name in ("alttext", "data-tex", "data-latex"):
        holder = element if element.get(name) else element.find(f".//*[@{name}]")
        if holder is not None and holder.get(name):
            return _clean(holder.get(name) or "")
    return _clean("".join(element.itertext()))


def _clean(source: str) -> str:
    text = " ".join(source.split())
    match = re.fullmatch(r"\{\\displaystyle (.*)\}", text)
    return (match[1] if match else text).strip("$ ")
