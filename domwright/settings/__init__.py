"""Room 4: the ready project's settings. Values only; `scrapy.cfg` names this module."""

from pathlib import Path

_DATA = Path(__file__).resolve().parents[2] / ".domwright"

BOT_NAME = "domwright"
SPIDER_MODULES = ["domwright.spiders"]
NEWSPIDER_MODULE = "domwright.spiders"
ADDONS = {"domwright.project.Addon": 500}

# An honest name. Put an address where site owners reach you: -s DOMWRIGHT_CONTACT=you@example.org
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
DOWNLOAD_TIMEOUT = 30
# A page of 20 MB is no page; what is larger is dropped and counted.
DOWNLOAD_MAXSIZE = 20_000_000
DOWNLOAD_WARNSIZE = 0
REDIRECT_MAX_TIMES = 10

LOG_LEVEL = "WARNING"
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False
FEED_EXPORT_ENCODING = "utf-8"

DOMWRIGHT_OUT = "out"
DOMWRIGHT_RENDER = "auto"
DOMWRIGHT_RENDER_MEMORY = str(_DATA / "render-memory.json")
DOMWRIGHT_SUMMARY = True
DOMWRIGHT_PROGRESS = True
