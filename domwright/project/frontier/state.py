"""The crawl state: one row an address, in a database. An address leaves it only when it was acknowledged."""

import logging
import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Executable, bindparam, create_engine, delete, event, func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, InterfaceError, NoSuchModuleError, OperationalError

from domwright.project.frontier.tables import ADDRESSES, CRAWLS, METADATA, SCHEMA, VERSION

logger = logging.getLogger(__name__)

QUEUED, LEASED, DONE, FAILED = "queued", "leased", "done", "failed"
_PATIENCE_SECONDS, _RETRY_SECONDS = 300.0, 1.0  # how long a database server that went away is waited for
NOT_WRITTEN = "not-written"  # the reason of the files pipeline: a page that was got, and that the disk did not take
_BEAT_SECONDS = 60.0  # a crawl on another machine that was not heard of for so long is dead
_REUSED_SECONDS = 900.0  # longer than a crawl waits for its database; a process id that was silent for so long is another's
_BUSY_MILLISECONDS = 10_000  # how long SQLite waits for another process's write

_A = ADDRESSES.c
_LISTED = 5_000  # addresses read at once


_KEEP = (
    update(ADDRESSES)
    .where(_A.crawl == bindparam("of_crawl"), _A.fingerprint == bindparam("of_fingerprint"), _A.status == LEASED)
    .values(status=bindparam("to_status"), outcome=bindparam("to_outcome"))
)
_FORGET = _KEEP.values(request=None)


class StateError(Exception):
    """A crawl state that cannot be used; the text says why and what to do."""


class CrawlRuns(StateError):
    """Another process is at this crawl."""


@dataclass(frozen=True, slots=True)
class Known:
    """An address as it goes in and comes out: its fingerprint, its priority, and the request as bytes."""

    fingerprint: bytes
    url: str
    priority: int
    request: bytes


@dataclass(frozen=True, slots=True)
class Counts:
    """How many addresses of a crawl are in which state."""

    queued: int = 0
    leased: int = 0
    done: int = 0
    failed: int = 0

    @property
    def unfinished(self) -> int:
        """Addresses that were not acknowledged."""
        return self.queued + self.leased


