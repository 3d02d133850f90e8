"""Two rounds over the same outputs say how far the judge disagrees with itself; what differs by less is a tie and judged again."""

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from benchmark.judge.client import Answer
from benchmark.judge.prompt import Prompt, prompt

FIRST_ROUNDS = 2
ASPECTS = ("recall", "precision", "boilerplate", "formatting")


@dataclass(frozen=True, slots=True)
class Case:
    """One page for the judge: its reference and every system's output."""

    page: str
    reference: str
    outputs: Mapping[str, str]


@dataclass
class Judged:
    """All answers so far. `floor`: the judge's mean disagreement with itself on a page, in points; `ties`: pairs closer than it."""

    answers: list[Answer] = field(default_factory=list)
    floor: float = 0.0
    ties: list[tuple[str, str]] = field(default_factory=list)
    rounds: int = 0

    @property
    def problems(self) -> list[Answer]:
        """The answers that brought no marks."""
        return [answer for answer in self.answers if answer.problem]

    def means(self) -> dict[str, dict[str, float]]:
        """For every system the mean of each aspect and of all (`mean`), over pages and rounds."""
        found: dict[str, dict[str, list[float]]] = {}
        for answer in self.answers:
            for name, marks in answer.marks.items():
                points = found.setdefault(name, {aspect: [] for aspect in (*ASPECTS, "mean")})
                for aspect, values in points.items():
                    values.append(float(getattr(marks, aspect)))
        return {name: {aspect: statistics.fmean(values) for aspect, values in points.items()} for name, points in found.items()}


def questions(cases: Iterable[Case], turn: int, most: int) -> list[Prompt]:
    """The questions of one round."""
    return [prompt(case.page, turn, case.reference, case.outputs, most) for case in cases]


def judge(cases: Sequence[Case], ask: Callable[[Sequence[Prompt]], Iterable[Answer]], most: int) -> Judged:
    """Two rounds; a third over all pages when some systems are closer than the judge is to itself."""
    found = Judged()
    for turn in range(FIRST_ROUNDS):
        found.answers.extend(ask(questions(cases, turn, most)))
    found.rounds = FIRST_ROUNDS
    found.floor = noise_floor(found.answers)
    found.ties = ties(found.means(), found.floor)
    if found.ties:
        found.answers.extend(ask(questions(cases, FIRST_ROUNDS, most)))
        found.rounds += 1
        found.ties = ties(found.means(), found.floor)
    return found


def noise_floor(answers: Iterable[Answer]) -> float:
    """The mean difference, in points, between two marks for the same output of the same page."""
    points: dict[tuple[str, str], list[float]] = {}
    for answer in answers:
        for name, marks in answer.marks.items():
            points.setdefault((answer.page, name), []).append(marks.mean)
    pairs = [abs(values[0] - values[1]) for values in points.values() if len(values) > 1]
    return statistics.fmean(pairs) if pairs else 0.0


def ties(means: Mapping[str, Mapping[str, float]], floor: float) -> list[tuple[str, str]]:
    """Pairs of systems whose means are no further apart than the floor."""
    return [(one, other) for one, other in combinations(sorted(means), 2) if abs(means[one]["mean"] - means[other]["mean"]) <= floor]
