"""Corpora in the layouts of their sources, made here; folders that are missing, half there or of another version."""

import gzip
import json
import subprocess
from pathlib import Path

import pytest

from benchmark.corpora import CorpusError, checksum, load, main, manifest, problems, recognise

PAGE = "<html lang='de-AT'><head><title>Pegel</title></head><body><p>Der Pegel an der Mühle.</p></body></html>"


def zyte(folder: Path) -> Path:
    (folder / "html").mkdir(parents=True)
    (folder / "html" / "abc.html.gz").write_bytes(gzip.compress(PAGE.encode()))
    truths = {"abc": {"articleBody": "Der Pegel an der Mühle.", "url": "http://a.example/"}, "gone": {"articleBody": "x", "url": ""}}
    (folder / "ground-truth.json").write_text(json.dumps(truths), encoding="utf-8")
    return folder


def trafilatura(folder: Path) -> Path:
    (folder / "tests" / "eval").mkdir(parents=True)
    (folder / "tests" / "eval" / "a.html").write_text(PAGE, encoding="utf-8")
    record = {"http://a.example/": {"file": "a.html", "with": ["Pegel an der"], "without": ["Impressum"]}}
    (folder / "tests" / "evaldata.py").write_text(f"EVAL_PAGES = {record!r}\n", encoding="utf-8")
    return folder


def readability(folder: Path) -> Path:
    place = folder / "test" / "test-pages" / "one"
    place.mkdir(parents=True)
    (place / "source.html").write_text(PAGE, encoding="utf-8")
    (place / "expected.html").write_text("<div><p>Der Pegel an der Mühle.</p></div>", encoding="utf-8")
    (place / "expected-metadata.json").write_text(json.dumps({"title": "Pegel", "byline": None}), encoding="utf-8")
    return folder


@pytest.mark.parametrize(("name", "make"), [("zyte", zyte), ("trafilatura", trafilatura), ("readability", readability)])
def test_every_layout_is_recognised_and_read(tmp_path: Path, name: str, make: object) -> None:
    folder = make(tmp_path / "corpus")  # type: ignore[operator]
    assert recognise(folder).name == name
    [sample] = load(folder)
    assert sample.language == "de"
    assert "Pegel" in sample.html
    if name == "trafilatura":
        assert (sample.required, sample.forbidden, sample.scored) == (("Pegel an der",), ("Impressum",), False)
    else:
        assert sample.truth == "Der Pegel an der Mühle."


def test_truths_in_python_are_read_and_not_run(tmp_path: Path) -> None:
    folder = trafilatura(tmp_path / "corpus")
    (folder / "tests" / "evaldata.py").write_text("EVAL_PAGES = {'a': open('/etc/passwd').read()}\n", encoding="utf-8")
    with pytest.raises(CorpusError, match="cannot be read"):
        load(folder)


def test_a_missing_an_empty_and_a_broken_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="is no folder"):
        load(tmp_path / "nowhere")
    with pytest.raises(CorpusError, match="none of the corpora"):
        load(tmp_path)
    (tmp_path / "ground-truth").mkdir()
    with pytest.raises(CorpusError):
        load(tmp_path)
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "ground-truth.json").write_text("{", encoding="utf-8")
    with pytest.raises(CorpusError, match="cannot be read"):
        load(tmp_path / "broken")


def test_half_a_corpus_and_another_version_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = zyte(tmp_path / "corpus")
    assert problems(folder, manifest()["zyte"], 1) == ["1 pages, the manifest says 181"]
    git = ["git", "-C", str(folder), "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "x"]):
        subprocess.run([*git, *command], check=True)
    assert any("the manifest at 11b407d43934" in line for line in problems(folder, manifest()["zyte"], 181))
    assert main([str(folder)]) == 1
    assert "1 pages, the manifest says 181" in capsys.readouterr().out


def test_the_checksum_sees_every_change(tmp_path: Path) -> None:
    folder = zyte(tmp_path / "corpus")
    before = checksum(folder, manifest()["zyte"].files)
    (folder / "html" / "abc.html.gz").write_bytes(gzip.compress(b"other"))
    assert checksum(folder, manifest()["zyte"].files) != before
