"""Deterministic metrics: bags of words and bigrams, snippets, structure recall, artefacts, metadata."""

import re
from collections import Counter
from dataclasses import dataclass
from datetime import date
from html import unescape

from domwright.extractor.text import words

_DOUBLE_BULLET = re.compile(r"^\s*[-*+] [-*+] ", re.M)
_ORPHAN = re.compile(r"^\s*[^\w\s`|#>\-*+!$\[\]()=~^\u2c00-\uffff\U00010000-\U0010ffff]{1,3}\s*$", re.M)
_URL_LINE = re.compile(r"^\s*https?://\S+\s*$", re.M)
_FENCED = re.compile(r"^ *(`{3,})[^\n]*\n(.*?)^ *\1 *$", re.M | re.S)
_HEADING = re.compile(r"^#{1,6} +(.+?) *#*$", re.M)
_TARGET = re.compile(r"\]\([^)\s]*\)")
_ITEM = re.compile(r"^ *(?:[-*+]|\d+[.)]) +(?:\[[ xX]\] +)?(\S.*)$", re.M)
_TABLE_ROW = re.compile(r"^ *\|(.+)\| *$", re.M)
_TABLE_RULE = re.compile(r"^[\s|:-]+$")
_IMAGE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)")
_TAGS = re.compile(r"<(script|style)\b.*?</\1\s*>|<[^>]*>", re.S | re.I)
_LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)")


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and F1."""

    precision: float
    recall: float
    f1: float


def bag_score(found: list[str], wanted: list[str], size: int = 1) -> Score:
    """Scores over bags of n-grams. An empty truth scores 1 for empty output, else 0 (the WCXB measure)."""
    have, want = Counter(_grams(found, size)), Counter(_grams(wanted, size))
    if not want or not have:
        same = float(not want and not have)
        return Score(same, same, same)
    overlap = sum((have & want).values())
    precision, recall = overlap / sum(have.values()), overlap / sum(want.values())
    return Score(precision, recall, 2 * precision * recall / (precision + recall) if overlap else 0.0)


def _grams(tokens: list[str], size: int) -> list[tuple[str, ...]]:
    return [tuple(tokens[at : at + size]) for at in range(len(tokens) - size + 1)]


def snippet_share(text: str, snippets: tuple[str, ...]) -> float | None:
    """The share of snippets that appear, white space and case folded; None without snippets."""
    if not snippets:
        return None
    folded = " ".join(text.split()).casefold()
    return sum(" ".join(snippet.split()).casefold() in folded for snippet in snippets) / len(snippets)


def artefacts(markdown: str) -> dict[str, int]:
    """Counts of what no reader wants, code blocks left out: double bullets, orphan punctuation, URL lines, repeated paragraphs."""
    prose = _FENCED.sub("", markdown)
    paragraphs = Counter(part.strip() for part in re.split(r"\n\s*\n", prose) if len(part.strip()) >= 20)
    return {
        "double bullets": len(_DOUBLE_BULLET.findall(prose)),
        "orphan punctuation": len(_ORPHAN.findall(prose)),
        "URL lines": len(_URL_LINE.findall(prose)),
        "repeated paragraphs": sum(count - 1 for count in paragraphs.values()),
        "empty fences": sum(not match[2].strip() for match in _FENCED.finditer(markdown)),
    }


def structure_recall(markdown: str, truth: str) -> dict[str, float | None]:
    """Recall of the truth's headings, link targets, code blocks, table rows, list items and images; None where it has none."""
    return {
        "headings": _recall([_fold(text) for text in _HEADING.findall(truth)], [_fold(text) for text in _HEADING.findall(markdown)]),
        "links": _recall(_LINK.findall(truth), _LINK.findall(markdown)),
        "code": _recall([_fold(body) for _, body in _FENCED.findall(truth)], [_fold(body) for _, body in _FENCED.findall(markdown)]),
        "tables": _recall(_rows(truth), _rows(markdown)),
        "lists": _recall([_fold(text) for text in _ITEM.findall(truth)], [_fold(text) for text in _ITEM.findall(markdown)]),
        "images": _recall(_IMAGE.findall(truth), _IMAGE.findall(markdown)),
    }


def _rows(markdown: str) -> list[str]:
    return [_fold(row) for row in _TABLE_ROW.findall(markdown) if not _TABLE_RULE.match(row) and _fold(row)]


FLAGS = ("truncated", "empty fences", "missing headings", "stale reference")
_TAIL, _TAIL_FOUND, _HEAD_FOUND = 0.2, 0.2, 0.6
_TAIL_WORDS = 100  # a shorter text has no tail to speak of
_STALE = 0.5


def flags(text: str, markdown: str, truth: str, truth_markdown: str, html: str) -> dict[str, bool]:
    """What needs no judgement.

    truncated: the last fifth of the truth is missing where the rest is there; missing headings: the truth has two and none of them
    came out; stale reference: most words of the truth do not stand in the page (it changed since, or a script wrote them).
    """
    wanted, found = words(truth), set(_grams(words(text), 2))
    cut = int(len(wanted) * (1 - _TAIL))
    head, tail = _grams(wanted[:cut], 2), _grams(wanted[cut:], 2)
    structure = structure_recall(markdown, truth_markdown)["headings"]
    seen = set(words(unescape(_TAGS.sub(" ", html))))
    return {
        "truncated": len(wanted) > _TAIL_WORDS and _share(tail, found) < _TAIL_FOUND and _share(head, found) > _HEAD_FOUND,
        "empty fences": any(not match[2].strip() for match in _FENCED.finditer(markdown)),
        "missing headings": structure == 0 and len(_HEADING.findall(truth_markdown)) > 1,
        "stale reference": bool(wanted) and sum(word in seen for word in wanted) < _STALE * len(wanted),
    }


def _share(grams: list[tuple[str, ...]], found: set[tuple[str, ...]]) -> float:
    return sum(gram in found for gram in grams) / (len(grams) or 1)


def _fold(text: str) -> str:
    """Words without link targets: whether a heading is linked is not what its recall asks."""
    return " ".join(words(_TARGET.sub("]", text)))


def _recall(wanted: list[str], found: list[str]) -> float | None:
    if not wanted:
        return None
    want = Counter(wanted)
    return sum((want & Counter(found)).values()) / sum(want.values())


def same_title(found: str, truth: str) -> bool:
    """Equal once folded to words, or one contains the other with most of its words."""
    one, other = words(found), words(truth)
    if not one or not other:
        return False
    return one == other or bag_score(one, other).f1 >= 0.8


def same_author(found: tuple[str, ...], truth: str) -> bool:
    """At least half of the truth's name words found, and no more than twice as many words."""
    one, other = set(words(" ".join(found))), set(words(truth))
    return bool(one & other) and len(one & other) >= len(other) / 2 and len(one) <= 2 * len(other) + 1


def same_day(found: str, truth: str) -> bool:
    """The same calendar day; a day apart counts, since truths were read off pages in local time."""
    try:
        return abs((date.fromisoformat(found[:10]) - date.fromisoformat(truth[:10])).days) <= 1
    except ValueError:
        return False
