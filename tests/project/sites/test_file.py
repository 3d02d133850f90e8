"""sites.toml: what is wrong is said with its line, all of it at once."""

from pathlib import Path

import pytest

from domwright.project.sites.file import SitesError, read, sites_file

GOOD = """
[defaults]
timezone = "Europe/Vienna"
render = "never"

[docs]
start = "https://docs.example/"
schedule = "0 3 * * 1-5"
allow = ["/en/"]
max_pages = 200
headers = { Authorization = "Bearer ${DOCS_TOKEN}" }

[shop]
start = ["https://shop.example/", "https://www.shop.example/sale"]
render = "always"
sitemap = "no"
feeds = ["items/shop.jsonl"]
"""


def faults(text: str, tmp_path: Path) -> list[str]:
    path = tmp_path / "sites.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SitesError) as caught:
        read(path)
    return [line.removeprefix(f"{path}:") for line in str(caught.value).splitlines()]


def test_a_good_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCS_TOKEN", "secret")
    path = tmp_path / "sites.toml"
    path.write_text(GOOD, encoding="utf-8")
    sites = read(path)
    docs, shop = sites["docs"], sites["shop"]
    assert docs.arguments() == {"url": "https://docs.example/", "sitemap": "auto", "allow": "/en/", "files": "skip", "max_pages": "200"}
    assert docs.scrapy_settings() == {"DOMWRIGHT_RENDER": "never"}
    assert docs.context() == {}
    assert docs.sent_headers() == {host: {"Authorization": "Bearer secret"} for host in ("docs.example", "www.docs.example")}
    assert (shop.timezone, shop.render, shop.arguments()["sitemap"]) == ("Europe/Vienna", "always", "no")
    assert shop.scrapy_settings()["FEEDS"] == {"items/shop.jsonl": {"overwrite": True}}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[a]\nstart = "example.org"', "2: [a] start: 'example.org' is not an http"),
        ("[a]\nmax_pages = 3", "1: [a] start: Field required"),
        ('[a]\nstart = "https://x.example"\nschedule = "61 * * * *"', "3: [a] schedule: '61 * * * *' is not a cron expression (Bad minute)"),
        ('[a]\nstart = "https://x.example"\nschedule = "daily"', "3: [a] schedule: 'daily' is not a cron expression"),
        ('[a]\nstart = "https://x.example"\nschedule = "0 0 30 2 *"', "3: [a] schedule: "),
        ('[a]\nstart = "https://x.example"\n\ntimezone = "Mars/Base"', "4: [a] timezone: 'Mars/Base' is not a time zone"),
        ('[a]\nstart = "https://x.example"\ndeny = ["("]', "3: [a] deny: '(' is not a regular expression"),
        ('[a]\nstart = "https://x.example"\nshedule = "1"', "3: [a] shedule: there is no such key; there are: start, schedule"),
        ('[a]\nstart = "https://x.example"\nmax_pages = 0', "3: [a] max_pages: Input should be greater than 0"),
        (
            '[a]\nstart = "https://x.example"\n[a.headers]\nX = "${NO_SUCH_VARIABLE}"',
            "3: [a] headers: the environment has no variable NO_SUCH_VARIABLE",
        ),
        ('[defaults]\nrender = "maybe"\n[a]\nstart = "https://x.example"', "2: [a] render: Input should be"),
        ('[Big One]\nstart = "https://x.example"', " is not TOML"),
        ('["Big One"]\nstart = "https://x.example"', "1: 'Big One' is not a site"),
        ('start = "https://x.example"', "1: 'start' is not a site"),
        ("", " names no site"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, told: str, tmp_path: Path) -> None:
    (fault,) = faults(text, tmp_path)
    assert told in fault


def test_a_site_inside_a_table_is_told_how_it_is_written(tmp_path: Path) -> None:
    assert any("write [docs], not [sites.docs]" in fault for fault in faults('[sites.docs]\nstart = "https://x.example"', tmp_path))


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    assert len(faults('[a]\nstart = "x"\nmax_mb = -1\n[b]\nrender = "no"\n', tmp_path)) == 4


def test_where_the_file_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOMWRIGHT_SITES", str(tmp_path / "other.toml"))
    assert sites_file() == tmp_path / "other.toml"
    assert sites_file("here.toml") == Path("here.toml")
    monkeypatch.delenv("DOMWRIGHT_SITES")
    monkeypatch.chdir(tmp_path)
    assert sites_file() == Path("sites.toml")
    with pytest.raises(SitesError, match="there is no"):
        read(tmp_path / "none.toml")
