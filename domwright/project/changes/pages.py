"""The pages of a crawl and their texts, run by run, in the crawl state's database."""

import hashlib
import json
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from sqlalchemy import Table, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from domwright.project.frontier.state import State
from domwright.project.frontier.tables import FAILURES, PAGES, RUNS, TEXTS

NEW, CHANGED, UNCHANGED, GONE, FAILED = "new", "changed", "unchanged", "gone", "failed"
_P, _T, _R, _F = PAGES.c, TEXTS.c, RUNS.c, FAILURES.c
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Seen:
    """A page as it was when it was last looked at. Times in seconds since 1970.

    url: what was asked for. stands_for: the address it is folded into (final or canonical). etag, last_modified: what the server said of it,
    for the next conditional request. lastmod: what the sitemap said. body: digest of the plain response. content: digest of the Markdown.
    maker: what extracted it. missed: visits in a row on which it was gone. item: the PageItem's fields without the Markdown. sources: address, status and
    checksum of what a rendered page is made of besides its document; None where that is not known.
    """

    url: str
    stands_for: str
    run: int
    verdict: str
    checked: float
    changed: float
    etag: str = ""
    last_modified: str = ""
    lastmod: str = ""
    body: str = ""
    content: str = ""
    maker: str = ""
    missed: int = 0
    item: dict[str, Any] = field(default_factory=dict)
    links: list[str] = field(default_factory=list)
    sources: list[Any] | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """One crawl from its first request to its last, over as many processes as it took."""

    run: int
    crawl: str
    name: str
    started: float
    ended: float | None
    outcome: str
    counts: dict[str, int]


def digest(url: str) -> bytes:
    """The key of an address."""
    return hashlib.sha1(url.encode("utf-8", "surrogatepass"), usedforsecurity=False).digest()


class Pages:
    """Reads and writes through a State's connection, so that a page and its acknowledgement are one transaction."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.crawl = state.crawl

    # --- runs

    def begin(self, name: str, *, resumed: bool) -> int:
        """The number of this run: the last one's, if it is resumed."""
        last = self.state.run(select(_R.run).where(_R.crawl == self.crawl, _R.ended.is_(None)).order_by(_R.run.desc())).scalar()
        if resumed and last is not None:
            return int(last)
        if last is not None:
            self.state.run(update(RUNS).where(_R.crawl == self.crawl, _R.ended.is_(None)).values(ended=time.time(), outcome="started over"))
        self.state.changed = True
        given = self.state.run(insert(RUNS).values(crawl=self.crawl, name=name, started=time.time(), outcome="", counts="{}"))
        self.state.commit()
        return int(given.inserted_primary_key[0])

    def end(self, run: int, outcome: str, *, complete: bool) -> None:
        """Note how a run stopped; one that is not complete goes on when it is resumed."""
        values: dict[str, Any] = {"outcome": outcome, "counts": json.dumps(self.counts(run))}
        if complete:
            values["ended"] = time.time()
        self.state.run(update(RUNS).where(_R.run == run).values(**values))
        self.state.changed = True
        self.state.commit()

    def counts(self, run: int) -> dict[str, int]:
        """How many pages got which verdict in a run."""
        rows = self.state.run(select(_P.verdict, func.count()).where(_P.crawl == self.crawl, _P.run == run).group_by(_P.verdict)).all()
        found = dict.fromkeys((NEW, CHANGED, UNCHANGED, GONE, FAILED), 0) | {row[0]: row[1] for row in rows}
        # Addresses that never were a page failed too.
        unknown = self.state.run(select(func.count()).where(_F.crawl == self.crawl, _F.run == run)).scalar() or 0
        found[FAILED] = max(found[FAILED], int(unknown))
        return found

    # --- pages

    def asked(self, url: str) -> Seen | None:
        """What is known of the page that an address led to."""
        return self._one(select(PAGES).where(_P.crawl == self.crawl, _P.asked == digest(url)).order_by(_P.run.desc()).limit(1))

    def page(self, stands_for: str) -> Seen | None:
        """What is known of the page that an address stands for."""
        return self._one(select(PAGES).where(_P.crawl == self.crawl, _P.page == digest(stands_for)))

    def save(self, seen: Seen) -> None:
        """Write a page down, over what was known of it."""
        values: dict[str, Any] = {
            "crawl": self.crawl,
            "page": digest(seen.stands_for),
            "asked": digest(seen.url),
            "url": seen.url,
            "item": _packed({**seen.item, "stands_for": seen.stands_for, "sources": seen.sources}),
            "links": _packed(seen.links),
            **{name: getattr(seen, name) for name in _PLAIN},
        }
        self._upsert(PAGES, values, ("crawl", "page"))

    def text(self, seen: Seen, markdown: str) -> None:
        """Write down what a page said in a run; an empty text: that it was gone."""
        values = {"crawl": self.crawl, "page": digest(seen.stands_for), "run": seen.run, "url": seen.url, "content": seen.content if markdown else ""}
        values |= {"title": seen.item.get("title", ""), "markdown": _packed(markdown)}
        self._upsert(TEXTS, values, ("crawl", "page", "run"))

    def last_text(self, stands_for: str) -> str:
        """What a page said last."""
        wanted = select(_T.markdown).where(_T.crawl == self.crawl, _T.page == digest(stands_for), _T.content != "").order_by(_T.run.desc()).limit(1)
        found = self.state.run(wanted).scalar()
        return str(_unpacked(found)) if found else ""

    def failure(self, run: int, url: str, reason: str) -> None:
        """Note an address that brought no page."""
        self.state.run(insert(FAILURES).values(crawl=self.crawl, run=run, url=url, reason=reason[:100]))
        self.state.changed = True

    def unseen(self, run: int, misses: int) -> Iterator[str]:
        """Addresses of pages that this run has not come to, those left out that were gone so many times."""
        last = 0
        while True:
            wanted = select(_P.number, _P.url).where(_P.crawl == self.crawl, _P.run < run, _P.number > last, _P.missed < misses)
            rows = self.state.run(wanted.order_by(_P.number).limit(_BATCH)).all()
            if not rows:
                return
            yield from (row.url for row in rows)
            last = rows[-1].number

    def _one(self, wanted: Any) -> Seen | None:
        row = self.state.run(wanted).first()
        if row is None:
            return None
        item = _unpacked(row.item)
        plain = {name: getattr(row, name) for name in _PLAIN}
        stands_for, sources = item.pop("stands_for"), item.pop("sources", None)
        return Seen(url=row.url, stands_for=stands_for, item=item, links=_unpacked(row.links), sources=sources, **plain)

    def _upsert(self, table: Table, values: dict[str, Any], key: tuple[str, ...]) -> None:
        self.state.run(_upserting(self.state.engine.dialect.name, table, tuple(values), key), values)
        self.state.changed = True


