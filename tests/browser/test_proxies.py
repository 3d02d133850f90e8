"""Proxies take turns, over HTTP and in the browser, and one that fails costs a retry."""

import base64
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from scrapy.settings import Settings

from domwright.project.proxies import browser_proxy, proxies_of
from tests.loopback import Answering, serving

ROOT = Path(__file__).parents[2]
PROSE = "The ferry lies at the far bank in winter and is painted there, green below and white above the water line. " * 4
PLAIN = f"<html><head><title>x</title></head><body><main><p>{PROSE}</p></main></body></html>"
SHELL = f'<html><head><title>x</title></head><body><div id="root"></div><script>document.getElementById("root").innerHTML = "<p>{PROSE}</p>"</script></body></html>'


@contextmanager
def proxy(password: str = "", *, broken: bool = False) -> Iterator[tuple[str, list[str]]]:
    """A proxy that answers for every host itself, and the addresses it was asked for."""
    asked: list[str] = []

    class Handler(Answering):
        def do_GET(self) -> None:
            wanted = "Basic " + base64.b64encode(f"me:{password}".encode()).decode()
            if password and self.headers.get("Proxy-Authorization") != wanted:
                self.reply(407, b"", **{"Proxy-Authenticate": 'Basic realm="x"'})
                return
            asked.append(self.path)
            if broken:
                self.close_connection = True
                return
            self.reply(404 if self.path.endswith(("robots.txt", ".ico")) else 200, (SHELL if "/shell" in self.path else PLAIN).encode())

    with serving(Handler) as address:
        yield address.replace("http://", f"http://me:{password}@") if password else address, asked


def crawl(folder: Path, urls: str, proxies: str, *more: str) -> str:
    settings = ["DOMWRIGHT_STATE=", f"DOMWRIGHT_OUT={folder}", f"DOMWRIGHT_PROXIES={proxies}", "DOMWRIGHT_RENDER_MEMORY=", "ROBOTSTXT_OBEY=0", *more]
    command = [sys.executable, "-m", "scrapy", "crawl", "pages", "-a", f"urls={urls}", *(part for setting in settings for part in ("-s", setting))]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False).stderr


@pytest.mark.browser
def test_requests_take_turns_and_passwords_are_sent(tmp_path: Path) -> None:
    urls = " ".join(f"http://site.example/{kind}{number}" for kind in ("plain", "shell") for number in range(4))
    with ExitStack() as stack:
        (first, one), (second, two) = stack.enter_context(proxy("secret")), stack.enter_context(proxy())
        told = crawl(tmp_path, urls, f"{first} {second}")
    assert "8 pages" in told
    assert "secret" not in told
    pages = [sum(f"/{kind}" in url for url in asked) for asked in (one, two) for kind in ("plain", "shell")]
    assert min(pages) >= 2


@pytest.mark.browser
def test_a_proxy_that_fails_costs_a_retry(tmp_path: Path) -> None:
    with ExitStack() as stack:
        (bad, _), (good, asked) = stack.enter_context(proxy(broken=True)), stack.enter_context(proxy())
        told = crawl(
            tmp_path, " ".join(f"http://site.example/plain{number}" for number in range(4)), f"{bad} {good}", "CONCURRENT_REQUESTS=1", "RETRY_TIMES=3"
        )
    assert "4 pages" in told
    assert len(asked) >= 4


def test_what_is_no_proxy_is_named_without_its_password() -> None:
    assert proxies_of(Settings({"DOMWRIGHT_PROXIES": "http://a:1, socks5://b:2"})) == ["http://a:1", "socks5://b:2"]
    with pytest.raises(ValueError, match="'proxy'") as caught:
        proxies_of(Settings({"DOMWRIGHT_PROXIES": "me:secret@proxy"}))
    assert "secret" not in str(caught.value)
    assert browser_proxy("http://me:p%40ss@a:1") == {"server": "http://a:1", "username": "me", "password": "p@ss"}
