"""Code as it reads in a browser: every descendant's text, line breaks where there are line breaks, no gutters or buttons."""

import re

from lxml.etree import _Element as Element

from domwright.extractor.marks.hints import hints
from domwright.extractor.tags import SKIPPED

# Elements that begin a line of their own inside a highlighter's output.
_LINE_TAGS = frozenset({"div", "p", "li", "tr"})
# Editors draw one element a line and keep its class: CodeMirror 5 and 6, Monaco, Shiki and others.
_LINE_CLASS = re.compile(r"(?:^|\s)(?:line|view-line|CodeMirror-line|cm-line|code-line|token-line|hljs-ln-line|react-code-text)(?:\s|$)")
_EDITOR_CLASS = re.compile(r"(?:^|\s)(?:CodeMirror-code|cm-content|view-lines|monaco-editor|CodeMirror-lines|ace_text-layer)(?:\s|$)")
# The last: a signature of Doxygen.
_TABLE_CLASS = re.compile(
    r"(?:^|\s)(?:highlighttable|rouge-table|lntable|hljs-ln|codehilitetable|code-table|js-file-line-container|syntaxhighlighter|"
    r"crayon-table|processedcode|memname)(?:\s|$)"
)
# In the order of trust: the HTML standard's own class, then what highlighters write beside or instead of it.
_LANGUAGES = (
    re.compile(r"(?:^|\s)lang(?:uage)?-([A-Za-z0-9#+._-]+)"),
    re.compile(r"(?:^|\s)highlight-source-([A-Za-z0-9#+._-]+)"),
    re.compile(r"(?:^|\s)highlight-(?!text-)([A-Za-z0-9#+._]+)"),
    re.compile(r"(?:^|\s)hl-([A-Za-z0-9#+._]+)"),
    re.compile(r"(?:^|\s)(?:brush:\s*|sourceCode\s+|src-|hljs\s+|highlight\s+|syntaxhighlighter\s+)([A-Za-z0-9#+._-]+)"),
)
# The last four: EnlighterJS, Google's documentation, Mintlify, DocC.
_ATTRIBUTES = ("data-lang", "data-language", "data-enlighter-language", "syntax", "language", "data-syntax")
_NOT_LANGUAGES = frozenset(
    "none text plain plaintext txt nohighlight hljs highlight code sourcecode default notranslate undefined auto line-numbers numberlines tab-size nogutter".split()
)
ALIASES = {
    "py": "python",
    "js": "javascript",
    "ts": "typescript",
    "sh": "sh",
    "shell-session": "console",
    "c++": "cpp",
    "ipython3": "python",
    "ipython": "python",
}
_FRAMES = frozenset({"div", "figure", "section", "header"})
_DROPPED_TAGS = SKIPPED | {"button", "noscript", "template", "th"}
# What older highlighters and Markdown compilers write as the only class of a code element.
_BARE_LANGUAGES = frozenset(
    "bash c clojure console cpp csharp css dart diff dockerfile elixir erlang go graphql groovy haskell html ini java javascript js json jsx "
    "julia kotlin latex less lua makefile markdown matlab mermaid nginx nix ocaml perl php powershell protobuf python r rb ruby rust sass scala scss "
    "sh shell sql swift toml ts tsx typescript vb vim xml yaml yml zig".split()
)
_NUMBERS = re.compile(r"\s*\d+(?:\s+\d+)*\s*")
_BLANK_EDGES = re.compile(r"\A(?:[ \t]*\n)+|\s+\Z")


def is_code_table(element: Element) -> bool:
    """Whether a table is a highlighter's frame around numbers and code."""
    if element.tag != "table":
        return False
    # Hexo's table has no class: its first cell has.
    first = next(element.iter("td"), None)
    around = element.getparent()
    # SyntaxHighlighter's class is on the frame around its table; a frame called "code-table" may be one of error codes.
    if _TABLE_CLASS.search(element.get("class") or "") or (around is not None and "syntaxhighlighter" in (around.get("class") or "").split()):
        return True
    if first is None or first.find("pre") is None:
        return False
    return _is_gutter(first, first.get("class") or "") or (len(first) == 1 and _is_numbered(first))


def _is_numbered(cell: Element) -> bool:
    """Whether a cell holds the numbers of the lines of code in the cell beside it (YARD)."""
    beside = cell.getnext()
    return beside is not None and beside.find("pre") is not None and bool(_NUMBERS.fullmatch("".join(cell.itertext())))


def code_name(table: Element) -> str:
    """What a highlighter's table calls its code, in a heading cell (MkDocs); "" for none."""
    head = table.find(".//th")
    return " ".join("".join(head.itertext()).split()) if head is not None else ""


