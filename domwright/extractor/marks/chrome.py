"""Decide which rule candidates really are chrome, and hand every mark down to the leaves."""

from domwright.extractor.marks.regions import Leaf, Mark, Marks, Region

# A chrome word on an element with more than this share of the page's text is layout, not chrome: blog themes hang the
# page into "widget-area", portals into "region-header" with an unclosed header tag.
SIZE_GUARD = 0.5
# What a style hides is no content unless a tab or an accordion shows it, or it is most of a page that scripts uncover:
# size guides, store finders and second menus wait for a click that way.
HIDDEN_GUARD = 0.3


# Rules that mean the readers' comments; a page with this many words of them, and of prose beside them less than this share, is made of them.
COMMENTS = frozenset({"comments", "inner-comments"})
_DISCUSSED_WORDS, _BESIDE, _LONG_WORDS = 60, 0.1, 20


def mark_chrome(marks: Marks) -> None:
    """CHROME and FIRM on regions whose rule holds; then every mark on the leaves, with the first rule that discards."""
    total = marks.regions[0].size if marks.regions else 0
    discussed = is_discussion(marks)
    excused = 0  # up to which leaf comments reach that are most of the page: those inside are answers to them
    for region in marks.regions:
        rule = region.rule
        if rule is not None and rule.name in COMMENTS:
            if discussed or region.end <= excused:
                continue
            if region.size > SIZE_GUARD * total:
                excused = region.end
        # What is meant for short texts does not mean pictures: a team's photographs stand in frames called "avatar".
        if rule is None or (rule.largest and not 0 < region.size <= rule.largest):
            continue
        if rule.firm:
            region.marks |= Mark.CHROME | Mark.FIRM
        elif (region.size <= SIZE_GUARD * total and not region.holds_main) or (_is_menu(region) and not region.holds_main):
            region.marks |= Mark.CHROME
    for region in marks.regions:
        if _is_unshown(region) and region.size <= HIDDEN_GUARD * total:
            region.marks |= Mark.CHROME | Mark.HIDDEN
        hand_down(region, marks)


def is_discussion(marks: Marks) -> bool:
    """Whether comments are what a page is about: they are most of it, and next to no prose stands beside them (aggregators of links)."""
    inside = prose = end = 0
    for region in marks.regions:
        if region.first >= end and region.rule is not None and region.rule.name in COMMENTS:
            end = region.end
            inside += region.words
            prose -= _prose(marks.leaves[region.first : end])
    if inside < _DISCUSSED_WORDS or 2 * inside < marks.regions[0].words:
        return False
    return prose + _prose(marks.leaves) <= _BESIDE * inside


def _prose(leaves: list[Leaf]) -> int:
    return sum(leaf.words for leaf in leaves if leaf.words >= _LONG_WORDS and 2 * leaf.link_size < leaf.size)


def _is_unshown(region: Region) -> bool:
    return region.hidden == "style" and not region.panel and not (region.parent is not None and region.parent.hidden == "style")


def _is_menu(region: Region) -> bool:
    """Whether a large region is a menu all the same: by its element, not by a word, and made of links."""
    return region.tag in ("nav", "header", "footer") and region.link_size > SIZE_GUARD * region.size


def hand_down(region: Region, marks: Marks) -> None:
    """A region's marks and the rule behind them on the leaves inside it."""
    flags = region.marks
    if region.hidden and not (region.parent and region.parent.hidden):
        flags |= Mark.HIDDEN
    if not flags:
        return
    name = region.rule.name if region.rule and flags & Mark.CHROME else ""
    name = name or ("link-density" if flags & Mark.DENSE else "") or ("hidden" if flags & Mark.HIDDEN else "")
    for leaf in marks.leaves[region.first : region.end]:
        leaf.marks |= flags
        leaf.rule = leaf.rule or name
