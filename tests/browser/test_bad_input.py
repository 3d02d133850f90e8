"""Bad pages end as counted drops or clear errors, and the rest of the crawl goes on."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.faults import faulty_server

ROOT = Path(__file__).parents[2]


def scrapy(*arguments: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "scrapy", "crawl", *arguments], cwd=cwd, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.browser
def test_every_fault_is_counted_and_the_good_page_written(tmp_path: Path) -> None:
    with faulty_server() as base:
        names = "good forbidden broken loop empty paper picture huge never missing script-loop".split()
        urls = [*(f"{base}/{name}" for name in names), "http://no-such-host.invalid/", base.replace("http:", "https:") + "/", "http://127.0.0.1:9/"]
        settings = ("DOWNLOAD_TIMEOUT=4", "RETRY_TIMES=1", "DOMWRIGHT_RENDER_MEMORY=", f"DOMWRIGHT_OUT={tmp_path}")
        done = scrapy("pages", "-a", f"urls={' '.join(urls)}", *(part for setting in settings for part in ("-s", setting)))
    assert done.returncode == 0
    assert [path.name for path in tmp_path.rglob("*.md")] == ["good.md"]
    assert "1 page (1 not rendered)" in done.stderr, done.stderr
    assert "Traceback" not in done.stderr
    for words in (
        "dropped 2: timeout",
        "1: robots.txt",
        "1: empty-body",
        "not-html (application/pdf)",
        "not-html (image/png)",
        "status-404",
        "status-500",
        "too-large",
        "tls-failure",
        "max redirections reached",
        "no-such-host",
        "connection-refused",
    ):
        assert words in done.stderr


@pytest.mark.browser
def test_a_page_whose_comparison_fails_is_kept_as_it_came(tmp_path: Path) -> None:
    with faulty_server() as base:
        settings = ("DOWNLOAD_TIMEOUT=3", "RETRY_TIMES=0", "DOMWRIGHT_RENDER_MEMORY=", f"DOMWRIGHT_OUT={tmp_path}")
        done = scrapy("pages", "-a", f"urls={base}/whole-but-stuck", *(part for setting in settings for part in ("-s", setting)))
    assert "1 page (1 not rendered)" in done.stderr, done.stderr
    assert "A good page" in next(tmp_path.rglob("*.md")).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["site", "-a", "url="], "url is empty"),
        (["site", "-a", "url=ftp://x.example"], "not an http or https address"),
        (["site", "-a", "url=x.example", "-a", "max_pages=none"], "max_pages='none' is not a whole number"),
        (["site", "-a", "url=x.example", "-a", "allow=("], "not a regular expression"),
        (["site", "-a", "url=x.example", "-a", "colour=red"], "has no argument 'colour'"),
        (["pages"], "give either"),
        (["pages", "-a", "file=nowhere.txt"], "cannot be read"),
    ],
)
def test_a_bad_argument_is_one_line(arguments: list[str], words: str) -> None:
    done = scrapy(*arguments, cwd=ROOT / "docs")
    assert done.returncode == 2
    assert words in (done.stdout + done.stderr)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("DOMWRIGHT_RENDER=sometimes", "DOMWRIGHT_RENDER must be one of auto, always, never, got 'sometimes'"),
        ("DOMWRIGHT_PRIVATE=maybe", "DOMWRIGHT_PRIVATE must be one of allow, refuse, auto, got 'maybe'"),
        ("DOMWRIGHT_FETCH=everything", "DOMWRIGHT_FETCH names 'everything'"),
        ("DOMWRIGHT_SETTLE_QUIET=soon", "soon"),
        ('DOMWRIGHT_EXTRACT={"colour": 1}', "unknown option 'colour'"),
    ],
)
def test_a_wrong_setting_is_one_line_and_no_crawl(setting: str, words: str) -> None:
    done = scrapy("pages", "-a", "urls=http://127.0.0.1:9/", "-s", setting)
    assert done.returncode == 2
    assert words in done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert "pages in" not in done.stderr


def test_a_crawl_that_brings_nothing_exits_with_1(tmp_path: Path) -> None:
    done = scrapy("site", "-a", "url=http://127.0.0.1:9/", "-s", "RETRY_TIMES=0", "-s", f"DOMWRIGHT_OUT={tmp_path}")
    assert done.returncode == 1
    assert done.stderr.startswith("0 pages")
    assert "connection-refused" in done.stderr
