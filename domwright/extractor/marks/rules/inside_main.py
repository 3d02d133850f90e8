"""The narrow vocabulary: inside marked main content only unambiguous words may discard.

Words such as widget, button, border, tags, banner, sidebar and social stand on parts of real articles there, so they are
absent: blog themes print their post list in a sidebar widget inside main, museums their texts in button containers.
"""

from domwright.extractor.marks.rules.rule import Rule

INSIDE_MAIN = (
    Rule(
        "inner-navigation",
        "menus placed inside main by the theme",
        "chrome--inner-navigation",
        tags=("nav",),
        roles=("navigation", "menu", "menubar"),
        words=("navbar", "main-menu", "site-nav", "mega-menu", "megamenu"),
    ),
    Rule(
        "inner-footer",
        "the site's footer inside a main that wraps everything",
        "chrome--inner-footer",
        roles=("contentinfo",),
        words=("site-footer", "page-footer", "colophon"),
    ),
    Rule(
        "inner-share",
        "share bars between the paragraphs",
        "chrome--inner-share",
        words=(
            "share-buttons",
            "share-bar",
            "sharedaddy",
            "addtoany",
            "addthis",
            "social-share",
            "share-links",
            "share-tools",
            "social-sharing",
            "sharing-buttons",
            "post-share",
            "article-share",
        ),
    ),
    Rule(
        "inner-related",
        "lists of other posts at the end of the article element",
        "chrome--inner-related",
        words=(
            "related-posts",
            "related-articles",
            "related-content",
            "jp-relatedposts",
            "yarpp",
            "outbrain",
            "taboola",
            "read-next",
            "you-may-also-like",
            "related-products",
            "recommended-posts",
            "more-stories",
        ),
    ),
    Rule(
        "inner-advert",
        "advertising slots between the paragraphs",
        "chrome--inner-advert",
        words=("ad-slot", "adslot", "ad-container", "ad-wrapper", "ad-unit", "adsbygoogle", "advertisement", "advert", "banner-ad", "dfp-ad"),
    ),
    Rule(
        "inner-newsletter",
        "subscription boxes between the paragraphs",
        "chrome--inner-newsletter",
        words=("newsletter", "newsletter-signup", "newsletter-form", "mc-embed-signup", "subscribe-form", "subscription-form"),
    ),
    Rule(
        "inner-breadcrumb",
        "the trail of parents above the title inside main",
        "chrome--inner-breadcrumb",
        words=("breadcrumb", "breadcrumbs", "bread-crumb"),
    ),
    Rule(
        "inner-comments",
        "reader comments inside the article element",
        "chrome--inner-comments",
        words=("comment-respond", "comment-form", "commentform", "disqus-thread", "comments-area", "commentlist", "comment-list", "respond"),
    ),
    Rule(
        "inner-pager",
        "links to the neighbouring posts inside main",
        "chrome--inner-pager",
        words=("post-navigation", "posts-navigation", "nav-links", "page-numbers", "prev-next"),
    ),
    Rule(
        "inner-overlay",
        "dialogs inside main",
        "chrome--inner-overlay",
        tags=("dialog",),
        roles=("dialog", "alertdialog", "tooltip"),
        words=("modal-dialog", "modal-content", "popup-overlay"),
    ),
    Rule(
        "inner-feedback",
        "the question below a page of documentation or help whether it was helpful, with what is said to the answer",
        "chrome--inner-feedback",
        words=(
            "page-feedback",
            "feedback-form",
            "feedback-prompt",
            "feedback-response",
            "feedback-section",
            "feedback-widget",
            "was-this-helpful",
            "page-helpful",
            "article-votes",
            "article-feedback",
            "docs-feedback",
            "rate-this-page",
            "page-rating",
        ),
    ),
    Rule("inner-print", "what only shows on paper", "chrome--inner-print", words=("print-only", "printonly", "visible-print")),
)
