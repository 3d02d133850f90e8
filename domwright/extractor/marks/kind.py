"""What kind of page it is: article, documentation, service, forum, collection, listing, product. A fitted linear vote.

The kind governs one decision that no single block can make: whether repeated cards are the content or point away from it.
"""

import re
from bisect import bisect_right
from collections.abc import Mapping
from urllib.parse import urlsplit

from domwright.extractor.marks.features import PageFacts
from domwright.extractor.marks.regions import Marks

KINDS = ("article", "documentation", "service", "forum", "collection", "listing", "product")
_COUNT_STEPS = (1, 2, 3, 5, 9, 20, 50, 120)
_SHARE_STEPS = (0.05, 0.15, 0.3, 0.5, 0.7, 0.85)
_COUNTED_TAGS = ("article", "h1", "h2", "h3", "form", "table", "li", "pre", "section", "dl")
_PRICE = re.compile(r"[$€£¥₹]\s?\d|\d\s?(?:€|EUR|USD|zł|kr)\b")
_WORD = re.compile(r"[a-z]{2,20}")


def page_kind(marks: Marks, facts: PageFacts, meta: Mapping[str, str], url: str, table: Mapping[str, list[float]]) -> str:
    """The kind with the most votes; `table` holds a weight a kind for every feature."""
    votes = [0.0] * len(KINDS)
    for name in kind_features(marks, facts, meta, url):
        weights = table.get(name)
        if weights is not None:
            for at, weight in enumerate(weights):
                votes[at] += weight
    return KINDS[votes.index(max(votes))]


def kind_features(marks: Marks, facts: PageFacts, meta: Mapping[str, str], url: str) -> set[str]:
    """The page's features by name: declared type, words of its address and classes, counts of elements, shares of text."""
    found = {"always"}
    if "og:type" in meta:
        found.add(f"type:{meta['og:type'].lower()[:30]}")
    found.update(f"generator:{word}" for word in _WORD.findall(meta.get("generator", "").lower())[:3])
    path = urlsplit(url).path.lower()
    found.update(f"path:{word}" for word in _WORD.findall(path))
    depth = path.strip("/").count("/") + bool(path.strip("/"))
    found.add(f"depth={min(depth, 6)}")
    last = path.rstrip("/").rsplit("/", 1)[-1]
    found.add(f"slug={min(last.count('-') + last.count('_'), 8)}")
    for hints in {region.hints.line: region.hints for region in marks.regions if region.hints is not None}.values():
        found.update(hints.words)
    found.update(_counts(marks, facts))
    return found


def _counts(marks: Marks, facts: PageFacts) -> set[str]:
    tags = dict.fromkeys(_COUNTED_TAGS, 0)
    for region in marks.regions:
        if region.tag in tags:
            tags[region.tag] += 1
    found = {f"count-{tag}={bisect_right(_COUNT_STEPS, count)}" for tag, count in tags.items()}
    found.add(f"prose={facts.kind}")
    prices = sum(1 for leaf in marks.leaves if leaf.words < 12 and _PRICE.search(leaf.text))
    found.add(f"prices={bisect_right(_COUNT_STEPS, prices)}")
    longs = sum(facts.longs)
    found.add(f"longs={bisect_right(_COUNT_STEPS, longs)}")
    top = marks.regions[0]
    found.add(f"linked={bisect_right(_SHARE_STEPS, top.link_size / top.size) if top.size else 0}")
    found.add(f"cards={bisect_right(_COUNT_STEPS, _largest_run(marks))}")
    return found


def _largest_run(marks: Marks) -> int:
    """The longest run of siblings of one signature that hold a heading or a link and some text each."""
    return max((region.repeats for region in marks.regions if region.links and 5 <= region.words <= 150 and region.tag != "li"), default=0)
