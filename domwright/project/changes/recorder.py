"""Extension: what became of every page is written down with its acknowledgement, and a crawl's end looks for pages it has not come to."""

import logging
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import DontCloseSpider, NotConfigured
from scrapy.http import Response

from domwright.project.changes.maker import maker_of
from domwright.project.changes.pages import FAILED, GONE, Pages, Seen, judged
from domwright.project.choices import chosen
from domwright.project.exporters.gone import when_gone
from domwright.project.fold import stands_for
from domwright.project.frontier.scheduler import OPEN
from domwright.project.frontier.state import StateError
from domwright.project.items import PageItem
from domwright.project.meta import BODY, CHECKSUMS, LASTMOD, LINKS, STORED
from domwright.project.summary import page_failed

logger = logging.getLogger(__name__)

_GONE = frozenset({"status-404", "status-410"})
# What was never going to be a page says nothing about one.
_NO_PAGES = ("not-html", "off-site redirect", "duplicate", "language", "sitemap")
_SWEEP = 200  # requests handed to the engine at once


class Recorder:
    """Set by the add-on with DOMWRIGHT_STATE."""

    def __init__(self, crawler: Crawler) -> None:
        if not crawler.settings.get("DOMWRIGHT_STATE"):
            raise NotConfigured
        self.crawler = crawler
        self.maker = maker_of(crawler.settings)
        self.misses = max(1, crawler.settings.getint("DOMWRIGHT_GONE_AFTER", 2))
        self.gone = chosen(crawler.settings, "DOMWRIGHT_GONE")
        self.unseen: Iterator[str] | None = None
        connect = crawler.signals.connect
        connect(self.item_scraped, signals.item_scraped)
        connect(self.item_dropped, signals.item_dropped)
        connect(self.page_failed, page_failed)
        connect(self.spider_idle, signals.spider_idle)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "Recorder":
        """As Scrapy builds it."""
        return cls(crawler)

    def item_scraped(self, item: Any, response: Response) -> None:
        """A page went through: compare it with what it was."""
        scheduler = OPEN.get(self.crawler)
        if scheduler is None or not isinstance(item, PageItem) or not item.content_hash:
            return
        with suppress(StateError):
            self._record(Pages(scheduler.state), item, response, scheduler.number)

    def _record(self, pages: Pages, item: PageItem, response: Response, run: int) -> None:
        address = stands_for(item)
        before = pages.page(address)
        seen = judged(before, self._now(item, response, address, before, run))
        pages.save(seen)
        if before is None or before.missed or before.content != seen.content:
            pages.text(seen, item.markdown)
        self.crawler.stats.inc_value(f"domwright/changes/{seen.verdict}")

    def _now(self, item: PageItem, response: Response, address: str, before: Seen | None, run: int) -> Seen:
        fields = asdict(item)
        del fields["markdown"]
        stored = response.meta.get(STORED)
        if stored and before is not None:
            # As it was: what the server said when it last sent the page holds; a page that was not asked for was not checked either.
            checked = before.checked if stored["why"] == "not-due" else time.time()
            return replace(
                before, url=item.url, run=run, verdict="", checked=checked, item=fields, lastmod=response.meta.get(LASTMOD, "") or before.lastmod
            )
        return Seen(
            url=item.url,
            stands_for=address,
            run=run,
            verdict="",
            checked=time.time(),
            changed=0.0,
            etag=_header(response, "ETag"),
            last_modified=_header(response, "Last-Modified"),
            lastmod=response.meta.get(LASTMOD, ""),
            body=response.meta.get(BODY, ""),
            content=item.content_hash,
            maker=self.maker,
            item=fields,
            links=list(response.meta.get(LINKS, ())),
            sources=response.meta.get(CHECKSUMS),
        )

    def item_dropped(self, item: Any, response: Response, exception: Exception) -> None:
        """A page that was got and not kept."""
        if isinstance(item, PageItem):
            self.page_failed(str(getattr(exception, "reason", type(exception).__name__)), item.url)

    def page_failed(self, reason: str, url: str) -> None:
        """A page that was not got: gone when the server says so of one that was there, else failed."""
        scheduler = OPEN.get(self.crawler)
        if scheduler is not None and not reason.startswith(_NO_PAGES):
            with suppress(StateError):
                self._record_failure(Pages(scheduler.state), reason, url, scheduler.number)

    def _record_failure(self, pages: Pages, reason: str, url: str, run: int) -> None:
        before = pages.asked(url)
        if before is None or reason not in _GONE:
            pages.failure(run, url, reason)
            self.crawler.stats.inc_value("domwright/changes/failed")
            if before is not None:
                pages.save(replace(before, run=run, verdict=FAILED, checked=time.time()))
            return
        self._gone(pages, url, run)

    def _gone(self, pages: Pages, url: str, run: int) -> None:
        before = pages.asked(url)
        if before is None or (before.run == run and before.missed):
            return  # seen gone before in this run
        seen = replace(before, run=run, verdict=GONE, missed=before.missed + 1, checked=time.time())
        if seen.missed == 1:
            pages.text(seen, "")
            self.crawler.stats.inc_value("domwright/changes/gone")
        pages.save(seen)
        if seen.missed == self.misses:
            when_gone(self.crawler.settings.get("DOMWRIGHT_OUT", "out"), seen.item.get("final_url") or seen.url, self.gone)

    def spider_idle(self, spider: Any) -> None:
        """At the end, the pages of earlier crawls that no link led to: they are asked for directly, so that gone means gone."""
        scheduler = OPEN.get(self.crawler)
        make = getattr(spider, "request", None)
        if scheduler is None or make is None or not getattr(spider, "sweeps", False):
            return
        pages = Pages(scheduler.state)
        if self.unseen is None:
            self.unseen = pages.unseen(scheduler.number, self.misses)
        asked = 0
        for url in self.unseen:
            request: Request = make(url, priority=-10, meta={"depth": 1, "domwright_sweep": True})
            self.crawler.engine.crawl(request)
            asked += 1
            if asked >= _SWEEP:
                break
        if asked:
            raise DontCloseSpider
        # Asked for and still not come to: it leads to another page now.
        for url in list(pages.unseen(scheduler.number, self.misses)):
            self._gone(pages, url, scheduler.number)
        scheduler.state.commit()


def _header(response: Response, name: str) -> str:
    """A header of the response that brought the page."""
    return (response.headers.get(name) or b"").decode("latin-1")
