"""The Metadata of a page: for every field the sources in their order of trust."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from lxml.etree import _Element as Element

from domwright.extractor.document import Metadata
from domwright.extractor.metadata.byline import (
    Bylines,
    authors_in_lines,
    byline_authors,
    date_in_lines,
    find_bylines,
    linked_authors,
    names_in,
    only_date,
    page_dates,
)
from domwright.extractor.metadata.dates import iso_day
from domwright.extractor.metadata.head import Head
from domwright.extractor.metadata.json_ld import Node, address_of, text_of, types_of
from domwright.extractor.metadata.title import titles
from domwright.extractor.tree.addresses import Addresses

_PAGE_TYPES = re.compile(
    r"(?:Article|BlogPosting|WebPage|Product|Recipe|HowTo|FAQPage|NewsArticle|Report|Event|Course|Book|Movie|JobPosting|VideoObject|"
    r"DiscussionForumPosting|QAPage|Question|SoftwareApplication|Service|LocalBusiness|CollectionPage|AboutPage|ItemPage|ProfilePage)$"
)
_ARTICLE_TYPES = re.compile(r"(?:Article|Posting|Report|Recipe|HowTo)$")
_URL_DAY = re.compile(r"/((?:19|20)\d\d)[/-](\d{1,2})[/-](\d{1,2})(?:/|-|_|$)")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*")
_LICENCE = re.compile(r"creativecommons\.org/(?:licenses|publicdomain)/[\w.-]+/[\d.]+", re.I)
_PUBLISHED = (
    "article:published_time",
    "og:article:published_time",
    "datepublished",
    "date.published",
    "dc.date.issued",
    "dc.date.created",
    "dcterms.created",
    "dc.date",
    "citation_publication_date",
    "citation_date",
    "parsely-pub-date",
    "sailthru.date",
    "publish_date",
    "publishdate",
    "pubdate",
    "article.published",
    "publication_date",
    "date",
    "rnews:datepublished",
    "og:published_time",
    "cxenseparse:recs:publishtime",
    "datecreated",
)
# What other publishing systems call it: "published", "w-published-date", "publish-time".
_SAYS_PUBLISHED = re.compile(r"(?:^|[-_.:])(?:publi(?:shed|sh|cation))[-_.: ]?(?:date|time|on|at)?$")
_MODIFIED = (
    "article:modified_time",
    "og:updated_time",
    "datemodified",
    "dcterms.modified",
    "dc.date.modified",
    "last-modified",
    "lastmod",
    "revised",
)
_AUTHOR = (
    "author",
    "article:author",
    "parsely-author",
    "sailthru.author",
    "dc.creator",
    "dcterms.creator",
    "citation_author",
    "byl",
    "twitter:data1",
)


@dataclass(frozen=True, slots=True)
class Seen:
    """What others know of the page.

    pages: its level-one headings that are not chrome, each with what the title says before it where it names the site; lines: the short
    texts around its title; dated: the short texts with a year; language: the transport's; url: its own address, which a base is not.
    """

    pages: Mapping[str, str] = field(default_factory=dict)
    lines: tuple[str, ...] = ()
    dated: tuple[str, ...] = ()
    language: str = ""
    url: str = ""


def read_metadata(root: Element, head: Head, nodes: tuple[Node, ...], addresses: Addresses, seen: Seen) -> Metadata:
    """Metadata of one tree; every value is traced in `sources`."""
    node = _main_node(nodes)
    sources: dict[str, str] = {}

    def first(field: str, candidates: Iterable[tuple[Any, str]]) -> Any:
        for value, source in candidates:
            if value:
                sources[field] = source
                return value
        return () if field == "authors" else ""

    bylines = cache(lambda: find_bylines(root))
    site = first("site_name", _sites(head, nodes))
    return Metadata(
        title=first("title", titles(seen.pages, head, node, site, seen.url)),
        authors=first("authors", _authors(bylines, head, node, seen.lines)),
        published=first("published", _published(bylines, head, node, seen)),
        modified=first("modified", [(iso_day(text_of(node.get("dateModified"))), "json-ld"), *_days(head, _MODIFIED)]),
        language=first("language", _languages(head, node, seen.language)),
        description=first("description", _named(head, "og:description", "description", "twitter:description", "dc.description")),
        site_name=site,
        canonical=first("canonical", ((addresses.absolute(url), source) for url, source in _canonicals(head))),
        image=first("image", ((addresses.absolute(url), source) for url, source in _images(head, node))),
        licence=first("licence", _licences(root, head, node)),
        feed=first("feed", [(addresses.absolute(head.links.get("feed", "")) if "feed" in head.links else "", "link")]),
        sources=sources,
    )


def _main_node(nodes: tuple[Node, ...]) -> Node:
    for pattern in (_ARTICLE_TYPES, _PAGE_TYPES):
        for node in nodes:
            if any(pattern.search(kind) for kind in types_of(node)):
                return node
    return {}


def _named(head: Head, *names: str) -> Iterable[tuple[str, str]]:
    return ((head.meta.get(name, ""), name) for name in names)


def _days(head: Head, names: tuple[str, ...]) -> Iterable[tuple[str, str]]:
    return ((iso_day(head.meta[name]), name) for name in names if name in head.meta)


def _sites(head: Head, nodes: tuple[Node, ...]) -> Iterable[tuple[str, str]]:
    yield from _named(head, "og:site_name", "application-name", "apple-mobile-web-app-title")
    for node in nodes:
        if {"WebSite", "Organization", "NewsMediaOrganization"} & set(types_of(node)):
            yield text_of(node.get("name")), "json-ld"


def _authors(bylines: Callable[[], Bylines], head: Head, node: Node, lines: tuple[str, ...]) -> Iterable[tuple[tuple[str, ...], str]]:
    yield tuple(_natural(name) for name in head.scholars) if "citation_author" in head.meta else (), "citation_author"
    yield _node_authors(node.get("author") or node.get("creator")), "json-ld"
    for name in _AUTHOR:
        value = head.meta.get(name, "")
        if value and not value.startswith(("http", "@")) and (name != "twitter:data1" or names_in(value)):
            yield _split_names(value), name
    yield byline_authors(bylines()), "byline"
    yield authors_in_lines(lines), "line"
    yield linked_authors(bylines().links), "author-link"


def _natural(name: str) -> str:
    """A name in the order in which it is spoken: Ada Moor for "Moor, Ada"."""
    last, comma, first = name.partition(", ")
    return f"{first} {last}" if comma and "," not in first else name


def _node_authors(value: Any) -> tuple[str, ...]:
    values = value if isinstance(value, list) else [value]
    names = (name for each in values for name in _one_or_more(text_of(each)))
    return tuple(dict.fromkeys(name for name in names if name and not name.startswith(("http", "@")) and len(name) < 80))


def _one_or_more(said: str) -> tuple[str, ...]:
    """The names in one string, which may hold two: "Ada Moor and Ivo Holm"."""
    names = names_in(said)
    return names if len(names) > 1 else (said,)


def _split_names(value: str) -> tuple[str, ...]:
    names = names_in(value)
    return names or ((value,) if len(value) < 80 else ())


def _published(bylines: Callable[[], Bylines], head: Head, node: Node, seen: Seen) -> Iterable[tuple[str, str]]:
    for key in ("datePublished", "dateCreated", "uploadDate", "datePosted"):
        yield iso_day(text_of(node.get(key))), "json-ld"
    yield from _days(head, (*_PUBLISHED, *sorted(filter(_SAYS_PUBLISHED.search, head.meta))))
    match = _URL_DAY.search(seen.url)
    yield (iso_day("-".join(match.groups())) if match else ""), "url"
    yield from page_dates(bylines())
    yield date_in_lines(seen.lines), "line"
    yield only_date(seen.dated), "dated-text"


def _languages(head: Head, node: Node, given: str) -> Iterable[tuple[str, str]]:
    yield _tag(given), "transport"
    yield _tag(head.language), "html"
    yield _tag(head.meta.get("content-language", "")), "content-language"
    yield _tag(head.meta.get("og:locale", "")), "og:locale"
    yield _tag(text_of(node.get("inLanguage"))), "json-ld"


def _tag(value: str) -> str:
    match = _LANGUAGE.match(value.strip())
    return match[0].replace("_", "-") if match else ""


def _canonicals(head: Head) -> Iterable[tuple[str, str]]:
    yield head.links.get("canonical", ""), "link"
    yield head.meta.get("og:url", ""), "og:url"


def _images(head: Head, node: Node) -> Iterable[tuple[str, str]]:
    for name in ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src"):
        yield head.meta.get(name, ""), name
    yield address_of(node.get("image")), "json-ld"


def _licences(root: Element, head: Head, node: Node) -> Iterable[tuple[str, str]]:
    yield head.links.get("license", ""), "link"
    yield address_of(node.get("license")), "json-ld"
    for element in root.iter("a"):
        if element.get("rel") == "license" or "creativecommons.org/" in (element.get("href") or ""):
            match = _LICENCE.search(element.get("href") or "")
            if match:
                yield f"https://{match[0]}/", "anchor"
