"""The downloader middleware that decides between HTTP and the browser, request by request."""

import logging
from pathlib import Path

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import CannotResolveHostError, DownloadConnectionRefusedError, DownloadFailedError, DownloadTimeoutError
from scrapy.http import HtmlResponse, Response

from domwright.project.basic_auth import authorize
from domwright.project.choices import CHOICES, checked, chosen
from domwright.project.fingerprints import is_route
from domwright.project.meta import AS_BEFORE, DOCUMENT, MODE, VIA, WANTED
from domwright.project.rendering.actions import need_browser, parse_actions
from domwright.project.rendering.browser import BrowserMissing
from domwright.project.rendering.limits import Limits
from domwright.project.rendering.policy import Memory, judge, novelty

logger = logging.getLogger(__name__)

_FAULTS = (DownloadTimeoutError, DownloadFailedError, DownloadConnectionRefusedError, CannotResolveHostError)


class RenderPolicyMiddleware:
    """Sends requests to the browser when they need it."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.mode = chosen(crawler.settings, "DOMWRIGHT_RENDER")
        limits = Limits.of(crawler.settings)
        # What a login or an action brings is not in the page that plain HTTP gets.
        self.acting = need_browser(limits.actions) or limits.login is not None or "storage_state" in limits.context
        self.everything = crawler.settings.getbool("DOMWRIGHT_ALL_REQUESTS")
        path = crawler.settings.get("DOMWRIGHT_RENDER_MEMORY")
        self.memory = Memory.load(Path(path) if path else None)
        self.complained = False
        crawler.signals.connect(self.memory.save, signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "RenderPolicyMiddleware":
        """As Scrapy builds it."""
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Choose the way of one request, unless it was chosen already."""
        if VIA in request.meta or request.meta.get("playwright") or not self._is_ours(request):
            return
        authorize(request, self.crawler)
        mode = self._mode(request)
        if mode == "always" or (mode == "auto" and (self._acts(request) or is_route(request.url) or self.memory.verdict(request.url) == "render")):
            request.meta[VIA] = "browser"
        else:
            request.meta[VIA] = "http"

    async def process_response(self, request: Request, response: Response) -> Response:
        """Render after all when the plain response is a shell, or when its kind is still to be compared."""
        if request.meta.get(VIA) != "http" or AS_BEFORE in response.flags or not self._is_ours(request):
            return response
        if self._mode(request) != "auto" or response.status != 200 or request.method != "GET" or not isinstance(response, HtmlResponse):
            return response
        found = judge(response, request.url)
        if not found.scripted:
            return response
        # "render" was learnt while this request was on its way, or a page that was once whole without the browser has changed.
        compare = not found.shell and self.memory.verdict(request.url) in ("compare", "render")
        if not found.shell and not compare:
            self.memory.passed(request.url)
            return response
        try:
            rendered = await self._rendered(request, response)
        except _FAULTS:
            if found.shell:
                raise
            # The plain page reads like a whole one: a browser that fails on it must not lose it.
            self.crawler.stats.inc_value("domwright/policy/compare-failed")
            return response
        if rendered is None or (rendered.status != response.status and not found.shell):
            return response
        self._learn(request, response, rendered, found.shell)
        return rendered

    def _learn(self, request: Request, response: Response, rendered: Response, shell: str) -> None:
        novel = self.memory.learn(request.url, novelty(response, rendered))
        stats = self.crawler.stats
        stats.inc_value(f"domwright/policy/{shell or 'compared'}")
        stats.inc_value(f"domwright/policy/{'novel' if novel else 'same'}")

    async def _rendered(self, request: Request, document: Response) -> Response | None:
        meta = {**request.meta, VIA: "browser", DOCUMENT: document}
        again = request.replace(meta=meta, dont_filter=True)
        try:
            response = await self.crawler.engine.download_async(again)
        except BrowserMissing as error:
            if not self.complained:
                logger.error("Pages that need JavaScript stay as they came: %s", error)
            self.complained = True
            self.crawler.stats.inc_value("domwright/policy/no-browser")
            return None
        request.meta.update({key: value for key, value in again.meta.items() if key.startswith("domwright") or key == "download_latency"})
        return response

    def _is_ours(self, request: Request) -> bool:
        return self.everything or bool(request.meta.get(WANTED))

    def _acts(self, request: Request) -> bool:
        """Whether something is to be done to the page that needs a browser."""
        given = request.meta.get("domwright_actions")
        return self.acting if given is None else callable(given) or need_browser(parse_actions(given))

    def _mode(self, request: Request) -> str:
        return checked(request.meta.get(MODE) or self.mode, MODE, CHOICES["DOMWRIGHT_RENDER"])
