"""JSON-LD → blocks: one function a schema.org type, one table that names them."""

from collections.abc import Callable, Iterable

from domwright.extractor.fallback.exchanges import live_blog, questions, thread
from domwright.extractor.fallback.fragments import blocks_of
from domwright.extractor.fallback.parts import each_of, nodes_of, title, values
from domwright.extractor.fallback.steps import how_to, recipe
from domwright.extractor.metadata.json_ld import Node, address_of, text_of, types_of
from domwright.extractor.options import Options
from domwright.extractor.tree.blocks import Block, Inline, Link, ListBlock, ListItem, Paragraph, Strong, Text

_FEWEST_ITEMS = 2  # of a list that is a page's content


def blocks_from_json_ld(nodes: tuple[Node, ...], options: Options) -> tuple[Block, ...]:
    """The blocks of the first node that describes content, () when none does. A node with more text than another wins."""
    candidates = []
    for node in nodes:
        for kind in types_of(node):
            builder = BUILDERS.get(kind)
            if builder:
                candidates.append(tuple(builder(node, options)))
                break
    return max(candidates, key=lambda blocks: len(repr(blocks)), default=())


def _article(node: Node, options: Options) -> Iterable[Block]:
    body = blocks_of(node.get("articleBody") or node.get("text"), options) or blocks_of(node.get("description"), options)
    if body:
        yield from title(node)
        yield from body


def _product(node: Node, options: Options) -> Iterable[Block]:
    yield from title(node)
    price = price_of(node)
    if price:
        yield Paragraph((Strong((Text(price),)),))
    yield from blocks_of(node.get("description"), options)
    named = [
        (name, node.get(key)) for name, key in (("Brand", "brand"), ("SKU", "sku"), ("Model", "model"), ("Material", "material"), ("Colour", "color"))
    ]
    others = [(text_of(each.get("name")), each.get("value")) for each in nodes_of(node.get("additionalProperty"))]
    yield from values((*named, *(pair for pair in others if pair[0])))


def price_of(node: Node) -> str:
    """The price of a product's first offer with its currency, "" when there is none."""
    offer = next(iter(nodes_of(node.get("offers"))), None)
    if offer is None:
        return ""
    price = text_of(offer.get("price") or offer.get("lowPrice"))
    return f"{price} {text_of(offer.get('priceCurrency'))}".strip() if price else ""


# What a posting's readers look for beside its text, by property.
_FACTS = (
    ("Date", "startDate"),
    ("Until", "endDate"),
    ("Organisation", "hiringOrganization"),
    ("Type", "employmentType"),
    ("Provider", "provider"),
)


def _posting(node: Node, options: Options) -> Iterable[Block]:
    body = (*blocks_of(node.get("description"), options), *blocks_of(node.get("transcript"), options))
    if body:
        yield from title(node)
        places = (("Place", place) for each in nodes_of(node.get("location") or node.get("jobLocation")) if (place := _place(each)))
        yield from values((*((name, node.get(key)) for name, key in _FACTS), *places))
        yield from body


def _place(node: Node) -> str:
    address = node.get("address")
    within = (
        [text_of(address.get(key)) for key in ("streetAddress", "addressLocality", "addressCountry")]
        if isinstance(address, dict)
        else [text_of(address)]
    )
    return ", ".join(part for part in (text_of(node.get("name")), *within) if part)


def _item_list(node: Node, options: Options) -> Iterable[Block]:
    """A list of names, each with its link."""
    items = []
    for each in each_of(node.get("itemListElement")):
        item = each.get("item") if isinstance(each, dict) and isinstance(each.get("item"), dict) else each
        name = text_of(item) or (text_of(each.get("name")) if isinstance(each, dict) else "")
        address = address_of(item) or (address_of(each.get("item")) if isinstance(each, dict) else "")
        said: Inline = Text(name)
        if options.links and address.startswith(("http://", "https://")):
            said = Link(address, (said,), address)
        if name and not name.startswith(("http://", "https://")):
            items.append(ListItem((Paragraph((said,)),)))
    if len(items) >= _FEWEST_ITEMS:
        yield from title(node)
        yield ListBlock(tuple(items))


Builder = Callable[[Node, Options], Iterable[Block]]
BUILDERS: dict[str, Builder] = {
    **dict.fromkeys(
        (
            "Article",
            "NewsArticle",
            "BlogPosting",
            "TechArticle",
            "ScholarlyArticle",
            "Report",
            "ReportageNewsArticle",
            "AnalysisNewsArticle",
            "OpinionNewsArticle",
            "ReviewNewsArticle",
            "Review",
        ),
        _article,
    ),
    "LiveBlogPosting": live_blog,
    "SocialMediaPosting": thread,
    "DiscussionForumPosting": thread,
    "Recipe": recipe,
    "FAQPage": questions,
    "QAPage": questions,
    "HowTo": how_to,
    "Product": _product,
    "ProductGroup": _product,
    "ItemList": _item_list,
    **dict.fromkeys(("JobPosting", "Event", "Course", "VideoObject", "PodcastEpisode", "Book", "SoftwareApplication"), _posting),
}
