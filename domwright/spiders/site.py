"""`scrapy crawl site`: every page of a site, along its sitemaps and the links of the rendered DOM."""

import re
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider
from scrapy.http import Response, TextResponse
from scrapy.linkextractors import IGNORED_EXTENSIONS
from scrapy.pipelines.files import FilesPipeline
from scrapy.utils.sitemap import sitemap_urls_from_robots

from domwright.project.frontier.scheduler import OPEN
from domwright.project.frontier.state import StateError
from domwright.project.items import FileItem
from domwright.project.meta import BUTTONS, LASTMOD, LINKS, STORED
from domwright.project.sites.apply import apply_site, named_site
from domwright.spiders.addresses import page_address
from domwright.spiders.arguments import addresses, choice, count, languages, patterns, refuse_unknown, yes
from domwright.spiders.base import PageSpider
from domwright.spiders.sitemaps import LARGEST, entries
from domwright.spiders.traps import Traps

_FILES = frozenset(f".{extension}" for extension in IGNORED_EXTENSIONS)
_LINKS = "//a/@href | //area/@href | //iframe/@src | //link[@rel='next' or @rel='prev']/@href"
_ALTERNATES = "//link[@rel='alternate' and @hreflang and @href]"
# What navigates without being a link: attributes of the common libraries, and assignments in onclick.
_BUTTONS = "//link[@rel='domwright-button']/@href | //@data-href | //@data-url | //@data-link | //@routerlink | //@ng-reflect-router-link"
_ONCLICK = re.compile(r"""(?:location(?:\.href)?\s*=|location\.(?:assign|replace)\(|window\.open\()\s*['"]([^'"]+)['"]""")
_SITEMAP_PRIORITY, _START_PRIORITY = 20, 10


