"""PageItem: what one page becomes."""

from dataclasses import dataclass, field
from typing import Any


@dataclass
class PageItem:
    """One page of a crawl. Mutable, since pipelines fill it; empty strings mean unknown.

    url is what was asked for, final_url where it was found; fetched_at is UTC, ISO 8601 with seconds. obtained: `http` or
    `browser`. text_bytes: the plain text's length in UTF-8 bytes. rung: the ladder's rung, or the fallback (`json-ld`,
    `state`, `meta`). content_hash: SHA-256 of the Markdown, hexadecimal. stub: why the page is worth little, "" when it is
    not a stub. render: what the browser noticed (empty for plain HTTP).
    """

    url: str
    final_url: str = ""
    canonical_url: str = ""
    status: int = 0
    fetched_at: str = ""
    obtained: str = "http"
    title: str = ""
    authors: list[str] = field(default_factory=list)
    published: str = ""
    modified: str = ""
    language: str = ""
    description: str = ""
    site_name: str = ""
    image: str = ""
    markdown: str = ""
    text_bytes: int = 0
    rung: str = ""
    content_hash: str = ""
    stub: str = ""
    depth: int = 0
    referrer: str = ""
    render: dict[str, Any] = field(default_factory=dict)


@dataclass
class FileItem:
    """A document that is no page and that a page links to: kind is its extension.

    file_urls and files are those of Scrapy's FilesPipeline: what is to be downloaded, and where it went (below DOMWRIGHT_OUT/files).
    """

    url: str
    found_on: str = ""
    kind: str = ""
    file_urls: list[str] = field(default_factory=list)
    files: list[dict[str, Any]] = field(default_factory=list)
