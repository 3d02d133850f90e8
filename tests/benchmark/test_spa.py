"""The SPA corpus: what plain HTTP brings says nothing of a page, and the page's HTML becomes its truth."""

import json
import urllib.request
from collections import Counter

import pytest

from benchmark.metrics import bag_score
from benchmark.peers import text_of_markdown
from benchmark.spa.__main__ import fallen, figures, report, scores
from benchmark.spa.pages import FRAMEWORKS, pages
from benchmark.spa.server import serve
from domwright import extract
from domwright.extractor.text import words


def test_sixty_pages_of_five_kinds_in_twelve_languages_on_ten_frameworks() -> None:
    everything = list(pages())
    assert (len(everything), len({page.name for page in everything}), len({page.language for page in everything})) == (60, 60, 12)
    assert min(Counter(page.framework for page in everything).values()) >= 5
    assert {page.framework for page in everything} == set(FRAMEWORKS)
    assert len({(page.kind, page.framework) for page in everything}) == 50


def get(address: str) -> str:
    with urllib.request.urlopen(address, timeout=10) as response:
        return str(response.read().decode())


def test_plain_http_brings_the_shell_and_the_api_the_content() -> None:
    with serve() as address:
        for page in list(pages())[::7]:
            shell = get(f"{address}/pages/{page.name}")
            assert f'lang="{page.language}"' in shell
            assert page.title not in shell
            assert page.text["consent"][:20] in shell
            assert json.loads(get(f"{address}/api/{page.name}.json"))["html"] == page.html


@pytest.mark.parametrize("kind", ["article", "docs", "listing"])
def test_the_html_of_a_page_becomes_its_truth(kind: str) -> None:
    for page in pages():
        if page.kind == kind:
            found = extract(f"<html lang={page.language}><body><main>{page.html}</main></body></html>", url="http://127.0.0.1/").markdown
            assert bag_score(words(text_of_markdown(found)), words(text_of_markdown(page.markdown))).f1 > 0.98, page.name


def test_the_report_names_a_page_that_brought_nothing() -> None:
    some = {page.name: page.markdown for page in pages()}
    missing = some | {next(iter(some)): ""}
    text = report({"whole": some, "missing": missing})
    assert "| F1 | 1.000 | 0.983 |" in text
    page = next(pages())
    assert scores(page, page.markdown + page.text["footer"])["chrome present"] == 1


def test_the_gate_closes_when_a_page_is_lost() -> None:
    whole = {page.name: page.markdown for page in pages()}
    before = {"rendered": figures(whole)}
    assert before["rendered"]["F1"] == 1
    assert fallen({"rendered": figures(whole)}, before) == []
    assert "rendered, F1: 1.000 → 0.983" in fallen({"rendered": figures(whole | {"de-article": ""})}, before)
