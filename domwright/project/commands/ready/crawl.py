"""`scrapy crawl` of the ready project: bad arguments end in one line, a crawl that brought nothing in exit code 1."""

from argparse import Namespace

from scrapy.commands.crawl import Command as CrawlCommand

from domwright.project.summary import OUTCOMES


class Command(CrawlCommand):
    """Scrapy's own command with those two additions."""

    def run(self, args: list[str], opts: Namespace) -> None:
        """Try the spider's arguments first, then crawl."""
        assert self.crawler_process is not None
        if len(args) == 1 and args[0] in self.crawler_process.spider_loader.list():
            # Scrapy would log a traceback for what a spider refuses; raised here, its command line prints one line.
            self.crawler_process.spider_loader.load(args[0])(**opts.spargs)
        super().run(args, opts)
        if OUTCOMES and not any(OUTCOMES):
            self.exitcode = 1
