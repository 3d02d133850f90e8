"""The same page gives the same scores and Markdown in every process, whatever Python's hash seed."""

import os
import subprocess
import sys
from pathlib import Path

PAGES = Path(__file__).parents[1] / "golden"
SCRIPT = """
import sys
from pathlib import Path
from domwright import extract
from domwright.extractor.marks.mark import mark
from domwright.extractor.marks.score import mark_score
from domwright.extractor.options import Options
from domwright.extractor.page import Page
from domwright.extractor.parse import parse
for path in sys.argv[1:]:
    page = Path(path).read_bytes()
    root = parse(Page(page), Options()).root
    if root is not None:
        marks = mark(root)
        mark_score(marks)
        # Unrounded: sums of floats in another order differ in their last digits only, and only now and then in a verdict.
        print([leaf.score for leaf in marks.leaves])
    print(extract(page).markdown)
"""


def test_scores_do_not_depend_on_the_hash_seed() -> None:
    pages = [str(path) for path in sorted(PAGES.glob("*/input.html"))[::6]]
    assert len(pages) > 10
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT, *pages],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1
