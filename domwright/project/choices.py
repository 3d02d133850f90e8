"""Settings that are one of a few words: a wrong one ends the crawl, since a switched-off component would pass for a working one."""

from scrapy.settings import BaseSettings

CHOICES = {
    "DOMWRIGHT_RENDER": ("auto", "always", "never"),
    "DOMWRIGHT_PRIVATE": ("allow", "refuse", "auto"),
    "DOMWRIGHT_GONE": ("keep", "mark", "remove"),
}
_DEFAULTS = {"DOMWRIGHT_RENDER": "auto", "DOMWRIGHT_PRIVATE": "allow", "DOMWRIGHT_GONE": "mark"}


def chosen(settings: BaseSettings, name: str) -> str:
    """The value of a setting. Raises ValueError that lists the choices for any other."""
    return checked(settings.get(name) or _DEFAULTS[name], name, CHOICES[name])


def checked(value: str, name: str, choices: tuple[str, ...]) -> str:
    """`value`, if it is one of the choices. Raises ValueError that lists them."""
    if value not in choices:
        raise ValueError(f"{name} must be one of {', '.join(choices)}, got {value!r}")
    return value
