"""Serve the corpus on loopback: every page drawn by its framework, with its language's navigation, consent layer, teasers and footer."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape

from benchmark.spa.pages import SpaPage, pages
from tests.loopback import Answer, Answering, serving
from tests.sites.server import FOOTER, LINKS, OUT, SITES, slug_of

_DELAY = 0.08  # seconds an API answer takes: later than the load event
_LAYER = """
setTimeout(() => {
  const layer = document.createElement("div");
  layer.className = "cookie-consent"; layer.setAttribute("role", "dialog"); layer.setAttribute("aria-modal", "true");
  layer.style.cssText = "position:fixed;bottom:0;left:0;right:0;background:#fff";
  layer.innerHTML = `<p>${SITE_DATA.consent}</p><button>${SITE_DATA.accept}</button>`;
  const related = document.createElement("aside");
  related.className = "related-posts";
  related.innerHTML = `<h2>${SITE_DATA.related}</h2><ul>${SITE_DATA.teasers.map((each, at) => `<li><a href="/teaser/${at}">${each}</a></li>`).join("")}</ul>`;
  document.body.append(related, layer);
}, 60);
"""


def shell(page: SpaPage) -> bytes:
    """What an HTTP client gets: the framework's shell, with the words of its language around a page that is not there yet."""
    text = page.text
    links = [[to, label] for (to, _), label in zip(LINKS, text["nav"], strict=True)]
    told = {"links": links, "site": text["site"], "footer": text["footer"]} | {key: text[key] for key in ("consent", "accept", "related", "teasers")}
    html = SITES[page.framework]("/pages/" + page.name).decode()
    for (_, label), own in zip(LINKS, text["nav"], strict=True):
        html = html.replace(f">{label}</a>", f">{escape(own)}</a>")
    html = html.replace(FOOTER, escape(text["footer"])).replace('<html lang="en">', f'<html lang="{page.language}">')
    data = json.dumps(told, ensure_ascii=False).replace("</", "<\\/")
    return (
        html.replace("<head>", f"<head><script>window.SITE_DATA = {data};</script>").replace("</body>", f"<script>{_LAYER}</script></body>").encode()
    )


class _Handler(Answering):
    corpus: dict[str, SpaPage]

    def answer(self, path: str) -> Answer:
        """Status, media type and body of one path."""
        if path.startswith("/static/"):
            return 200, "text/javascript", (OUT / "static" / path.removeprefix("/static/")).read_bytes()
        if path == "/poll":
            return 200, "application/json", b"{}"
        page = self.corpus.get(slug_of(path).removesuffix(".json"))
        if page is None:
            return 404, "text/plain", b"none"
        if path.startswith("/api/"):
            time.sleep(_DELAY)
            return 200, "application/json", json.dumps({"title": page.title, "html": page.html}).encode()
        if path.startswith("/fragment/"):
            time.sleep(_DELAY)
            return 200, "text/html; charset=utf-8", f"<article>{page.html}</article>".encode()
        return 200, "text/html; charset=utf-8", shell(page)


@contextmanager
def serve() -> Iterator[str]:
    """The address of the corpus."""
    handler = type("Handler", (_Handler,), {"corpus": {page.name: page for page in pages()}})
    with serving(handler) as address:
        yield address
