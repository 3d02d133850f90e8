"""The site spider on a strange site: sitemaps, robots.txt, languages, buttons, files, bounds."""

import gzip
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest

from tests.loopback import Answering, serving

ROOT = Path(__file__).parents[2]
TEXT = "The ferryman keeps a book of everyone who crossed, with the hour, the weather and what they carried with them that day. " * 3
Answers = dict[str, tuple[str, bytes]]


def page(name: str, body: str = "", language: str = "en", head: str = "") -> tuple[str, bytes]:
    return "text/html; charset=utf-8", (
        f'<!doctype html><html lang="{language}"><head><title>{name}</title>{head}</head><body><main><h1>{name}</h1><p>{TEXT}</p></main><nav>{body}</nav></body></html>'
    ).encode()


@contextmanager
def site(answers: Answers) -> Iterator[tuple[str, list[tuple[float, str]]]]:
    asked: list[tuple[float, str]] = []

    class Handler(Answering):
        def do_GET(self) -> None:
            asked.append((time.monotonic(), self.path))
            kind, body = answers.get(self.path, ("", b""))
            self.reply(200 if kind else 404, body.replace(b"{base}", address.encode()), kind or "text/plain")

    with serving(Handler) as address:
        yield address, asked


def crawl(address: str, folder: Path, *more: str, **arguments: str) -> tuple[list[str], list[dict[str, str]], str]:
    """Addresses of the pages, the other items, and what was said."""
    told = [part for name, value in {"url": f"{address}/", **arguments}.items() for part in ("-a", f"{name}={value}")]
    settings = ("DOMWRIGHT_STATE=", "DOMWRIGHT_RENDER=never", "AUTOTHROTTLE_ENABLED=0", f"DOMWRIGHT_OUT={folder / 'out'}", "RETRY_ENABLED=0")
    told += [part for setting in settings for part in ("-s", setting)]
    feed = folder / "items.jsonl"
    done = subprocess.run(
        [sys.executable, "-m", "scrapy", "crawl", "site", *told, "-O", str(feed), *more],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    items = [json.loads(line) for line in feed.read_text(encoding="utf-8").splitlines()]
    pages = sorted(item["url"].removeprefix(address) for item in items if "markdown" in item)
    return pages, [item for item in items if "markdown" not in item], done.stderr


def test_sitemaps_of_robots_are_read_index_and_archive(tmp_path: Path) -> None:
    answers = {
        "/": page("Home"),
        "/robots.txt": ("text/plain", b"User-agent: *\nDisallow: /private\nSitemap: {base}/index.xml\n"),
        "/index.xml": (
            "application/xml",
            b"<sitemapindex><sitemap><loc>/a.xml.gz</loc></sitemap><sitemap><loc>/lost.xml</loc></sitemap></sitemapindex>",
        ),
        "/a.xml.gz": (
            "application/gzip",
            gzip.compress(
                b"<urlset>"
                + b"".join(b"<url><loc>/%s</loc></url>" % name for name in (b"one", b"two?utm_source=map", b"private/x", b"file.pdf"))
                + b"</urlset>"
            ),
        ),
        "/one": page("One"),
        "/two": page("Two"),
        "/private/x": page("Private"),
    }
    with site(answers) as (address, _):
        pages, _, told = crawl(address, tmp_path)
    assert pages == ["/", "/one", "/two"]
    assert "1: robots.txt" in told
    assert "1: sitemap-failed" in told


def test_the_usual_sitemap_is_tried_and_not_missed(tmp_path: Path) -> None:
    answers = {"/": page("Home"), "/sitemap.xml": ("text/xml", b"<urlset><url><loc>/hidden</loc></url></urlset>"), "/hidden": page("Hidden")}
    with site(answers) as (address, _):
        assert crawl(address, tmp_path)[0] == ["/", "/hidden"]
        assert crawl(address, tmp_path, sitemap="no")[0] == ["/"]
    with site({"/": page("Home")}) as (address, _):
        pages, _, told = crawl(address, tmp_path)
    assert pages == ["/"]
    assert "dropped" not in told


def test_robots_txt_that_is_a_page_or_enormous_holds_nothing_up(tmp_path: Path) -> None:
    with site({"/": page("Home"), "/robots.txt": ("text/html", b"<!doctype html><p>User-agent: *\nDisallow: /</p>")}) as (address, _):
        assert crawl(address, tmp_path)[0] == ["/"]
    rules = b"User-agent: *\nDisallow: /one\n" + b"".join(b"Disallow: /filler/%d/x\n" % number for number in range(400_000))
    with site(
        {
            "/": page("Home", '<a href="/one">one</a><a href="/two">two</a>'),
            "/one": page("One"),
            "/two": page("Two"),
            "/robots.txt": ("text/plain", rules),
        }
    ) as (address, _):
        began = time.monotonic()
        assert crawl(address, tmp_path)[0] == ["/", "/two"]
    assert time.monotonic() - began < 60


def test_crawl_delay_is_kept(tmp_path: Path) -> None:
    answers = {
        "/": page("Home", "".join(f'<a href="/{name}">{name}</a>' for name in "abc")),
        "/robots.txt": ("text/plain", b"User-agent: *\nCrawl-delay: 0.5\n"),
    }
    with site(answers | {f"/{name}": page(name) for name in "abc"}) as (address, asked):
        pages, _, _ = crawl(address, tmp_path, "-s", "AUTOTHROTTLE_ENABLED=1", sitemap="no")
    assert len(pages) == 4
    times = [at for at, path in asked if path != "/robots.txt"]
    assert min(later - earlier for earlier, later in pairwise(times)) > 0.4


def test_languages(tmp_path: Path) -> None:
    answers = {
        "/": page(
            "Home", '<a href="/fr">fr</a>', head='<link rel="alternate" hreflang="de-AT" href="/de"><link rel="alternate" hreflang="fr" href="/fr2">'
        ),
        "/de": page("Heim", language="de"),
        "/fr": page("Maison", language="fr"),
        "/fr2": page("Maison", language="fr"),
    }
    with site(answers) as (address, asked):
        assert crawl(address, tmp_path)[0] == ["/", "/de", "/fr", "/fr2"]
        asked.clear()
        pages, _, told = crawl(address, tmp_path, language="en,de")
    assert pages == ["/", "/de"]
    assert "1: language" in told
    assert "/fr2" not in [path for _, path in asked]


def test_buttons_and_files_are_opt_in(tmp_path: Path) -> None:
    body = """<div data-href="/one">one</div><button onclick="window.location.href='/two'">two</button><a href="/price.pdf">prices</a>"""
    answers = {"/": page("Home", body), "/one": page("One"), "/two": page("Two")}
    with site(answers) as (address, asked):
        assert crawl(address, tmp_path)[0] == ["/"]
        pages, others, _ = crawl(address, tmp_path, buttons="1", files="list")
        assert pages == ["/", "/one", "/two"]
        assert [(item["url"], item["kind"]) for item in others] == [(f"{address}/price.pdf", "pdf")]
        assert "/price.pdf" not in [path for _, path in asked]


@pytest.mark.browser
def test_buttons_that_only_a_script_makes_navigate_are_followed(tmp_path: Path) -> None:
    script = """
      const draw = () => { document.querySelector("nav").innerHTML = location.pathname === "/" ? "<button>one</button><b role=link>two</b><button>three</button>"
          + "<form action=/sent><button>send</button></form><button>like</button><button>four</button>" : "elsewhere";
        const press = [() => { history.pushState({}, "", "/one"); draw(); }, () => { location.href = "/two"; }, () => window.open("/three"),
          () => fetch("/liked"), () => setTimeout(() => location.assign("/four"), 0)];
        [...document.querySelectorAll("nav > *:not(form)")].forEach((each, at) => each.addEventListener("click", press[at])); };
      addEventListener("popstate", draw); draw();"""
    routed = page("Home", f"</nav><script>{script}</script>")
    answers = {"/": routed, "/one": routed, **{f"/{name}": page(name) for name in ("two", "three", "four")}}
    with site(answers) as (address, asked):
        render = ("-s", "DOMWRIGHT_RENDER=auto", "-s", "DOMWRIGHT_RENDER_MEMORY=")
        assert crawl(address, tmp_path, *render)[0] == ["/"]
        assert sorted(crawl(address, tmp_path, *render, buttons="1")[0]) == ["/", "/four", "/one", "/three", "/two"]
    assert not {"/liked", "/sent"} & {path for _, path in asked}


def test_files_are_downloaded_once(tmp_path: Path) -> None:
    answers = {
        "/": page("Home", '<a href="/a">a</a><a href="/price.pdf#page=2">prices</a>'),
        "/a": page("A", '<a href="/price.pdf">prices</a><a href="/none.zip">x</a>'),
    }
    with site(answers | {"/price.pdf": ("application/pdf", b"%PDF-1.7 prices")}) as (address, asked):
        _, others, told = crawl(address, tmp_path, files="download")
    assert "2 pages" in told
    (kept,) = (tmp_path / "out" / "files").rglob("*.pdf")
    assert kept.read_bytes() == b"%PDF-1.7 prices"
    assert [path for _, path in asked].count("/price.pdf") == 1
    got = {item["url"].rpartition("/")[2]: item["files"] for item in others}
    assert got["none.zip"] == []
    assert got["price.pdf"]


def test_budgets_end_a_crawl_cleanly(tmp_path: Path) -> None:
    chain: Answers = {f"/{number}": page(str(number), f'<a href="/{number + 1}">next</a>' + "x" * 60_000) for number in range(60)}
    with site({"/": page("Home", '<a href="/0">first</a>'), **chain}) as (address, _):
        pages, _, told = crawl(address, tmp_path, max_mb="1")
    assert "stopped: max_mb" in told
    assert 10 <= len(pages) <= 25


@pytest.mark.parametrize("argument", ["files=all", "language=english", "max_mb=0", "max_minutes=x", "sitemap=ftp://x", "surprise=1"])
def test_a_wrong_argument_is_one_line(argument: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "scrapy", "crawl", "site", "-a", "url=http://127.0.0.1:9/", "-a", argument]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert argument.partition("=")[0] in done.stderr
    assert "Traceback" not in done.stderr


def test_given_addresses_are_not_folded_and_found_ones_are(tmp_path: Path) -> None:
    canonical = '<link rel="canonical" href="{base}/book">'
    links = '<a href="/book?order=day">by day</a><a href="/book?order=name">by name</a>'
    answers = {path: page("Book", links, head=canonical) for path in ("/book", "/book?order=day", "/book?order=name")} | {"/": page("Home", links)}
    with site(answers) as (address, _):
        found, _, told = crawl(address, tmp_path / "found")
        listed = tmp_path / "urls.txt"
        listed.write_text(f"{address}/book?order=day\n{address}/book?order=name\n", encoding="utf-8")
        feed = tmp_path / "given.jsonl"
        settings = ("DOMWRIGHT_STATE=", "DOMWRIGHT_RENDER=never", f"DOMWRIGHT_OUT={tmp_path / 'given'}")
        command = [sys.executable, "-m", "scrapy", "crawl", "pages", "-a", f"file={listed}", "-O", str(feed)]
        subprocess.run([*command, *(part for each in settings for part in ("-s", each))], cwd=ROOT, capture_output=True, timeout=60, check=False)
        given = [json.loads(line)["url"].removeprefix(address) for line in feed.read_text(encoding="utf-8").splitlines()]
    assert len([path for path in found if path.startswith("/book")]) == 1
    assert "duplicate" in told
    assert sorted(given) == ["/book?order=day", "/book?order=name"]


def test_facets_stay_bounded_over_a_resumed_crawl(tmp_path: Path) -> None:
    kinds = {"/": page("Shop", '<a href="/shop?a=0&b=0">all</a>')}
    for a in range(20):
        for b in range(20):
            more = "".join(f'<a href="/shop?a={each}&b={b}">a</a><a href="/shop?a={a}&b={each}">b</a>' for each in range(20))
            kinds[f"/shop?a={a}&b={b}"] = page(f"Shop {a} {b}", more.replace("&", "&amp;"))
    state = ("-s", f"DOMWRIGHT_STATE=sqlite:///{tmp_path / 'state.db'}", "-s", "DOMWRIGHT_REPORTS=", "-s", "DOMWRIGHT_TRAP_LIMIT=15")
    with site(kinds) as (address, asked):
        for _ in range(5):
            crawl(address, tmp_path, *state, max_pages="90")
    different = {path for _, path in asked if path.startswith("/shop")}
    # Twelve times as many addresses as one parameter has values: 240 of 400, not as many again after every interruption.
    assert 200 <= len(different) <= 250
