"""One address → one Snapshot: navigate, settle and write down in one evaluate, within one deadline."""

import asyncio
import time
from dataclasses import dataclass, field
from functools import partial
from html import escape
from importlib.resources import files
from typing import Any
from urllib.parse import urldefrag

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page, Response
from scrapy import Request

from domwright.project.rendering.actions import perform
from domwright.project.rendering.cookies import Cookies
from domwright.project.rendering.document import Document
from domwright.project.rendering.faults import RenderFailed, is_moved
from domwright.project.rendering.frames import with_frames
from domwright.project.rendering.pool import RenderPool
from domwright.project.rendering.service import RenderService, Tab
from domwright.project.rendering.sources import Sources

_SNAPSHOT = "(options) => ({})(options, {})".format(
    *(files(__package__).joinpath(name).read_text(encoding="utf-8") for name in ("snapshot.js", "settle.js"))
)
_BUTTONS = files(__package__).joinpath("buttons.js").read_text(encoding="utf-8")
_MOST_BUTTONS = 50  # of one page: each costs a twentieth of a second
_DEAD = "chrome-error:"  # the address of the browser's own page for an address that did not answer
_MOST_PENDING = 20
_NO_FACTS = frozenset({"html", "url", "title", "type", "plain", "sources", "outer", "modules"})
_MOVES = 6  # a page that navigates more often than this while it is looked at is in a loop


class _LedAway(RenderFailed):
    """A script sent the page to an address that does not answer."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A rendered page: its HTML with shadow roots and frames in place, the final address, what the browser saw.

    facts: why it was taken (`settled`, `ceiling`), milliseconds of settling, text length, failed requests, counts of shadow
    roots, frames and hidden elements, whether it was truncated, whether it still showed a spinner. server: the IP address it came from,
    where private ones are refused. sources: what its scripts made it of.
    """

    url: str
    html: str
    status: int
    headers: dict[str, str]
    latency: float
    server: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    sources: Sources = field(default_factory=Sources)


@dataclass(frozen=True, slots=True)
class Wish:
    """How one address is to be rendered: in which context, with which settle options, by when, after which actions.

    actions: Actions of the setting's words, or an async function that gets the Playwright page. buttons: whether the page's buttons are pressed
    to see where they lead; the snapshot then ends with a `<link rel="domwright-button">` for each address. sources: whether the snapshot says
    what the page is made of. document: the page's document where it is there already, else the browser fetches it. request, cookies: whose
    cookies the page has; referer: where it is said to be linked from.
    """

    context: str = "default"
    context_options: dict[str, Any] | None = None
    settle: dict[str, Any] | None = None
    seconds: float = 0.0
    actions: Any = None
    buttons: bool = False
    sources: bool = False
    document: Document | None = None
    request: Request | None = None
    cookies: Cookies | None = None
    referer: str = ""


async def render(service: RenderService | RenderPool, url: str, wish: Wish) -> Snapshot:
    """Render one address. Raises Playwright's errors, RenderFailed, or TimeoutError after the wish's seconds."""
    async with asyncio.timeout(wish.seconds or service.limits.timeout), service.page(wish.context, wish.context_options) as tab:
        return await _rendered(tab, url, wish, wish.settle or service.limits.settle(), looked_at=bool(service.refused))


async def _rendered(tab: Tab, url: str, wish: Wish, settle: dict[str, Any], *, looked_at: bool) -> Snapshot:
    page, actions = tab.page, wish.actions
    await _give_cookies(tab, wish)
    response, latency = await _opened(tab, url, wish)
    status, headers = _transport(response)
    given = wish.document
    validated = {"etag", "last-modified"} & (given.names if given else set(headers))
    # What has no validators is known by its bytes.
    settle = {**settle, "sources": wish.sources, "document": not validated and given is None}
    try:
        found = await _settled(tab, settle)
        again = await _shows_modules(tab, found)
    except _LedAway:
        # It is opened again, and kept where it is.
        tab.worn = again = True
        await page.add_init_script("window.__domwrightStays = true")
    if again:
        response, latency = await _opened(tab, url, wish)
        found = await _settled(tab, settle)
    if callable(actions):
        await actions(page)
        found = await _settled(tab, settle)
    elif actions:
        found = await perform(page, actions, partial(_settled, tab, settle), found)
    found = await with_frames(page.main_frame, found, _SNAPSHOT, settle)
    html = found["html"] + (await _buttons(page) if wish.buttons else "")
    facts = {name: value for name, value in found.items() if name not in _NO_FACTS}
    await _take_cookies(tab, wish, found["url"])
    facts["pending"] = _pending(found["pending"], tab.underway.pending())
    if found["sources"] and given and not validated:
        found["sources"]["answers"].insert(0, [urldefrag(given.url)[0], given.status, given.checksum])
    sources = Sources.of(found["sources"], response.url if response is not None else url) if found["sources"] else Sources()
    return Snapshot(found["url"], html, status, headers, latency, await _server(response) if looked_at else "", facts, sources)


