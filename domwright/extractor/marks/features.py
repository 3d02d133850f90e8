"""What the block score looks at, as words: every feature is a string, every verdict can be printed term by term."""

import re
from bisect import bisect_right
from functools import lru_cache
from typing import NamedTuple

from domwright.extractor.marks.regions import Leaf, Mark, Marks, Region
from domwright.extractor.marks.rules.phrases import OPENING, WHOLE
from domwright.extractor.tags import HEADINGS

# A leaf that is prose: the length from which sentences dominate, in words.
LONG_WORDS = 20
_LONG_LINK_SHARE = 0.3
_WORD_STEPS = (1, 2, 3, 5, 8, 13, 21, 36, 61, 121)
_SHARE_STEPS = (0.001, 0.1, 0.34, 0.67, 0.95)
_SIZE_STEPS = (4, 10, 25, 60, 150, 400, 1000)
_REPEAT_STEPS = (2, 3, 5, 9, 20)
_GAP_STEPS = (1, 2, 4, 8, 16, 40)
_PAGE_STEPS = (0.1, 0.25, 0.45, 0.65, 0.85)
_OWN_TAGS = frozenset("p li td th h1 h2 h3 h4 h5 h6 div span a dt dd figcaption button summary pre blockquote label section article".split())
_END = re.compile(r"[.!?…。！？؟।:;](?:[\"'”’»)\]]*)$")
_DATE = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:ago|hours|minutes)\b")
_PRICE = re.compile(r"[$€£¥₹]\s?\d|\d\s?(?:€|EUR|USD|zł|kr)\b")
_WHOLE = {phrase: f"says:{group}" for group, phrases in WHOLE.items() for phrase in phrases}
_OPENING = tuple((phrase, f"says:{group}") for group, phrases in OPENING.items() for phrase in phrases)
_OPENINGS_BY_LETTER: dict[str, tuple[tuple[str, str], ...]] = {}
for _phrase, _group in _OPENING:
    _OPENINGS_BY_LETTER[_phrase[0]] = (*_OPENINGS_BY_LETTER.get(_phrase[0], ()), (_phrase, _group))


_MOST = 13  # the most steps a family has, plus one

Steps = tuple[str, ...]


def steps(family: str) -> Steps:
    """The names of a family's steps."""
    return tuple(f"{family}={step}" for step in range(_MOST))


def crossed(family: str) -> tuple[Steps, ...]:
    """The names of two families' steps taken together."""
    return tuple(tuple(f"{family}={one}/{two}" for two in range(_MOST)) for one in range(_MOST))


@lru_cache(maxsize=20_000)
def _named(family: str, word: str) -> str:
    return f"{family}:{word}"


_AFTER_PROSE = crossed("after-prose")
_AMID_PROSE = crossed("amid-prose")
_AROUND = crossed("around")
_BEFORE_PROSE = crossed("before-prose")
_ENDS = steps("ends")
_IN_CANDIDATE = crossed("in-candidate")
_NEAR_CANDIDATE = crossed("near-candidate")
_OPEN_END = steps("open-end")
_REPEATS = crossed("repeats")
_WORDS_KIND = crossed("words-kind")
_AFTER_TITLE, _BEFORE_TITLE = steps("after-title"), steps("before-title")
_TAG_WORDS = {tag: crossed(f"tag-words:{tag}") for tag in (*_OWN_TAGS, "other")}
_BESIDE = {(side, heading): crossed(side + ("-of-heading" if heading else "")) for side in ("previous", "next") for heading in (False, True)}
_CONTAINER_LEVELS = 4
_CONTAINER = tuple(crossed(f"container{level}") for level in range(_CONTAINER_LEVELS))
_PROSE = tuple(crossed(f"prose{level}") for level in range(_CONTAINER_LEVELS))


