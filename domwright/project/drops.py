"""Drops: pages that do not become items, each with a reason word, counted and listed in the summary."""

from scrapy.exceptions import DropItem


class Drop(DropItem):
    """A page that is dropped for a reason: a word for the count, the address for the log."""

    def __init__(self, reason: str, url: str) -> None:
        super().__init__(f"{reason}: {url}", log_level="DEBUG")
        self.reason = reason
        self.url = url
