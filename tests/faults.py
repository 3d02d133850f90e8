"""A loopback server that answers the way the web does on its bad days."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PROSE = "<p>" + "The river path leaves the village behind the old mill and follows the water for two kilometres. " * 4 + "</p>"
GOOD = f"<!doctype html><html lang='en'><head><title>Good</title></head><body><main><h1>A good page</h1>{PROSE}</main></body></html>".encode()
_HANG = 20.0  # seconds; longer than any timeout of a test


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        name = self.path.strip("/").partition("?")[0] or "good"
        action = getattr(self, f"give_{name.replace('-', '_').replace('.', '_')}", None)
        try:
            action() if action else self.reply(404, b"<h1>Not found</h1>")
        except OSError:
            return

    def reply(self, status: int, body: bytes, kind: str = "text/html; charset=utf-8", **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Access-Control-Allow-Origin", "*")
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def give_good(self) -> None:
        self.reply(200, GOOD)

    def give_robots_txt(self) -> None:
        self.reply(200, b"User-agent: *\nDisallow: /forbidden\n", "text/plain")

    def give_forbidden(self) -> None:
        self.reply(200, GOOD)

    def give_broken(self) -> None:
        self.reply(500, b"<h1>Error</h1>")

    def give_loop(self) -> None:
        self.reply(302, b"", Location="/loop?" + str(time.monotonic_ns()))

    def give_empty(self) -> None:
        self.reply(200, b"")

    def give_paper(self) -> None:
        self.reply(200, b"%PDF-1.7 ...", "application/pdf")

    def give_picture(self) -> None:
        self.reply(200, b"\x89PNG\r\n\x1a\n....", "image/png")

    def give_huge(self) -> None:
        body = b"<html><body>" + b"<p>" + b"much text " * 100 + b"</p>"
        self.reply(200, body + body * (30_000_000 // len(body)))

    def give_never(self) -> None:
        time.sleep(_HANG)

    def give_script_loop(self) -> None:
        self.reply(200, b"<html><head><title>x</title></head><body><div id=root></div><script>while (true) {}</script></body></html>")

    def give_whole_but_stuck(self) -> None:
        self.reply(200, GOOD.replace(b"</body>", b"<script>while (true) {}</script></body>"))

    def give_prying(self) -> None:
        port = self.path.partition("?")[2]
        script = f"fetch('http://127.0.0.1:{port}/good').then(r => r.text()).then(t => document.body.innerHTML = t).catch(() => document.body.append('refused'))"
        self.reply(200, f"<html><head><title>x</title></head><body><script>{script}</script></body></html>".encode())

    def log_message(self, *_: object) -> None:
        return


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_: object) -> None:
        return


@contextmanager
def faulty_server() -> Iterator[str]:
    """The address of the server."""
    server = _Server(("127.0.0.1", 0), _Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
