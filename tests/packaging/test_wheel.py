"""The wheel holds domwright alone, and one line in somebody's fresh Scrapy project is all it takes."""

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.sites.server import serve

ROOT = Path(__file__).parents[2]
SPIDER = """
import scrapy

class Walks(scrapy.Spider):
    name = "walks"

    async def start(self):
        yield scrapy.Request(self.url, meta={"domwright": True})

    def parse(self, response):
        yield {"heading": response.css("h1::text").get()}
"""


def run(*command: str, cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-2000:]}\n{done.stderr[-3000:]}"
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT), cwd=folder)
    return next(folder.glob("*.whl"))


@pytest.mark.packaging
def test_the_wheel_holds_only_the_package(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"domwright"}
    for needed in ("py.typed", "extractor/marks/weights.json", "extractor/stubs/words/fr.json", "project/rendering/snapshot.js"):
        assert f"domwright/{needed}" in names


@pytest.mark.packaging
@pytest.mark.browser
@pytest.mark.sites
def test_one_line_in_a_fresh_project(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "clean", with_pip=True)
    python = str(tmp_path / "clean" / "bin" / "python")
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel), cwd=tmp_path)
    run(python, "-m", "scrapy", "startproject", "project", cwd=tmp_path)
    project = tmp_path / "project"
    (project / "project" / "spiders" / "walks.py").write_text(SPIDER, encoding="utf-8")
    with (project / "project" / "settings.py").open("a", encoding="utf-8") as settings:
        settings.write('\nADDONS = {"domwright.project.Addon": 500}\n')
    with serve("react") as (base, _):
        run(python, "-m", "scrapy", "crawl", "walks", "-a", f"url={base}/walks/mill", "-O", "items.json", cwd=project)
    text = (project / "items.json").read_text(encoding="utf-8")
    assert '"heading": "The mill path"' in text
    assert "# The mill path" in text
