"""Who the browser says it is: locale, device, headers, proxy, login. Playwright's own option names, checked before the crawl."""

import inspect
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parsel import Selector
from playwright.async_api import Browser, BrowserContext, Playwright

from domwright.project.rendering.actions import Action, parse_actions, perform
from domwright.project.rendering.faults import RenderFailed

_OPTIONS = frozenset(inspect.signature(Browser.new_context).parameters) - {"self"}
_LOGIN_NEEDS, _LOGIN_MAY = frozenset({"url", "actions"}), frozenset({"state", "out"})


def context_options(given: dict[str, Any]) -> dict[str, Any]:
    """Options of a browser context: those of Playwright's `new_context`, and `device`. Raises ValueError for any other name."""
    unknown = sorted(set(given) - _OPTIONS - {"device"})
    if unknown:
        raise ValueError(f"DOMWRIGHT_CONTEXT has no option {unknown[0]!r}; it has device and {', '.join(sorted(_OPTIONS))}")
    state = given.get("storage_state")
    if isinstance(state, str) and not Path(state).exists():
        raise ValueError(f"DOMWRIGHT_CONTEXT: there is no storage_state file {state}")
    return dict(given)


def described(driver: Playwright, device: str) -> dict[str, Any]:
    """Playwright's description of a device, such as "iPhone 15". Raises ValueError for one it does not know."""
    found: dict[str, Any] | None = driver.devices.get(device)
    if found is None:
        raise ValueError(
            f"Playwright knows no device {device!r}; it knows {', '.join(sorted(driver.devices)[:5])} and {len(driver.devices) - 5} others"
        )
    return {name: value for name, value in found.items() if name != "default_browser_type"}


@dataclass(frozen=True, slots=True)
class Login:
    """A login that is done once: its page, what is done there, and the file that keeps the cookies and storage it gave.

    out: a CSS selector of what only those see who are not logged in, "" for none; a page that has it is asked for again after another login.
    """

    url: str
    actions: tuple[Action, ...]
    state: Path
    out: str = ""

    @classmethod
    def of(cls, given: dict[str, Any]) -> "Login | None":
        """A login of the setting's dictionary, None for an empty one. Raises ValueError that says what is missing."""
        if not given:
            return None
        if not _LOGIN_NEEDS <= set(given) <= _LOGIN_NEEDS | _LOGIN_MAY:
            raise ValueError(
                "DOMWRIGHT_LOGIN is written like "
                '{"url": …, "actions": "fill=#user => me; fill=#password => …; click=button", "state": file, "out": CSS selector}'
            )
        out = str(given.get("out") or "")
        try:
            Selector("<p></p>").css(out or "p")
        except (ValueError, SyntaxError, RuntimeError) as error:  # cssselect's errors are the last two
            raise ValueError(f"DOMWRIGHT_LOGIN: {out!r} is no CSS selector: {error}") from error
        return cls(str(given["url"]), parse_actions(given["actions"]), Path(given.get("state") or ".domwright/login.json"), out)

    def is_out(self, html: str) -> bool:
        """Whether a page was shown to somebody who is not logged in (any more)."""
        return bool(self.out) and bool(Selector(html).css(self.out))

    async def into(self, context: BrowserContext) -> None:
        """Log a new context in and keep its state for the next ones. Raises RenderFailed when an action found nothing to act on."""
        page = await context.new_page()
        try:
            await page.goto(self.url)

            async def settle() -> dict[str, Any]:
                await page.wait_for_load_state("load")
                return {"text": len(await page.content())}

            found = await perform(page, self.actions, settle, {"text": 0})
            missed = [told for told in found["actions"] if told.endswith("nothing")]
            if missed:
                raise RenderFailed(f"login at {self.url}: {missed[0]} to act on")
            self.state.parent.mkdir(parents=True, exist_ok=True)
            told = json.dumps(await context.storage_state())
            # Cookies let anyone in who reads them: the file is its owner's alone before there is anything in it.
            with os.fdopen(os.open(self.state, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                file.write(told)
        finally:
            await page.close()
