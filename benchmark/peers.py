"""Extractors under one signature: (html, url) → Output. A peer is imported when it is first called."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Output:
    """What an extractor made of one page. `seconds`: its own CPU time where it runs in another process."""

    text: str
    markdown: str
    title: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""
    rung: str = ""
    seconds: float | None = None


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


def rdtextract(html: str, url: str) -> Output:
    """RDTextract's Markdown, marks stripped for the words."""
    import rdtextract as peer

    return _from_markdown(peer.extract(html))


def html2text(html: str, url: str) -> Output:
    """html2text on the whole page."""
    import html2text as peer

    return _from_markdown(peer.html2text(html, baseurl=url))


def markdownify(html: str, url: str) -> Output:
    """Markdownify on the whole page."""
    from markdownify import markdownify as peer

    return _from_markdown(peer(html))


def readability(html: str, url: str) -> Output:
    """readability-lxml's summary as text."""
    from lxml import html as lxml_html
    from readability import Document

    document = Document(html)
    text = lxml_html.fromstring(document.summary()).text_content()
    return Output(text, text, document.short_title() or "")


def justext(html: str, url: str) -> Output:
    """JusText with its English stop list."""
    import justext as peer

    text = "\n\n".join(part.text for part in peer.justext(html.encode(), peer.get_stoplist("English"), encoding="utf-8") if not part.is_boilerplate)
    return Output(text, text)


def _from_markdown(markdown: str) -> Output:
    """Output of a tool that gives Markdown only."""
    return Output(text_of_markdown(markdown), markdown)


def text_of_markdown(markdown: str) -> str:
    """The words of a Markdown text: link targets, images and marks are none of them."""
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", " ", markdown)
    text = re.sub(r"\]\([^)\s]*(?:\s\"[^\"]*\")?\)", "] ", text)
    return re.sub(r"[*_`#>|\[\]\\]", " ", text)


def readability_js(html: str, url: str) -> Output:
    """Mozilla's Readability on Node, over linkedom."""
    from benchmark import node_peers

    return _from_node(node_peers.ask("readability", html, url))


def defuddle(html: str, url: str) -> Output:
    """Defuddle on Node, its Markdown."""
    from benchmark import node_peers

    return _from_node(node_peers.ask("defuddle", html, url))


def _from_node(answer: dict[str, Any]) -> Output:
    markdown = answer["markdown"]
    text = _from_markdown(markdown).text if answer["text"] is None else answer["text"]
    authors = tuple(filter(None, [answer["author"]]))
    return Output(text, markdown, answer["title"], authors, answer["date"], seconds=answer["seconds"])


NODE = {"readability-js": "readability", "defuddle": "defuddle"}
PEERS |= {"readability-js": readability_js, "defuddle": defuddle}
PEERS |= {"rdtextract": rdtextract, "readability-lxml": readability, "html2text": html2text, "markdownify": markdownify, "justext": justext}
