"""Pass 1: one walk that finds leaves and regions, what vouches for main content, and what could be chrome."""

import re
from collections import Counter

from lxml.etree import _Element as Element

from domwright.extractor.marks.hints import (
    ROLE_RULES_INSIDE,
    ROLE_RULES_OUTSIDE,
    TAG_RULES_INSIDE,
    TAG_RULES_OUTSIDE,
    hints,
)
from domwright.extractor.marks.regions import Leaf, Mark, Marks, Region
from domwright.extractor.marks.rules.hidden import HIDDEN_STYLE
from domwright.extractor.marks.rules.main_content import MAIN_PROPERTIES, MAIN_ROLES, MAIN_TAGS
from domwright.extractor.marks.rules.rule import Rule
from domwright.extractor.marks.unseen import SNAPSHOT_HIDDEN, is_unseen
from domwright.extractor.prepare.noscript import KEPT
from domwright.extractor.tags import HEADINGS, INLINE, MATHML, ROUTES, SENTENCES, SKIPPED
from domwright.extractor.text import byte_length, visible, word_count

_NUMBER = re.compile(r"\d+")
_HIDDEN_STYLE = re.compile(HIDDEN_STYLE, re.I)
_INITIALS = 2
_SHORT_LINK = 50  # UTF-8 bytes of a link's own text (Danubia's essay, "Link density")
# Elements that hold the page: their class words speak of its layout, never of chrome.
_NEVER_CHROME = frozenset({"html", "body", "main", "article", "h1"})
# What names an element besides its class; for frameworks whose classes are hashes, the test id is the only word that speaks.
_NAMING = ("id", "data-testid", "data-test-id", "data-component", "data-hook")
_UNSHOWN = frozenset({"display", "visibility", "opacity", "template"})


def look(root: Element) -> Marks:
    """Marks of a tree: regions with their totals, leaves with their text, MAIN marks and rule candidates."""
    body = root.find("body")
    walk = _Walk(root if body is None else body)
    walk.block(walk.start, None, link=False)
    for leaf in walk.marks.leaves:
        text = leaf.text = " ".join(visible("".join(leaf.pieces)).split())
        leaf.size = byte_length(text)
        leaf.link_size = min(leaf.link_size, leaf.size)
    _total(walk.marks)
    return walk.marks


