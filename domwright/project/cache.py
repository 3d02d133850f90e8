"""Scrapy's HTTP cache, told apart what it would mix: a page as it came from the page as rendered, one cookie jar's page from another's."""

from typing import Any

from scrapy import Request, Spider
from scrapy.http import Response
from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object

from domwright.project.meta import CACHE_KEY, VIA

WRAPPED = "DOMWRIGHT_WRAPPED_CACHE_STORAGE"


class CacheStorage:
    """The storage of HTTPCACHE_STORAGE, with another fingerprint for rendered requests and for jars that have a name."""

    def __init__(self, settings: BaseSettings) -> None:
        self.wrapped: Any = load_object(settings[WRAPPED])(settings)

    def open_spider(self, spider: Spider) -> None:
        """Begin."""
        self.wrapped.open_spider(spider)

    def close_spider(self, spider: Spider) -> None:
        """End."""
        self.wrapped.close_spider(spider)

    def retrieve_response(self, spider: Spider, request: Request) -> Response | None:
        """What is stored of a request, as it was obtained then."""
        found: Response | None = self.wrapped.retrieve_response(spider, _told_apart(request))
        return found

    def store_response(self, spider: Spider, request: Request, response: Response) -> None:
        """Store a response."""
        self.wrapped.store_response(spider, _told_apart(request), response)


def wrap_storage(settings: BaseSettings) -> None:
    """Put the storage around the project's own."""
    settings.set(WRAPPED, settings["HTTPCACHE_STORAGE"], "addon")
    settings.set("HTTPCACHE_STORAGE", "domwright.project.cache.CacheStorage", max(settings.getpriority("HTTPCACHE_STORAGE") or 0, 15))


def _told_apart(request: Request) -> Request:
    rendered, jar = request.meta.get(VIA) == "browser", request.meta.get("cookiejar")
    if not rendered and jar is None:
        return request
    return request.replace(meta={**request.meta, CACHE_KEY: f"{'rendered' if rendered else 'plain'} {jar!r}"})
