"""What the judge is shown: the reference and the outputs under letters, shuffled anew for every page and round."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_uppercase

_CUT = "\n[cut here by the harness, for every output alike]"
_TASK = """You compare the main content that different programs extracted from one web page with a reference of that content.
Mark every output from 1 (worst) to 5 (best):
recall: is everything of the reference there?
precision: is nothing there that the reference has not?
boilerplate: is it free of menus, banners, related links, sharing buttons and notices? 5 means free of them.
formatting: are headings, lists, tables, links and code written as the Markdown that a careful person would write?
Judge what is written, not how long it is. Equal outputs get equal marks.
Answer with one JSON object and nothing else: for every letter an object with the four whole numbers, like
{"A": {"recall": 4, "precision": 5, "boilerplate": 5, "formatting": 3}}"""


@dataclass(frozen=True, slots=True)
class Prompt:
    """One question: the messages, and which system stands behind each letter (the judge is never told)."""

    page: str
    round: int
    systems: Mapping[str, str]
    messages: tuple[dict[str, str], ...]

    @property
    def characters(self) -> int:
        """The length of everything that is sent."""
        return sum(len(message["content"]) for message in self.messages)


def prompt(page: str, turn: int, reference: str, outputs: Mapping[str, str], most: int) -> Prompt:
    """The question about one page in one round. `most`: characters shown of the reference and of each output."""
    names = sorted(outputs)
    random.Random(f"{page}/{turn}").shuffle(names)
    systems = dict(zip(ascii_uppercase, names, strict=False))
    parts = [f"<reference>\n{_cut(reference, most)}\n</reference>"]
    parts += [f"<output letter={letter}>\n{_cut(outputs[name], most)}\n</output>" for letter, name in systems.items()]
    return Prompt(page, turn, systems, ({"role": "system", "content": _TASK}, {"role": "user", "content": "\n\n".join(parts)}))


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + _CUT
