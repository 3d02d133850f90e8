"""The closing summary: what was written, what was dropped and why, how long it took."""

import logging
import sys
import time
from collections import Counter
from typing import Any

from scrapy import Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.http import Response
from twisted.python.failure import Failure

from domwright.project.items import PageItem
from domwright.project.meta import AS_BEFORE

_EXAMPLES = 3


class Summary:
    """Counts items and drops of one crawl and prints a few lines when it closes; also the exit code's source."""

    def __init__(self, crawler: Crawler) -> None:
        if not crawler.settings.getbool("DOMWRIGHT_SUMMARY", False):  # noqa: FBT003 - Scrapy's signature
            raise NotConfigured  # without a reason, which would be a warning in every crawl
        self.crawler = crawler
        self.started = time.monotonic()
        self.pages: Counter[str] = Counter()
        self.stubs: Counter[str] = Counter()
        self.drops: Counter[str] = Counter()
        self.examples: dict[str, list[str]] = {}
        if crawler.settings.get("LOG_LEVEL") == "WARNING":
            # A host that cannot be reached is in the summary; its robots.txt would log a traceback of sixty lines besides.
            logging.getLogger("scrapy.downloadermiddlewares.robotstxt").setLevel(logging.CRITICAL)
        connect = crawler.signals.connect
        connect(self.item_scraped, signals.item_scraped)
        connect(self.item_dropped, signals.item_dropped)
        connect(self.item_error, signals.item_error)
        connect(self.spider_closed, signals.spider_closed)
        connect(self.page_failed, page_failed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "Summary":
        """As Scrapy builds it."""
        return cls(crawler)

    def item_scraped(self, item: Any, response: Response | None) -> None:
        """One item went through."""
        if isinstance(item, PageItem):
            self.pages["state" if response is not None and AS_BEFORE in response.flags else item.obtained] += 1
            self.crawler.stats.inc_value("domwright/pages")
            if item.stub:
                self.crawler.stats.inc_value(f"domwright/stubs/{item.stub}")
                self.stubs[item.stub] += 1

    def item_dropped(self, item: Any, response: Response, exception: Exception) -> None:
        """One item was dropped."""
        self._drop(getattr(exception, "reason", type(exception).__name__), getattr(exception, "url", getattr(response, "url", "")))

    def item_error(self, item: Any, response: Response, failure: Failure) -> None:
        """A pipeline failed on an item."""
        self._drop("pipeline-error", getattr(response, "url", ""))

    def page_failed(self, reason: str, url: str) -> None:
        """A page that never became an item."""
        self._drop(reason, url)

    def _drop(self, reason: str, url: str) -> None:
        self.drops[reason] += 1
        self.crawler.stats.inc_value(f"domwright/dropped/{reason}")
        self.examples.setdefault(reason, []).append(url)

    def spider_closed(self, spider: Spider, reason: str) -> None:
        """Print the summary on standard error, where it does not mix with piped items."""
        OUTCOMES.append(self.pages.total())
        print("\n".join(self.lines(reason)), file=sys.stderr, flush=True)

    def lines(self, reason: str) -> list[str]:
        """The summary's lines."""
        total = sum(self.pages.values())
        seconds = time.monotonic() - self.started
        ways = ", ".join(f"{count} {_WAYS.get(way, way)}" for way, count in sorted(self.pages.items()))
        found = [
            f"{total} page{'' if total == 1 else 's'}{f' ({ways})' if ways else ''} in {seconds:.1f} s"
            + ("" if reason == "finished" else f", stopped: {reason}")
        ]
        for word, count in self.drops.most_common():
            shown = ", ".join(self.examples[word][:_EXAMPLES])
            more = f" and {count - _EXAMPLES} more" if count > _EXAMPLES else ""
            found.append(f"  dropped {count}: {word} ({shown}{more})")
        for word, count in self.stubs.most_common():
            found.append(f"  kept, but a stub: {count} {word}")
        pending = self.crawler.stats.get_value("domwright/render/pending", 0)
        if pending:
            found.append(
                f"  taken with something under way: {pending} (polls, streams, slow requests; -L INFO says which, `render` of their items too)"
            )
        traps = {key.rpartition("/")[2]: count for key, count in self.crawler.stats.get_stats().items() if key.startswith("domwright/trap/")}
        if traps:
            found.append(f"  not followed: {', '.join(f'{count} {kind}' for kind, count in sorted(traps.items()))} (traps; -L INFO lists them)")
        folder = self.crawler.settings.get("DOMWRIGHT_OUT", "out")
        if total and folder:
            unchanged = self.crawler.stats.get_value("domwright/files/unchanged", 0)
            found.append(f"files: {folder}/" + (f" ({unchanged} unchanged)" if unchanged else ""))
        report = self.crawler.stats.get_value("domwright/changes/report")
        if report:
            found.append(f"changes: {self.crawler.stats.get_value('domwright/changes/headline')} ({report})")
        if not total:
            found.append("nothing was written" + ("" if self.drops else ": no page could be fetched (run again with -L INFO to see why)"))
        return found


_WAYS = {"browser": "rendered", "http": "not rendered", "state": "as before"}
OUTCOMES: list[int] = []  # pages of every crawl of this process, for the command's exit code
page_failed = object()  # the signal our spiders send for a page that never became an item: reason, url
