"""The document of a page, fetched by Scrapy and handed to the browser in the server's place.

So a rendered request is what Scrapy says it is: its headers, cookies, method, redirects, limits and errors are those of any other request, and no
header of it reaches another host.
"""

import asyncio
import logging
import zlib
from base64 import b64encode
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playwright.async_api import CDPSession, Page, Route
from playwright.async_api import Error as PlaywrightError
from scrapy.http import HtmlResponse, Response

logger = logging.getLogger(__name__)

# Of the transport, not of the document; the body is handed over unpacked and whole.
_OF_TRANSPORT = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection", "keep-alive", "trailer", "upgrade"})


@dataclass(frozen=True, slots=True)
class Document:
    """A document as the server sent it: address, status, headers in their order, unpacked body."""

    url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @classmethod
    def of(cls, response: Response) -> "Document":
        """The document of a plain response that was unpacked."""
        headers = [
            (name.decode("latin-1"), value.decode("latin-1"))
            for name, values in response.headers.items()
            for value in values
            if name.decode("latin-1").lower() not in _OF_TRANSPORT
        ]
        if b"Content-Type" not in response.headers:
            headers.append(("Content-Type", "text/html"))
        return cls(response.url, response.status, tuple(headers), response.body)

    @property
    def names(self) -> frozenset[str]:
        """The names of its headers, in small letters."""
        return frozenset(name.lower() for name, _ in self.headers)

    @property
    def checksum(self) -> str:
        """As `watch/sources.js` writes it: length and CRC of the bytes."""
        return f"{len(self.body)}-{zlib.crc32(self.body):x}"


def is_page(response: Response) -> bool:
    """Whether a browser would show a response as a page; anything else is delivered as it came.

    A redirect is Scrapy's to follow, and what is sent as a file is no page.
    """
    redirect = 300 <= response.status < 400
    attached = (response.headers.get("Content-Disposition") or b"").strip().lower().startswith(b"attachment")
    return isinstance(response, HtmlResponse) and bool(response.body) and not redirect and not attached


class Offered:
    """Hands one document after the other to one open page."""

    def __init__(self) -> None:
        self.session: CDPSession | None = None
        self._document: Document | None = None
        self._frame = ""
        self._answers: set[asyncio.Task[None]] = set()

    async def offer(self, page: Page, document: Document) -> None:
        """The next document that the page asks for is this one."""
        self._document = document
        if self.session is None:
            await self._by_route(page, document)
            return
        if not self._frame:
            self._frame = (await self.session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
            self.session.on("Fetch.requestPaused", self._paused)
        await self.session.send("Fetch.enable", {"patterns": [{"urlPattern": "*", "resourceType": "Document", "requestStage": "Request"}]})

    def _paused(self, event: dict[str, Any]) -> None:
        task = asyncio.ensure_future(self._answer(event))
        self._answers.add(task)
        task.add_done_callback(self._answers.discard)

    async def _answer(self, event: dict[str, Any]) -> None:
        document = self._document if event.get("frameId") == self._frame else None
        assert self.session is not None
        with suppress(PlaywrightError):  # the page was closed meanwhile: whoever waits for it is told
            if document is None:
                await self.session.send("Fetch.continueRequest", {"requestId": event["requestId"]})
                return
            self._document = None
            answer = {
                "requestId": event["requestId"],
                "responseCode": document.status,
                "responseHeaders": [{"name": name, "value": value} for name, value in document.headers],
                "body": b64encode(document.body).decode("ascii"),
            }
            # No longer than for this one request: while it is on, everything that a page fetches goes through the browser's own process, at a quarter of
            # the page's whole cost. Both are sent at once, so that it is off before the document is there.
            await asyncio.gather(self.session.send("Fetch.fulfillRequest", answer), self.session.send("Fetch.disable"))

    async def _by_route(self, page: Page, document: Document) -> None:
        """Firefox and WebKit, which have no DevTools session."""

        async def fulfil(route: Route) -> None:
            if self._document is document and route.request.is_navigation_request() and route.request.frame == page.main_frame:
                self._document = None
                await route.fulfill(status=document.status, headers=dict(document.headers), body=document.body)
            else:
                await route.continue_()

        await page.unroute_all(behavior="ignoreErrors")
        await page.route("**/*", fulfil)
