"""What the scripts of a rendered page made it of: the scripts themselves and the answers that they read."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urldefrag, urlsplit

from domwright.project.rendering.blocked import WATCHER_HOSTS


@dataclass(frozen=True, slots=True)
class Sources:
    """What a page is made of besides its document.

    answers: address, status and checksum (`length-crc32`, of the bytes) of every answer to a GET that a script read, and of the document itself when
    it has no validators and the browser still had it. scripts: addresses on the
    page's own host. unsure: why that is not all ("WebSocket", "POST", "frames"), "" when it is: a page of the same document, scripts and
    answers reads the same.
    """

    answers: tuple[tuple[str, int, str], ...] = ()
    scripts: tuple[str, ...] = ()
    unsure: str = "unwatched"

    @classmethod
    def of(cls, told: dict[str, Any], document: str) -> "Sources":
        """What the snapshot script tells of a page. `document`: the address of the document that was navigated to."""
        answers = tuple((str(url), int(status), str(checksum)) for url, status, checksum in told["answers"])
        return cls(answers, tuple(told["scripts"]), told["unsure"] or _moved(told["document"], document) or _refused(told["refused"]))


def _moved(shown: str, document: str) -> str:
    """A page whose script led to another document is made of that one, too."""
    return "" if urldefrag(shown)[0] == urldefrag(document)[0] else "moved"


def _refused(addresses: list[str]) -> str:
    """What was not answered may be by the next time; what is blocked here will not."""
    hosts = [urlsplit(address).hostname or "" for address in addresses]
    return "" if all(host.endswith(WATCHER_HOSTS) for host in hosts) else "refused"
