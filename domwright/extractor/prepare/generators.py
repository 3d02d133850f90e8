"""Code that documentation generators draw with other elements: Dokka's signatures, DokuWiki's files."""

from lxml import etree
from lxml.etree import _Element as Element

_SIGNATURES = etree.XPath("//div[contains(@class, 'symbol') and contains(@class, 'monospace')]")
_FILES = etree.XPath("//dl[@class='code' or @class='file'][count(*) = 2][dt][dd/pre]")


def code_by_generator(root: Element, markup: str) -> None:
    """Make a signature code, and a file a paragraph with its name above its code."""
    for signature in _SIGNATURES(root) if "monospace" in markup else ():
        signature.tag = "pre"
    for file in _FILES(root) if "<dl class=" in markup else ():
        name, code = file
        file.tag, name.tag, code.tag = "div", "p", "div"
