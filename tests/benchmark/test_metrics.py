"""The measures themselves, and the gate: a figure that falls by more than the noise is named."""

import json
from pathlib import Path

import pytest

import benchmark.__main__ as command
from benchmark.measure import Row
from benchmark.metrics import artefacts, bag_score, structure_recall


def test_bags() -> None:
    found = bag_score(["a", "a", "b"], ["a", "b", "c", "d"])
    assert (found.precision, found.recall) == (pytest.approx(2 / 3), pytest.approx(0.5))
    assert bag_score([], []).f1 == 1
    assert bag_score(["a"], []).f1 == 0
    assert bag_score(["a", "b"], ["b", "a"], 2).f1 == 0


def test_artefacts_are_counted_outside_of_code() -> None:
    text = (
        "- - two\n\n»\n\nhttps://a.example/x\n\nThis paragraph is said twice.\n\nThis paragraph is said twice.\n\n```\n- - code\n»\n```\n\n```\n```\n"
    )
    assert artefacts(text) == {"double bullets": 1, "orphan punctuation": 1, "URL lines": 1, "repeated paragraphs": 1, "empty fences": 1}


def test_structure() -> None:
    truth = "# One\n\n## Two\n\n[x](https://a.example/x)\n\n```\ncode here\n```\n"
    assert structure_recall("# [One](https://a.example/)\n\n```py\ncode  here\n```\n", truth) == {"headings": 0.5, "links": 0.0, "code": 1.0}


def test_the_gate_closes_when_a_figure_falls_by_more_than_the_noise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    baseline = tmp_path / "baseline.json"
    baseline.write_text(json.dumps({"F1": 0.9, "bigram F1": 0.8, "required": 0.8}), encoding="utf-8")
    monkeypatch.setattr(command, "BASELINE", baseline)
    rows = [Row(str(at), "article", 0, f1=0.8 + 0.1 * (at % 2)) for at in range(400)]  # one standard error is 0.0025
    assert command.fallen({"F1": 0.898, "bigram F1": 0.8, "required": 0.8}, rows) == []
    assert command.fallen({"F1": 0.88, "bigram F1": 0.8, "required": 0.8}, rows) == ["F1: 0.9000 → 0.8800"]
