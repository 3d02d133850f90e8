"""Features that everything inside a region inherits: its element, rule, role, hidden state and class words."""

from collections.abc import Iterable

from domwright.extractor.marks.facts import PageFacts
from domwright.extractor.marks.regions import Mark, Region

_FRAME_SHARE = 0.7  # a region with more of the page's words than this is its frame: its class words speak of the layout
_SEEN_MARKS = Mark.CHROME | Mark.MAIN | Mark.DENSE
_TAGS = frozenset(
    "header footer nav aside form table ul ol article main section figure dialog button details a blockquote dl td th fieldset label address "
    "template noscript span pre".split()
)
# tag, rule, marks, hidden, role, place, line of class words: what the names of a region's features depend on.
_Key = tuple[str, str, int, str, str, int, str]
_FAMILIES = ("word", "frame-word")
_KNOWN_CAP = 200_000


class Inherited:
    """The names of inherited features: all of them, or only those that `weighed` has."""

    def __init__(self, weighed: Iterable[str] | None = None) -> None:
        self._weighed = None if weighed is None else frozenset(weighed)
        self._known: dict[_Key, frozenset[str]] = {}
        # Most class words have no weight: they are looked up before a name is made of them.
        self._words = {
            family: frozenset(name.removeprefix(f"{family}:") for name in self._weighed or () if name.startswith(f"{family}:"))
            for family in _FAMILIES
        }

    def of(self, region: Region, facts: PageFacts) -> frozenset[str]:
        """The names for one region. Equal regions share one set."""
        hints = region.hints if region.depth else None
        place = 0
        if region is facts.candidate:
            place = 1
        if region is facts.wide:
            place += 2
        line = ""
        if hints is not None:
            line = hints.line
            if region.words >= _FRAME_SHARE * facts.words:
                place += 4
        rule = region.rule
        hidden = region.hidden
        key = (
            region.tag,
            "" if rule is None else rule.name,
            region.marks & _SEEN_MARKS,
            f"{hidden}-panel" if hidden and region.panel else hidden,
            region.role,
            place,
            line,
        )
        found = self._known.get(key)
        if found is None:
            found = self._names(key, hints.words if hints is not None else ())
            if len(self._known) < _KNOWN_CAP:
                self._known[key] = found
        return found

    def _names(self, key: _Key, words: tuple[str, ...]) -> frozenset[str]:
        found = _own_names(key)
        family = _FAMILIES[1] if key[5] & 4 else _FAMILIES[0]
        if self._weighed is None:
            return frozenset(found).union(f"{family}:{word}" for word in words)
        weighed = self._words[family]
        return self._weighed.intersection(found).union(f"{family}:{word}" for word in words if word in weighed)


def _own_names(key: _Key) -> list[str]:
    """The names that do not come from class words."""
    tag, rule, marks, hidden, role, place, _ = key
    found = []
    if tag in _TAGS:
        found.append(f"in:{tag}")
    if rule:
        found.append(f"{'rule' if marks & Mark.CHROME else 'weak-rule'}:{rule}")
    for mark, name in ((Mark.MAIN, "vouched"), (Mark.DENSE, "dense")):
        if marks & mark:
            found.append(name)
    for name, value in (("hidden", hidden), ("role", role)):
        if value:
            found.append(f"{name}:{value}")
    if place & 1:
        found.append("candidate")
    if place & 2:
        found.append("wide")
    return found
