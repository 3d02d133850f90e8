"""One browser for a whole crawl: started when first needed, its pages pooled and renewed, restarted when it dies."""

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Protocol

from playwright.async_api import Browser as PlaywrightBrowser
from playwright.async_api import BrowserContext, CDPSession, Dialog, Page, Playwright, Route, async_playwright
from playwright.async_api import Error as PlaywrightError

from domwright.project.rendering.browser import Browser, find_browser, launch_options
from domwright.project.rendering.cookies import Key
from domwright.project.rendering.document import Offered
from domwright.project.rendering.faults import is_gone
from domwright.project.rendering.limits import Limits
from domwright.project.rendering.underway import Underway
from domwright.project.rendering.visitor import described
from domwright.project.rendering.watched import watch_script

logger = logging.getLogger(__name__)

_MEDIA = files(__package__).joinpath("media.js").read_text(encoding="utf-8")
_CLOSING_SECONDS = 5.0
_CONNECT_MILLISECONDS = 8_000  # an endpoint that takes longer is away; less than a page's own deadline
_STARTS = 5  # a browser that dies this often in a row without serving a page is broken


class Counter(Protocol):
    """What the service counts with: Scrapy's stats, or nothing."""

    def inc_value(self, key: str, count: int = 1) -> None:
        """Add to a count."""


@dataclass(eq=False)
class Shelf:
    """One browser context with its idle tabs.

    modular: whether its pages import modules, which are watched then; None until its first page has shown it.
    cookies: those that it has from Scrapy's jar.
    """

    context: BrowserContext
    proxied: bool = False
    modular: bool | None = None
    cookies: frozenset[Key] = frozenset()
    idle: "list[Tab]" = field(default_factory=list)


@dataclass(eq=False)
class Tab:
    """One open page and how often it was used."""

    page: Page
    context: str
    shelf: Shelf
    session: CDPSession | None = None
    underway: Underway = field(default_factory=Underway)
    offered: Offered = field(default_factory=Offered)
    uses: int = 0
    worn: bool = False  # not to be lent again
    broken: bool = False


