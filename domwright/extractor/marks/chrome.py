"""Decide which rule candidates really are chrome, and hand every mark down to the leaves."""

from domwright.extractor.marks.regions import Mark, Marks, Region

# A chrome word on an element with more than this share of the page's text is layout, not chrome: blog themes hang the
# page into "widget-area", portals into "region-header" with an unclosed header tag.
SIZE_GUARD = 0.5
# What a style hides is no content unless a tab or an accordion shows it, or it is most of a page that scripts uncover:
# size guides, store finders and second menus wait for a click that way.
HIDDEN_GUARD = 0.3


def mark_chrome(marks: Marks) -> None:
    """CHROME and FIRM on regions whose rule holds; then every mark on the leaves, with the first rule that discards."""
    total = marks.regions[0].size if marks.regions else 0
    for region in marks.regions:
        rule = region.rule
        if rule is None or (rule.largest and region.size > rule.largest):
            continue
        if rule.firm:
            region.marks |= Mark.CHROME | Mark.FIRM
        elif (region.size <= SIZE_GUARD * total and not region.holds_main) or (_is_menu(region) and not region.holds_main):
            region.marks |= Mark.CHROME
    for region in marks.regions:
        if _is_unshown(region) and region.size <= HIDDEN_GUARD * total:
            region.marks |= Mark.CHROME | Mark.HIDDEN
        hand_down(region, marks)


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
