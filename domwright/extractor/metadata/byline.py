"""Authors and dates that stand in the page itself: microdata, rel=author, byline elements, time elements."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import unquote

from lxml.etree import _Element as Element

from domwright.extractor.marks.hints import hints
from domwright.extractor.marks.look import is_initial
from domwright.extractor.metadata.dates import MONTHS, iso_day
from domwright.extractor.text import squeeze

_WORDS = re.compile(r"author|byline|publish|date|timestamp|posted-on|entry-meta|post-meta", re.I)
_RANK = re.compile(r"(?:^|[\s_-])ranks?(?:$|[\s_-])", re.I)  # of a member, not the name
_ELEMENTS = 60  # looked at of each; later ones belong to cards and comments
_DATE_PROPERTIES = frozenset({"datepublished", "datecreated"})
_PROPERTIES = _DATE_PROPERTIES | {"author"}
_BY = re.compile(
    r"(?:(?:article|story|written|posted|published|words|reviewed|text|started)\s+)?by[:\s]\s*|(?:author|autor|auteur|autore|von|par|por|di|door)\s*:\s*|(?:von|par|por|di|door|av|af)\s+(?=[A-Z])",
    re.I,
)
_BY_ALONE = re.compile(r"(?:(?:article|story|written|posted|published|words)\s+)?by:?|authors?:?|autor:?|auteur:?|written by:?", re.I)
_UPDATE = re.compile(r"updat|modif|aktualisiert|mis à jour|actualizado|aggiornato|reviewed", re.I)
_PUBLISHED = re.compile(r"publish|posted|veröffentlicht|publié|publicad|pubblicat|created|erstellt", re.I)
_PREFIX = re.compile(
    r"^(?:(?:written|posted|published|article|story|reviewed|contributed|words|reported)?\s*by|par|von|por|di|da|av|af|door|autor|auteur|author|authors|"
    r"text|words|writer|posted by|written by)\s*[:\s]\s*",
    re.I,
)
_CUT = re.compile(
    rf"[\s,]*(?:\||•|·|\n|—| – | - |\bon\b(?= [A-Z0-9])|\bPublished\b|\bUpdated\b|\bPosted\b|\bReleased\b|(?:\b(?:on|am|le|el|em|il|op|den|del)\s+)?(?:\b(?:{MONTHS})\.?\s+)?\d|\b(?:19|20)\d\d\b).*$",
    re.S | re.I,
)
_SPLIT = re.compile(r"\s*(?:,| and | & | et | und | y | e |;)\s*")
_NOT_NAMES = re.compile(
    r"(?:^|\b)(?:admin|administrator|editor|staff|team|guest|author|about|posts?|view|all|more|share|follow|comment|read|website|profile|minutes?|"
    r"subscribe|updated|bio|contact|email|the|by|our|articles?|written|posted|published|author's|user|anonymous|reviewed|editorial)(?:\b|$)",
    re.I,
)
_NAME_WORDS = 5
_USER_NAME = 30
_DATE_LINE_WORDS = 9  # a longer line tells of a day rather than dating the page
_STAMP_WORDS = 14  # of a line that says that it tells when its text was published: who wrote it, the day and the hour
_BYLINE_BYTES = 120
_CHROME = frozenset({"footer", "nav", "aside"})
# Class words of what stands beside a text: other people's words and other pages' teasers.
_ASIDE = frozenset(
    "comment comments related sidebar widget recommend recommended recommendations card cards teaser teasers footer popular latest recent "
    "testimonial testimonials review reviews".split()
)
# Microformats' vcard and h-card, and page builders' wrappers around every element, say nothing of that kind.
_NO_ASIDE = re.compile(r"\b(?:h-card|(?:elementor|wp|fl|et|vc|brxe)-[\w-]*|\w*with-?sidebar)\b", re.I)
_AUTHOR_PAGE = re.compile(r"/(?:authors?|contributors?|writers?|columnists?)/[^/?#]+/?(?:[?#]|$)|[?&]_?author(?:_name)?=", re.I)
_USER_PAGE = re.compile(
    r"/(?:users?|u|members?|profile)/[^/?#]+(?:/[^/?#]+)?/?(?:[?#]|$)|/member\.php\?|memberlist\.php\?[^#]*viewprofile|action=profile|\bmod=space\b|\bspace-(?:uid|username)-",
    re.I,
)
_MOST_AUTHORS = 4  # a page that links to more authors than this is a list of others' texts
_FEWEST_USERS = 3  # links to users from which a page is a discussion
_NAMED = re.compile(r"author[-_]*name|author[-_]*box[-_]*name|user-?name|\bfn\b|p-author|u-author|creator-name", re.I)
_NO_NAME = re.compile(
    r"\b(?:authors?|authorized|by|admin|posts?|view|all|more|share|follow|profile|website|about|bio|user|anonymous|guest|login|log|sign|register|"
    r"create|account|write|reviews?|learn|try|free|join|reply|offline|online|ago)\b",
    re.I,
)
_SAID_END = re.compile(r"\s+[-–—|•·]\s.*$", re.S)
_SAID_WORDS = 5
_LABEL = 30  # characters
_LETTERS = re.compile(r"[\W\d_]+")


@dataclass(frozen=True, slots=True)
class Bylines:
    """The elements of a page that may name its authors or its date, in the order of the page."""

    authors: tuple[Element, ...]
    dates: tuple[Element, ...]
    links: tuple[Element, ...]


@lru_cache(maxsize=50_000)
def _word(names: str) -> str:
    """The first word of a class attribute that names an author or a date, "" when none does, or what an author is: a rank."""
    found = _WORDS.search(names) if names and not _RANK.search(names) else None
    return found[0].lower() if found else ""


@lru_cache(maxsize=10_000)
def _to_person(href: str) -> bool:
    return bool(_AUTHOR_PAGE.search(href) or _USER_PAGE.search(href))


def find_bylines(root: Element) -> Bylines:
    """One pass over the elements that say something of themselves."""
    authors: list[Element] = []
    dates: list[Element] = []
    links: list[Element] = []
    for element in root.iter("*"):
        attributes = element.attrib
        word = _word(element.get("class", "")) if attributes else ""
        if word:
            (authors if word == "author" else dates).append(element)
            if word == "byline":
                authors.append(element)
        elif element.tag == "time" or ("-" in element.tag and ("datetime" in attributes or "ts" in attributes)):  # `<relative-time>`, Reddit's
            dates.append(element)
        if not attributes:
            continue
        if element.tag == "a" and _to_person(element.get("href", "")):
            links.append(element)
        said = (element.get("itemprop") or "").lower()
        if said in _PROPERTIES or element.get("rel") == "author":
            (dates if said in _DATE_PROPERTIES else authors).append(element)
    return Bylines(tuple(authors[:_ELEMENTS]), tuple(dates[:_ELEMENTS]), tuple(links[:_ELEMENTS]))


def byline_authors(found: Bylines) -> tuple[str, ...]:
    """Names of the first byline that reads like one."""
    for element in found.authors:
        if element.tag in ("meta", "link", "body", "html", "img", "script", "style") or _in_chrome(element):
            continue
        said = element.get("itemprop") == "author" or element.get("rel") == "author"
        text = _name_text(element, said=said)
        names = names_in(text)
        if not names and (said or _NAMED.search(element.get("class") or "")):
            names = _said_name(text)
        if names:
            return names
    return ()


def _name_text(element: Element, *, said: bool) -> str:
    """The text of the name in an author's element: what the markup calls a name; user cards tell of badges and posts besides."""
    inner = [*element.iterfind(".//*[@itemprop='name']"), *(element.iter("a") if said else ())]
    return next((text for each in (*inner, element) if (text := _said_in(each))), "")


