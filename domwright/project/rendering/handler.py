"""The download handler: scrapy-playwright's, plus requests that want a settled snapshot from the shared browser."""

import logging
import time
from functools import partial
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.async_api import Browser, BrowserContext
from playwright.async_api import Error as PlaywrightError
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Response
from scrapy.http.headers import Headers
from scrapy_playwright.handler import Config, ScrapyPlaywrightDownloadHandler

from domwright.project.meta import BUTTONS, PROXY, RENDER, REVISIT, SOURCES, VIA
from domwright.project.proxies import browser_proxy
from domwright.project.rendering.actions import parse_actions
from domwright.project.rendering.browser import find_browser, launch_options
from domwright.project.rendering.faults import LoggedOut, RenderFailed, is_download, is_gone, translated
from domwright.project.rendering.limits import Limits
from domwright.project.rendering.pool import RenderPool, endpoints_of
from domwright.project.rendering.render import Snapshot, Wish, render, told
from domwright.project.rendering.service import RenderService

logger = logging.getLogger(__name__)

_DROPPED_HEADERS = ("content-encoding", "content-length", "transfer-encoding", "content-type")
# Settle options, in milliseconds, for a second look at a page that was still loading.
_PATIENT = {"quiet": 500, "patience": 6_000, "load": 6_000}
_SERVICES: "WeakKeyDictionary[Crawler, RenderService | RenderPool]" = WeakKeyDictionary()


def service_of(crawler: Crawler) -> RenderService | RenderPool:
    """The one RenderService of a crawl: Scrapy makes a handler a scheme, and each would start a browser. Several endpoints: a pool."""
    service = _SERVICES.get(crawler)
    if service is None:
        limits = Limits.of(crawler.settings)
        endpoints = endpoints_of(limits.browser)
        service = RenderPool(limits, endpoints, crawler.stats) if endpoints else RenderService(limits, crawler.stats)
        _SERVICES[crawler] = service
    return service


def actions_of(given: Any, limits: Limits) -> Any:
    """What is to be done to a page: a request's own function or words, else the setting's."""
    if given is None:
        return limits.actions
    return given if callable(given) else parse_actions(given)


class SharedProvider:
    """scrapy-playwright's seam for browsers: requests with `meta["playwright"]` use the same driver and executable."""

    def __init__(self, service: RenderService | RenderPool, config: Config) -> None:
        self.service = service
        self.config = config

    async def start(self) -> None:
        """Nothing yet: driver and browser start with the first page that needs them."""

    async def launch_browser(self) -> Browser:
        """A browser of scrapy-playwright's own settings, with our executable where none is named."""
        driver = await self.service.driver()
        kind = getattr(driver, self.config.browser_type_name)
        if self.config.cdp_url:
            return await kind.connect_over_cdp(self.config.cdp_url, **self.config.cdp_kwargs)  # type: ignore[no-any-return]
        if self.config.connect_url:
            return await kind.connect(self.config.connect_url, **self.config.connect_kwargs)  # type: ignore[no-any-return]
        return await kind.launch(**self._options())  # type: ignore[no-any-return]

    async def launch_persistent_context(self, context_kwargs: dict[str, Any]) -> BrowserContext:
        """A context with a user data folder."""
        driver = await self.service.driver()
        kind = getattr(driver, self.config.browser_type_name)
        return await kind.launch_persistent_context(**{**self._options(), **context_kwargs})  # type: ignore[no-any-return]

    async def close(self) -> None:
        """The service is closed with the crawl."""

    def _options(self) -> dict[str, Any]:
        own = launch_options(find_browser(self.service.limits.browser)) if self.config.browser_type_name == "chromium" else {}
        return {**own, **self.config.launch_options}


