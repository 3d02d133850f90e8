"""`scrapy sites`: the sites of sites.toml checked, listed, crawled when they are due, watched, and how they did."""

import sys
import time
from argparse import ArgumentParser, Namespace
from pathlib import Path

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from domwright.project.frontier.state import StateError
from domwright.project.sites.file import SitesError, read, sites_file
from domwright.project.sites.record import Calls, next_slot, shown
from domwright.project.sites.run import REFUSED, Runner, Stop
from domwright.project.sites.site import Site
from domwright.project.sites.watch import Watch

_ACTIONS = ("check", "list", "run", "watch", "status")


class Command(ScrapyCommand):
    """As Scrapy runs it."""

    requires_project = True
    default_settings = {"LOG_ENABLED": False}  # noqa: RUF012 - Scrapy's attribute

    def syntax(self) -> str:
        """The arguments' line of the help."""
        return "check|list|run|watch|status [NAME…] [--file sites.toml]"

    def short_desc(self) -> str:
        """The line in Scrapy's list of commands."""
        return "Crawl the sites of sites.toml on their schedules"

    def long_desc(self) -> str:
        """The text of the help."""
        return (
            "check: read the file and say what is wrong, with lines. list: the sites and when they are next due. run: crawl those that are due, or the named "
            "ones now; this is what cron, systemd or Kubernetes calls. watch: stay and keep the schedules. status: how the last crawls ended. Exit code 1: a crawl "
            "failed, 2: the file is wrong, 3: a named site is being crawled by another process."
        )

    def add_options(self, parser: ArgumentParser) -> None:
        """The command's own options."""
        super().add_options(parser)
        parser.add_argument("--file", default="", help="the file of the sites (default: sites.toml beside scrapy.cfg, or $DOMWRIGHT_SITES)")
        parser.add_argument("--names", action="store_true", help="list: the names alone, on one line, of those that are not switched off")
        parser.add_argument("--together", type=int, default=1, metavar="N", help="watch: crawl N sites at once (default: 1)")
        parser.add_argument("--quiet", action="store_true", help="do not show what the crawls say")

    def run(self, args: list[str], opts: Namespace) -> None:
        """Do what the first argument says."""
        if not args or args[0] not in _ACTIONS:
            raise UsageError(f"say what to do: {', '.join(_ACTIONS)}")
        assert self.settings is not None
        url = self.settings.get("DOMWRIGHT_STATE")
        if not url:
            raise UsageError("schedules need DOMWRIGHT_STATE", print_help=False)
        try:
            self._done(args[0], args[1:], sites_file(opts.file), url, opts)
        except (SitesError, StateError) as error:
            print(error, file=sys.stderr)
            self.exitcode = 2

    def _done(self, action: str, names: list[str], file: Path, url: str, opts: Namespace) -> None:
        sites = _chosen(read(file), names, file)
        if action == "check":
            print(f"{file}: {len(sites)} site{'' if len(sites) == 1 else 's'}, nothing is wrong")
            return
        if action == "list" and opts.names:
            print(" ".join(name for name, site in sites.items() if site.enabled))
            return
        calls = Calls(url)
        try:
            if action == "list":
                _list(sites, calls)
            elif action == "status":
                self.exitcode = _status(sites, calls)
            else:
                stop = Stop()
                stop.listen()
                runner = Runner(file, tuple(opts.set or ()), stop, opts.quiet)
                if action == "watch":
                    Watch(runner, url, max(1, opts.together)).stay()
                else:
                    self.exitcode = _run(sites, calls, runner, named=bool(names))
        finally:
            calls.close()


def _chosen(sites: dict[str, Site], names: list[str], file: Path) -> dict[str, Site]:
    """The named sites, or all. Raises SitesError for a name the file does not have."""
    unknown = [name for name in names if name not in sites]
    if unknown:
        raise SitesError(f"{file} has no site {unknown[0]!r}; it has: {', '.join(sites)}")
    return {name: sites[name] for name in names} or sites


def _list(sites: dict[str, Site], calls: Calls) -> None:
    now = time.time()
    print(f"{'site':20} {'due':22} {'next':22} {'schedule':16} start")
    for name, site in sites.items():
        slot = calls.is_due(name, site, now)
        due = "now" if slot is not None else "-" if site.schedule and site.enabled else "by name only" if site.enabled else "switched off"
        print(f"{name:20} {due:22} {shown(next_slot(site, now), site.timezone):22} {site.schedule or '-':16} {' '.join(site.start)}")


def _status(sites: dict[str, Site], calls: Calls) -> int:
    """The last crawl of every site; 1 when one failed or died."""
    now, failed = time.time(), False
    print(f"{'site':20} {'outcome':8} {'started':22} {'took':>8}  said")
    for name, site in sites.items():
        call = calls.last(name)
        if call is None:
            print(f"{name:20} {'never':8}")
            continue
        outcome = call.outcome(now)
        failed = failed or outcome in ("failed", "died")
        took = (call.ended or call.beat) - call.started
        lines = [line for line in call.told.splitlines() if line.strip()]
        line = next((line for line in lines if line.startswith("changes: ")), lines[-1] if lines else "")
        print(f"{name:20} {outcome:8} {shown(call.started, site.timezone):22} {took:6.0f} s  {line}")
    return 1 if failed else 0


def _run(sites: dict[str, Site], calls: Calls, runner: Runner, *, named: bool) -> int:
    """Crawl the named sites now, or those that are due, one after another. Gives the exit code."""
    code, begun = 0, 0
    for name, site in sites.items():
        slot = None if named else calls.is_due(name, site, time.time())
        if runner.stop.asked or (slot is None and not named):
            continue
        begun += 1
        outcome = runner.crawl(name, calls, slot)
        if outcome.code == REFUSED:
            print(outcome.told, file=sys.stderr)
            code = code or (REFUSED if named else 0)
        elif outcome.code:
            print(f"{name}: failed with exit code {outcome.code}", file=sys.stderr)
            code = 1
    if not begun:
        print("nothing is due", file=sys.stderr)
    return code
