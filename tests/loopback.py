"""What every server of the tests shares: quiet answers on loopback, one port a server, gone with its block."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

Answer = tuple[int, str, bytes]  # status, media type, body


class Answering(BaseHTTPRequestHandler):
    """Answers GET with what `answer` says of the path; whoever hangs up early is not mourned."""

    def answer(self, path: str) -> Answer:
        """The answer for a path, its query left out."""
        raise NotImplementedError

    def do_GET(self) -> None:
        status, kind, body = self.answer(self.path.partition("?")[0])
        self.reply(status, body, kind)

    def reply(self, status: int, body: bytes, kind: str = "text/html; charset=utf-8", **headers: str) -> None:
        """Send one whole answer."""
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        try:
            self.write(body)
        except OSError:
            return

    def write(self, body: bytes) -> None:
        """Send the body, after its headers."""
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, *_: object) -> None:
        return


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """The address of a server, without a slash at its end."""
    server = _Server(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
