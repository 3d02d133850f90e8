"""When a page is looked at again: the longer it has not changed, the less often."""

from dataclasses import dataclass

from scrapy.settings import BaseSettings

from domwright.project.changes.pages import Seen

_DAY = 86_400.0
# Whoever crawls a site twice in an hour wants to see what he has just changed.
_SHORTEST_WAIT = 3_600.0


@dataclass(frozen=True)
class Revisits:
    """How long a page is left alone. 0 for either number: every page is looked at in every crawl.

    share: of the time a page has stayed as it is, the part that is waited before it is looked at again; a tenth is what RFC 9111, 4.2.2,
    lets caches assume. at_most: seconds after which a page is looked at whatever it did before.
    """

    share: float = 0.1
    at_most: float = 7 * _DAY

    @classmethod
    def of(cls, settings: BaseSettings) -> "Revisits":
        """What DOMWRIGHT_REVISIT and DOMWRIGHT_REVISIT_DAYS give. Raises ValueError for what is not a number or below 0."""
        share = settings.getfloat("DOMWRIGHT_REVISIT", cls.share)
        days = settings.getfloat("DOMWRIGHT_REVISIT_DAYS", cls.at_most / _DAY)
        if share < 0 or days < 0:
            raise ValueError("DOMWRIGHT_REVISIT and DOMWRIGHT_REVISIT_DAYS must not be below 0")
        return cls(share, days * _DAY)

    def is_due(self, seen: Seen, now: float, lastmod: str = "") -> bool:
        """Whether a page is to be looked at now; lastmod: what the sitemap says of it today, "" where it says nothing."""
        waited = now - seen.checked
        if not self.share or waited >= self.at_most or seen.missed:
            return True
        if lastmod:
            return lastmod != seen.lastmod
        wait = self.share * (seen.checked - seen.changed)
        return wait < _SHORTEST_WAIT or waited >= wait
