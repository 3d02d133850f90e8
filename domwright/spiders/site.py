"""`scrapy crawl site`: every page of a site, along the links of the rendered DOM."""

from collections.abc import AsyncIterator, Iterator
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.exceptions import CloseSpider
from scrapy.http import Response, TextResponse
from scrapy.linkextractors import IGNORED_EXTENSIONS

from domwright.project.fingerprints import is_route
from domwright.project.meta import LINKS, STORED
from domwright.spiders.arguments import addresses, count, patterns, refuse_unknown
from domwright.spiders.base import PageSpider

_ARGUMENTS = ("url", "max_pages", "max_depth", "allow", "deny", "fresh")
_FILES = frozenset(f".{extension}" for extension in IGNORED_EXTENSIONS)


class SiteSpider(PageSpider):
    """Follows links on the sites of its start addresses.

    url: one or more start addresses. max_pages: items after which the crawl stops. max_depth: links away from a start
    address. allow, deny: regular expressions on the whole address; deny wins. fresh: start over instead of resuming a crawl that was
    cut off.
    """

    name = "site"
    sweeps = True  # at its end it asks for the pages of earlier crawls that no link led to

    def __init__(
        self,
        url: str = "",
        max_pages: str | None = None,
        max_depth: str | None = None,
        allow: str = "",
        deny: str = "",
        fresh: str = "",
        **others: Any,
    ) -> None:
        refuse_unknown(others, _ARGUMENTS, self.name)
        super().__init__(self.name)
        self.starts = addresses(url, "url")
        self.max_pages = count(max_pages, "max_pages")
        self.max_depth = count(max_depth, "max_depth", least=0)
        self.allow, self.deny = patterns(allow, "allow"), patterns(deny, "deny")
        self.fresh = fresh.lower() not in ("", "0", "no", "false")
        # Crawls of the same starts under the same bounds are one crawl: it is resumed when it was cut off.
        self.crawl_key = {"starts": sorted(self.starts), "depth": self.max_depth, "allow": allow, "deny": deny}
        self.sites = {_site(start) for start in self.starts}
        self.items = 0

    async def start(self) -> AsyncIterator[Any]:
        """A request for every start address."""
        for url in self.starts:
            yield self.request(url, priority=10)

    def parse(self, response: Response, **_: Any) -> Iterator[Any]:
        """The page and the requests for its links; stops the crawl at max_pages."""
        if response.meta.get("depth", 0) == 0:
            self.sites.add(_site(response.url))  # a start address may redirect to the host that serves the site
        elif not self._on_site(response.url):
            self.drop("off-site redirect", response.url)
            return
        if self.max_pages is not None and self.items >= self.max_pages:
            raise CloseSpider("max_pages")
        item = self.page(response)
        # Links first: where the page is the last one of this crawl, the next crawl goes on from them.
        yield from self.links(response)
        if item is not None:
            self.items += 1
            yield item
            if self.max_pages is not None and self.items >= self.max_pages:
                raise CloseSpider("max_pages")

    def links(self, response: Response) -> Iterator[Request]:
        """Requests for the links of a response that the arguments let through; for a page as it was, those it had."""
        if STORED in response.meta:
            yield from (self.request(url) for url in response.meta[STORED]["links"])
            return
        if not isinstance(response, TextResponse) or (self.max_depth is not None and response.meta.get("depth", 0) >= self.max_depth):
            return
        found = {url: None for href in response.xpath("//a/@href | //area/@href | //iframe/@src").getall() if (url := self._link(response, href))}
        response.meta[LINKS] = list(found)
        for url in found:
            yield self.request(url)

    def _link(self, response: Response, href: str) -> str:
        try:
            url = _page_address(response.urljoin(href.strip()))
            parts = urlsplit(url)
        except ValueError:
            return ""
        if parts.scheme not in ("http", "https") or not self._on_site(url) or self._is_file(parts.path):
            return ""
        if any(pattern.search(url) for pattern in self.deny):
            return ""
        return url if not self.allow or any(pattern.search(url) for pattern in self.allow) else ""

    def _on_site(self, url: str) -> bool:
        return _site(url) in self.sites

    def _is_file(self, path: str) -> bool:
        last = path.rsplit("/", 1)[-1].lower()
        dot = last.rfind(".")
        return dot > 0 and last[dot:] in _FILES


def _site(url: str) -> str:
    """Host and port, a leading www. left out: both names serve one site."""
    parts = urlsplit(url)
    return parts.netloc.lower().rpartition("@")[2].removeprefix("www.").removesuffix(":80" if parts.scheme == "http" else ":443")


def _page_address(url: str) -> str:
    """An address without its fragment, unless that is a client-side route; `?id=` in a route is a place on its page (docsify)."""
    address, _, fragment = url.partition("#")
    route = f"{address}#{fragment.partition('?id=')[0]}"
    return route if is_route(route) else address
