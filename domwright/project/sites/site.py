"""One table of sites.toml as a checked record, and what it means to Scrapy."""

import os
import re
from datetime import datetime
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from cronsim import CronSim, CronSimError
from pydantic import BaseModel, ConfigDict, Field, PositiveFloat, PositiveInt, field_validator

_VARIABLE = re.compile(r"\$\{(\w+)\}")


class Site(BaseModel):
    """A site. Everything but `start` may be left out; what is, is as in `scrapy crawl site`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    start: list[str] = Field(description="one or more start addresses")
    schedule: str = Field("", description='five cron fields, such as "0 3 * * 1-5"; without one the site is crawled by name only')
    timezone: str = Field("UTC", description="the schedule's time zone, such as Europe/Vienna")
    enabled: bool = True
    sitemap: str | list[str] = Field("auto", description="auto, no, or addresses of sitemaps")
    allow: list[str] = Field(default=[], description="regular expressions on the whole address")
    deny: list[str] = []
    language: list[str] = Field(default=[], description="keep pages in these languages")
    max_pages: PositiveInt | None = None
    max_depth: int | None = Field(None, ge=0)
    max_minutes: PositiveInt | None = None
    max_mb: PositiveInt | None = None
    concurrency: PositiveInt | None = Field(None, description="requests at once to one host")
    delay: PositiveFloat | None = Field(None, description="seconds between two requests to one host")
    render: Literal["auto", "always", "never"] | None = None
    actions: str = ""
    buttons: bool = False
    files: Literal["skip", "list", "download"] = "skip"
    out: str = Field("", description="folder of the Markdown files")
    feeds: list[str] = Field(default=[], description="files of all items: .jsonl, .json, .csv, .xml, .md; %(time)s in a name becomes the time")
    gone: Literal["keep", "mark", "remove"] | None = None
    headers: dict[str, str] = Field(
        default={}, description="sent to the hosts of the start addresses, with and without www, and to no other; ${NAME} is an environment variable"
    )
    user_agent: str = ""
    login_state: str = Field("", description="a file with a browser's cookies and storage, as Playwright saves it")
    expect: dict[str, float] = Field(default={}, description="what a crawl must come up to; see DOMWRIGHT_EXPECT")
    settings: dict[str, Any] = Field(default={}, description="any other settings")

    @field_validator("start", "sitemap", "language", "allow", "deny", "feeds", mode="before")
    @classmethod
    def _as_list(cls, value: Any, told: Any) -> Any:
        return [value] if isinstance(value, str) and not (told.field_name == "sitemap" and value in ("auto", "no")) else value

    @field_validator("start")
    @classmethod
    def _addresses(cls, value: list[str]) -> list[str]:
        for url in value:
            if not re.match(r"https?://[^\s/]+", url):
                raise ValueError(f"{url!r} is not an http or https address")
        if not value:
            raise ValueError("there is no start address")
        return value

    @field_validator("allow", "deny")
    @classmethod
    def _patterns(cls, value: list[str]) -> list[str]:
        for pattern in value:
            try:
                re.compile(pattern)
            except re.error as error:
                raise ValueError(f"{pattern!r} is not a regular expression: {error}") from error
            if re.search(r"\s", pattern):
                raise ValueError(f"{pattern!r} has white space in it: write \\s")
        return value

    @field_validator("schedule")
    @classmethod
    def _cron(cls, value: str) -> str:
        try:
            if value:
                next(CronSim(value, datetime(2026, 1, 1, tzinfo=ZoneInfo("UTC"))))
        except (CronSimError, StopIteration) as error:
            raise ValueError(
                f'{value!r} is not a cron expression ({error or "it never comes"}); five fields are, such as "30 3 * * *" for 3:30 every day'
            ) from error
        return value

    @field_validator("timezone")
    @classmethod
    def _zone(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise ValueError(f"{value!r} is not a time zone, such as Europe/Vienna") from error
        return value

    @field_validator("headers")
    @classmethod
    def _variables(cls, value: dict[str, str]) -> dict[str, str]:
        missing = [name for text in value.values() for name in _VARIABLE.findall(text) if name not in os.environ]
        if missing:
            raise ValueError(f"the environment has no variable {missing[0]}")
        return value

    def arguments(self) -> dict[str, str]:
        """Arguments of the site spider."""
        told: dict[str, Any] = {
            "url": " ".join(self.start),
            "sitemap": self.sitemap if isinstance(self.sitemap, str) else " ".join(self.sitemap),
            "allow": " ".join(self.allow),
            "deny": " ".join(self.deny),
            "language": ",".join(self.language),
            "files": self.files,
            "buttons": "1" if self.buttons else "",
            **{name: getattr(self, name) for name in ("max_pages", "max_depth", "max_minutes", "max_mb")},
        }
        return {name: str(value) for name, value in told.items() if value not in (None, "")}

    def scrapy_settings(self) -> dict[str, Any]:
        """Settings of the crawl, headers left out."""
        told: dict[str, Any] = {
            "DOMWRIGHT_RENDER": self.render,
            "DOMWRIGHT_ACTIONS": self.actions or None,
            "DOMWRIGHT_OUT": self.out or None,
            "DOMWRIGHT_GONE": self.gone,
            "DOMWRIGHT_EXPECT": self.expect or None,
            "CONCURRENT_REQUESTS_PER_DOMAIN": self.concurrency,
            "DOWNLOAD_DELAY": self.delay,
            "USER_AGENT": self.user_agent or None,
            "FEEDS": {path: {"overwrite": True} for path in self.feeds} or None,
        }
        return {name: value for name, value in told.items() if value is not None} | self.settings

    def context(self) -> dict[str, Any]:
        """Options of the browser's context: the login's state."""
        return {"storage_state": str(Path(self.login_state))} if self.login_state else {}

    def hosts(self) -> set[str]:
        """The hosts of the start addresses, each with and without www."""
        found = {urlsplit(url).hostname or "" for url in self.start}
        return {host for name in found if name for host in (name.removeprefix("www."), f"www.{name.removeprefix('www.')}")}

    def sent_headers(self) -> dict[str, dict[str, str]]:
        """The headers by host, with the environment's values."""
        sent = {name: _VARIABLE.sub(lambda match: os.environ.get(match[1], ""), text) for name, text in self.headers.items()}
        return dict.fromkeys(self.hosts(), sent) if sent else {}
