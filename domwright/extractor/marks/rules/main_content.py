"""What vouches for main content: semantic elements, roles, microdata, and the class words of themes."""

MAIN_TAGS = frozenset({"main", "article"})
MAIN_ROLES = frozenset({"main", "article", "feed"})
MAIN_PROPERTIES = frozenset({"articlebody", "text", "recipeinstructions", "mainentity", "mainentityofpage"})
MAIN_WORDS = (
    "main", "maincontent", "main-content", "content", "entry-content", "post-content", "article-content", "article-body", "articlebody",
    "post-body", "entry-body", "page-content", "story-body", "story-content", "blog-content", "single-content", "td-post-content",
    "markdown-body", "rst-content", "body-content", "field-body", "entry", "post", "article", "hentry", "h-entry", "e-content", "prose",
    "mw-parser-output", "mw-content-text", "bodycontent", "theme-doc-markdown", "docs-content", "documentation", "product-description",
    "product-detail", "product-details", "topic-body", "postbody", "message-body", "question", "answer", "wysiwyg", "richtext",
    "rich-text", "text-content", "vp-doc",
)
