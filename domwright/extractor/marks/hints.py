"""What an element's class and id say: words, rules they match, and whether they vouch for main content. Cached by string."""

import re
from dataclasses import dataclass
from functools import lru_cache

from domwright.extractor.marks.rules import hidden
from domwright.extractor.marks.rules.consent import CONSENT
from domwright.extractor.marks.rules.inside_main import INSIDE_MAIN
from domwright.extractor.marks.rules.main_content import MAIN_WORDS
from domwright.extractor.marks.rules.outside_main import OUTSIDE_MAIN
from domwright.extractor.marks.rules.rule import Rule

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SPLIT = re.compile(r"[^a-z0-9]+")
# "has-sidebar", "with-related", "no-nav" speak of the layout around an element, not of the element.
_LAYOUT = re.compile(r"-(?:with|has|no|without|hide|show|is|not|above|below|after|before)(?=-)(?:-\w+)")


@dataclass(frozen=True, slots=True)
class Hints:
    """words: distinct class and id words; outside and inside: the rule each vocabulary finds, if any."""

    words: tuple[str, ...]
    outside: Rule | None
    inside: Rule | None
    main: bool
    reader_only: bool
    panel: bool
    drop_inline: bool
    gutter: bool


def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted({word.replace("_", "-") for word in words}, key=len, reverse=True)
    return re.compile("-(" + "|".join(map(re.escape, longest_first)) + ")(?=-)")


def _vocabulary(rules: tuple[Rule, ...]) -> tuple[re.Pattern[str], dict[str, Rule]]:
    by_word = {word: rule for rule in reversed(rules) for word in rule.words}
    return _pattern(tuple(by_word)), by_word


_OUTSIDE, _OUTSIDE_RULES = _vocabulary(CONSENT + OUTSIDE_MAIN)
_INSIDE, _INSIDE_RULES = _vocabulary(CONSENT + INSIDE_MAIN + tuple(rule for rule in OUTSIDE_MAIN if rule.firm))
_MAIN = _pattern(MAIN_WORDS)
_READER_ONLY = _pattern(hidden.READER_ONLY_WORDS)
_PANEL = _pattern(hidden.PANEL_WORDS)
_INLINE = _pattern(hidden.READER_ONLY_WORDS + hidden.ICON_WORDS + hidden.ANCHOR_WORDS)
_GUTTER = _pattern(hidden.GUTTER_WORDS)


@lru_cache(maxsize=50_000)
def hints(names: str) -> Hints:
    """Hints of a class attribute and an id joined by a space.

    >>> hints("contentWithSidebar").outside is None, hints("site-footer").outside.name
    (True, 'footer')
    """
    names = names[:400]
    # An all-lower-case string needs no camelCase split; "md:hidden" and hashes of CSS modules stay words of their own.
    words = [word for word in _SPLIT.split(_CAMEL.sub("-", names).lower()) if word]
    line = "-" + "-".join(words) + "-"
    bare = _LAYOUT.sub("-", line)
    outside = _OUTSIDE.search(bare)
    inside = _INSIDE.search(bare)
    return Hints(
        words=tuple(dict.fromkeys(word for word in words if 1 < len(word) < 24 and not word.isdigit())),
        outside=_OUTSIDE_RULES[outside[1]] if outside else None,
        inside=_INSIDE_RULES[inside[1]] if inside else None,
        main=bool(_MAIN.search(bare)),
        reader_only=bool(_READER_ONLY.search(line)),
        panel=bool(_PANEL.search(line)),
        drop_inline=bool(_INLINE.search(line)),
        gutter=bool(_GUTTER.search(line)),
    )


TAG_RULES_OUTSIDE = {tag: rule for rule in OUTSIDE_MAIN for tag in rule.tags}
TAG_RULES_INSIDE = {tag: rule for rule in INSIDE_MAIN for tag in rule.tags}
ROLE_RULES_OUTSIDE = {role: rule for rule in OUTSIDE_MAIN for role in rule.roles}
ROLE_RULES_INSIDE = {role: rule for rule in INSIDE_MAIN for role in rule.roles}