class SiteSpider(PageSpider):
    """Follows sitemaps and links on the sites of its start addresses.

    site: a table of sites.toml, which gives everything else; sites: another file than that.
    url: one or more start addresses. max_pages, max_minutes, max_mb: pages, minutes and megabytes after which the crawl stops; given again,
    it goes on. max_depth: links away from a start address. allow, deny: regular expressions on the whole address; deny wins. sitemap: `auto`
    (those robots.txt names, else /sitemap.xml), `no`, or addresses. language: keep pages in these languages only (`en`, `en,de`).
    buttons: also follow data-href and the like, and press the buttons of rendered pages to see where they lead. files: `skip`, `list` or `download` the documents that are linked. fresh: start over.
    """

    name = "site"
    folds = True  # what two addresses lead to is one page; a spider that is given its addresses keeps them all
    sweeps = True  # at its end it asks for the pages of earlier crawls that no link led to

    def __init__(self, url: str = "", site: str = "", sites: str = "", **given: Any) -> None:
        refuse_unknown(given, _ARGUMENTS, self.name)
        super().__init__(self.name)
        self.site = named_site(site, sites) if site else None
        if self.site is not None:
            given = {"label": site, **self.site.arguments(), **given}
            url = url or given.pop("url")
        self.starts = addresses(url, "url")
        self.max_pages, self.max_minutes, self.max_mb = (count(given.get(name), name) for name in ("max_pages", "max_minutes", "max_mb"))
        self.max_depth = count(given.get("max_depth"), "max_depth", least=0)
        self.allow, self.deny = patterns(given.get("allow"), "allow"), patterns(given.get("deny"), "deny")
        # Pages of a sitemap are at no distance from the start: a depth asks for the links alone, unless sitemaps are named.
        self.sitemap = given.get("sitemap") or ("auto" if self.max_depth is None else "no")
        self.sitemaps = addresses(self.sitemap, "sitemap") if self.sitemap not in ("auto", "no") else []
        self.languages = languages(given.get("language"), "language")
        self.buttons, self.fresh = yes(given.get("buttons")), yes(given.get("fresh"))
        self.files = choice(given.get("files"), "files", ("skip", "list", "download"))
        self.label = given.get("label", "")
        # Crawls of the same starts under the same bounds are one crawl: it is resumed when it was cut off.
        self.crawl_key = {"starts": sorted(self.starts), "depth": self.max_depth, "allow": given.get("allow", ""), "deny": given.get("deny", "")}
        if self.label:
            self.crawl_key = {"label": self.label}
        self.sites = {_site(start) for start in self.starts}
        self.items = 0
        self.began = time.monotonic()
        self.traps: Traps | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler, *args: Any, **kwargs: Any) -> "SiteSpider":
        """As Scrapy builds it; the settings of a site of sites.toml hold, under those of the command line."""
        spider = super().from_crawler(crawler, *args, **kwargs)
        if spider.site is not None:
            apply_site(spider.site, crawler.settings)
        # Pages that a crawl without buttons knows have links of theirs to show: they are got anew.
        crawler.settings.set("DOMWRIGHT_BUTTONS", spider.buttons, "spider")
        if spider.files == "download":
            folder = crawler.settings.get("DOMWRIGHT_OUT") or "out"
            crawler.settings.set("FILES_STORE", str(Path(folder) / "files"), "spider")
            crawler.settings.setdefault_in_component_priority_dict("ITEM_PIPELINES", FilesPipeline, 600)
        return spider

    def request(self, url: str, **given: Any) -> Request:
        """As any spider's, and with the page's buttons pressed where that is wanted."""
        request = super().request(url, **given)
        if self.buttons:
            request.meta[BUTTONS] = True
        return request

    async def start(self) -> AsyncIterator[Any]:
        """A request for every start address, and for what names the site's sitemaps."""
        for url in self.starts:
            yield self.request(url, priority=_START_PRIORITY)
        for url in self.sitemaps:
            yield self._sitemap(url)
        if self.sitemap == "auto":
            for root in dict.fromkeys("{0.scheme}://{0.netloc}".format(urlsplit(url)) for url in self.starts):
                yield Request(
                    f"{root}/robots.txt",
                    callback=self.parse_robots,
                    errback=self.no_robots,
                    priority=_SITEMAP_PRIORITY,
                    meta={"dont_obey_robotstxt": True},
                )

    # --- sitemaps

    def parse_robots(self, response: Response) -> Iterator[Any]:
        """The sitemaps that robots.txt names; where it names none, the usual one is tried."""
        response.meta["depth"] = 0  # what a sitemap names is one step from the start
        body = response.body[:LARGEST] if response.body[:1] != b"<" else b""
        named = [url for url in dict.fromkeys(sitemap_urls_from_robots(body, response.url)) if url.startswith(("http://", "https://"))]
        yield from (self._sitemap(url) for url in named)
        if not named:
            yield self._sitemap(response.urljoin("/sitemap.xml"), guessed=True)

    def no_robots(self, failure: Any) -> Iterator[Any]:
        """No robots.txt: the usual sitemap is tried."""
        yield self._sitemap(failure.request.url.replace("/robots.txt", "/sitemap.xml"), guessed=True)

    def _sitemap(self, url: str, *, guessed: bool = False, nested: int = 0) -> Request:
        meta = {"download_maxsize": LARGEST, "domwright_guessed": guessed, "domwright_nested": nested}
        return Request(url, callback=self.parse_sitemap, errback=self.no_sitemap, priority=_SITEMAP_PRIORITY, meta=meta)

    def no_sitemap(self, failure: Any) -> Iterator[Any]:
        """A sitemap that was named and does not come is told; one that was guessed is not missed."""
        if not failure.request.meta["domwright_guessed"]:
            self.drop("sitemap-failed", failure.request.url)
        yield from ()

    def parse_sitemap(self, response: Response) -> Iterator[Any]:
        """Requests for the addresses of a sitemap, with what it says of their last change; other sitemaps one level after another."""
        response.meta["depth"] = 0
        found = 0
        try:
            for entry in entries(response.body, response.url):
                found += 1
                if entry.is_sitemap:
                    if response.meta["domwright_nested"] < 3 and urlsplit(entry.url).scheme in ("http", "https"):
                        yield self._sitemap(entry.url, nested=response.meta["domwright_nested"] + 1)
                    continue
                for language, address in (("", entry.url), *entry.alternates):
                    url = self._wanted(address) if self._speaks(language) else ""
                    if url:
                        yield self.request(url, meta={LASTMOD: entry.lastmod if address == entry.url else ""})
        except ValueError as error:
            self.logger.warning("the sitemap %s is not read: %s", response.url, error)
        if not found and not response.meta["domwright_guessed"]:
            self.drop("sitemap-empty", response.url)
        self.crawler.stats.inc_value("domwright/sitemap/addresses", found)

    # --- pages

    def parse(self, response: Response, **_: Any) -> Iterator[Any]:
        """The page and the requests for its links; stops the crawl at its bounds."""
        if response.meta.get("depth", 0) == 0:
            self.sites.add(_site(response.url))  # a start address may redirect to the host that serves the site
        elif not self._on_site(response.url):
            self.drop("off-site redirect", response.url)
            return
        self._stop_at_bounds()
        item = self.page(response)
        # Links first: where the page is the last one of this crawl, the next crawl goes on from them.
        yield from self.links(response)
        if item is not None:
            self.items += 1
            yield item
            self._stop_at_bounds()

    def _stop_at_bounds(self) -> None:
        if self.max_pages is not None and self.items >= self.max_pages:
            raise CloseSpider("max_pages")
        if self.max_minutes is not None and time.monotonic() - self.began >= 60 * self.max_minutes:
            raise CloseSpider("max_minutes")
        if self.max_mb is not None and self.crawler.stats.get_value("downloader/response_bytes", 0) >= 1_000_000 * self.max_mb:
            raise CloseSpider("max_mb")

    def links(self, response: Response) -> Iterator[Any]:
        """Requests for the links of a response that the arguments let through; for a page as it was, those it had."""
        if STORED in response.meta:
            yield from (self.request(url) for url in response.meta[STORED]["links"])
            return
        if not isinstance(response, TextResponse) or (self.max_depth is not None and response.meta.get("depth", 0) >= self.max_depth):
            return
        found: dict[str, None] = {}
        for href in self._hrefs(response):
            try:
                address = response.urljoin(href.strip())
            except ValueError:
                continue
            if self.files != "skip" and self._is_file(address) and self._on_site(address):
                yield self._file(response, address)
            url = self._wanted(address)
            if url:
                found[url] = None
        response.meta[LINKS] = list(found)
        for url in found:
            yield self.request(url)

    def _file(self, response: Response, address: str) -> FileItem:
        url = address.partition("#")[0]
        return FileItem(url=url, found_on=response.url, kind=_extension(url)[1:], file_urls=[url] if self.files == "download" else [])

    def _hrefs(self, response: TextResponse) -> Iterator[str]:
        yield from response.xpath(_LINKS).getall()
        for alternate in response.xpath(_ALTERNATES):
            if self._speaks(alternate.attrib["hreflang"]):
                yield alternate.attrib["href"]
        if self.buttons:
            yield from response.xpath(_BUTTONS).getall()
            for code in response.xpath("//@onclick").getall():
                yield from _ONCLICK.findall(code)

    def _wanted(self, address: str) -> str:
        """The address of a page of this site that the arguments let through and that is no trap, "" for any other."""
        try:
            url = page_address(address)
            parts = urlsplit(url)
        except ValueError:
            return ""
        if parts.scheme not in ("http", "https") or not self._on_site(url) or self._is_file(url):
            return ""
        if any(pattern.search(url) for pattern in self.deny):
            return ""
        if self.allow and not any(pattern.search(url) for pattern in self.allow):
            return ""
        traps = self.traps = self.traps or self._traps()
        trap = traps.trap(url)
        if trap:
            self.crawler.stats.set_value(f"domwright/trap/{trap}", traps.cut[trap])
            self.logger.info("%s is not followed: %s", url, trap)
        return "" if trap else url

    def _traps(self) -> Traps:
        traps = Traps(self.crawler.settings.getint("DOMWRIGHT_TRAP_LIMIT", 200))
        scheduler = OPEN.get(self.crawler)
        if scheduler is not None and self.crawler.stats.get_value("domwright/frontier/resumed"):
            with suppress(StateError):
                traps.learn(scheduler.state.addresses())
        return traps

    def _speaks(self, hreflang: str) -> bool:
        """Whether pages of a language are wanted; what has no language may be in any."""
        language = hreflang.lower().partition("-")[0]
        return not self.languages or language in ("", "x") or language in self.languages

    def _on_site(self, url: str) -> bool:
        return _site(url) in self.sites

    def _is_file(self, url: str) -> bool:
        return _extension(url) in _FILES


_ARGUMENTS = (
    "url", "site", "sites", "max_pages", "max_minutes", "max_mb", "max_depth", "allow", "deny", "sitemap", "language", "buttons", "files", "label", "fresh",
)  # fmt: skip


def _extension(url: str) -> str:
    """The extension of an address's last part with its dot, lower case; "" for none."""
    last = urlsplit(url).path.rsplit("/", 1)[-1].lower()
    dot = last.rfind(".")
    return last[dot:] if dot > 0 else ""


def _site(url: str) -> str:
    """Host and port, a leading www. left out: both names serve one site."""
    parts = urlsplit(url)
    return parts.netloc.lower().rpartition("@")[2].removeprefix("www.").removesuffix(":80" if parts.scheme == "http" else ":443")
