"""Private addresses: what a crawl of the public web must not be led to, by a redirect or by a page's own requests."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.httpobj import urlparse_cached

from domwright.project.choices import chosen
from domwright.project.rendering.renderer import service_of

_NAMES = (".localhost", ".local", ".internal", ".home.arpa")
# For the browser: the same ranges as patterns of hosts. IPv6 addresses have their brackets in addresses and none where names are resolved.
PATTERNS = (
    "localhost",
    "*.localhost",
    "*.local",
    "*.internal",
    "*.home.arpa",
    "127.*",
    "10.*",
    "192.168.*",
    "169.254.*",
    "0.0.0.0",  # noqa: S104 - refused, not bound
    *(f"172.{second}.*" for second in range(16, 32)),
    *(f"{bracket}{start}" for bracket in ("", "[") for start in ("::*", "fc??:*", "fd??:*", "fe80:*")),
)


def is_private(host: str) -> bool:
    """Whether a host is a private, loopback or link-local address, or a name reserved for such.

    >>> is_private("10.0.0.1"), is_private("localhost"), is_private("[::1]"), is_private("example.org"), is_private("8.8.8.8")
    (True, True, True, False, False)
    """
    bare = host.strip("[]").lower().rstrip(".")
    try:
        return not ip_address(bare).is_global
    except ValueError:
        return bare == "localhost" or bare.endswith(_NAMES)


class PrivateAddressMiddleware:
    """Drops requests for private addresses (DOMWRIGHT_PRIVATE = allow, refuse, or auto: refuse when the crawl's starts are public)."""

    def __init__(self, crawler: Crawler) -> None:
        choice = chosen(crawler.settings, "DOMWRIGHT_PRIVATE")
        if choice == "allow":
            raise NotConfigured  # without a reason, which would be a warning in every crawl
        self.crawler = crawler
        self.auto = choice == "auto"
        self.service = service_of(crawler)
        self.service.refused = PATTERNS

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "PrivateAddressMiddleware":
        """As Scrapy builds it."""
        return cls(crawler)

    def process_request(self, request: Request) -> None:
        """Refuse, or note that the crawl itself starts at a private address."""
        if not self.service.refused or not is_private(urlparse_cached(request).hostname or ""):
            return
        if self.auto and (_is_start(request) or self._starts_privately()):
            self.service.refused = ()
            return
        raise IgnoreRequest("private-address")

    def process_response(self, request: Request, response: Response) -> Response:
        """Refuse what a public name led to: Scrapy and the browser say from which address an answer came."""
        if not self.service.refused or "proxy" in request.meta or response.ip_address is None or not is_private(str(response.ip_address)):
            return response
        hosts = self._start_hosts()
        if self.auto and (urlparse_cached(request).hostname in hosts if hosts else _is_start(request)):
            self.service.refused = ()  # a crawl of a site within, by its name
            return response
        if request.callback is NO_CALLBACK:
            return response  # robots.txt, which no item is made of; the page itself is refused
        raise IgnoreRequest("private-address")

    def _starts_privately(self) -> bool:
        """Whether our spider's own starts are private: a resumed crawl has no start requests of its own."""
        return any(is_private(host) for host in self._start_hosts())

    def _start_hosts(self) -> set[str]:
        return {urlsplit(url).hostname or "" for url in getattr(self.crawler.spider, "starts", ())}


def _is_start(request: Request) -> bool:
    # Scrapy's own request for the robots.txt of any host has no depth either, and is nobody's start.
    return (
        request.callback is not NO_CALLBACK
        and not request.meta.get("depth")
        and not request.meta.get("redirect_times")
        and not request.headers.get("Referer")
    )
