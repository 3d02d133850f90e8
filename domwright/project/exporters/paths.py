"""Addresses → file paths: readable, stable, safe on Linux, macOS and Windows, no two addresses on one path.

A path that says its address exactly is left as it is; wherever something had to be replaced, cut or could be confused
(upper case, queries, odd characters), eight hexadecimal digits of the address's SHA-256 are added.
"""

import hashlib
import re
import unicodedata
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from domwright.project.fingerprints import is_route

_SEGMENT_BYTES = 80
_PATH_BYTES = 180  # with the folder in front this stays below Windows' 260
_UNSAFE = re.compile(r"[^\w.\-+~,=@!$'()]+", re.ASCII)
_UNSAFE_UNICODE = re.compile(r"[^\w.\-+~,=@!$'()]+")
_RESERVED = re.compile(r"^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\..*)?$", re.I)
_ROUTE = "_route"
INDEX = "index"


def path_of(url: str) -> PurePosixPath:
    """The path of a page's Markdown file, relative to the output folder.

    >>> str(path_of("https://a.example/")), str(path_of("https://a.example/docs/")), str(path_of("https://a.example/docs/a.html"))
    ('a.example/index.md', 'a.example/docs/index.md', 'a.example/docs/a.html.md')
    """
    parts = urlsplit(url)
    host = (parts.hostname or "unknown").lower()
    host = _UNSAFE.sub("_", f"{host}_{parts.port}" if _named_port(parts.port, parts.scheme) else host)
    segments, exact = _segments(parts.path)
    if is_route(url):
        route, route_exact = _segments("/" + parts.fragment.lstrip("!/").partition("?")[0])
        segments = [*segments[:-1], *([] if segments[-1] == INDEX else segments[-1:]), _ROUTE, *route]
        plain = parts.path.endswith("/") and "?" not in parts.fragment and parts.fragment.startswith("/")
        exact = exact and route_exact and plain
    name = segments[-1]
    if parts.query:
        name, exact = f"{name}_{_safe(unquote(parts.query))[0]}", False
    name = _cut(name, _SEGMENT_BYTES) if not exact else name
    path = "/".join([*segments[:-1], name])
    if len(path.encode()) > _PATH_BYTES:
        path, exact = _shortened(path), False
    return PurePosixPath(host, f"{path}.md" if exact else f"{path}-{_digest(url)}.md")


def _named_port(port: int | None, scheme: str) -> bool:
    return port is not None and (scheme, port) not in (("http", 80), ("https", 443))


def _digest(url: str) -> str:
    return hashlib.sha256(url.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def _segments(path: str) -> tuple[list[str], bool]:
    """Safe segments of a URL path, and whether they say it exactly."""
    raw = path.split("/")[1:] or [""]
    folders = [_folder(segment) for segment in raw[:-1]]
    last = _safe(unquote(raw[-1])) if raw[-1] else (INDEX, True)
    exact = all(fine for _, fine in folders) and last[1] and raw[-1].lower() != INDEX
    return [*(segment for segment, _ in folders), last[0]], exact


def _folder(segment: str) -> tuple[str, bool]:
    safe, exact = _safe(unquote(segment))
    # A folder "a.md" would stand where the file of "/a" stands; "_route" is ours.
    if safe.lower().endswith(".md") or safe == _ROUTE:
        return f"{safe}_", False
    return safe, exact


def _safe(segment: str) -> tuple[str, bool]:
    text = unicodedata.normalize("NFC", segment)
    safe = _UNSAFE_UNICODE.sub("-", text).strip(" .-") or "_"
    if _RESERVED.match(safe):
        safe = f"_{safe}"
    safe = _cut(safe, _SEGMENT_BYTES)
    return safe, safe == segment == segment.lower()


def _cut(text: str, size: int) -> str:
    return text.encode()[:size].decode("utf-8", "ignore").rstrip(" .")


def _shortened(path: str) -> str:
    """The first folders and the end of a path that is too long."""
    folders, _, name = path.rpartition("/")
    kept = _cut(folders, _PATH_BYTES - len(name.encode()) - 1).rstrip("/") if folders else ""
    return f"{kept}/{name}" if kept else name
