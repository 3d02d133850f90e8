"""Spider middleware: items that a spider makes from a rendered response take the response along to the pipeline."""

from collections.abc import AsyncIterator
from typing import Any

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.http import Response

from domwright.project.items import PageItem
from domwright.project.snapshot import attach


class AttachMiddleware:
    """For other projects' items; our spiders make PageItems that carry theirs already."""

    def __init__(self, crawler: Crawler) -> None:
        self.everything = crawler.settings.getbool("DOMWRIGHT_ALL_REQUESTS")

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "AttachMiddleware":
        """As Scrapy builds it."""
        return cls(crawler)

    async def process_spider_output(self, response: Response, result: AsyncIterator[Any]) -> AsyncIterator[Any]:
        """The same output; items from responses that are ours carry the response."""
        ours = self.everything or response.meta.get("domwright")
        async for each in result:
            if ours and not isinstance(each, Request | PageItem):
                attach(each, response)
            yield each
