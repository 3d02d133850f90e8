"""What people say to one another in JSON-LD: questions with their answers, posts with their replies, live blogs."""

from collections.abc import Iterable

from domwright.extractor.fallback.fragments import blocks_of
from domwright.extractor.fallback.parts import byline, nodes_of, title
from domwright.extractor.metadata.json_ld import Node, text_of, types_of
from domwright.extractor.options import Options
from domwright.extractor.tree.blocks import Block, Heading, Text

_DEPTH = 20  # replies to replies; deeper ones are left out


def questions(node: Node, options: Options) -> Iterable[Block]:
    """Questions as headings, each with its answers."""
    yield from title(node)
    for question in nodes_of(node.get("mainEntity")):
        name, text = text_of(question.get("name")), question.get("text")
        if name or text:
            yield Heading(2, (Text(name or text_of(text)),))
        if name and text_of(text) != name:
            yield from blocks_of(text, options)
        answers = [*nodes_of(question.get("acceptedAnswer")), *nodes_of(question.get("suggestedAnswer"))]
        for answer in answers:
            if len(answers) > 1 or "QAPage" in types_of(node):
                yield from byline(answer)
            yield from blocks_of(answer.get("text") or answer.get("description"), options)


def thread(node: Node, options: Options) -> Iterable[Block]:
    """A post and the comments on it, each with its author and day."""
    body = blocks_of(node.get("articleBody") or node.get("text") or node.get("description"), options)
    comments = list(_comments(node, options, _DEPTH))
    if body or comments:
        yield from title(node)
        yield from byline(node)
        yield from body
        yield from comments


def _comments(node: Node, options: Options, depth: int) -> Iterable[Block]:
    for comment in nodes_of(node.get("comment")) if depth else ():
        text = blocks_of(comment.get("text"), options)
        if text:
            yield from byline(comment)
            yield from text
        yield from _comments(comment, options, depth - 1)


def live_blog(node: Node, options: Options) -> Iterable[Block]:
    """A live blog: its own text, then every update below its headline."""
    yield from title(node)
    yield from blocks_of(node.get("articleBody") or node.get("description"), options)
    for update in nodes_of(node.get("liveBlogUpdate")):
        if headline := text_of(update.get("headline")):
            yield Heading(2, (Text(headline),))
        yield from blocks_of(update.get("articleBody"), options)
