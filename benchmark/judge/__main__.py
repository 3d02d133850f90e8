"""`python -m benchmark.judge CORPUS --base-url URL --model NAME --reference-model NAME`: let a language model mark the outputs.

Any endpoint that speaks OpenAI's chat protocol serves (the key is read from OPENAI_API_KEY). Every page is judged twice, the outputs
shuffled anew and without names; differences below the judge's disagreement with itself are ties and are judged a third time.
Cost is shown before anything is sent, tokens after; answers are kept in a cache, so that a run that was cut off goes on for free.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing import Pool
from pathlib import Path

import openai
from tqdm import tqdm

from benchmark.corpora import CorpusError, load
from benchmark.corpus import Sample
from benchmark.judge.client import FATAL, Answer, Client
from benchmark.judge.prompt import Prompt
from benchmark.judge.rounds import ASPECTS, FIRST_ROUNDS, Case, Judged, judge, questions
from benchmark.judge.verdict import family
from benchmark.peers import PEERS

_CHARACTERS_PER_TOKEN = 4  # OpenAI's rule of thumb for English
_TOKENS_OF_AN_ANSWER = 35  # for every output
_MILLION = 1_000_000


def case_of(sample: Sample, systems: list[str]) -> Case:
    """One page's reference and outputs; a system that crashes has an empty output."""
    outputs = {}
    for name in systems:
        try:
            outputs[name] = PEERS[name](sample.html, sample.url).markdown
        except Exception:  # noqa: BLE001 - a peer's crash is a result
            outputs[name] = ""
    return Case(sample.name, sample.markdown or sample.truth, outputs)


def expected(client: Client, cases: Sequence[Case], most: int, prices: tuple[float, float]) -> str:
    """What the first two rounds will take."""
    asked = [question for turn in range(FIRST_ROUNDS) for question in questions(cases, turn, most)]
    new = [question for question in asked if not client.known(question)]
    tokens_in = sum(question.characters for question in new) // _CHARACTERS_PER_TOKEN
    tokens_out = sum(_TOKENS_OF_AN_ANSWER * len(question.systems) for question in new)
    return (
        f"{len(asked)} questions, {len(asked) - len(new)} answered in the cache; about {tokens_in:,} tokens to send and {tokens_out:,} to receive"
        f"{_cost(tokens_in, tokens_out, prices)}, half as much again when systems tie"
    )


def _cost(tokens_in: int, tokens_out: int, prices: tuple[float, float]) -> str:
    cost = (tokens_in * prices[0] + tokens_out * prices[1]) / _MILLION
    return f" = {cost:.2f} at your prices" if any(prices) else " (give --prices for the cost)"


def ask_all(client: Client, threads: int, asked: Sequence[Prompt]) -> Iterable[Answer]:
    """Answers to all questions, with a progress bar."""
    with ThreadPoolExecutor(threads) as pool:
        yield from tqdm(pool.map(client.ask, asked), total=len(asked), desc=f"round {asked[0].round + 1}", file=sys.stderr)


def show(found: Judged, prices: tuple[float, float]) -> str:
    """The table, the floor, the ties, what failed, and what was spent."""
    means = found.means()
    lines = [f"| | {' | '.join((*ASPECTS, 'mean'))} |", f"| --- |{' --- |' * (len(ASPECTS) + 1)}"]
    for name, points in sorted(means.items(), key=lambda pair: -pair[1]["mean"]):
        lines.append(f"| {name} | {' | '.join(f'{points[aspect]:.2f}' for aspect in (*ASPECTS, 'mean'))} |")
    lines.append(f"\nnoise floor {found.floor:.2f} points (the judge against itself, {found.rounds} rounds)")
    lines.append("ties: " + (", ".join(f"{one} and {other}" for one, other in found.ties) or "none"))
    for answer in found.problems:
        lines.append(f"no marks for {answer.page}, round {answer.round + 1}: {answer.problem}")
    tokens_in, tokens_out = sum(each.tokens_in for each in found.answers), sum(each.tokens_out for each in found.answers)
    lines.append(f"spent: {tokens_in:,} tokens sent, {tokens_out:,} received{_cost(tokens_in, tokens_out, prices)}")
    return "\n".join(lines)


def parser() -> argparse.ArgumentParser:
    """The command's arguments."""
    found = argparse.ArgumentParser(prog="python -m benchmark.judge", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("corpus", type=Path)
    found.add_argument("--base-url", required=True, help="the endpoint, such as http://127.0.0.1:8000/v1")
    found.add_argument("--model", required=True, help="the judge")
    found.add_argument("--reference-model", required=True, help='the model that wrote the corpus\'s reference; "human" when people did')
    found.add_argument("--systems", default="domwright,trafilatura")
    found.add_argument("--every", type=int, default=1, help="take every n-th page only")
    found.add_argument("--characters", type=int, default=20_000, help="shown of the reference and of each output")
    found.add_argument("--prices", type=float, nargs=2, default=(0.0, 0.0), metavar=("IN", "OUT"), help="for a million tokens")
    found.add_argument("--timeout", type=float, default=120.0, help="seconds for one answer")
    found.add_argument("--threads", type=int, default=4)
    found.add_argument("--cache", type=Path, default=Path(__file__).parents[1] / ".cache" / "judge")
    found.add_argument("--yes", action="store_true", help="do not ask before spending")
    return found


def main(arguments: list[str]) -> int:
    """Judge and print; 2 when it refuses or cannot start, 1 when pages got no marks."""
    given = parser().parse_args(arguments)
    if family(given.model) == family(given.reference_model):
        print(f"refused: {given.model} and {given.reference_model} are of one family, and a model favours its own", file=sys.stderr)
        return 2
    systems = given.systems.split(",")
    unknown = [name for name in systems if name not in PEERS]
    if unknown:
        print(f"no system {', '.join(unknown)}: there are {', '.join(PEERS)}", file=sys.stderr)
        return 2
    try:
        samples = load(given.corpus)[:: given.every]
    except CorpusError as error:
        print(error, file=sys.stderr)
        return 2
    with Pool() as pool:
        cases = pool.map(partial(case_of, systems=systems), samples, chunksize=4)
    client = Client(given.base_url, given.model, given.cache, timeout=given.timeout)
    prices = (given.prices[0], given.prices[1])
    print(expected(client, cases, given.characters, prices), file=sys.stderr)
    if not given.yes and not _agreed():
        return 2
    try:
        found = judge(cases, partial(ask_all, client, given.threads), given.characters)
    except (*FATAL, openai.APIConnectionError) as error:
        print(f"the judge at {given.base_url} cannot be asked: {error}", file=sys.stderr)
        return 2
    print(show(found, prices))
    return int(bool(found.problems))


def _agreed() -> bool:
    if not sys.stdin.isatty():
        print("nothing sent: say --yes to spend that", file=sys.stderr)
        return False
    return input("send? [y/N] ").strip().lower() in ("y", "yes")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
