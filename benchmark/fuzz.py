"""Hostile input: `python -m benchmark.fuzz CORPUS [--generated 10000]`.

Every page of the corpus cut at a place of its own and with bytes flipped, generated tag soup, and pages of one thing thousands of times; counts crashes and slow pages,
and checks that the Markdown of every page reads back as the same kinds of blocks and serializes twice alike.
"""

import argparse
import random
import sys
import time
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

from markdown_it import MarkdownIt

from benchmark.corpus import Sample, wcxb
from domwright import extract
from domwright.extractor.serialize.markdown import to_markdown
from domwright.extractor.tree.blocks import Block, DefinitionList, FootnoteDefinition, ListBlock, MathBlock, Quote

SLOW_SECONDS = 2.0
# Between two paragraphs, so many times: what a step that looks at all others for each would take hours for.
MANY = 10_000
_REPEATED = {
    "headings": "<h2>Section {0}</h2><p>Short text {0}.</p>",
    "linked headings": '<h2>Section {0}<a class="headerlink" href="#s{0}">¶</a></h2><p>x</p>',
    "posts": '<div class="post"><div class="author">ann{0}</div><time datetime="2025-03-04">4 March</time><p>Thanks, that worked {0}.</p></div>',
    "disclosures": "<details><summary>Question {0}?</summary><p>Answer {0}.</p></details>",
    "notes": '<div class="footnote" id="fn{0}"><p>Note {0}.</p></div><a href="#fn{0}">{0}</a>',
    "code blocks": '<div class="filename">a{0}.py</div><pre class="x"><code>x = {0}</code></pre>',
    "admonitions": '<div class="admonition"><p>Note</p><p>Mind {0}.</p></div>',
    "definitions": "<dl><dt>Term {0}</dt><dd>Its meaning.</dd></dl>",
    "cards": '<div class="card"><h3><a href="/{0}">Boat {0}</a></h3><span>$ {0}</span></div>',
    "lists of one item": "<ul><li>Item {0}</li></ul>",
    "headings said before": "<h2>Section</h2><p>The same paragraph stands below each of these.</p>",
    "switches": '<div><button aria-expanded="false" aria-controls="p{0}">Question {0}?</button><div id="p{0}">Answer {0}.</div></div>',
    "steps": '<div class="step"><b>{0}</b><p>Do it once more.</p></div>',
    "first steps": '<div class="step"><b>1</b><p>Do it once more.</p></div>',
    "items of Word": "<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>{0}.</span>Item {0}</p>",
    "items of Notion": '<ol class="notion-numbered_list-block"><li>Item {0}</li></ol>',
    "levels by class": '<ul class="lst-k_a-0"><li>Item {0}</li></ul><ul class="lst-k_a-1"><li>Under {0}</li></ul>',
    "paragraphs of a law": "<table><tr><td>(a)</td><td>Those in attics, by day {0}.</td></tr></table>",
    "tables": "<table><tr><th>Name</th><td>{0}</td></tr><tr><th>Km</th><td>1</td></tr></table>",
}
_RUNS = {
    "rows of a table": f"<table>{'<tr><td>a</td><td>b</td></tr>' * MANY}</table>",
    "rows by role": f"<div role=grid>{'<div role=row><div role=gridcell>a</div><div role=gridcell>b</div></div>' * MANY}</div>",
    "rows by role inside one another": f"<div role=grid>{'<div role=row><div role=gridcell>a' * 150}{'<div role=gridcell>b</div>' * MANY}",
    "kept lines": f"<div style='white-space:pre-wrap'>{f'a line<b>x</b>{chr(10)}' * MANY}</div>",
    "text in a list": f"<ul>{'We need <b>this</b>: <li>An item of the list</li>' * MANY}</ul>",
    "buttons in a heading": f"<h2>{'<button>x</button>' * MANY}</h2>",
    "signs of formulas": f"<p>{chr(92)}[{chr(92)}({'$$'}</p>" * MANY + f"<p>{(chr(92) + '[') * MANY}{'$$=' * MANY}</p>",
    "tokens of a formula": f"<p><math>{'<mi>sin</mi><mi>x</mi>' * MANY}</math></p>",
    "drawn formulas": "<p><mjx-container><mjx-assistive-mml><math><mi>x</mi></math></mjx-assistive-mml></mjx-container></p>" * MANY,
    "notes without a way back": "".join(f"<p>w<sup><a href=#n{at}>{at}</a></sup></p><p id=n{at}>{at} note</p>" for at in range(MANY)),
    "links in loose text": "text <a href=/x>link</a> " * MANY,
    "ends of pages": "</body></html><html><body>More text. " * MANY,
    "superscripts": f"<p>{'<sup>[<a href=#fn1>1</a>]</sup>' * MANY}</p>",
}
_TAGS = "div p span a ul ol li table tr td th h1 h2 h3 pre code blockquote nav main article b i em br img noscript form dl dt dd details figure svg math".split()
KINDS = {
    "heading_open": "Heading",
    "paragraph_open": "Paragraph",
    "fence": "CodeBlock",
    "hr": "ThematicBreak",
    "blockquote_open": "Quote",
    "bullet_list_open": "ListBlock",
    "ordered_list_open": "ListBlock",
    "table_open": "Table",
    "list_item_open": "ListItem",
}
_PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def kinds(blocks: tuple[Block, ...]) -> list[str]:
    """The kinds of blocks, inner ones after their outer one."""
    names = []
    for block in blocks:
        names.append(type(block).__name__)
        if isinstance(block, Quote):
            names.extend(kinds(block.children))
        elif isinstance(block, ListBlock):
            for item in block.items:
                names.append("ListItem")
                names.extend(kinds(item.children))
    return names


