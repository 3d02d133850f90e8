"""Code on its way that no script of the page can see: modules that are imported while it runs. Told by the browser's own network events."""

import asyncio
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.async_api import CDPSession

# Seconds after which a script is no longer waited for: one of the page's own site, and one of another, which is advertising or statistics more often than not.
_HANGS, _FOREIGN_HANGS = 5.0, 2.5


class Underway:
    """The scripts of one open page that were asked for and have not come.

    Being told costs a tenth of a page's time in Python and the driver, so that a tab is told only on a site whose pages have shown modules.
    """

    def __init__(self) -> None:
        self.session: CDPSession | None = None
        self._told = self._listens = False
        self._asked: dict[str, tuple[str, float]] = {}
        self._ended = asyncio.Event()
        self._site = ""

    async def watch(self) -> bool:
        """From here on listen to the page. Returns whether that is new: what was asked for before is not known then."""
        if self._told or self.session is None:
            return False
        self._told = True
        if not self._listens:
            self._listens = True
            for event, heard in (("requestWillBeSent", self._began), ("loadingFinished", self._over), ("loadingFailed", self._over)):
                self.session.on(f"Network.{event}", heard)
        await self.session.send("Network.enable", {"maxTotalBufferSize": 0, "maxResourceBufferSize": 0})
        return True

    async def rest(self) -> None:
        """Listen no more: the page's site has no modules."""
        if self._told and self.session is not None:
            self._told = False
            await self.session.send("Network.disable")

    def forget(self, url: str) -> None:
        """Another document is about to be opened."""
        self._asked.clear()
        self._site = _site(url)

    async def ended(self) -> bool:
        """Wait until a script that is on its way has come, or hangs too long. Returns whether there was one."""
        left = [self._limit(address) - (time.monotonic() - began) for address, began in self._asked.values()]
        if not left or max(left) <= 0:
            return False
        self._ended.clear()
        try:
            async with asyncio.timeout(max(left)):
                await self._ended.wait()
        except TimeoutError:
            return False
        return True

    def pending(self) -> list[dict[str, Any]]:
        """What has still not come: kind, address, milliseconds."""
        now = time.monotonic()
        return [{"kind": "script", "address": address, "ms": round(1000 * (now - began))} for address, began in self._asked.values()]

    def _limit(self, address: str) -> float:
        return _HANGS if _site(address) == self._site else _FOREIGN_HANGS

    def _began(self, event: dict[str, Any]) -> None:
        if event.get("type") == "Script":
            self._asked[event["requestId"]] = (event["request"]["url"][:300], time.monotonic())

    def _over(self, event: dict[str, Any]) -> None:
        if self._asked.pop(event["requestId"], None) is not None:
            self._ended.set()


def _site(url: str) -> str:
    return ".".join((urlsplit(url).hostname or "").split(".")[-2:])
