"""Length and marker words together tell a stub; a long text that mentions subscriptions is an article."""

import json
import re
from functools import cache
from importlib.resources import files

from domwright.extractor.text import byte_length, squeeze

LANGUAGES = ("fr", "en", "es", "de", "it")
KINDS = ("paywall", "login", "consent", "skip-link")
# Below this a page says nothing whatever its words are; two short sentences are about 120 bytes.
EMPTY_BYTES = 60
# One marker suffices up to here, two up to the larger size: walls carry a teaser of one or two paragraphs.
SHORT_BYTES = 700
LONG_BYTES = 1_800
_SYNTAX = re.compile(r"!\[[^\]]*\]\([^)]*\)|\]\([^)]*\)|[#*_`>\[\]|-]+")


def is_low_value_stub(markdown: str | None, language: str | None = None) -> bool:
    """Whether a page's Markdown is a paywall, login, consent or skip-link stub, or empty.

    `language` limits the markers to one of fr, en, es, de, it; None checks all. Raises ValueError for another one.
    """
    return bool(stub_kind(markdown, language))


def stub_kind(markdown: str | None, language: str | None = None) -> str:
    """`paywall`, `login`, `consent`, `skip-link` or `empty`; "" for a page worth keeping."""
    if language is not None and language not in LANGUAGES:
        raise ValueError(f"language must be one of {', '.join(LANGUAGES)} or None, got {language!r}")
    text = squeeze(_SYNTAX.sub(" ", markdown or "")).casefold()
    size = byte_length(text)
    if size < EMPTY_BYTES:
        return "empty"
    if size > LONG_BYTES:
        return ""
    for kind in KINDS:
        found = _hits(text, kind, (language,) if language else LANGUAGES)
        if found >= (1 if size <= SHORT_BYTES else 2):
            return kind
    return ""


def _hits(text: str, kind: str, languages: tuple[str, ...]) -> int:
    return sum(phrase in text for language in languages for phrase in markers(language)[kind])


@cache
def markers(language: str) -> dict[str, tuple[str, ...]]:
    """The marker phrases of one language by kind, case-folded."""
    text = files("domwright.extractor.stubs").joinpath("words", f"{language}.json").read_text(encoding="utf-8")
    return {kind: tuple(phrase.casefold() for phrase in phrases) for kind, phrases in json.loads(text).items()}