def _said_in(element: Element) -> str:
    """What an element says, without the letters that stand for a poster's picture."""
    pieces: list[str] = [element.text or ""]
    for inner in element.iterdescendants():
        pieces += ["" if is_initial(inner, inner.get("class") or "") else inner.text or "", inner.tail or ""]
    return squeeze(" ".join(pieces))


def _said_name(text: str) -> tuple[str, ...]:
    """A text that the markup itself calls an author's name: user names of forums, "The Upwork Team"."""
    bare = _SAID_END.sub("", _PREFIX.sub("", text))
    fine = bare and len(bare) <= _USER_NAME and len(bare.split()) <= _SAID_WORDS and any(map(str.isalpha, bare)) and not _NO_NAME.search(bare)
    return (bare,) if fine else ()


def linked_authors(links: Sequence[Element]) -> tuple[str, ...]:
    """Whom the page's links to author pages name; in a discussion, whom the first link to a user names."""
    for pattern, fewest, most in ((_AUTHOR_PAGE, 1, _MOST_AUTHORS), (_USER_PAGE, _FEWEST_USERS, len(links))):
        names = [_link_name(link) for link in links if pattern.search(link.get("href") or "") and not _in_chrome(link)]
        names = [name for name in names if name]
        if fewest <= len(names) and len(set(names)) <= most:
            return names_in(names[0]) or (names[0],)
    return ()


