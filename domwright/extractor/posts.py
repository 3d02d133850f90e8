"""Posts of a discussion: who said it and when stays with what was said, whatever their own score."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import accumulate, islice
from typing import Any

from lxml.etree import _Element as Element

from domwright.extractor.document import Metadata
from domwright.extractor.marks.hints import Hints, hints
from domwright.extractor.marks.regions import Leaf, Mark, Marks, Region
from domwright.extractor.marks.rules.discussion import DISCUSSION
from domwright.extractor.metadata.dates import iso_day
from domwright.extractor.tags import HEADINGS
from domwright.extractor.text import squeeze
from domwright.extractor.tree.bylines import PROFILE, Byline

_FURNITURE = frozenset(rule.name for rule in DISCUSSION)
_AUTHOR_WORDS = frozenset({"creator", "author", "username", "poster", "postauthor", "nickname", "tagline", "hnuser", "postleft"})
_AUTHOR_PROPERTIES = frozenset({"author", "creator"})
_AUTHOR_RUNS = ("-user-name-", "-user-details-", "-message-name-", "-author-name-", "-display-name-", "-user-link-", "-by-author-")
_DATE_WORDS = frozenset({"date", "time", "postdate", "timestamp", "dateline", "published", "relativetime", "posted", "age", "datetime"})
_AUTHOR_BYTES, _LINE_BYTES = 90, 110  # "Posted by a member with a long name on a day, at an hour, from a place"
_TRIED = 3  # posts of a run that are asked for an author before the others are
_PARTS = 12  # elements of a byline
_LEVELS = 5  # containers between a name and its post
_POST_WORDS = 10  # a head of a thread says less in one piece: "15 replies, last post by …"
_SAID_WORDS = 6  # somewhere in a run of posts
_SHARE = 0.6  # of a run's posts must name their author: posts without one (deleted members, guests) occur
_LEAST_SCORE, _SHORT_LEAVES = -1.0, 8
_EDITED, _EDIT_LENGTH, _EDIT_LEVELS = ("edited", "last edited", "modified", "bearbeitet", "modifié", "editado", "modificato"), 12, 3
# Days and names that are not the post's: in the head of a thread ("last post by …"), in the card of a member.
_OTHER = re.compile(
    r"\b(?:(?:last|latest) (?:post|reply|comment)|joined|join date|member since|registered|founded|registriert|inscrit|registrado)\b", re.I
)
_OUT = Mark.CHROME | Mark.FIRM | Mark.HIDDEN | Mark.DENSE
_NAME_WORDS = 3  # of a line that is only a name
_DIGITS = re.compile(r"\d")
_VARIANTS = frozenset({"odd", "even", "first", "last", "alt", "alternate", "new", "old", "op", "starter", "staff"})


@dataclass(frozen=True, slots=True)
class Posts:
    """What a discussion keeps besides the texts that their score keeps: bylines, and all of the shortest posts."""

    bylines: tuple[Byline, ...] = ()
    texts: tuple[Leaf, ...] = ()

    @property
    def cards(self) -> Iterable[Leaf]:
        """What stands below a name in one list with it: when the member joined, how many posts (phpBB, FluxBB)."""
        for byline in self.bylines:
            term = next((each for each in (byline.author.region, byline.author.region.parent) if each is not None and each.tag == "dt"), None)
            for line in term.parent.children if term is not None and term.parent is not None else ():
                if line.tag == "dd" and line.leaf is not None and line.leaf is not byline.day and line.leaf.size <= _LINE_BYTES:
                    yield line.leaf

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """All leaves to keep."""
        return (*(leaf for byline in self.bylines for leaf in byline.leaves), *self.texts)


def posts_of(marks: Marks, kept: list[bool]) -> Posts:
    """Who said it and when for every post of a discussion whose text is kept, and the posts too short to be kept for themselves."""
    found: list[Byline] = []
    known: set[object] = set()
    alone: list[tuple[object, Region]] = []
    answer: Region | None = None
    for kind, posts in _runs(marks, kept):
        if len(posts) == 1:
            if posts[0].hints is not None:
                alone.append((kind, posts[0]))
        elif any(_author(post, marks) for post in posts[:_TRIED]):
            lines = [(post, _author(post, marks), _day(post, marks)) for post in posts]
            authors = sum(author is not None for _, author, _ in lines)
            if authors >= _SHARE * len(posts) and any(_says(*each, marks, kept) for each in lines) and not _are_cards(lines, marks):
                known.add(kind)
                answer = answer or posts[0]
                found += [byline for post, author, day in lines for byline in _byline(post, author, day)]
    # The only answer to a post stands alone in a list of its own, and may be too short to be kept for itself.
    found += [byline for kind, post in alone if kind in known for byline in _byline(post, _author(post, marks), _day(post, marks))]
    if answer is None:
        return Posts(_innermost(found))
    found += _first_post(marks, kept, answer, found)
    short = list(_short_posts(marks, kept, known))
    return Posts(_innermost([*found, *(byline for byline, _ in short)]), tuple(leaf for _, said in short for leaf in said))


def with_opening(metadata: Metadata, posts: Posts, marks: Marks, kept: list[bool]) -> Metadata:
    """The metadata of a thread that declares neither: who wrote the post it opens with, and the day. Reviews below a text open nothing."""
    first = min(posts.bylines, key=lambda byline: byline.author.index, default=None)
    if first is None or (metadata.authors and metadata.published):
        return metadata
    before = (leaf for leaf in marks.leaves[: min(first.post.first, first.author.index)] if kept[leaf.index])
    if any(leaf.words >= _POST_WORDS and not _in_heading(leaf) for leaf in before):
        return metadata
    said: dict[str, Any] = {}
    if not metadata.authors and (name := _name(first.author)):
        said["authors"] = (name,)
    day = iso_day((first.day or first.author).text) or iso_day(first.author.text)
    if not metadata.published and day:
        said["published"] = day
    return replace(metadata, **said, sources={**metadata.sources, **dict.fromkeys(said, "post")})


def _name(leaf: Leaf) -> str:
    """What a line names its author: the text of a link to a member, or all of it where it is hardly more than a name."""
    links = (link for link in leaf.region.element.iter("a") if PROFILE.search(link.get("href") or ""))
    name = next((text for link in links if (text := squeeze("".join(link.itertext())))), "")
    if name:
        return name
    parts = leaf.text.split()
    return leaf.text if len(parts) == 1 or (len(parts) <= _NAME_WORDS and not _DIGITS.search(leaf.text)) else ""


def _says(post: Region, author: Leaf | None, day: Leaf | None, marks: Marks, kept: list[bool]) -> bool:
    """Whether a post says more than who and when: the cards of its author and of who edited it are no posts."""
    return any(kept[leaf.index] and leaf.words >= _SAID_WORDS and leaf not in (author, day) for leaf in marks.leaves[post.first : post.end])


def _innermost(bylines: Sequence[Byline]) -> tuple[Byline, ...]:
    """One byline for every author's leaf, and one for every day's, that of the innermost post.

    The first of the posts on a page of several is not itself a post, and the day of an answer is not that of what it answers.
    """
    deepest: dict[Leaf, Byline] = {}
    for byline in sorted(bylines, key=lambda each: each.post.depth):
        deepest.update((leaf, byline) for leaf in byline.leaves)
    own = (byline for byline in bylines if deepest[byline.author] is byline)
    return tuple(byline if byline.day is None or deepest[byline.day] is byline else replace(byline, day=None) for byline in own)


def _first_post(marks: Marks, kept: list[bool], answer: Region, known: Iterable[Byline]) -> Iterable[Byline]:
    """The byline of the post that a run answers, where it is built otherwise: a question, a submission."""
    named = {leaf for byline in known for leaf in byline.leaves}
    region = answer
    for _ in range(_LEVELS):
        if region.parent is None:
            return
        around = region.parent
        for before in reversed(around.children[: around.children.index(region)]):
            if not any(kept[leaf.index] and leaf.words >= _POST_WORDS for leaf in marks.leaves[before.first : before.end]):
                continue
            author, day = _author(before, marks), _day(before, marks)
            if author is not None and day is not None and named.isdisjoint((author, day)):
                yield from _byline(before, author, day)
                return
        region = around


def _short_posts(marks: Marks, kept: list[bool], known: Collection[object]) -> Iterable[tuple[Byline, list[Leaf]]]:
    """The bylines and the leaves of posts of a known kind of which nothing is kept: "Thanks, I will try."."""
    counts = [0, *accumulate(kept)]
    for region in marks.regions:
        if region.hints is None or counts[region.end] > counts[region.first] or (region.tag, _kind(region.hints.words)) not in known:
            continue
        if region.end - region.first > _SHORT_LEAVES:
            continue
        said = [leaf for leaf in marks.leaves[region.first : region.end] if _is_short_text(leaf)]
        if said and (author := _author(region, marks)) is not None:
            yield from ((byline, said) for byline in _byline(region, author, _day(region, marks)))


def _is_short_text(leaf: Leaf) -> bool:
    return leaf.score > _LEAST_SCORE and not leaf.marks & _OUT and not leaf.links and leaf.region.tag != "button"


def _byline(post: Region, author: Leaf | None, day: Leaf | None) -> Iterable[Byline]:
    """The byline of the two leaves; of the second alone where it says both: "by Orla Finch on 4 March 2024"."""
    if author is not None and day is not None:
        yield Byline(post, day) if author.text in day.text else Byline(post, author, day)
    else:
        yield from (Byline(post, leaf) for leaf in (author, day) if leaf is not None)


def _runs(marks: Marks, kept: list[bool]) -> Iterable[tuple[object, list[Region]]]:
    """Siblings of one kind with several leaves each, of which some are kept, with their kind: posts, comments, answers, also cards."""
    counts = [0, *accumulate(kept)]
    for parent in marks.regions:
        if parent.end - parent.first < 2:
            continue
        groups: dict[object, list[Region]] = {}
        for child in parent.children:
            if child.end - child.first >= 2 and counts[child.end] > counts[child.first]:
                groups.setdefault((child.tag, _kind(child.hints.words if child.hints else ())), []).append(child)
        yield from groups.items()


@lru_cache(maxsize=10_000)
def _kind(words: tuple[str, ...]) -> frozenset[str]:
    """The class words of a post without those that tell posts apart: numbers, odd and even rows, the thread's starter."""
    return frozenset(_DIGITS.sub("", word) for word in words) - _VARIANTS


