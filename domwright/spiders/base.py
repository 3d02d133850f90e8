"""What our spiders share: marked requests, PageItems, and failures that are counted instead of lost."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from scrapy import Request, Spider
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.spidermiddlewares.httperror import HttpError
from twisted.python.failure import Failure

from domwright.project.items import PageItem
from domwright.project.meta import AS_BEFORE, ASKED, REVISIT, STORED, WANTED
from domwright.project.snapshot import item_from
from domwright.project.summary import page_failed

_HTML = ("text/html", "application/xhtml+xml")
_REASONS = {
    "CannotResolveHostError": "no-such-host",
    "DNSLookupError": "no-such-host",
    "DownloadConnectionRefusedError": "connection-refused",
    "ConnectionRefusedError": "connection-refused",
    "DownloadTimeoutError": "timeout",
    "TimeoutError": "timeout",
    "RenderFailed": "render-failed",
    "LoggedOut": "logged-out",
    "DownloadFailedError": "download-failed",
    "ResponseDataLossError": "download-failed",
    "DownloadCancelledError": "too-large",
    "UnsupportedURLSchemeError": "unsupported-address",
}


class PageSpider(Spider):
    """A spider whose responses become PageItems."""

    def request(self, url: str, **given: Any) -> Request:
        """A request that is rendered when it needs it, whose failure is counted, and that a page as it was may answer."""
        meta = {WANTED: True, ASKED: url, REVISIT: True, **given.pop("meta", {})}
        return Request(url, errback=self.failed, meta=meta, **given)

    def page(self, response: Response) -> PageItem | None:
        """The item of a response; None, counted, for what is no page (a PDF, an image, an empty body)."""
        if AS_BEFORE in response.flags:
            return _as_before(response)
        kind = (response.headers.get("Content-Type") or b"").decode("latin-1").partition(";")[0].strip().lower()
        if kind and kind not in _HTML and not (kind in ("text/plain", "application/octet-stream") and response.body.lstrip()[:1] == b"<"):
            self.drop(f"not-html ({kind})", response.url)
            return None
        if not response.body.strip():
            self.drop("empty-body", response.url)
            return None
        return item_from(response)

    def failed(self, failure: Failure) -> Iterator[Any]:
        """Count a request that brought no page."""
        request = failure.request  # type: ignore[attr-defined]
        self.drop(reason_of(failure), request.meta.get(ASKED, request.url))
        yield from ()

    def drop(self, reason: str, url: str) -> None:
        """Tell the summary about a page that never became an item."""
        self.logger.info("%s: %s", reason, url)
        self.crawler.signals.send_catch_log(page_failed, reason=reason, url=url)


def _as_before(response: Response) -> PageItem:
    """The item that an earlier crawl made of a page that has not changed."""
    stored = response.meta[STORED]
    item = PageItem(**stored["item"])
    item.url, item.depth = response.meta.get(ASKED, item.url), response.meta.get("depth", 0)
    if stored["why"] != "not-due":
        item.fetched_at = datetime.now(UTC).isoformat(timespec="seconds")
    return item


def reason_of(failure: Failure) -> str:
    """One word or two for what went wrong."""
    error = failure.value
    if isinstance(error, HttpError):
        return f"status-{error.response.status}"
    if isinstance(error, IgnoreRequest):
        return "robots.txt" if "robots.txt" in str(error) else str(error) or "ignored"
    text = str(error)
    if "ssl" in text.lower() or "certificate" in text.lower() or "ERR_CERT" in text:
        return "tls-failure"
    return _REASONS.get(type(error).__name__, type(error).__name__)
