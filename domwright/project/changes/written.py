"""Extension: the change report after each crawl, as Markdown, JSON and HTML in DOMWRIGHT_REPORTS."""

import logging
import re
from datetime import UTC, datetime
from pathlib import Path

from scrapy import Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import NotConfigured

from domwright.project.changes.changes import Changes, changes_of
from domwright.project.changes.history import forget, history_days
from domwright.project.changes.pages import CHANGED, NEW, UNCHANGED, runs
from domwright.project.changes.report import FORMATS
from domwright.project.exporters.files import write
from domwright.project.frontier.scheduler import crawl_key
from domwright.project.frontier.state import State, StateError

logger = logging.getLogger(__name__)

_KEPT = 30  # reports of one crawl; `scrapy changes` writes any of them again


class ChangeReport:
    """Set by the add-on with DOMWRIGHT_STATE; writes no files where DOMWRIGHT_REPORTS is not set."""

    def __init__(self, crawler: Crawler) -> None:
        if not crawler.settings.get("DOMWRIGHT_STATE"):
            raise NotConfigured
        folder = crawler.settings.get("DOMWRIGHT_REPORTS")
        self.folder = Path(folder) if folder else None
        self.days = history_days(crawler.settings)
        self.crawler = crawler
        crawler.signals.connect(self.spider_closed, signals.spider_closed)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> "ChangeReport":
        """As Scrapy builds it."""
        return cls(crawler)

    def spider_closed(self, spider: Spider) -> None:
        """Write the report; the summary says where, and monitors compare with the crawl before."""
        try:
            state = State(self.crawler.settings["DOMWRIGHT_STATE"], crawl_key(spider))
        except StateError as error:
            logger.error("no change report: %s", error)
            return
        try:
            found = runs(state, state.crawl)
            if not found:
                return
            changes = changes_of(state, found[0])
            if found[0].ended is not None:
                self._forget(state)
        finally:
            state.close()
        self.crawler.stats.set_value("domwright/changes/headline", changes.headline())
        before = changes.since
        if before is not None and before.outcome == "finished" and found[0].outcome == "finished":
            self.crawler.stats.set_value("domwright/changes/before", sum(before.counts.get(kind, 0) for kind in (NEW, CHANGED, UNCHANGED)))
        if self.folder is None:
            return
        try:
            self.crawler.stats.set_value("domwright/changes/report", _named(_written(self.folder, changes)))
        except OSError as error:
            logger.error("the change report was not written: %s", error)

    def _forget(self, state: State) -> None:
        try:
            forgotten = forget(state, self.days)
        except StateError as error:
            logger.error("old crawls were not forgotten: %s", error)
            return
        if forgotten:
            self.crawler.stats.set_value("domwright/changes/forgotten", forgotten)
            logger.info("%d crawls from more than %g days ago were forgotten", forgotten, self.days)


def _named(path: Path) -> str:
    """A path as short as it can be typed here."""
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


def _written(reports: Path, changes: Changes) -> Path:
    """The HTML report's path."""
    folder = reports / (re.sub(r"[^\w.-]+", "_", changes.run.name)[:80] or "crawl")
    stem = datetime.fromtimestamp(changes.run.started, UTC).strftime("%Y-%m-%dT%H-%M-%S")
    path = folder / f"{stem}-{changes.run.run}"
    for suffix, make in FORMATS.items():
        write(path.with_name(f"{path.name}.{suffix}"), make(changes))
        for old in sorted(folder.glob(f"*.{suffix}"))[:-_KEPT]:
            old.unlink(missing_ok=True)
    return path.with_name(f"{path.name}.html")
