"""`scrapy sites watch`: stays, and crawls every site at its times; the file is read again when it changes."""

import logging
import sys
import time
from datetime import datetime
from zoneinfo import ZoneInfo

from apscheduler.executors.pool import ThreadPoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.base import BaseTrigger

from domwright.project.sites.file import SitesError, read
from domwright.project.sites.record import Calls, next_slot, shown
from domwright.project.sites.run import REFUSED, Runner
from domwright.project.sites.site import Site

_LOOK_SECONDS = 1.0  # how often the file is looked at


class CronSchedule(BaseTrigger):  # type: ignore[misc] # untyped upstream
    """A site's schedule as an APScheduler trigger: its own crontab parser counts week days from Monday, cron from Sunday."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def get_next_fire_time(self, previous_fire_time: datetime | None, now: datetime) -> datetime | None:
        """The next time of the schedule."""
        slot = next_slot(self.site, max(now, previous_fire_time or now).timestamp())
        return None if slot is None else datetime.fromtimestamp(slot, ZoneInfo(self.site.timezone))


class Watch:
    """Keeps the schedule until it is stopped."""

    def __init__(self, runner: Runner, url: str, together: int) -> None:
        self.runner, self.file, self.url = runner, runner.file, url
        self.read_at = 0.0
        logging.getLogger("apscheduler").setLevel(logging.ERROR)
        # One job a site at most, and what was missed while it ran is caught up once: by the record, not by the scheduler.
        defaults = {"coalesce": True, "max_instances": 1, "misfire_grace_time": None}
        self.scheduler = BackgroundScheduler(executors={"default": ThreadPoolExecutor(together)}, job_defaults=defaults, timezone=ZoneInfo("UTC"))

    def stay(self) -> None:
        """Until the runner's stop is asked for: crawl what is due, at once and at its times."""
        self._read()
        self.scheduler.start()
        try:
            while not self.runner.stop.asked:
                time.sleep(_LOOK_SECONDS)
                if self._is_newer():
                    self._read()
        finally:
            say("waiting for crawls to finish what is in flight")
            self.scheduler.shutdown(wait=True)

    def _is_newer(self) -> bool:
        try:
            return self.file.stat().st_mtime > self.read_at
        except OSError:
            return False

    def _read(self) -> None:
        """Take the file; one that is wrong is told, and the schedule stays as it was."""
        self.read_at = time.time()
        try:
            sites = read(self.file)
        except SitesError as error:
            if not self.scheduler.running:
                raise
            say(f"the schedule stays as it was:\n{error}")
            return
        for job in self.scheduler.get_jobs():
            job.remove()
        for name, site in sites.items():
            if site.schedule and site.enabled:
                self.scheduler.add_job(self._due, CronSchedule(site), args=(name, site), id=name)
                self.scheduler.add_job(self._due, args=(name, site), id=f"{name} now")  # what was missed
                say(f"{name}: next at {shown(next_slot(site, time.time()), site.timezone)}")

    def _due(self, name: str, site: Site) -> None:
        """Crawl a site if it is due."""
        calls = Calls(self.url)
        try:
            slot = calls.is_due(name, site, time.time())
            if slot is None or self.runner.stop.asked:
                return
            say(f"{name}: begins")
            outcome = self.runner.crawl(name, calls, slot)
            word = "left to another process" if outcome.code == REFUSED else "ok" if outcome.code == 0 else f"failed with exit code {outcome.code}"
            say(f"{name}: {word}; next at {shown(next_slot(site, time.time()), site.timezone)}")
        except Exception as error:  # noqa: BLE001 - one site's trouble must not end the watch
            say(f"{name}: could not be crawled: {error}")
        finally:
            calls.close()


def say(text: str) -> None:
    """A line with the time, on standard error."""
    sys.stderr.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {text}\n")
    sys.stderr.flush()
