"""robots.txt: a parser that a hostile file cannot hold up, and crawl-delay, which Scrapy parses and does not keep."""

import logging

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.robotstxt import ProtegoRobotParser, RobotParser
from scrapy.utils.httpobj import urlparse_cached

logger = logging.getLogger(__name__)

_LONGEST = 512 * 1024  # bytes; RFC 9309, 2.5, asks for 500 KiB at least, search engines read as much
_LONGEST_DELAY = 60.0  # seconds; a site that asks for more asks not to be crawled whole


class BoundedRobotParser(ProtegoRobotParser):
    """Protego on the first half megabyte; a web page in place of the file (the answer of many applications to any address) forbids nothing."""

    @classmethod
    def from_crawler(cls, crawler: Crawler, robotstxt_body: bytes) -> "BoundedRobotParser":
        """As Scrapy builds it."""
        body = robotstxt_body
        if body[:1024].lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<":
            logger.info("robots.txt is a web page: nothing is forbidden by it")
            body = b""
        elif len(body) > _LONGEST:
            logger.warning("robots.txt has %d bytes: the first %d are read", len(body), _LONGEST)
            body = body[: body.rfind(b"\n", 0, _LONGEST) + 1]
        return cls(body, crawler.spider)


class CrawlDelayMiddleware:
    """Downloader middleware: one request at a time, and so many seconds between two, where robots.txt asks for it."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.slow: set[str] = set()
        crawler.signals.connect(self.robots_parsed, signals.robots_parsed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "CrawlDelayMiddleware":
        """As Scrapy builds it."""
        return cls(crawler)

    def robots_parsed(self, robotparser: RobotParser, request: Request) -> None:
        """Slow a host down."""
        agent = request.headers.get("User-Agent") or str(self.crawler.settings.get("USER_AGENT")).encode()
        asked = robotparser.crawl_delay(agent)
        engine = self.crawler.engine
        if not asked or asked <= 0 or engine is None:
            return
        delay = min(float(asked), _LONGEST_DELAY)
        host = urlparse_cached(request).hostname or ""
        logger.info("%s asks for %.3g s between requests", host, asked)
        self.slow.add(host)
        downloader = engine.downloader
        downloader.per_slot_settings[host] = {"concurrency": 1, "delay": delay, "jitter": 0.0}
        slot = downloader.slots.get(host)
        if slot is not None:
            slot.concurrency, slot.delay, slot.jitter = 1, max(delay, slot.delay), 0.0

    def process_request(self, request: Request) -> None:
        """AutoThrottle would set the pace of such a host by its answers."""
        if (urlparse_cached(request).hostname or "") in self.slow:
            request.meta["autothrottle_dont_adjust_delay"] = True