class PageFacts:
    """What every leaf of a page shares: where its prose is, how it is split, which texts stand twice."""

    __slots__ = ("candidate", "first_long", "first_title", "kind", "last_long", "long_prefix", "repeated", "wide", "words")

    def __init__(self, marks: Marks) -> None:
        leaves = marks.leaves
        longs = [is_long(leaf) and not leaf.marks & Mark.CHROME for leaf in leaves]
        self.long_prefix = [0]
        for leaf, long in zip(leaves, longs, strict=True):
            self.long_prefix.append(self.long_prefix[-1] + (leaf.words if long else 0))
        positions = [at for at, long in enumerate(longs) if long]
        self.first_long = positions[0] if positions else -1
        self.last_long = positions[-1] if positions else -1
        self.first_title = next((leaf.index for leaf in leaves if leaf.region.tag == "h1" and leaf.size), -1)
        self.words = sum(leaf.words for leaf in leaves if not leaf.marks & Mark.CHROME) or 1
        self.kind = bisect_right(_PAGE_STEPS, self.long_prefix[-1] / self.words)
        top = marks.regions[0]
        self.candidate = self._smallest(top, 0.6)
        self.wide = self._smallest(top, 0.9)
        self.repeated = _second_copies(leaves)

    def long_words(self, region: Region) -> int:
        """Words of prose in a region."""
        return self.long_prefix[region.end] - self.long_prefix[region.first]

    def _smallest(self, region: Region, share: float) -> Region:
        wanted = share * self.long_prefix[-1]
        while wanted:
            inner = next((child for child in region.children if self.long_words(child) >= wanted), None)
            if inner is None:
                break
            region = inner
        return region


def is_long(leaf: Leaf) -> bool:
    """Whether a leaf is prose: many words, few of them links."""
    return leaf.words >= LONG_WORDS and leaf.link_size <= _LONG_LINK_SHARE * leaf.size


def _second_copies(leaves: list[Leaf]) -> set[int]:
    seen: set[str] = set()
    copies = set()
    for leaf in leaves:
        if leaf.words >= 4:
            if leaf.text in seen:
                copies.add(leaf.index)
            seen.add(leaf.text)
    return copies


def region_features(region: Region, facts: PageFacts) -> tuple[str, ...]:
    """Features that everything inside a region inherits."""
    hints = region.hints if region.depth else None
    place = (region is facts.candidate) + 2 * (region is facts.wide)
    frame = hints is not None and region.words >= _FRAME_SHARE * facts.words
    key = _Key(
        region.tag,
        region.rule.name if region.rule is not None else "",
        region.marks & (Mark.CHROME | Mark.MAIN | Mark.DENSE),
        f"{region.hidden}-panel" if region.hidden and region.panel else region.hidden,
        region.role,
        place + 4 * frame,
        hints.line if hints is not None else "",
    )
    found = _REGION_NAMES.get(key)
    if found is None:
        found = _region_names(key, hints.words if hints is not None else ())
        if len(_REGION_NAMES) < _REGION_NAMES_CAP:
            _REGION_NAMES[key] = found
    return found


class _Key(NamedTuple):
    """What the names of a region's features depend on."""

    tag: str
    rule: str
    marks: int
    hidden: str
    role: str
    place: int
    line: str


_FRAME_SHARE = 0.7  # a region with more of the page's words than this is its frame: its class words speak of the layout
_REGION_NAMES: dict[_Key, tuple[str, ...]] = {}
_REGION_NAMES_CAP = 200_000


def _region_names(key: _Key, words: tuple[str, ...]) -> tuple[str, ...]:
    found = []
    if key.tag in _INHERITED_TAGS:
        found.append(f"in:{key.tag}")
    if key.rule:
        found.append(f"{'rule' if key.marks & Mark.CHROME else 'weak-rule'}:{key.rule}")
    for mark, name in ((Mark.MAIN, "vouched"), (Mark.DENSE, "dense")):
        if key.marks & mark:
            found.append(name)
    for name, value in (("hidden", key.hidden), ("role", key.role)):
        if value:
            found.append(f"{name}:{value}")
    if key.place & 1:
        found.append("candidate")
    if key.place & 2:
        found.append("wide")
    family = "frame-word" if key.place & 4 else "word"
    found.extend(f"{family}:{word}" for word in words)
    return tuple(found)


_INHERITED_TAGS = frozenset(
    "header footer nav aside form table ul ol article main section figure dialog button details a blockquote dl td th fieldset label address "
    "template noscript span pre".split()
)


