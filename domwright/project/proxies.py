"""DOMWRIGHT_PROXIES: requests take turns among proxies, over HTTP and in the browser; a retry takes the next one."""

import re
from itertools import count
from typing import Any
from urllib.parse import unquote, urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured
from scrapy.settings import BaseSettings

from domwright.project.meta import PROXY

_SCHEMES = ("http", "https", "socks5")


def proxies_of(settings: BaseSettings) -> list[str]:
    """The proxies of the setting, a list or words. Raises ValueError for one that is no address."""
    given = settings.get("DOMWRIGHT_PROXIES") or []
    found = [part for part in re.split(r"[\s,]+", given) if part] if isinstance(given, str) else [str(each) for each in given]
    for proxy in found:
        parts = urlsplit(proxy)
        if parts.scheme not in _SCHEMES or not parts.hostname:
            raise ValueError(f"DOMWRIGHT_PROXIES: {proxy.rpartition('@')[2]!r} is not an address such as http://user:password@proxy.example:3128")
    return found


def browser_proxy(proxy: str) -> dict[str, Any]:
    """A proxy as Playwright's contexts want it."""
    parts = urlsplit(proxy)
    told = {"server": f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"}
    return told | ({"username": unquote(parts.username), "password": unquote(parts.password or "")} if parts.username else {})


class ProxyMiddleware:
    """Downloader middleware before Scrapy's HttpProxyMiddleware."""

    def __init__(self, crawler: Crawler) -> None:
        self.proxies = proxies_of(crawler.settings)
        if not self.proxies:
            raise NotConfigured  # without a reason, which would be a warning in every crawl
        self.turn = count()

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "ProxyMiddleware":
        """As Scrapy builds it."""
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Give a request its proxy, unless a spider has; a retry another one than before."""
        if "proxy" in request.meta and PROXY not in request.meta:
            return
        tried = request.meta.get("retry_times", 0)
        if PROXY in request.meta and request.meta.get("domwright_proxy_tried") == tried:
            return  # the same request on its way to the browser
        request.meta[PROXY] = request.meta["proxy"] = self.proxies[next(self.turn) % len(self.proxies)]
        request.meta["domwright_proxy_tried"] = tried
        # What Scrapy made of the last proxy's password does not fit this one.
        request.headers.pop("Proxy-Authorization", None)
        request.meta.pop("_auth_proxy", None)
