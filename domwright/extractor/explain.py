"""Why every block of a page was scored as it was, term by term."""

from dataclasses import dataclass

from domwright.extractor.marks.mark import mark
from domwright.extractor.marks.score import terms
from domwright.extractor.options import Options
from domwright.extractor.page import Page
from domwright.extractor.parse import parse
from domwright.extractor.prepare.prepare import prepare


@dataclass(frozen=True, slots=True)
class Explanation:
    """One block's text with the terms of its first score (before its neighbours are asked), the heaviest first."""

    text: str
    terms: tuple[tuple[str, float], ...]


def explain(html: str | bytes) -> tuple[Explanation, ...]:
    """An Explanation for every block of a page, in the order of the Document's reasons; () for a page without markup."""
    options = Options()
    parsed = parse(Page(html), options)
    if parsed.root is None:
        return ()
    prepare(parsed.root, parsed.markup, options)
    marks = mark(parsed.root)
    found = terms(marks) if marks.leaves else []
    return tuple(Explanation(leaf.text, tuple(each)) for leaf, each in zip(marks.leaves, found, strict=True))
