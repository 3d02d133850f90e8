"""Addresses as a browser would resolve them."""

import re
from urllib.parse import parse_qsl, urljoin, urlsplit

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_OPENED = ("http:", "https:", "mailto:", "tel:", "ftp:", "news:", "xmpp:", "geo:", "magnet:", "sms:")

# Platforms send every link through a page of theirs that counts it: documents of Google, posts of Facebook, Tumblr and YouTube, Outlook's mails.
_COUNTED = re.compile(r"https?://[^/?#]+/(?:\w+/)?(?:url|redirect|redir|l\.php|away(?:\.php)?|linkfilter/?)\?")
_TARGETS = ("q", "url", "u", "to", "z", "target")


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
            return _behind(address)
        if _SCHEME.match(address):
            return address if address.lower().startswith(_OPENED) else ""
        if address.startswith("/") and not address.startswith("//") and self._origin and "/." not in address:
            return self._origin + address
        try:
            return urljoin(self.base, address)
        except ValueError:
            return ""


def _behind(address: str) -> str:
    """Where an address leads that only forwards to another one, which it gives in its query; any other address as it is."""
    if "http" not in address[8:] or not _COUNTED.match(address):
        return address
    try:
        query = dict(parse_qsl(urlsplit(address).query))
    except ValueError:
        return address
    return next((query[name] for name in _TARGETS if query.get(name, "").startswith(("http://", "https://"))), address)
