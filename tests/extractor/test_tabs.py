"""Labels of tabs stand above their panels."""

import pytest

from domwright import extract

_BEFORE = "<p>The harbour town keeps a record of every boat that came in since 1874, and the clerks were paid by the line.</p>"
_AFTER = "<p>Most of the ledgers survived the flood of 1953 because somebody had carried them to the attic, one by one.</p>"
_ONE, _OTHER = "<pre><code>npm add ledger</code></pre>", "<p>On the mill's machine, the program is called by its full name instead.</p>"


def _page(tabs: str) -> str:
    html = f"<html><body><main><article><h1>Installing</h1>{_BEFORE}{tabs}{_AFTER}</article></main></body></html>"
    return extract(html, url="https://docs.example/x").markdown


_ARIA = "<ul role='tablist'><li><a role='tab' id='t1' href='#p1'>npm</a></li><li><a role='tab' id='t2' href='#p2'>Mill</a></li></ul>"
_BUTTONS = "<div role='tablist'><button role='tab' id='t1'>npm</button><button role='tab' id='t2'>Mill</button></div>"
_RADIOS = "<input type='radio' name='t' id='t1'>{}<input type='radio' name='t' id='t2'>{}"
_LABELS = "<label for='t1'>npm</label>", "<label for='t2'>Mill</label>"


@pytest.mark.parametrize(
    "tabs",
    [
        pytest.param(f"{_ARIA}<div role='tabpanel' id='p1'>{_ONE}</div><div role='tabpanel' id='p2' hidden>{_OTHER}</div>", id="by address"),
        pytest.param(
            f"{_ARIA}<div role='tabpanel' id='p1'>{_ONE}</div><div role='tabpanel' id='p2' style='display:none'>{_OTHER}</div>", id="hidden by style"
        ),
        pytest.param(
            f"{_BUTTONS}<div role='tabpanel' aria-labelledby='t1'>{_ONE}</div><div role='tabpanel' aria-labelledby='t2'>{_OTHER}</div>", id="by label"
        ),
        pytest.param(
            f"<div>{_RADIOS.format('', '')}<div class='labels'>{''.join(_LABELS)}</div><div><div>{_ONE}</div><div>{_OTHER}</div></div></div>",
            id="MkDocs",
        ),
        pytest.param(
            f"<div><div class='tabs'>{_RADIOS.format(*_LABELS)}</div><div class='blocks'><div>{_ONE}</div><div>{_OTHER}</div></div></div>",
            id="VitePress",
        ),
    ],
)
def test_every_label_stands_above_its_panel(tabs: str) -> None:
    assert "npm\n\n```\nnpm add ledger\n```\n\nMill\n\nOn the mill's machine" in _page(tabs)


def test_a_label_that_is_a_heading_stays_one() -> None:
    tabs = f"<div role='tablist'><h3 role='tab' id='t1'>npm</h3><h3 role='tab' id='t2'>Mill</h3></div><div role='tabpanel' aria-labelledby='t1'>{_ONE}</div>"
    assert "### Mill\n\nOn the mill's machine" in _page(f"{tabs}<div role='tabpanel' aria-labelledby='t2'>{_OTHER}</div>")


def test_a_label_that_its_panel_says_is_said_once() -> None:
    panels = f"<div role='tabpanel' id='p1'><h2>npm</h2>{_ONE}</div><div role='tabpanel' id='p2'>{_OTHER}</div>"
    markdown = _page(_ARIA + panels)
    assert markdown.count("npm\n") == 1
    assert "## npm" in markdown


def test_the_dots_of_a_carousel_say_nothing() -> None:
    dots = "<ul role='tablist'><li><a role='tab' href='#p1'>1</a></li><li><a role='tab' href='#p2'>2</a></li></ul>"
    markdown = _page(f"<div role='tabpanel' id='p1'>{_ONE}</div><div role='tabpanel' id='p2'>{_OTHER}</div>{dots}")
    assert "\n1\n" not in markdown
    assert "- 1" not in markdown


def test_tabs_without_their_panels_are_left() -> None:
    assert "npm\n\n```" not in _page(f"{_ARIA}<div role='tabpanel' id='p1'>{_ONE}</div>")


def test_a_tab_that_holds_its_panel_is_left() -> None:
    tabs = f"<li role='tab' id='t1'>npm<div role='tabpanel' id='p1'>{_ONE}</div></li><li role='tab' id='t2'>Mill<div role='tabpanel' id='p2'>{_OTHER}</div></li>"
    tabs = tabs.replace("id='t1'", "aria-controls='p1'").replace("id='t2'", "aria-controls='p2'")
    assert "npm add ledger" in _page(f"<ul role='tablist'>{tabs}</ul>")


def test_a_label_whose_panel_is_empty_yet_stays() -> None:
    panels = f"<div role='tabpanel' id='p1'>{_ONE}</div><div role='tabpanel' id='p2'></div>"
    assert "Mill" in _page(_ARIA + panels)


@pytest.mark.parametrize("panels", [f"<div>{_ONE}</div><div>{_OTHER}</div><div>Three</div>", f"<div>{_ONE}</div>"])
def test_more_panels_than_labels_or_fewer_are_no_tabs(panels: str) -> None:
    assert "npm Mill" in _page(f"<div><div class='tabs'>{_RADIOS.format(*_LABELS)}</div><div class='blocks'>{panels}</div></div>")


def test_labels_of_a_form_are_no_tabs() -> None:
    form = f"<div><input type='text' id='a'><label for='a'>Which mill is yours?</label><input id='b'><label for='b'>Which town?</label></div><div><div>{_BEFORE}</div><div>{_OTHER}</div></div>"
    assert "Which mill is yours? Which town?" in _page(f"<form>{form}</form>")
