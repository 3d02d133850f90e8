"""What must be escaped so that Markdown reads back as the text it was. One table, two readers, nothing escaped for luck."""

import re

# (pattern, why). Each match gets a backslash before its first character.
_ANYWHERE = (
    (r"\\(?=[!-/:-@\[-`{-~]|$)", "a backslash before punctuation is itself an escape; before a line end a hard break"),
    (r"`", "opens a code span"),
    (r"\*(?=\S)|(?<=\S)\*|^\*|\*$", "opens or closes emphasis unless white space stands on both sides"),
    (r"(?<![^\W_])_(?=\S)|(?<=\S)_(?![^\W_])|^_|_$", "as for the star, but never inside a word"),
    (r"\[(?=\^)", "would refer to a footnote"),
    (r"\](?=[(\[:]|$)", "would close a link's text"),
    (r"<(?=[A-Za-z/!?]|$)", "would open an HTML tag or an autolink"),
    (r"&(?=#?\w+;)", "would be a character reference"),
    (r"~(?=~)|(?<=~)~", "two open strikethrough"),
)
_LINE_START = (
    (r"#(?=#{0,5}(?:\s|$))", "a heading"),
    (r">", "a quotation"),
    (r"[-+*:~](?=\s|$)", "a list item, or a description of a definition list"),
    (r"(?:=+|-+|_+|\*+)\s*$", "a heading's underline or a thematic break"),
    (r"[-*_](?=(?:[ \t]*[-*_]){2,}[ \t]*$)", "a thematic break with spaces"),
    (r"[-:|](?=[-:|\s]*-[-:|\s]*$)", "the second row of a table"),
    (r"\[(?=[ xX]\]\s)", "a task box"),
    (r"~{3,}", "a code fence"),
    (r"\$\$", "a block of mathematics"),
)
_ANYWHERE_RE = re.compile("|".join(pattern for pattern, _ in _ANYWHERE))
_LINE_START_RE = re.compile("(?:" + "|".join(pattern for pattern, _ in _LINE_START) + ")")
_ORDERED_RE = re.compile(r"(\d{1,9})([.)])(?=\s|$)")
_BRACKET_RE = re.compile(r"\\.|[\[\]]", re.S)
_URL_UNSAFE = re.compile(r"[\s<>\\]")
_SUSPECT = re.compile(r"[\\`*_\[\]<&~]")


def escape_text(text: str) -> str:
    r"""`text` with a backslash before what Markdown would read as markup, wherever it stands.

    >>> escape_text("3 * 4, low_gauge_2.txt, *west* (f(x)!)")
    '3 * 4, low_gauge_2.txt, \\*west\\* (f(x)!)'
    """
    if not _SUSPECT.search(text):
        return text
    return _ANYWHERE_RE.sub(lambda match: "\\" + match[0], text)


def escape_link_text(text: str) -> str:
    """Already escaped text made safe between the brackets of a link."""
    return _BRACKET_RE.sub(lambda match: match[0] if match[0][0] == "\\" else "\\" + match[0], text)


def escape_line_start(line: str) -> str:
    r"""A line that must not be read as a block of another kind.

    >>> escape_line_start("# no"), escape_line_start("1986. A year"), escape_line_start("a - b")
    ('\\# no', '1986\\. A year', 'a - b')
    """
    if _LINE_START_RE.match(line):
        return "\\" + line
    return _ORDERED_RE.sub(r"\1\\\2", line, count=1) if _ORDERED_RE.match(line) else line


def escape_url(url: str) -> str:
    """An address fit for the round brackets of a link: no spaces, no unbalanced brackets."""
    url = _URL_UNSAFE.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), url)
    if "(" not in url and ")" not in url:
        return url
    depth = 0
    for char in url:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            break
    return url if depth == 0 else url.replace("(", "%28").replace(")", "%29")