def is_editor(element: Element) -> bool:
    """Whether an element is the text layer of an embedded code editor, or code without `pre`: Doxygen's, or a list of numbered lines."""
    names = element.get("class")
    if not names:
        return False
    doxygen = names == "fragment" and len(element) > 0 and element[0].get("class") == "line"
    return doxygen or is_lines(element) or bool(_EDITOR_CLASS.search(names))


def is_lines(element: Element) -> bool:
    """Whether a list numbers lines of code (Google's prettifier, DITA); a `div` of that name is the gutter."""
    return element.tag == "ol" and "linenums" in (element.get("class") or "").split()


def code_text(element: Element) -> str:
    """The code in `element`, blank lines at its ends removed, its inner white space untouched."""
    pieces: list[str] = []
    _collect(_inner(element), pieces)
    text = "".join(pieces).replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ").replace("\u200b", "")
    return _BLANK_EDGES.sub("", text)


def _inner(element: Element) -> Element:
    """The one `code` of a `pre` that has blocks around it or beside it: a header with the language and a copy button (chats). Else the element."""
    code = element.find(".//code") if element.tag == "pre" else None
    if code is None or not any(child.tag in _FRAMES for child in element) or any(map(str.strip, _own_text(element))):
        return element
    return code if sum(1 for _ in code.iter("code")) == sum(1 for _ in element.iter("code")) else element


def _own_text(element: Element) -> list[str]:
    return [element.text or "", *(child.tail or "" for child in element)]


def _collect(element: Element, pieces: list[str]) -> None:
    if element.text:
        pieces.append(element.text)
    for child in element:
        _collect_child(child, pieces)
        if child.tail:
            pieces.append(child.tail)


def _collect_child(child: Element, pieces: list[str]) -> None:
    tag = child.tag
    if tag == "br":
        pieces.append("\n")
        return
    names = child.get("class") or ""
    if tag in _DROPPED_TAGS or _is_gutter(child, names) or (tag == "td" and _is_numbered(child)):
        return
    line = tag in _LINE_TAGS or (tag in ("span", "pre", "code") and bool(_LINE_CLASS.search(names)) and _alone(child))
    if line:
        _end_line(pieces)
    at = len(pieces)
    _collect(child, pieces)
    if line and (len(pieces) > at or tag != "tr") and not "".join(pieces[at:]).endswith("\n"):
        pieces.append("\n")


def _is_gutter(child: Element, names: str) -> bool:
    if child.get("data-line-number") is not None and not (child.text or "").strip():
        return True
    return bool(names) and hints(names).gutter and "line" not in names.split()


def _alone(child: Element) -> bool:
    """Whether a line element has no line break of its own around it (Shiki and Rouge write one between the spans)."""
    parent = child.getparent()
    following = child.getnext()
    if following is not None and following.tag == "br" and not (child.tail or "").strip():
        return False
    last = parent is not None and child.getnext() is None
    return not (child.tail or "").startswith("\n") and not (last and parent is not None and "\n" in (parent.text or "") + _tails(parent))


def _tails(parent: Element) -> str:
    return "".join(each.tail or "" for each in list(parent)[:3])


def _end_line(pieces: list[str]) -> None:
    if pieces and not pieces[-1].endswith("\n") and "".join(pieces[-4:]).strip(" \t"):
        pieces.append("\n")


def language_of(element: Element) -> str:
    """The language a code block names, on itself, on the `code` inside or on a frame around it; "" when none does."""
    around = [each for _, each in zip(range(3), element.iterancestors(), strict=False)]
    for each in (element, *element.iter("code"), *around):
        for name in _ATTRIBUTES:
            value = (each.get(name) or "").lower()
            if value and value not in _NOT_LANGUAGES:
                return ALIASES.get(value, value)
        spoken = (each.get("lang") or "").lower() if each.tag == "pre" else ""
        if spoken in _BARE_LANGUAGES:  # GitHub's Markdown; else the language that people speak
            return ALIASES.get(spoken, spoken)
        names = each.get("class") or ""
        first = names.split(maxsplit=1)[0] if each.tag in ("code", "pre") and names.strip() else ""
        if first == "code":  # DokuWiki: "code file python"
            first = names.split()[-1]
        # Confluence hands SyntaxHighlighter its options apart from the class.
        found = _class_language(f"{names} {each.get('data-syntaxhighlighter-params', '')}") or (first if first in _BARE_LANGUAGES else "")
        if found:
            return found
    return ""


def _class_language(names: str) -> str:
    for pattern in _LANGUAGES:
        match = pattern.search(names)
        language = match[1].lower().strip("-_.") if match else ""
        if language and language not in _NOT_LANGUAGES and not language.startswith(("language-", "lang-", "highlight")):
            return ALIASES.get(language, language)
    return ""
