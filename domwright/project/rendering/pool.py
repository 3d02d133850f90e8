"""Several remote browsers as one: pages go where the load is least, and a browser that fails is left alone for a while."""

import asyncio
import logging
import re
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Playwright

from domwright.project.rendering.limits import Limits
from domwright.project.rendering.service import Counter, RenderService, Tab

logger = logging.getLogger(__name__)

_REST_SECONDS = 30.0  # how long an endpoint that failed is not asked, unless all failed
_ENDPOINT = re.compile(r"(?:wss?|https?)://")


def endpoints_of(browser: str) -> list[str]:
    """The endpoints of a setting that names several, separated by spaces or commas; [] for anything else."""
    found = [part for part in re.split(r"[\s,]+", browser) if part]
    return found if len(found) > 1 and all(_ENDPOINT.match(part) for part in found) else []


class RenderPool:
    """Lends pages like a RenderService, from one of several."""

    def __init__(self, limits: Limits, endpoints: list[str], stats: Counter | None = None) -> None:
        self.limits = replace(limits, browser=endpoints[0])
        self.stats = stats
        self.services = [RenderService(replace(limits, browser=endpoint), stats) for endpoint in endpoints]
        self._failed: dict[RenderService, float] = {}

    @property
    def refused(self) -> tuple[str, ...]:
        """Patterns of addresses that pages must not reach."""
        return self.services[0].refused

    @refused.setter
    def refused(self, patterns: tuple[str, ...]) -> None:
        for service in self.services:
            service.refused = patterns

    @asynccontextmanager
    async def page(self, name: str = "default", context_options: dict[str, Any] | None = None) -> AsyncIterator[Tab]:
        """Lend a page of the least loaded browser that lives. Raises the last error when none gives one."""
        lender, tab = await self._lent(name, context_options)
        try:
            yield tab
        except BaseException:
            if not await lender.__aexit__(*sys.exc_info()):
                raise
        else:
            await lender.__aexit__(None, None, None)

    async def _lent(self, name: str, context_options: dict[str, Any] | None) -> tuple[Any, Tab]:
        failure: Exception = RuntimeError("no endpoints")
        for service in self._by_load():
            lender = service.page(name, context_options)
            try:
                tab = await lender.__aenter__()
            except (PlaywrightError, OSError) as error:
                if service not in self._failed:
                    logger.warning("The browser at %s fails, others go on: %s", service.limits.browser, str(error).splitlines()[0])
                self._failed[service] = time.monotonic()
                self._count("domwright/browser/endpoint-failed")
                failure = error
            else:
                self._failed.pop(service, None)
                return lender, tab
        raise failure

    def _by_load(self) -> list[RenderService]:
        """The browsers in the order in which they are asked: those that rest last."""
        now = time.monotonic()
        return sorted(self.services, key=lambda service: (now - self._failed.get(service, -_REST_SECONDS) < _REST_SECONDS, service.load))

    def _count(self, key: str) -> None:
        if self.stats is not None:
            self.stats.inc_value(key)

    async def driver(self) -> Playwright:
        """A Playwright driver, shared with scrapy-playwright's own path."""
        return await self.services[0].driver()

    async def log_in_again(self, began: float) -> None:
        """As with one browser, for all."""
        for service in self.services:
            await service.log_in_again(began)

    async def close(self) -> None:
        """Let go of all browsers."""
        await asyncio.gather(*(service.close() for service in self.services))
