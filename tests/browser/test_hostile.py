"""Pages that would take a crawl down: each ends in bounded time, and the next page comes as if nothing had been."""

import asyncio
import datetime as dt
import os
import signal
import ssl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from domwright.project.rendering.faults import translated
from domwright.project.rendering.limits import Limits
from domwright.project.rendering.render import Snapshot, Wish, render
from domwright.project.rendering.service import RenderService
from tests.loopback import Answering, serving

pytestmark = pytest.mark.browser
PROSE = "The weir is opened by hand on the first warm day, and whoever does it signs the beam above the wheel. " * 4
HEAVY = 50_000_000  # bytes
PAGES = {
    "good": f"<p>{PROSE}</p>",
    "endless": "<script>location.href = '/endless?' + Math.random()</script>",
    "refresh": f"<meta http-equiv=refresh content=0><p>{PROSE}</p>",
    "push": f"<p>{PROSE}</p><script>let n = 0; setInterval(() => history.pushState({{}}, '', '/push' + n++), 1)</script>",
    "dialogs": f"<p>{PROSE}</p><script>for (let n = 0; n < 30; n++) alert(n); print(); onbeforeunload = () => 'stay'</script>",
    "popups": f"<p>{PROSE}</p><script>for (let n = 0; n < 20; n++) window.open('/good?' + n)</script>",
    "download": f"<p>{PROSE}</p><a id=a href=/file.bin download>file</a><script>document.getElementById('a').click()</script>",
    "canvas": f"<p>{PROSE}</p><canvas id=c width=4000 height=4000></canvas><script>const c = document.getElementById('c');"
    "const g = c.getContext('webgl') || c.getContext('2d'); (function f() { requestAnimationFrame(f) })()</script>",
    "worker": f"<p>{PROSE}</p><script>navigator.serviceWorker && navigator.serviceWorker.register('/sw.js').catch(() => {{}})</script>",
    "threads": f"<p>{PROSE}</p><script>for (let n = 0; n < 8; n++) new Worker(URL.createObjectURL(new Blob(['while (true) {{}}'])))</script>",
    "greedy": f"<p>{PROSE}</p><script>setTimeout(() => {{ const all = []; while (true) all.push(new Array(1e6).fill({{}})) }}, 0)</script>",
    "recursion": f"<p>{PROSE}</p><iframe src=/recursion></iframe>",
    "local": f"<p>{PROSE}</p><iframe src='file:///etc/passwd'></iframe><script>fetch('file:///etc/passwd').then(r => r.text()).then(t => document.body.append(t))</script>",
}


