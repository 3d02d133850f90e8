"""Settling and the snapshot, in a real browser, on pages that are hard to wait for."""

import asyncio
import os
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from domwright.project.rendering.limits import Limits
from domwright.project.rendering.render import Snapshot, Wish, render
from domwright.project.rendering.service import RenderService
from tests.loopback import Answer, Answering, serving

pytestmark = pytest.mark.browser
PROSE = "The river path leaves the village behind the old mill and follows the water for about two kilometres. " * 4
PAGES = {
    "late": "<div id=root class=spinner>Loading</div><script>fetch('/slow').then(r=>r.text()).then(t=>document.body.innerHTML='<p>'+t+'</p>')</script>",
    "timer": f"<div id=root></div><script>setTimeout(()=>document.body.innerHTML='<p>{PROSE}</p>', 900)</script>",
    "idle": f"<div id=root></div><script>requestIdleCallback(()=>document.body.innerHTML='<p>{PROSE}</p>')</script>",
    "shadow": f"<x-page></x-page><script>class X extends HTMLElement{{connectedCallback(){{this.attachShadow({{mode:'closed'}}).innerHTML='<p>{PROSE}</p>'}}}}"
    "customElements.define('x-page',X)</script>",
    "frame": "<h1>Outer</h1><iframe src=/inner></iframe>",
    "inner": f"<p>{PROSE}</p>",
    "lazy": "<div style='height:3000px'>top</div><section id=low></section><script>new IntersectionObserver(e=>{if(e[0].isIntersecting)"
    f"document.getElementById('low').innerHTML='<p>{PROSE}</p>'}}).observe(document.getElementById('low'))</script>",
    "clock": f"<p>{PROSE}</p><b id=t></b><script>setInterval(()=>document.getElementById('t').textContent=Math.random(),10);"
    "(function p(){fetch('/poll').then(()=>setTimeout(p,30))})()</script>",
    "dialogs": f"<p>{PROSE}</p><script>addEventListener('beforeunload',e=>e.preventDefault());alert('hello');confirm('sure?');window.open('/inner')</script>",
    "hidden": f"<p>{PROSE}</p><p style='display:none'>not shown</p><details><summary>More</summary><p>folded text</p></details>",
    # Minified templates: only the style keeps these apart, and a drop cap or a line of code is not apart at all.
    "flex": f"<p>{PROSE}</p><div style='display:flex;gap:1em'><span>Bread</span><span>€2.00</span></div><p><b style='margin-right:8px'>Open</b><i>daily</i></p>"
    "<p><span style='float:left'>T</span>he end is <b>near</b>ly here</p><pre><span style='display:block'>a = 1;</span><span>b = 2;</span></pre>",
    # Posts of social networks: only the style keeps their lines, as it does in code, which has its own.
    "lines": "<div style='white-space:pre-wrap'><span>First line\n\nSecond  part\nends</span></div><p>No\nbreak</p><pre>a\nb</pre>",
    "moved": f"<script>history.replaceState({{}},'','/elsewhere')</script><p>{PROSE}</p>",
    # Enough chrome to pass for a page, and an answer whose body comes long after its headers.
    "slowbody": f"<div>{'Home Walks Boats Shop Imprint Privacy ' * 12}</div><main></main><script>fetch('/drip').then(r=>r.text())"
    ".then(t=>document.querySelector('main').innerHTML='<p>'+t+'</p>')</script>",
    "unended": f"<p>{PROSE}</p><script>fetch('/drip/forever').then(r => r.text())</script>",
    "forever": "<p>start</p><script>setInterval(()=>document.body.append('more and more and more text '),5)</script>",
    "stuck": "<div id=root></div><script>setTimeout(()=>{while(true){}},0)</script>",
}


class _Handler(Answering):
    def answer(self, path: str) -> Answer:
        name = path.strip("/")
        if name == "slow":
            time.sleep(1.0)
        body = PAGES.get(name, PROSE)
        whole = f"<!doctype html><html><head><title>{name}</title></head><body>{body}</body></html>" if name in PAGES else body
        return 200, "text/html; charset=utf-8", whole.encode()

    def write(self, body: bytes) -> None:
        if self.path.startswith("/drip"):
            self.wfile.flush()
            time.sleep(3 if "forever" in self.path else 0.6)
        super().write(body)


@contextmanager
def server() -> Iterator[str]:
    with serving(_Handler) as address:
        yield address


async def rendered(names: list[str], **limits: float) -> dict[str, Snapshot | Exception]:
    service = RenderService(Limits(pages=2, **limits))  # type: ignore[arg-type]
    found: dict[str, Snapshot | Exception] = {}
    with server() as base:
        try:
            for name in names:
                try:
                    found[name] = await render(service, f"{base}/{name}", Wish(seconds=12))
                except Exception as error:  # noqa: BLE001 - the test looks at it
                    found[name] = error
        finally:
            await service.close()
    return found


