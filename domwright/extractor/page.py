"""The extractor's input."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its markup as text or bytes, the address it came from, and what is known from outside of it.

    `encoding` is what the transport said (an HTTP header), used for bytes only; `language` a BCP 47 tag or "".
    """

    html: str | bytes
    url: str = ""
    encoding: str = ""
    language: str = field(default="")