async def _opened(tab: Tab, url: str, wish: Wish) -> tuple[Response | None, float]:
    """Navigate. Returns the document's response and the seconds to its first byte."""
    if tab.shelf.modular is not False:
        await tab.underway.watch()
    if urldefrag(tab.page.url)[0] == urldefrag(url)[0]:
        # The same document with another fragment would not navigate at all: a client-side route needs a fresh page.
        await tab.page.goto("about:blank")
    tab.underway.forget(url)
    start = time.monotonic()
    response = await _goto(tab, url, wish)
    if response is not None and response.from_service_worker and tab.session is not None:
        # The service worker of a page that is open beside it, which would have gone with that page, answered in the server's place.
        await tab.session.send("Network.setBypassServiceWorker", {"bypass": True})
        response = await _goto(tab, url, wish)
        tab.worn = True
    return response, time.monotonic() - start


async def _goto(tab: Tab, url: str, wish: Wish) -> Response | None:
    if wish.document is not None:
        await tab.offered.offer(tab.page, wish.document)
    return await tab.page.goto(url, wait_until="commit", timeout=0, referer=wish.referer or None)


async def _give_cookies(tab: Tab, wish: Wish) -> None:
    if wish.cookies is not None and wish.request is not None:
        tab.shelf.cookies = await wish.cookies.give(wish.request, tab.shelf.context, tab.shelf.cookies)


async def _take_cookies(tab: Tab, wish: Wish, url: str) -> None:
    if wish.cookies is not None and wish.request is not None:
        tab.shelf.cookies = await wish.cookies.take(wish.request, url, tab.shelf.context, tab.shelf.cookies)


async def _shows_modules(tab: Tab, found: dict[str, Any]) -> bool:
    """Whether a page imports modules while nobody was told of them: it is opened again, which happens once a tab and site at most."""
    shelf = tab.shelf
    shelf.modular = bool(shelf.modular or found["modules"])
    if not shelf.modular:
        await tab.underway.rest()
    return bool(found["modules"]) and await tab.underway.watch()


def _pending(page: list[dict[str, Any]], scripts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What was under way by both accounts, each address once, the longest first."""
    found = {entry["address"] or entry["kind"]: entry for entry in (*scripts, *page)}
    return sorted(found.values(), key=lambda entry: -entry["ms"])[:_MOST_PENDING]


def told(pending: list[dict[str, Any]]) -> str:
    """What was under way, in words.

    >>> told([{"kind": "socket", "address": "ws://a.example/live", "ms": 2300}])
    'socket ws://a.example/live for 2.3 s'
    """
    return "; ".join(f"{entry['kind']} {entry['address']} for {entry['ms'] / 1000:.1f} s" for entry in pending)


async def _settled(tab: Tab, settle: dict[str, Any]) -> dict[str, Any]:
    """The page as it is when nothing is under way any more, neither by its own account nor by the browser's."""
    page, url = tab.page, tab.page.url
    for _ in range(_MOVES):
        try:
            found: dict[str, Any] = await page.evaluate(_SNAPSHOT, settle)
        except PlaywrightError as error:
            if not is_moved(error):
                raise
            await page.wait_for_load_state("domcontentloaded", timeout=0)
        else:
            if not page.url.startswith(_DEAD) and not await tab.underway.ended():
                return found
        if page.url.startswith(_DEAD):
            raise _LedAway(f"{url} leads to an address that does not answer")
    raise RenderFailed(f"{page.url} keeps navigating")


async def _buttons(page: Page) -> str:
    """Links to where a page's buttons lead. A page that gets away while they are pressed has none: its snapshot is taken already."""
    try:
        found: list[str] = await page.evaluate(_BUTTONS, _MOST_BUTTONS)
    except PlaywrightError as error:
        if not is_moved(error):
            raise
        return ""
    return "".join(f'<link rel="domwright-button" href="{escape(address)}">' for address in found)


async def _server(response: Response | None) -> str:
    address = await response.server_addr() if response is not None else None
    return str(address["ipAddress"]).strip("[]") if address else ""


def _transport(response: Response | None) -> tuple[int, dict[str, str]]:
    if response is None:
        return 200, {}
    # A client-side redirect leaves the first document's response here; its status is still the page's.
    return response.status, dict(response.headers)
