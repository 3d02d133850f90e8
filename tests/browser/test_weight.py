"""What a page fetches: by switch in a browser started here, by address in a remote one."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from scrapy.settings import Settings

from domwright.project.rendering.limits import Limits
from domwright.project.rendering.render import Wish, render
from domwright.project.rendering.service import RenderService
from tests.browser.test_pool import remote
from tests.loopback import Answer, Answering, serving

pytestmark = pytest.mark.browser
_PAGE = b"""<!doctype html><title>Weight</title><style>@font-face { font-family: own; src: url(/own.woff2) } body { font-family: own }
  main { background: url(/back.png) }</style><link rel=stylesheet href=/own.css>
<main><p>The ferry crosses every hour, and the bell on the landing calls it at other times of the day.</p><img src=/seen.jpg>
<video src=/film.mp4 preload=auto muted autoplay></video><audio src=/song.mp3 preload=auto></audio></main>"""
_WEIGHT = {"/own.woff2", "/back.png", "/seen.jpg", "/film.mp4", "/song.mp3"}


def asked_for(**settings: Any) -> set[str]:
    """The paths that a page of all kinds of weight asked for."""
    asked: set[str] = set()

    class Handler(Answering):
        def answer(self, path: str) -> Answer:
            asked.add(path)
            return (
                (200, "text/html", _PAGE)
                if path == "/"
                else (200, "text/css", b"p { color: #333 }")
                if path == "/own.css"
                else (404, "text/plain", b"")
            )

    async def work(base: str) -> None:
        service = RenderService(Limits.of(Settings(settings)))
        try:
            await render(service, f"{base}/", Wish(seconds=20))
        finally:
            await service.close()

    with serving(Handler) as base:
        asyncio.run(work(base))
        time.sleep(0.1)
    return asked


def test_weight_is_not_fetched_and_styles_are() -> None:
    asked = asked_for()
    assert "/own.css" in asked
    assert not asked & _WEIGHT


def test_a_setting_lets_kinds_through() -> None:
    assert asked_for(DOMWRIGHT_FETCH="all") >= _WEIGHT
    assert asked_for(DOMWRIGHT_FETCH="fonts") & _WEIGHT == {"/own.woff2"}
    assert asked_for(DOMWRIGHT_FETCH="media") & _WEIGHT == {"/film.mp4", "/song.mp3"}


def test_a_remote_browser_does_not_fetch_it_either(tmp_path: Path) -> None:
    with remote(tmp_path) as (address, _):
        asked = asked_for(DOMWRIGHT_BROWSER=address)
    assert "/own.css" in asked
    assert not asked & _WEIGHT
