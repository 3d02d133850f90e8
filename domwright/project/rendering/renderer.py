"""One request → one response by the browser, whichever transport fetches what is not rendered."""

import hashlib
import logging
import time
from base64 import b64decode
from binascii import Error as NoBase64
from collections.abc import Awaitable, Callable
from dataclasses import replace
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from playwright.async_api import Error as PlaywrightError
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.httpcompression import HttpCompressionMiddleware
from scrapy.exceptions import NotConfigured
from scrapy.http import HtmlResponse, Response
from scrapy.http.headers import Headers

from domwright.project.meta import BUTTONS, DOCUMENT, PROXY, RENDER, REVISIT, SOURCES, VIA
from domwright.project.proxies import browser_proxy
from domwright.project.rendering.actions import parse_actions
from domwright.project.rendering.cookies import Cookies
from domwright.project.rendering.document import Document, is_page
from domwright.project.rendering.faults import LoggedOut, RenderFailed, is_download, is_gone, translated
from domwright.project.rendering.limits import Limits
from domwright.project.rendering.pool import RenderPool, endpoints_of
from domwright.project.rendering.render import Snapshot, Wish, render, told
from domwright.project.rendering.service import RenderService

logger = logging.getLogger(__name__)

Plain = Callable[[Request], Awaitable[Response]]
_DROPPED_HEADERS = ("content-encoding", "content-length", "transfer-encoding", "content-type")
# Settle options, in milliseconds, for a second look at a page that was still loading.
_PATIENT = {"quiet": 500, "patience": 6_000, "load": 6_000}
_LEAST_SECONDS = 5.0  # for the browser, however much of a request's time its document has taken
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


