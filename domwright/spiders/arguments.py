"""Spider arguments: read, checked, and refused in one line that says what is wrong."""

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from scrapy.exceptions import UsageError


def addresses(text: str, name: str) -> list[str]:
    """Addresses separated by white space or commas before a scheme; a bare host gets https://.

    Raises UsageError for an empty list or an address that is none.
    """
    found = [_address(each, name) for each in re.split(r"[\s]+|,(?=\s*(?:https?:|[\w-]+\.))", text.strip()) if each]
    if not found:
        raise UsageError(f"{name} is empty: give an address, such as -a {name}=https://example.org")
    return found


def _address(text: str, name: str) -> str:
    url = text if re.match(r"[a-zA-Z][a-zA-Z0-9+.-]*://", text) else f"https://{text}"
    parts = urlsplit(url)
    try:
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        fine = False
    if not fine or any(char.isspace() for char in url):
        raise UsageError(f"{name}={text!r} is not an http or https address")
    return url


def count(value: str | int | None, name: str, *, least: int = 1) -> int | None:
    """A whole number, None when it was not given. Raises UsageError for anything else."""
    if value is None or value == "":
        return None
    try:
        number = int(value)
    except ValueError:
        number = least - 1
    if number < least:
        raise UsageError(f"{name}={value!r} is not a whole number of {least} or more")
    return number


def patterns(text: str | None, name: str) -> list[re.Pattern[str]]:
    """Regular expressions separated by white space. Raises UsageError for one that does not compile."""
    found = []
    for each in (text or "").split():
        try:
            found.append(re.compile(each))
        except re.error as error:
            raise UsageError(f"{name}={each!r} is not a regular expression: {error}") from error
    return found


def refuse_unknown(given: Iterable[str], known: Iterable[str], spider: str) -> None:
    """Raise UsageError when an argument is not one the spider has."""
    unknown = sorted(name for name in set(given) - set(known) if not name.startswith("_"))  # `_job` is Scrapyd's own
    if unknown:
        raise UsageError(f"the spider {spider!r} has no argument {unknown[0]!r}; it has: {', '.join(sorted(known))}")


def yes(value: object) -> bool:
    """Whether an argument says yes: anything but nothing, 0, no and false."""
    return str(value or "").lower() not in ("", "0", "no", "false")


def choice(value: str | None, name: str, choices: tuple[str, ...]) -> str:
    """One of a few words, the first when it was not given. Raises UsageError for any other."""
    if value and value not in choices:
        raise UsageError(f"{name}={value!r} is none of {', '.join(choices)}")
    return value or choices[0]


def languages(text: str | None, name: str) -> frozenset[str]:
    """Language codes of two or three letters, separated by commas or spaces. Raises UsageError for what is none."""
    found = [part.lower() for part in re.split(r"[\s,]+", text or "") if part]
    wrong = [part for part in found if not re.fullmatch(r"[a-z]{2,3}", part)]
    if wrong:
        raise UsageError(f"{name}={wrong[0]!r} is not a language code such as en or de")
    return frozenset(found)
