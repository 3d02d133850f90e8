"""`scrapy crawl site` in a real browser on sites built with real frameworks: every page comes out as the Markdown it was made from."""

import json
import subprocess
import sys
from pathlib import Path

import frontmatter
import pytest

from domwright.project.exporters.paths import path_of
from tests.sites.server import CONTENT, LINKS, SITES, SLUGS, serve, slug_of

pytestmark = [pytest.mark.browser, pytest.mark.sites]
ROOT = Path(__file__).parents[2]


def crawl(out: Path, url: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "scrapy",
        "crawl",
        "site",
        "-a",
        f"url={url}",
        "-s",
        f"DOMWRIGHT_OUT={out}",
        "-s",
        f"DOMWRIGHT_RENDER_MEMORY={out}/memory.json",
    ]
    return subprocess.run([*command, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)


def truth(slug: str, base: str, *, routes: bool = False) -> str:
    text = (CONTENT / f"{slug}.md").read_text(encoding="utf-8")
    return text.replace("](/", f"]({base}/#/" if routes else f"]({base}/")


@pytest.mark.parametrize("name", sorted(SITES))
def test_every_page_comes_out_as_it_was_written(name: str, tmp_path: Path) -> None:
    with serve(name) as (base, _):
        done = crawl(tmp_path, f"{base}/", "-O", f"{tmp_path}/items.jsonl", "-O", f"{tmp_path}/all.md")
        assert done.returncode == 0, done.stderr
        for path, _ in LINKS:
            address = f"{base}/#{path}" if name == "docsify" and path != "/" else f"{base}{path}"
            file = tmp_path / path_of(address)
            assert file.exists(), f"{file} was not written:\n{done.stderr}"
            assert frontmatter.load(str(file)).content + "\n" == truth(slug_of(path), base, routes=name == "docsify")
    items = [json.loads(line) for line in (tmp_path / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(items) >= len(SLUGS)
    assert (tmp_path / "all.md").read_text(encoding="utf-8").count("\ncontent_hash: ") == len(items)
    assert all(item["rung"] == "scored" and not item["stub"] for item in items)
    assert "browser" in {item["obtained"] for item in items}


def test_server_html_needs_no_browser_once_it_was_compared(tmp_path: Path) -> None:
    with serve("hydrated") as (base, _):
        crawl(tmp_path, f"{base}/")
        done = crawl(tmp_path, f"{base}/", "-O", f"{tmp_path}/items.jsonl", "-a", "allow=/walks/")
    items = [json.loads(line) for line in (tmp_path / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    assert {item["obtained"] for item in items if "/walks/" in item["url"]} == {"http"}, done.stderr


@pytest.mark.parametrize("name", ["vue", "htmx", "polling", "hydrated"])
def test_a_site_that_has_not_changed_is_not_rendered_again(name: str, tmp_path: Path) -> None:
    state = ("-s", f"DOMWRIGHT_STATE=sqlite:///{tmp_path}/state.db", "-s", f"DOMWRIGHT_REPORTS={tmp_path}/reports")
    with serve(name) as (base, _):
        assert " rendered)" in crawl(tmp_path, f"{base}/", *state).stderr
        assert "4 pages (4 as before)" in crawl(tmp_path, f"{base}/", *state).stderr
