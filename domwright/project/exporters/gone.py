"""The Markdown file of a page that is gone: kept, marked, or removed."""

import logging
from datetime import UTC, datetime
from pathlib import Path

import frontmatter

from domwright.project.exporters.files import write
from domwright.project.exporters.paths import path_of

logger = logging.getLogger(__name__)


def when_gone(folder: str, url: str, choice: str) -> None:
    """Do with the file of a page what DOMWRIGHT_GONE says: `keep`, `mark` (`gone:` with the time in the front matter) or `remove`."""
    path = Path(folder) / path_of(url) if folder else None
    if path is None or choice == "keep" or not path.exists():
        return
    try:
        if choice == "remove":
            path.unlink()
            return
        post = frontmatter.loads(path.read_text(encoding="utf-8"))
        post["gone"] = datetime.now(UTC).isoformat(timespec="seconds")
        write(path, f"{frontmatter.dumps(post, sort_keys=False, allow_unicode=True, width=1000)}\n")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        logger.error("%s is of a page that is gone, and could not be changed: %s", path, error)
