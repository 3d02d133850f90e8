"""Scrapy's scheduler on the crawl state: what is queued survives the process, what is fetched is acknowledged at the end of the line."""

import hashlib
import json
import logging
import pickle
import sys
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from uuid import uuid4
from weakref import WeakKeyDictionary

from scrapy import Request, Spider
from scrapy.core.scheduler import BaseScheduler
from scrapy.crawler import Crawler
from scrapy.utils.asyncio import create_looping_call
from scrapy.utils.defer import deferred_from_coro
from scrapy.utils.request import request_from_dict

from domwright.project.changes.pages import Pages
from domwright.project.frontier.state import Known, State, StateError
from domwright.project.monitors.alarms import ALARMS
from domwright.project.own_headers import bare

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred

logger = logging.getLogger(__name__)

LEASES = "domwright_leases"  # meta key: fingerprints to be acknowledged, in hexadecimal; a redirect adds its target's
OPEN: "WeakKeyDictionary[Crawler, FrontierScheduler]" = WeakKeyDictionary()  # the scheduler of every crawl that runs
_AHEAD = 16  # addresses leased at once; what is not begun goes back on closing
_BEAT_SECONDS = 15.0


def crawl_key(spider: Spider) -> str:
    """What makes two crawls one and the same: the spider's own `crawl_key`, else its name."""
    told = getattr(spider, "crawl_key", None)
    return f"{spider.name} {hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]}" if told else spider.name


def crawl_name(spider: Spider) -> str:
    """What people call a crawl: the name its site was given, else the hosts it starts at, else the spider's name."""
    hosts = dict.fromkeys(urlsplit(url).netloc.rpartition("@")[2] for url in getattr(spider, "starts", ()))
    return getattr(spider, "label", "") or " ".join(list(hosts)[:3]) or spider.name