class RenderHandler(ScrapyPlaywrightDownloadHandler):  # type: ignore[misc] # untyped upstream
    """Plain requests over HTTP, `playwright` requests as scrapy-playwright does them, rendered ones from the service."""

    def __init__(self, crawler: Crawler) -> None:
        super().__init__(crawler)
        self.service = service_of(crawler)
        self.crawler = crawler
        # What a page is made of is of use to a later crawl only.
        self.keeping = bool(crawler.settings.get("DOMWRIGHT_STATE"))
        if not crawler.settings.get("PLAYWRIGHT_BROWSER_PROVIDER"):
            self.browser_provider_cls = partial(SharedProvider, self.service)

    async def download_request(self, request: Request) -> Response:
        """The response of one request."""
        if request.meta.get(VIA) != "browser" or request.meta.get("playwright") or request.method != "GET":
            return await super().download_request(request)  # type: ignore[no-any-return]
        try:
            snapshot = await self._rendered(request)
        except PlaywrightError as error:
            if is_download(error):
                request.meta[VIA] = "http"
                return await super().download_request(request)  # type: ignore[no-any-return]
            raise self._fault(error, request) from error
        except (TimeoutError, RenderFailed) as error:
            raise self._fault(error, request) from error
        return self._response(request, snapshot)

    async def _rendered(self, request: Request) -> Snapshot:
        """The snapshot of a request; a page that still shows a spinner is given more time once, then counted."""
        snapshot = await self._render_inside(request)
        if snapshot.facts.get("loading"):
            self.stats.inc_value("domwright/render/again")
            snapshot = await self._render_alive(request, _PATIENT)
            if snapshot.facts.get("loading"):
                self.stats.inc_value("domwright/render/incomplete")
                logger.info("Still loading when it was taken: %s", request.url)
        return snapshot

    async def _render_inside(self, request: Request) -> Snapshot:
        """The snapshot of a request as somebody who is logged in sees it; a login that ran out is renewed once."""
        began = time.monotonic()
        snapshot = await self._render_alive(request, {})
        login = self.service.limits.login
        if login is None or request.url == login.url or not login.is_out(snapshot.html):
            return snapshot
        await self.service.log_in_again(began)
        snapshot = await self._render_alive(request, {})
        if login.is_out(snapshot.html):
            raise LoggedOut(f"{request.url} has {login.out!r} after another login, too")
        return snapshot

    async def _render_alive(self, request: Request, settle: dict[str, int]) -> Snapshot:
        try:
            return await self._render(request, settle)
        except PlaywrightError as error:
            if not is_gone(error):
                raise
            self.stats.inc_value("domwright/render/gone")
            logger.debug("The browser went away under %s: once more", request)
        return await self._render(request, settle)

    async def _render(self, request: Request, settle: dict[str, int]) -> Snapshot:
        meta = request.meta
        context = meta.get("domwright_context") or urlsplit(request.url).netloc
        options = {**self.service.limits.context, **(meta.get("domwright_context_options") or {})}
        proxy = meta.get(PROXY) or meta.get("proxy")
        if proxy:
            # A context has one proxy: what is fetched through another shares neither cookies nor cache with it.
            context, options = f"{context} {proxy}", {"proxy": browser_proxy(proxy), **options}
        wish = Wish(
            context=context,
            context_options=options,
            settle=self.service.limits.settle(**{**settle, **meta.get("domwright_settle", {})}),
            seconds=meta.get("download_timeout") or 0.0,
            actions=actions_of(meta.get("domwright_actions"), self.service.limits),
            buttons=bool(meta.get(BUTTONS)),
            sources=self.keeping and REVISIT in meta,
        )
        return await render(self.service, request.url, wish)

    def _fault(self, error: Exception, request: Request) -> Exception:
        fault = translated(error, request.url)
        self.stats.inc_value(f"domwright/render/failed/{type(fault).__name__}")
        if isinstance(fault, RenderFailed):
            request.meta["dont_retry"] = True
        return fault

    def _response(self, request: Request, snapshot: Snapshot) -> Response:
        headers = Headers({name: value for name, value in snapshot.headers.items() if name.lower() not in _DROPPED_HEADERS})
        headers["Content-Type"] = "text/html; charset=utf-8"
        request.meta["download_latency"] = snapshot.latency
        request.meta[RENDER] = snapshot.facts
        request.meta[SOURCES] = snapshot.sources
        self.stats.inc_value("domwright/render/pages")
        self.stats.inc_value(f"domwright/render/why/{snapshot.facts.get('why')}")
        if snapshot.facts.get("pending"):
            self.stats.inc_value("domwright/render/pending")
            logger.info("Taken with something under way: %s (%s)", request.url, told(snapshot.facts["pending"]))
        return HtmlResponse(
            snapshot.url,
            status=snapshot.status,
            headers=headers,
            body=snapshot.html.encode("utf-8", "replace"),
            encoding="utf-8",
            ip_address=ip_address(snapshot.server) if snapshot.server else None,
            request=request,
            flags=["domwright"],
        )

    async def close(self) -> None:
        """End the shared browser with the first handler that closes."""
        await super().close()
        await self.service.close()
