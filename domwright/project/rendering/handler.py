"""The download handlers: scrapy-playwright's, and any other, with requests that want a settled snapshot from the shared browser."""

import logging
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Browser, BrowserContext
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotSupported
from scrapy.http import Response
from scrapy.utils.defer import ensure_awaitable
from scrapy.utils.misc import build_from_crawler, load_object
from scrapy_playwright.handler import Config, ScrapyPlaywrightDownloadHandler

from domwright.project.rendering.browser import find_browser, launch_options
from domwright.project.rendering.pool import RenderPool
from domwright.project.rendering.renderer import Renderer
from domwright.project.rendering.service import RenderService

logger = logging.getLogger(__name__)


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
        self.renderer = Renderer(crawler)
        self.service = self.renderer.service
        if not crawler.settings.get("PLAYWRIGHT_BROWSER_PROVIDER"):
            self.browser_provider_cls = partial(SharedProvider, self.service)

    async def download_request(self, request: Request) -> Response:
        """The response of one request."""
        if request.meta.get("playwright"):
            return await super().download_request(request)  # type: ignore[no-any-return]
        return await self.renderer.download(request, super().download_request)

    async def close(self) -> None:
        """End the shared browser with the first handler that closes."""
        await super().close()
        await self.service.close()


class WrappingHandler:
    """Rendered requests from the service, all others from the handler that stands here otherwise: another plugin's, or Scrapy's own without a reactor."""

    lazy = False

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.renderer = Renderer(crawler)
        self.wrapped: dict[str, Any] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "WrappingHandler":
        """As Scrapy builds it."""
        return cls(crawler)

    async def download_request(self, request: Request) -> Response:
        """The response of one request. Raises NotSupported for scrapy-playwright's own requests, which need its handler."""
        plain = self._plain(urlsplit(request.url).scheme)
        if request.meta.get("playwright") and not isinstance(plain, ScrapyPlaywrightDownloadHandler):
            raise NotSupported('meta["playwright"] needs the handler of scrapy-playwright; use meta["domwright"], which is rendered here too')

        async def fetch(asked: Request) -> Response:
            return await ensure_awaitable(plain.download_request(asked))

        return await self.renderer.download(request, fetch)

    def _plain(self, scheme: str) -> Any:
        if scheme not in self.wrapped:
            settings = self.crawler.settings
            path = settings.getdict("DOMWRIGHT_WRAPPED_HANDLERS").get(scheme) or settings.getdict("DOWNLOAD_HANDLERS_BASE")[scheme]
            self.wrapped[scheme] = build_from_crawler(load_object(path), self.crawler)
        return self.wrapped[scheme]

    async def close(self) -> None:
        """End the shared browser, and what is wrapped."""
        for handler in self.wrapped.values():
            if hasattr(handler, "close"):
                await ensure_awaitable(handler.close())
        await self.renderer.service.close()
