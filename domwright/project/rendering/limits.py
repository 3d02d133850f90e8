"""How long a page is waited for, how many pages are open, when they are renewed: one record read from the settings."""

import os
from dataclasses import dataclass, field
from typing import Any

from scrapy.settings import BaseSettings

from domwright.project.own_headers import headers_of
from domwright.project.proxies import proxies_of
from domwright.project.rendering.actions import Action, parse_actions
from domwright.project.rendering.blocked import blocked_patterns
from domwright.project.rendering.visitor import Login, context_options


@dataclass(frozen=True)
class Limits:
    """Times in milliseconds, text lengths in characters.

    floor: the shortest wait. quiet: how long the text must not change. ceiling: when the page is taken as it is.
    load: how long the load event is waited for. patience: how long a thin page or one with a spinner may take to begin.
    enough: text from which a page is no longer thin. nodes: elements up to which visibility is computed.
    proxied: pages are fetched through proxies. pages: open at once. uses: navigations a page serves before it is replaced. renewals: pages a browser serves.
    """

    browser: str = ""
    floor: int = 50
    quiet: int = 100
    ceiling: int = 10_000
    load: int = 2_500
    patience: int = 1_500
    enough: int = 200
    nodes: int = 30_000
    scroll: int = 20_000
    pages: int = 4
    uses: int = 50
    renewals: int = 1_000
    timeout: float = 30.0
    user_agent: str = ""
    fetched: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    actions: tuple[Action, ...] = ()
    context: dict[str, Any] = field(default_factory=dict)
    login: Login | None = None
    headers: dict[str, dict[str, str]] = field(default_factory=dict)
    proxied: bool = False

    @classmethod
    def of(cls, settings: BaseSettings) -> "Limits":
        """The limits that the DOMWRIGHT_ settings give."""
        allowed = settings.getlist("DOMWRIGHT_FETCH")
        context = context_options(_dictionary(settings, "DOMWRIGHT_CONTEXT"))
        return cls(
            browser=settings.get("DOMWRIGHT_BROWSER") or "",
            floor=settings.getint("DOMWRIGHT_SETTLE_FLOOR", cls.floor),
            quiet=settings.getint("DOMWRIGHT_SETTLE_QUIET", cls.quiet),
            ceiling=settings.getint("DOMWRIGHT_SETTLE_CEILING", cls.ceiling),
            patience=settings.getint("DOMWRIGHT_SETTLE_PATIENCE", cls.patience),
            pages=settings.getint("DOMWRIGHT_PAGES", 0) or min(8, 4 * (os.cpu_count() or 1)),
            uses=settings.getint("DOMWRIGHT_PAGE_USES", cls.uses),
            renewals=settings.getint("DOMWRIGHT_BROWSER_USES", cls.renewals),
            timeout=settings.getfloat("DOWNLOAD_TIMEOUT", 30.0),
            user_agent=settings.get("USER_AGENT") or "",
            fetched=tuple(allowed),
            blocked=tuple(blocked_patterns(allowed)),
            actions=parse_actions(settings.get("DOMWRIGHT_ACTIONS")),
            context=context,
            proxied=bool(proxies_of(settings)) or "proxy" in context,
            headers=headers_of(settings),
            login=Login.of(_dictionary(settings, "DOMWRIGHT_LOGIN")),
        )

    def settle(self, *, selector: str = "", **changed: int) -> dict[str, object]:
        """The options of the snapshot script."""
        names = ("floor", "quiet", "ceiling", "load", "patience", "enough", "nodes", "scroll")
        return {**{name: getattr(self, name) for name in names}, "selector": selector, **changed}


def _dictionary(settings: BaseSettings, name: str) -> dict[str, Any]:
    """A setting that is a dictionary, or its JSON on the command line. Raises ValueError that names it for anything else."""
    try:
        return settings.getdict(name)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} is not a dictionary (on the command line: JSON): {error}") from error