def leaf_features(leaf: Leaf, facts: PageFacts, leaves: list[Leaf], kept_under: str) -> list[str]:
    """Features of one leaf by itself, its neighbours, its place and its containers; none for chrome, which is not scored.

    `kept_under` is the last heading's phrase group.
    """
    region = leaf.region
    size = bisect_right(_WORD_STEPS, leaf.words)
    links = bisect_right(_SHARE_STEPS, leaf.link_size / leaf.size) if leaf.size else 0
    kind = facts.kind
    tag = region.tag if region.tag in _OWN_TAGS else "other"
    found = [
        "always",
        _WORDS_KIND[size][kind],
        _named("tag", tag),
        _TAG_WORDS[tag][min(size, 9) // 2][links // 2],
        "long-main" if region.main else "no-main",
    ]
    found.extend(_text_features(leaf, size))
    if kept_under:
        found.append(_named("under", kept_under))
    if leaf.index in facts.repeated:
        found.append("second-copy")
    found.extend(_place_features(leaf, facts, kind))
    found.extend(_neighbour_features(leaf, leaves))
    found.extend(_container_features(region, facts, kind))
    return found


def _text_features(leaf: Leaf, size: int) -> list[str]:
    text = leaf.text
    found = []
    if _END.search(text):
        found.append(_ENDS[size])
    else:
        found.append(_OPEN_END[size])
    says = phrase_group(text)
    if says:
        found.append(says)
    if size < 7:
        found.extend(_short_text_features(text))
    if "©" in text:
        found.append("copyright-sign")
    return found


def _short_text_features(text: str) -> list[str]:
    found = []
    if text.isupper():
        found.append("capitals")
    if _DATE.search(text):
        found.append("date")
    if _PRICE.search(text):
        found.append("price")
    if "@" in text:
        found.append("at-sign")
    if "|" in text or "·" in text or "•" in text:
        found.append("bars")
    if not any(map(str.isalpha, text)):
        found.append("no-letters")
    return found


@lru_cache(maxsize=50_000)
def phrase_group(text: str) -> str:
    """The group of an interface phrase, "" for other text."""
    if len(text) > 200:
        return ""
    low = text.lower()
    whole = _WHOLE.get(low.rstrip(" :.…→»>!?()0123456789"))
    if whole:
        return whole
    for phrase, group in _OPENINGS_BY_LETTER.get(low[:1], ()):
        if low.startswith(phrase):
            return group
    return ""


def _place_features(leaf: Leaf, facts: PageFacts, kind: int) -> list[str]:
    at = leaf.index
    found = []
    if facts.first_long < 0:
        found.append("no-prose")
    elif at < facts.first_long:
        found.append(_BEFORE_PROSE[bisect_right(_GAP_STEPS, facts.first_long - at)][kind])
    elif at > facts.last_long:
        found.append(_AFTER_PROSE[bisect_right(_GAP_STEPS, at - facts.last_long)][kind])
    else:
        found.append(_AMID_PROSE[min(bisect_right(_WORD_STEPS, leaf.words), 6)][kind])
    if facts.first_title >= 0:
        away = at - facts.first_title
        found.append((_AFTER_TITLE if away > 0 else _BEFORE_TITLE)[bisect_right(_GAP_STEPS, abs(away))])
    else:
        found.append("no-title")
    inside = facts.candidate.first <= at < facts.candidate.end
    found.append(_IN_CANDIDATE[int(inside)][kind])
    if not inside:
        wide = facts.wide.first <= at < facts.wide.end
        parent = facts.candidate.parent
        near = parent is not None and parent.first <= at < parent.end
        found.append(_NEAR_CANDIDATE[int(wide) * 2 + int(near)][int(at < facts.candidate.first)])
    return found


def _neighbour_features(leaf: Leaf, leaves: list[Leaf]) -> list[str]:
    at = leaf.index
    found = []
    heading = leaf.region.tag in HEADINGS
    for family, other in (("previous", at - 1), ("next", at + 1)):
        table = _BESIDE[family, heading]
        if 0 <= other < len(leaves):
            near = leaves[other]
            size = bisect_right(_WORD_STEPS, near.words)
            links = bisect_right(_SHARE_STEPS, near.link_size / near.size) if near.size else 0
            found.append(table[size][links])
            if near.region.tag in HEADINGS:
                found.append(f"{family}-heading")
        else:
            found.append(f"{family}-none")
    around = leaves[max(0, at - 4) : at + 5]
    mean = sum(each.words for each in around) / len(around)
    linked = sum(each.link_size for each in around) / (sum(each.size for each in around) or 1)
    found.append(_AROUND[bisect_right(_WORD_STEPS, mean)][bisect_right(_SHARE_STEPS, linked)])
    return found


def _container_features(region: Region, facts: PageFacts, kind: int) -> list[str]:
    found = []
    repeats = 1
    each: Region | None = region
    for level in range(_CONTAINER_LEVELS):
        if each is None or each.depth == 0:
            break
        repeats = max(repeats, each.repeats)
        if level:
            links = bisect_right(_SHARE_STEPS, each.link_size / each.size) if each.size else 0
            found.append(_CONTAINER[level][bisect_right(_SIZE_STEPS, each.words)][links])
            prose = facts.long_words(each) / (each.words or 1)
            found.append(_PROSE[level][bisect_right(_PAGE_STEPS, prose)][kind])
        each = each.parent
    found.append(_REPEATS[bisect_right(_REPEAT_STEPS, repeats)][kind])
    return found
