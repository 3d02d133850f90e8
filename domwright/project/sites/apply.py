"""A site of sites.toml → the settings of one crawl."""

from scrapy.exceptions import UsageError
from scrapy.settings import BaseSettings

from domwright.project.sites.file import SitesError, read, sites_file
from domwright.project.sites.site import Site

_PRIORITY = "spider"  # above the project's settings, below the command line's


def named_site(name: str, file: str) -> Site:
    """A site by its name. Raises UsageError that says what is wrong."""
    path = sites_file(file)
    try:
        sites = read(path)
    except SitesError as error:
        raise UsageError(str(error), print_help=False) from error
    if name not in sites:
        raise UsageError(f"{path} has no site {name!r}; it has: {', '.join(sites)}", print_help=False)
    return sites[name]


def apply_site(site: Site, settings: BaseSettings) -> None:
    """Set what the table says."""
    for name, value in site.scrapy_settings().items():
        settings.set(name, value, _PRIORITY)
    if site.headers:
        settings.set("DOMWRIGHT_HEADERS", {**settings.getdict("DOMWRIGHT_HEADERS"), **site.sent_headers()}, _PRIORITY)
    context = site.context()
    if context:
        settings.set("DOMWRIGHT_CONTEXT", {**settings.getdict("DOMWRIGHT_CONTEXT"), **context}, _PRIORITY)
