"""What changed between two runs of a crawl: one record that all report formats are written from."""

from dataclasses import dataclass
from datetime import UTC, datetime

from domwright.project.changes.pages import CHANGED, GONE, NEW, UNCHANGED, Run, failures_of, runs, texts_between
from domwright.project.frontier.state import State


@dataclass(frozen=True, slots=True)
class Change:
    """A page whose text is another: kind is new, changed or gone; before and after are its Markdown, "" where there was none."""

    url: str
    title: str
    kind: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Changes:
    """The difference between two runs: since is None when the later one was the first of its crawl. failed: address and reason."""

    run: Run
    since: Run | None
    changes: tuple[Change, ...]
    failed: tuple[tuple[str, str], ...]

    def of(self, kind: str) -> list[Change]:
        """The changes of one kind, by address."""
        return sorted((change for change in self.changes if change.kind == kind), key=lambda change: change.url)

    def counts(self) -> dict[str, int]:
        """How many pages of each kind; unchanged ones as the later run counted them."""
        counted = {kind: len(self.of(kind)) for kind in (NEW, CHANGED, GONE)}
        return {**counted, UNCHANGED: self.run.counts.get(UNCHANGED, 0), "failed": len(self.failed)}

    def headline(self) -> str:
        """The counts in one line."""
        return ", ".join(f"{count} {kind}" for kind, count in self.counts().items() if count or kind != "failed")


def changes_of(state: State, run: Run, since: Run | None = None) -> Changes:
    """What changed from a run (that before, when none is given) to another of the same crawl."""
    earlier = since or next((each for each in runs(state, run.crawl) if each.run < run.run), None)
    found = texts_between(state, run.crawl, earlier.run if earlier else 0, run.run)
    changes = tuple(Change(url, title, kind, before, after) for _, url, title, kind, before, after in found)
    return Changes(run, earlier, changes, tuple(failures_of(state, run.crawl, run.run)))


def when(seconds: float | None) -> str:
    """A time for people, UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC") if seconds else "still open"
