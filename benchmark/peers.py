"""Extractors under one signature: (html, url) → Output. A peer is imported when it is first called."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Output:
    """What an extractor made of one page."""

    text: str
    markdown: str
    title: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""
    rung: str = ""


def domwright(html: str, url: str) -> Output:
    """This project: text, Markdown and metadata from one Document."""
    from domwright import extract

    document = extract(html, url=url)
    data = document.metadata
    return Output(document.text, document.markdown, data.title, data.authors, data.published, document.rung or document.source)


def trafilatura(html: str, url: str) -> Output:
    """Trafilatura with its defaults: text, Markdown and metadata, three calls on the same source."""
    import trafilatura as peer

    text = peer.extract(html, url=url) or ""
    markdown = peer.extract(html, url=url, output_format="markdown", include_links=True) or ""
    found = peer.extract_metadata(html, default_url=url)
    authors = tuple((found.author or "").split("; ")) if found and found.author else ()
    return Output(text, markdown, (found.title or "") if found else "", authors, (found.date or "") if found else "")


def resiliparse(html: str, url: str) -> Output:
    """Resiliparse's main content as plain text."""
    from resiliparse.extract.html2text import extract_plain_text

    text = extract_plain_text(html, main_content=True)
    return Output(text, text)


PEERS: dict[str, Callable[[str, str], Output]] = {"domwright": domwright, "trafilatura": trafilatura, "resiliparse": resiliparse}
