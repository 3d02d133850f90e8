"""Room 4: the ready project's settings. Values only; `scrapy.cfg` names this module."""

from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_DATA = (_ROOT if (_ROOT / "scrapy.cfg").exists() else Path.cwd()) / ".domwright"

BOT_NAME = "domwright"
SPIDER_MODULES = ["domwright.spiders"]
COMMANDS_MODULE = "domwright.project.commands.ready"
NEWSPIDER_MODULE = "domwright.spiders"
ADDONS = {"domwright.project.Addon": 500}

# An honest name. Give an address where site owners reach you: -s DOMWRIGHT_CONTACT=you@example.org
DOMWRIGHT_CONTACT = ""
USER_AGENT = "domwright/0.1 (site crawler)"

# Polite: robots.txt, and a pace that follows the server's answers.
ROBOTSTXT_OBEY = True
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = 0.2
AUTOTHROTTLE_MAX_DELAY = 30
AUTOTHROTTLE_TARGET_CONCURRENCY = 4.0
CONCURRENT_REQUESTS = 8
CONCURRENT_REQUESTS_PER_DOMAIN = 8
RETRY_TIMES = 2
RETRY_GIVE_UP_LOG_LEVEL = "INFO"  # the summary counts what was given up
DOWNLOAD_TIMEOUT = 30
# A page of 20 MB is no page; what is larger is dropped and counted.
DOWNLOAD_MAXSIZE = 20_000_000
DOWNLOAD_WARNSIZE = 0
REDIRECT_MAX_TIMES = 10

LOG_LEVEL = "WARNING"
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False
FEED_EXPORT_ENCODING = "utf-8"
# Named here, not by the add-on alone: the command line checks `-O all.md` before add-ons are loaded.
FEED_EXPORTERS = {"md": "domwright.project.exporters.feed.MarkdownItemExporter"}

DOMWRIGHT_OUT = "out"
# The crawl state: a crawl that was cut off goes on where it was.
DOMWRIGHT_STATE = f"sqlite:///{_DATA / 'state.db'}"
DOMWRIGHT_REPORTS = str(_DATA / "reports")
DOMWRIGHT_RENDER = "auto"
DOMWRIGHT_RENDER_MEMORY = str(_DATA / "render-memory.json")
# A crawl of the public web is not led to private addresses; one that starts at a private address is.
DOMWRIGHT_PRIVATE = "auto"
DOMWRIGHT_SUMMARY = True
DOMWRIGHT_PROGRESS = True