class RenderService:
    """Lends pages. All of its work runs on one event loop; `close` ends the browser and its driver."""

    def __init__(self, limits: Limits, stats: Counter | None = None) -> None:
        self.limits = limits
        self.stats = stats
        self.browser_found: Browser | None = None
        self.version = ""
        self.refused: tuple[str, ...] = ()  # hosts that pages must not reach, `*` for anything
        self._slots = asyncio.Semaphore(limits.pages)
        self._lock = asyncio.Lock()
        self._driver: Playwright | None = None
        self._browser: PlaywrightBrowser | None = None
        self._shelves: dict[str, Shelf] = {}
        self._served = 0
        self._starts = 0
        self._asked = 0
        self._lent = 0
        self._forgotten = 0.0  # when a login was last found to have run out
        self._closing: set[asyncio.Task[None]] = set()

    @property
    def load(self) -> int:
        """How many pages are lent or waited for."""
        return self._asked

    @asynccontextmanager
    async def page(self, name: str = "default", context_options: dict[str, Any] | None = None) -> AsyncIterator[Tab]:
        """Lend a page of the context `name`; a broken or worn-out page is replaced, never lent again."""
        self._asked += 1
        try:
            async with self._slots, self._lending(name, context_options or {}) as tab:
                yield tab
        finally:
            self._asked -= 1

    @asynccontextmanager
    async def _lending(self, name: str, context_options: dict[str, Any]) -> AsyncIterator[Tab]:
        tab = await self._take_alive(name, context_options)
        self._lent += 1
        try:
            yield tab
        except BaseException as error:
            tab.broken = True
            if "has been closed" in str(error):
                # Browser or driver went away under it: idle pages are gone too, though they do not know it yet.
                self._shelves.clear()
            raise
        finally:
            self._lent -= 1
            self._give_back(tab)

    async def _take_alive(self, name: str, context_options: dict[str, Any]) -> Tab:
        """A page; where none can be had from what runs, everything is started anew, driver included."""
        try:
            return await self._take(name, context_options)
        except PlaywrightError as error:
            if not is_gone(error):
                raise
        await self._start_anew()
        return await self._take(name, context_options)

    async def _start_anew(self) -> None:
        async with self._lock:
            self._count("domwright/browser/restarted")
            await self._end_browser()
            driver, self._driver = self._driver, None
            if driver is not None:
                with suppress(Exception):
                    await asyncio.wait_for(driver.stop(), _CLOSING_SECONDS)

    async def driver(self) -> Playwright:
        """Playwright's driver, started when first needed; shared with scrapy-playwright's own path."""
        async with self._lock:
            return await self._driver_locked()

    async def browser(self) -> PlaywrightBrowser:
        """The running browser; started, or restarted when it has died or served its share."""
        async with self._lock:
            if self._browser is not None and self._browser.is_connected():
                if self._served < self.limits.renewals or self._lent:
                    return self._browser
                await self._end_browser()
            return await self._start_browser()

    async def log_in_again(self, began: float) -> None:
        """Forget the login and its contexts, so that the next page logs in anew; not when that was done since `began` (time.monotonic)."""
        login = self.limits.login
        async with self._lock:
            if login is None or self._forgotten > began:
                return
            self._forgotten = time.monotonic()
            login.state.unlink(missing_ok=True)
            shelves, self._shelves = self._shelves, {}
            for tab in (tab for shelf in shelves.values() for tab in shelf.idle):
                self._later(_discard(tab))
        self._count("domwright/login/again")

    async def close(self) -> None:
        """End pages, browser and driver."""
        async with self._lock:
            await self._end_browser()
            if self._closing:
                await asyncio.wait(self._closing, timeout=_CLOSING_SECONDS)
            if self._driver is not None:
                with suppress(Exception):
                    await asyncio.wait_for(self._driver.stop(), _CLOSING_SECONDS)
                self._driver = None

    async def _driver_locked(self) -> Playwright:
        if self._driver is None:
            self._driver = await async_playwright().start()
        return self._driver

    async def _start_browser(self) -> PlaywrightBrowser:
        self._shelves.clear()
        self._served = 0
        self._starts += 1
        if self._starts > _STARTS:
            raise PlaywrightError(f"the browser ended {_STARTS} times without serving a page")
        self.browser_found = found = self.browser_found or find_browser(self.limits.browser)
        # By switch a proxy at a private address could not be reached either.
        refused = () if self.limits.proxied else self.refused
        self._browser = await _connected(await self._driver_locked(), found, self.limits, refused, inward=not self.refused)
        self.version = self._browser.version
        self._count("domwright/browser/started")
        logger.info("Browser: %s %s (%s)", found.kind, self.version, found.endpoint or found.executable or found.why)
        return self._browser

    async def _end_browser(self) -> None:
        browser, self._browser = self._browser, None
        self._shelves.clear()
        if browser is not None:
            with suppress(Exception):
                await asyncio.wait_for(browser.close(), _CLOSING_SECONDS)

    async def _take(self, name: str, context_options: dict[str, Any]) -> Tab:
        browser = await self.browser()
        async with self._lock:
            shelf = self._shelves.get(name)
            if shelf is None:
                shelf = self._shelves[name] = Shelf(await self._new_context(browser, context_options), "proxy" in context_options)
        while shelf.idle:
            tab = shelf.idle.pop()
            if not tab.broken and not tab.page.is_closed():
                return tab
        return await self._new_tab(name, shelf)

    async def _new_context(self, browser: PlaywrightBrowser, given: dict[str, Any]) -> BrowserContext:
        options: dict[str, Any] = {"accept_downloads": False, "reduced_motion": "reduce"}
        if self.limits.user_agent:
            options["user_agent"] = self.limits.user_agent
        options |= given
        device = options.pop("device", "")
        if device:
            options = {**described(await self._driver_locked(), device), **options}
        login = self.limits.login
        if login is not None and login.state.exists():
            options.setdefault("storage_state", str(login.state))
        context = await browser.new_context(**options)
        for host, headers in self.limits.headers.items():
            await _send(context, host, headers)
        await context.add_init_script(watch_script())
        if not {"media", "all"} & set(self.limits.fetched):
            await context.add_init_script(_MEDIA)
        if login is not None and "storage_state" not in options:
            await login.into(context)
            self._count("domwright/login")
        context.on("page", self._close_popup)
        return context

    def _close_popup(self, page: Page) -> None:
        async def close() -> None:
            opener = await page.opener()
            if opener is not None:
                self._count("domwright/browser/popups")
                await page.close()

        self._later(close())

    async def _new_tab(self, name: str, shelf: Shelf) -> Tab:
        page = await shelf.context.new_page()
        tab = Tab(page, name, shelf)
        page.on("dialog", lambda dialog: self._later(_answer(dialog)))
        page.on("crash", lambda _: setattr(tab, "broken", True))
        self._count("domwright/browser/pages")
        if self.browser_found and self.browser_found.kind == "chromium":
            with suppress(PlaywrightError):
                tab.session = await shelf.context.new_cdp_session(page)
                tab.underway.session = tab.offered.session = tab.session
                # Behind a proxy the browser resolves no names, so that hosts must be blocked by address.
                if shelf.proxied or (self.browser_found and self.browser_found.endpoint):
                    await self._block(tab.session)
        return tab

    async def _block(self, session: CDPSession) -> None:
        blocked = [*self.limits.blocked, *(f"*://{host}*" for host in self.refused)]
        if blocked:
            await session.send("Network.enable")
            await session.send("Network.setBlockedURLs", {"urls": blocked})

    def _give_back(self, tab: Tab) -> None:
        tab.uses += 1
        self._served += 1
        shelf = self._shelves.get(tab.context)
        if not tab.broken:
            self._starts = 0
        if tab.broken or tab.worn or tab.uses >= self.limits.uses or shelf is None or tab.page.is_closed():
            self._later(_discard(tab))
        else:
            shelf.idle.append(tab)

    def _later(self, work: Any) -> None:
        task = asyncio.ensure_future(_quietly(work))
        self._closing.add(task)
        task.add_done_callback(self._closing.discard)

    def _count(self, key: str) -> None:
        if self.stats is not None:
            self.stats.inc_value(key)


