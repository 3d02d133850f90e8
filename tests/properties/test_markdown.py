"""Markdown reads back as the blocks it was made from; serializing twice is equal; hostile input ends in a Document."""

import string

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from benchmark.fuzz import KINDS, kinds
from domwright import extract
from domwright.extractor.serialize.markdown import to_markdown
from domwright.extractor.tree.blocks import (
    Block,
    Break,
    CodeBlock,
    Emphasis,
    Heading,
    Inline,
    InlineCode,
    Link,
    ListBlock,
    ListItem,
    Paragraph,
    Quote,
    Strong,
    Table,
    Text,
    ThematicBreak,
)
from domwright.extractor.tree.inlines import has_content, tidy
from domwright.extractor.tree.polish import polish

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
ALPHABET = string.ascii_letters + string.digits + string.punctuation + " \u00e9\u4e2d\u00a0"
words = st.text(ALPHABET, min_size=1, max_size=30)
plain = words.map(Text)
inlines: st.SearchStrategy[tuple[Inline, ...]] = st.lists(
    st.one_of(
        plain,
        st.just(Break()),
        words.map(InlineCode),
        plain.map(lambda node: Emphasis((node,))),
        plain.map(lambda node: Strong((node,))),
        plain.map(lambda node: Link("https://a.example/x_(y)", (node,))),
    ),
    min_size=1,
    max_size=5,
).map(tidy)
filled = inlines.filter(lambda nodes: has_content(nodes) and any(map(str.isalnum, repr(nodes[0]).split("'")[1] if "'" in repr(nodes[0]) else "")))
one_line = filled.map(lambda nodes: tuple(node for node in nodes if not isinstance(node, Break))).filter(bool)
leaves: st.SearchStrategy[Block] = st.one_of(
    filled.map(Paragraph),
    st.builds(Heading, st.integers(1, 6), one_line),
    st.builds(CodeBlock, st.text(ALPHABET + "\n`", min_size=1).map(lambda text: text.strip("\n")).filter(str.strip), st.sampled_from(["", "python"])),
    st.just(ThematicBreak()),
    st.integers(1, 3).flatmap(
        lambda width: st.builds(
            Table,
            st.tuples(*[one_line] * width),
            st.lists(st.tuples(*[one_line] * width), min_size=1, max_size=3).map(tuple),
        )
    ),
)
blocks = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda found: Quote(tuple(found))),
        st.builds(
            ListBlock,
            st.lists(st.lists(inner, min_size=1, max_size=3).map(lambda found: ListItem(tuple(found))), min_size=1, max_size=3).map(tuple),
            st.one_of(st.none(), st.integers(0, 999)),
        ),
    ),
    max_leaves=6,
)


def read(tokens: list[Token]) -> list[str]:
    return [KINDS[token.type] for token in tokens if token.type in KINDS]


@settings(deadline=None, max_examples=300, suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(st.lists(blocks, min_size=1, max_size=4))
def test_markdown_reads_back_as_the_same_blocks(found: list[Block]) -> None:
    mended = polish(found)
    text = to_markdown(mended)
    assert read(PARSER.parse(text)) == kinds(mended), text
    assert to_markdown(mended) == text


@settings(deadline=None, max_examples=200, suppress_health_check=[HealthCheck.filter_too_much])
@given(filled)
def test_text_reads_back_as_it_was(nodes: tuple[Inline, ...]) -> None:
    text = to_markdown((Paragraph(nodes),))
    (inline,) = [token for token in PARSER.parse(text) if token.type == "inline"]
    read_back = "".join(
        child.content if child.type in ("text", "code_inline") else " " if "break" in child.type else "" for child in inline.children or []
    )

    def flat(each: Inline) -> str:
        match each:
            case Text(value) | InlineCode(value):
                return value
            case Break():
                return " "
            case _:
                return "".join(map(flat, each.children))  # type: ignore[union-attr]

    assert " ".join(read_back.split()) == " ".join("".join(map(flat, nodes)).split()), text


TAGS = "div p span a ul ol li table tr td th h1 h2 pre code blockquote nav main article header footer b i br img noscript template form label dl dt dd".split()
markup = st.lists(
    st.one_of(
        st.sampled_from([f"<{tag}>" for tag in TAGS] + [f"</{tag}>" for tag in TAGS]),
        st.sampled_from(
            [
                "<a href='/x'>",
                "<div class='sidebar content'>",
                "<div hidden>",
                "<!--",
                "-->",
                "<script>",
                "</script>",
                "&amp;",
                "&#0;",
                "\x00",
                "<![CDATA[",
            ]
        ),
        st.text(max_size=20),
    ),
    max_size=60,
).map("".join)


@settings(deadline=None, max_examples=400)
@given(markup)
def test_any_input_ends_in_a_document(html: str) -> None:
    document = extract(html, url="https://a.example/x")
    assert document.markdown == document.markdown
    assert "\x00" not in document.markdown
    document.html, document.text  # noqa: B018 - they must not raise


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=400))
def test_any_bytes_end_in_a_document(data: bytes) -> None:
    extract(data)


def test_marks_leave_the_tree_as_it_was() -> None:
    from lxml import etree

    from domwright.extractor.marks.mark import mark
    from domwright.extractor.options import Options
    from domwright.extractor.page import Page
    from domwright.extractor.parse import parse

    root = parse(Page("<main><p>One <b>two</b></p><nav><a href=/x>x</a></nav></main>"), Options()).root
    before = etree.tostring(root)
    mark(root)
    assert etree.tostring(root) == before
