"""What changed between two runs of a crawl: one record that all report formats are written from."""

from dataclasses import dataclass
from datetime import UTC, datetime

from domwright.project.changes.pages import CHANGED, GONE, NEW, UNCHANGED, Run, failures_of, moved_between, runs, text_of
from domwright.project.frontier.state import State

_MOST_TEXTS = 1_000  # changed pages whose texts are shown


@dataclass(frozen=True, slots=True)
class Change:
    """A page whose text is another: kind is new, changed or gone.

    before and after are its Markdown where it changed; "" for all others, and for what is beyond the first thousand.
    """

    url: str
    title: str
    kind: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Changes:
    """The difference between two runs: since is None when the later one was the first of its crawl. changes are by address. failed: address and reason."""

    run: Run
    since: Run | None
    changes: tuple[Change, ...]
    failed: tuple[tuple[str, str], ...]

    def of(self, kind: str) -> list[Change]:
        """The changes of one kind, in their order."""
        return [change for change in self.changes if change.kind == kind]

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
    moved = sorted(moved_between(state, run.crawl, earlier.run if earlier else 0, run.run), key=lambda page: page.url)
    told = 0
    changes = []
    for page in moved:
        before = after = ""
        if page.kind == CHANGED and told < _MOST_TEXTS:
            told += 1
            before, after = (text_of(state, run.crawl, page.key, at) for at in (page.before, page.after))
        changes.append(Change(page.url, page.title, page.kind, before, after))
    return Changes(run, earlier, tuple(changes), tuple(failures_of(state, run.crawl, run.run)))


def when(seconds: float | None) -> str:
    """A time for people, UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC") if seconds else "still open"