def test_content_that_comes_late_is_there_without_a_wait_of_its_own() -> None:
    names = ["late", "timer", "idle", "shadow", "frame", "lazy", "clock", "dialogs", "moved", "slowbody"]
    found = asyncio.run(rendered(names))
    for name in names:
        snapshot = found[name]
        assert isinstance(snapshot, Snapshot), f"{name}: {snapshot}"
        assert PROSE.strip()[:60] in snapshot.html, name
        assert snapshot.facts["why"] == ("restless" if name == "clock" else "settled"), name
    assert found["moved"].url.endswith("/elsewhere")
    assert found["clock"].facts["milliseconds"] < 3000
    assert found["shadow"].facts["closed"] == 1
    assert found["frame"].facts["frames"] == 1


def test_hidden_elements_are_marked_and_folded_ones_are_not() -> None:
    html = asyncio.run(rendered(["hidden"]))["hidden"].html
    assert '<p style="display:none" data-domwright-hidden="display">not shown</p>' in html
    assert "<p>folded text</p>" in html


def test_words_that_only_the_style_keeps_apart_are_apart() -> None:
    html = asyncio.run(rendered(["flex"]))["flex"].html
    assert "<span>Bread</span> <span>€2.00</span>" in html
    assert re.search(r">Open</b> <i>daily", html)
    assert "T</span>he end is <b>near</b>ly" in html
    assert "a = 1;</span><span>b = 2;" in html


def test_lines_that_only_the_style_keeps_are_lines() -> None:
    html = asyncio.run(rendered(["lines"]))["lines"].html
    assert "<span>First line<br><br>Second  part<br>ends</span>" in html
    assert "<p>No\nbreak</p>" in html
    assert "<pre>a\nb</pre>" in html


def test_a_page_that_repeats_itself_is_taken_and_says_so() -> None:
    snapshot = asyncio.run(rendered(["forever"]))["forever"]
    assert snapshot.facts["why"] == "restless"
    assert snapshot.facts["milliseconds"] < 6000
    assert [entry["kind"] for entry in snapshot.facts["pending"]] == ["interval"]


def test_a_page_that_never_ends_is_taken_at_the_ceiling_and_says_so() -> None:
    snapshot = asyncio.run(rendered(["unended"], ceiling=1500))["unended"]
    assert snapshot.facts["why"] == "ceiling"
    assert snapshot.facts["pending"][0]["address"].endswith("/drip/forever")


def test_a_page_in_a_loop_ends_in_time_and_the_next_one_is_rendered() -> None:
    async def work() -> tuple[object, object]:
        service = RenderService(Limits(pages=1))
        with server() as base:
            try:
                try:
                    await render(service, f"{base}/stuck", Wish(seconds=3))
                    first: object = None
                except TimeoutError as error:
                    first = error
                return first, await render(service, f"{base}/clock", Wish(seconds=10))
            finally:
                await service.close()

    start = time.monotonic()
    first, second = asyncio.run(work())
    assert isinstance(first, TimeoutError)
    assert isinstance(second, Snapshot)
    assert time.monotonic() - start < 25


def test_the_browser_is_started_again_when_it_dies() -> None:
    async def work() -> tuple[int, Snapshot]:
        service = RenderService(Limits(pages=1))
        with server() as base:
            try:
                await render(service, f"{base}/inner", Wish(seconds=10))
                browser = await service.browser()
                await browser.close()
                return id(browser), await render(service, f"{base}/inner", Wish(seconds=10))
            finally:
                await service.close()

    _, snapshot = asyncio.run(work())
    assert PROSE.strip()[:60] in snapshot.html


def kill_drivers() -> None:
    """Kill our own Node driver, as the system does when memory is short."""
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            ours = parent == os.getpid() and b"playwright" in (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if ours:
            os.kill(int(entry.name), signal.SIGKILL)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds the driver in /proc")
def test_the_driver_is_started_again_when_it_dies() -> None:
    async def work() -> Snapshot:
        service = RenderService(Limits(pages=1))
        with server() as base:
            try:
                await render(service, f"{base}/inner", Wish(seconds=10))
                kill_drivers()
                with pytest.raises(Exception):  # noqa: B017, PT011 - whatever Playwright makes of it
                    await render(service, f"{base}/inner", Wish(seconds=10))
                return await render(service, f"{base}/inner", Wish(seconds=10))
            finally:
                await service.close()

    assert PROSE.strip()[:60] in asyncio.run(work()).html
