"""The step that keeps one item a page: what two addresses lead to is written once in a crawl."""

from typing import Any

from scrapy import signals
from scrapy.crawler import Crawler

from domwright.project.changes.pages import Pages, digest
from domwright.project.drops import Drop
from domwright.project.fold import stands_for
from domwright.project.frontier.scheduler import OPEN
from domwright.project.items import PageItem


class FoldPipeline:
    """Drops an item whose page went through before in this crawl, under another address, for spiders that say `folds`.

    Known to the crawl state; without one, in memory.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.passing: dict[bytes, str] = {}  # pages that are on their way to the recorder
        crawler.signals.connect(self.item_scraped, signals.item_scraped)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "FoldPipeline":
        """As Scrapy builds it."""
        return cls(crawler)

    def process_item(self, item: Any) -> Any:
        """The item. Raises Drop("duplicate") for a page that another address brought."""
        if not isinstance(item, PageItem) or not getattr(self.crawler.spider, "folds", False):
            return item
        address = stands_for(item)
        key = digest(address)
        if self.passing.setdefault(key, item.url) != item.url:
            raise Drop("duplicate", item.url)
        scheduler = OPEN.get(self.crawler)
        if scheduler is not None:
            before = Pages(scheduler.state).page(address)
            if before is not None and before.run == scheduler.number and not before.missed and before.url != item.url:
                self.passing.pop(key, None)
                raise Drop("duplicate", item.url)
        return item

    def item_scraped(self, item: Any) -> None:
        """The crawl state knows the page from now on."""
        if isinstance(item, PageItem) and OPEN.get(self.crawler) is not None:
            self.passing.pop(digest(stands_for(item)), None)
