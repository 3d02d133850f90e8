"""Downloader middleware: a page that a crawl knows is asked for conditionally, or not at all while it is not due."""

import hashlib
import logging
import time
from urllib.parse import urldefrag

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from domwright.project.changes.due import Revisits
from domwright.project.changes.maker import maker_of
from domwright.project.changes.pages import Pages, Seen
from domwright.project.changes.sources import SourceCheck, checksum
from domwright.project.choices import chosen
from domwright.project.frontier.scheduler import OPEN
from domwright.project.meta import AS_BEFORE, ASKED, BODY, CHECKSUMS, LASTMOD, MODE, PROXY, REVISIT, SOURCES, STORED, VIA

logger = logging.getLogger(__name__)


class RevisitMiddleware:
    """Between the render policy and the transport: what is as it was is never rendered again.

    The plain response of a page whose content came by browser is a shell that stays the same whatever the page shows: its scripts and the
    answers that they read are looked at, too. DOMWRIGHT_TRUST_SHELLS = True takes the shell's word for it.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.revisits = Revisits.of(crawler.settings)
        self.trusting = crawler.settings.getbool("DOMWRIGHT_TRUST_SHELLS")
        self.maker = maker_of(crawler.settings)
        self.always = chosen(crawler.settings, "DOMWRIGHT_RENDER") == "always"
        self.check = SourceCheck(crawler)
        # What members see is not what plain HTTP gets.
        self.inside = bool(crawler.settings.get("DOMWRIGHT_LOGIN"))

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "RevisitMiddleware":
        """As Scrapy builds it."""
        return cls(crawler)

    async def process_request(self, request: Request) -> Response | None:
        """The page as it was when it is not due; else its validators go along."""
        if REVISIT not in request.meta:
            return None
        seen = self._seen(request)
        if seen is None:
            request.meta[REVISIT] = False  # nothing to compare the answer with
            return None
        is_start = request.meta.get("depth", 0) == 0
        if not is_start and not self.revisits.is_due(seen, time.time(), request.meta.get(LASTMOD, "")):
            return self._as_before(request, seen, "not-due")
        if seen.item.get("obtained") == "http" or self.trusting:
            if not self.always or self.trusting:
                request.meta[VIA] = "http"
            if seen.etag:
                request.headers.setdefault("If-None-Match", seen.etag)
            if seen.last_modified:
                request.headers.setdefault("If-Modified-Since", seen.last_modified)
        elif not self.always and not self.inside and seen.sources is not None:
            if await self._is_as_it_was(request, seen):
                return self._as_before(request, seen, "same-sources")
            request.meta[REVISIT] = False  # asked once is enough
        return None

    async def process_response(self, request: Request, response: Response) -> Response:
        """The page as it was when the server says so, or sends the same bytes."""
        if REVISIT not in request.meta:
            return response
        if SOURCES in request.meta:
            request.meta[CHECKSUMS] = await self.check.checksums(request.meta.pop(SOURCES))
        if AS_BEFORE in response.flags or request.meta.get(VIA) != "http" or request.method != "GET":
            return response
        request.meta[BODY] = hashlib.sha256(response.body).hexdigest()
        if response.status not in (200, 304):
            return response
        seen = self._seen(request)
        if seen is None and response.status == 304:
            # Meanwhile another address has brought the page.
            raise IgnoreRequest("duplicate")
        if seen is None or not (seen.item.get("obtained") == "http" or self.trusting):
            return response
        if response.status == 304:
            return self._as_before(request, seen, "not-modified")
        same = seen.body == request.meta[BODY]
        return self._as_before(request, seen, "same-response") if same else response

    async def _is_as_it_was(self, request: Request, seen: Seen) -> bool:
        """Whether a rendered page's document, scripts and data are all what they were."""
        kept = {name: request.meta[name] for name in ("cookiejar", PROXY, "download_timeout") if name in request.meta}
        asking = {"If-None-Match": seen.etag, "If-Modified-Since": seen.last_modified}
        plain = Request(
            request.url,
            headers={name: text for name, text in asking.items() if text},
            callback=NO_CALLBACK,
            dont_filter=True,
            meta={**kept, VIA: "http", MODE: "never", "dont_retry": True, "dont_redirect": True},
        )
        try:
            response = await self.crawler.engine.download_async(plain)
        except Exception as error:  # noqa: BLE001 - whatever it is, the browser is asked next
            logger.debug("Rendered again: %s brought %r", request.url, error)
            return False
        if response.status == 200:
            request.meta[BODY] = hashlib.sha256(response.body).hexdigest()
        document = urldefrag(request.url)[0]
        known = [(str(url), int(status), str(told)) for url, status, told in seen.sources or ()]
        same = response.status == 304 or seen.body == request.meta.get(BODY, "-") or checksum(document, response) in known
        return same and await self.check.are_same([each for each in known if each[0] != document])

    def _seen(self, request: Request) -> Seen | None:
        """What is known of a request's page, if that can be used: our spider asks, it was got by the same extractor, and it was there."""
        scheduler = OPEN.get(self.crawler)
        if scheduler is None or not request.meta.get(REVISIT) or request.method != "GET" or getattr(self.crawler.spider, "fresh", False):
            return None
        seen = Pages(scheduler.state).asked(request.meta.get(ASKED, request.url))
        # The same run: its earlier process got the page and was killed before it could say so.
        if seen is None or seen.missed or seen.maker != self.maker or not seen.content or seen.run == scheduler.number:
            return None
        return seen

    def _as_before(self, request: Request, seen: Seen, why: str) -> Response:
        scheduler = OPEN[self.crawler]
        self.crawler.stats.inc_value(f"domwright/revisit/{why}")
        item = {**seen.item, "markdown": Pages(scheduler.state).last_text(seen.stands_for)}
        request.meta[STORED] = {"item": item, "links": seen.links, "why": why}
        return Response(seen.item.get("final_url") or seen.url, status=200, flags=[AS_BEFORE], request=request)
