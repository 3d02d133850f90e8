"""One page's outputs of all tools side by side: `python -m benchmark.compare CORPUS NAME [--out compare.html] [--systems …]`.

A self-contained HTML page: the truth and every tool's Markdown, rendered, in columns. Blocks that the truth has are green, blocks that it
has not are red; at the top the scores. NAME is a page's name in the corpus.
"""

import argparse
import html
import re
import sys
from pathlib import Path

from markdown_it import MarkdownIt

from benchmark.corpora import load
from benchmark.corpus import Sample
from benchmark.metrics import bag_score
from benchmark.peers import PEERS
from domwright.extractor.text import words

_PARSER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
_SHINGLE = 3
_STYLE = """
body { font: 14px/1.5 system-ui, sans-serif; margin: 0; background: #f4f4f2; color: #1c1c1a }
header { padding: 12px 16px; background: #fff; border-bottom: 1px solid #ddd } h1 { font-size: 17px; margin: 0 }
main { display: flex; gap: 12px; padding: 12px; overflow-x: auto; align-items: flex-start }
section { flex: 0 0 420px; background: #fff; border: 1px solid #ddd; border-radius: 6px; max-height: 86vh; overflow: auto }
section > h2 { position: sticky; top: 0; margin: 0; padding: 8px 12px; font-size: 14px; background: #fafaf8; border-bottom: 1px solid #ddd }
section > h2 small { font-weight: normal; color: #666 } .block { padding: 1px 12px; border-left: 4px solid transparent; overflow-wrap: anywhere }
.block h1, .block h2, .block h3 { font-size: 15px; margin: 6px 0 } .block p, .block ul, .block ol { margin: 6px 0 } img { display: none }
.right { border-color: #3a9d5d; background: #f1faf4 } .wrong { border-color: #cc4b37; background: #fdf3f1 } pre { overflow: auto; background: #f6f6f6 }
table { border-collapse: collapse } td, th { border: 1px solid #ddd; padding: 2px 6px }
"""


def column(title: str, note: str, markdown: str, truth: set[tuple[str, ...]]) -> str:
    """One tool's column."""
    blocks = [block for block in re.split(r"\n\s*\n(?! )", markdown) if block.strip()]
    shown = "".join(f'<div class="block {_verdict(block, truth)}">{_PARSER.render(block)}</div>' for block in blocks)
    return f"<section><h2>{html.escape(title)} <small>{html.escape(note)}</small></h2>{shown or '<p class=block>nothing</p>'}</section>"


def _verdict(block: str, truth: set[tuple[str, ...]]) -> str:
    tokens = words(re.sub(r"\]\([^)]*\)", "]", block))
    grams = [tuple(tokens[at : at + _SHINGLE]) for at in range(max(1, len(tokens) - _SHINGLE + 1))]
    return "right" if sum(gram in truth for gram in grams) * 2 >= len(grams) else "wrong"


def shingles(text: str) -> set[tuple[str, ...]]:
    """Runs of one to three words of a text."""
    tokens = words(text)
    return {tuple(tokens[at : at + size]) for size in range(1, _SHINGLE + 1) for at in range(len(tokens) - size + 1)}


def page(sample: Sample, systems: list[str]) -> str:
    """The whole comparison."""
    truth = shingles(sample.truth)
    columns = [column("truth", f"{len(words(sample.truth))} words", sample.markdown or sample.truth, truth)]
    for system in systems:
        try:
            output = PEERS[system](sample.html, sample.url)
        except Exception as error:  # noqa: BLE001 - a peer's crash is shown
            columns.append(column(system, f"crashed: {error!r}"[:60], "", truth))
            continue
        found = bag_score(words(output.text), words(sample.truth))
        columns.append(column(system, f"F1 {found.f1:.2f}  P {found.precision:.2f}  R {found.recall:.2f}", output.markdown, truth))
    title = html.escape(f"{sample.name} · {sample.kind} · {sample.url}")
    return f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><style>{_STYLE}</style><header><h1>{title}</h1></header><main>{''.join(columns)}</main></html>\n"


def main(arguments: list[str]) -> int:
    """Write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("name")
    parser.add_argument("--out", type=Path, default=Path("compare.html"))
    parser.add_argument("--systems", default="domwright,trafilatura,rdtextract,resiliparse")
    given = parser.parse_args(arguments)
    sample = next((each for each in load(given.corpus) if each.name == given.name), None)
    if sample is None:
        print(f"no page {given.name} in {given.corpus}", file=sys.stderr)
        return 2
    given.out.write_text(page(sample, given.systems.split(",")), encoding="utf-8")
    print(given.out)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
