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
for path in sys.argv[1:]:
    document = extract(Path(path).read_bytes())
    print(document.markdown, [(reason.kept, reason.score) for reason in document.reasons])
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