class State:
    """The addresses of one crawl. Writes are kept in one transaction until `commit`; not shared between threads."""

    def __init__(self, url: str, crawl: str) -> None:
        self.crawl = crawl
        self.owner = f"{socket.gethostname()}:{os.getpid()}"
        self.engine = _engine(url)
        self.connection = _connected(self.engine, url)
        self.changed = False
        self.losses = 0  # how often the database went away
        self.broken = False
        self.when_broken: Callable[[str], None] = lambda _: None
        self._shown = _shown(url)
        # Made once: the hottest statement, one for every link of every page.
        dialect: Any = postgresql if self.engine.dialect.name == "postgresql" else sqlite
        self._insert = dialect.insert(ADDRESSES).inline().on_conflict_do_nothing().execution_options(preserve_rowcount=True)

    def close(self) -> None:
        """Commit, let others have the crawl, and close the database; one that broke is let go as it is."""
        if self.broken:
            with suppress(DBAPIError):
                self.connection.close()
            self.engine.dispose()
            return
        self.commit()
        self.run(delete(CRAWLS).where(CRAWLS.c.crawl == self.crawl, CRAWLS.c.owner == self.owner))
        self.connection.commit()
        self.connection.close()
        self.engine.dispose()

    def run(self, statement: Executable, told: dict[str, Any] | None = None) -> Any:
        """Execute; a database server that went away is waited for, and the statement done again: every one stands by itself there.

        Raises StateError, now and ever after, when the database cannot be used any more: a full disk, a server that does not come back.
        """
        if self.broken:
            raise StateError("the crawl state cannot be used any more")
        waited = 0.0
        while True:
            try:
                if self.connection.closed:
                    self.connection = self.engine.connect()
                return self.connection.execute(statement, told or {})
            except DBAPIError as error:
                if not _is_gone(error):
                    raise
                if self.engine.dialect.name == "sqlite" or waited >= _PATIENCE_SECONDS:
                    raise self._break(error) from error
                logger.warning("the crawl state's database went away (%s): waiting for it", str(error.orig).splitlines()[0])
                waited += _RETRY_SECONDS
                self.losses += 1
                if not self.connection.closed:
                    with suppress(DBAPIError):
                        self.connection.invalidate()
                    self.connection.close()
                time.sleep(_RETRY_SECONDS)

    def commit(self) -> None:
        """Write down what changed."""
        if self.changed and not self.broken:
            try:
                self.connection.commit()
            except DBAPIError as error:
                raise self._break(error) from error
            self.changed = False

    def _break(self, error: DBAPIError) -> StateError:
        self.broken = True
        told = str(error.orig).splitlines()[0]
        hint = "; is the disk full?" if "disk" in told else ""
        message = (
            f"the crawl state {self._shown} cannot be used any more ({told}{hint}): what was written is safe, the same command goes on from there"
        )
        self.when_broken(message)
        return StateError(message)

    def take(self) -> None:
        """Become the crawl's only process; what a dead one had leased, or a full disk kept from being written, is queued again.

        Raises CrawlRuns when another is alive.
        """
        self.refuse_running()
        self.run(delete(CRAWLS).where(CRAWLS.c.crawl == self.crawl))
        try:
            self.run(insert(CRAWLS).values(crawl=self.crawl, owner=self.owner, beat=time.time()))
        except IntegrityError as error:
            self.connection.rollback()
            owner = self.run(select(CRAWLS.c.owner).where(CRAWLS.c.crawl == self.crawl)).scalar()
            if owner != self.owner:  # else it was this process, and the answer was lost
                raise CrawlRuns("another process has just begun this crawl") from error
        unwritten = (_A.status == FAILED) & (_A.outcome == NOT_WRITTEN)
        self.run(update(ADDRESSES).where(_A.crawl == self.crawl, (_A.status == LEASED) | unwritten).values(status=QUEUED))
        self.connection.commit()

    def refuse_running(self) -> None:
        """Raise CrawlRuns when another living process is at this crawl."""
        row = self.run(select(CRAWLS.c.owner, CRAWLS.c.beat).where(CRAWLS.c.crawl == self.crawl)).first()
        self.connection.rollback()
        if row is not None and row.owner != self.owner and _is_alive(row.owner, row.beat):
            raise CrawlRuns(f"another process ({row.owner}) is at this crawl: let it finish, or stop it first")

    def beat(self) -> None:
        """Say that this process is alive."""
        self.run(update(CRAWLS).where(CRAWLS.c.crawl == self.crawl, CRAWLS.c.owner == self.owner).values(beat=time.time()))
        self.changed = True
        self.commit()

    def counts(self) -> Counts:
        """How far the crawl is."""
        rows = self.run(select(_A.status, func.count()).where(_A.crawl == self.crawl).group_by(_A.status)).all()
        return Counts(**{row[0]: row[1] for row in rows})

    def addresses(self) -> Iterator[str]:
        """Every address that is known, a batch at a time, in the order of coming."""
        last = 0
        while True:
            wanted = select(_A.number, _A.url).where(_A.crawl == self.crawl, _A.number > last).order_by(_A.number).limit(_LISTED)
            rows = self.run(wanted).all()
            if not rows:
                return
            yield from (row.url for row in rows)
            last = rows[-1].number

    def forget(self) -> None:
        """Start over: everything that is known of the crawl goes."""
        self.run(delete(ADDRESSES).where(_A.crawl == self.crawl))
        self.connection.commit()

    def add(self, known: Known) -> bool:
        """Queue an address; False when it is known already.

        Where the database went away meanwhile, True: the statement may have been done before its answer was lost, and an address that
        is queued must not pass for one that was known.
        """
        losses = self.losses
        values = {"crawl": self.crawl, "fingerprint": known.fingerprint, "url": known.url, "request": known.request, "rank": -known.priority}
        self.changed = True
        added = self.run(self._insert, {**values, "status": QUEUED, "outcome": ""}).rowcount == 1
        return bool(added or self.losses > losses)

    def again(self, known: Known) -> None:
        """Queue an address whatever is known of it: a retry, or a spider that asks for it once more."""
        values = {"request": known.request, "rank": -known.priority, "status": QUEUED, "outcome": ""}
        there = update(ADDRESSES).where(_A.crawl == self.crawl, _A.fingerprint == known.fingerprint)
        self.changed = True
        if not self.run(there.values(**values)).rowcount:
            self.add(known)

    def lease(self, count: int) -> list[Known]:
        """The next addresses, by priority and then by age; they are this process's until acknowledged, or until it is dead."""
        columns = (_A.number, _A.fingerprint, _A.url, _A.rank, _A.request)
        wanted = select(*columns).where(_A.crawl == self.crawl, _A.status == QUEUED).order_by(_A.rank, _A.number).limit(count)
        rows = self.run(wanted).all()
        if rows:
            self.run(update(ADDRESSES).where(_A.number.in_([row.number for row in rows])).values(status=LEASED))
            self.changed = True
        return [Known(row.fingerprint, row.url, -row.rank, row.request) for row in rows]

    def give_back(self, fingerprints: Iterable[bytes]) -> None:
        """Queue leased addresses again that nothing was done about."""
        for fingerprint in fingerprints:
            self._set(fingerprint, QUEUED, "", keep=True)

    def acknowledge(self, fingerprint: bytes, outcome: str, *, failed: bool = False) -> None:
        """The end of the line for an address: its item was exported, or it was dropped for a reason."""
        self._set(fingerprint, FAILED if failed else DONE, outcome, keep=failed)

    def _set(self, fingerprint: bytes, status: str, outcome: str, *, keep: bool) -> None:
        statement = _KEEP if keep else _FORGET
        told = {"of_crawl": self.crawl, "of_fingerprint": fingerprint, "to_status": status, "to_outcome": outcome[:100]}
        self.run(statement, told)
        self.changed = True


