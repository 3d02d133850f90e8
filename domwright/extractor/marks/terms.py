"""The names of every feature the block score knows, by family and step: looked up as themselves, or as their weights."""

from collections.abc import Callable
from functools import cache, partial
from typing import Generic, TypeVar

T = TypeVar("T")

CONTAINER_LEVELS = 4
COARSE_STEPS = 6
OWN_TAGS = frozenset("p li td th h1 h2 h3 h4 h5 h6 div span a dt dd figcaption button summary pre blockquote label section article".split())
_MOST = 13  # the most steps a family has, plus one


class _ByName(dict[str, T]):
    """What `give` makes of a name, made once."""

    def __init__(self, give: Callable[[str], T]) -> None:
        super().__init__()
        self.give = give

    def __missing__(self, name: str) -> T:
        found = self[name] = self.give(name)
        return found


def _steps(give: Callable[[str], T], family: str) -> list[T]:
    return [give(f"{family}={step}") for step in range(_MOST)]


def _crossed(give: Callable[[str], T], family: str) -> list[list[T]]:
    return [[give(f"{family}={one}/{two}") for two in range(_MOST)] for one in range(_MOST)]


class Terms(Generic[T]):
    """Every feature as what `give` makes of its name.

    The names themselves teach and explain; their weights score. Families are tables (family, step[, step]), so that a leaf
    costs list lookups and no string is built for it.
    """

    def __init__(self, give: Callable[[str], T]) -> None:
        steps, crossed = partial(_steps, give), partial(_crossed, give)
        self.named: dict[str, T] = _ByName(give)
        self.tag = {tag: give(f"tag:{tag}") for tag in (*OWN_TAGS, "other")}
        self.tag_words = {tag: crossed(f"tag-words:{tag}") for tag in (*OWN_TAGS, "other")}
        self.words_kind = crossed("words-kind")
        self.ends, self.open_end = steps("ends"), steps("open-end")
        self.after_prose, self.amid_prose, self.before_prose = crossed("after-prose"), crossed("amid-prose"), crossed("before-prose")
        self.after_title, self.before_title = steps("after-title"), steps("before-title")
        self.in_candidate, self.near_candidate = crossed("in-candidate"), crossed("near-candidate")
        self.previous, self.next = crossed("previous"), crossed("next")
        self.previous_of_heading, self.next_of_heading = crossed("previous-of-heading"), crossed("next-of-heading")
        self.around = crossed("around")
        self.container = [crossed(f"container{level}") for level in range(CONTAINER_LEVELS)]
        self.prose = [crossed(f"prose{level}") for level in range(CONTAINER_LEVELS)]
        self.repeats = crossed("repeats")


class ContextTerms(Generic[T]):
    """The same for the second step, which sees first scores."""

    def __init__(self, give: Callable[[str], T]) -> None:
        steps, crossed = partial(_steps, give), partial(_crossed, give)
        self.own, self.before, self.after, self.after_heading = steps("own"), steps("before"), steps("after"), steps("after-heading")
        self.wide = steps("wide")
        self.page = crossed("page")
        self.both = [crossed(f"both{coarse}") for coarse in range(COARSE_STEPS)]
        self.around = [steps(f"container{level}") for level in range(CONTAINER_LEVELS)]
        self.twins = [crossed(f"twins{level}") for level in range(3)]


def _itself(name: str) -> str:
    return name


@cache
def names() -> Terms[str]:
    """Every feature as its name."""
    return Terms(_itself)


@cache
def context_names() -> ContextTerms[str]:
    """Every feature of the second step as its name."""
    return ContextTerms(_itself)
