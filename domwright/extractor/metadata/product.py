"""Whether a page offers one product."""

from lxml import etree
from lxml.etree import _Element as Element

from domwright.extractor.metadata.head import Head
from domwright.extractor.metadata.json_ld import Node, types_of

_PRODUCTS = frozenset({"Product", "ProductGroup", "IndividualProduct"})
_THINGS = etree.XPath("//*[@itemtype][contains(@itemtype, 'schema.org/Product')]")
_OFFERS = ("offers", "hasVariant")
_OTHERS = ("Article", "Posting", "ItemList", "CollectionPage", "SearchResultsPage", "LocalBusiness")


def is_product(root: Element, head: Head, nodes: tuple[Node, ...]) -> bool:
    """Whether shop markup says that the page is about one product that is for sale: JSON-LD with an offer, Open Graph or microdata.

    A Product without an offer is a service that shows stars in search results, one beside an article or a list is a test or a shelf.
    """
    offers = _offers(nodes)
    if offers or any(kind.endswith(_OTHERS) for node in nodes for kind in types_of(node)):
        return is_offered(nodes)
    if head.meta.get("og:type", "").lower() in ("product", "og:product", "product.item"):
        return True
    things = _THINGS(root)
    return len(things) == 1 and bool(things[0].xpath(".//*[@itemprop='offers' or @itemprop='price']"))


def is_offered(nodes: tuple[Node, ...]) -> bool:
    """Whether JSON-LD has one product with its offer, and nothing that a page may be about besides."""
    return _offers(nodes) == 1 and not any(kind.endswith(_OTHERS) for node in nodes for kind in types_of(node))


def _offers(nodes: tuple[Node, ...]) -> int:
    return sum(not _PRODUCTS.isdisjoint(types_of(node)) and any(node.get(key) for key in _OFFERS) for node in nodes)
