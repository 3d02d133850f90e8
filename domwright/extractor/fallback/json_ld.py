"""JSON-LD → blocks: one function a schema.org type, one table that names them."""

from collections.abc import Callable, Iterable
from typing import Any

from domwright.extractor.fallback.fragments import blocks_of
from domwright.extractor.metadata.json_ld import Node, text_of, types_of
from domwright.extractor.options import Options
from domwright.extractor.tree.blocks import Block, Heading, ListBlock, ListItem, Paragraph, Strong, Text


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


def _title(node: Node) -> Iterable[Block]:
    title = text_of(node.get("headline")) or text_of(node.get("name"))
    if title:
        yield Heading(1, (Text(title),))


def _items(values: Any) -> tuple[ListItem, ...]:
    values = values if isinstance(values, list) else [values] if values else []
    texts = (text_of(value) for value in values)
    return tuple(ListItem((Paragraph((Text(text),)),)) for text in texts if text)


def _article(node: Node, options: Options) -> Iterable[Block]:
    body = blocks_of(node.get("articleBody") or node.get("text"), options) or blocks_of(node.get("description"), options)
    if body:
        yield from _title(node)
        yield from body


def _recipe(node: Node, options: Options) -> Iterable[Block]:
    yield from _title(node)
    yield from blocks_of(node.get("description"), options)
    ingredients = _items(node.get("recipeIngredient") or node.get("ingredients"))
    if ingredients:
        yield Heading(2, (Text("Ingredients"),))
        yield ListBlock(ingredients)
    yield from _instructions(node.get("recipeInstructions"), options)


def _instructions(value: Any, options: Options) -> Iterable[Block]:
    steps = list(_steps(value, options))
    if steps:
        yield Heading(2, (Text("Instructions"),))
        yield ListBlock(tuple(ListItem(step) for step in steps), start=1)


def _steps(value: Any, options: Options) -> Iterable[tuple[Block, ...]]:
    if isinstance(value, str):
        blocks = blocks_of(value, options)
        yield from ((block,) for block in blocks)
    elif isinstance(value, list):
        for each in value:
            yield from _steps(each, options)
    elif isinstance(value, dict):
        inner = value.get("itemListElement") or value.get("steps") or value.get("step")
        if inner:
            yield from _steps(inner, options)
        else:
            step = blocks_of(value.get("text") or value.get("description") or value.get("name"), options)
            if step:
                yield step


def _faq(node: Node, options: Options) -> Iterable[Block]:
    yield from _title(node)
    entries = node.get("mainEntity") or []
    for entry in entries if isinstance(entries, list) else [entries]:
        if isinstance(entry, dict):
            yield from _question(entry, options)


def _question(node: Node, options: Options) -> Iterable[Block]:
    question = text_of(node.get("name") or node.get("text"))
    answers = node.get("acceptedAnswer") or node.get("suggestedAnswer") or []
    if question:
        yield Heading(2, (Text(question),))
    for answer in answers if isinstance(answers, list) else [answers]:
        if isinstance(answer, dict):
            yield from blocks_of(answer.get("text") or answer.get("description"), options)


def _how_to(node: Node, options: Options) -> Iterable[Block]:
    yield from _title(node)
    yield from blocks_of(node.get("description"), options)
    for name, key in (("Supplies", "supply"), ("Tools", "tool")):
        items = _items(node.get(key))
        if items:
            yield Heading(2, (Text(name),))
            yield ListBlock(items)
    yield from _instructions(node.get("step") or node.get("steps"), options)


def _product(node: Node, options: Options) -> Iterable[Block]:
    yield from _title(node)
    price = price_of(node)
    if price:
        yield Paragraph((Strong((Text(price),)),))
    yield from blocks_of(node.get("description"), options)
    rows = []
    for name, key in (("Brand", "brand"), ("SKU", "sku"), ("Model", "model"), ("Material", "material"), ("Colour", "color")):
        if text := text_of(node.get(key)):
            rows.append(f"{name}: {text}")
    for each in node.get("additionalProperty") or []:
        if isinstance(each, dict) and text_of(each.get("name")) and text_of(each.get("value")):
            rows.append(f"{text_of(each.get('name'))}: {text_of(each.get('value'))}")
    if rows:
        yield ListBlock(tuple(ListItem((Paragraph((Text(row),)),)) for row in rows))


def price_of(node: Node) -> str:
    """The price of a product's first offer with its currency, "" when there is none."""
    offers = node.get("offers")
    offer = offers[0] if isinstance(offers, list) and offers else offers
    if not isinstance(offer, dict):
        return ""
    price = text_of(offer.get("price") or offer.get("lowPrice"))
    return f"{price} {text_of(offer.get('priceCurrency'))}".strip() if price else ""


def _posting(node: Node, options: Options) -> Iterable[Block]:
    body = blocks_of(node.get("description"), options)
    if body:
        yield from _title(node)
        yield from body


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
            "LiveBlogPosting",
            "ReportageNewsArticle",
            "AnalysisNewsArticle",
            "OpinionNewsArticle",
            "ReviewNewsArticle",
            "SocialMediaPosting",
            "DiscussionForumPosting",
            "Review",
        ),
        _article,
    ),
    "Recipe": _recipe,
    "FAQPage": _faq,
    "QAPage": _faq,
    "HowTo": _how_to,
    "Product": _product,
    "ProductGroup": _product,
    **dict.fromkeys(("JobPosting", "Event", "Course", "VideoObject", "PodcastEpisode", "Book", "SoftwareApplication"), _posting),
}
