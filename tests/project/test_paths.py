"""File paths of addresses: safe on three systems, and no two addresses on one path."""

from pathlib import PurePosixPath
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domwright.project.exporters.paths import path_of

ADDRESSES = [
    "https://a.example/",
    "https://a.example/index",
    "https://a.example/index.html",
    "https://a.example/docs",
    "https://a.example/docs/",
    "https://a.example/Docs",
    "https://a.example/docs.md",
    "https://a.example/docs.md/x",
    "https://a.example/docs/x",
    "https://a.example/docs?x=1",
    "https://a.example/docs?x=2",
    "https://a.example/docs%2Fx",
    "https://a.example/docs%20x",
    "https://a.example/docs-x",
    "https://a.example/con",
    "https://a.example/_con",
    "https://a.example/CON",
    "https://a.example/aux.txt",
    "https://a.example/x.",
    "https://a.example/x",
    "https://a.example/x%20",
    "https://a.example/../x",
    "https://a.example/..%2Fx",
    "https://a.example/#/x",
    "https://a.example/#!x",
    "https://a.example/_route/x",
    "https://a.example//x",
    "https://a.example/" + "y" * 400,
    "https://a.example/" + "y" * 401,
    "https://a.example/" + "z/" * 200,
    "https://a.example/é",
    "https://a.example/e%CC%81",
    "https://a.example:8080/",
    "http://b.example/",
]


@pytest.mark.parametrize("url", ADDRESSES)
def test_safe(url: str) -> None:
    check(path_of(url))


def check(path: PurePosixPath) -> None:
    assert not path.is_absolute()
    assert len(str(path).encode()) < 240
    for part in path.parts:
        assert part not in ("", ".", "..")
        assert not part.endswith((" ", "."))
        assert not set('<>:"\\|?*\0') & set(part)
        assert part.split(".")[0].lower() not in ("con", "prn", "aux", "nul", "com1", "lpt1")
    assert path.suffix == ".md"


def test_no_two_on_one_path_whatever_the_case() -> None:
    paths = [str(path_of(url)).casefold() for url in ADDRESSES]
    assert len(set(paths)) == len(paths)


def test_no_file_is_also_a_folder() -> None:
    paths = {str(path_of(url)).casefold() for url in ADDRESSES}
    folders = {str(parent).casefold() for url in ADDRESSES for parent in path_of(url).parents}
    assert not paths & folders


segments = st.lists(st.text(st.characters(codec="utf-8", exclude_characters="#"), max_size=30).map(lambda text: quote(text, safe="")), max_size=6)


@given(segments, segments)
def test_different_addresses_have_different_paths(one: list[str], other: list[str]) -> None:
    first, second = (f"https://a.example/{'/'.join(parts)}" for parts in (one, other))
    check(path_of(first))
    if first != second:
        assert str(path_of(first)).casefold() != str(path_of(second)).casefold()
