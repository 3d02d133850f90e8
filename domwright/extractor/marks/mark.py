"""Passes 1 and 2 in their order."""

from lxml.etree import _Element as Element

from domwright.extractor.marks.chrome import mark_chrome
from domwright.extractor.marks.density import mark_density
from domwright.extractor.marks.look import look
from domwright.extractor.marks.regions import Marks


def mark(root: Element) -> Marks:
    """Everything the rules notice about a tree."""
    marks = look(root)
    mark_density(marks)
    mark_chrome(marks)
    return marks