def _link_name(link: Element) -> str:
    """The name that a link to a person says: its text, where the address spells it too or has only numbers to offer."""
    said = "" if is_initial(link, link.get("class") or "") else _said_name(_said_in(link))
    if not said:
        return ""
    slug = _LETTERS.sub("", unquote((link.get("href") or "").split("#")[0].rstrip("/").rsplit("/", 1)[-1].rsplit("=", 1)[-1]).casefold())
    name = _LETTERS.sub("", said[0].casefold())
    first = _LETTERS.sub("", said[0].casefold().split()[0])
    return said[0] if not slug or name in slug or slug in name or first in slug else ""


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
        most = _STAMP_WORDS if _PUBLISHED.search(line) or _UPDATE.search(line) else _DATE_LINE_WORDS
        day, update = _told(line) if len(line.split()) <= most else ("", False)
        if day and not update:
            return day
        updated = updated or day
    return updated


def _told(text: str) -> tuple[str, bool]:
    """The day that a text tells and whether it is one of an update: "Updated 9 May 2024, published 3 May 2024" tells of the third."""
    published = _PUBLISHED.search(text)
    day = iso_day(text[published.end() :]) if published else ""
    return (day, False) if day else (iso_day(text), bool(_UPDATE.search(text)))


def only_date(lines: Sequence[str]) -> str:
    """The day of short lines that all tell the same one; "" where several days stand: lists, calendars, threads."""
    days = {day for line in lines if len(line.split()) <= _DATE_LINE_WORDS and (day := iso_day(line))}
    return days.pop() if len(days) == 1 else ""


def names_in(text: str) -> tuple[str, ...]:
    """The personal names of a byline, () when it does not read like one.

    >>> names_in("By Ada Lovelace and Bo Li | May 3, 2024"), names_in("Read more about us")
    (('Ada Lovelace', 'Bo Li'), ())
    """
    if not text or len(text) > _BYLINE_BYTES:
        return ()
    bare = _CUT.sub("", _PREFIX.sub("", text)).strip(" ,.:;")
    parts = [part for part in _SPLIT.split(bare) if part]
    if not parts or not _is_name(parts[0]):
        return ()
    # What follows and is no name is a degree, a role or a date: "Ada Lovelace, MD", "Bo Li, Head of Growth".
    return tuple(part for part in parts if _is_name(part))


def _is_name(name: str) -> bool:
    words = name.split()
    if not 1 < len(words) <= _NAME_WORDS or any(map(str.isdigit, name)) or "@" in name or "http" in name:
        return False
    return not _NOT_NAMES.search(name) and all(
        word[0].isupper() or word in ("de", "van", "von", "der", "la", "di", "du", "den", "bin", "al", "dos", "da") for word in words
    )


def _in_chrome(element: Element) -> bool:
    footer = False
    for level, parent in enumerate(element.iterancestors()):
        tag = parent.tag
        if tag == "article":
            # An article's own footer names its author.
            footer = False
        elif tag in _CHROME:
            footer = footer or tag == "footer"
            if tag != "footer":
                return True
        elif level < 6 and tag not in ("body", "html", "main") and _is_aside(parent.get("class") or ""):
            return True
    return footer or (element.get("itemprop") != "author" and _is_aside(element.get("class") or ""))


@lru_cache(maxsize=50_000)
def _is_aside(names: str) -> bool:
    return bool(names) and not _ASIDE.isdisjoint(hints(_NO_ASIDE.sub(" ", names)).words)


def page_dates(bylines: Bylines) -> Iterable[tuple[str, str]]:
    """Days of the page's time and date elements with their source, the most telling first."""
    weaker: list[tuple[str, str]] = []
    updates: list[tuple[str, str]] = []
    for element in bylines.dates:
        if _in_chrome(element):
            continue
        text = _day_text(element)
        day, update = _told(text[:80]) if len(text) < 200 else ("", False)
        if not day:
            continue
        if (element.get("itemprop") or "").lower() in _DATE_PROPERTIES or element.get("pubdate") is not None:
            yield day, "itemprop"
        else:
            updated = update or _UPDATE.search(element.get("class") or "") or _UPDATE.search(_label(element))
            (updates if updated else weaker).append((day, "time" if element.tag == "time" else "date-element"))
    yield from weaker
    yield from updates


def _label(element: Element) -> str:
    """The words directly before a date: "Updated <time>…"."""
    before, parent = element.getprevious(), element.getparent()
    said = before.tail if before is not None else parent.text if parent is not None else ""
    return (said or "")[-_LABEL:]


def _day_text(element: Element) -> str:
    """What tells an element's day: the attribute that machines read, on it or on the one time inside it, else its text."""
    times = element.findall(".//time[@datetime]") if element.tag != "time" else []
    if len(times) == 1 and len("".join(times[0].itertext())) * 2 > len("".join(element.itertext()).strip()):
        element = times[0]
    # hAtom writes the day in the title of an abbreviation.
    titled = element.get("title") if element.tag == "abbr" else None
    return element.get("datetime") or element.get("ts") or element.get("content") or titled or squeeze(" ".join(element.itertext()))