class _Handler(Answering):
    def do_GET(self) -> None:
        name = self.path.partition("?")[0].strip("/")
        if name == "guarded":
            self.reply(401, b"<p>who are you?</p>", **{"WWW-Authenticate": 'Basic realm="x"'})
        elif name == "heavy":
            start, row = b"<!doctype html><title>heavy</title><body>", f"<p>{PROSE}</p>".encode()
            self.reply(200, start + row * (HEAVY // len(row)))
        elif name == "file.bin":
            self.reply(200, bytes(1000), "application/octet-stream", **{"Content-Disposition": "attachment"})
        elif name == "sw.js":
            self.reply(200, b"onfetch = (event) => event.respondWith(new Response('<p>worker</p>'))", "text/javascript")
        else:
            body = PAGES.get(name) or PAGES["push" if name.startswith("push") else "good"]
            self.reply(200, f"<!doctype html><html><head><title>{name}</title></head><body>{body}</body></html>".encode())


def children() -> set[int]:
    """Processes below this one."""
    parents: dict[int, int] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if fields[0] != "Z":
                parents[int(entry.name)] = int(fields[1])
    found = {os.getpid()}
    while True:
        more = {pid for pid, parent in parents.items() if parent in found} - found
        if not more:
            return found - {os.getpid()}
        found |= more


def taken(name: str, seconds: float = 8.0) -> tuple[Snapshot | Exception, float, Snapshot, int]:
    """What came of a page, after how long, a good page after it, and how many pages were open at the end."""

    async def work(base: str) -> tuple[Snapshot | Exception, float, Snapshot, int]:
        service = RenderService(Limits(pages=1))
        began = time.monotonic()
        try:
            found: Snapshot | Exception
            try:
                found = await render(service, f"{base}/{name}", Wish(seconds=seconds))
            except Exception as error:  # noqa: BLE001 - the test looks at it
                found = translated(error, name)
            took = time.monotonic() - began
            after = await render(service, f"{base}/good?after", Wish(seconds=20))
            deadline = time.monotonic() + 8
            # A page that is given up is closed behind the next one's back.
            while (pages := sum(len(shelf.context.pages) for shelf in service._shelves.values())) > 1 and time.monotonic() < deadline:  # noqa: ASYNC110
                await asyncio.sleep(0.1)
            return found, took, after, pages
        finally:
            await service.close()

    before = children()
    with serving(_Handler) as base:
        result = asyncio.run(work(base))
    deadline = time.monotonic() + 5
    while children() - before and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not children() - before, "processes are left"
    return result


@pytest.mark.parametrize("name", ["dialogs", "popups", "download", "canvas", "worker", "threads", "recursion", "push", "local"])
def test_a_noisy_page_is_taken_all_the_same(name: str) -> None:
    found, took, after, pages = taken(name)
    assert isinstance(found, Snapshot), found
    assert "signs the beam" in found.html
    assert "root:" not in found.html
    assert took < 8
    assert "signs the beam" in after.html
    assert pages == 1


@pytest.mark.parametrize("name", ["endless", "greedy", "refresh"])
def test_a_page_that_cannot_be_had_ends_in_time(name: str) -> None:
    found, took, after, pages = taken(name)
    if isinstance(found, Exception):
        assert type(found).__name__ in ("RenderFailed", "DownloadTimeoutError", "DownloadFailedError")
    assert took < 12
    assert "signs the beam" in after.html
    assert pages == 1


def test_a_page_of_fifty_megabytes_is_cut_or_given_up_in_time() -> None:
    found, took, after, pages = taken("heavy", seconds=40)
    assert took < 45
    if isinstance(found, Snapshot):
        # Whole, or said to be its beginning only: how far it got in time is the machine's matter.
        assert found.facts["truncated"] or len(found.html) > HEAVY * 0.9
        assert len(found.html) > 1_000_000
    assert "signs the beam" in after.html
    assert pages == 1


def test_a_page_that_asks_for_a_password_is_answered_with_its_status() -> None:
    found, took, after, _ = taken("guarded")
    assert isinstance(found, Snapshot)
    assert found.status == 401
    assert took < 8
    assert "signs the beam" in after.html


def test_a_renderer_that_is_killed_costs_no_page() -> None:
    async def work(base: str) -> list[Snapshot]:
        service = RenderService(Limits(pages=1))
        try:
            first = await render(service, f"{base}/good?1", Wish(seconds=20))
            for pid in children():
                try:
                    command = (Path("/proc") / str(pid) / "cmdline").read_bytes()
                except OSError:
                    continue
                if b"--type=renderer" in command:
                    os.kill(pid, signal.SIGKILL)
            await asyncio.sleep(0.2)
            return [first, await render(service, f"{base}/good?2", Wish(seconds=20))]
        finally:
            await service.close()

    with serving(_Handler) as base:
        assert all("signs the beam" in each.html for each in asyncio.run(work(base)))


@contextmanager
def self_signed(tmp_path: Path) -> Iterator[str]:
    """A server whose certificate nobody vouches for."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = dt.datetime.now(dt.UTC)
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
    certificate = builder.not_valid_before(now).not_valid_after(now + dt.timedelta(days=1)).sign(key, hashes.SHA256())
    pem = tmp_path / "server.pem"
    private = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    pem.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"https://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def test_a_certificate_nobody_vouches_for_is_an_error_and_a_setting_takes_it(tmp_path: Path) -> None:
    async def work(url: str, context: dict[str, bool]) -> str:
        service = RenderService(Limits(pages=1))
        try:
            return (await render(service, url, Wish(seconds=10, context_options=context))).html
        except Exception as error:  # noqa: BLE001 - the test looks at it
            return str(translated(error, url))
        finally:
            await service.close()

    with self_signed(tmp_path) as base:
        assert "ERR_CERT" in asyncio.run(work(f"{base}/good", {}))
        assert "signs the beam" in asyncio.run(work(f"{base}/good", {"ignore_https_errors": True}))
