"""Other projects' crawlers on the same addresses: each gives the text of every page it got. Installed with `pip install --group crawlers`."""

import asyncio
import os
import subprocess
import time
import urllib.request
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

from lxml import html as lxml_html

from domwright.project.rendering.browser import find_browser, sandboxed

Texts = list[tuple[str, str]]
_SECONDS_TO_START = 20


def _text(markup: str) -> str:
    return " ".join(" ".join(lxml_html.fromstring(markup).xpath("//body//text()")).split()) if markup.strip() else ""


def _crawlee_options(concurrency: int) -> dict[str, Any]:
    from crawlee import ConcurrencySettings
    from crawlee.storage_clients import MemoryStorageClient

    return {
        "concurrency_settings": ConcurrencySettings(min_concurrency=concurrency, max_concurrency=concurrency, desired_concurrency=concurrency),
        "storage_client": MemoryStorageClient(),
        "configure_logging": False,
    }


def _crawlee_browser() -> dict[str, Any]:
    launch = {"executable_path": find_browser().executable, "chromium_sandbox": sandboxed()}
    return {"headless": True, "browser_type": "chromium", "browser_launch_options": launch}


async def _crawlee(urls: list[str], concurrency: int) -> Texts:
    from crawlee import Request
    from crawlee.crawlers import PlaywrightCrawler, PlaywrightCrawlingContext

    found: Texts = []
    crawler = PlaywrightCrawler(**_crawlee_browser(), **_crawlee_options(concurrency))

    @crawler.router.default_handler
    async def take(context: PlaywrightCrawlingContext) -> None:
        found.append((context.request.url, _text(await context.page.content())))

    await crawler.run([Request.from_url(url, unique_key=url) for url in urls])
    return found


async def _crawlee_adaptive(urls: list[str], concurrency: int) -> Texts:
    from crawlee import Request
    from crawlee.crawlers import AdaptivePlaywrightCrawler, AdaptivePlaywrightCrawlingContext

    found: dict[str, str] = {}
    crawler = AdaptivePlaywrightCrawler.with_parsel_static_parser(
        playwright_crawler_specific_kwargs=_crawlee_browser(), **_crawlee_options(concurrency)
    )

    @crawler.router.default_handler
    async def take(context: AdaptivePlaywrightCrawlingContext) -> None:
        selector = context.parsed_content
        found[context.request.url] = " ".join(" ".join(selector.xpath("//body//text()").getall()).split())
        await context.push_data({"url": context.request.url, "length": len(found[context.request.url])})

    await crawler.run([Request.from_url(url, unique_key=url) for url in urls])
    return list(found.items())


async def _crawl4ai(urls: list[str], concurrency: int) -> Texts:
    os.environ["CRAWL4AI_NO_CLOUD_NOTICE"] = "1"  # its advertisement is no result
    from crawl4ai import AsyncWebCrawler, BrowserConfig, CacheMode, CrawlerRunConfig
    from crawl4ai.async_dispatcher import SemaphoreDispatcher

    with _debugged_browser() as address:
        settings = BrowserConfig(browser_mode="cdp", cdp_url=address, verbose=False)
        async with AsyncWebCrawler(config=settings) as crawler:
            results = await crawler.arun_many(
                urls, config=CrawlerRunConfig(cache_mode=CacheMode.BYPASS, verbose=False), dispatcher=SemaphoreDispatcher(semaphore_count=concurrency)
            )
            return [(result.url, _text(result.html or "")) for result in results]


@contextmanager
def _debugged_browser() -> Iterator[str]:
    """A browser with a debugging port on loopback: crawl4ai takes no path of an executable."""
    flags = ["--headless", "--remote-debugging-port=9333", "--disable-gpu", *([] if sandboxed() else ["--no-sandbox"]), "about:blank"]
    process = subprocess.Popen([find_browser().executable, *flags], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = "http://127.0.0.1:9333"
    try:
        for _ in range(_SECONDS_TO_START * 10):
            try:
                urllib.request.urlopen(f"{address}/json/version", timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield address
    finally:
        process.kill()
        process.wait()


CRAWLERS: dict[str, Callable[[list[str], int], Awaitable[Texts]]] = {
    "crawlee playwright": _crawlee,
    "crawlee adaptive": _crawlee_adaptive,
    "crawl4ai": _crawl4ai,
}


def texts(system: str, urls: list[str], concurrency: int) -> Texts:
    """Address and body text of every page that one crawler got."""
    return asyncio.run(CRAWLERS[system](urls, concurrency))  # type: ignore[arg-type]
