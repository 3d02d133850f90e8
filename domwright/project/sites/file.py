"""sites.toml → Sites, with errors that name the line."""

import os
import re
import tomllib
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from scrapy.utils.conf import closest_scrapy_cfg

from domwright.project.sites.site import Site

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_DEFAULTS = "defaults"  # a table whose values hold for all sites


class SitesError(ValueError):
    """A sites file that cannot be used; one line for each fault."""


def sites_file(given: str = "") -> Path:
    """The file that is named, in an argument or in the environment's DOMWRIGHT_SITES; else sites.toml beside scrapy.cfg, else here."""
    named = given or os.environ.get("DOMWRIGHT_SITES", "")
    if named:
        return Path(named)
    project = closest_scrapy_cfg()
    return Path(project).parent / "sites.toml" if project else Path("sites.toml")


def read(path: Path) -> dict[str, Site]:
    """The sites of a file by name. Raises SitesError that says what is wrong where."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise SitesError(f"there is no {path}: write one, with a table a site (docs/sites.md has an example)") from error
    except (OSError, UnicodeDecodeError) as error:
        raise SitesError(f"{path} cannot be read: {error}") from error
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SitesError(f"{path} is not TOML: {error}") from error
    faults: list[str] = []
    defaults = tables.pop(_DEFAULTS, {})
    found = {}
    for name, table in tables.items():
        if not NAME.fullmatch(name) or not isinstance(table, dict):
            line = line_of(text, name, "") if isinstance(table, dict) else line_of(text, "", name)
            faults.append(
                f"{path}:{line}: {name!r} is not a site: a site is a table whose name has lower-case letters, digits, - and _, such as [docs]"
            )
            continue
        try:
            found[name] = Site(**{**defaults, **table})
        except ValidationError as error:
            faults += _told(error, path, text, name, table)
    if faults:
        raise SitesError("\n".join(faults))
    if not found:
        raise SitesError(f"{path} names no site")
    return found


def _told(error: ValidationError, path: Path, text: str, name: str, table: dict[str, Any]) -> list[str]:
    """One line for each fault of a table; a value that came from the defaults is looked for there."""
    faults = []
    for fault in error.errors():
        key = str(fault["loc"][0]) if fault["loc"] else ""
        line = line_of(text, name if key in table or fault["type"] == "missing" else _DEFAULTS, key)
        message = fault["msg"].removeprefix("Value error, ")
        if fault["type"] == "extra_forbidden":
            nested = f"a table of its own is a site: write [{key}], not [{name}.{key}]"
            message = nested if isinstance(table.get(key), dict) else f"there is no such key; there are: {', '.join(Site.model_fields)}"
        faults.append(f"{path}:{line}: [{name}] {key}: {message}")
    return faults


def line_of(text: str, table: str, key: str) -> int:
    """The number of a key's line in a table, or of the table's heading where the key is not there."""
    inside, heading = not table, 1
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"""\s*\[\s*["']?([^\]"'.\s]+)""", line)
        if header:
            inside = header[1] == table
            heading = number if inside and heading == 1 else heading
            if inside and key and re.match(rf"""\s*\[[^\].]+\.\s*["']?{re.escape(key)}\b""", line):
                return number  # [site.headers]
        elif inside and key and re.match(rf"""\s*["']?{re.escape(key)}["']?\s*[=.]""", line):
            return number
    return heading
