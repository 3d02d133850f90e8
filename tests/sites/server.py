"""Serve the test sites on loopback, one port a site. Bounded: ends with the test session, answers nothing but these paths."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.loopback import Answer, Answering, serving

HERE = Path(__file__).parent
OUT = HERE / "build"
CONTENT = HERE / "content"
SLUGS = ("index", "mill", "marsh", "gauge")
LINKS = (("/", "Home"), ("/walks/mill", "Mill"), ("/walks/marsh", "Marsh"), ("/walks/gauge", "Gauge"))
FOOTER = "© 2026 Lower River Walks. All rights reserved. Imprint and privacy"
_DELAY = 0.08  # seconds an API answer takes: later than the load event


def shell(script: str, root: str, *, head: str = "", kind: str = "module") -> bytes:
    """The page of a single-page application."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lower River Walks</title>{head}</head><body>{root}'
        f'<noscript>You need to enable JavaScript to run this app.</noscript><script type="{kind}" src="/static/{script}.js"></script></body></html>'
    ).encode()


def slug_of(path: str) -> str:
    """The content a path shows."""
    return path.rstrip("/").rsplit("/", 1)[-1] or "index"


def _navigation(item: str = '<a href="{0}">{1}</a>') -> str:
    return "".join(item.format(*link) for link in LINKS)


def _alpine(path: str) -> bytes:
    body = (
        f'<div x-data="{{ page: null, async init() {{ this.page = await (await fetch(`/api/{slug_of(path)}.json`)).json() }} }}">'
        f'<header class="site-header"><nav>{_navigation()}</nav></header>'
        f'<main><article x-html="page ? page.html : \'\'"></article></main><footer class="site-footer"><p>{FOOTER}</p></footer></div>'
    )
    return shell("alpine", body, kind="text/javascript")


def _htmx(path: str) -> bytes:
    body = (
        f'<header><nav hx-boost="true">{_navigation()}</nav></header>'
        f'<main hx-get="/fragment/{slug_of(path)}" hx-trigger="load"><p class="htmx-indicator">Loading…</p></main><footer><p>{FOOTER}</p></footer>'
    )
    return shell("htmx", body, kind="text/javascript")


def _docsify(_: str) -> bytes:
    return shell(
        "docsify",
        '<div id="app"></div>',
        kind="text/javascript",
        head="<script>window.$docsify = { name: 'Lower River Walks', loadSidebar: true, alias: { '/.*/_sidebar.md': '/_sidebar.md' } }</script>",
    )


def _polling(path: str) -> bytes:
    script = f"""
      const main = document.querySelector("main");
      setTimeout(async () => {{ main.innerHTML = (await (await fetch("/api/{slug_of(path)}.json")).json()).html; }}, 300);
      setInterval(() => {{ document.querySelector("time").textContent = new Date().toISOString(); }}, 50);
      const poll = async () => {{ try {{ await fetch("/poll?" + Date.now()); }} catch {{}} setTimeout(poll, 60); }};
      poll(); new Image().src = "/never.png";
    """
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Live levels</title></head><body><header><nav>{_navigation()}</nav></header>'
        f"<main></main><footer><time></time><p>{FOOTER}</p></footer><script>{script}</script></body></html>"
    ).encode()


def _consent(path: str) -> bytes:
    script = f"""
      fetch("/api/{slug_of(path)}.json").then((answer) => answer.json()).then((page) => {{
        document.querySelector("article").innerHTML = page.html;
        const layer = document.createElement("div");
        layer.id = "onetrust-consent-sdk";
        layer.innerHTML = '<div role="dialog" aria-modal="true" style="position:fixed;inset:0"><h2>We value your privacy</h2><p>We and our 812 partners store ' +
          'and access information on your device, such as unique identifiers in cookies, to process personal data. You may accept or manage your choices ' +
          'at any time by clicking below, including your right to object where legitimate interest is used.</p><button>Accept all</button></div>';
        document.body.append(layer);
        document.body.style.overflow = "hidden";
      }});
    """
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Walks</title></head><body><header><nav>{_navigation()}</nav></header>'
        f"<main><article></article></main><footer><p>{FOOTER}</p></footer><script>{script}</script></body></html>"
    ).encode()


def _hydrated(path: str) -> bytes:
    return (OUT / "hydrated" / f"{slug_of(path)}.html").read_bytes()


def _app(name: str) -> Callable[[str], bytes]:
    return lambda _: shell(name, '<div id="app"></div>')


SITES: dict[str, Callable[[str], bytes]] = {
    "react": lambda _: shell("react", '<div id="root"></div>'),
    "vue": _app("vue"),
    "svelte": _app("svelte"),
    "preact": _app("preact"),
    "solid": _app("solid"),
    "lit": lambda _: shell("lit", "<river-header></river-header><river-page></river-page><river-footer></river-footer>"),
    "alpine": _alpine,
    "htmx": _htmx,
    "docsify": _docsify,
    "hydrated": _hydrated,
    "polling": _polling,
    "consent": _consent,
}


class Handler(Answering):
    page: Callable[[str], bytes]
    seen: list[str]

    def answer(self, path: str) -> Answer:
        self.seen.append(path)
        name = slug_of(path)
        if path.startswith("/api/"):
            time.sleep(_DELAY)
            found = json.loads((OUT / "pages.json").read_text(encoding="utf-8")).get(name.removesuffix(".json"))
            return (200, "application/json", json.dumps(found).encode()) if found else (404, "application/json", b"null")
        if path.startswith("/fragment/"):
            time.sleep(_DELAY)
            html = json.loads((OUT / "pages.json").read_text(encoding="utf-8"))[name]["html"]
            return 200, "text/html; charset=utf-8", f"<article>{html}</article>".encode()
        if path.startswith("/static/"):
            return 200, "text/javascript", (OUT / "static" / path.removeprefix("/static/")).read_bytes()
        if path == "/poll":
            return 200, "application/json", b"{}"
        if path.endswith(".md"):
            return self.markdown(path)
        if path in ("/favicon.ico", "/robots.txt", "/never.png"):
            return 404, "text/plain", b"none"
        if name not in SLUGS:
            return 404, "text/html", b"<h1>Not found</h1>"
        return 200, "text/html; charset=utf-8", type(self).page(path)

    def markdown(self, path: str) -> Answer:
        name = path.rsplit("/", 1)[-1].removesuffix(".md")
        if name == "_sidebar":
            return 200, "text/markdown", "\n".join(f"- [{text}]({to})" for to, text in LINKS).encode()
        source = CONTENT / f"{'index' if name == 'README' else name}.md"
        return (200, "text/markdown; charset=utf-8", source.read_bytes()) if source.exists() else (404, "text/plain", b"none")


@contextmanager
def serve(name: str) -> Iterator[tuple[str, list[str]]]:
    """The address of one site, and the paths it was asked for."""
    seen: list[str] = []
    handler = type("Handler", (Handler,), {"page": staticmethod(SITES[name]), "seen": seen})
    with serving(handler) as address:
        yield address, seen