def _holds_extensions(blocks: tuple[Block, ...]) -> bool:
    """Whether blocks that CommonMark and GFM do not have are inside (definition lists, footnotes, mathematics)."""
    for block in blocks:
        if isinstance(block, DefinitionList | FootnoteDefinition | MathBlock):
            return True
        inner = (
            block.children if isinstance(block, Quote) else tuple(c for i in block.items for c in i.children) if isinstance(block, ListBlock) else ()
        )
        if inner and _holds_extensions(inner):  # type: ignore[arg-type]
            return True
    return False


def check(html: str | bytes, url: str = "https://a.example/x") -> str:
    """`fine`, or a word for what went wrong."""
    start = time.process_time()
    try:
        document = extract(html, url=url)
        markdown = document.markdown
    except Exception as error:  # noqa: BLE001 - crashes are what is counted
        return f"crash: {type(error).__name__}: {error}"[:80]
    if time.process_time() - start > SLOW_SECONDS:
        return "slow"
    if to_markdown(document.blocks) != markdown:
        return "unstable"
    if not _holds_extensions(document.blocks):
        read = [KINDS[token.type] for token in _PARSER.parse(markdown) if token.type in KINDS]
        if read != kinds(document.blocks):
            return "reads-back-differently"
    return "fine"


def check_page(sample: Sample) -> list[tuple[str, str, str]]:
    """One page as it is, cut, and with flipped bytes."""
    chance = random.Random(sample.name)
    data = bytearray(sample.html.encode("utf-8", "replace"))
    cut = bytes(data[: chance.randrange(len(data) or 1)])
    for _ in range(max(1, len(data) // 500)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    versions = (("whole", sample.html), ("cut", cut), ("flipped", bytes(data)))
    return [(name, sample.name, check(html, sample.url)) for name, html in versions]


def check_generated(seed: int) -> tuple[str, str, str]:
    """One generated tag soup."""
    chance = random.Random(seed)
    pieces = []
    for _ in range(chance.randrange(1, 200)):
        roll = chance.random()
        if roll < 0.45:
            pieces.append(f"<{chance.choice(_TAGS)} class='{chance.choice(['content', 'sidebar', 'nav', 'x', 'code', 'tab'])}'>")
        elif roll < 0.75:
            pieces.append(f"</{chance.choice(_TAGS)}>")
        else:
            pieces.append("".join(chance.choice("abc def. *_#`[]()<>&|~-+1\n\t\u00e9\u4e2d\u200b\x00\x07") for _ in range(chance.randrange(1, 80))))
    return "generated", str(seed), check("".join(pieces))


def check_many(name: str) -> tuple[str, str, str]:
    """One page that holds one thing thousands of times."""
    prose = "<p>The river path leaves the village behind the old mill and follows the water for about two kilometres.</p>" * 3
    body = _RUNS.get(name) or "".join(_REPEATED[name].format(at) for at in range(MANY))
    declared = '<script type="application/ld+json">{"@type": "Article", "articleBody": "' + "word " * MANY + '"}</script>'
    return "many", name, check(f"<html><head>{declared}</head><body><main><h1>Path</h1>{prose}{body}{prose}</main></body></html>")


def main(arguments: list[str]) -> int:
    """Print the counts; exit code 1 when anything crashed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--generated", type=int, default=10_000)
    given = parser.parse_args(arguments)
    with Pool() as pool:
        found = [row for rows in pool.imap_unordered(check_page, wcxb(given.corpus), chunksize=8) for row in rows]
        found += pool.map(check_generated, range(given.generated), chunksize=200)
        found += pool.map(check_many, (*_REPEATED, *_RUNS), chunksize=1)
    counts = Counter((version, outcome if not outcome.startswith("crash") else "crash") for version, _, outcome in found)
    for (version, outcome), count in sorted(counts.items()):
        print(f"{version:10} {outcome:24} {count}")
    for version, name, outcome in found:
        if outcome.startswith("crash") or outcome == "slow":
            print(version, name, outcome)
    different = [f"{version} {name}" for version, name, outcome in found if outcome == "reads-back-differently"]
    print("reads back differently:", different[:12])
    return int(any(outcome.startswith("crash") for _, _, outcome in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
