"""One Markdown file a page, written atomically; a second crawl overwrites in place what changed."""

import logging
import os
import re
from pathlib import Path
from typing import Any

from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from domwright.project.drops import Drop
from domwright.project.exporters.front_matter import document_of
from domwright.project.exporters.paths import path_of
from domwright.project.items import PageItem

# How the crawl came to a page, which is another story every time.
_CRAWL = re.compile(r"^(?:fetched_at|obtained|depth|referrer): .*\n", re.M)
logger = logging.getLogger(__name__)


class MarkdownFilesPipeline:
    """Writes PageItems below DOMWRIGHT_OUT; other items pass through. An empty DOMWRIGHT_OUT switches it off."""

    def __init__(self, crawler: Crawler) -> None:
        folder = crawler.settings.get("DOMWRIGHT_OUT", "out")
        if not folder:
            raise NotConfigured  # without a reason, which would be a warning in every crawl
        self.folder = Path(folder)
        self.stats = crawler.stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "MarkdownFilesPipeline":
        """As Scrapy builds it."""
        return cls(crawler)

    def process_item(self, item: Any) -> Any:
        """The item, once its file is on disk."""
        if isinstance(item, PageItem):
            path = self.folder / path_of(item.final_url or item.url)
            text = document_of(item)
            try:
                if says_the_same(path, text):
                    self.stats.inc_value("domwright/files/unchanged")
                    return item
                write(path, text)
            except OSError as error:
                logger.error("%s was not written: %s", path, error)
                raise Drop("not-written", item.url) from error
            self.stats.inc_value("domwright/files/written")
        return item


def says_the_same(path: Path, text: str) -> bool:
    """Whether a file has that text already, the crawl's own facts aside: then it is not touched, and what watches it sees no change."""
    try:
        before = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return _content(before) == _content(text)


def _content(text: str) -> str:
    head, fence, body = text.partition("\n---\n")
    return f"{_CRAWL.sub('', head)}{fence}{body}"


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(f".{path.name[:60]}.{os.getpid()}.part")
    try:
        half.write_text(text, encoding="utf-8", newline="\n")
        half.replace(path)
    except OSError:
        half.unlink(missing_ok=True)
        raise