class _Walk:
    """The walk's state: the table being filled. Recursion is bounded by the parser's depth cap.

    This is the extractor's hottest code: one call an element, so attributes and lookups are kept in locals.
    """

    def __init__(self, start: Element) -> None:
        self.start = start
        elements = list(start.iter())
        self.marks = Marks(elements)
        self.custom: set[Element] = set()
        self.behind_link = False
        flow = self.marks.flow
        for element in elements:
            tag = element.tag
            if tag in _NEVER_BLOCKS:
                continue
            parent = element.getparent()
            if "-" in tag and parent is not None and parent.tag in SENTENCES and _is_phrase(element):
                self.custom.add(element)
                continue
            while parent is not None and parent.tag in INLINE and parent not in flow:
                flow.add(parent)
                parent = parent.getparent()

    def block(self, element: Element, parent: Region | None, *, link: bool) -> None:
        """One block element: its region, its own run of text, then its children."""
        marks = self.marks
        region = Region(element, element.tag, parent, len(marks.leaves))
        marks.regions.append(region)
        marks.region_of[element] = region
        if parent is not None:
            parent.children.append(region)
        _notice(region)
        if region.tag == "a" and _is_link(element):
            link = True
            region.links += 1
        self.content(element, region, link=link)
        region.end = len(marks.leaves)

    def content(self, element: Element, region: Region, *, link: bool) -> None:
        """The text and children of `element`, whose block element is `region`."""
        text = element.text
        if text and (region.leaf is not None or not text.isspace()):
            self.say(text, region, link=link)
        self.behind_link = False
        flow, links_stand = self.marks.flow, region.tag in _BLOCK_LINK_PARENTS
        for child in element:
            tag = child.tag
            if tag in INLINE and child not in flow and not (links_stand and tag == "a" and _stands_alone(child, text)):
                self.inline(child, tag, region, link=link)
            elif tag in SKIPPED or (tag == "noscript" and child.get(KEPT) is None):
                pass
            elif tag == "button" and region.tag in HEADINGS:
                if not is_control(child):
                    self.inline(child, tag, region, link=link)
            elif tag in MATHML or child in self.custom:
                self.inline(child, tag, region, link=link)
            else:
                self.block(child, region, link=link)
            text = child.tail
            self.behind_link = tag == "a" and not text
            if text and (region.leaf is not None or not text.isspace()):
                self.say(text, region, link=link)

    def inline(self, element: Element, tag: str, region: Region, *, link: bool) -> None:
        """One inline element without block content: its text joins the region's run."""
        if tag == "br":
            self.say("\n", region, link=link)
            return
        names = element.get("class")
        if names and (hints(names).drop_inline or is_initial(element, names)):
            return
        if tag == "img":
            self.leaf(region)
        elif tag == "a" and _is_link(element):
            self.link(element, region)
        elif tag != "a" and is_unseen(element):  # hidden links are filters and menus, which have rules of their own
            self.marks.unseen.add(element)
        elif tag == "math" or (names and "katex-html" in names):
            if tag == "math":
                self.say(_tex(element), region, link=link)
        elif tag == "time" or (tag == "label" and not _labels_a_field(element)):
            self.say(" ", region, link=link)
            self.content(element, region, link=link)
            self.say(" ", region, link=link)
        elif tag != "label":
            self.content(element, region, link=link)

    def link(self, element: Element, region: Region) -> None:
        """A link inside a run of text. Between two links without anything between them, themes set space by style."""
        leaf = self.leaf(region)
        if self.behind_link:
            leaf.pieces.append(" ")
        size = leaf.link_size
        self.content(element, region, link=True)
        region.links += 1
        leaf.links += 1
        if leaf.link_size - size < _SHORT_LINK:
            region.short_links += 1

    def leaf(self, region: Region) -> Leaf:
        """The region's leaf, made when it is first needed."""
        leaf = region.leaf
        if leaf is None:
            leaf = region.leaf = Leaf(region, len(self.marks.leaves))
            self.marks.leaves.append(leaf)
            self.marks.leaf_of[region.element] = leaf
        return leaf

    def say(self, text: str, region: Region, *, link: bool) -> None:
        """Add text to the region's leaf."""
        leaf = region.leaf
        if text.isspace():
            if leaf is not None:
                leaf.pieces.append(" ")
            return
        if leaf is None:
            leaf = self.leaf(region)
        leaf.pieces.append(text)
        if link:
            leaf.link_size += byte_length(" ".join(text.split()))


_NEVER_BLOCKS = INLINE | SKIPPED | MATHML
# Direct children of these that are links stand for themselves, unless words touch them: a row of bare links is a menu, not a sentence.
_BLOCK_LINK_PARENTS = frozenset({"body", "nav", "main", "section", "header", "footer", "aside", "article"})


def _stands_alone(link: Element, before: str | None) -> bool:
    """Whether no words touch a link: pages of loose text between line breaks have links in their sentences."""
    return "href" in link.attrib and not (_has_words(before) or _has_words(link.tail))


def _has_words(text: str | None) -> bool:
    return text is not None and any(map(str.isalnum, text))


def is_initial(element: Element, names: str) -> bool:
    """Whether an element stands for a poster's picture: a letter or two, in a circle."""
    return "vatar" in names and len(element) == 0 and len((element.text or "").strip()) <= _INITIALS


def follows_link(element: Element) -> bool:
    """Whether a link stands directly behind another: tags of a post, its author and date."""
    before = element.getprevious()
    return before is not None and before.tag == "a" and not before.tail and "href" in before.attrib


def _is_link(element: Element) -> bool:
    """Whether an anchor leads somewhere else: one without href, or with a fragment that is no route, is plain text."""
    href = element.get("href")
    if not href or href.startswith("javascript:"):
        return False
    return not href.startswith("#") or href.startswith(ROUTES)


def is_control(button: Element) -> bool:
    """Whether a button in a heading acts on it ("Copy item path"), and is not the heading's own text, as in accordions.

    In a page's title every button does: applications head a column with "Back".
    """
    heading, before = button.getparent(), button.getprevious()
    if heading is not None and heading.tag == "h1":
        return True
    said = (heading.text or "") if heading is not None else ""
    if before is not None:
        said = f"{said}{''.join(before.itertext())}{before.tail or ''}"
    return bool(said.strip())


def _is_phrase(element: Element) -> bool:
    return all(inner.tag in INLINE for inner in element.iterdescendants())


def _labels_a_field(element: Element) -> bool:
    """Whether a label wraps a field that is typed into: its text is part of a form. Task boxes and FAQ switches are not."""
    return any(
        field.tag != "input" or field.get("type", "text") not in ("checkbox", "radio") for field in element.iter("input", "select", "textarea")
    )


