"""Presentation MathML as TeX, for formulas that keep no source: publishers' pages and what word processors export.

Signs stay as they are (TeX engines of today read Unicode); what only layout says in MathML (fractions, indices, roots,
tables) becomes the TeX command that says it. Element names as in MathML Core, https://www.w3.org/TR/mathml-core/.
"""

import re
from collections.abc import Callable, Iterable

from lxml.etree import _Element as Element

_FUNCTIONS = frozenset("arccos arcsin arctan cos cosh cot coth csc deg det dim exp gcd inf ker lim ln log max min sec sin sinh sup tan tanh".split())
# Operators whose limits stand below and above them.
_LARGE = frozenset("∑∏∐∫∮⋃⋂⋁⋀") | {f"\\{name}" for name in ("lim", "max", "min", "sup", "inf", "det", "gcd")}
_ABOVE = {"¯": "bar", "‾": "bar", "ˉ": "bar", "―": "overline", "^": "hat", "ˆ": "hat", "~": "tilde", "˜": "tilde", "→": "vec", "⃗": "vec"}
_ABOVE |= {"˙": "dot", "¨": "ddot", "⏞": "overbrace"}
_BELOW = {"_": "underline", "⏟": "underbrace"}
_SAYS_NOTHING = frozenset({"annotation", "annotation-xml", "mphantom", "mprescripts", "none", "maligngroup", "malignmark"})
# Signs of TeX, and the operators that Unicode has for what nobody writes: "of", "times", "comma", "plus".
_ESCAPED = str.maketrans({"{": r"\{", "}": r"\}", "%": r"\%", "#": r"\#", "&": r"\&", "\u2061": "", "\u2062": "", "\u2063": "", "\u2064": ""})
_COMMAND_END = re.compile(r"\\[A-Za-z]+\Z")


def tex_of_mathml(element: Element) -> str:
    """The TeX source of a `math` element or of a part of one, "" for what says nothing."""
    tag = element.tag.rpartition(":")[2] if isinstance(element.tag, str) else "none"
    if tag in _SAYS_NOTHING:
        return ""
    if tag == "mtext":
        said = " ".join("".join(element.itertext()).split())
        return rf"\text{{{said}}}" if said else ""
    if len(element) == 0:
        return " " if tag == "mspace" else _token((element.text or "").strip(), tag)
    parts = [tex_of_mathml(child) for child in element]
    if tag in _LAYOUTS and len(parts) == _LAYOUTS[tag][0]:
        return _LAYOUTS[tag][1](*parts)
    if tag == "msqrt":
        return rf"\sqrt{{{_joined(parts)}}}"
    if tag == "mfenced":
        opening, closing = (element.get(name, default).translate(_ESCAPED) for name, default in (("open", "("), ("close", ")")))
        return f"{opening}{element.get('separators', ',')[:1].join(parts)}{closing}"
    if tag == "mtable":
        return "\\begin{matrix} " + " \\\\ ".join(parts) + " \\end{matrix}"
    return " & ".join(parts) if tag in ("mtr", "mlabeledtr") else _joined(parts)


def _token(said: str, tag: str) -> str:
    if said in _FUNCTIONS:
        return f"\\{said}"
    text = said.translate(_ESCAPED)
    return rf"\mathrm{{{text}}}" if tag == "mi" and len(said) > 1 and said.isalpha() else text


def _joined(parts: Iterable[str]) -> str:
    """Parts in a row; a space where a command would swallow the letter that follows."""
    row: list[str] = []
    for part in parts:
        if part[:1].isalnum() and row and _COMMAND_END.search(row[-1]):
            row.append(" ")
        if part:
            row.append(part)
    return "".join(row)


def _group(tex: str) -> str:
    return tex if len(tex) == 1 else f"{{{tex}}}"


def _base(tex: str) -> str:
    return tex if len(tex) == 1 or _COMMAND_END.fullmatch(tex) or tex.isdigit() else f"{{{tex}}}"


def _under(base: str, below: str) -> str:
    if base in _LARGE:
        return f"{base}_{_group(below)}"
    return rf"\{_BELOW[below]}{{{base}}}" if below in _BELOW else rf"\underset{{{below}}}{{{base}}}"


def _over(base: str, above: str) -> str:
    if base in _LARGE:
        return f"{base}^{_group(above)}"
    return rf"\{_ABOVE[above]}{{{base}}}" if above in _ABOVE else rf"\overset{{{above}}}{{{base}}}"


def _under_over(base: str, below: str, above: str) -> str:
    return f"{base}_{_group(below)}^{_group(above)}" if base in _LARGE else _over(_under(base, below), above)


# How many children an element has, and what they become.
_LAYOUTS: dict[str, tuple[int, Callable[..., str]]] = {
    "mfrac": (2, lambda above, below: rf"\frac{{{above}}}{{{below}}}"),
    "mroot": (2, lambda inside, degree: rf"\sqrt[{degree}]{{{inside}}}"),
    "msup": (2, lambda base, above: f"{_base(base)}^{_group(above)}"),
    "msub": (2, lambda base, below: f"{_base(base)}_{_group(below)}"),
    "msubsup": (3, lambda base, below, above: f"{_base(base)}_{_group(below)}^{_group(above)}"),
    "munder": (2, _under),
    "mover": (2, _over),
    "munderover": (3, _under_over),
}
