"""What a page's head says: meta elements by name, link elements by relation, title and language."""

from dataclasses import dataclass

from lxml.etree import _Element as Element

from domwright.extractor.text import squeeze


@dataclass(frozen=True, slots=True)
class Head:
    """meta: lower-cased name or property → first content; links: relation → first address; scholars: every author of a paper; title; language."""

    meta: dict[str, str]
    links: dict[str, str]
    title: str
    language: str
    base: str
    scholars: tuple[str, ...] = ()


# One element an author, as search engines for papers want it (Highwire Press, Dublin Core, EPrints).
_SCHOLARS = frozenset({"citation_author", "dc.creator", "dcterms.creator", "eprints.creators_name", "bepress_citation_author"})


def read_head(root: Element) -> Head:
    """The head of a tree; meta and link elements count wherever they stand (single-page apps append them)."""
    meta: dict[str, str] = {}
    links: dict[str, str] = {}
    scholars: dict[str, None] = {}
    for element in root.iter("meta", "link"):
        if element.tag == "meta":
            name = element.get("property") or element.get("name") or element.get("itemprop") or element.get("http-equiv")
            content = element.get("content")
            if name and content and content.strip():
                meta.setdefault(name.strip().lower(), squeeze(content))
                if name.strip().lower() in _SCHOLARS:
                    scholars[squeeze(content)] = None
        elif element.get("rel") and element.get("href"):
            _read_link(element, links)
    title = next((squeeze("".join(each.itertext())) for each in root.iter("title") if not _in_svg(each)), "")
    base = next((each.get("href") or "" for each in root.iter("base") if each.get("href")), "")
    language = root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or root.get("xml:lang") or ""
    return Head(meta, links, title, language.strip(), base, tuple(scholars))


def _read_link(element: Element, links: dict[str, str]) -> None:
    href = (element.get("href") or "").strip()
    for relation in (element.get("rel") or "").lower().split():
        if relation == "alternate":
            kind = (element.get("type") or "").lower()
            if kind.endswith(("rss+xml", "atom+xml", "feed+json")):
                links.setdefault("feed", href)
        else:
            links.setdefault(relation, href)


def _in_svg(element: Element) -> bool:
    parent = element.getparent()
    return parent is not None and parent.tag in ("svg", "symbol", "g")
