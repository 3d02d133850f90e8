"""The weight of real sites: twelve subresources a page (styles, fonts, pictures, scripts, a watcher) around the pages of tests/sites.

`plain` pages carry their content in the HTML: what a site looks like of which half needs no JavaScript.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager

from tests.loopback import Answer, serving
from tests.sites.server import OUT, SITES, Handler, slug_of

_STYLES = ("base", "theme")
_FONTS = ("text", "heading")
_PICTURES = tuple(range(5))
# A transparent PNG of one pixel; the pictures are padded behind it to the weight of a thumbnail.
_PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d4944415478da6364f8cf500f000387018060340cc70000000049454e44ae426082"
)
_WEIGHT = 30_000
_WATCHER = """
const send = () => fetch("/hit?" + performance.now(), { method: "POST", body: "{}", keepalive: true }).catch(() => {});
send(); addEventListener("scroll", send);
"""
_VENDOR = "window.vendor = [" + ",".join(f"function f{number}(x) {{ return x + {number}; }}" for number in range(3000)) + "];"
SUBRESOURCES = len(_STYLES) + len(_FONTS) + len(_PICTURES) + 3  # and the vendor script, the watcher and its hit


def weighed(markup: bytes) -> bytes:
    """A page of tests/sites with its subresources."""
    head = "".join(f'<link rel="stylesheet" href="/assets/{name}.css">' for name in _STYLES)
    head += '<script src="/assets/vendor.js"></script><script async src="/assets/watcher.js"></script>'
    pictures = "".join(f'<img src="/assets/{number}.png" alt="" width="120" height="80">' for number in _PICTURES)
    return markup.replace(b"<head>", b"<head>" + head.encode(), 1).replace(b"</body>", f"<div>{pictures}</div></body>".encode(), 1)


def _plain(path: str) -> bytes:
    page = json.loads((OUT / "pages.json").read_text(encoding="utf-8"))[slug_of(path)]
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Walks</title></head><body><main><article>{page["html"]}</article></main></body></html>'
    ).encode()


def _asset(name: str) -> Answer:
    stem, _, kind = name.rpartition(".")
    if kind == "css":
        faces = "".join(f'@font-face {{ font-family: {face}; src: url("/assets/{face}.woff2"); }}' for face in _FONTS)
        rules = "".join(f".{stem}-{number} {{ margin: {number}px; color: #333; }}" for number in range(400))
        return 200, "text/css", f"{faces} body {{ font-family: text, serif; }} h1, h2 {{ font-family: heading, serif; }} {rules}".encode()
    if kind == "js":
        return 200, "text/javascript", (_VENDOR if stem == "vendor" else _WATCHER).encode()
    if kind == "png":
        return 200, "image/png", _PNG + bytes(_WEIGHT)
    return 200, "font/woff2", bytes(_WEIGHT)


class _Heavy(Handler):
    def answer(self, path: str) -> Answer:
        """The asset, or the site's own answer."""
        if path.startswith("/assets/"):
            return _asset(path.removeprefix("/assets/"))
        if path == "/hit":
            return 200, "application/json", b"{}"
        return super().answer(path)


@contextmanager
def serve(name: str) -> Iterator[tuple[str, list[str]]]:
    """The address of one site of tests/sites, or `plain`, with its weight; and the paths it was asked for."""
    seen: list[str] = []
    bare = _plain if name == "plain" else SITES[name]
    handler = type("Heavy", (_Heavy,), {"page": staticmethod(lambda path: weighed(bare(path))), "seen": seen})
    with serving(handler) as address:
        yield address, seen
