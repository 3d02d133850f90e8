"""Link density exactly as Danubia's essay gives it: which blocks are menus."""

from domwright.extractor.marks.regions import Mark, Marks, Region

# Floors in UTF-8 bytes by (is a paragraph, has a same-tag sibling after it).
FLOORS = {(True, False): 60, (True, True): 30, (False, False): 300, (False, True): 100}
LINK_SHARE = 0.8
SHORT_SHARE = 0.8
MIN_LINKS = 2
# Blocks to which the rule is not applied by itself: the page's own frame, and inline elements around blocks.
_EXEMPT = frozenset({"html", "body", "main", "article", "a", "span", "td", "th", "tr", "tbody", "thead", "pre", "li", "dd", "dt"})


def mark_density(marks: Marks) -> None:
    """Put DENSE on every region that link density calls a menu."""
    for region in marks.regions:
        if region.size and region.tag not in _EXEMPT and is_dense(region):
            region.marks |= Mark.DENSE


def is_dense(region: Region) -> bool:
    """Whether one block would be removed by link density.

    Above its floor: at least 80 % of its text is link text. Below: at least two links of which 80 % are short (under
    50 bytes). A block that contains a heading never.
    """
    if region.headings:
        return False
    if region.size >= FLOORS[region.tag == "p", region.sibling_after]:
        return region.link_size >= LINK_SHARE * region.size
    return region.links >= MIN_LINKS and region.short_links >= SHORT_SHARE * region.links
