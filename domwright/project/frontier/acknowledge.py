"""Where lines end: an item that was exported or dropped, a response without items, a request that failed for good."""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CloseSpider, IgnoreRequest
from scrapy.http import Response

from domwright.project.frontier.scheduler import LEASES, OPEN, FrontierScheduler
from domwright.project.frontier.state import NOT_WRITTEN

# Outcomes after which a page was not really got.
_FAILURES = frozenset({"spider-error", "pipeline-error", NOT_WRITTEN})


@dataclass
class _Line:
    """What a response's callback gave so far, and how much of it is through."""

    given: int = 0
    through: int = 0
    ended: bool = False
    outcome: str = ""


class _Acknowledging:
    """What both middlewares share: the scheduler of the crawl."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @property
    def scheduler(self) -> FrontierScheduler | None:
        """The crawl's scheduler, if it is ours and still open."""
        return OPEN.get(self.crawler)

    def acknowledge(self, meta: dict[str, Any], outcome: str, *, failed: bool = False) -> None:
        """Tell the scheduler, if the request came from it."""
        scheduler = self.scheduler
        if scheduler is not None and LEASES in meta:
            scheduler.acknowledge(meta, outcome, failed=failed)

    def give_back(self, meta: dict[str, Any]) -> None:
        """Tell the scheduler that a response was not looked at."""
        scheduler = self.scheduler
        if scheduler is not None:
            scheduler.give_back(meta)


class ItemsAcknowledged(_Acknowledging):
    """Spider middleware next to the engine: a response is done when all of its items are through, links included."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self.lines: dict[tuple[str, ...], _Line] = {}
        for handler, signal in (
            (self.item_scraped, signals.item_scraped),
            (self.item_dropped, signals.item_dropped),
            (self.item_error, signals.item_error),
        ):
            crawler.signals.connect(handler, signal)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "ItemsAcknowledged":
        """As Scrapy builds it."""
        return cls(crawler)

    async def process_spider_output(self, response: Response, result: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """The same output, counted."""
        key = _key(response)
        if not key:
            async for each in result:
                yield each
            return
        line = self.lines.setdefault(key, _Line())
        try:
            async for each in result:
                if isinstance(each, Request):
                    # A new request is a line of its own, also where a spider hands its response's meta on.
                    each.meta.pop(LEASES, None)
                else:
                    line.given += 1
                yield each
        except CloseSpider:
            # The spider stops the crawl, not this page: what it gave before counts, and what it did not look at stays queued.
            line.ended = True
            if line.given:
                self._through(response, line)
            else:
                self.lines.pop(key, None)
                self.give_back(response.meta)
            raise
        except Exception:
            line.outcome = "spider-error"
            line.ended = True
            self._through(response, line)
            raise
        line.ended = True
        self._through(response, line)

    def item_scraped(self, item: Any, response: Response) -> None:
        """An item is exported."""
        self._one(response, "")

    def item_dropped(self, item: Any, response: Response, exception: Exception) -> None:
        """An item is dropped for its reason."""
        self._one(response, str(getattr(exception, "reason", type(exception).__name__)))

    def item_error(self, item: Any, response: Response) -> None:
        """A pipeline failed on an item."""
        self._one(response, "pipeline-error")

    def _one(self, response: Response | None, outcome: str) -> None:
        line = self.lines.get(_key(response)) if response is not None else None
        if line is not None and response is not None:
            line.through += 1
            line.outcome = line.outcome or outcome
            self._through(response, line)

    def _through(self, response: Response, line: _Line) -> None:
        if line.ended and line.through >= line.given:
            self.lines.pop(_key(response), None)
            self.acknowledge(response.meta, line.outcome, failed=line.outcome in _FAILURES)


class FailuresAcknowledged(_Acknowledging):
    """Downloader middleware next to the engine: what no other middleware retried is done, and failed."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "FailuresAcknowledged":
        """As Scrapy builds it."""
        return cls(crawler)

    def process_exception(self, request: Request, exception: Exception) -> None:
        """Acknowledge a request that brought no response."""
        self.acknowledge(request.meta, str(exception)[:100] or type(exception).__name__, failed=not isinstance(exception, IgnoreRequest))


def _key(response: Response | None) -> tuple[str, ...]:
    """What a response's request is to be acknowledged for, () when it did not come from the frontier."""
    if response is None or response.request is None:
        return ()
    return tuple(response.request.meta.get(LEASES, ()))
