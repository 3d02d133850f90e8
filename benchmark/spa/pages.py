"""Texts → pages: for every language an article, a documentation page, a thread, a product and a listing, as truth and as HTML."""

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

TEXTS = Path(__file__).with_name("texts")
# A site of tests/sites for every page in turn: what a page is made of and what draws it are independent of each other.
FRAMEWORKS = ("react", "vue", "svelte", "preact", "solid", "lit", "alpine", "htmx", "consent", "polling")
_CODE = "[station]\ninterval = 60\noffset = 2.35"
_LAZY = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="
Text = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SpaPage:
    """One page: what the API serves (`html`), what it must become (`markdown`), and what surrounds it (`text`: the language's words)."""

    language: str
    kind: str
    framework: str
    title: str
    markdown: str
    html: str
    text: Text

    @property
    def name(self) -> str:
        """The last part of the page's address."""
        return f"{self.language}-{self.kind}"


def _article(text: Text) -> tuple[str, str]:
    told = text["article"]
    first, second, last = told["paragraphs"]
    markdown = [f"# {told['title']}", first, "![](/pictures/tower.png)", second, f"## {told['heading']}"]
    markdown += ["\n".join(f"- {item}" for item in told["list"]), last]
    html = (
        f"<h1>{escape(told['title'])}</h1><p>{escape(first)}</p><figure><img src='{_LAZY}' data-src='/pictures/tower.png' alt=''></figure>"
        f"<p>{escape(second)}</p><h2>{escape(told['heading'])}</h2><ul>{''.join(f'<li>{escape(item)}</li>' for item in told['list'])}</ul><p>{escape(last)}</p>"
    )
    return "\n\n".join(markdown), html


def _docs(text: Text) -> tuple[str, str]:
    told = text["docs"]
    head, *rows = told["table"]
    markdown = [f"# {told['title']}", told["intro"], f"```ini\n{_CODE}\n```", f"## {told['heading']}", _table(head, rows), told["note"]]
    cells = "".join(f"<tr><td><code>{escape(one)}</code></td><td>{escape(other)}</td></tr>" for one, other in rows)
    html = (
        f"<h1>{escape(told['title'])}</h1><p>{escape(told['intro'])}</p><div class='code-frame'><button>Copy</button><pre><code class='language-ini'>{_CODE}</code></pre></div>"
        f"<h2 id='s'>{escape(told['heading'])}<a class='anchor' href='#s'>#</a></h2><table><thead><tr><th>{escape(head[0])}</th><th>{escape(head[1])}</th></tr></thead>"
        f"<tbody>{cells}</tbody></table><p>{escape(told['note'])}</p>"
    )
    return "\n\n".join(markdown), html


def _table(head: list[str], rows: list[list[str]]) -> str:
    return "\n".join([f"| {' | '.join(head)} |", "| --- | --- |", *(f"| `{one}` | {other} |" for one, other in rows)])


def _forum(text: Text) -> tuple[str, str]:
    told = text["forum"]
    markdown = [f"# {told['title']}"]
    html = f"<h1>{escape(told['title'])}</h1><div class='thread'>"
    for number, (author, body) in enumerate(told["posts"]):
        markdown += [author, body]
        html += (
            f"<div class='post' id='p{number}'><div class='post-user'><a class='username' href='/members/{number}'>{escape(author)}</a></div>"
            f"<div class='post-body'><p>{escape(body)}</p></div><div class='post-actions'><button>+1</button><button>…</button></div></div>"
        )
    return "\n\n".join(markdown), html + "</div>"


def _product(text: Text) -> tuple[str, str]:
    told = text["product"]
    markdown = [f"# {told['title']}", told["price"], told["text"], "\n".join(f"| {one} | {other} |" for one, other in told["specs"])]
    rows = "".join(f"<tr><th>{escape(one)}</th><td>{escape(other)}</td></tr>" for one, other in told["specs"])
    html = (
        f"<div class='product'><h1>{escape(told['title'])}</h1><p class='price'>{escape(told['price'])}</p><form><select><option>1</option><option>2</option></select>"
        f"<button>+</button></form><p>{escape(told['text'])}</p><table class='specs'>{rows}</table></div>"
    )
    return "\n\n".join(markdown), html


def _listing(text: Text) -> tuple[str, str]:
    told = text["listing"]
    markdown, html = [f"# {told['title']}"], f"<h1>{escape(told['title'])}</h1><div class='cards'>"
    for number, (name, body) in enumerate(told["cards"]):
        markdown += [f"### {name}", body]
        html += f"<div class='card'><h3><a href='/boats/{number}'>{escape(name)}</a></h3><p>{escape(body)}</p></div>"
    return "\n\n".join(markdown), html + "</div>"


_KINDS: dict[str, Callable[[Text], tuple[str, str]]] = {
    "article": _article,
    "docs": _docs,
    "forum": _forum,
    "product": _product,
    "listing": _listing,
}


def pages() -> Iterator[SpaPage]:
    """All pages, languages in the order of their codes."""
    for row, path in enumerate(sorted(TEXTS.glob("*.toml"))):
        text = tomllib.loads(path.read_text(encoding="utf-8"))
        for column, (kind, make) in enumerate(_KINDS.items()):
            markdown, html = make(text)
            # Twelve languages of five kinds: every kind meets every framework.
            framework = FRAMEWORKS[(row + 2 * column) % len(FRAMEWORKS)]
            yield SpaPage(path.stem, kind, framework, text[kind]["title"], markdown + "\n", html, text)
