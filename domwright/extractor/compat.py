"""`clean_html` and `to_markdown` as plain functions, for people who come from RDTextract."""

from domwright.extractor.marks.look import look
from domwright.extractor.options import Options
from domwright.extractor.page import Page
from domwright.extractor.parse import parse
from domwright.extractor.pipeline import extract
from domwright.extractor.serialize.markdown import to_markdown as serialize
from domwright.extractor.tree.addresses import Addresses
from domwright.extractor.tree.collect import Collector
from domwright.extractor.tree.polish import polish

PARSER = "lxml"


def clean_html(html: str | bytes, *, url: str | None = None) -> str:
    """The page's main content as clean HTML; "" for a page without any."""
    return extract(html, url=url).html


def to_markdown(cleaned_html: str, *, url: str | None = None) -> str:
    """Markdown of HTML that needs no cleaning: everything in it is kept."""
    options = Options()
    parsed = parse(Page(f"<html><body>{cleaned_html}</body></html>", url or ""), options)
    if parsed.root is None:
        return ""
    marks = look(parsed.root)
    return serialize(polish(Collector(marks, [True] * len(marks.leaves), Addresses(url or ""), options).collect()))