def check(url: str, crawl: str = "") -> None:
    """Open a crawl state and close it again. Raises StateError when it cannot be used, or when `crawl` runs already."""
    state = State(url, crawl)
    try:
        state.refuse_running()
    finally:
        state.close()


def _engine(url: str) -> Engine:
    try:
        parts = make_url(url)
        if parts.get_backend_name() == "sqlite" and parts.database and parts.database != ":memory:":
            Path(parts.database).parent.mkdir(parents=True, exist_ok=True)
        if parts.drivername == "postgresql":
            parts = parts.set(drivername="postgresql+psycopg")
        # SQLite: a page's links and its acknowledgement are one transaction. A server may go away in mid transaction: there every
        # statement is its own, so that it can be done again.
        engine = create_engine(parts) if parts.get_backend_name() == "sqlite" else create_engine(parts, isolation_level="AUTOCOMMIT")
    except (ArgumentError, NoSuchModuleError, ImportError) as error:
        raise StateError(
            f"DOMWRIGHT_STATE={_shown(url)!r} is not a database this installation can use (for postgresql:// install domwright[postgres]): {error}"
        ) from error
    except OSError as error:
        raise StateError(f"the folder of the crawl state {_shown(url)} cannot be made: {error}") from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _tune)
    return engine


def _tune(connection: Any, _: Any) -> None:
    # WAL: readers do not wait for the crawl. NORMAL: a power cut may lose the last transactions, never the file.
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", f"busy_timeout={_BUSY_MILLISECONDS}", "cache_size=-20000"):
        connection.execute(f"PRAGMA {pragma}")


def _connected(engine: Engine, url: str) -> Connection:
    """A connection to a database whose tables are ours and of our version."""
    with _named(engine, url):
        connection = engine.connect()
        METADATA.create_all(connection)
        version = connection.execute(select(VERSION.c.version)).scalar()
        if version is None:
            connection.execute(insert(VERSION).values(version=SCHEMA))
        elif version < SCHEMA:
            connection.execute(update(VERSION).values(version=SCHEMA))  # later versions added tables, which are there by now
        connection.commit()
    if version is not None and version > SCHEMA:
        connection.close()
        raise StateError(
            f"the crawl state {_shown(url)} was written by a newer domwright (version {version}, this one knows {SCHEMA}): update domwright"
        )
    return connection


@contextmanager
def _named(engine: Engine, url: str) -> Iterator[None]:
    try:
        yield
    except DBAPIError as error:
        engine.dispose()
        shown = _shown(url)
        told = str(error.orig)
        if "not a database" in told or "malformed" in told:
            raise StateError(f"the crawl state {shown} is damaged: move the file away to start over") from error
        if "locked" in told:
            raise StateError(f"the crawl state {shown} is locked by another process: let it finish first") from error
        raise StateError(f"the crawl state {shown} cannot be used: {told}") from error


def _shown(url: str) -> str:
    """An address without its password, for messages."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return url


def _is_gone(error: DBAPIError) -> bool:
    """Whether the server is away, rather than the statement wrong."""
    return error.connection_invalidated or isinstance(error, OperationalError | InterfaceError)


def _is_alive(owner: str, beat: float) -> bool:
    """Whether the process that holds a crawl lives: by its id on this machine, by its last beat on another.

    Here too a beat that is too old is a dead one: after a power cut the id belongs to somebody else.
    """
    silent = time.time() - beat
    host, _, number = owner.rpartition(":")
    if host != socket.gethostname() or not number.isdigit():
        return silent < _BEAT_SECONDS
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return False
    except OSError:
        pass  # somebody else's process
    return silent < _REUSED_SECONDS
