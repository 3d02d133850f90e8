"""`scrapy changes`: what changed on a site between two of its crawls."""

import sys
from argparse import ArgumentParser, Namespace
from datetime import UTC, datetime

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from domwright.project.changes.changes import changes_of, when
from domwright.project.changes.pages import Run, runs
from domwright.project.changes.report import FORMATS
from domwright.project.frontier.state import State, StateError


class Command(ScrapyCommand):
    """As Scrapy runs it."""

    requires_project = True
    default_settings = {"LOG_ENABLED": False}  # noqa: RUF012 - Scrapy's attribute

    def syntax(self) -> str:
        """The arguments' line of the help."""
        return "[site] [--since DATE|RUN] [--until DATE|RUN] [--format md|json|html] [--runs]"

    def short_desc(self) -> str:
        """The line in Scrapy's list of commands."""
        return "Say what changed on a site between two crawls"

    def long_desc(self) -> str:
        """The text of the help."""
        return (
            "Prints the change report of the last crawl, of the named site or of all. A site is named as `--runs` lists it, or by a part of that name. "
            "--since 2026-11-01 compares with the last crawl before that day, --since 12 with run 12."
        )

    def add_options(self, parser: ArgumentParser) -> None:
        """The command's own options."""
        super().add_options(parser)
        parser.add_argument(
            "--since", metavar="DATE|RUN", help="compare with the last crawl before that time, or with that run (default: the crawl before)"
        )
        parser.add_argument("--until", metavar="DATE|RUN", help="the later crawl (default: the last one)")
        parser.add_argument("--format", choices=list(FORMATS), default="md", help="md (default), json or html")
        parser.add_argument("--runs", action="store_true", help="list the crawls that are on record")

    def run(self, args: list[str], opts: Namespace) -> None:
        """Print the report or the list."""
        assert self.settings is not None
        url = self.settings.get("DOMWRIGHT_STATE")
        if len(args) > 1 or not url:
            raise UsageError("give one site at most" if url else "DOMWRIGHT_STATE is not set: nothing is on record")
        try:
            state = State(url, "")
        except StateError as error:
            raise UsageError(str(error), print_help=False) from error
        try:
            found = _named(runs(state), args[0] if args else "")
            if opts.runs:
                _list(found)
                return
            later = _chosen(found, opts.until, "until") if opts.until else found[0]
            same = [run for run in found if run.crawl == later.crawl and run.run < later.run]
            since = _chosen(same, opts.since, "since") if opts.since else None
            sys.stdout.write(FORMATS[opts.format](changes_of(state, later, since)))
        finally:
            state.close()


def _named(found: list[Run], name: str) -> list[Run]:
    """The runs of the site of that name, or of those whose names hold it. Raises UsageError when there are none."""
    fitting = [run for run in found if run.name == name] or [run for run in found if name in run.name]
    if not found:
        raise UsageError("no crawl is on record yet", print_help=False)
    if not fitting:
        names = ", ".join(dict.fromkeys(run.name for run in found))
        raise UsageError(f"no crawl of {name!r} is on record; there are: {names}", print_help=False)
    return fitting


def _list(found: list[Run]) -> None:
    print(f"{'run':>5}  {'started':20} {'outcome':12} {'new':>6} {'changed':>8} {'same':>6} {'gone':>6} {'failed':>7}  site")
    for run in found:
        counts = [run.counts.get(kind, 0) for kind in ("new", "changed", "unchanged", "gone", "failed")]
        print(
            f"{run.run:5}  {when(run.started):20} {run.outcome or 'runs':12} {counts[0]:6} {counts[1]:8} {counts[2]:6} {counts[3]:6} {counts[4]:7}  {run.name}"
        )


def _chosen(found: list[Run], told: str, option: str) -> Run:
    """A run by its number, or the last one before a time. Raises UsageError when there is none."""
    if told.isdigit():
        chosen = next((run for run in found if run.run == int(told)), None)
    else:
        try:
            time = datetime.fromisoformat(told)
        except ValueError as error:
            raise UsageError(f"--{option} {told!r} is neither a run's number nor a date like 2026-11-30", print_help=False) from error
        until = (time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp()
        chosen = next((run for run in found if run.started <= until), None)
    if chosen is None:
        raise UsageError(f"--{option} {told}: no such crawl is on record (see --runs)", print_help=False)
    return chosen
