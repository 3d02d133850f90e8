"""Request fingerprints that tell client-side routes apart: `#/guide` and `#!guide` are pages, other fragments are not."""

import hashlib
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.utils.request import fingerprint

from domwright.project.meta import CACHE_KEY


class RouteFingerprinter:
    """Scrapy's fingerprint, with the fragment kept where it is a route."""

    def fingerprint(self, request: Request) -> bytes:
        """The fingerprint of a request."""
        plain = fingerprint(request, keep_fragments=is_route(request.url))
        key = request.meta.get(CACHE_KEY)
        return hashlib.sha1(plain + key.encode(), usedforsecurity=False).digest() if key else plain


def is_route(url: str) -> bool:
    """Whether the fragment of an address is a client-side route.

    `#/` and `#!` alone are the page itself.

    >>> is_route("https://a.example/#/guide"), is_route("https://a.example/#top"), is_route("https://a.example/#/")
    (True, False, False)
    """
    fragment = urlsplit(url).fragment
    return fragment.startswith(("/", "!")) and len(fragment.strip("!/")) > 0
