"""The judge against a real HTTP server on loopback that speaks the chat protocol: right, wrong, slow, malformed and 429 answers."""

import contextlib
import gzip
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from benchmark.judge.__main__ import main
from benchmark.judge.client import Client
from benchmark.judge.prompt import prompt
from benchmark.judge.rounds import Case, judge
from benchmark.judge.verdict import InvalidAnswer, Marks, family, read_answer

GOOD, BAD = "the whole text of the page", "menu menu menu"
Reply = tuple[int, dict[str, str], str]


class Endpoint:
    """A server whose next replies a test sets; it keeps what it was asked."""

    def __init__(self) -> None:
        self.asked: list[dict[str, object]] = []
        self.replies: list[Callable[[dict[str, object]], Reply]] = []
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                endpoint.asked.append(body)
                status, headers, text = (endpoint.replies.pop(0) if endpoint.replies else honest)(body)
                data = text.encode()
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", "Content-Length": str(len(data)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                with contextlib.suppress(BrokenPipeError):
                    self.wfile.write(data)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}/v1"


def completion(content: str) -> Reply:
    message = {"role": "assistant", "content": content}
    reply = {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": "judge-1",
        "choices": [{"index": 0, "finish_reason": "stop", "message": message}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110},
    }
    return 200, {}, json.dumps(reply)


def letters(body: dict[str, object]) -> dict[str, str]:
    shown = body["messages"][-1]["content"] if "output letter" in body["messages"][-1]["content"] else body["messages"][1]["content"]  # type: ignore[index]
    return dict(re.findall(r"<output letter=(\w)>\n(.*?)\n</output>", shown, re.S))


def honest(body: dict[str, object]) -> Reply:
    """A judge that knows good from bad by the text alone."""
    points = {letter: 5 if text.startswith(GOOD) else 1 for letter, text in letters(body).items()}
    return completion(
        json.dumps({letter: dict.fromkeys(("recall", "precision", "boilerplate", "formatting"), point) for letter, point in points.items()})
    )


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    found = Endpoint()
    yield found
    found.server.shutdown()
    found.server.server_close()


def client(endpoint: Endpoint, folder: Path, timeout: float = 10.0, retries: int = 3) -> Client:
    return Client(endpoint.url, "judge-1", folder / "cache", key="k", timeout=timeout, retries=retries)


def question(page: str = "p1", turn: int = 0) -> object:
    return prompt(page, turn, GOOD, {"ours": GOOD, "theirs": BAD}, 1000)


def test_right_answers_are_read_and_kept(endpoint: Endpoint, tmp_path: Path) -> None:
    asking = client(endpoint, tmp_path)
    answer = asking.ask(question())  # type: ignore[arg-type]
    assert (answer.marks["ours"].mean, answer.marks["theirs"].mean, answer.tokens_in) == (5, 1, 100)
    assert endpoint.asked[0]["temperature"] == 0
    again = client(endpoint, tmp_path).ask(question())  # type: ignore[arg-type]
    assert (again.marks, again.tokens_in, len(endpoint.asked)) == (answer.marks, 0, 1)


def test_the_judge_never_sees_a_name_and_the_order_changes() -> None:
    outputs = {"ours": GOOD, "theirs": BAD, "third": "x"}
    prompts = [prompt(f"page{at}", 0, GOOD, outputs, 1000) for at in range(60)]
    assert not any(name in json.dumps(each.messages) for each in prompts for name in outputs)
    assert min(Counter(each.systems["A"] for each in prompts).values()) > 8
    assert prompt("page1", 0, GOOD, outputs, 1000) == prompt("page1", 0, GOOD, outputs, 1000)


def test_an_invalid_answer_is_asked_for_once_more(endpoint: Endpoint, tmp_path: Path) -> None:
    endpoint.replies = [lambda _: completion("I think A is better.")]
    answer = client(endpoint, tmp_path).ask(question())  # type: ignore[arg-type]
    assert answer.marks["ours"].mean == 5
    assert answer.tokens_in == 200
    assert "not the JSON object" in endpoint.asked[1]["messages"][-1]["content"]  # type: ignore[index]


def test_two_invalid_answers_are_a_named_problem_and_not_kept(endpoint: Endpoint, tmp_path: Path) -> None:
    wrong = json.dumps({"A": {"recall": 9, "precision": 1, "boilerplate": 1, "formatting": 1}})
    endpoint.replies = [lambda _: completion(wrong)] * 2
    asking = client(endpoint, tmp_path)
    answer = asking.ask(question())  # type: ignore[arg-type]
    assert not answer.marks
    assert "less than or equal to 5" in answer.problem
    assert not asking.known(question())  # type: ignore[arg-type]


def test_a_429_is_waited_out(endpoint: Endpoint, tmp_path: Path) -> None:
    endpoint.replies = [lambda _: (429, {"Retry-After": "0"}, "{}")] * 2
    assert client(endpoint, tmp_path).ask(question()).marks["ours"].mean == 5  # type: ignore[arg-type]
    assert len(endpoint.asked) == 3


