"""A site that is crawled again: what changed, came and went is found, and nothing else is fetched in full or written."""

import hashlib
import json
import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.loopback import Answering, serving

ROOT = Path(__file__).parents[3]


@dataclass
class Site:
    """Pages by name; every second one has an ETag, every third a Last-Modified."""

    address: str = ""
    texts: dict[str, str] = field(default_factory=dict)
    links: dict[str, list[str]] = field(default_factory=dict)
    heads: dict[str, str] = field(default_factory=dict)
    moved: dict[str, str] = field(default_factory=dict)
    down: bool = False
    answers: Counter[int] = field(default_factory=Counter)
    script: str = ""  # in the place of the text: pages are shells that it fills


class Pages(Answering):
    """Answers for one site."""

    site: Site

    def do_GET(self) -> None:
        name = self.path.partition("?")[0].strip("/") or "0"
        if self.site.script and name.endswith(".json"):
            self.data(name.removesuffix(".json"))
        elif self.site.script and name == "app.js":
            self.say(200, self.site.script.encode(), kind="text/javascript")
        elif name in self.site.moved:
            self.say(301, b"", Location=f"/{self.site.moved[name]}")
        elif name not in self.site.texts:
            self.say(404, b"<h1>none</h1>")
        elif self.site.down:
            self.say(503, b"down")
        else:
            self.page(name, SHELL if self.site.script else body(self.site, name))

    def do_POST(self) -> None:
        self.data(self.path.strip("/").removesuffix(".json"))

    def data(self, name: str) -> None:
        self.say(200, json.dumps({"html": body(self.site, name)}).encode(), kind="application/json")

    def page(self, name: str, markup: str) -> None:
        whole = f"<!doctype html><html><head><title>Page {name}</title>{self.site.heads.get(name, '')}</head><body>{markup}</body></html>".encode()
        tag = f'"{hashlib.sha256(whole).hexdigest()[:12]}"'
        if name.isdigit() and int(name) % 2 and self.headers.get("If-None-Match") == tag:
            self.say(304, b"")
        else:
            self.say(200, whole, **({"ETag": tag} if name.isdigit() and int(name) % 2 else {}))

    def say(self, status: int, body: bytes, kind: str = "text/html; charset=utf-8", **headers: str) -> None:
        self.site.answers[status] += 1
        self.reply(status, body, kind, **headers)


@contextmanager
def site(pages: int) -> Iterator[Site]:
    found = Site(texts={str(each): text(each) for each in range(pages)})
    found.links = {str(each): [str(kid) for kid in range(3 * each + 1, 3 * each + 4) if kid < pages] for each in range(pages)}

    with serving(type("Handler", (Pages,), {"site": found})) as found.address:
        yield found


SHELL = '<div id="root"></div><script src="/app.js"></script>'
FETCHING = """fetch("/" + location.pathname.slice(1).replace(/^$/, "0") + ".json").then((answer) => answer.json())
  .then((page) => { document.getElementById("root").innerHTML = page.html; });"""


def text(number: int) -> str:
    return f"Gauge {number} stands below the bridge and is read every morning by whoever comes past it first, and written down in the book. " * 3


def body(found: Site, name: str) -> str:
    links = "".join(f'<li><a href="/{each}">Page {each}</a></li>' for each in found.links.get(name, ()))
    return f"<main><h1>Page {name}</h1><p>{found.texts[name]}</p></main><nav><ul>{links}</ul></nav>"


def crawl(found: Site, folder: Path, *more: str, spider: str = "site") -> str:
    settings = {
        "DOMWRIGHT_STATE": f"sqlite:///{folder / 'state.db'}",
        "DOMWRIGHT_OUT": str(folder / "out"),
        "DOMWRIGHT_REPORTS": str(folder / "reports"),
        "DOMWRIGHT_RENDER_MEMORY": "",
        "AUTOTHROTTLE_ENABLED": "0",
        "RETRY_ENABLED": "0",
    }
    told = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
    found.answers.clear()
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", "crawl", spider, "-a", f"url={found.address}/", *told, *more],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return done.stderr


