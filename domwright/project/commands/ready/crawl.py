"""`scrapy crawl` of the ready project: bad arguments end in one line, a crawl that brought nothing in exit code 1."""

from argparse import Namespace

from scrapy.commands.crawl import Command as CrawlCommand
from scrapy.exceptions import UsageError
from scrapy.settings import Settings

from domwright.extractor.options import Options
from domwright.project.choices import CHOICES, chosen
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
            self.crawler_process.spider_loader.load(args[0])(**opts.spargs)
        super().run(args, opts)
        if OUTCOMES and not any(OUTCOMES):
            self.exitcode = 1


def _check(settings: Settings) -> None:
    """Read every setting that can be wrong once before the crawl. Raises UsageError, which is one line."""
    try:
        for name in CHOICES:
            chosen(settings, name)
        Limits.of(settings)
        Options.of(**settings.getdict("DOMWRIGHT_EXTRACT"))
    except ValueError as error:
        raise UsageError(str(error)) from error