def _author(post: Region, marks: Marks) -> Leaf | None:
    return next((leaf for leaf in _lines(post, marks, _AUTHOR_BYTES) if _names_author(leaf, post, marks)), None)


def _day(post: Region, marks: Marks) -> Leaf | None:
    return next((leaf for leaf in _lines(post, marks, _LINE_BYTES) if _is_dated(leaf, post)), None)


def _lines(post: Region, marks: Marks, most: int) -> Iterable[Leaf]:
    """The short leaves of a post that are not its furniture, not hidden and not quoted."""
    for leaf in marks.leaves[post.first : post.end]:
        if 0 < leaf.size <= most and not leaf.marks & (Mark.FIRM | Mark.HIDDEN) and not _OTHER.search(leaf.text):
            chain = _chain(leaf, post)
            if not any(map(_is_apart, chain)) and not _is_of_edit(chain, marks):
                yield leaf


def _is_of_edit(chain: list[Region], marks: Marks) -> bool:
    """Whether a line names who edited a post, which stands before who wrote it on Stack Exchange."""
    return any(marks.leaves[region.first].text[:_EDIT_LENGTH].casefold().startswith(_EDITED) for region in chain[:_EDIT_LEVELS])


def _is_apart(region: Region) -> bool:
    """Whether a part of a post is its furniture or somebody else's words."""
    return region.tag in ("blockquote", "pre") or (region.rule is not None and region.rule.name in _FURNITURE)


