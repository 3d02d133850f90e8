"""Crawler traps: calendars, facets and paths that go on for ever, bounded by the shape of an address."""

import re
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from domwright.spiders.addresses import parameters

_LONGEST = 2_000  # characters; what browsers and servers take
_DEEPEST = 25  # folders
_REMEMBERED = 200_000  # addresses that were judged, by hash: some 20 MB
_REPEATS = 3  # of one folder in a path: a relative link that was meant to be absolute
_DIGITS = re.compile(r"\d+")
# A path that ends in a year and month, or in a day: an archive or a calendar's page. An article below such a path does not end there.
_DATE_PATH = re.compile(r"/(?:19|20)\d{2}[/-](?:0?[1-9]|1[0-2])(?:[/-]\d{1,2})?/?$")
_DATE_VALUE = re.compile(r"^(?:19|20)\d{2}(?:-\d{1,2}){1,2}$")
_DATE_NAMES = frozenset(
    {"month", "year", "day", "date", "week", "tribe-bar-date", "ical", "cal_date", "from_date", "monat", "jahr", "mois", "annee", "mes", "ano"}
)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d{2}")
_YEARS_AHEAD = 1  # a calendar links to next month for ever, and nothing is planned that far
_DATES = 5  # times as many dates as other addresses: archives by the day are many
# Facets give many addresses from few values: articles of a forum or shop have as many addresses as numbers.
_COMBINED = 12


@dataclass
class _Shape:
    """Addresses of one shape: how many there were, and which values each of their parameters had."""

    count: int = 0
    values: dict[str, set[str]] = field(default_factory=dict)

    def is_beyond(self, limit: int) -> bool:
        """Whether there are too many addresses for the values they are made of."""
        most = max((len(values) for values in self.values.values()), default=1)
        return self.count > limit and self.count > _COMBINED * most


class Traps:
    """Says which addresses lead into a trap. limit: addresses of one shape that are let through; 0 switches the bounds of shapes off.

    What was seen is kept in memory; a crawl that is resumed begins with the addresses that are known of it (`learn`).
    """

    def __init__(self, limit: int = 200) -> None:
        self.limit = limit
        self.shapes: dict[tuple[str, ...], _Shape] = {}
        self.cut: Counter[str] = Counter()
        self.judged: dict[int, str] = {}

    def learn(self, urls: Iterable[str]) -> None:
        """Count addresses that were let through before, without judging them."""
        for url in urls:
            if "?" in url or _DATE_PATH.search(url):
                self.trap(url)
        self.cut.clear()

    def trap(self, url: str) -> str:
        """The kind of trap an address leads into: `long`, `repeating`, `calendar`, `facets`; "" for none."""
        key = hash(url)
        if key in self.judged:
            return self.judged[key]  # a link in every page's footer is one address
        found = self._kind(url)
        if found:
            self.cut[found] += 1
        if "?" in url or found or _DATE_PATH.search(url):
            if len(self.judged) >= _REMEMBERED:
                self.judged.clear()
            self.judged[key] = found
        return found

    def _kind(self, url: str) -> str:
        parts = urlsplit(url)
        folders = [folder for folder in parts.path.split("/") if folder]
        if len(url) > _LONGEST or len(folders) > _DEEPEST:
            return "long"
        if any(count >= _REPEATS for folder, count in Counter(folders).items() if not folder.isdigit()):
            return "repeating"
        if not self.limit:
            return ""
        pairs = parameters(url)
        dated = {name for name, value in pairs if name.lower() in _DATE_NAMES or _DATE_VALUE.match(value)}
        dates = [value for name, value in pairs if name in dated]
        on_path = _DATE_PATH.search(parts.path)
        if dates or on_path:
            years = [int(year) for text in (*dates, on_path[0] if on_path else "") for year in _YEAR.findall(text)]
            if years and max(years) > time.gmtime().tm_year + _YEARS_AHEAD:
                return "calendar"
            others = [(name, value) for name, value in pairs if name not in dated]
            shape = self._shape(parts.netloc, _DIGITS.sub("#", parts.path), others)
            return "calendar" if shape.is_beyond(self.limit * _DATES) else ""
        if len(pairs) < 2:
            return ""
        return "facets" if self._shape(parts.netloc, parts.path, pairs).is_beyond(self.limit) else ""

    def _shape(self, host: str, path: str, pairs: list[tuple[str, str]]) -> _Shape:
        # Which facets are set is a choice of its own: the path alone is the shape, whatever parameters there are.
        shape = self.shapes.setdefault((host, path), _Shape())
        shape.count += 1
        for name, value in pairs:
            values = shape.values.setdefault(name, set())
            if len(values) <= self.limit * _COMBINED:
                values.add(value)
        return shape
