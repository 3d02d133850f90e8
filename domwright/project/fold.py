"""Which address stands for a page: redirects and canonical links folded."""

import re
from urllib.parse import urlsplit

from domwright.project.fingerprints import is_route
from domwright.project.items import PageItem

_INDEX = re.compile(r"/(?:index|default)\.(?:html?|php|aspx?|jsp)$", re.I)


def stands_for(item: PageItem) -> str:
    """The address of a page: its canonical one where that names the same page, else the one it was found at.

    Many sites give all pages the home page as canonical: one that names another path or host is not believed.

    >>> stands_for(PageItem("https://a.example/a?utm_source=x", final_url="https://a.example/a?x=1", canonical_url="https://a.example/a/"))
    'https://a.example/a/'
    >>> stands_for(PageItem("https://a.example/a", final_url="https://a.example/a", canonical_url="https://a.example/"))
    'https://a.example/a'
    """
    found = item.final_url or item.url
    canonical = item.canonical_url
    return canonical if canonical and not is_route(found) and _place(canonical) == _place(found) else found


def _place(url: str) -> tuple[str, str]:
    """Host and path of an address, without what servers treat alike: www., the scheme, index files, a slash at the end."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url, ""
    return parts.netloc.lower().removeprefix("www."), _INDEX.sub("/", parts.path).rstrip("/")
