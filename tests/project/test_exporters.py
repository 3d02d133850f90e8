"""Front matter, atomic files, the md feed."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import frontmatter
import pytest

from domwright.project.exporters.feed import MarkdownItemExporter
from domwright.project.exporters.files import says_the_same, write
from domwright.project.exporters.front_matter import document_of
from domwright.project.items import PageItem

ITEM = PageItem(url="https://a.example/x", title='Ünter: "quoted" #1', authors=["Ada"], status=200, markdown="# Hi\n\n---\n\ntext\n")


def test_front_matter_reads_back() -> None:
    post = frontmatter.loads(document_of(ITEM))
    assert post.content == "# Hi\n\n---\n\ntext"
    assert post.metadata == {
        "url": "https://a.example/x",
        "status": 200,
        "obtained": "http",
        "title": 'Ünter: "quoted" #1',
        "authors": ["Ada"],
        "text_bytes": 0,
        "depth": 0,
    }


def test_a_failed_write_leaves_the_old_file_and_no_half_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a" / "x.md"
    write(path, "old")

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.raises(OSError, match="No space"):
        write(path, "new")
    assert path.read_bytes() == b"old"
    assert [each.name for each in path.parent.iterdir()] == ["x.md"]


def test_a_file_that_says_the_same_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "x.md"
    first = document_of(replace(ITEM, fetched_at="2026-12-01T10:00:00+00:00"))
    assert not says_the_same(path, first)
    write(path, first)
    assert says_the_same(path, document_of(replace(ITEM, fetched_at="2026-12-02T10:00:00+00:00")))
    assert not says_the_same(path, document_of(replace(ITEM, title="Another", fetched_at="2026-12-02T10:00:00+00:00")))
    path.write_bytes(b"\xff\xfe no text")
    assert not says_the_same(path, first)


def test_the_md_feed() -> None:
    file = BytesIO()
    exporter = MarkdownItemExporter(file)
    exporter.start_exporting()
    exporter.export_item(ITEM)
    exporter.export_item(PageItem(url="https://a.example/y", markdown="second"))
    exporter.finish_exporting()
    text = file.getvalue().decode()
    assert text.count("\n---\n") >= 4
    assert text.endswith("second\n")
