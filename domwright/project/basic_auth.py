"""Basic authentication of a spider or a project on hosts with a port: Scrapy 2.19 compares its domain with host and port together, and sends nothing."""

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.utils.httpobj import urlparse_cached
from w3lib.http import basic_auth_header


def authorize(request: Request, crawler: Crawler) -> None:
    """Set the header that Scrapy's own middleware would have set, had the address no port; never where any is set, never without a domain."""
    if b"Authorization" in request.headers or urlparse_cached(request).port is None:
        return
    spider, settings = crawler.spider, crawler.settings
    given = [getattr(spider, f"http_{name}", "") or settings.get(f"HTTPAUTH_{name.upper()}") or "" for name in ("user", "pass", "auth_domain")]
    user, password, domain = [*given[:2], given[2] or settings.get("HTTPAUTH_DOMAIN") or ""]
    host = urlparse_cached(request).hostname or ""
    if (user or password) and domain and (host == domain.lower() or host.endswith(f".{domain.lower()}")):
        request.headers[b"Authorization"] = basic_auth_header(user, password)
