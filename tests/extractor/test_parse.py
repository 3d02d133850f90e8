"""Encodings, leaks and limits of the input."""

import gzip

import pytest

from domwright import Options, extract

PROSE = "<p>" + "Die Förderung der Gewässer wächst, und das Dörfchen wächst mit ihr, Jahr für Jahr. " * 6 + "</p>"


@pytest.mark.parametrize(
    "data",
    [
        f"<html><head><meta charset=utf-8></head><body><main>{PROSE}</main></body></html>".encode(),
        f"<html><head><meta charset=iso-8859-1></head><body><main>{PROSE}</main></body></html>".encode("latin-1"),
        f"<html><head><meta http-equiv=Content-Type content='text/html; charset=windows-1252'></head><body><main>{PROSE}</main></body></html>".encode(
            "cp1252"
        ),
        f"<html><body><main>{PROSE}</main></body></html>".encode("utf-16"),
        f"\ufeff<html><body><main>{PROSE}</main></body></html>".encode(),
        f"<html><body><main>{PROSE}</main></body></html>".encode("cp1252"),
    ],
)
def test_encodings(data: bytes) -> None:
    assert "Die Förderung der Gewässer wächst" in extract(data).markdown


@pytest.mark.parametrize(
    "data", [gzip.compress(PROSE.encode()), b"%PDF-1.7\n...", b"\x89PNG\r\n\x1a\n", gzip.compress(PROSE.encode()).decode("latin-1")]
)
def test_binary_leaks_give_nothing(data: bytes | str) -> None:
    document = extract(data)
    assert document.markdown == ""
    assert "binary" in document.problems


def test_a_page_cut_in_a_character() -> None:
    data = f"<html><body><main>{PROSE * 3}ö".encode()[:-1]
    assert "Gewässer" in extract(data).markdown


def test_wrong_types_and_options() -> None:
    with pytest.raises(TypeError, match="str or bytes, got int"):
        extract(5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown option 'colour'; known are:"):
        Options.of(colour="red")


def test_options() -> None:
    html = f"<main><h1>Titel</h1>{PROSE}<p>Siehe <a href=/x>das Bild</a> <img src=/b.png alt=Bild>, das hier zwischen langen Texten steht.</p>{PROSE.replace('Dörfchen', 'Dorf')}</main>"
    plain = extract(html, url="https://a.example/", options=Options(links=False, images=False)).markdown
    assert "](" not in plain
    assert "das Bild" in plain


@pytest.mark.parametrize(
    "behind",
    [
        pytest.param("</body></html>{}", id="after the end"),
        pytest.param("</body><body>{}</body></html>", id="second body"),
        pytest.param("</body></html><html><head><title>B</title></head><body>{}</body></html>", id="second page"),
        pytest.param("</html><html><body>{}</body></html>", id="second page without a body's end"),
    ],
)
def test_text_behind_the_end_of_the_page(behind: str) -> None:
    first = "<p>The tide mill stands where the creek meets the bay and was grinding corn until 1912.</p>"
    second = "<p>A small bakery near the bridge opens at seven, and its owner keeps a map of every path.</p>"
    markdown = extract(
        f"<html><body><h1>Mill</h1>{first}{behind.format(f'Loose text of its own stands here, long enough to read. {second}')}"
    ).markdown
    assert markdown.index("Loose text") < markdown.index("A small bakery")
