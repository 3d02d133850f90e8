"""One page rendered outside of a crawl, for the command line."""

import asyncio

from playwright.async_api import Error as PlaywrightError

from domwright.extractor.page import Page
from domwright.project.rendering.limits import Limits
from domwright.project.rendering.render import Snapshot, Wish, render
from domwright.project.rendering.service import RenderService


class NotRendered(Exception):
    """Why a page could not be rendered, in one sentence."""


def render_once(url: str, *, user_agent: str, seconds: float) -> Page:
    """The rendered page of one address. Raises NotRendered, or BrowserMissing when there is no browser."""
    snapshot = snapshot_once(url, user_agent=user_agent, seconds=seconds)
    return Page(snapshot.html, snapshot.url)


def snapshot_once(url: str, *, user_agent: str, seconds: float) -> Snapshot:
    """The snapshot of one address, with its facts. Raises as `render_once` does."""
    try:
        return asyncio.run(_render(url, user_agent, seconds))
    except TimeoutError as error:
        raise NotRendered(f"it took longer than {seconds:.0f} s") from error
    except PlaywrightError as error:
        raise NotRendered(str(error).splitlines()[0]) from error


async def _render(url: str, user_agent: str, seconds: float) -> Snapshot:
    service = RenderService(Limits(user_agent=user_agent))
    try:
        return await render(service, url, Wish(seconds=seconds))
    finally:
        await service.close()
