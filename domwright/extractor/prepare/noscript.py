"""noscript: usually a tracking pixel or a plea to switch JavaScript on; on some forums the whole discussion."""

from lxml.etree import _Element as Element

from domwright.extractor.options import Options

KEPT = "data-kept"
_UNREAD = frozenset({"script", "style", "noscript", "template", "svg"})


def keep_noscript_content(root: Element, options: Options) -> bool:
    """Mark the noscript elements that hold the page's content; whether any was.

    Forums that serve crawlers a plain page put all posts there (Discourse, Flarum): more words than the rest of the body.
    """
    found = [element for element in root.iter("noscript") if _words(element) >= options.noscript_words]
    if not found:
        return False
    body = root.find("body")
    rest = _words(root if body is None else body, skip=_UNREAD)
    kept = [element for element in found if _words(element) > rest]
    for element in kept:
        element.set(KEPT, "")
    return bool(kept)


def _words(element: Element, skip: frozenset[str] = frozenset({"script", "style"})) -> int:
    """Words inside an element, skipped elements left out."""
    count = len((element.text or "").split())
    for child in element:
        if child.tag not in skip:
            count += _words(child, skip)
        count += len((child.tail or "").split())
    return count