def report(folder: Path) -> dict[str, list[str]]:
    """Page names by verdict, of the last report."""
    newest = max((folder / "reports").rglob("*.json"), key=lambda path: path.stat().st_mtime_ns)
    told = json.loads(newest.read_text(encoding="utf-8"))
    found: dict[str, list[str]] = {"failed": [each["url"].rsplit("/", 1)[1] for each in told["failed"]]}
    for page in told["pages"]:
        found.setdefault(page["kind"], []).append(page["url"].rsplit("/", 1)[1])
    found["unchanged"] = [str(told["counts"]["unchanged"])]
    return found


def times(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in (folder / "out").rglob("*.md")}


def test_a_second_crawl_finds_what_changed_came_and_went(tmp_path: Path) -> None:
    with site(60) as found:
        first = crawl(found, tmp_path)
        assert "changes: 60 new" in first
        before = times(tmp_path)
        for name in ("3", "8", "41"):
            found.texts[name] += "Since Monday there is a second one above the weir."
        found.texts["new"] = text(99)
        found.links["5"].append("new")
        for name in ("50", "59"):
            del found.texts[name]
        del found.links["10"]  # 31, 32 and 33 are there and no page leads to them
        second = crawl(found, tmp_path)
    told = report(tmp_path)
    assert {kind: sorted(names) for kind, names in told.items()} == {
        "changed": ["3", "41", "8"],
        "new": ["new"],
        "gone": ["50", "59"],
        "failed": [],
        "unchanged": ["55"],
    }
    assert "1 new, 3 changed, 2 gone, 55 unchanged" in second
    after = times(tmp_path)
    assert {name for name in before if after.get(name) != before[name]} == {"3.md", "8.md", "41.md"}
    assert found.answers[304] >= 26


def test_a_page_that_stays_gone_is_marked_and_one_that_returns_is_new(tmp_path: Path) -> None:
    with site(10) as found:
        crawl(found, tmp_path)
        kept = found.texts.pop("7")
        crawl(found, tmp_path)
        file = next((tmp_path / "out").rglob("7.md"))
        assert report(tmp_path)["gone"] == ["7"]
        assert "gone:" not in file.read_text(encoding="utf-8")
        crawl(found, tmp_path)
        assert "gone" not in report(tmp_path)
        assert "\ngone: " in file.read_text(encoding="utf-8")
        crawl(found, tmp_path)
        found.texts["7"] = kept
        crawl(found, tmp_path)
        assert report(tmp_path)["new"] == ["7"]
        assert "gone:" not in file.read_text(encoding="utf-8")


def test_gone_files_are_removed_where_the_setting_says_so(tmp_path: Path) -> None:
    with site(5) as found:
        crawl(found, tmp_path)
        del found.texts["4"]
        crawl(found, tmp_path, "-s", "DOMWRIGHT_GONE=remove", "-s", "DOMWRIGHT_GONE_AFTER=1")
    assert not list((tmp_path / "out").rglob("4.md"))
    assert len(times(tmp_path)) == 4


def test_a_page_that_moved_is_gone_under_its_old_address_and_once_there(tmp_path: Path) -> None:
    with site(6) as found:
        crawl(found, tmp_path)
        found.moved["4"] = "elsewhere"
        found.texts["elsewhere"] = found.texts["4"]
        found.links["1"].append("elsewhere")
        crawl(found, tmp_path)
    told = report(tmp_path)
    assert (told["new"], told["gone"]) == (["4"], ["4"]) or (told["new"], told["gone"]) == (["elsewhere"], ["4"])


def test_a_site_that_is_down_loses_no_page(tmp_path: Path) -> None:
    with site(12) as found:
        crawl(found, tmp_path)
        found.down = True
        crawl(found, tmp_path)
        told = report(tmp_path)
        assert len(told["failed"]) == 12
        assert "gone" not in told
        found.down = False
        crawl(found, tmp_path)
        assert report(tmp_path)["unchanged"] == ["12"]
    assert len(times(tmp_path)) == 12


