"""Playwright's errors → Scrapy's, so that the retry middleware knows them."""

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
)

# Net errors that another try cannot mend.
_FINAL = ("ERR_TOO_MANY_REDIRECTS", "ERR_CERT_", "ERR_SSL_", "ERR_UNSAFE_PORT", "ERR_INVALID_URL", "ERR_UNKNOWN_URL_SCHEME", "ERR_BLOCKED")
_RESOLVE = ("ERR_NAME_NOT_RESOLVED", "ERR_NAME_RESOLUTION_FAILED")
_REFUSED = ("ERR_CONNECTION_REFUSED", "ERR_ADDRESS_UNREACHABLE")
_GONE = ("Target closed", "Target crashed", "has been closed", "Page crashed", "Connection closed", "browser has disconnected", "was closed")
_MOVED = (
    "Execution context was destroyed",
    "Cannot find context",
    "interrupted by another navigation",
    "Frame was detached",
    "frame got detached",
    "no longer runnable",
)
_DOWNLOAD = ("Download is starting", "ERR_ABORTED")


class RenderFailed(DownloadFailedError):
    """A page that could not be rendered, and that another try would not render either."""


class LoggedOut(RenderFailed):
    """A page that is for members, and was shown to somebody who is none, after another login, too."""


def is_gone(error: Exception) -> bool:
    """Whether the page, its renderer, the browser or the driver died under the request."""
    return any(words in str(error) for words in _GONE)


def is_moved(error: Exception) -> bool:
    """Whether the page navigated away while it was looked at."""
    return any(words in str(error) for words in _MOVED)


def is_download(error: Exception) -> bool:
    """Whether the address is a file that the browser would save rather than show."""
    return any(words in str(error) for words in _DOWNLOAD)


def translated(error: Exception, url: str) -> Exception:
    """The Scrapy exception for one of Playwright's; anything else unchanged."""
    if isinstance(error, TimeoutError | PlaywrightTimeout):
        return DownloadTimeoutError(f"{url} was not rendered in time")
    if not isinstance(error, PlaywrightError):
        return error
    text = str(error).split("\n", 1)[0]
    for words, kind in ((_RESOLVE, CannotResolveHostError), (_REFUSED, DownloadConnectionRefusedError), (_FINAL, RenderFailed)):
        if any(word in text for word in words):
            return kind(f"{url}: {text}")
    return DownloadFailedError(f"{url}: {text}")
