"""`scrapy crawl` of the ready project: bad arguments end in one line, a crawl that brought nothing in exit code 1."""

from argparse import Namespace

from scrapy.commands.crawl import Command as CrawlCommand
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from domwright.extractor.options import Options
from domwright.project.changes.due import Revisits
from domwright.project.choices import CHOICES, chosen
from domwright.project.frontier.scheduler import crawl_key
from domwright.project.frontier.state import StateError, check
from domwright.project.monitors.alarms import ALARMS
from domwright.project.monitors.expect import expectations
from domwright.project.proxies import proxies_of
from domwright.project.rendering.limits import Limits
from domwright.project.summary import OUTCOMES


class Command(CrawlCommand):
    """Scrapy's own command with those two additions."""

    def run(self, args: list[str], opts: Namespace) -> None:
        """Try the spider's arguments first, then crawl."""
        assert self.crawler_process is not None
        assert self.settings is not None
        _check(self.settings)
        if len(args) == 1 and args[0] in self.crawler_process.spider_loader.list():
            # Scrapy would log a traceback for what a spider refuses; raised here, its command line prints one line.
            spider = self.crawler_process.spider_loader.load(args[0])(**opts.spargs)
            _check_state(self.settings, crawl_key(spider))
        super().run(args, opts)
        if (OUTCOMES and not any(OUTCOMES)) or ALARMS:
            self.exitcode = 1


def _check(settings: Settings) -> None:
    """Read every setting that can be wrong once before the crawl. Raises UsageError, which is one line."""
    try:
        for name in CHOICES:
            chosen(settings, name)
        Limits.of(settings)
        Revisits.of(settings)
        expectations(settings)
        proxies_of(settings)
        Options.of(**settings.getdict("DOMWRIGHT_EXTRACT"))
    except ValueError as error:
        raise UsageError(str(error)) from error


def _check_state(settings: Settings, crawl: str) -> None:
    """Open the crawl state once before the crawl. Raises UsageError when it cannot be used or the same crawl runs already."""
    if settings.get("DOMWRIGHT_STATE"):
        try:
            check(settings["DOMWRIGHT_STATE"], crawl)
        except StateError as error:
            raise UsageError(str(error), print_help=False) from error
