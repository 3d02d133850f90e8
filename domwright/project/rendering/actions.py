"""What users do to pages, as words in a setting: dismiss consent, load more, scroll, open, click, fill, wait."""

import json
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page

_SCRIPT = files(__package__).joinpath("actions.js").read_text(encoding="utf-8")
_SCROLL = files(__package__).joinpath("scroll.js").read_text(encoding="utf-8")
_WORDS: dict[str, list[str]] = json.loads(files(__package__).joinpath("actions.json").read_text(encoding="utf-8"))
_TIMES = 20  # how often "more" and "scroll" go on while the page grows
_MOST_TIMES = 1_000
_MILLISECONDS = 5_000  # how long a selector is waited for
_FORMS = {
    "consent": "consent",
    "more": "more, more*50 or more=CSS SELECTOR",
    "scroll": "scroll or scroll*50",
    "open": "open or open=CSS SELECTOR",
    "click": "click=CSS SELECTOR",
    "fill": "fill=CSS SELECTOR => TEXT",
    "wait": "wait=CSS SELECTOR",
}
_FORM = re.compile(r"(?P<kind>[a-z]+)(?:\*(?P<times>\d+))?(?:=(?P<rest>.+))?", re.S)
_NEED_SELECTOR = frozenset({"click", "fill", "wait"})
# What these bring may not be in the page that plain HTTP gives.
_NEED_BROWSER = frozenset(_FORMS) - {"consent"}

Settle = Callable[[], Awaitable[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Action:
    """One thing to do. `times` bounds what is repeated while the page grows."""

    kind: str
    selector: str = ""
    value: str = ""
    times: int = _TIMES


def parse_actions(given: str | Iterable[str] | None) -> tuple[Action, ...]:
    """Actions of a setting: a list, or a text with one a line or separated by semicolons. Raises ValueError that says how they are written.

    >>> parse_actions("consent; more*3; fill=#q => river")
    (Action(kind='consent', selector='', value='', times=20), Action(kind='more', selector='', value='', times=3), Action(kind='fill', selector='#q', value='river', times=20))
    """
    if not given:
        return ()
    lines = re.split(r"[;\n]", given) if isinstance(given, str) else list(given)
    return tuple(_action(line.strip()) for line in lines if line.strip())


def _action(line: str) -> Action:
    match = _FORM.fullmatch(line)
    kind = match["kind"] if match else ""
    if match is None or kind not in _FORMS:
        raise ValueError(f"{line!r} is no action; they are: {'; '.join(_FORMS.values())}")
    times = int(match["times"] or _TIMES)
    selector, arrow, value = (match["rest"] or "").partition("=>")
    selector = selector.strip()
    wrong = (
        (kind in _NEED_SELECTOR and not selector)
        or (kind == "fill") != bool(arrow)
        or not 0 < times <= _MOST_TIMES
        or (match["times"] and kind not in ("more", "scroll"))
        or (selector and kind in ("consent", "scroll"))
    )
    if wrong:
        raise ValueError(f"{line!r} is not written like {_FORMS[kind]}")
    return Action(kind, selector, value.strip(), times)


def need_browser(actions: Iterable[Action]) -> bool:
    """Whether actions can bring what plain HTTP does not: then a page is always rendered."""
    return any(action.kind in _NEED_BROWSER for action in actions)


async def perform(page: Page, actions: Iterable[Action], settle: Settle, found: dict[str, Any]) -> dict[str, Any]:
    """Do all actions; `found` is the page before them. Returns the page after them, with `actions`: what each did, in words.

    An action that finds nothing to act on is skipped and said, not an error: consent layers come once, lists end.
    """
    done = []
    for action in actions:
        if action.kind in ("more", "scroll"):
            found, times = await _grown(page, action, settle, found)
            done.append(f"{action.kind} {times}")
        elif await _once(page, action):
            found = await settle()
            done.append(action.kind)
        else:
            done.append(f"{action.kind} nothing")
    return {**found, "actions": done}


async def _grown(page: Page, action: Action, settle: Settle, found: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """Repeat an action until its page stops growing, or as often as it may."""
    for time in range(action.times):
        if not await _in_page(page, action):
            return found, time
        after = await settle()
        if after["text"] <= found["text"]:
            return after, time
        found = after
    return found, action.times


async def _once(page: Page, action: Action) -> bool:
    if action.kind in ("consent", "open"):
        return await _in_page(page, action)
    try:
        if action.kind == "wait":
            await page.wait_for_selector(action.selector, timeout=_MILLISECONDS)
        elif action.kind == "click":
            await page.click(action.selector, timeout=_MILLISECONDS)
        else:
            await page.fill(action.selector, action.value, timeout=_MILLISECONDS)
    except PlaywrightError as error:
        if "Timeout" not in str(error) and "not visible" not in str(error):
            raise
        return False
    return True


async def _in_page(page: Page, action: Action) -> bool:
    if action.kind == "scroll":
        return bool(await page.evaluate(_SCROLL))
    told = {"kind": action.kind, "selector": action.selector, "words": _WORDS}
    return bool(await page.evaluate(_SCRIPT, told))