def _chain(leaf: Leaf, post: Region) -> list[Region]:
    """The regions from a leaf's own up to, not with, the post."""
    chain: list[Region] = []
    region: Region | None = leaf.region
    while region is not None and region is not post and len(chain) < _LEVELS:
        chain.append(region)
        region = region.parent
    return chain


def _names_author(leaf: Leaf, post: Region, marks: Marks) -> bool:
    """Whether a leaf names a post's author: microdata and forum software mark it so, on it, on a part of it or around it."""
    for region in _chain(leaf, post):
        if region.element.get("itemprop") in _AUTHOR_PROPERTIES or (region.hints is not None and _is_author(region.hints)):
            return True
    for part in islice(_own_parts(leaf.region.element, marks), _PARTS):
        names = part.get("class")
        if part.get("itemprop") in _AUTHOR_PROPERTIES or (names and _is_author(hints(names))):
            return True
    return leaf.links > 0 and any(PROFILE.search(part.get("href") or "") for part in _own_parts(leaf.region.element, marks) if part.tag == "a")


def _own_parts(element: Element, marks: Marks) -> Iterator[Element]:
    """The inline elements of a leaf, without the blocks inside its element: the date of a post may stand around its author."""
    for part in element:
        if part not in marks.region_of:
            yield part
            yield from _own_parts(part, marks)


def _is_author(words: Hints) -> bool:
    return not _AUTHOR_WORDS.isdisjoint(words.words) or any(run in words.line for run in _AUTHOR_RUNS)


def _is_dated(leaf: Leaf, post: Region) -> bool:
    if iso_day(leaf.text):
        return True
    if not _DIGITS.search(leaf.text):
        return False
    if leaf.region.element.find(".//time") is not None:
        return True
    return any(
        region.tag == "time" or (region.hints is not None and not _DATE_WORDS.isdisjoint(region.hints.words)) for region in _chain(leaf, post)[:2]
    )


def _are_cards(lines: list[tuple[Region, Leaf | None, Leaf | None]], marks: Marks) -> bool:
    """Whether most of a run's members are headed by a link to somewhere else: teasers of a listing, not posts."""
    headed = 0
    for post, author, _ in lines:
        for leaf in marks.leaves[post.first : post.end]:
            if leaf is not author and leaf.links and _in_heading(leaf) and not _stays(leaf):
                headed += 1
                break
    return headed > len(lines) / 2


def _in_heading(leaf: Leaf) -> bool:
    region = leaf.region
    return region.tag in HEADINGS or (region.parent is not None and region.parent.tag in HEADINGS)


def _stays(leaf: Leaf) -> bool:
    """Whether a heading's link leads into the same page or to a member: "Re: the title", the name of who posts."""
    hrefs = [link.get("href") or "" for link in leaf.region.element.iter("a")]
    return all("#" in href or PROFILE.search(href) for href in hrefs)
