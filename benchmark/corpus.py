"""Corpora: folders of pages with their truth, given by the user; nothing of them is committed."""

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

_LANGUAGE = re.compile(r"<html\b[^>]*?\blang=[\"']?([a-z]{2,3})\b", re.I)


@dataclass(frozen=True, slots=True)
class Sample:
    """One page with its truth. `kind` is the page type; `markdown` is "" where the corpus has none.

    `scored`: whether `truth` is the whole main content; a corpus that has snippets only is not scored by words.
    """

    name: str
    url: str
    html: str
    kind: str
    truth: str
    markdown: str
    required: tuple[str, ...]
    forbidden: tuple[str, ...]
    title: str = ""
    author: str = ""
    date: str = ""
    scored: bool = True

    @property
    def language(self) -> str:
        """The language that the page declares, in its two or three letters; "" when it declares none."""
        match = _LANGUAGE.search(self.html[:4000])
        return match[1].lower() if match else ""

    @property
    def domain(self) -> str:
        """The registrable part of the host, near enough: its last two labels, three below a short second one."""
        labels = (urlsplit(self.url).hostname or self.name).split(".")
        width = 3 if len(labels) > 2 and len(labels[-2]) <= 3 and len(labels[-1]) == 2 else 2
        return ".".join(labels[-width:])


def wcxb(folder: Path) -> Iterator[Sample]:
    """The pages of a WCXB split, in the order of their names."""
    truths = sorted((folder / "ground-truth").glob("*.json"))
    if not truths:
        raise FileNotFoundError(f"no WCXB split in {folder}: it must hold ground-truth/*.json and html/*.html.gz")
    for path in truths:
        record = json.loads(path.read_text(encoding="utf-8"))
        page = folder / "html" / f"{path.stem}.html.gz"
        if page.exists():
            yield _sample(path.stem, record, gzip.decompress(page.read_bytes()).decode("utf-8", "replace"))


def _sample(name: str, record: dict, html: str) -> Sample:  # type: ignore[type-arg]
    truth = record["ground_truth"]
    return Sample(
        name=name,
        url=record.get("url") or "",
        html=html,
        kind=record["_internal"]["page_type"]["primary"],
        truth=truth.get("main_content") or "",
        markdown=truth.get("main_content_markdown") or "",
        required=tuple(truth.get("with") or ()),
        forbidden=tuple(truth.get("without") or ()),
        title=truth.get("title") or "",
        author=truth.get("author") or "",
        date=truth.get("publish_date") or "",
    )