class FrontierScheduler(BaseScheduler):
    """Set by the add-on when DOMWRIGHT_STATE is. Resumes an unfinished crawl, starts a finished one over."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.url = crawler.settings.get("DOMWRIGHT_STATE")
        self.ready: deque[Request] = deque()
        self.unkept: deque[Request] = deque()  # requests that cannot be written down, such as those with functions in their meta
        self.unkept_known: set[bytes] = set()
        self.queued = 0
        self.number = 0  # of this run
        self.heart = create_looping_call(self._beat)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "FrontierScheduler":
        """As Scrapy builds it."""
        return cls(crawler)

    def open(self, spider: Spider) -> "Deferred[None] | None":
        """Take the crawl; say so when an earlier one is resumed."""
        self.spider = spider
        self.state = State(self.url, crawl_key(spider))
        self.state.when_broken = self._broken
        self.state.take()
        counts = self.state.counts()
        resumed = bool(counts.unfinished) and not getattr(spider, "fresh", False)
        self.number = Pages(self.state).begin(crawl_name(spider), resumed=resumed)
        if not resumed:
            self.state.forget()
        else:
            self.queued = counts.unfinished
            self.crawler.stats.set_value("domwright/frontier/resumed", counts.unfinished)
            known = f"{counts.done + counts.failed} pages done, {counts.unfinished} still to come; -a fresh=1 starts over"
            print(f"resuming an unfinished crawl: {known}", file=sys.stderr, flush=True)
        OPEN[self.crawler] = self
        self.heart.start(_BEAT_SECONDS, now=False)
        return None

    def _broken(self, message: str) -> None:
        """The state cannot be used any more: the crawl ends, and what was not acknowledged comes again with the next one."""
        OPEN.pop(self.crawler, None)
        logger.error(message)
        ALARMS.append(message)
        if self.crawler.engine is not None:
            deferred_from_coro(self.crawler.engine.close_spider_async(reason="state-failed"))

    def close(self, reason: str) -> "Deferred[None] | None":
        """Give back what was not begun, and the crawl."""
        if not self.heart.running:
            return None  # another process has the crawl: nothing was opened
        self.heart.stop()
        if not self.state.broken:
            self._leave(reason)
        self.state.close()
        return None

    def _leave(self, reason: str) -> None:
        self.state.give_back(bytes.fromhex(request.meta[LEASES][-1]) for request in self.ready)
        self.state.commit()
        left = self.state.counts().unfinished
        self.crawler.stats.set_value("domwright/frontier/left", left)
        Pages(self.state).end(self.number, reason, complete=reason == "finished" and not left)
        OPEN.pop(self.crawler, None)

    def has_pending_requests(self) -> bool:
        """Whether anything is queued."""
        return not self.state.broken and bool(self.ready or self.unkept or self.queued > 0)

    def enqueue_request(self, request: Request) -> bool:
        """Queue a request; False when its address is known already, or nothing can be queued any more."""
        try:
            return self._enqueued(request)
        except StateError:
            return False

    def _enqueued(self, request: Request) -> bool:
        fingerprint = self.crawler.request_fingerprinter.fingerprint(request)
        before = request.meta.get(LEASES, [])
        again = fingerprint.hex() in before  # a retry of what is leased
        if request.dont_filter and not again:
            # As in Scrapy: such a request is no address to be known, and two of them to one address are two requests.
            fingerprint = hashlib.sha1(fingerprint + uuid4().bytes, usedforsecurity=False).digest()
        # A redirect's target stands beside the address that led to it: both are done when its item is.
        leases = before if again else [*before, fingerprint.hex()]
        kept = request.replace(meta={**request.meta, LEASES: leases})
        try:
            data = pickle.dumps(bare(kept).to_dict(spider=self.spider), protocol=4)
        except (ValueError, TypeError, AttributeError, pickle.PicklingError) as error:
            return self._unkept(request, fingerprint, error)
        known = Known(fingerprint, request.url, request.priority, data)
        if again:
            self.state.again(known)
        elif not self.state.add(known):
            if before:
                self.acknowledge(request.meta, "redirect to a known page")
            return self._is_known()
        self.queued += 1
        self.crawler.stats.inc_value("scheduler/enqueued")
        return True

    def next_request(self) -> Request | None:
        """The next request, or None when there is none now."""
        if self.unkept:
            return self.unkept.popleft()
        with suppress(StateError):
            while not self.ready and self._lease():
                pass  # a lot of which nothing could be read
        if not self.ready:
            return None
        self.crawler.stats.inc_value("scheduler/dequeued")
        return self.ready.popleft()

    def _beat(self) -> None:
        with suppress(StateError):
            self.state.beat()

    def _lease(self) -> bool:
        found = self.state.lease(_AHEAD)
        self.queued = max(0, self.queued - len(found)) if found else 0
        for known in found:
            request = self._read(known)
            if request is not None:
                self.ready.append(request)
        self.state.commit()
        return bool(found)

    def _read(self, known: Known) -> Request | None:
        """The request of an address; None, counted and said, when the spider has no such method any more."""
        try:
            # Written by this class into the user's own database; Scrapy's disk queues are read the same way.
            return request_from_dict(pickle.loads(known.request), spider=self.spider)  # noqa: S301
        except (ValueError, AttributeError, ImportError, EOFError, pickle.UnpicklingError) as error:
            logger.error("%s cannot be resumed: %s", known.url, error)
            self.crawler.stats.inc_value("domwright/frontier/unreadable")
            self.state.acknowledge(known.fingerprint, "unreadable", failed=True)
            return None

    def _is_known(self) -> bool:
        self.crawler.stats.inc_value("dupefilter/filtered")
        return False

    def _unkept(self, request: Request, fingerprint: bytes, error: Exception) -> bool:
        if fingerprint in self.unkept_known:
            return self._is_known()
        self.unkept_known.add(fingerprint)
        if not self.crawler.stats.get_value("domwright/frontier/unkept"):
            logger.warning("%s cannot be written down and will be lost if the crawl is killed: %s", request, error)
        self.crawler.stats.inc_value("domwright/frontier/unkept")
        self.unkept.append(request)
        return True

    def give_back(self, meta: dict[str, Any]) -> None:
        """Queue again what a request was leased for: nobody looked at its response."""
        with suppress(StateError):
            self.state.give_back(bytes.fromhex(lease) for lease in meta.get(LEASES, ()))
            self.state.commit()

    def acknowledge(self, meta: dict[str, Any], outcome: str, *, failed: bool = False) -> None:
        """Write down that everything a request was leased for is done."""
        with suppress(StateError):
            for lease in meta.get(LEASES, ()):
                self.state.acknowledge(bytes.fromhex(lease), outcome, failed=failed)
            self.state.commit()
