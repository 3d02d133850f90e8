"""The rule tables are honest: every rule has its golden case, and without the rule the case comes out otherwise."""

import json
from pathlib import Path

import pytest

from domwright import extract
from domwright.extractor import pipeline
from domwright.extractor.marks import hints, look
from domwright.extractor.marks.rules.consent import CONSENT
from domwright.extractor.marks.rules.discussion import DISCUSSION
from domwright.extractor.marks.rules.inside_main import INSIDE_MAIN
from domwright.extractor.marks.rules.outside_main import OUTSIDE_MAIN
from domwright.extractor.marks.rules.product import RECOMMENDED, REVIEWS
from domwright.extractor.marks.rules.rule import Rule

GOLDEN = Path(__file__).parents[1] / "golden"
RULES = (*CONSENT, *DISCUSSION, *OUTSIDE_MAIN, *INSIDE_MAIN)


def dropped(rule: Rule) -> list[str]:
    """The names of the rules that drop something on a rule's case."""
    case = GOLDEN / rule.case
    url = json.loads((case / "page.json").read_text(encoding="utf-8"))["url"]
    document = extract((case / "input.html").read_text(encoding="utf-8"), url=url)
    return [reason.rule for reason in document.reasons if not reason.kept]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_has_a_case_and_a_reason(rule: Rule) -> None:
    assert (GOLDEN / rule.case / "expected.md").exists()
    assert len(rule.why) > 15
    assert rule.words or rule.tags or rule.roles


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_without_the_rule_its_case_is_judged_otherwise(rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    assert rule.name in dropped(rule)
    for module, name in (
        (hints, "_OUTSIDE"),
        (hints, "_INSIDE"),
        (look, "TAG_RULES_OUTSIDE"),
        (look, "TAG_RULES_INSIDE"),
        (look, "ROLE_RULES_OUTSIDE"),
        (look, "ROLE_RULES_INSIDE"),
    ):
        monkeypatch.setattr(module, name, {word: each for word, each in getattr(module, name).items() if each is not rule})
    hints.hints.cache_clear()
    try:
        assert rule.name not in dropped(rule)
    finally:
        hints.hints.cache_clear()


def test_there_is_no_bare_search_rule() -> None:
    assert all("search" not in rule.words for rule in RULES)
    document = extract(
        "<html><body class='skin-vector-search-vue'><main><p>" + "A wiki says so, at length and with care. " * 8 + "</p></main></body></html>"
    )
    assert "A wiki says so" in document.markdown


@pytest.mark.parametrize("rule", [REVIEWS, RECOMMENDED], ids=lambda rule: rule.name)
def test_what_stands_around_a_product_goes_because_it_is_one(rule: Rule) -> None:
    case = GOLDEN / rule.case
    assert rule.name in dropped(rule)
    html = (case / "input.html").read_text(encoding="utf-8")
    document = extract(html.replace('"offers"', '"isRelatedTo"'), url="https://stores.example/p/4")
    assert rule.name not in [reason.rule for reason in document.reasons]


# A table of words, or a step over the kept text, and the case that comes out otherwise without it.
BELONGING = {
    "UNIT": "publishing--recipe",
    "NOTE": "generators--sphinx-furo",
    "CAPTION": "code--file-name-in-header",
    "AUTHORED": "generators--options",
    "authored": "generators--sphinx-reference",
    "declared": "publishing--recipe-declared",
    "CONTENTS": "structure--contents-named",
    "contents": "structure--contents-list",
    "with_belonging": "publishing--recipe",
    "between": "structure--dashboard",
}


@pytest.mark.parametrize("name", BELONGING)
def test_without_what_belongs_its_case_comes_out_otherwise(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    case = GOLDEN / BELONGING[name]
    html, expected = (case / "input.html").read_text(encoding="utf-8"), (case / "expected.md").read_text(encoding="utf-8")
    url = json.loads((case / "page.json").read_text(encoding="utf-8"))["url"]
    assert extract(html, url=url).markdown == expected
    if name.isupper():
        monkeypatch.setattr(hints, f"_{name}", frozenset())
    else:
        monkeypatch.setattr(pipeline, name, (lambda _, kept: kept) if name == "with_belonging" else (lambda *_: ()))
    hints.hints.cache_clear()
    try:
        assert extract(html, url=url).markdown != expected
    finally:
        hints.hints.cache_clear()


PROSE = "<p>" + "The gauge at the mill is read every morning by whoever comes first, and chalked on the door. " * 3 + "</p>"


def test_a_short_first_paragraph_of_a_note_is_no_number() -> None:
    notes = '<div class="footnotes"><ol><li id="fn1"><p>Ibid.</p><p>The logbook of that year.</p></li><li id="fn2"><p>[2]</p><p>Another.</p></li></ol></div>'
    markdown = extract(f'<main><h1>T</h1>{PROSE}<p>So it is.<a href="#fn1">1</a> <a href="#fn2">2</a></p>{PROSE}{notes}</main>').markdown
    assert "[^1]: Ibid.\n\n    The logbook of that year." in markdown
    assert "[^2]: Another." in markdown


def test_references_that_are_customers_are_a_list() -> None:
    items = "".join(f'<li id="{name}"><p>{name.title()} built a mill with us and was content.</p></li>' for name in ("acme", "bolt"))
    markdown = extract(f'<main><h1>T</h1>{PROSE}{PROSE}<section class="references"><h2>Customers</h2><ul>{items}</ul></section></main>').markdown
    assert "- Acme built a mill with us and was content.\n- Bolt" in markdown


def test_what_is_declared_in_two_values_is_not_said_in_one() -> None:
    declared = '<script type="application/ld+json">{"@type": "Recipe", "recipeIngredient": ["two boats", "four oars"]}</script>'
    html = f'<head>{declared}</head><main><h1>T</h1>{PROSE}</main><div><a href="/1">boats four</a></div><div><a href="/2">four oars</a></div>'
    assert [reason.kept for reason in extract(html).reasons if reason.text in ("boats four", "four oars")] == [False, True]


def test_a_note_in_the_margin_of_a_table_that_is_none_is_one_note() -> None:
    rows = '<table><tr><td></td><td>The gauge at the mill<span class="sidenote">Since 1840.</span> is read every morning.</td></tr><tr><td></td><td>So is the bell.</td></tr></table>'
    markdown = extract(f"<main><h1>T</h1>{PROSE}{rows}{PROSE.replace('mill', 'lock')}</main>").markdown
    assert markdown.count("Since 1840.") == 1
    assert markdown.count("[^margin-1]") == 2


def test_brackets_around_the_numbers_of_notes_go_in_pairs() -> None:
    said = '<p>So it is [<a href="#n1" id="r1">1</a>][<a href="#n2" id="r2">2</a>], or was (<a href="#n3" id="r3">3</a>, they say).</p>'
    notes = "".join(f'<p id="n{at}"><a href="#r{at}">{at}</a> The logbook of 184{at}.</p>' for at in (1, 2, 3))
    markdown = extract(f"<main><h1>T</h1>{PROSE}{said}{notes}</main>").markdown
    assert "So it is [^n1][^n2], or was ([^n3], they say)." in markdown
    assert "[^n2]: The logbook of 1842." in markdown


SECTIONS = {
    "headings that lead back": '<h2 id="c1"><a href="#t1">The lock</a></h2>{one}<h2 id="c2"><a href="#t2">The weir</a></h2>{two}',
    "headings of a number": '<h2><a id="c1" href="#t1">1</a></h2>{one}<h2><a id="c2" href="#t2">2</a></h2>{two}',
    "divisions that lead back": '<div id="c1"><h3>The lock</h3>{one}<a href="#t1">Up</a></div><div id="c2"><h3>The weir</h3>{two}<a href="#t2">Up</a></div>',
}


@pytest.mark.parametrize("kind", SECTIONS)
def test_sections_that_lead_back_to_a_numbered_list_of_contents_are_no_notes(kind: str) -> None:
    parts = '<p>Parts: <a id="t1" href="#c1">1</a> and <a id="t2" href="#c2">2</a>, to be read in turn.</p>'
    body = SECTIONS[kind].format(one=PROSE.replace("mill", "lock"), two=PROSE.replace("mill", "weir"))
    markdown = extract(f"<main><h1>T</h1>{PROSE}{parts}{body}</main>").markdown
    assert "[^" not in markdown
    assert "The gauge at the weir" in markdown
    assert kind == "headings of a number" or "# The weir" in markdown


def test_a_list_of_routes_is_no_table_of_contents_of_this_page() -> None:
    routes = (
        '<ul class="toc"><li><a href="#/guide">The guide to the lock and its gates</a></li><li><a href="#/weir">The weir and its keeper</a></li></ul>'
    )
    body = extract(f"<main><h1>T</h1>{PROSE}{routes}{PROSE.replace('mill', 'lock')}</main>")
    inside = extract(f"<main><h1>T</h1>{PROSE}{routes.replace('#/', '#')}{PROSE.replace('mill', 'lock')}</main>")
    assert "its keeper" in body.markdown
    assert "its keeper" not in inside.markdown
