"""`domwright extract`: files, pipes, formats, errors in one line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from domwright.project.cli import main
from tests.faults import GOOD, faulty_server


def test_a_file_and_its_formats(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    page.write_bytes(GOOD)
    assert main(["extract", str(page)]) == 0
    assert capsys.readouterr().out.startswith("# A good page\n\nThe river path")
    assert main(["extract", str(page), "--metadata"]) == 0
    assert capsys.readouterr().out.startswith("---\ntitle: ")
    assert main(["extract", str(page), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["language"] == "en"
    assert main(["extract", str(page), "--format", "html"]) == 0
    assert capsys.readouterr().out.startswith("<h1>A good page</h1>")


def test_a_pipe() -> None:
    done = subprocess.run([sys.executable, "-m", "domwright.project.cli", "extract", "-"], input=GOOD, capture_output=True, timeout=60, check=True)
    assert done.stdout.startswith(b"# A good page")


def test_an_address(capsys: pytest.CaptureFixture[str]) -> None:
    with faulty_server() as base:
        assert main(["extract", f"{base}/good", "--no-render"]) == 0
        assert capsys.readouterr().out.startswith("# A good page")
        for name, words in (("missing", "Not Found"), ("paper", "not a web page"), ("empty", "not a web page")):
            assert main(["extract", f"{base}/{name}", "--no-render"]) == 1
            error = capsys.readouterr().err
            assert words in error or "no content" in error
            assert error.count("\n") == 1


def test_a_missing_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["extract", "nowhere.html"]) == 1
    assert "cannot be read" in capsys.readouterr().err