def test_a_slow_answer_is_a_named_problem(endpoint: Endpoint, tmp_path: Path) -> None:
    def slow(body: dict[str, object]) -> Reply:
        time.sleep(1.0)
        return honest(body)

    endpoint.replies = [slow]
    assert client(endpoint, tmp_path, timeout=0.2, retries=0).ask(question()).problem == "no answer in time"  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["not json at all", '{"object": "list"}', '{"choices": []}'])
def test_a_malformed_reply_is_a_named_problem(endpoint: Endpoint, tmp_path: Path, text: str) -> None:
    endpoint.replies = [lambda _: (200, {}, text)] * 2
    answer = client(endpoint, tmp_path, retries=0).ask(question())  # type: ignore[arg-type]
    assert not answer.marks
    assert answer.problem


def test_answers_that_miss_a_letter_are_refused() -> None:
    marks = {"recall": 1, "precision": 1, "boilerplate": 1, "formatting": 1}
    with pytest.raises(InvalidAnswer, match="letters"):
        read_answer(json.dumps({"A": marks}), {"A", "B"})
    assert read_answer(f"```json\n{json.dumps({'A': marks})}\n```", {"A"}) == {"A": Marks(**marks)}


def test_what_differs_by_less_than_the_judge_from_itself_is_a_tie_and_judged_again(endpoint: Endpoint, tmp_path: Path) -> None:
    turns: Counter[str] = Counter()

    def moody(body: dict[str, object]) -> Reply:
        """Marks the same text 5 in one round and 3 in the next."""
        turns["asked"] += 1
        point = 5 if turns["asked"] % 2 else 3
        return completion(
            json.dumps({letter: dict.fromkeys(("recall", "precision", "boilerplate", "formatting"), point) for letter in letters(body)})
        )

    endpoint.replies = [moody] * 9
    asking = client(endpoint, tmp_path)
    cases = [Case(f"p{at}", GOOD, {"ours": f"{GOOD} {at}", "theirs": f"{GOOD} {at}"}) for at in range(3)]
    found = judge(cases, lambda asked: [asking.ask(each) for each in asked], 1000)
    assert found.floor == 2
    assert found.ties == [("ours", "theirs")]
    assert found.rounds == 3
    clear = judge([Case("q", GOOD, {"ours": GOOD, "theirs": BAD})], lambda asked: [asking.ask(each) for each in asked], 1000)
    assert (clear.floor, clear.ties, clear.rounds) == (0, [], 2)


def corpus(folder: Path) -> Path:
    (folder / "ground-truth").mkdir(parents=True)
    (folder / "html").mkdir()
    for name in ("0001", "0002"):
        text = f"The gauge at the mill was read every morning, page {name}."
        record = {"url": "http://a.example/", "_internal": {"page_type": {"primary": "article"}}, "ground_truth": {"main_content": text}}
        (folder / "ground-truth" / f"{name}.json").write_text(json.dumps(record), encoding="utf-8")
        (folder / "html" / f"{name}.html.gz").write_bytes(gzip.compress(f"<html><body><p>{text}</p></body></html>".encode()))
    return folder


def arguments(endpoint_url: str, folder: Path, *more: str) -> list[str]:
    told = ["--base-url", endpoint_url, "--model", "judge-1", "--reference-model", "human", "--systems", "domwright", "--cache", str(folder / "c")]
    return [str(folder / "corpus"), *told, *more]


def test_the_command_shows_cost_before_and_tokens_after(endpoint: Endpoint, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus(tmp_path / "corpus")
    assert main(arguments(endpoint.url, tmp_path, "--yes", "--prices", "1", "4")) == 0
    out, err = capsys.readouterr()
    assert "4 questions, 0 answered in the cache" in err
    assert "spent: 400 tokens sent, 40 received = 0.00 at your prices" in out
    assert main(arguments(endpoint.url, tmp_path, "--yes")) == 0
    assert "spent: 0 tokens sent" in capsys.readouterr().out


def test_nothing_is_sent_without_consent(endpoint: Endpoint, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus(tmp_path / "corpus")
    assert main(arguments(endpoint.url, tmp_path)) == 2
    assert "nothing sent" in capsys.readouterr().err
    assert endpoint.asked == []


def test_a_judge_of_the_references_family_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = [str(tmp_path), "--base-url", "http://127.0.0.1:9/v1", "--model", "gpt-4o-mini", "--reference-model", "openai/o3"]
    assert main(given) == 2
    assert "one family" in capsys.readouterr().err
    assert family("claude-3-haiku") != family("gpt-4o")


def test_a_wrong_key_ends_the_run_with_one_line(endpoint: Endpoint, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    corpus(tmp_path / "corpus")
    endpoint.replies = [lambda _: (401, {}, '{"error": {"message": "wrong key"}}')] * 20
    assert main(arguments(endpoint.url, tmp_path, "--yes")) == 2
    assert "cannot be asked" in capsys.readouterr().err
