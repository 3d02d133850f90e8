"""The step that keeps the languages a crawl was asked for."""

from typing import Any

from scrapy.crawler import Crawler

from domwright.project.drops import Drop
from domwright.project.items import PageItem


class LanguagePipeline:
    """Drops pages in other languages than those of the spider's `languages`; a page that does not say its language stays."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "LanguagePipeline":
        """As Scrapy builds it."""
        return cls(crawler)

    def process_item(self, item: Any) -> Any:
        """The item. Raises Drop("language")."""
        wanted = getattr(self.crawler.spider, "languages", None)
        if wanted and isinstance(item, PageItem) and item.language:
            language = item.language.lower().replace("_", "-").partition("-")[0]
            if language not in wanted:
                raise Drop("language", item.url)
        return item
