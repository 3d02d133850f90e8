"""The step that runs the extractor on an item's rendered DOM."""

import hashlib
import logging
from typing import Any

from itemadapter import ItemAdapter
from scrapy.crawler import Crawler

from domwright.extractor.document import Document
from domwright.extractor.options import Options
from domwright.extractor.pipeline import extract_page
from domwright.extractor.stubs.stub import stub_kind
from domwright.project.drops import Drop
from domwright.project.items import PageItem
from domwright.project.snapshot import detach, page_from

logger = logging.getLogger(__name__)


class ExtractPipeline:
    """Fills items from their response: every field of a PageItem, and `markdown` of any other item."""

    def __init__(self, crawler: Crawler) -> None:
        self.stats = crawler.stats
        self.options = Options.of(**crawler.settings.getdict("DOMWRIGHT_EXTRACT"))

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "ExtractPipeline":
        """As Scrapy builds it."""
        return cls(crawler)

    def process_item(self, item: Any) -> Any:
        """The filled item; DropItem for a page that gave nothing."""
        response = detach(item)
        if response is None:
            return item
        try:
            document = extract_page(page_from(response), self.options)
            markdown = document.markdown
        except Exception as error:  # the one broad catch: a page must never end a crawl, and never pass as raw HTML
            logger.exception("Extraction failed on %s", response.url)
            raise Drop("extraction-error", response.url) from error
        if not markdown.strip():
            if isinstance(item, PageItem):
                raise Drop("no-content", response.url)
            return item
        self.stats.inc_value(f"domwright/extract/{document.rung or document.source}")
        if isinstance(item, PageItem):
            fill(item, document, markdown)
        else:
            _give(item, document, markdown)
        return item


def fill(item: PageItem, document: Document, markdown: str) -> None:
    """Put a Document into a PageItem."""
    data = document.metadata
    item.markdown = markdown
    item.title, item.authors = data.title, list(data.authors)
    item.published, item.modified = data.published, data.modified
    item.language, item.description = data.language, data.description
    item.site_name, item.image = data.site_name, data.image
    item.canonical_url = data.canonical
    item.text_bytes = document.text_bytes
    item.rung = document.rung or document.source
    item.content_hash = hashlib.sha256(markdown.encode("utf-8")).hexdigest()
    item.stub = stub_kind(markdown)


def _give(item: Any, document: Document, markdown: str) -> None:
    """`markdown` on somebody else's item, and our metadata in the fields it declares and left empty."""
    adapter = ItemAdapter(item)
    declared = set(adapter.field_names())
    if isinstance(item, dict) or "markdown" in declared:
        adapter["markdown"] = markdown
    if isinstance(item, dict):
        return
    for name, value in document.metadata.as_dict().items():
        if name in declared and not adapter.get(name):
            adapter[name] = value
