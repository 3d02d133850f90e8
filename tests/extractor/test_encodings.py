"""Bytes become text as people read it, whatever the page declares of itself."""

import pytest

from domwright import extract
from domwright.extractor.options import Options
from domwright.extractor.page import Page
from domwright.extractor.pipeline import extract_page

_SAID = {
    "gb18030": "这是一个关于水车的故事，很久以前它在磨面粉。村里的人每天早上都去那里。",
    "big5": "這是一個關於水車的故事，很久以前它在磨麵粉。村裡的人每天早上都去那裡。",
    "shift_jis": "これは水車小屋の話です。昔は粉をひいていました。毎朝、村の人がそこへ行きました。",
    "euc-jp": "これは水車小屋の話です。昔は粉をひいていました。毎朝、村の人がそこへ行きました。",
    "euc-kr": "이것은 물레방아에 대한 이야기입니다. 옛날에 밀가루를 갈았습니다. 마을 사람들은 매일 아침 갔습니다.",
    "cp1251": "Это рассказ о водяной мельнице, которая давно молола муку. Жители деревни ходили туда каждое утро.",
    "koi8-r": "Это рассказ о водяной мельнице, которая давно молола муку. Жители деревни ходили туда каждое утро.",
    "cp1253": "Αυτή είναι η ιστορία ενός νερόμυλου που κάποτε άλεθε αλεύρι. Οι χωρικοί πήγαιναν εκεί κάθε πρωί.",
    "cp1256": "هذه قصة طاحونة مائية كانت تطحن الدقيق منذ زمن بعيد. كان أهل القرية يذهبون إليها كل صباح.",
    "cp1252": "Die Mühle, die früher Mehl mahlte, steht am Bach. “Schön”, sagte der Müller für 5 €, und niemand widersprach ihm.",
    "utf-16": "Die Mühle, die früher Mehl mahlte, steht am Bach. “Schön”, sagte der Müller für 5 €, und niemand widersprach ihm.",
    "utf-8": "Die Mühle, die früher Mehl mahlte, steht am Bach. “Schön”, sagte der Müller für 5 €, und niemand widersprach ihm.",
}


def _bytes(encoding: str, head: str = "") -> bytes:
    said = _SAID[encoding]
    return f"<html><head>{head}<title>x</title></head><body><div class='main'><p>{said}</p><p>{said[::-1]}</p></div></body></html>".encode(encoding)


@pytest.mark.parametrize("encoding", _SAID)
def test_nothing_declared(encoding: str) -> None:
    assert _SAID[encoding] in extract(_bytes(encoding)).text


@pytest.mark.parametrize("encoding", ["gb18030", "shift_jis", "cp1251", "koi8-r", "cp1252"])
@pytest.mark.parametrize("where", ["meta", "header"])
def test_what_is_declared(encoding: str, where: str) -> None:
    head = f"<meta charset='{encoding}'>" if where == "meta" else ""
    page = Page(_bytes(encoding, head), "", encoding if where == "header" else "")
    assert _SAID[encoding] in extract_page(page, Options()).text


@pytest.mark.parametrize("where", ["meta", "header"])
@pytest.mark.parametrize("cut", [0, 1])
def test_utf8_that_declares_something_else(where: str, cut: int) -> None:
    body = _bytes("utf-8", "<meta charset='iso-8859-1'>" if where == "meta" else "") + "ü".encode()
    page = Page(body[: len(body) - cut], "", "iso-8859-1" if where == "header" else "")
    assert _SAID["utf-8"] in extract_page(page, Options()).text


def test_escape_sequences_are_no_utf8() -> None:
    said = _SAID["shift_jis"]
    assert said in extract(f"<html><head><meta charset='iso-2022-jp'></head><body><p>{said}</p></body></html>".encode("iso-2022-jp")).text