class Renderer:
    """Renders the requests of a crawl that the policy sends to the browser. Their documents are fetched as any other request is."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.service = service_of(crawler)
        self.stats = crawler.stats
        self.cookies = Cookies(crawler)
        # What a page is made of is of use to a later crawl only.
        self.keeping = bool(crawler.settings.get("DOMWRIGHT_STATE"))
        try:
            self.unpacking: HttpCompressionMiddleware | None = HttpCompressionMiddleware.from_crawler(crawler)
        except NotConfigured:
            self.unpacking = None

    async def download(self, request: Request, plain: Plain) -> Response:
        """The response of one request; `plain` fetches what is not rendered, and the documents of what is."""
        if request.meta.get(VIA) != "browser":
            return await plain(request)
        began = time.monotonic()
        fetched = request.meta.pop(DOCUMENT, None)
        if fetched is None and not self._browser_fetches():
            fetched = await plain(request)
        document = fetched and self._unpacked(request, fetched)
        if document is not None and not is_page(document):
            if not 300 <= document.status < 400:
                request.meta[VIA] = "http"
            return fetched  # type: ignore[no-any-return]
        try:
            snapshot = await self._rendered(request, document, began)
        except PlaywrightError as error:
            if is_download(error):
                request.meta[VIA] = "http"
                return fetched or await plain(request)
            raise self._fault(error, request) from error
        except (TimeoutError, RenderFailed) as error:
            raise self._fault(error, request) from error
        return self._response(request, snapshot, document)

    def _browser_fetches(self) -> bool:
        """Whether the browser knows cookies that Scrapy does not: those of a login, or of a storage state."""
        limits = self.service.limits
        return limits.login is not None or "storage_state" in limits.context

    def _unpacked(self, request: Request, response: Response) -> Response:
        if self.unpacking is None:
            return response
        return self.unpacking.process_response(request, response)  # type: ignore[return-value]

    async def _rendered(self, request: Request, document: Response | None, began: float) -> Snapshot:
        """The snapshot of a request; a page that still shows a spinner is given more time once, then counted."""
        wish = self._wish(request, document, began)
        snapshot = await self._render_inside(request, wish)
        if snapshot.facts.get("loading"):
            self.stats.inc_value("domwright/render/again")
            snapshot = await self._render_alive(request, replace(wish, settle={**(wish.settle or {}), **_PATIENT}))
            if snapshot.facts.get("loading"):
                self.stats.inc_value("domwright/render/incomplete")
                logger.info("Still loading when it was taken: %s", request.url)
        return snapshot

    async def _render_inside(self, request: Request, wish: Wish) -> Snapshot:
        """The snapshot of a request as somebody who is logged in sees it; a login that ran out is renewed once."""
        began = time.monotonic()
        snapshot = await self._render_alive(request, wish)
        login = self.service.limits.login
        if login is None or request.url == login.url or not login.is_out(snapshot.html):
            return snapshot
        await self.service.log_in_again(began)
        snapshot = await self._render_alive(request, wish)
        if login.is_out(snapshot.html):
            raise LoggedOut(f"{request.url} has {login.out!r} after another login, too")
        return snapshot

    async def _render_alive(self, request: Request, wish: Wish) -> Snapshot:
        try:
            return await render(self.service, request.url, wish)
        except PlaywrightError as error:
            if not is_gone(error):
                raise
            self.stats.inc_value("domwright/render/gone")
            logger.debug("The browser went away under %s: once more", request)
        return await render(self.service, request.url, wish)

    def _wish(self, request: Request, document: Response | None, began: float) -> Wish:
        meta, limits = request.meta, self.service.limits
        context, options = self._context(request)
        seconds = float(meta.get("download_timeout") or limits.timeout)
        return Wish(
            context=context,
            context_options=options,
            settle=limits.settle(**meta.get("domwright_settle", {})),
            seconds=max(min(seconds, _LEAST_SECONDS), seconds - (time.monotonic() - began)),
            actions=actions_of(meta.get("domwright_actions"), limits),
            buttons=bool(meta.get(BUTTONS)),
            sources=self.keeping and REVISIT in meta,
            document=Document.of(document) if document is not None else None,
            request=request,
            cookies=None if self._browser_fetches() else self.cookies,
            referer=_header(request, "Referer"),
        )

    def _context(self, request: Request) -> tuple[str, dict[str, Any]]:
        """Name and options of the context a request is rendered in: pages share one when site, jar, proxy, agent and login are the same."""
        meta, limits = request.meta, self.service.limits
        name = meta.get("domwright_context") or urlsplit(request.url).netloc
        options = {**limits.context, **(meta.get("domwright_context_options") or {})}
        proxy = meta.get(PROXY) or meta.get("proxy")
        if proxy:
            # A context has one proxy: what is fetched through another shares neither cookies nor cache with it.
            name, options = f"{name} {proxy}", {"proxy": browser_proxy(proxy), **options}
        if meta.get("cookiejar") is not None:
            name = f"{name} jar {meta['cookiejar']!r}"
        if self.cookies.enabled and meta.get("dont_merge_cookies"):
            name = f"{name} without a jar"
        agent = _header(request, "User-Agent")
        if agent and agent != limits.user_agent and not {"user_agent", "device"} & set(options):
            name, options = f"{name} as {agent}", {**options, "user_agent": agent}
        login = _basic(request)
        if login and "http_credentials" not in options:
            parts = urlsplit(request.url)
            name = f"{name} {hashlib.sha256(':'.join(login).encode()).hexdigest()[:12]}"
            options = {**options, "http_credentials": {"username": login[0], "password": login[1], "origin": f"{parts.scheme}://{parts.netloc}"}}
        return name, options

    def _fault(self, error: Exception, request: Request) -> Exception:
        fault = translated(error, request.url)
        self.stats.inc_value(f"domwright/render/failed/{type(fault).__name__}")
        if isinstance(fault, RenderFailed):
            request.meta["dont_retry"] = True
        return fault

    def _response(self, request: Request, snapshot: Snapshot, document: Response | None) -> Response:
        headers = Headers(document.headers.copy() if document is not None else snapshot.headers)
        for name in _DROPPED_HEADERS:
            headers.pop(name, None)
        headers["Content-Type"] = "text/html; charset=utf-8"
        if document is None:
            request.meta["download_latency"] = snapshot.latency
        request.meta[RENDER] = snapshot.facts
        request.meta[SOURCES] = snapshot.sources
        self._count(request, snapshot)
        server = ip_address(snapshot.server) if snapshot.server else None
        return HtmlResponse(
            snapshot.url,
            status=document.status if document is not None else snapshot.status,
            headers=headers,
            body=snapshot.html.encode("utf-8", "replace"),
            encoding="utf-8",
            ip_address=document.ip_address if document is not None else server,
            certificate=document.certificate if document is not None else None,
            protocol=document.protocol if document is not None else None,
            request=request,
            flags=["domwright", *(document.flags if document is not None else ())],
        )

    def _count(self, request: Request, snapshot: Snapshot) -> None:
        self.stats.inc_value("domwright/render/pages")
        self.stats.inc_value(f"domwright/render/why/{snapshot.facts.get('why')}")
        if snapshot.facts.get("pending"):
            self.stats.inc_value("domwright/render/pending")
            logger.info("Taken with something under way: %s (%s)", request.url, told(snapshot.facts["pending"]))


def _header(request: Request, name: str) -> str:
    return (request.headers.get(name) or b"").decode("latin-1")


def _basic(request: Request) -> tuple[str, str] | None:
    """User and password of a request that has them: what its page fetches from its own origin has them too, as in a browser."""
    kind, _, code = _header(request, "Authorization").partition(" ")
    if kind.lower() != "basic":
        return None
    try:
        user, _, password = b64decode(code).decode("utf-8", "replace").partition(":")
    except NoBase64:
        return None
    return user, password
