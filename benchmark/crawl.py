"""Crawl benchmark: pages a second, CPU a page, memory, and pages with their content, on loopback sites, systems in turn.

`python -m benchmark.crawl [--pages 60] [--systems …]`. CPU and memory are sampled over all processes of a run's session, the site
server left out; the sites are those of tests/sites, with a delay of 80 ms on what they fetch.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from tests.sites.server import CONTENT, serve

_SITES = ("react", "vue", "docsify", "lit", "hydrated", "consent")
# Words from the last prose of every page.
_END = {
    "index": "watched at all hours of the day",
    "mill": "of which the library has a copy",
    "marsh": "they had to pay for it",
    "gauge": "as well as at the board",
}
assert all(words in (CONTENT / f"{name}.md").read_text(encoding="utf-8") for name, words in _END.items())
_TICKS = os.sysconf("SC_CLK_TCK")
SYSTEMS = ("scrapy-playwright", "scrapy-playwright networkidle", "domwright always", "domwright auto")
_CONCURRENCY = 4


def worker(system: str, urls: list[str]) -> None:
    """Crawl with one system and print how many pages had their whole content."""
    import scrapy
    from scrapy.crawler import CrawlerProcess

    complete: list[str] = []

    class Pages(scrapy.Spider):
        name = "bench"

        async def start(self) -> AsyncIterator[Any]:
            for url in urls:
                meta: dict[str, Any] = {"domwright": True} if system.startswith("domwright") else {"playwright": True}
                if system.endswith("networkidle"):
                    meta["playwright_page_goto_kwargs"] = {"wait_until": "networkidle"}
                yield scrapy.Request(url, meta=meta, dont_filter=True)

        def parse(self, response: Any) -> None:
            text = " ".join(" ".join(response.xpath("//body//text()").getall()).split())
            if _END[response.request.url.rsplit("/", 1)[-1]] in text:
                complete.append(response.request.url)

    settings: dict[str, Any] = {
        "LOG_LEVEL": "ERROR",
        "CONCURRENT_REQUESTS": _CONCURRENCY,
        "CONCURRENT_REQUESTS_PER_DOMAIN": _CONCURRENCY,
        "REMOTE_CONTROL_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "DOWNLOAD_TIMEOUT": 30,
        "DOMWRIGHT_OUT": "",
    }
    if system.startswith("domwright"):
        settings |= {"ADDONS": {"domwright.project.Addon": 500}, "DOMWRIGHT_RENDER": system.split()[1], "DOMWRIGHT_PAGES": _CONCURRENCY}
    else:
        from domwright.project.rendering.browser import find_browser, sandboxed

        handler = "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"
        settings |= {
            "DOWNLOAD_HANDLERS": {"http": handler, "https": handler},
            "PLAYWRIGHT_LAUNCH_OPTIONS": {"executable_path": find_browser().executable, "chromium_sandbox": sandboxed()},
        }
    process = CrawlerProcess(settings)
    process.crawl(Pages)
    process.start()
    print(json.dumps({"complete": len(complete)}))


def sampled(command: list[str]) -> tuple[float, float, float, str]:
    """Seconds, CPU seconds, peak memory in MB and output of a command with all its descendants."""
    start = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    cpu: dict[int, float] = {}
    peak = 0.0
    while child.poll() is None:
        family = _descendants(child.pid)
        peak = max(peak, sum(_sample(pid, cpu) for pid in family))
        time.sleep(0.05)
    output = child.stdout.read() if child.stdout else ""
    return time.monotonic() - start, sum(cpu.values()), peak, output


def _descendants(top: int) -> list[int]:
    """A process and all below it; browsers start sessions of their own, so parents are followed."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError, IndexError, ValueError):
                parents.setdefault(int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1]), []).append(int(entry.name))
    found = [top]
    for pid in found:
        found.extend(parents.get(pid, ()))
    return found


def _sample(pid: int, cpu: dict[int, float]) -> float:
    """Note a process's CPU seconds; its proportional memory in MB."""
    entry = Path("/proc") / str(pid)
    try:
        fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
        cpu[pid] = (int(fields[11]) + int(fields[12])) / _TICKS
        lines = (entry / "smaps_rollup").read_text().splitlines()
        return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)
    except (OSError, IndexError, ValueError):
        return 0.0


def main(arguments: list[str]) -> int:
    """Print one line a system and repeat."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--repeats", type=int, default=1)
    parser.add_argument("--systems", default=",".join(SYSTEMS))
    parser.add_argument("--sites", default=",".join(_SITES))
    parser.add_argument("--worker", nargs=2, metavar=("SYSTEM", "FILE"), help=argparse.SUPPRESS)
    given = parser.parse_args(arguments)
    if given.worker:
        worker(given.worker[0], Path(given.worker[1]).read_text(encoding="utf-8").split())
        return 0
    print(f"{'system':32} {'complete':>9} {'pages/s':>8} {'CPU s/page':>11} {'PSS MB':>7}")
    with ExitStack() as stack:
        sites = {name: stack.enter_context(serve(name))[0] for name in given.sites.split(",")}
        urls = []
        for at in range(given.pages):
            name = list(sites)[at % len(sites)]
            slug = ("mill", "marsh", "gauge")[at % 3]
            urls.append(f"{sites[name]}/#/walks/{slug}" if name == "docsify" else f"{sites[name]}/{at}/{slug}")
        listed = Path("/tmp") / f"domwright-bench-{os.getpid()}"
        listed.write_text("\n".join(urls), encoding="utf-8")
        for _ in range(given.repeats):
            for system in given.systems.split(","):
                seconds, cpu, peak, output = sampled([sys.executable, "-m", "benchmark.crawl", "--worker", system, str(listed)])
                answer = json.loads(output.strip().splitlines()[-1]) if output.strip() else {"complete": 0}
                print(f"{system:32} {answer['complete']:4}/{len(urls):4} {len(urls) / seconds:8.2f} {cpu / len(urls):11.3f} {peak:7.0f}", flush=True)
        listed.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
