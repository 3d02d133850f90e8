"""`scrapy crawl pages`: given addresses, and no others."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from scrapy.exceptions import UsageError
from scrapy.http import Response

from domwright.spiders.arguments import addresses, refuse_unknown, yes
from domwright.spiders.base import PageSpider


class PagesSpider(PageSpider):
    """One item for every address in `urls` (separated by spaces or commas) or in the lines of `file`."""

    name = "pages"

    def __init__(self, urls: str = "", file: str = "", fresh: str = "", **others: Any) -> None:
        refuse_unknown(others, ("urls", "file", "fresh"), self.name)
        super().__init__(self.name)
        if bool(urls) == bool(file):
            raise UsageError("give either -a urls=https://example.org/a,https://example.org/b or -a file=addresses.txt")
        self.starts = addresses(urls, "urls") if urls else _from_file(file)
        self.fresh = yes(fresh)
        self.crawl_key = sorted(self.starts)

    async def start(self) -> AsyncIterator[Any]:
        """A request for every address, each once."""
        for url in self.starts:
            yield self.request(url)

    def parse(self, response: Response, **_: Any) -> Iterator[Any]:
        """The page."""
        item = self.page(response)
        if item is not None:
            yield item


def _from_file(name: str) -> list[str]:
    try:
        text = Path(name).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"file={name!r} cannot be read: {error}") from error
    lines = (line.strip() for line in text.splitlines())
    return addresses(" ".join(line for line in lines if line and not line.startswith("#")), "file")