def test_a_feed_and_a_lost_folder_are_whole_again_after_a_crawl_in_which_nothing_changed(tmp_path: Path) -> None:
    with site(9) as found:
        crawl(found, tmp_path)
        for path in (tmp_path / "out").rglob("*.md"):
            path.unlink()
        crawl(found, tmp_path, "-O", str(tmp_path / "items.jsonl"))
    items = [json.loads(line) for line in (tmp_path / "items.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(items) == len(times(tmp_path)) == 9
    assert all(item["markdown"].startswith("# Page") for item in items)


def test_fresh_fetches_everything_and_still_compares(tmp_path: Path) -> None:
    with site(9) as found:
        crawl(found, tmp_path)
        crawl(found, tmp_path, "-a", "fresh=1")
        assert found.answers[200] == 9
    assert report(tmp_path)["unchanged"] == ["9"]


def test_pages_are_left_alone_in_proportion_to_how_long_they_stayed_as_they_are(tmp_path: Path) -> None:
    with site(9) as found:
        crawl(found, tmp_path)
        with sqlite3.connect(tmp_path / "state.db") as database:
            database.execute("update domwright_pages set changed = changed - 864000 where url like '%/7'")
        found.texts["7"] += "It was painted."
        crawl(found, tmp_path)
        assert report(tmp_path)["unchanged"] == ["9"]
        crawl(found, tmp_path, "-s", "DOMWRIGHT_REVISIT=0")
    assert report(tmp_path)["changed"] == ["7"]


def test_a_canonical_link_folds_variants_and_is_not_believed_when_it_names_another_page(tmp_path: Path) -> None:
    with site(4) as found:
        found.links["0"] += ["3?order=up", "3?order=down"]
        found.heads["3"] = f'<link rel="canonical" href="{found.address}/3">'
        found.heads["2"] = f'<link rel="canonical" href="{found.address}/">'
        told = crawl(found, tmp_path)
    assert "dropped 2: duplicate" in told
    assert len(times(tmp_path)) == 4


@pytest.mark.browser
def test_behind_an_unchanged_shell_only_the_page_whose_data_changed_is_rendered_again(tmp_path: Path) -> None:
    with site(4) as found:
        found.script = FETCHING
        assert "4 pages (4 rendered)" in crawl(found, tmp_path)
        found.texts["1"] += "A second one was set up above the weir on Monday."
        assert "4 pages (1 rendered, 3 as before)" in crawl(found, tmp_path)
        assert report(tmp_path)["changed"] == ["1"]
        found.texts["2"] += "It was painted."
        assert "4 pages (1 rendered, 3 as before)" in crawl(found, tmp_path)
        assert report(tmp_path)["changed"] == ["2"]
        found.script = FETCHING.replace("page.html", "page.html + '<p>The book is kept in the mill, where anyone may read it.</p>'")
        assert "4 pages (4 rendered)" in crawl(found, tmp_path)
        found.texts["1"] += "It was painted."
        crawl(found, tmp_path, "-s", "DOMWRIGHT_TRUST_SHELLS=1")
    assert "changed" not in report(tmp_path)


@pytest.mark.browser
@pytest.mark.parametrize("script", ["POSTING", "SOCKET"])
def test_a_page_whose_data_cannot_be_asked_for_again_is_rendered_again(tmp_path: Path, script: str) -> None:
    with site(2) as found:
        found.script = {
            "POSTING": FETCHING.replace('".json")', '".json", { method: "POST" })'),
            "SOCKET": f"new WebSocket('ws://' + location.host);{FETCHING}",
        }[script]
        crawl(found, tmp_path)
        crawl(found, tmp_path)
        found.texts["1"] += "A second one was set up above the weir on Monday."
        assert "2 pages (2 rendered)" in crawl(found, tmp_path)
        assert report(tmp_path)["changed"] == ["1"]


def test_buttons_are_found_on_pages_that_were_known_without_them(tmp_path: Path) -> None:
    with site(2) as found:
        found.texts["5"] = text(5)
        found.texts["1"] += """</p><button onclick="location.href='/5'">on</button><p>"""
        assert "2 pages" in crawl(found, tmp_path)
        assert "3 pages" in crawl(found, tmp_path, "-a", "buttons=1")
        assert report(tmp_path)["unchanged"] == ["2"]
        assert "3 pages (3 as before)" in crawl(found, tmp_path, "-a", "buttons=1")
