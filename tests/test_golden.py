"""Golden folders: input.html and page.json in, expected.md and expected.json out. A missing expected file fails."""

import json
from pathlib import Path

import pytest

from domwright import extract

GOLDEN = Path(__file__).parent / "golden"
CASES = sorted(path.parent for path in GOLDEN.glob("*/input.html"))


def outputs(case: Path) -> dict[str, str]:
    page = json.loads((case / "page.json").read_text(encoding="utf-8")) if (case / "page.json").exists() else {}
    with (case / "input.html").open(encoding="utf-8", newline="") as file:
        document = extract(file.read(), url=page.get("url", "https://valley.example/walks/river"))
    facts = {"source": document.source, "parser": document.parser, "problems": list(document.problems), **document.metadata.as_dict()}
    return {"expected.md": document.markdown, "expected.json": json.dumps(facts, ensure_ascii=False, indent=1) + "\n"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_golden(case: Path, request: pytest.FixtureRequest) -> None:
    for name, text in outputs(case).items():
        file = case / name
        if request.config.getoption("--update"):
            file.write_text(text, encoding="utf-8")
        assert file.exists(), f"{file} is missing: run pytest --update, read the diff, commit"
        assert text == file.read_text(encoding="utf-8")


def test_there_are_cases() -> None:
    assert len(CASES) >= 40
