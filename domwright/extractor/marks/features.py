"""What the first step of the block score looks at in a leaf: its text, its place, its neighbours, its containers."""

import re
from bisect import bisect_right
from typing import Generic

from domwright.extractor.marks.facts import LONG_WORDS, PAGE_STEPS, SHARE_STEPS, WORD_STEPS, PageFacts
from domwright.extractor.marks.phrases import phrase_group
from domwright.extractor.marks.regions import Leaf, Region
from domwright.extractor.marks.terms import CONTAINER_LEVELS, OWN_TAGS, T, Terms

_SIZE_STEPS = (4, 10, 25, 60, 150, 400, 1000)
_REPEAT_STEPS = (2, 3, 5, 9, 20)
_GAP_STEPS = (1, 2, 4, 8, 16, 40)
_SHORT_STEP = bisect_right(WORD_STEPS, LONG_WORDS)
_END = re.compile(r"[.!?…。！？؟।:;](?:[\"'”’»)\]]*)$")
_END_CHARACTERS = 8  # a sentence's last mark with every quote and bracket that closes after it
_DATE = re.compile(r"\b(?:19|20)\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:ago|hours|minutes)\b")
_PRICE = re.compile(r"[$€£¥₹]\s?\d|\d\s?(?:€|EUR|USD|zł|kr)\b")
_AROUND = 4  # leaves on either side


class Features(Generic[T]):
    """Reads the features of a page's leaves as `terms` gives them: names or weights."""

    __slots__ = ("_containers", "count", "facts", "terms")

    def __init__(self, facts: PageFacts, terms: Terms[T]) -> None:
        self.facts = facts
        self.terms = terms
        self.count = len(facts.size_steps)
        self._containers: dict[Region | None, tuple[list[T], int]] = {}

    def of(self, leaf: Leaf, under: str) -> list[T]:
        """The features of one leaf by itself; `under` is the phrase group of the last heading that said one."""
        facts, terms, at, region = self.facts, self.terms, leaf.index, leaf.region
        size, links, kind = facts.size_steps[at], facts.link_steps[at], facts.kind
        tag = region.tag if region.tag in OWN_TAGS else "other"
        named = terms.named
        found = [
            named["always"],
            terms.words_kind[size][kind],
            terms.tag[tag],
            terms.tag_words[tag][min(size, 9) // 2][links // 2],
            named["long-main" if region.main else "no-main"],
        ]
        self._text(leaf.text, size, found)
        if under:
            found.append(named[f"under:{under}"])
        if at in facts.repeated:
            found.append(named["second-copy"])
        self._place(at, size, found)
        self._neighbours(at, found)
        containers, repeats = self._around(region.parent)
        found += containers
        if region.depth and region.repeats > repeats:
            repeats = region.repeats
        found.append(terms.repeats[bisect_right(_REPEAT_STEPS, repeats)][kind])
        return found

    def _text(self, text: str, size: int, found: list[T]) -> None:
        terms = self.terms
        found.append(terms.ends[size] if _END.search(text[-_END_CHARACTERS:]) else terms.open_end[size])
        says = phrase_group(text)
        if says:
            found.append(terms.named[says])
        if size < _SHORT_STEP:
            found.extend([terms.named[name] for name in _short_text(text)])
        if "©" in text:
            found.append(terms.named["copyright-sign"])

    def _place(self, at: int, size: int, found: list[T]) -> None:
        facts, terms, kind = self.facts, self.terms, self.facts.kind
        if facts.first_long < 0:
            found.append(terms.named["no-prose"])
        elif at < facts.first_long:
            found.append(terms.before_prose[bisect_right(_GAP_STEPS, facts.first_long - at)][kind])
        elif at > facts.last_long:
            found.append(terms.after_prose[bisect_right(_GAP_STEPS, at - facts.last_long)][kind])
        else:
            found.append(terms.amid_prose[min(size, 6)][kind])
        if facts.first_title >= 0:
            away = at - facts.first_title
            found.append(terms.after_title[bisect_right(_GAP_STEPS, away)] if away > 0 else terms.before_title[bisect_right(_GAP_STEPS, -away)])
        else:
            found.append(terms.named["no-title"])
        candidate = facts.candidate
        if candidate.first <= at < candidate.end:
            found.append(terms.in_candidate[1][kind])
        else:
            found.append(terms.in_candidate[0][kind])
            wide = 2 if facts.wide.first <= at < facts.wide.end else 0
            near = 1 if facts.near is not None and facts.near.first <= at < facts.near.end else 0
            found.append(terms.near_candidate[wide + near][1 if at < candidate.first else 0])

    def _neighbours(self, at: int, found: list[T]) -> None:
        facts, terms = self.facts, self.terms
        sizes, links, headings = facts.size_steps, facts.link_steps, facts.headings
        heading = headings[at]
        if at:
            found.append((terms.previous_of_heading if heading else terms.previous)[sizes[at - 1]][links[at - 1]])
            if headings[at - 1]:
                found.append(terms.named["previous-heading"])
        else:
            found.append(terms.named["previous-none"])
        after = at + 1
        if after < self.count:
            found.append((terms.next_of_heading if heading else terms.next)[sizes[after]][links[after]])
            if headings[after]:
                found.append(terms.named["next-heading"])
        else:
            found.append(terms.named["next-none"])
        first, end = max(0, at - _AROUND), min(self.count, at + _AROUND + 1)
        mean = (facts.words_before[end] - facts.words_before[first]) / (end - first)
        linked = (facts.links_before[end] - facts.links_before[first]) / ((facts.size_before[end] - facts.size_before[first]) or 1)
        found.append(terms.around[bisect_right(WORD_STEPS, mean)][bisect_right(SHARE_STEPS, linked)])

    def _around(self, parent: Region | None) -> tuple[list[T], int]:
        """For every leaf whose block stands in `parent`: features of the containers, and how often they repeat."""
        known = self._containers.get(parent)
        if known is not None:
            return known
        found: list[T] = []
        repeats = 1
        facts, terms = self.facts, self.terms
        each = parent
        for level in range(1, CONTAINER_LEVELS):
            if each is None or not each.depth:
                break
            repeats = max(repeats, each.repeats)
            links = bisect_right(SHARE_STEPS, each.link_size / each.size) if each.size else 0
            found.append(terms.container[level][bisect_right(_SIZE_STEPS, each.words)][links])
            prose = facts.long_words(each) / (each.words or 1)
            found.append(terms.prose[level][bisect_right(PAGE_STEPS, prose)][facts.kind])
            each = each.parent
        known = self._containers[parent] = (found, repeats)
        return known


def _short_text(text: str) -> list[str]:
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
    if not text.isalpha() and not any(map(str.isalpha, text)):
        found.append("no-letters")
    return found
