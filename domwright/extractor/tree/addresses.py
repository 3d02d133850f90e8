"""Addresses as a browser would resolve them."""

import re
from urllib.parse import urljoin, urlsplit

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_OPENED = ("http:", "https:", "mailto:", "tel:", "ftp:", "news:", "xmpp:", "geo:", "magnet:", "sms:")


class Addresses:
    """Resolves authored addresses against a page's base."""

    def __init__(self, url: str, base: str = "") -> None:
        try:
            self.base = urljoin(url, base.strip()) if base else url
            parts = urlsplit(self.base)
        except ValueError:
            self.base, parts = url, urlsplit("")
        self._origin = f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") and parts.netloc else ""

    def absolute(self, authored: str) -> str:
        """The absolute address, "" when it leads nowhere a reader could follow (scripts, data, broken brackets)."""
        address = _CONTROL.sub("", authored).strip()
        if not address:
            return ""
        if address.startswith(("http://", "https://")):
            return address
        if _SCHEME.match(address):
            return address if address.lower().startswith(_OPENED) else ""
        if address.startswith("/") and not address.startswith("//") and self._origin and "/." not in address:
            return self._origin + address
        try:
            return urljoin(self.base, address)
        except ValueError:
            return ""
