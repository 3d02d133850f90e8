"""What a rendered page is made of, asked for again over HTTP: a few small answers in the place of a browser."""

import asyncio
import logging
import re
import zlib
from collections import OrderedDict

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK

from domwright.project.meta import MODE, VIA
from domwright.project.rendering.sources import Sources

logger = logging.getLogger(__name__)

Checksum = tuple[str, int, str]
"""Address, status, `length-crc32` of the bytes."""

_MOST = 60  # sources of one page: more of them are no cheaper than the browser
_REMEMBERED = 5_000  # answers of one crawl: what all pages share is asked for once
# webpack, Next.js and Rollup name files by their content: another content has another address, which another script names.
_FINGERPRINT = re.compile(r"(?=[a-f]*\d)[0-9a-f]{8,}")
# What fetch and the common libraries on XMLHttpRequest ask for.
_ACCEPT = "application/json, text/plain, */*"


class SourceCheck:
    """Sums up scripts when a page is rendered, and compares all sources when it is crawled again."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.asked: OrderedDict[str, asyncio.Task[Checksum | None]] = OrderedDict()

    async def checksums(self, sources: Sources) -> list[Checksum] | None:
        """What is to be compared the next time, None when not all of it is known."""
        scripts = [url for url in sources.scripts if not _FINGERPRINT.search(url)]
        if sources.unsure or len(sources.answers) + len(scripts) > _MOST:
            self.crawler.stats.inc_value(f"domwright/sources/{sources.unsure or 'many'}")
            return None
        found = [await self._ask(url) for url in scripts]
        known = [each for each in found if each is not None]
        if len(known) < len(found):
            self.crawler.stats.inc_value("domwright/sources/script")
            return None
        return [*known, *sources.answers]

    async def are_same(self, known: list[Checksum]) -> bool:
        """Whether all sources are what they were; the first that is not ends the questions."""
        for url, status, checksum in known:
            found = await self._ask(url)
            if found != (url, status, checksum):
                logger.debug("Rendered again: %s was %s %s, is %s", url, status, checksum, found and found[1:])
                return False
        return True

    async def _ask(self, url: str) -> Checksum | None:
        task = self.asked.get(url)
        if task is None:
            task = self.asked[url] = asyncio.ensure_future(self._checksum(url))
            if len(self.asked) > _REMEMBERED:
                self.asked.popitem(last=False)
        return await asyncio.shield(task)

    async def _checksum(self, url: str) -> Checksum | None:
        request = Request(
            url, headers={"Accept": _ACCEPT}, callback=NO_CALLBACK, dont_filter=True, meta={VIA: "http", MODE: "never", "dont_retry": True}
        )
        try:
            response = await self.crawler.engine.download_async(request)
        except Exception:  # noqa: BLE001 - robots.txt, a refused address, a dead host: whatever it is, the page is rendered
            return None
        return checksum(url, response)


def checksum(url: str, response: Response) -> Checksum:
    """What `watch.js` notes of the same answer."""
    return url, response.status, f"{len(response.body)}-{zlib.crc32(response.body):x}"
