"""What component libraries and editors draw with divs comes out as what it is, and what only looks like it does not."""

import pytest

from domwright import extract

PROSE = "<p>" + "The gauge at the mill is read every morning by whoever comes first, and chalked on the door. " * 3 + "</p>"


def markdown(body: str) -> str:
    return extract(f"<html><head><title>The gauge</title></head><body><main><h1>The gauge</h1>{PROSE}{body}{PROSE}</main></body></html>").markdown


def test_steps_are_an_ordered_list() -> None:
    step = '<div class="Step"><span class="Step-icon">{0}</span><div><p>{1} the board of the gauge.</p></div></div>'
    assert "1. Find the board of the gauge.\n2. Read the board of the gauge." in markdown(step.format(1, "Find") + step.format(2, "Read"))


def test_numbers_of_a_pager_are_no_steps() -> None:
    found = markdown('<div class="step"><span>1</span></div><div class="step"><span>2</span></div>')
    assert "1." not in found


def test_numbered_sections_of_a_landing_page_are_no_list() -> None:
    section = '<div class="feature"><span>{0}</span><p>{1} is what the gauge is for, say the people of the village.</p></div>'
    found = markdown(section.format(1, "Safety") + section.format(2, "Trade"))
    assert "1. Safety" not in found
    assert "Safety is what the gauge is for" in found


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        ("<span class=n>{0}</span><p>{1} the board.</p>", "1. Find the board.\n2. Read the board."),
        ("{0}. {1} the board.", "1. Find the board.\n2. Read the board."),
        ("{0}) <b>{1}</b> the board.", "1. **Find** the board.\n2. **Read** the board."),
    ],
)
@pytest.mark.parametrize("kind", ["ol", "ul"])
def test_items_do_not_say_their_number_twice(kind: str, item: str, expected: str) -> None:
    items = f"<li>{item.format(1, 'Find')}</li><li>{item.format(2, 'Read')}</li>"
    assert expected in markdown(f"<{kind}>{items}</{kind}>")


def test_amounts_of_ingredients_are_no_numbers_of_items() -> None:
    found = markdown("<p>You need:</p><ul><li>1 egg of a duck</li><li>2 cups of flour</li><li>3 spoons of sugar</li></ul>")
    assert "- 1 egg of a duck\n- 2 cups of flour\n- 3 spoons of sugar" in found


def test_versions_are_no_numbers_of_items() -> None:
    assert "- 1.0 of the gauge\n- 2.0 of the gauge" in markdown("<p>There are:</p><ul><li>1.0 of the gauge</li><li>2.0 of the gauge</li></ul>")


def test_a_switch_and_its_panel_are_a_disclosure() -> None:
    found = markdown(
        '<div><div class="row"><button aria-expanded="false" aria-controls="p1">Who reads it?</button>'
        '<div id="p1" style="display:none"><p>Whoever comes first.</p></div></div></div>'
    )
    assert "Who reads it?\n\nWhoever comes first." in found


def test_a_switch_that_opens_a_menu_is_none() -> None:
    links = "".join(f'<a href="/{at}">Village {at}</a>' for at in range(6))
    found = markdown(f'<div><button aria-expanded="false" aria-controls="m1">Villages?</button><div id="m1" style="display:none">{links}</div></div>')
    assert "Village 3" not in found


def test_a_table_whose_head_stays_is_one() -> None:
    head = "<div><table><thead><tr><th>Day</th><th>Height</th></tr></thead></table></div>"
    rows = "<div><table><tbody><tr><td>Monday</td><td>31 cm</td></tr><tr><td>Tuesday</td><td>30 cm</td></tr></tbody></table></div>"
    assert "| Day | Height |\n| --- | --- |\n| Monday | 31 cm |" in markdown(f"<div>{head}{rows}</div>")


def test_two_tables_of_one_width_stay_two() -> None:
    table = "<table><tr><th>{0}</th><th>Height</th></tr><tr><td>Mill</td><td>31</td></tr><tr><td>Weir</td><td>30</td></tr></table>"
    assert markdown(table.format("Monday") + table.format("Tuesday")).count("| --- |") == 2


def test_every_level_of_a_list_by_its_class() -> None:
    found = markdown(
        '<ul class="lst-kix_x-0 start"><li>Mill</li></ul><ul class="lst-kix_x-1 start"><li>Door</li><li>Yard</li></ul>'
        '<ul class="lst-kix_x-2 start"><li>Gate</li></ul><ul class="lst-kix_x-0"><li>Weir</li></ul>'
    )
    assert "- Mill\n  - Door\n  - Yard\n    - Gate\n- Weir" in found


