"""The tables of the crawl state, and their version."""

from sqlalchemy import Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text

# 2: pages, their texts, runs, failures and calls (tables were added, none was changed).
SCHEMA = 2

METADATA = MetaData()
VERSION = Table("domwright_version", METADATA, Column("version", Integer, nullable=False))
CRAWLS = Table(
    "domwright_crawls",
    METADATA,
    Column("crawl", String(255), primary_key=True),
    Column("owner", String(255), nullable=False),
    Column("beat", Float, nullable=False),
)
ADDRESSES = Table(
    "domwright_addresses",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("crawl", String(255), nullable=False),
    Column("fingerprint", LargeBinary(20), nullable=False),
    Column("url", Text, nullable=False),
    Column("request", LargeBinary),
    # Scrapy's priority turned round: the next address is then the first entry of one index, also among millions.
    Column("rank", Integer, nullable=False, default=0),
    Column("status", String(8), nullable=False),
    Column("outcome", String(100), nullable=False, default=""),
    Index("domwright_known", "crawl", "fingerprint", unique=True),
    Index("domwright_next", "crawl", "status", "rank", "number"),
)
# One row a page, kept between crawls: what it was when it was last looked at, and how to ask whether it still is.
PAGES = Table(
    "domwright_pages",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("crawl", String(255), nullable=False),
    Column("page", LargeBinary(20), nullable=False),  # digest of the address that stands for it: final or canonical
    Column("asked", LargeBinary(20), nullable=False),  # digest of the address that was asked for
    Column("url", Text, nullable=False),
    Column("run", Integer, nullable=False),
    Column("verdict", String(12), nullable=False),
    Column("etag", Text, nullable=False, default=""),
    Column("last_modified", Text, nullable=False, default=""),
    Column("lastmod", String(64), nullable=False, default=""),
    Column("body", String(64), nullable=False, default=""),
    Column("content", String(64), nullable=False, default=""),
    Column("maker", String(64), nullable=False, default=""),
    Column("checked", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("missed", Integer, nullable=False, default=0),
    Column("item", LargeBinary),
    Column("links", LargeBinary),
    Index("domwright_page", "crawl", "page", unique=True),
    Index("domwright_asked", "crawl", "asked"),
    Index("domwright_seen", "crawl", "run"),
)
# Every text a page ever had, by the run that found it; an empty one: it was gone.
TEXTS = Table(
    "domwright_texts",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("crawl", String(255), nullable=False),
    Column("page", LargeBinary(20), nullable=False),
    Column("run", Integer, nullable=False),
    Column("url", Text, nullable=False),
    Column("title", Text, nullable=False, default=""),
    Column("content", String(64), nullable=False, default=""),
    Column("markdown", LargeBinary),
    Index("domwright_text", "crawl", "page", "run", unique=True),
    Index("domwright_run_texts", "crawl", "run"),
)
RUNS = Table(
    "domwright_runs",
    METADATA,
    Column("run", Integer, primary_key=True, autoincrement=True),
    Column("crawl", String(255), nullable=False, index=True),
    Column("name", Text, nullable=False),
    Column("started", Float, nullable=False),
    Column("ended", Float),
    Column("outcome", String(100), nullable=False, default=""),
    Column("counts", Text, nullable=False, default="{}"),
)
FAILURES = Table(
    "domwright_failures",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("crawl", String(255), nullable=False),
    Column("run", Integer, nullable=False),
    Column("url", Text, nullable=False),
    Column("reason", String(100), nullable=False),
    Index("domwright_run_failures", "crawl", "run"),
)
# One row a crawl that `scrapy sites` began.
CALLS = Table(
    "domwright_calls",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("site", String(64), nullable=False),
    Column("slot", Float, nullable=False),
    Column("owner", String(255), nullable=False),
    Column("started", Float, nullable=False),
    Column("beat", Float, nullable=False),
    Column("ended", Float),
    Column("code", Integer),
    Column("told", Text, nullable=False, default=""),
    Column("running", String(64), unique=True),  # the site's name while it runs: of two calls at one moment one is refused by the database
    Index("domwright_slot", "site", "slot", unique=True),
)
