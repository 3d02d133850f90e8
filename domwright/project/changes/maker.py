"""What made a stored text: after an update, or with other options, the same page reads differently and is got anew."""

import hashlib
import json
from functools import cache
from importlib.resources import files

from scrapy.settings import BaseSettings

from domwright import __version__


def maker_of(settings: BaseSettings) -> str:
    """Version, weights and every setting that changes what a page becomes, as one short digest."""
    names = ("DOMWRIGHT_RENDER", "DOMWRIGHT_EXTRACT", "DOMWRIGHT_ACTIONS", "DOMWRIGHT_CONTEXT", "DOMWRIGHT_LOGIN")
    told = json.dumps([__version__, _weights(), settings.getbool("DOMWRIGHT_BUTTONS"), *(str(settings.get(name)) for name in names)])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


@cache
def _weights() -> str:
    return hashlib.sha256(files("domwright.extractor.marks").joinpath("weights.json").read_bytes()).hexdigest()
