"""domwright: clean Markdown of whole sites. The extractor's names; Scrapy wiring lives in `domwright.project`."""

from domwright.extractor.compat import PARSER, clean_html, to_markdown
from domwright.extractor.document import Document, Metadata, Reason
from domwright.extractor.options import Options
from domwright.extractor.page import Page
from domwright.extractor.pipeline import extract, extract_page
from domwright.extractor.site.boilerplate import extract_site, without_boilerplate
from domwright.extractor.stubs.stub import is_low_value_stub, stub_kind

__all__ = [
    "PARSER",
    "Document",
    "Metadata",
    "Options",
    "Page",
    "Reason",
    "clean_html",
    "extract",
    "extract_page",
    "extract_site",
    "is_low_value_stub",
    "stub_kind",
    "to_markdown",
    "without_boilerplate",
]
__version__ = "0.1.0"
