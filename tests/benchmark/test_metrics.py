"""The measures themselves, and the gate: a figure that falls by more than the noise is named."""

import json
from pathlib import Path

import pytest

import benchmark.__main__ as command
import benchmark.measure as measuring
from benchmark.corpus import Sample
from benchmark.intervals import difference, interval
from benchmark.measure import Row
from benchmark.metrics import artefacts, bag_score, flags, structure_recall
from benchmark.peers import PEERS, Output


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
    found = structure_recall("# [One](https://a.example/)\n\n```py\ncode  here\n```\n", truth)
    assert found == {"headings": 0.5, "links": 0.0, "code": 1.0, "tables": None, "lists": None, "images": None}
    truth = "| a | b |\n| --- | --- |\n| 1 | 2 |\n\n- one\n- [ ] two\n\n![x](https://a.example/x.png)\n"
    found = structure_recall("| a | b |\n|:--|--:|\n\n1. one\n\n![y](https://a.example/x.png)\n", truth)
    assert (found["tables"], found["lists"], found["images"]) == (0.5, 0.5, 1.0)


def test_flags() -> None:
    truth = " ".join(f"word{number}" for number in range(200))
    page = f"<p>{truth}</p>"
    assert not any(flags(truth, truth, truth, "", page).values())
    assert flags(truth[:1000], "", truth, "", page)["truncated"]
    assert flags(truth, "```\n\n```\n", truth, "", page)["empty fences"]
    assert flags(truth, truth, truth, "# One\n\n## Two\n", page)["missing headings"]
    assert flags(truth, truth, truth, "", "<p>something else</p><script>var word1</script>")["stale reference"]


def test_a_difference_inside_the_noise_is_called_noise() -> None:
    steady = [0.8, 0.9, 0.7, 1.0] * 50
    assert not difference([value + 0.05 for value in steady], steady).is_noise
    wobbling = [value + (0.2 if at % 2 else -0.2) for at, value in enumerate(steady)]
    assert difference(wobbling, steady).is_noise
    found = interval(steady)
    assert found.low < found.mean < found.high
    assert found == interval(steady)


def hang(html: str, url: str) -> Output:
    while True:
        pass


def crash(html: str, url: str) -> Output:
    raise RuntimeError("no")


def test_a_peer_that_hangs_or_crashes_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    sample = Sample("p1", "http://a.example/", "<p>text</p>", "article", "text", "", (), ())
    monkeypatch.setattr(measuring, "LIMIT", 0.2)
    monkeypatch.setitem(PEERS, "hang", hang)
    monkeypatch.setitem(PEERS, "crash", crash)
    hung, crashed = measuring.measure(sample, "hang"), measuring.measure(sample, "crash")
    assert "over 0.2 s" in hung.crash
    assert "no" in crashed.crash
    shown = command.failures({"hang": [hung], "crash": [crashed]})
    assert "- hang: p1, TimeoutError" in shown
    assert "- crash: p1, RuntimeError" in shown


def test_groups_stand_side_by_side_with_their_intervals() -> None:
    ours = [Row(str(at), "article" if at % 2 else "forum", 0, f1=0.9, language="de" if at < 12 else "") for at in range(40)]
    theirs = [Row(str(at), row.kind, 0, f1=0.7, language=row.language) for at, row in enumerate(ours)]
    table = command.differences({"domwright": ours, "peer": theirs})
    assert "| forum | 20 | 0.900 [0.900, 0.900] | +0.200 [+0.200, +0.200] |" in table
    assert "| de | 12 |" in table


def test_the_gate_closes_when_a_figure_falls_by_more_than_the_noise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    baseline = tmp_path / "baseline.json"
    baseline.write_text(json.dumps({"F1": 0.9, "bigram F1": 0.8, "required": 0.8}), encoding="utf-8")
    monkeypatch.setattr(command, "BASELINE", baseline)
    rows = [Row(str(at), "article", 0, f1=0.8 + 0.1 * (at % 2)) for at in range(400)]  # one standard error is 0.0025
    assert command.fallen({"F1": 0.898, "bigram F1": 0.8, "required": 0.8}, rows) == []
    assert command.fallen({"F1": 0.88, "bigram F1": 0.8, "required": 0.8}, rows) == ["F1: 0.9000 → 0.8800"]
