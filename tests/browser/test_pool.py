"""Several remote browsers: pages are spread over them, and one that is dead, or dies, does not matter."""

import asyncio
import re
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from domwright.project.rendering.browser import find_browser, sandboxed
from domwright.project.rendering.limits import Limits
from domwright.project.rendering.pool import RenderPool, endpoints_of
from domwright.project.rendering.render import Wish, render
from tests.browser.test_rendering import PROSE, server

pytestmark = pytest.mark.browser
DEAD = "http://127.0.0.1:9"


@contextmanager
def remote(folder: Path) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """A browser of its own process with a debugging port on loopback."""
    flags = ["--headless", "--remote-debugging-port=0", f"--user-data-dir={folder}", "--disable-gpu", *([] if sandboxed() else ["--no-sandbox"])]
    process = subprocess.Popen([find_browser().executable, *flags, "about:blank"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        line = next(line for line in process.stderr if "DevTools listening" in line)
        found = re.search(r"ws://(127\.0\.0\.1:\d+)/", line)
        assert found
        yield f"http://{found[1]}", process
    finally:
        process.kill()
        process.wait()


def test_only_several_endpoints_are_a_pool() -> None:
    assert endpoints_of("http://a:1 ws://b:2, https://c:3") == ["http://a:1", "ws://b:2", "https://c:3"]
    assert endpoints_of("http://a:1") == endpoints_of("") == endpoints_of("/usr/bin/chromium /opt/chrome") == []


def test_pages_are_spread_and_dead_endpoints_do_not_matter(tmp_path: Path) -> None:
    async def work(first: str, second: str, process: "subprocess.Popen[str]", base: str) -> tuple[list[str], list[int], list[str]]:
        pool = RenderPool(Limits(pages=2), [DEAD, first, second])
        try:
            together = await asyncio.gather(*(render(pool, f"{base}/clock", Wish(seconds=20)) for _ in range(6)))
            served = [service._served for service in pool.services]
            process.kill()
            process.wait()
            after = [await render(pool, f"{base}/timer", Wish(seconds=20)) for _ in range(3)]
            return [each.html for each in together], served, [each.html for each in after]
        finally:
            await pool.close()

    with ExitStack() as stack:
        (first, _), (second, process) = (stack.enter_context(remote(tmp_path / name)) for name in "ab")
        base = stack.enter_context(server())
        together, served, after = asyncio.run(work(first, second, process, base))
    assert all(PROSE.strip()[:60] in html for html in together + after)
    assert served[0] == 0
    assert min(served[1:]) >= 2


def test_an_endpoint_that_hangs_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domwright.project.rendering.service._CONNECT_MILLISECONDS", 1_000)

    async def work(hanging: str, alive: str, base: str) -> list[str]:
        pool = RenderPool(Limits(pages=2), [hanging, alive])
        try:
            return [(await render(pool, f"{base}/clock", Wish(seconds=10))).html for _ in range(3)]
        finally:
            await pool.close()

    with ExitStack() as stack:
        deaf = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        alive, _ = stack.enter_context(remote(tmp_path / "a"))
        base = stack.enter_context(server())
        found = asyncio.run(work(f"http://127.0.0.1:{deaf.getsockname()[1]}", alive, base))
    assert all(PROSE.strip()[:60] in html for html in found)


def test_all_dead_is_an_error(tmp_path: Path) -> None:
    async def work() -> None:
        pool = RenderPool(Limits(pages=1), [DEAD, "http://127.0.0.1:10"])
        try:
            await render(pool, "http://127.0.0.1:9/", Wish(seconds=20))
        finally:
            await pool.close()

    with pytest.raises(Exception, match="ECONNREFUSED"):
        asyncio.run(work())
