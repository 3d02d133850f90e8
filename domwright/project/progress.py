"""The progress line: pages done, rendered, dropped and waiting, while a crawl runs on a terminal."""

import sys

from scrapy import signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.utils.asyncio import create_looping_call
from tqdm import tqdm

_SECONDS = 0.5
_QUIET_SECONDS = 10.0  # where there is no terminal (CI, cron): a plain line now and then


class Progress:
    """One line on standard error, renewed twice a second; on no terminal a line every ten seconds."""

    def __init__(self, crawler: Crawler) -> None:
        if not crawler.settings.getbool("DOMWRIGHT_PROGRESS", False):  # noqa: FBT003 - Scrapy's signature
            raise NotConfigured  # without a reason, which would be a warning in every crawl
        self.crawler = crawler
        self.terminal = sys.stderr.isatty()
        self.line = tqdm(unit=" pages", disable=not self.terminal, leave=False, dynamic_ncols=True, bar_format="{n} pages in {elapsed}{postfix}")
        self.loop = create_looping_call(self.show)
        crawler.signals.connect(self.spider_opened, signals.spider_opened)
        crawler.signals.connect(self.spider_closed, signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "Progress":
        """As Scrapy builds it."""
        return cls(crawler)

    def spider_opened(self) -> None:
        """Begin."""
        self.loop.start(_SECONDS if self.terminal else _QUIET_SECONDS, now=False)

    def spider_closed(self) -> None:
        """End the line."""
        if self.loop.running:
            self.loop.stop()
        self.line.close()

    def show(self) -> None:
        """Write the line anew."""
        stats = self.crawler.stats
        done = stats.get_value("item_scraped_count", 0)
        waiting = stats.get_value("scheduler/enqueued", 0) - stats.get_value("scheduler/dequeued", 0)
        text = f"({stats.get_value('domwright/render/pages', 0)} rendered, {stats.get_value('item_dropped_count', 0)} dropped, {waiting} waiting)"
        if self.terminal:
            self.line.n = done
            self.line.set_postfix_str(text)
        else:
            print(f"{done} pages {text}", file=sys.stderr, flush=True)
