"""Alarms: what a crawl must come up to, told in a line each and by the exit code."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from scrapy.settings import Settings

from domwright.project.monitors.expect import expectations
from tests.project.changes.test_recrawls import ROOT, Site, site


def crawl(found: Site, folder: Path, **expected: float) -> tuple[int, list[str]]:
    settings = {
        "DOMWRIGHT_STATE": f"sqlite:///{folder / 'state.db'}",
        "DOMWRIGHT_OUT": "",
        "DOMWRIGHT_REPORTS": "",
        "DOMWRIGHT_RENDER": "never",
        "AUTOTHROTTLE_ENABLED": "0",
        "RETRY_ENABLED": "0",
        "DOMWRIGHT_EXPECT": json.dumps(expected),
    }
    told = [part for name, value in settings.items() for part in ("-s", f"{name}={value}")]
    command = [sys.executable, "-m", "scrapy", "crawl", "site", "-a", f"url={found.address}/", *told]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert "Traceback" not in done.stderr
    return done.returncode, [line.removeprefix("ALARM ") for line in done.stderr.splitlines() if line.startswith("ALARM ")]


def test_a_crawl_that_comes_up_to_all_of_it_raises_none(tmp_path: Path) -> None:
    with site(12) as found:
        everything = {"pages": 12, "fewer": 0.0, "changed": 0.0, "gone": 0.0, "stubs": 0.0, "failures": 0.0, "title": 1.0}
        assert crawl(found, tmp_path, **everything) == (0, [])
        assert crawl(found, tmp_path, **everything) == (0, [])


def test_every_expectation_that_is_not_met_is_an_alarm(tmp_path: Path) -> None:
    with site(12) as found:
        assert crawl(found, tmp_path, pages=13, authors=0.5) == (
            1,
            ["authors: 0% of the pages have one, expected 50%", "12 pages, expected 13 at least"],
        )
        for name in ("8", "9", "10", "11"):
            del found.texts[name]
        found.texts["3"] = "Now it says something else altogether, and at some length, so that it is a page of its own again."
        code, alarms = crawl(found, tmp_path, fewer=0.2, changed=0.05, gone=0.1, failures=0.1)
    assert code == 1
    assert sorted(alarm.partition(" ")[0] for alarm in alarms) == ["8", "changed:", "failures:", "gone:"]
    assert "8 pages, 33% fewer than the 12 of the crawl before (20% allowed)" in alarms


def test_a_mere_interruption_is_not_compared(tmp_path: Path) -> None:
    with site(12) as found:
        assert crawl(found, tmp_path, fewer=0.0) == (0, [])
        found.links = {"0": ["1"]}
        assert crawl(found, tmp_path, fewer=0.0) == (0, [])  # those that no page leads to are asked for and are there


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"fewer": 2}, "fewer is 2, and must be a share"),
        ({"title": -0.1}, "title is -0.1"),
        ({"titel": 1}, "has no 'titel'; it has pages, fewer"),
        ({"fewer": "some"}, "is not numbers by name"),
        ("{", "is not numbers by name"),
    ],
)
def test_wrong_expectations_are_named(given: Any, told: str) -> None:
    with pytest.raises(ValueError, match="DOMWRIGHT_EXPECT") as caught:
        expectations(Settings({"DOMWRIGHT_EXPECT": given}))
    assert told in str(caught.value)


def test_a_missing_spidermon_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(ValueError, match="pip install"):
        expectations(Settings({"DOMWRIGHT_EXPECT": {"fewer": 0.1}}))
    assert expectations(Settings({})) == {}