@cache
def _upserting(dialect: str, table: Table, names: tuple[str, ...], key: tuple[str, ...]) -> Any:
    """The statement, made once: two of them are run for every page."""
    module: Any = postgresql if dialect == "postgresql" else sqlite
    statement = module.insert(table)
    return statement.on_conflict_do_update(index_elements=key, set_={name: statement.excluded[name] for name in names if name not in key})


_PLAIN = ("run", "verdict", "checked", "changed", "etag", "last_modified", "lastmod", "body", "content", "maker", "missed")


def judged(before: Seen | None, now: Seen) -> Seen:
    """`now` with its verdict, by what was known before.

    A page that is looked at a second time in the same run (the process was killed between writing and acknowledging) keeps what it was called.
    """
    if before is None or before.missed:
        return replace(now, verdict=NEW, changed=now.checked)
    if before.content == now.content:
        verdict = before.verdict if before.run == now.run and before.verdict in (NEW, CHANGED) else UNCHANGED
        return replace(now, verdict=verdict, changed=before.changed)
    return replace(now, verdict=NEW if before.run == now.run and before.verdict == NEW else CHANGED, changed=now.checked)


def runs(state: State, crawl: str | None = None) -> list[Run]:
    """The runs in a database, or those of one crawl, the newest first."""
    wanted = select(RUNS).order_by(_R.run.desc())
    rows = state.run(wanted if crawl is None else wanted.where(_R.crawl == crawl)).all()
    return [Run(row.run, row.crawl, row.name, row.started, row.ended, row.outcome, json.loads(row.counts)) for row in rows]


@dataclass(frozen=True, slots=True)
class Moved:
    """A page whose text is another after a run than after an earlier one. key: for `text_of`."""

    key: bytes
    url: str
    title: str
    kind: str
    before: int | None
    after: int


def moved_between(state: State, crawl: str, after: int, until: int) -> Iterator[Moved]:
    """Pages whose text is another after run `until` than it was after run `after`; their texts are not read, since a first crawl has them all."""
    last, old = (
        select(_T.page, func.max(_T.run).label("run")).where(_T.crawl == crawl, bound).group_by(_T.page).subquery()
        for bound in ((_T.run > after) & (_T.run <= until), _T.run <= after)
    )
    then = TEXTS.alias()
    joined = (
        TEXTS.join(last, (_T.page == last.c.page) & (_T.run == last.c.run))
        .outerjoin(old, old.c.page == _T.page)
        .outerjoin(then, (then.c.crawl == crawl) & (then.c.page == old.c.page) & (then.c.run == old.c.run))
    )
    columns = (
        _T.page,
        _T.url,
        _T.title,
        _T.content,
        _T.run,
        then.c.content.label("old"),
        then.c.title.label("old_title"),
        then.c.run.label("old_run"),
    )
    for row in state.run(select(*columns).select_from(joined).where(_T.crawl == crawl)):
        if row.content != (row.old or ""):
            kind = NEW if not row.old else GONE if not row.content else CHANGED
            yield Moved(row.page, row.url, row.title or row.old_title or "", kind, row.old_run, row.run)


def text_of(state: State, crawl: str, key: bytes, run: int | None) -> str:
    """What a page said after a run that changed it."""
    found = state.run(select(_T.markdown).where(_T.crawl == crawl, _T.page == key, _T.run == run)).scalar()
    return str(_unpacked(found)) if found else ""


def failures_of(state: State, crawl: str, run: int) -> list[tuple[str, str]]:
    """Address and reason of what failed in a run."""
    rows = state.run(select(_F.url, _F.reason).where(_F.crawl == crawl, _F.run == run).order_by(_F.number)).all()
    return list(dict.fromkeys((row.url, row.reason) for row in rows))


def _packed(value: Any) -> bytes:
    return zlib.compress(json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass"), 6)


def _unpacked(value: bytes) -> Any:
    return json.loads(zlib.decompress(value).decode("utf-8", "surrogatepass"))
