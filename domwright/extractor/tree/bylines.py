"""Who wrote a post and when, as one line above it, whatever order and markup a forum's software gives them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from lxml.etree import _Element as Element

from domwright.extractor.marks.regions import Leaf, Region
from domwright.extractor.serialize.plain import inline_text
from domwright.extractor.tags import HEADINGS
from domwright.extractor.tree.blocks import Break, Emphasis, Image, Inline, Link, Strong, Text
from domwright.extractor.tree.inlines import has_content, tidy

# Where forum software keeps its members, in paths and in queries.
PROFILE = re.compile(
    r"/(?:users?|u|members?|profiles?|people)[/.]|/[@~][\w.@-]+$|\b(?:member|profile|memberlist)\.php|action=profile|(?:^|/)user\?id=|\bmod=space\b|\bspace-(?:uid|username)-"
)
_BETWEEN = " · "
_BAR = "|"
_FOLD = re.compile(r"\[[-–—−+]\]")  # the switch that folds a comment
_VERBS = frozenset({"wrote", "wrote on", "said", "says", "posted", "posted on", "replied", "commented", "发表于", "發表於", "•", "·", "-", "–"})
_NEAR = 8  # leaves around a byline in which the name may stand once more
_OPENING, _CLOSING = "([{«“‘\"'@", ")]}»”’\"'.,;:!?…"
_NAME_WORDS = 5  # a longer line says more than a name


@dataclass(frozen=True, slots=True)
class Byline:
    """A post, the leaf that names its author, and the leaf that says its day, where it has one of its own."""

    post: Region
    author: Leaf
    day: Leaf | None = None

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The one or two leaves."""
        return (self.author,) if self.day is None else (self.author, self.day)


def is_movable(byline: Byline, kept: Sequence[bool]) -> bool:
    """Whether the line may be read at another place and left out at its own: not where it is all that the post says itself.

    A name without a day below what was said stays there: testimonials, quotations.
    """
    if any(leaf.region is byline.post for leaf in byline.leaves):
        return False
    dated = byline.day is not None or any(map(str.isdigit, byline.author.text))
    return dated or not any(kept[byline.post.first : byline.author.index])


def place_of(byline: Byline, leaves: Sequence[Leaf], kept: Sequence[bool]) -> Element:
    """The element before whose content the line stands: the post, or where the first of the two stands when a heading precedes it (reviews)."""
    first = min(byline.leaves, key=lambda leaf: leaf.index)
    titled = any(kept[leaf.index] and leaf.region.tag in HEADINGS for leaf in leaves[byline.post.first : first.index])
    return first.region.element if titled else byline.post.element


def left_out(byline: Byline, leaves: Sequence[Leaf]) -> Iterable[Element]:
    """The elements whose own text the line says, and those that say nothing beside it.

    That is the author's name once more (beside a picture, on small screens), and the verb between author and day.
    """
    places = [leaf.index for leaf in byline.leaves]
    for leaf in leaves[max(byline.post.first, min(places) - _NEAR) : min(byline.post.end, max(places) + 1 + _NEAR)]:
        if leaf.region is not byline.post and (
            leaf in byline.leaves or leaf.text == byline.author.text or leaf.text.rstrip(":").casefold() in _VERBS
        ):
            yield leaf.region.element


def line(author: Iterable[Inline], day: Iterable[Inline]) -> tuple[Inline, ...]:
    """The line's nodes: the name strong, the day behind it; pictures, line breaks and the links of the post's controls go."""
    name, when = _said(author), _said(day)
    if not has_content(name):
        return when
    if isinstance(name[0], Link) and (when or isinstance(name[-1], Link)) and PROFILE.search(name[0].authored) and not _has_digit(name[1:]):
        name = name[:1]  # behind it stand ranks and badges
    if _is_name(name):
        name = (Strong(name[:1]), *name[1:])
    return tidy((*name, Text(_BETWEEN), *when)) if has_content(when) else name


def _is_name(line: Sequence[Inline]) -> bool:
    """Whether a line opens with the name and nothing in it is strong yet. Of several links only those of days stand behind a name."""
    if not line or (len(line) > 1 and not isinstance(line[0], Link)):
        return False
    inner = [each for node in line for each in (node.children if isinstance(node, Link) else (node,))]
    others = [node.children for node in line[1:] if isinstance(node, Link)]
    return len(inline_text(line[:1]).split()) <= _NAME_WORDS and not any(isinstance(each, Strong) for each in inner) and all(map(_has_digit, others))


def _has_digit(nodes: Sequence[Inline]) -> bool:
    return any(map(str.isdigit, inline_text(nodes)))


def _said(nodes: Iterable[Inline]) -> tuple[Inline, ...]:
    said = tidy(_apart(_without_controls(list(_words(nodes)))))
    # Stack Exchange: the name once more for search engines.
    twice = len(said) == 2 and inline_text(said[:1]).strip() == inline_text(said[1:]).strip()
    return said[:1] if twice else said


def _apart(nodes: Sequence[Inline]) -> list[Inline]:
    """Nodes with spaces between links and words, which style alone sets apart: "[bob](…)9 months ago"."""
    found: list[Inline] = []
    for node in nodes:
        if found and Link in (type(node), type(found[-1])) and _are_apart(inline_text(found[-1:]), inline_text((node,))):
            found.append(Text(" "))
        found.append(node)
    return found


def _are_apart(before: str, after: str) -> bool:
    """Whether two texts are set apart, which brackets, quotes and commas are not."""
    return bool(before and after) and before[-1] not in _OPENING and after[0] not in _CLOSING


def _words(nodes: Iterable[Inline]) -> Iterator[Inline]:
    for node in nodes:
        if isinstance(node, Break):
            yield Text(" ")
        elif isinstance(node, Text):
            yield Text(_FOLD.sub("", node.value))
        elif isinstance(node, Link | Strong | Emphasis):
            inner = tuple(_words(node.children))
            if has_content(inner):
                yield replace(node, children=inner)
        elif not isinstance(node, Image):
            yield node


def _without_controls(nodes: list[Inline]) -> list[Inline]:
    """Nodes up to the bar that sets the post's links apart: "tomas 3 hours ago | parent | next". Not "4 March | 9:05"."""
    for at in range(len(nodes) - 1, -1, -1):
        node = nodes[at]
        if not isinstance(node, Text) or _BAR not in node.value:
            continue
        before, bar, after = node.value.rpartition(_BAR)
        while bar and not _has_digit((Text(after), *nodes[at + 1 :])):
            nodes = [*nodes[:at], Text(before)]
            before, bar, after = before.rpartition(_BAR)
    return nodes
