"""Words of elements whose parts belong together: what is said in them is kept or dropped as a whole, or with the text that refers to it."""

# Notes set apart from the prose by documentation generators: Sphinx and MkDocs, Asciidoctor, Docusaurus, VitePress, GitHub.
# Their titles ("Tip") and short texts score like labels of buttons.
UNIT_WORDS = (
    "kg-callout-card",  # Ghost
    "notion-callout",
    # Text layers of editors.
    "code-mirror-code",
    "code-mirror-lines",
    "cm-content",
    "view-lines",
    "ace-text-layer",
    "callout-title",  # Obsidian Publish, Quartz
    "hint",  # GitBook
    "transcript",  # of a video or a podcast, line by line
    "colist",  # Asciidoctor's notes on lines of code
    "note",  # DocBook, DITA, DocC
    "tip",
    "warning",
    "important",
    "caution",
    # Of component libraries. A bare "alert" is absent: shops and forums keep their errors in it.
    "v-alert",
    "mui-alert-root",
    "ant-alert-info",
    "chakra-alert",
    "alert-info",
    "opblock-summary",  # Swagger UI's method and path, in a button
    # Cards of WordPress's recipe plugins: their times, steps and notes are short.
    "wprm-recipe",
    "tasty-recipes",
    "mv-create-card",
    "admonition",
    "admonitionblock",
    "theme-admonition",
    "custom-block",
    "markdown-alert",
    "github-alert",
)
# Where notes and cited works stand that the text refers to: kramdown, Pandoc, MkDocs, Asciidoctor, Sphinx.
NOTE_WORDS = ("footnotes", "footnote", "footnote-list", "endnotes", "citation-list")
# What names a code block: file names above it. Sphinx, MkDocs, Docusaurus, gatsby-remark-code-titles, Hugo themes.
CAPTION_WORDS = (
    "code-block-caption",
    "code-block-title",
    "code-title",
    "gatsby-code-title",
    "remark-code-title",
    "code-caption",
    "code-header",
    "code-block-header",
    "filename",
)
# What the author wrote, in the frames of Docusaurus, VitePress, Starlight, GitHub, MediaWiki, Material for MkDocs, HonKit, Docsy and Read the Docs.
AUTHORED_WORDS = (
    "theme-doc-markdown",
    "vp-doc",
    "sl-markdown-content",
    "markdown-body",
    "mw-parser-output",
    "md-content-inner",
    "markdown-section",
    "td-content",
    "rst-content",
    "devsite-article-body",
    "main-col-body",
    "mdx-content",
    "nextra-content",
    "wiki-content",
    "ak-renderer-document",
    "xwikicontent",
    "doc-content",  # DocC
)
# Links of headings to themselves: Sphinx and Python-Markdown, Docusaurus, VitePress.
PERMALINKS = frozenset({"headerlink", "hash-link", "header-anchor"})
# Lists of a page's own headings: MediaWiki, Easy Table of Contents, LuckyWP, Rank Math, Gutenberg, Asciidoctor, docutils.
CONTENTS_WORDS = ("toc", "table-of-contents", "tableofcontents", "ez-toc-container", "lwptoc", "rank-math-toc", "contents")
# What stands above such a list.
CONTENTS_TITLES = frozenset(
    {
        "contents",
        "table of contents",
        "in this article",
        "in this post",
        "in this guide",
        "on this page",
        "jump to",
        "quick links",
        "inhalt",
        "inhaltsverzeichnis",
        "in diesem artikel",
        "sommaire",
        "table des matières",
        "dans cet article",
        "au sommaire",
        "contenido",
        "contenidos",
        "índice",
        "en este artículo",
        "tabla de contenidos",
        "indice",
        "sommario",
        "in questo articolo",
        "inhoud",
        "inhoudsopgave",
        "spis treści",
        "содержание",
        "目次",
        "目录",
    }
)