def _tex(element: Element) -> str:
    note = element.find(".//{*}annotation")
    return (note.text if note is not None else "".join(element.itertext())) or ""


def _notice(region: Region) -> None:
    """Attributes of one block element: hints, role, hidden state, and the rule of the vocabulary that applies here."""
    tag = region.tag
    items = region.element.items()
    if not items and "-" not in tag:
        if tag in MAIN_TAGS:
            region.main = True
            region.marks = Mark.MAIN
        elif tag not in _NEVER_CHROME:
            region.rule = TAG_RULES_INSIDE.get(tag) if region.main else TAG_RULES_OUTSIDE.get(tag)
        return
    attributes = dict(items)
    _notice_names(region, attributes)
    if "role" in attributes:
        region.role = attributes["role"].lower()
        region.panel = region.panel or region.role == "tabpanel"
    _notice_hidden(region, attributes)
    if tag not in _NEVER_CHROME:
        region.rule = _rule(region)
    if not region.rule and _vouched(region, attributes):
        region.main = True
        region.marks = Mark.MAIN


def _notice_names(region: Region, attributes: dict[str, str]) -> None:
    """Hints of what names an element: its class, its ids, and a custom element's own name (`<app-footer>`)."""
    tag = region.tag
    classes = names = attributes.get("class", "")
    for attribute in _NAMING:
        if attribute in attributes:
            # Numbers of posts and products would make every string new to the cache.
            names = f"{names} {_NUMBER.sub('0', attributes[attribute])}"
    if "-" in tag:
        names = f"{names} {tag}"
    if names and not names.isspace():
        words = region.hints = hints(names)
        region.signature = (tag, hints(classes).words if classes and classes != names else words.words)
        region.panel = region.panel or words.panel


def _notice_hidden(region: Region, attributes: dict[str, str]) -> None:
    if SNAPSHOT_HIDDEN in attributes:
        region.hidden = "style" if attributes[SNAPSHOT_HIDDEN] in _UNSHOWN else "reader"
    elif "hidden" in attributes:
        region.hidden = "hidden"
    elif "popover" in attributes:
        region.hidden = "style"  # shown on top of the page when its button is pressed, as dialogs are
    elif "style" in attributes and _HIDDEN_STYLE.search(attributes["style"]):
        region.hidden = "style"
    elif attributes.get("aria-hidden") == "true":
        region.hidden = region.hidden or "aria"
    elif region.hints and region.hints.reader_only:
        region.hidden = region.hidden or "reader"


def _rule(region: Region) -> Rule | None:
    words = region.hints
    if region.main:
        found = words.inside if words else None
        return found or TAG_RULES_INSIDE.get(region.tag) or ROLE_RULES_INSIDE.get(region.role)
    found = words.outside if words else None
    return found or TAG_RULES_OUTSIDE.get(region.tag) or ROLE_RULES_OUTSIDE.get(region.role)


def _vouched(region: Region, attributes: dict[str, str]) -> bool:
    if region.tag in MAIN_TAGS or region.role in MAIN_ROLES:
        return True
    if attributes.get("itemprop", "").lower() in MAIN_PROPERTIES:
        return True
    return region.hints is not None and region.hints.main


def _total(marks: Marks) -> None:
    """Add up the totals of every subtree, children before parents, and count siblings of one signature."""
    for leaf in marks.leaves:
        region = leaf.region
        leaf.words = word_count(leaf.text, leaf.size)
        region.size += leaf.size
        region.link_size += leaf.link_size
        region.words += leaf.words
        if region.tag in HEADINGS and leaf.size:
            region.headings += 1
    for region in reversed(marks.regions):
        parent = region.parent
        if parent is not None:
            parent.size += region.size
            parent.link_size += region.link_size
            parent.words += region.words
            parent.links += region.links
            parent.short_links += region.short_links
            parent.headings += region.headings
            parent.holds_main = parent.holds_main or region.holds_main or region.tag == "main" or region.role == "main"
        if region.tag == "a" and region.links and region.link_size < _SHORT_LINK:
            region.short_links += 1
            if parent is not None:
                parent.short_links += 1
        if len(region.children) > 1:
            _count_siblings(region.children)


def _count_siblings(children: list[Region]) -> None:
    counts = Counter(child.signature for child in children)
    last: set[str] = set()
    for child in reversed(children):
        child.repeats = counts[child.signature]
        child.sibling_after = child.tag in last
        last.add(child.tag)
