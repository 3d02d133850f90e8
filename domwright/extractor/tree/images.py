"""Which picture an `img` shows: lazy loading undone, tracking pixels and spacers and portraits of posters left out."""

import re

from lxml.etree import _Element as Element

from domwright.extractor.marks.hints import hints
from domwright.extractor.tree.addresses import Addresses
from domwright.extractor.tree.blocks import Image

# Where lazy loaders keep the address until the image scrolls into view.
_LAZY = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-hi-res-src", "data-full-src", "data-image", "data-url", "data-echo")
_LAZY_SETS = ("data-srcset", "data-lazy-srcset", "srcset")
_CANDIDATE = re.compile(r"(\S+?)\s+(\d+(?:\.\d+)?)[wx]\s*(?:,|$)")
_LONGEST_SIGN, _FIRST_SIGN = 12, 0x2190  # characters of an emoji with its joiners; arrows and what follows them
_TINY = 24  # pixels: spacers, tracking pixels, bullets
_AVATARS = frozenset({"avatar", "avatars", "gravatar", "userpic", "userpicture"})  # the poster beside every post, the author in a byline
_PLACEHOLDER = re.compile(r"^data:|(?:spacer|pixel|blank|placeholder|transparent|1x1|loading)\b[^/]*\.(?:gif|png|svg)", re.I)


def image_of(element: Element, addresses: Addresses) -> Image | None:
    """The image with an absolute address, or None when there is nothing to show."""
    if _number(element.get("width")) <= _TINY or _number(element.get("height")) <= _TINY:
        return None
    if (names := element.get("class")) and not _AVATARS.isdisjoint(hints(names).words):
        return None
    authored = _authored(element)
    url = addresses.absolute(authored) if authored else ""
    if not url.startswith(("http://", "https://")) and not (url and not addresses.base):
        return None
    return Image(url, " ".join((element.get("alt") or "").split()), authored)


def emoji_of(element: Element) -> str | None:
    """The sign that an image only draws (WordPress, GitHub, forums): its text alternative holds no letter and is no ":code:"."""
    said = element.get("alt") or ""
    drawn = len(said) <= _LONGEST_SIGN and any(ord(char) > _FIRST_SIGN for char in said) and not any(map(str.isalnum, said))
    return said if drawn else None


def _number(value: str | None) -> float:
    try:
        return float((value or "").strip().removesuffix("px"))
    except ValueError:
        return float("inf")


def _authored(element: Element) -> str:
    source = (element.get("src") or "").strip()
    if source and not _PLACEHOLDER.search(source):
        lazy = next((element.get(name) for name in _LAZY[:3] if element.get(name)), "")
        return (lazy or source).strip()
    for name in _LAZY:
        value = (element.get(name) or "").strip()
        if value and not _PLACEHOLDER.search(value):
            return value
    for name in _LAZY_SETS:
        best = _largest(element.get(name) or "")
        if best:
            return best
    return _from_relatives(element)


def _largest(candidates: str) -> str:
    found = [(float(width), url) for url, width in _CANDIDATE.findall(candidates) if not url.startswith("data:")]
    return max(found)[1] if found else candidates.split(",", maxsplit=1)[0].strip().split(" ")[0] if "data:" not in candidates else ""


def _from_relatives(element: Element) -> str:
    """The `source` of a picture around it, or the `img` in the noscript beside it."""
    parent = element.getparent()
    if parent is None:
        return ""
    if parent.tag == "picture":
        for source in parent.iter("source"):
            best = _largest(source.get("srcset") or source.get("data-srcset") or "")
            if best:
                return best
    beside = element.getnext()
    if beside is not None and beside.tag == "noscript":
        inner = beside.find(".//img")
        return (inner.get("src") or "") if inner is not None else ""
    return ""