@pytest.mark.parametrize(
    ("authored", "leads"),
    [
        ("https://docs.example/url?q=https://river.example/a&sa=D", "https://river.example/a"),
        ("https://posts.example/l.php?u=https%3A%2F%2Friver.example%2Fa%3Fb%3D1&h=x", "https://river.example/a?b=1"),
        ("https://checker.example/check?url=https://river.example/a", "https://checker.example/check?url=https://river.example/a"),
        ("https://login.example/redirect?next=1", "https://login.example/redirect?next=1"),
    ],
)
def test_links_lead_behind_the_page_that_counts_them(authored: str, leads: str) -> None:
    assert f"[the river]({leads})" in markdown(f'<p>It is all told on <a href="{authored}">the river</a> itself.</p>')


def test_a_header_inside_the_preformatted_block_is_no_code() -> None:
    found = markdown(
        '<pre><div class="bar"><span>python</span><button>Copy code</button></div><div><code class="language-python">read()\n</code></div></pre>'
    )
    assert "```python\nread()\n```" in found


def test_lines_that_are_each_code_stay() -> None:
    assert "```\none()\ntwo()\n```" in markdown("<pre><div><code>one()</code></div><div><code>two()</code></div></pre>")


def test_comments_are_the_content_where_there_is_no_other() -> None:
    comment = '<li class="comment"><a href="/~{0}">{0}</a><div class="comment_text"><p>{1} reads it at six in the morning, in any weather, and chalks it.</p></div></li>'
    talk = "".join(comment.format(name, name.title() * 3) for name in ("ann", "bob", "cid", "dee", "eva", "fay"))
    page = f'<html><body><header><a href="/">Home</a></header><div><h1><a href="https://z.example/">The gauge</a></h1>{{}}<ol class="comments">{talk}</ol></div></body></html>'
    assert "BobBobBob reads it" in extract(page.format("")).markdown
    assert "BobBobBob reads it" not in extract(page.format(PROSE * 2)).markdown


@pytest.mark.parametrize("style", ['style="white-space: pre-wrap"', 'class="text whitespace-pre-line"'])
def test_lines_that_a_style_keeps_are_lines(style: str) -> None:
    found = markdown(f"<div {style}>At six in the morning\nand at six at night.\n\nSo says the board.</div>")
    assert "At six in the morning  \nand at six at night.\n\nSo says the board." in found


def test_lists_of_word() -> None:
    item = "<p class=MsoListParagraph style='mso-list:l{0} level{1} lfo1'><span style='mso-list:Ignore'>{2}<span>&nbsp;&nbsp;</span></span>{3}<o:p></o:p></p>"
    rows = [(0, 1, "1.", "Mill"), (0, 2, "a)", "Door"), (0, 2, "b)", "Yard"), (0, 1, "2.", "Weir"), (1, 1, "·", "Rope"), (1, 1, "·", "Tar")]
    assert "1. Mill\n   1. Door\n   2. Yard\n2. Weir\n\n- Rope\n- Tar" in markdown("".join(item.format(*row) for row in rows))


def test_the_button_of_a_menu_beside_the_page_folds_nothing() -> None:
    page = f'<html><body><div id="root"><button aria-expanded="false">Menu</button><div><h1>The gauge</h1>{PROSE}{PROSE.replace("mill", "weir")}</div></div></body></html>'
    found = extract(page).markdown
    assert found.startswith("# The gauge")
    assert "Menu" not in found


@pytest.mark.parametrize(
    "body",
    [
        '<ol class="notion-numbered_list-block" start="x"><li>a</li></ol><div class="notion-numbered_list-block"><div>b</div></div>',
        '<ul class="lst-kix_a-0"><!-- none --></ul><ul class="lst-kix_a-1"><li>b</li></ul>',
        "<p style='mso-list:l0 level3 lfo1'><span style='mso-list:Ignore'></span></p>",
        '<div aria-expanded="true" role="button"></div>',
        '<div style="white-space:pre-wrap">\n\n<b>x</b>\n<br>\ny</div>',
    ],
)
def test_odd_markup_of_editors_does_no_harm(body: str) -> None:
    assert "chalked on the door" in markdown(body)


def test_an_address_that_cannot_be_read_does_no_harm() -> None:
    assert "chalked" in extract(f"<title>River notes: Gauge</title><h1><a href='http://['>River notes</a></h1>{PROSE}", url="http://[/x").markdown


def test_code_that_stands_beside_an_element_of_code_stays() -> None:
    found = markdown('<pre>git commit <code>-m</code> "The gauge"<div class="copy"></div></pre>')
    assert '```\ngit commit -m "The gauge"\n```' in found


def test_a_photograph_in_a_frame_called_avatar_stays() -> None:
    found = markdown(
        f'<p>Who reads it is shown here.</p><div class="avatar"><img src="https://river.example/ann.jpg" alt="Ann at the gauge"></div>{PROSE.replace("mill", "weir")}'
    )
    assert "![Ann at the gauge](https://river.example/ann.jpg)" in found
