"""Authors and dates that stand in the page itself: microdata, rel=author, byline elements, time elements."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from lxml.etree import _Element as Element

from domwright.extractor.metadata.dates import iso_day
from domwright.extractor.text import squeeze

_WORDS = re.compile(r"author|byline|publish|date|timestamp|posted-on|entry-meta|post-meta", re.I)
_ELEMENTS = 60  # looked at of each; later ones belong to cards and comments
_DATE_PROPERTIES = frozenset({"datepublished", "datecreated"})
_PROPERTIES = _DATE_PROPERTIES | {"author"}
_BY = re.compile(
    r"(?:(?:article|story|written|posted|published|words|reviewed|text)\s+)?by[:\s]\s*|(?:author|autor|auteur|von|par|por)\s*:\s*|(?:von|par|por)\s+(?=[A-Z])",
    re.I,
)
_BY_ALONE = re.compile(r"(?:(?:article|story|written|posted|published|words)\s+)?by:?|authors?:?|autor:?|auteur:?|written by:?", re.I)
_UPDATE = re.compile(r"updat|modif|aktualisiert|mis à jour|actualizado|aggiornato|reviewed", re.I)
_PREFIX = re.compile(
    r"^(?:(?:written|posted|published|article|story|reviewed|contributed|words|reported)?\s*by|par|von|por|di|da|av|af|door|autor|auteur|author|authors|"
    r"text|words|writer|posted by|written by)\s*[:\s]\s*",
    re.I,
)
_CUT = re.compile(r"\s*(?:\||•|·|\n|—| – | - |\bon\b(?= [A-Z0-9])|\bPublished\b|\bUpdated\b|\bPosted\b|\d|\b(?:19|20)\d\d\b|\b\d+ min\b).*$", re.S)
_SPLIT = re.compile(r"\s*(?:,| and | & | et | und | y | e |;)\s*")
_NOT_NAMES = re.compile(
    r"(?:^|\b)(?:admin|administrator|editor|staff|team|guest|author|about|posts?|view|all|more|share|follow|comment|read|website|profile|minutes?|"
    r"subscribe|updated|bio|contact|email|the|by|our|articles?|written|posted|published|author's|user|anonymous|reviewed|editorial)(?:\b|$)",
    re.I,
)
_NAME_WORDS = 5
_USER_NAME = 30
_DATE_LINE_WORDS = 9  # a longer line tells of a day rather than dating the page
_BYLINE_BYTES = 120
_CHROME = frozenset({"footer", "nav", "aside"})
_COMMENT = re.compile(r"comment|related|sidebar|widget|recommend|card|teaser|footer|popular|latest|recent|testimonial|review", re.I)


@dataclass(frozen=True, slots=True)
class Bylines:
    """The elements of a page that may name its authors or its date, in the order of the page."""

    authors: tuple[Element, ...]
    dates: tuple[Element, ...]


@lru_cache(maxsize=50_000)
def _word(names: str) -> str:
    """The first word of a class attribute that names an author or a date, "" when none does."""
    found = _WORDS.search(names) if names else None
    return found[0].lower() if found else ""


def find_bylines(root: Element) -> Bylines:
    """One pass over the elements that say something of themselves."""
    authors: list[Element] = []
    dates: list[Element] = []
    for element in root.iter("*"):
        attributes = element.attrib
        word = _word(element.get("class", "")) if attributes else ""
        if word:
            (authors if word == "author" else dates).append(element)
            if word == "byline":
                authors.append(element)
        elif element.tag == "time":
            dates.append(element)
        if not attributes:
            continue
        said = (element.get("itemprop") or "").lower()
        if said in _PROPERTIES or element.get("rel") == "author":
            (dates if said in _DATE_PROPERTIES else authors).append(element)
    return Bylines(tuple(authors[:_ELEMENTS]), tuple(dates[:_ELEMENTS]))


def byline_authors(found: Bylines) -> tuple[str, ...]:
    """Names of the first byline that reads like one."""
    for element in found.authors:
        if element.tag in ("meta", "link", "body", "html", "img", "script", "style") or _in_chrome(element):
            continue
        inner = element.find(".//*[@itemprop='name']")
        text = squeeze(" ".join((element if inner is None else inner).itertext()))
        names = names_in(text) or _user_name(element, text)
        if names:
            return names
    return ()


def _user_name(element: Element, text: str) -> tuple[str, ...]:
    """One word where the markup itself says that it is an author's name: user names of forums."""
    said = element.get("itemprop") == "author" or element.get("rel") == "author"
    return (text,) if said and text and " " not in text and len(text) <= _USER_NAME and not _NOT_NAMES.search(text) else ()


def authors_in_lines(lines: Sequence[str]) -> tuple[str, ...]:
    """Names after "By …" or "Written by …" in one of the lines, or in the line after one that says just that."""
    for at, line in enumerate(lines):
        match = _BY.match(line)
        if match and (names := names_in(line[match.end() :])):
            return names
        if _BY_ALONE.fullmatch(line) and at + 1 < len(lines) and (names := names_in(lines[at + 1])):
            return names
    return ()


def date_in_lines(lines: Sequence[str]) -> str:
    """The first day in lines that are about a date and little else; of an update only when nothing else is there."""
    updated = ""
    for line in lines:
        day = iso_day(line) if len(line.split()) <= _DATE_LINE_WORDS else ""
        if day and not _UPDATE.search(line):
            return day
        updated = updated or day
    return updated


def names_in(text: str) -> tuple[str, ...]:
    """The personal names of a byline, () when it does not read like one.

    >>> names_in("By Ada Lovelace and Bo Li | May 3, 2024"), names_in("Read more about us")
    (('Ada Lovelace', 'Bo Li'), ())
    """
    if not text or len(text) > _BYLINE_BYTES:
        return ()
    bare = _CUT.sub("", _PREFIX.sub("", text)).strip(" ,.:;")
    names = tuple(name for name in _SPLIT.split(bare) if name)
    return names if names and all(map(_is_name, names)) else ()


def _is_name(name: str) -> bool:
    words = name.split()
    if not 1 < len(words) <= _NAME_WORDS or any(map(str.isdigit, name)) or "@" in name or "http" in name:
        return False
    return not _NOT_NAMES.search(name) and all(
        word[0].isupper() or word in ("de", "van", "von", "der", "la", "di", "du", "den", "bin", "al", "dos", "da") for word in words
    )


def _in_chrome(element: Element) -> bool:
    for level, parent in enumerate(element.iterancestors()):
        if parent.tag in _CHROME or (
            level < 6 and parent.tag not in ("body", "html", "main", "article") and _COMMENT.search(parent.get("class") or "")
        ):
            return True
    return bool(_COMMENT.search(element.get("class") or ""))


def page_dates(bylines: Bylines) -> Iterable[tuple[str, str]]:
    """Days of the page's time and date elements with their source, the most telling first."""
    weaker: list[tuple[str, str]] = []
    updates: list[tuple[str, str]] = []
    for element in bylines.dates:
        if _in_chrome(element):
            continue
        text = element.get("datetime") or element.get("content") or squeeze(" ".join(element.itertext()))
        day = iso_day(text[:80]) if len(text) < 200 else ""
        if not day:
            continue
        if element.get("itemprop") == "datePublished" or element.get("pubdate") is not None:
            yield day, "itemprop"
        else:
            updated = _UPDATE.search(f"{element.get('class') or ''} {text}")
            (updates if updated else weaker).append((day, "time" if element.tag == "time" else "date-element"))
    yield from weaker
    yield from updates
