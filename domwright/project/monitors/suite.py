"""The Spidermon suite that the add-on sets with DOMWRIGHT_EXPECT. Give its actions (mail, Slack, Sentry …) with Spidermon's own settings."""

import logging
import sys
from typing import Any

from spidermon import Monitor, MonitorSuite
from spidermon.core.actions import Action

from domwright.project.monitors.alarms import ALARMS
from domwright.project.monitors.expect import BOUNDS, expectations


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


class CrawlMonitor(Monitor):  # type: ignore[misc] # untyped upstream
    """One test a kind of expectation; those that were not asked for pass."""

    @property
    def expected(self) -> dict[str, float]:
        """The numbers of the setting."""
        return expectations(self.data.crawler.settings)

    def _count(self, key: str) -> int:
        return int(self.data.stats.get(key, 0) or 0)

    def _sum(self, prefix: str) -> int:
        return sum(int(value) for key, value in self.data.stats.items() if key.startswith(prefix))

    @property
    def pages(self) -> int:
        """Pages of this crawl."""
        return self._count("domwright/pages")

    def test_pages(self) -> None:
        """Enough pages."""
        least = self.expected.get("pages", 0)
        self.assertGreaterEqual(self.pages, least, msg=f"{self.pages} pages, expected {least:g} at least")

    def test_fewer(self) -> None:
        """Not too many fewer than last time."""
        allowed, before = self.expected.get("fewer"), self._count("domwright/changes/before")
        if allowed is not None and before:
            lost = _share(before - self.pages, before)
            self.assertLessEqual(
                lost, allowed, msg=f"{self.pages} pages, {lost:.0%} fewer than the {before} of the crawl before ({allowed:.0%} allowed)"
            )

    def test_shares(self) -> None:
        """Not too many stubs, failures, changed and gone pages."""
        failed, before = self._sum("domwright/dropped/"), self._count("domwright/changes/before")
        shares = {
            "stubs": _share(self._sum("domwright/stubs/"), self.pages),
            "failures": _share(failed, self.pages + failed),
            "changed": _share(self._count("domwright/changes/changed"), before),
            "gone": _share(self._count("domwright/changes/gone"), before),
        }
        for name, share in shares.items():
            allowed = self.expected.get(name)
            if allowed is not None:
                with self.subTest(name):
                    self.assertLessEqual(share, allowed, msg=f"{name}: {share:.0%}, {allowed:.0%} allowed")

    def test_fields(self) -> None:
        """Fields that enough pages have, by Spidermon's own coverage."""
        for name, least in self.expected.items():
            if name not in BOUNDS and self.pages:
                covered = float(self.data.stats.get(f"spidermon_field_coverage/PageItem/{name}", 0) or 0)
                with self.subTest(name):
                    self.assertGreaterEqual(covered, least, msg=f"{name}: {covered:.0%} of the pages have one, expected {least:.0%}")


class RaiseAlarm(Action):  # type: ignore[misc] # untyped upstream
    """Say what was not met, on standard error, and end with exit code 1."""

    def run_action(self) -> None:
        """Print one line an alarm."""
        told = [str(line) for _, error in (*self.result.failures, *self.result.errors) for line in error.splitlines() if ": " in line]
        lines = [line.partition(" : ")[2] or line.partition(": ")[2] for line in told if "Error" in line]
        ALARMS.extend(lines or ["a monitor failed"])
        sys.stderr.write("".join(f"ALARM {line}\n" for line in lines))
        sys.stderr.flush()


class CrawlMonitors(MonitorSuite):  # type: ignore[misc] # untyped upstream
    """What the add-on registers. Spidermon logs a traceback for every monitor that failed: where only warnings are logged, the alarms' lines do."""

    def __init__(self, *given: Any, crawler: Any, **named: Any) -> None:
        super().__init__(*given, crawler=crawler, **named)
        if crawler.settings.get("LOG_LEVEL") == "WARNING":
            logging.getLogger(crawler.spider.name).addFilter(lambda record: not record.getMessage().startswith("[Spidermon]"))

    monitors = [CrawlMonitor]  # noqa: RUF012 - Spidermon's attribute
    monitors_failed_actions: list[Any] = [RaiseAlarm]  # noqa: RUF012
