"""Sitemaps of every kind → addresses: XML (indexes too), RSS and Atom feeds, plain text, gzip of any; whatever can still be read of a broken one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from urllib.parse import urljoin

from lxml import etree
from scrapy.utils.gz import gunzip

LARGEST = 52_428_800  # bytes, unpacked: the protocol's own bound (sitemaps.org)
_MOST = 50_000  # addresses in one sitemap, likewise
_ENTRIES = frozenset({"url", "sitemap", "item", "entry"})
_DATES = frozenset({"lastmod", "updated", "pubDate", "modified"})
_DECLARATION = re.compile(rb"^\s*<\?xml[^>]*\?>")


@dataclass(frozen=True, slots=True)
class Entry:
    """One address of a sitemap. is_sitemap: another sitemap's address. lastmod: as it was written, "" where it was not."""

    url: str
    lastmod: str = ""
    is_sitemap: bool = False
    alternates: tuple[tuple[str, str], ...] = ()  # language and address


def entries(body: bytes, base: str) -> Iterator[Entry]:
    """The entries of a sitemap; nothing for what is none. Raises ValueError for one that unpacks to more than the protocol allows."""
    if body[:2] == b"\x1f\x8b":
        try:
            body = gunzip(body, max_size=LARGEST + 1)
        except (OSError, EOFError) as error:
            raise ValueError(f"it cannot be unpacked: {error}") from error
        except Exception as error:  # Scrapy's own for what is too large, which has no public name
            raise ValueError(f"it unpacks to more than {LARGEST} bytes") from error
    start = body[:2048].lstrip(b"\xef\xbb\xbf\x00 \t\r\n")
    if start[:1] == b"<" or body[:2] in (b"\xff\xfe", b"\xfe\xff"):
        found = list(_limited(_xml(body, base)))
        # A file that lies about its encoding ends the parser at once: read it as what nearly all are.
        yield from found or list(_limited(_xml(_DECLARATION.sub(b"", body.decode("utf-8", "replace").encode()), base)))
    else:
        yield from _limited(_text(body, base))


def _limited(found: Iterator[Entry]) -> Iterator[Entry]:
    for count, entry in enumerate(found):
        if count >= _MOST:
            return
        yield entry


def _text(body: bytes, base: str) -> Iterator[Entry]:
    for line in body.decode("utf-8-sig", "replace").splitlines():
        if re.match(r"\s*https?://\S+\s*$", line):
            yield Entry(urljoin(base, line.strip()))


def _xml(body: bytes, base: str) -> Iterator[Entry]:
    reader = etree.iterparse(
        BytesIO(body),
        events=("end",),
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
        huge_tree=True,
    )
    try:
        for _, element in reader:
            name = _name(element)
            if name in _ENTRIES:
                entry = _entry(element, name, base)
                if entry is not None:
                    yield entry
                element.clear()
                while element.getprevious() is not None:
                    del element.getparent()[0]
    except etree.XMLSyntaxError:
        return


def _name(element: etree._Element) -> str:
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _entry(element: etree._Element, name: str, base: str) -> Entry | None:
    url = lastmod = ""
    alternates = []
    for child in element:
        kind, text, href = _name(child), (child.text or "").strip(), child.get("href", "")
        if kind == "loc" or (kind == "link" and name == "item" and text):
            url = url or text
        elif kind == "link" and name == "entry":
            url = href if child.get("rel", "alternate") == "alternate" and href else url
        elif kind == "link" and href and child.get("hreflang"):
            alternates.append((child.get("hreflang", ""), urljoin(base, href)))
        elif kind in _DATES:
            lastmod = text
    try:
        return Entry(urljoin(base, url), lastmod[:64], name == "sitemap", tuple(alternates)) if url else None
    except ValueError:
        return None
