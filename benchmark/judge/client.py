"""One question → one verdict, through any endpoint that speaks OpenAI's chat protocol. Nothing is paid for twice."""

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path

import openai
from openai.types.chat import ChatCompletion

from benchmark.judge.prompt import Prompt
from benchmark.judge.verdict import InvalidAnswer, Marks, read_answer

# Errors that the next page would meet again: the run ends with them.
FATAL = (openai.AuthenticationError, openai.PermissionDeniedError, openai.NotFoundError, openai.BadRequestError)


@dataclass(frozen=True, slots=True)
class Answer:
    """The marks by system; tokens that were paid for in this run; why there are no marks, "" when there are."""

    page: str
    round: int
    marks: dict[str, Marks]
    tokens_in: int = 0
    tokens_out: int = 0
    problem: str = ""


class Client:
    """Asks the judge. `retries` are for 429, 5xx and lost connections (Retry-After is heeded); an invalid answer gets one more try."""

    def __init__(self, base_url: str, model: str, cache: Path, *, key: str = "", timeout: float = 120.0, retries: int = 6) -> None:
        self.model = model
        self.cache = cache
        key = key or os.environ.get("OPENAI_API_KEY", "") or "none"
        self.api = openai.OpenAI(base_url=base_url, api_key=key, timeout=timeout, max_retries=retries)

    def known(self, prompt: Prompt) -> bool:
        """Whether the answer is in the cache."""
        return self._path(prompt).exists()

    def ask(self, prompt: Prompt) -> Answer:
        """The verdict on one page. Raises only what would stop every other page too (FATAL, no connection)."""
        path = self._path(prompt)
        if path.exists():
            marks = {name: Marks.model_validate(each) for name, each in json.loads(path.read_text(encoding="utf-8")).items()}
            return Answer(prompt.page, prompt.round, marks)
        messages = list(prompt.messages)
        spent_in = spent_out = 0
        problem = ""
        for _ in range(2):
            try:
                reply = self._send(messages)
            except openai.APITimeoutError:
                return Answer(prompt.page, prompt.round, {}, spent_in, spent_out, "no answer in time")
            except openai.APIStatusError as error:
                if isinstance(error, FATAL):
                    raise
                return Answer(prompt.page, prompt.round, {}, spent_in, spent_out, f"HTTP {error.status_code}")
            except (openai.APIResponseValidationError, json.JSONDecodeError):
                return Answer(prompt.page, prompt.round, {}, spent_in, spent_out, "not the chat protocol")
            if reply.usage:
                spent_in += reply.usage.prompt_tokens
                spent_out += reply.usage.completion_tokens
            text = (reply.choices[0].message.content or "") if reply.choices else ""
            try:
                found = read_answer(text, set(prompt.systems))
            except InvalidAnswer as error:
                problem = f"invalid answer: {error}"
                messages += [
                    {"role": "assistant", "content": text},
                    {"role": "user", "content": f"That is not the JSON object asked for ({error}). Answer with it and nothing else."},
                ]
                continue
            marks = {prompt.systems[letter]: each for letter, each in found.items()}
            self._keep(path, marks)
            return Answer(prompt.page, prompt.round, marks, spent_in, spent_out)
        return Answer(prompt.page, prompt.round, {}, spent_in, spent_out, problem)

    def _send(self, messages: list[dict[str, str]]) -> ChatCompletion:
        return self.api.chat.completions.create(model=self.model, messages=messages, temperature=0, response_format={"type": "json_object"})  # type: ignore[call-overload, no-any-return] # plain dictionaries are what the protocol has

    def _path(self, prompt: Prompt) -> Path:
        asked = json.dumps([self.model, prompt.round, dict(prompt.systems), list(prompt.messages)], sort_keys=True)
        return self.cache / f"{hashlib.sha256(asked.encode()).hexdigest()}.json"

    def _keep(self, path: Path, marks: dict[str, Marks]) -> None:
        self.cache.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(".draft")
        draft.write_text(json.dumps({name: each.model_dump() for name, each in marks.items()}), encoding="utf-8")
        draft.replace(path)
