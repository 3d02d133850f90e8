"""A loopback server that answers the way the web does on its bad days."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from tests.loopback import Answering, serving

PROSE = "<p>" + "The river path leaves the village behind the old mill and follows the water for two kilometres. " * 4 + "</p>"
GOOD = f"<!doctype html><html lang='en'><head><title>Good</title></head><body><main><h1>A good page</h1>{PROSE}</main></body></html>".encode()
_HANG = 20.0  # seconds; longer than any timeout of a test


class _Handler(Answering):
    def do_GET(self) -> None:
        name = self.path.strip("/").partition("?")[0] or "good"
        action = getattr(self, f"give_{name.replace('-', '_').replace('.', '_')}", None)
        try:
            action() if action else self.tell(404, b"<h1>Not found</h1>")
        except OSError:
            return

    def tell(self, status: int, body: bytes, kind: str = "text/html; charset=utf-8", **headers: str) -> None:
        self.reply(status, body, kind, **{"Access-Control-Allow-Origin": "*", **headers})

    def give_good(self) -> None:
        self.tell(200, GOOD)

    def give_robots_txt(self) -> None:
        self.tell(200, b"User-agent: *\nDisallow: /forbidden\n", "text/plain")

    def give_forbidden(self) -> None:
        self.tell(200, GOOD)

    def give_broken(self) -> None:
        self.tell(500, b"<h1>Error</h1>")

    def give_loop(self) -> None:
        self.tell(302, b"", Location="/loop?" + str(time.monotonic_ns()))

    def give_empty(self) -> None:
        self.tell(200, b"")

    def give_paper(self) -> None:
        self.tell(200, b"%PDF-1.7 ...", "application/pdf")

    def give_picture(self) -> None:
        self.tell(200, b"\x89PNG\r\n\x1a\n....", "image/png")

    def give_huge(self) -> None:
        body = b"<html><body>" + b"<p>" + b"much text " * 100 + b"</p>"
        self.tell(200, body + body * (30_000_000 // len(body)))

    def give_never(self) -> None:
        time.sleep(_HANG)

    def give_script_loop(self) -> None:
        self.tell(200, b"<html><head><title>x</title></head><body><div id=root></div><script>while (true) {}</script></body></html>")

    def give_whole_but_stuck(self) -> None:
        self.tell(200, GOOD.replace(b"</body>", b"<script>while (true) {}</script></body>"))

    def give_prying(self) -> None:
        port = self.path.partition("?")[2]
        script = f"fetch('http://127.0.0.1:{port}/good').then(r => r.text()).then(t => document.body.innerHTML = t).catch(() => document.body.append('refused'))"
        self.tell(200, f"<html><head><title>x</title></head><body><script>{script}</script></body></html>".encode())


@contextmanager
def faulty_server() -> Iterator[str]:
    """The address of the server."""
    with serving(_Handler) as address:
        yield address
