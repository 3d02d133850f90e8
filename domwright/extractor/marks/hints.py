"""What an element's class and id say: words, rules they match, and whether they vouch for main content. Cached by string."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from domwright.extractor.marks.rules import belonging, hidden
from domwright.extractor.marks.rules.consent import CONSENT
from domwright.extractor.marks.rules.discussion import DISCUSSION
from domwright.extractor.marks.rules.inside_main import INSIDE_MAIN
from domwright.extractor.marks.rules.main_content import MAIN_WORDS
from domwright.extractor.marks.rules.outside_main import OUTSIDE_MAIN
from domwright.extractor.marks.rules.rule import Rule

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SPLIT = re.compile(r"[^a-z0-9]+")
# "has-sidebar", "with-related", "no-nav" speak of the layout around an element, not of the element; so do "anchorWithStickyNavbar" and
# "anchorTargetStickyNavbar", which Docusaurus has on every heading.
_LAYOUT = re.compile(
    r"-(?:with|has|no|without|hide|show|is|not|above|below|under|after|before|target)(?:-(?:sticky|fixed|floating|left|right|top|bottom))*-\w+"
)
_ARBITRARY = re.compile(r"\[[^\]\s]*\]?")


class Hints(NamedTuple):
    """line: all words in their order, hyphened; words: distinct class and id words; outside and inside: the rule each vocabulary finds, if any."""

    line: str
    words: tuple[str, ...]
    outside: Rule | None = None
    inside: Rule | None = None
    main: bool = False
    reader_only: bool = False
    panel: bool = False
    drop_inline: bool = False
    gutter: bool = False
    unit: bool = False
    note: bool = False
    caption: bool = False
    authored: bool = False
    contents: bool = False


_LONGEST = 4  # words in a row that a vocabulary entry may have


def _phrases(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word.replace("_", "-") for word in words)


def _by_phrase(rules: tuple[Rule, ...]) -> dict[str, Rule]:
    return {word: rule for rule in reversed(rules) for word in rule.words}


_OUTSIDE = _by_phrase(CONSENT + DISCUSSION + OUTSIDE_MAIN)
_INSIDE = _by_phrase(CONSENT + DISCUSSION + INSIDE_MAIN + tuple(rule for rule in OUTSIDE_MAIN if rule.firm))
_MAIN = _phrases(MAIN_WORDS)
_READER_ONLY = _phrases(hidden.READER_ONLY_WORDS)
_PANEL = _phrases(hidden.PANEL_WORDS)
_INLINE = _phrases(hidden.READER_ONLY_WORDS + hidden.ICON_WORDS + hidden.ANCHOR_WORDS)
_GUTTER = _phrases(hidden.GUTTER_WORDS)
_UNIT, _NOTE, _CAPTION, _AUTHORED, _CONTENTS = (
    _phrases(words)
    for words in (belonging.UNIT_WORDS, belonging.NOTE_WORDS, belonging.CAPTION_WORDS, belonging.AUTHORED_WORDS, belonging.CONTENTS_WORDS)
)
_KNOWN = (
    frozenset(_OUTSIDE) | frozenset(_INSIDE) | _MAIN | _READER_ONLY | _PANEL | _INLINE | _GUTTER | _UNIT | _NOTE | _CAPTION | _AUTHORED | _CONTENTS
)
_FIRST_WORDS = frozenset(phrase.split("-")[0] for phrase in _KNOWN)


@lru_cache(maxsize=50_000)
def hints(names: str) -> Hints:
    """Hints of a class attribute and an id joined by a space.

    >>> hints("contentWithSidebar").outside is None, hints("site-footer").outside.name
    (True, 'footer')
    """
    # "md:hidden" and the hashes of CSS modules stay words of their own.
    words = [word for name in names[:400].split() for word in _words(name)]
    line = f"-{'-'.join(words)}-"
    distinct = tuple(dict.fromkeys([word for word in words if 1 < len(word) < 24 and not word.isdigit()]))
    everything = _known_runs(words)
    if not everything:
        return Hints(line, distinct)
    found = _known_runs([word for name in names[:400].split() for word in _own_words(name)])
    return Hints(
        line=line,
        words=distinct,
        outside=next((_OUTSIDE[run] for run in found if run in _OUTSIDE), None),
        inside=next((_INSIDE[run] for run in found if run in _INSIDE), None),
        main=not _MAIN.isdisjoint(found),
        reader_only=not _READER_ONLY.isdisjoint(everything),
        panel=not _PANEL.isdisjoint(everything),
        drop_inline=not _INLINE.isdisjoint(everything),
        gutter=not _GUTTER.isdisjoint(everything),
        unit=not _UNIT.isdisjoint(everything),
        note=not _NOTE.isdisjoint(everything),
        caption=not _CAPTION.isdisjoint(everything),
        authored=not _AUTHORED.isdisjoint(everything),
        contents=not _CONTENTS.isdisjoint(everything),
    )


@lru_cache(maxsize=50_000)
def _words(name: str) -> tuple[str, ...]:
    """The words of one class name or id."""
    return tuple(word for word in _SPLIT.split(_CAMEL.sub("-", name).lower()) if word)


@lru_cache(maxsize=50_000)
def _own_words(name: str) -> tuple[str, ...]:
    """The words of one class name or id that speak of the element itself."""
    # Tailwind: what stands before the last colon is a condition ("sidebar-open:block"), what stands in brackets a value or another selector.
    words = _words(_ARBITRARY.sub("", name).rpartition(":")[2])
    line = f"-{'-'.join(words)}-"
    bare = _LAYOUT.sub("-", line)
    return words if bare == line else tuple(word for word in bare.split("-") if word)


def _known_runs(words: list[str]) -> list[str]:
    """Every run of one to four words in a row that some vocabulary has, the longest first."""
    if _FIRST_WORDS.isdisjoint(words):
        return []
    found = []
    for at, word in enumerate(words):
        if word in _FIRST_WORDS:
            for size in range(1, min(_LONGEST, len(words) - at) + 1):
                run = "-".join(words[at : at + size])
                if run in _KNOWN:
                    found.append((-size, at, run))
    return [run for _, _, run in sorted(found)]


TAG_RULES_OUTSIDE = {tag: rule for rule in OUTSIDE_MAIN for tag in rule.tags}
TAG_RULES_INSIDE = {tag: rule for rule in INSIDE_MAIN for tag in rule.tags}
ROLE_RULES_OUTSIDE = {role: rule for rule in OUTSIDE_MAIN for role in rule.roles}
ROLE_RULES_INSIDE = {role: rule for rule in INSIDE_MAIN for role in rule.roles}
