"""A page's title: the heading that agrees with what the page declares, never the name of its site."""

import re
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from urllib.parse import unquote, urlsplit

from domwright.extractor.metadata.head import Head
from domwright.extractor.metadata.json_ld import Node, text_of
from domwright.extractor.text import words

_SEPARATOR = re.compile(r"\s+[|–—·•»«:‹›~]\s+|\s+-\s+|\s*\|\s*")
_AGREEING = 0.75  # share of equal characters from which a heading and a title say the same
_SHARED, _WORD_LETTERS = 0.5, 3
_PATH_WORDS, _NAMED = 3, 0.5  # words of an address that speaks; by how much more alike another title must be to it
_TITLE_CHARACTERS = 300  # a longer heading is a text in the wrong element
_LAST_SEPARATOR = re.compile(r"(?:\s+[|–—·•»«:‹›~/-]|\s*\||:)\s+$")
_FIRST_SEPARATOR = re.compile(r"^\s*[:|–—»·-]\s*(?=\S)")


def titles(pages: Mapping[str, str], head: Head, node: Node, site: str, url: str) -> Iterable[tuple[str, str]]:
    """The heading that agrees with the title element; else what the page declares, without its site's name. Each with where it stands.

    pages: the level-one headings, each with what `page_beside_site` says of it. Where the address names one of them and hardly the first,
    that one is the page's: applications whose title is the same on every page, headings that greet.
    """
    found = [each for each in _candidates(pages, head, node, site) if each[0]]
    last = unquote(urlsplit(url).path).rstrip("/").rpartition("/")[2]
    path = set(words((last.rpartition(".")[0] or last).replace("_", " ")))
    if found and len(path) >= _PATH_WORDS:
        alike = [_alike(path, set(words(text))) for text, _ in found]
        named = max(range(len(found)), key=alike.__getitem__)
        if alike[named] - alike[0] > _NAMED:
            yield found[named]
    yield from found


def _alike(one: set[str], other: set[str]) -> float:
    """Dice's coefficient of two sets of words."""
    return 2 * len(one & other) / (len(one) + len(other))


def _candidates(pages: Mapping[str, str], head: Head, node: Node, site: str) -> Iterable[tuple[str, str]]:
    declared = head.meta.get("og:title") or head.title
    named = [text for text in pages if text and len(text) < _TITLE_CHARACTERS and text.casefold() != site.casefold()]
    fine = [text for text in named if not pages[text]]
    agreeing = [text for text in fine if _agree(text, declared) or _agree(text, head.title)]
    # Of two headings that the title element joins, the longer one names the page: "RFC 9999", "Ledgers over HTTP".
    yield head.meta.get("citation_title", ""), "citation_title"
    yield max((text for text in agreeing if text.casefold() in head.title.casefold()), key=len, default=agreeing[0] if agreeing else ""), "h1"
    yield next(filter(None, (pages[text] for text in named)), ""), "title"
    # An application that never sets its title declares the site's name on every page.
    yield (fine[0] if fine and declared.casefold() in ("", site.casefold()) else ""), "h1"
    # Titles written for search engines say it in other words; the heading that shares most of its own is the page's name.
    yield next((text for text in fine if _shared(text, f"{declared} {head.title}") >= _SHARED), ""), "h1"
    yield without_site(text_of(node.get("headline")), site), "json-ld"
    yield without_site(declared, site), "og:title" if head.meta.get("og:title") else "title"
    yield without_site(head.meta.get("twitter:title", ""), site), "twitter:title"
    yield (fine[0] if fine else ""), "h1"


def page_beside_site(heading: str, title: str, url: str, *, leads_home: bool = False) -> str:
    """What the title says beside a heading that is the name of the blog, manual or forum; "" when the heading is the page's own.

    The title ends with such a name after a separator, and the address speaks of what stands before. Where a name comes first
    ("Valley: The river path"), the address may speak of the heading: it is the site's only where it is a link to the first page.
    """
    if leads_home and title.casefold().startswith(heading.casefold()):
        behind = title[len(heading) :]
        page = _FIRST_SEPARATOR.sub("", behind)
        return page if page != behind else ""
    if len(heading) >= len(title) or not title.casefold().endswith(heading.casefold()):
        return ""
    before = title[: len(title) - len(heading)]
    page = _LAST_SEPARATOR.sub("", before).strip()
    if page == before.strip():
        return ""
    parts = urlsplit(url)
    path = set(words(unquote(parts.path).replace("_", " ")))
    told, named = len(path.intersection(words(page))), len(path.intersection(words(heading)))
    name = "".join(words(heading))
    is_host = bool(name) and name in "".join(words(parts.netloc))
    return page if told > named or (told == named and path and is_host) else ""


def _shared(heading: str, declared: str) -> float:
    """The share of a heading's words of three letters and more that stand in what the page declares."""
    told = set(words(declared))
    longer = [word for word in words(heading) if len(word) >= _WORD_LETTERS]
    return sum(word in told for word in longer) / len(longer) if longer else 0.0


def _agree(one: str, other: str) -> bool:
    first, second = one.casefold(), other.casefold()
    if not first or not second:
        return False
    if len(first) > 3 and (first in second or second in first):
        return True
    matcher = SequenceMatcher(None, first[:150], second[:150])
    return matcher.quick_ratio() > _AGREEING and matcher.ratio() > _AGREEING


def without_site(title: str, site: str) -> str:
    """A title without the name of its site at either end.

    >>> without_site("The river path | Walks of the valley", ""), without_site("Valley: a guide - Walks", "Walks")
    ('The river path', 'Valley: a guide')
    """
    parts = _SEPARATOR.split(title)
    if len(parts) < 2:
        return title
    separators = _SEPARATOR.findall(title)
    if site and parts[0].casefold() == site.casefold():
        return title[len(parts[0]) + len(separators[0]) :].strip()
    # The last part goes when it is the site's name, or shorter than what stands before it.
    head = title[: title.rindex(separators[-1])].strip()
    strong = separators[-1].strip() not in (":", "-", "–", "—") or (site and parts[-1].casefold() == site.casefold())
    if strong or (len(parts[-1].split()) <= 4 and len(head) > len(parts[-1]) and separators[-1].strip() != ":"):
        return head
    return title
