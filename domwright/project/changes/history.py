"""How far back changes are remembered: what is older is forgotten when a crawl ends, what holds today is not."""

import time

from scrapy.settings import BaseSettings
from sqlalchemy import delete, exists, func, select

from domwright.project.frontier.state import State
from domwright.project.frontier.tables import FAILURES, PAGES, RUNS, TEXTS

_DAY = 86_400.0
_P, _T, _R, _F = PAGES.c, TEXTS.c, RUNS.c, FAILURES.c


def history_days(settings: BaseSettings) -> float:
    """DOMWRIGHT_HISTORY_DAYS; 0 remembers everything. Raises ValueError for what is not a number or below 0."""
    days = settings.getfloat("DOMWRIGHT_HISTORY_DAYS", 365)
    if days < 0:
        raise ValueError("DOMWRIGHT_HISTORY_DAYS must not be below 0")
    return days


def forget(state: State, days: float) -> int:
    """Forget the runs of this crawl that ended more than so many days ago, and return how many they were.

    With them go their failures, the texts that were replaced before them, and pages that have been gone since. The last run stays, and so
    does every text that a later run is compared with.
    """
    if not days:
        return 0
    crawl = state.crawl
    last = select(func.max(_R.run)).where(_R.crawl == crawl).scalar_subquery()
    old = [row.run for row in state.run(select(_R.run).where(_R.crawl == crawl, _R.ended < time.time() - days * _DAY, _R.run < last))]
    if not old:
        return 0
    until = max(old)
    newer = TEXTS.alias()
    replaced = exists().where(newer.c.crawl == crawl, newer.c.page == _T.page, newer.c.run > _T.run, newer.c.run <= until)
    gone = select(_P.page).where(_P.crawl == crawl, _P.missed > 0, _P.run <= until)
    for statement in (
        delete(TEXTS).where(_T.crawl == crawl, _T.run <= until, replaced | _T.page.in_(gone)),
        delete(PAGES).where(_P.crawl == crawl, _P.missed > 0, _P.run <= until),
        delete(FAILURES).where(_F.crawl == crawl, _F.run <= until),
        delete(RUNS).where(_R.crawl == crawl, _R.run.in_(old)),
    ):
        state.run(statement)
    state.changed = True
    state.commit()
    return len(old)
