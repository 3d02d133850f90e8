"""DOMWRIGHT_EXPECT: the numbers a crawl is held to."""

import importlib.util
from dataclasses import fields

from scrapy.settings import BaseSettings

from domwright.project.items import PageItem

# Each with what it bounds. Every other key is a field of PageItem: the least share of pages that must have it.
BOUNDS = {
    "pages": "pages at least",
    "fewer": "share by which there may be fewer pages than in the crawl before",
    "changed": "share of the known pages that may have changed",
    "gone": "share of the known pages that may be gone",
    "stubs": "share of pages that may be stubs (paywalls, logins, consent walls, empty pages)",
    "failures": "share of addresses that may have failed",
}
_FIELDS = frozenset(each.name for each in fields(PageItem))


def expectations(settings: BaseSettings) -> dict[str, float]:
    """The numbers by name. Raises ValueError that says what is wrong, or that Spidermon is missing."""
    try:
        given = {str(name): float(value) for name, value in settings.getdict("DOMWRIGHT_EXPECT").items()}
    except (TypeError, ValueError) as error:
        raise ValueError(f'DOMWRIGHT_EXPECT is not numbers by name, such as {{"fewer": 0.2, "title": 0.9}}: {error}') from error
    for name, value in given.items():
        if name not in BOUNDS and name not in _FIELDS:
            raise ValueError(f"DOMWRIGHT_EXPECT has no {name!r}; it has {', '.join(BOUNDS)}, and the fields of an item: {', '.join(sorted(_FIELDS))}")
        if value < 0 or (value > 1 and name != "pages"):
            raise ValueError(f"DOMWRIGHT_EXPECT: {name} is {value:g}, and must be {'0 or more' if name == 'pages' else 'a share from 0 to 1'}")
    if given and importlib.util.find_spec("spidermon") is None:
        raise ValueError("DOMWRIGHT_EXPECT needs Spidermon: pip install domwright[monitors]")
    return given
