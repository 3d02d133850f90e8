"""DOMWRIGHT_HEADERS: headers that only the named hosts are sent, over HTTP and by the browser. A token in them is nobody else's business."""

from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.settings import BaseSettings
from scrapy.utils.httpobj import urlparse_cached

from domwright.project.meta import OWN_HEADERS


def headers_of(settings: BaseSettings) -> dict[str, dict[str, str]]:
    """Headers by host. Raises ValueError for anything but a dictionary of dictionaries of texts."""
    try:
        given: Any = settings.getdict("DOMWRIGHT_HEADERS")
        return {str(host).lower(): {str(name): str(text) for name, text in headers.items()} for host, headers in given.items()}
    except (TypeError, ValueError, AttributeError) as error:
        raise ValueError('DOMWRIGHT_HEADERS is no dictionary such as {"docs.example": {"Authorization": "Bearer …"}}') from error


def bare(request: Request) -> Request:
    """A request without its own headers, to be written down: they are set again when it is sent, and no token lies in a database."""
    names = request.meta.get(OWN_HEADERS)
    if not names:
        return request
    headers = request.headers.copy()
    for name in names:
        headers.pop(name, None)
    return request.replace(headers=headers, meta={key: value for key, value in request.meta.items() if key != OWN_HEADERS})


class OwnHeadersMiddleware:
    """Downloader middleware: a request that is redirected to another host does not take the headers along."""

    def __init__(self, crawler: Crawler) -> None:
        self.headers = headers_of(crawler.settings)
        if not self.headers:
            raise NotConfigured

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "OwnHeadersMiddleware":
        """As Scrapy builds it."""
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Set the host's headers, unless the spider has set its own, and take away another host's."""
        for name in request.meta.pop(OWN_HEADERS, ()):
            request.headers.pop(name, None)
        new = {name: text for name, text in self.headers.get(urlparse_cached(request).hostname or "", {}).items() if name not in request.headers}
        request.headers.update(new)
        request.meta[OWN_HEADERS] = list(new)
