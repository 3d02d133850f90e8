"""One cookie jar: what Scrapy's jar holds goes into the browser before a page, what server and scripts set in the browser comes back after it."""

import logging
from collections.abc import Iterable
from http.cookiejar import Cookie
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import BrowserContext
from playwright.async_api import Error as PlaywrightError
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.downloadermiddlewares.cookies import CookiesMiddleware
from scrapy.http.cookies import CookieJar

logger = logging.getLogger(__name__)

Key = tuple[str, str, str, str]  # name, value, domain, path


class Cookies:
    """The jars of a crawl, as the browser's contexts want them."""

    def __init__(self, crawler: Crawler) -> None:
        self.crawler = crawler
        self.enabled = crawler.settings.getbool("COOKIES_ENABLED")
        self._refused: set[str] = set()

    def jar(self, request: Request) -> CookieJar | None:
        """The jar of a request; None where it has none."""
        middleware = self.crawler.get_downloader_middleware(CookiesMiddleware) if self.enabled else None
        if middleware is None or request.meta.get("dont_merge_cookies"):
            return None
        jar: CookieJar = middleware.jars[request.meta.get("cookiejar")]
        return jar

    async def give(self, request: Request, context: BrowserContext, known: frozenset[Key]) -> frozenset[Key]:
        """Put a request's cookies into a context that has the `known` ones. Returns what it has then."""
        jar = self.jar(request)
        if jar is None:
            # No jar: what an earlier page left in the browser is nobody's.
            await context.clear_cookies()
            known = frozenset()
        wanted = {_key(cookie): cookie for cookie in _wanted(request, jar)}
        if jar is not None:
            for name, _, domain, path in known - wanted.keys():
                if not any(key[0] == name and key[2:] == (domain, path) for key in wanted):
                    await context.clear_cookies(name=name, domain=domain, path=path)
        new = [cookie for key, cookie in wanted.items() if key not in known]
        if new:
            await self._add(context, new)
        return frozenset(wanted)

    async def take(self, request: Request, url: str, context: BrowserContext, known: frozenset[Key]) -> frozenset[Key]:
        """Bring back what the browser has for the request's address and that where the page ended. Returns what is known to be in both."""
        jar = self.jar(request)
        if jar is None:
            return frozenset()
        found = await context.cookies([request.url, url])
        keys = set(known)
        for each in found:
            key = (each["name"], each["value"], each["domain"], each["path"])
            if key not in known:
                keys = {other for other in keys if (other[0], *other[2:]) != (key[0], *key[2:])} | {key}
                jar.set_cookie(_stored(dict(each)))
        return frozenset(keys)

    async def _add(self, context: BrowserContext, cookies: list[dict[str, Any]]) -> None:
        try:
            await context.add_cookies(cookies)  # type: ignore[arg-type]
        except PlaywrightError:
            # One of them is none that a browser takes; the others go in all the same.
            for cookie in cookies:
                try:
                    await context.add_cookies([cookie])  # type: ignore[list-item]
                except PlaywrightError:
                    self._warn(cookie["name"], cookie["domain"])

    def _warn(self, name: str, domain: str) -> None:
        if name not in self._refused:
            self._refused.add(name)
            logger.warning("The browser refuses the cookie %r of %s: its pages are rendered without it", name, domain)


def _key(cookie: dict[str, Any]) -> Key:
    return cookie["name"], cookie["value"], cookie["domain"], cookie["path"]


def _wanted(request: Request, jar: CookieJar | None) -> Iterable[dict[str, Any]]:
    host = urlsplit(request.url).hostname or ""
    names = set()
    for cookie in jar or ():
        domain = cookie.domain.removesuffix(".local") if "." not in host else cookie.domain
        bare = domain.lstrip(".")
        if host != bare and not host.endswith(f".{bare}"):
            continue
        names.add(cookie.name)
        # A host's own cookie has no dot before it; http.cookiejar writes one where the server named a domain.
        yield {
            "name": cookie.name,
            "value": cookie.value or "",
            "domain": domain if cookie.domain_specified and domain.startswith(".") and not _is_address(bare) else bare,
            "path": cookie.path,
            "expires": float(cookie.expires) if cookie.expires is not None else -1,
            "secure": bool(cookie.secure),
            "httpOnly": cookie.has_nonstandard_attr("HttpOnly"),
        }
    # A header that a spider or another middleware wrote itself.
    for name, morsel in SimpleCookie((request.headers.get("Cookie") or b"").decode("latin-1")).items():
        if name not in names:
            yield {"name": name, "value": morsel.value, "domain": host, "path": "/", "expires": -1, "secure": False, "httpOnly": False}


def _is_address(host: str) -> bool:
    return host.replace(".", "").isdigit() or ":" in host


def _stored(cookie: dict[str, Any]) -> Cookie:
    domain, expires = cookie["domain"], cookie.get("expires", -1)
    plain = domain if "." in domain else f"{domain}.local"  # as http.cookiejar names a host without dots
    return Cookie(
        version=0,
        name=cookie["name"],
        value=cookie["value"],
        port=None,
        port_specified=False,
        domain=plain,
        domain_specified=domain.startswith("."),
        domain_initial_dot=domain.startswith("."),
        path=cookie["path"],
        path_specified=True,
        secure=bool(cookie.get("secure")),
        expires=int(expires) if expires and expires > 0 else None,
        discard=not expires or expires < 0,
        comment=None,
        comment_url=None,
        rest={"HttpOnly": ""} if cookie.get("httpOnly") else {},
    )
