"""What is chrome on pages that offer one product, and content elsewhere."""

from domwright.extractor.marks.rules.rule import Rule

REVIEWS = Rule(
    "customer-reviews",
    "customers' reviews below a product: ten times its description, and about delivery as often as about the thing; review sites are told apart beforehand",
    "kinds--product-reviews",
    words=("review", "reviews", "bazaarvoice", "yotpo", "judgeme", "jdgm", "stamped", "okendo", "loox", "trustpilot", "powerreviews"),
)

RECOMMENDED = Rule(
    "other-products",
    "cards of other products around the one a page is about: each a link with a price, three or more of one kind",
    "kinds--product-reviews",
)
