"""What is not shown, and what is not meant to be read: words, attributes and inline elements."""

# Text for screen readers only; on inline elements it is "(opens in a new window)", on blocks it may be a real heading.
READER_ONLY_WORDS = (
    "sr-only", "screen-reader-text", "visually-hidden", "visuallyhidden", "screenreader", "screen-reader", "a11y-hidden", "show-for-sr",
    "element-invisible", "assistive-text", "u-hidden-visually", "sr-text", "accessibly-hidden",
)
# Ligature fonts print an icon's name as text: "expand_more", "location_on".
ICON_WORDS = (
    "material-icons", "material-symbols", "material-symbols-outlined", "material-symbols-rounded", "material-symbols-sharp",
    "material-icons-outlined", "material-icons-round", "mat-icon", "icon-font", "notranslate-icon",
)
# Links beside headings that only point at themselves, back arrows of footnotes, edit links of wikis.
ANCHOR_WORDS = (
    "headerlink", "header-anchor", "heading-anchor", "anchor-link", "anchorjs-link", "hash-link", "heading-link", "permalink-anchor",
    "footnote-backref", "footnote-back", "fn-backref", "footnote-backlink", "data-footnote-backref", "mw-editsection", "edit-section",
    "octicon-link", "direct-link", "sourcelink", "viewcode-link",
)
# Inside code: gutters of line numbers and buttons that copy.
GUTTER_WORDS = (
    "line-numbers-rows", "linenos", "lineno", "linenodiv", "linenumber", "line-number", "line-numbers", "gutter", "gl", "lnt", "lntd-first", "ln",
    "hljs-ln-numbers", "hljs-ln-n", "blob-num", "rouge-gutter", "copy", "copy-button", "copy-btn", "copybtn", "clipboard", "btn-copy",
    "copy-code-button", "code-copy", "toolbar-item", "code-toolbar-item", "margin", "codemirror-gutter", "cm-gutters", "cm-gutter",
    "codemirror-linenumber", "line-num",
)
HIDDEN_STYLE = r"display\s*:\s*none|visibility\s*:\s*hidden"
# Panels that are content though closed: tabs, accordions, carousels; React's streamed boundaries are `<div hidden id="S:…">`.
PANEL_WORDS = (
    "tab", "tabs", "tab-pane", "tab-content", "tabpanel", "tab-panel", "accordion", "collapse", "collapsible", "panel", "toggle", "faq",
    "spoiler", "slide", "slider", "carousel", "swiper", "expandable", "answer", "read-more-content", "truncate",
)
