"""The examples of docs/examples, and Scrapyd: deployed to a real one, scheduled, finished, with its items."""

import configparser
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.parse
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from cronsim import CronSim

from domwright.project.sites.file import read
from tests.project.changes.test_recrawls import site

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
SCRIPTS = Path(sys.executable).parent
ENVIRONMENT = {**os.environ, "PATH": f"{SCRIPTS}{os.pathsep}{os.environ['PATH']}"}


def test_the_sites_of_the_example_are_sites(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOP_KEY", "x")
    assert list(read(EXAMPLES / "sites.toml")) == ["docs", "shop"]


def test_the_examples_are_of_their_kind() -> None:
    line = (EXAMPLES / "crontab").read_text(encoding="utf-8").splitlines()[-1]
    assert next(CronSim(" ".join(line.split()[:5]), datetime.now(UTC))).minute % 5 == 0
    workflow = yaml.safe_load((EXAMPLES / "crawl.yml").read_text(encoding="utf-8"))
    assert workflow["jobs"]["crawl"]["steps"][-2]["run"].startswith(".venv/bin/scrapy sites run")
    for name in ("domwright.service", "domwright.timer"):
        unit = configparser.ConfigParser(interpolation=None)
        unit.optionxform = str  # type: ignore[assignment, method-assign]
        unit.read_string((EXAMPLES / name).read_text(encoding="utf-8"))
        assert unit.has_section("Unit")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    text = (EXAMPLES / "domwright.service").read_text(encoding="utf-8").replace("/srv/domwright/.venv/bin/scrapy", sys.executable)
    (tmp_path / "domwright.service").write_text(text.replace("User=domwright\n", ""), encoding="utf-8")
    shutil.copy(EXAMPLES / "domwright.timer", tmp_path)
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / "domwright.timer"), str(tmp_path / "domwright.service")],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert "domwright" not in done.stderr, done.stderr


def asked(address: str, **told: Any) -> dict[str, Any]:
    data = urllib.parse.urlencode(told, doseq=True).encode() if told else None
    with urllib.request.urlopen(address, data, timeout=30) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


@contextmanager
def scrapyd(home: Path) -> Iterator[str]:
    """A Scrapyd of its own in a folder."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    home.mkdir()
    (home / "scrapyd.conf").write_text((EXAMPLES / "scrapyd.conf").read_text(encoding="utf-8").replace("6800", str(port)), encoding="utf-8")
    address = f"http://127.0.0.1:{port}"
    server = subprocess.Popen([str(SCRIPTS / "scrapyd")], cwd=home, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(150):
            try:
                asked(f"{address}/daemonstatus.json")
                break
            except OSError:
                time.sleep(0.2)
        yield address
    finally:
        server.terminate()
        server.wait(timeout=20)


def deployed(project: Path, address: str) -> str:
    """What scrapyd-deploy said of a copy of this project."""
    shutil.copytree(ROOT / "domwright", project / "domwright", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "scrapy.cfg"):
        shutil.copy(ROOT / name, project)
    with (project / "scrapy.cfg").open("a", encoding="utf-8") as file:
        file.write(f"\n[deploy]\nurl = {address}/\nproject = domwright\n")
    command = [str(SCRIPTS / "scrapyd-deploy"), "--version", "1"]
    done = subprocess.run(command, cwd=project, env=ENVIRONMENT, capture_output=True, text=True, timeout=120, check=False)
    return done.stdout + done.stderr


@pytest.mark.packaging
def test_scrapyd_crawls_a_deployed_project(tmp_path: Path) -> None:
    home = tmp_path / "scrapyd"
    with scrapyd(home) as address, site(8) as found:
        told = deployed(tmp_path / "project", address)
        assert '"status": "ok"' in told, told
        assert asked(f"{address}/listspiders.json?project=domwright")["spiders"] == ["pages", "site"]
        assert "domwright/extractor/marks/weights.json" in zipfile.ZipFile(next(home.rglob("*.egg"))).namelist()
        settings = [
            f"DOMWRIGHT_OUT={home / 'out'}",
            f"DOMWRIGHT_STATE=sqlite:///{home / 'state.db'}",
            "DOMWRIGHT_REPORTS=",
            "DOMWRIGHT_RENDER_MEMORY=",
        ]
        job = asked(f"{address}/schedule.json", project="domwright", spider="site", url=f"{found.address}/", setting=settings)["jobid"]
        finished: list[dict[str, Any]] = []
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and not finished:
            time.sleep(0.3)
            finished = asked(f"{address}/listjobs.json?project=domwright")["finished"]
    assert [each["id"] for each in finished] == [job]
    items = next((home / "items").rglob("*.jl")).read_text(encoding="utf-8").splitlines()
    assert len(items) == len(list((home / "out").rglob("*.md"))) == 8
