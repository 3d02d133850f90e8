"""Downloader middleware: a page that a crawl knows is asked for conditionally, or not at all while it is not due."""

import hashlib
import time

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response

from domwright.project.changes.due import Revisits
from domwright.project.changes.maker import maker_of
from domwright.project.changes.pages import Pages, Seen
from domwright.project.choices import chosen
from domwright.project.frontier.scheduler import OPEN
from domwright.project.meta import AS_BEFORE, ASKED, BODY, LASTMOD, REVISIT, STORED, VIA


class RevisitMiddleware:
    """Between the render policy and the transport: what is as it was is never rendered again.

    A page whose content came by browser is asked for anew, since its plain response is a shell that stays the same whatever the page shows;
    DOMWRIGHT_TRUST_SHELLS = True takes a shell's word for it.
    """

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.revisits = Revisits.of(crawler.settings)
        self.trusting = crawler.settings.getbool("DOMWRIGHT_TRUST_SHELLS")
        self.maker = maker_of(crawler.settings)
        self.always = chosen(crawler.settings, "DOMWRIGHT_RENDER") == "always"

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "RevisitMiddleware":
        """As Scrapy builds it."""
        return cls(crawler)

    def process_request(self, request: Request) -> Response | None:
        """The page as it was when it is not due; else its validators go along."""
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
        return None

    def process_response(self, request: Request, response: Response) -> Response:
        """The page as it was when the server says so, or sends the same bytes."""
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
