"""str or bytes → lxml tree: encoding, binary leaks, broken markup, depth."""

import re
from dataclasses import dataclass
from functools import cache

from lxml import etree
from lxml.etree import _Element as Element
from w3lib.encoding import html_to_unicode

from domwright.extractor.options import Options
from domwright.extractor.page import Page

# Characters that XML cannot hold; libxml2 would stop at NUL and cut the page there.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
_CONTROL_BYTES = bytes(code for code in range(32) if code not in (9, 10, 13))
_MAGIC = (b"\x1f\x8b", b"PK\x03\x04", b"%PDF-", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x28\xb5\x2f\xfd", b"BZh", b"\x7fELF")
# A text of which more than this share is control or replacement characters is a binary file read as text.
_BINARY_SHARE = 0.05
# Wrappers that say nothing at a depth where no author nests on purpose: unclosed tags, generated ladders of them.
_WRAPPERS = (
    "div span font b i u em strong small big center section article a table tbody tr td blockquote ul ol li dl dd dt form "
    "header main aside nav footer code tt s strike sub sup label fieldset"
).split()
_TAG = re.compile(rb"<[^<>]*>")
_ASCII = bytes(range(128))
_GUESSED_BYTES = 200_000
# Accents are two to five bytes in a hundred in French and Spanish; in what no Western encoding writes they are ten and more.
_FOREIGN_SHARE = 0.08
_WRAPPER_TAG = re.compile(rf"</?(?:{'|'.join(_WRAPPERS)})(?:\s[^>]*)?>", re.I)
# libxml2 drops what stands deeper than 2,048 elements, without a word: such a page is parsed again without its wrappers.
_LIBXML2_DEPTH = 1_900


@dataclass(frozen=True, slots=True)
class Parsed:
    """A tree, which parser made it, what was wrong with the input (empty when nothing was), and the text it was made of."""

    root: Element | None
    parser: str
    problems: tuple[str, ...] = ()
    markup: str = ""


def parse(page: Page, options: Options) -> Parsed:
    """The page as an lxml tree; `root` is None when there is nothing that could be parsed."""
    problems: list[str] = []
    text = _decode(page, problems)
    if len(text) > options.input_bytes:
        text = text[: options.input_bytes]
        problems.append("input-cut")
    if _is_binary(text):
        return Parsed(None, "none", (*problems, "binary"))
    root = _tree(text)
    if root is not None and _deeper(options.depth_cap)(root) and _deeper(_LIBXML2_DEPTH)(root):
        root = _tree(_WRAPPER_TAG.sub(" ", text))
        problems.append("flattened")
    if root is None:
        return Parsed(None, "none", (*problems, "no-markup"))
    if _in_head(root) and (again := parse_html5(page, options)).root is not None:
        return Parsed(again.root, again.parser, tuple(problems), text)
    if _flatten(root, options.depth_cap):
        problems.append("flattened")
    return Parsed(root, "libxml2", tuple(problems), text)


def parse_html5(page: Page, options: Options) -> Parsed:
    """The same page through an HTML5 tree builder (lexbor), for markup that libxml2 nests wrongly."""
    from selectolax.lexbor import LexborHTMLParser  # noqa: PLC0415 - needed for one page in hundreds

    text = _decode(page, [])[: options.input_bytes]
    html = LexborHTMLParser(_CONTROL.sub("", text)).html or ""
    root = _tree(html)
    if root is not None:
        _flatten(root, options.depth_cap)
    return Parsed(root, "lexbor", markup=text)


def _decode(page: Page, problems: list[str]) -> str:
    if isinstance(page.html, str):
        return page.html
    if page.html[:8].startswith(_MAGIC):
        problems.append("binary")
        return ""
    utf8 = _utf8(page.html)
    if utf8 is not None:
        return utf8
    header = f"text/html; charset={page.encoding}" if page.encoding else None
    return html_to_unicode(header, page.html, auto_detect_fun=_guess)[1]


def _utf8(body: bytes) -> str | None:
    """The text of a page that is UTF-8, whatever it declares: no legacy encoding of prose happens to be. None for ASCII alone and for others."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # A multi-byte character cut at the very end is still UTF-8 (truncated downloads).
        if error.start <= len(body) - 4:
            return None
        text = body.decode("utf-8-sig", "replace")
    return None if text.isascii() or "\x00" in text[:100] else text


def _guess(body: bytes) -> str:
    """The encoding of a page that declares none and is not UTF-8: by its bytes where most of its letters are beyond ASCII, else Western."""
    if body.isascii():
        return "utf-8"
    start, *scripts = body[:_GUESSED_BYTES].split(b"<script")
    words = _TAG.sub(b"", b"".join((start, *(each.partition(b"</script")[2] for each in scripts))))
    if len(words.translate(None, _ASCII)) < _FOREIGN_SHARE * len(words):
        return "cp1252"
    from charset_normalizer import from_bytes  # noqa: PLC0415 - needed for one page in thousands

    found = from_bytes(words).best()
    return found.encoding if found else "cp1252"


def _is_binary(text: str) -> bool:
    """Whether a download was compressed or binary and read as text (a fetcher's leak, not a page)."""
    start = text[:4000]
    if not start.strip() or start.startswith(("\x1f\x8b", "%PDF-", "PK\x03\x04")):
        return True
    odd = len(_CONTROL.findall(start)) + start.count("\ufffd")
    return odd > len(start) * _BINARY_SHARE


def _tree(text: str) -> Element | None:
    data = text.encode("utf-8", "replace").translate(None, _CONTROL_BYTES)
    parser = etree.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True, recover=True)
    try:
        root: Element | None = etree.fromstring(data, parser)
    except (etree.ParserError, etree.XMLSyntaxError):
        return None
    if root is not None:
        _one_body(root)
    return root


def _one_body(root: Element) -> None:
    """Put what stands behind the first `</body>` or `</html>` at the end of the body, as browsers do: pages assembled from whole pages."""
    bodies = root.findall("body")
    if not bodies:
        return
    body, *others = bodies
    for rest in root.itersiblings():
        others.extend(rest.findall("body") or [rest])
    for rest in others:
        if rest.text and not rest.text.isspace():
            loose = etree.SubElement(body, "div")
            loose.text = rest.text
        body.extend(list(rest))


# Minifiers leave out the tags of head and body; libxml2, which knows no HTML5, then leaves `main`, `article` and what follows in the head.
_in_head = etree.XPath(
    "boolean(/html/head/*[not(self::title or self::meta or self::link or self::script or self::style or self::base or self::noscript "
    "or self::template)][normalize-space()])"
)


@cache
def _deeper(cap: int) -> etree.XPath:
    return etree.XPath("/*" * (cap + 1))


def _flatten(root: Element, cap: int) -> bool:
    """Take away the wrappers below `cap` levels; text stays in its order."""
    deep = _deeper(cap)(root)
    for element in deep:
        etree.strip_tags(element, *_WRAPPERS)
        if _deeper(cap + 20)(root):
            etree.strip_tags(element, "*")
    return bool(deep)
