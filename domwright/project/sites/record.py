"""Which site was crawled when and how it ended: rows in the crawl state's database, so that no time of a schedule is served twice."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from cronsim import CronSim
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from domwright.project.frontier.state import State
from domwright.project.frontier.tables import CALLS
from domwright.project.sites.site import Site

_C = CALLS.c
_SILENT_SECONDS = 120.0  # a call that has not been heard of for so long is dead
BEAT_SECONDS = 20.0
RUNNING, DIED, STOPPED = "running", "died", "stopped"
INTERRUPTED = 130  # the exit code of what Ctrl-C or SIGTERM ended


@dataclass(frozen=True, slots=True)
class Call:
    """One crawl of a site by schedule or by name. slot: the time of the schedule it serves. code: the exit code, None while it runs."""

    site: str
    slot: float
    started: float
    beat: float
    ended: float | None
    code: int | None
    told: str

    def outcome(self, now: float) -> str:
        """One word."""
        if self.ended is None:
            return RUNNING if now - self.beat < _SILENT_SECONDS else DIED
        return STOPPED if self.code == INTERRUPTED else "ok" if self.code == 0 else "failed"


def last_slot(site: Site, now: float) -> float | None:
    """The last time at which a site was to be crawled, None for one without a schedule."""
    if not site.schedule:
        return None
    zone = ZoneInfo(site.timezone)
    return float(next(CronSim(site.schedule, datetime.fromtimestamp(now + 1, zone), reverse=True)).timestamp())


def next_slot(site: Site, now: float) -> float | None:
    """The next time at which a site is to be crawled."""
    if not site.schedule:
        return None
    return float(next(CronSim(site.schedule, datetime.fromtimestamp(now, ZoneInfo(site.timezone)))).timestamp())


class Calls:
    """Reads and writes the calls. A call's slot is unique a site: whoever writes it first crawls."""

    def __init__(self, url: str) -> None:
        self.state = State(url, "")

    def close(self) -> None:
        """Let the database go."""
        self.state.close()

    def last(self, site: str) -> Call | None:
        """The latest call of a site."""
        row = self.state.run(select(CALLS).where(_C.site == site).order_by(_C.started.desc(), _C.number.desc())).first()
        self.state.connection.rollback()
        return None if row is None else _call(row)

    def is_due(self, name: str, site: Site, now: float) -> float | None:
        """The slot a site is to be crawled for now, None when there is none.

        A slot that was missed, by however much, is caught up once; one whose crawl died or was stopped is served again. A site that was never crawled is due
        at once.
        """
        slot = last_slot(site, now)
        if slot is None or not site.enabled:
            return None
        call = self.last(name)
        if call is None or call.slot < slot:
            return slot
        return call.slot if call.outcome(now) in (DIED, STOPPED) else None

    def claim(self, site: str, slot: float) -> bool:
        """Whether this process may crawl a site for a slot: nobody else has it, and no crawl of the site runs."""
        now = time.time()
        call = self.last(site)
        if call is not None and call.outcome(now) == RUNNING:
            return False
        values: dict[str, Any] = {
            "site": site,
            "slot": slot,
            "started": now,
            "beat": now,
            "ended": None,
            "code": None,
            "told": "",
            "owner": self.state.owner,
            "running": site,
        }
        try:
            if call is not None and call.slot == slot:
                # The one that died or was stopped: of several processes that see it, one changes the row.
                taken = update(CALLS).where(_C.site == site, _C.slot == slot, _C.beat == call.beat).values(**values)
                return bool(self.state.run(taken).rowcount)
            # `running` is unique: two calls of one site at the same moment, for whatever slots, cannot both be the running one.
            self.state.run(update(CALLS).where(_C.site == site, _C.running == site, _C.beat < now - _SILENT_SECONDS).values(running=None))
            self.state.run(insert(CALLS).values(**values))
        except IntegrityError:
            self.state.connection.rollback()
            return False
        finally:
            self.state.connection.commit()
        return True

    def beat(self, site: str, slot: float) -> None:
        """Say that a call lives."""
        self._set(site, slot, beat=time.time())

    def end(self, site: str, slot: float, code: int, told: str) -> None:
        """Write down how a call ended."""
        self._set(site, slot, ended=time.time(), beat=time.time(), code=code, told=told[-2000:], running=None)

    def give_up(self, site: str, slot: float) -> None:
        """Take a call back that never began."""
        self.state.run(delete(CALLS).where(_C.site == site, _C.slot == slot))
        self.state.connection.commit()

    def _set(self, site: str, slot: float, **values: Any) -> None:
        self.state.run(update(CALLS).where(_C.site == site, _C.slot == slot).values(**values))
        self.state.connection.commit()


def _call(row: Any) -> Call:
    return Call(row.site, row.slot, row.started, row.beat, row.ended, row.code, row.told)


def shown(seconds: float | None, zone: str = "UTC") -> str:
    """A time for people."""
    return "-" if seconds is None else datetime.fromtimestamp(seconds, UTC).astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M %Z")
