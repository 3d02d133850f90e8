"""domwright: clean Markdown of whole sites. The extractor's names; Scrapy wiring lives in `domwright.project`."""

from domwright.extractor.document import Document, Metadata, Reason
from domwright.extractor.options import Options
from domwright.extractor.page import Page
from domwright.extractor.pipeline import extract, extract_page

__all__ = ["Document", "Metadata", "Options", "Page", "Reason", "extract", "extract_page"]
__version__ = "0.1.0"
