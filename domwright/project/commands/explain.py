"""`scrapy explain FILE`: block by block what was kept or dropped, by which rule, with what score."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any

from scrapy.commands import ScrapyCommand
from scrapy.exceptions import UsageError

from domwright.extractor.explain import explain
from domwright.extractor.pipeline import extract
from domwright.project.rendering.browser import BrowserMissing
from domwright.project.rendering.faults import RenderFailed
from domwright.project.rendering.once import NotRendered, snapshot_once
from domwright.project.rendering.render import told

_SECONDS = 60.0  # for one page, where no setting says otherwise


class Command(ScrapyCommand):
    """As Scrapy runs it."""

    requires_project = False
    default_settings = {"LOG_ENABLED": False}  # noqa: RUF012 - Scrapy's attribute

    def syntax(self) -> str:
        """The arguments' line of the help."""
        return "<file.html | address> [--url ADDRESS] [--dropped] [--terms N]"

    def short_desc(self) -> str:
        """The line in Scrapy's list of commands."""
        return "Say block by block what the extractor kept or dropped, and why"

    def add_options(self, parser: ArgumentParser) -> None:
        """The command's own options."""
        super().add_options(parser)
        parser.add_argument("--url", default="", help="the address the page came from")
        parser.add_argument("--terms", type=int, default=0, metavar="N", help="show the N heaviest terms of every block's score")
        parser.add_argument("--dropped", action="store_true", help="show dropped blocks only")

    def run(self, args: list[str], opts: Namespace) -> None:
        """Print the table."""
        if len(args) != 1:
            raise UsageError("give one HTML file, or an address, which is rendered")
        html, url = self._rendered(args[0]) if args[0].startswith(("http://", "https://")) else (_read(args[0]), opts.url)
        document = extract(html, url=url)
        print(
            f"rung: {document.rung or '-'}   source: {document.source}   parser: {document.parser}   problems: {', '.join(document.problems) or '-'}"
        )
        explained = explain(html) if opts.terms else ()
        for at, reason in enumerate(document.reasons):
            if opts.dropped and reason.kept:
                continue
            print(f"{'kept   ' if reason.kept else 'dropped'} {reason.score:+7.2f}  {reason.rule or '-':18} {reason.text}")
            if at < len(explained):
                for name, weight in explained[at].terms[: opts.terms]:
                    print(f"{'':9}{weight:+7.2f}  {name}")

    def _rendered(self, address: str) -> tuple[str, str]:
        """A page as the browser has it; what is known of its rendering is printed first."""
        settings: Any = self.settings or {}
        try:
            snapshot = snapshot_once(
                address, user_agent=str(settings.get("USER_AGENT") or ""), seconds=float(settings.get("DOWNLOAD_TIMEOUT") or _SECONDS)
            )
        except (NotRendered, BrowserMissing, RenderFailed) as error:
            raise UsageError(f"{address} cannot be rendered: {error}") from error
        facts = snapshot.facts
        print(f"rendered: {facts['why']} after {facts['milliseconds'] / 1000:.1f} s   under way still: {told(facts['pending']) or '-'}")
        return snapshot.html, snapshot.url


def _read(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error}") from error