async def _connected(driver: Playwright, found: Browser, limits: Limits, refused: tuple[str, ...], *, inward: bool) -> PlaywrightBrowser:
    if found.endpoint.startswith("http"):
        return await driver.chromium.connect_over_cdp(found.endpoint, timeout=_CONNECT_MILLISECONDS)
    if found.endpoint:
        return await driver.chromium.connect(found.endpoint, timeout=_CONNECT_MILLISECONDS)
    kind = getattr(driver, found.kind)
    browser: PlaywrightBrowser = await kind.launch(**launch_options(found, limits.fetched, refused, inward=inward))
    return browser


async def _send(context: BrowserContext, host: str, headers: dict[str, str]) -> None:
    """From here on requests of a context to one host carry the headers; requests to other hosts do not pass through Python.

    Playwright's `extra_http_headers` go to every host that a page asks, those of its advertising and statistics included.
    """
    own = {name.lower(): text for name, text in headers.items()}

    async def add(route: Route) -> None:
        await route.continue_(headers={**route.request.headers, **own})

    await context.route(re.compile(rf"https?://{re.escape(host)}(?::\d+)?(?:[/?#]|$)", re.I), add)


async def _answer(dialog: Dialog) -> None:
    # A beforeunload dialog that is dismissed keeps the page where it is: the next navigation would wait for ever.
    await (dialog.accept() if dialog.type == "beforeunload" else dialog.dismiss())


async def _discard(tab: Tab) -> None:
    """Close a page; one whose renderer is stuck in a loop is crashed first, since it would not answer."""
    if tab.broken and tab.session is not None:
        with suppress(Exception):
            await asyncio.wait_for(tab.session.send("Page.crash"), 1.0)
    with suppress(Exception):
        await asyncio.wait_for(tab.page.close(), _CLOSING_SECONDS)


async def _quietly(work: Any) -> None:
    with suppress(Exception):
        await work
