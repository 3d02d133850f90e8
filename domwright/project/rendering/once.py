"""One page rendered outside of a crawl, for the command line."""

import asyncio

from playwright.async_api import Error as PlaywrightError

from domwright.extractor.page import Page
from domwright.project.rendering.limits import Limits
from domwright.project.rendering.render import Wish, render
from domwright.project.rendering.service import RenderService


class NotRendered(Exception):
    """Why a page could not be rendered, in one sentence."""


def render_once(url: str, *, user_agent: str, seconds: float) -> Page:
    """The rendered page of one address. Raises NotRendered, or BrowserMissing when there is no browser."""
    try:
        return asyncio.run(_render(url, user_agent, seconds))
    except TimeoutError as error:
        raise NotRendered(f"it took longer than {seconds:.0f} s") from error
    except PlaywrightError as error:
        raise NotRendered(str(error).splitlines()[0]) from error


async def _render(url: str, user_agent: str, seconds: float) -> Page:
    service = RenderService(Limits(user_agent=user_agent))
    try:
        snapshot = await render(service, url, Wish(seconds=seconds))
    finally:
        await service.close()
    return Page(snapshot.html, snapshot.url)
