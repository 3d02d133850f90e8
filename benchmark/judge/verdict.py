"""What the judge must answer, and which models are too close to the reference's author to be asked."""

import re
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

_Point = Annotated[int, Field(ge=1, le=5, strict=True)]
_FENCE = re.compile(r"^```(?:json)?\s*|\s*```$")
# Prefixes of model names by who trained them. A name that none fits is its own family.
_FAMILIES = {
    "openai": ("gpt", "chatgpt", "o1", "o3", "o4", "text-"),
    "anthropic": ("claude",),
    "google": ("gemini", "gemma", "palm"),
    "meta": ("llama", "meta-llama"),
    "alibaba": ("qwen", "qwq"),
    "mistral": ("mistral", "mixtral", "ministral", "magistral", "codestral"),
    "deepseek": ("deepseek",),
    "cohere": ("command",),
    "xai": ("grok",),
    "microsoft": ("phi",),
    "moonshot": ("kimi", "moonshot"),
    "zhipu": ("glm", "chatglm"),
    "amazon": ("nova", "titan"),
}


class Marks(BaseModel):
    """The four marks of one output, 1 to 5."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    recall: _Point
    precision: _Point
    boilerplate: _Point
    formatting: _Point

    @property
    def mean(self) -> float:
        """The mean of the four."""
        return (self.recall + self.precision + self.boilerplate + self.formatting) / 4


_ANSWER = TypeAdapter(dict[str, Marks])


class InvalidAnswer(ValueError):
    """An answer that is no verdict; the text says what is wrong with it."""


def read_answer(text: str, letters: set[str]) -> dict[str, Marks]:
    """The marks by letter; InvalidAnswer unless there is exactly one valid set for every letter."""
    try:
        found = _ANSWER.validate_json(_FENCE.sub("", text.strip()))
    except ValidationError as error:
        first = error.errors()[0]
        raise InvalidAnswer(f"{'.'.join(map(str, first['loc'])) or 'answer'}: {first['msg']}") from error
    if set(found) != letters:
        raise InvalidAnswer(f"letters {sorted(found)} instead of {sorted(letters)}")
    return found


def family(model: str) -> str:
    """Who trained a model, by its name.

    >>> family("openai/gpt-4o-mini"), family("meta-llama/Llama-3.3-70B"), family("own-model-2")
    ('openai', 'meta', 'own')
    """
    name = model.rsplit("/", 1)[-1].lower()
    for found, prefixes in _FAMILIES.items():
        if name.startswith(prefixes):
            return found
    return re.split(r"[^a-z]", name, maxsplit=1)[0]
