"""What a plain response says about needing a browser, and what comparing teaches."""

from pathlib import Path

import pytest
from scrapy.http import HtmlResponse

from domwright.project.rendering.policy import Memory, judge, novelty

PROSE = "The river path leaves the village behind the old mill and follows the water for two kilometres. " * 8


def response(body: str, url: str = "https://a.example/x") -> HtmlResponse:
    return HtmlResponse(url, body=f"<html><body>{body}</body></html>".encode(), encoding="utf-8")


@pytest.mark.parametrize(
    ("body", "shell"),
    [
        (f"<p>{PROSE}</p>", ""),
        (f"<p>{PROSE}</p><script src=a.js></script>", ""),
        ("<div id=root></div><script src=a.js></script>", "little-text"),
        (f"<p>{PROSE}</p><div id=__next></div><script src=a.js></script>", "empty-root"),
        (f"<p>{PROSE[:400]}</p><noscript>Please enable JavaScript</noscript><script src=a.js></script>", "noscript-plea"),
        (f"<p>{PROSE[:300]}</p><x-page></x-page><script src=a.js></script>", "custom-elements"),
        (f"<p>{PROSE[:500]}</p><p>Loading…</p><script src=a.js></script>", "loading"),
        ('<p>short</p><script type="application/ld+json">{}</script>', ""),
    ],
)
def test_shells(body: str, shell: str) -> None:
    assert judge(response(body), "https://a.example/x").shell == shell


def test_a_route_needs_the_browser() -> None:
    assert judge(response(f"<p>{PROSE}</p>"), "https://a.example/#/guide").shell == "route"


def test_novelty_sees_text_and_links() -> None:
    static = response(f"<p>{PROSE}</p><a href=/a>a</a>")
    assert novelty(static, static) == 0
    assert novelty(static, response(f"<p>{PROSE}</p><p>Quite another article, of which the plain page knew nothing at all, stands here.</p>")) > 0.1
    assert novelty(static, response(f"<p>{PROSE}</p><a href=/a>a</a><a href=/b>b</a><a href=/c>c</a>")) > 0.1


def test_memory_learns_and_is_kept(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "memory.json")
    assert memory.verdict("https://a.example/blog/one") == "compare"
    memory.learn("https://a.example/blog/one", 0.0)
    memory.learn("https://a.example/blog/two", 0.02)
    memory.learn("https://a.example/app/one", 0.8)
    memory.save()
    again = Memory.load(tmp_path / "memory.json")
    assert again.verdict("https://a.example/blog/three") == "plain"
    assert again.verdict("https://a.example/app/two") == "render"
    for _ in range(48):
        again.passed("https://a.example/blog/x")
    assert again.verdict("https://a.example/blog/x") == "compare"


def test_a_broken_memory_file_is_started_anew(tmp_path: Path) -> None:
    path = tmp_path / "memory.json"
    path.write_text("{not json", encoding="utf-8")
    assert Memory.load(path).lessons == {}
