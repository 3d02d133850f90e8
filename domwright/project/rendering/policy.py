"""Render only what needs it: what a plain response says, and what comparing both has taught about its kind of address."""

import json
import logging
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from scrapy.http import HtmlResponse, Response

from domwright.extractor.text import words
from domwright.project.fingerprints import is_route

logger = logging.getLogger(__name__)

# Elements that frameworks mount an application in.
_MOUNTS = (
    "//*[@id='root' or @id='app' or @id='__next' or @id='___gatsby' or @id='__nuxt' or @id='svelte' or @id='main-app' or @id='application' or "
    "@id='react-root' or @id='mount' or @id='app-root' or self::app-root or @ng-app or @data-ng-app or @q\\:container]"
).replace("@q\\:container", "@data-reactroot")
_TEXT = "//body//text()[not(ancestor::script or ancestor::style or ancestor::noscript or ancestor::template)]"
_SCRIPTS = "count(//script[not(@type) or @type='' or contains(@type,'javascript') or @type='module' or contains(@type,'babel')])"
_CUSTOM = "//body//*[contains(name(),'-')]"
_PLEA = re.compile(
    r"enable\s+javascript|javascript\s+(?:is\s+)?(?:required|disabled|to\s+(?:run|view|use))|activer?\s+javascript|javascript\s+aktivieren", re.I
)
_LOADING = re.compile(r"\bloading\b|\bchargement\b|\bwird geladen\b|\bcargando\b|\bplease wait\b", re.I)
# Characters of visible text below which a page with scripts is a shell; with another sign of one; with a plea for JavaScript.
SHELL, THIN, PLEADING = 250, 600, 800
_SHINGLE = 5
NOVELTY = 0.1  # share of what only the browser saw, from which a kind of address is rendered
LINK_NOVELTY = 0.2
SAMPLES = 2  # comparisons before a kind of address is taken to need no browser
RECHECK = 50  # every so many plain pages of a kind one is compared again
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Static:
    """What a plain response holds: why it looks like a shell ("" when it does not), whether scripts run on it."""

    shell: str
    scripted: bool


def judge(response: Response, url: str) -> Static:
    """Look at a plain HTML response. `url` is the address as asked for, fragment included."""
    if not isinstance(response, HtmlResponse):
        return Static("", scripted=False)
    if is_route(url):
        return Static("route", scripted=True)
    scripts = float(response.xpath(_SCRIPTS).get() or 0)
    if not scripts:
        return Static("", scripted=False)
    text = " ".join(" ".join(response.xpath(_TEXT).getall()).split())
    return Static(_shell(response, text), scripted=True)


def _shell(response: HtmlResponse, text: str) -> str:
    if len(text) < SHELL:
        return "little-text"
    if any(not " ".join(mount.xpath(".//text()[not(ancestor::script)]").getall()).strip() for mount in response.xpath(_MOUNTS)):
        return "empty-root"
    if len(text) < PLEADING and any(_PLEA.search(plea) for plea in response.xpath("//noscript//text()").getall()):
        return "noscript-plea"
    if len(text) < THIN and (response.xpath(_CUSTOM) or response.xpath("//iframe")):
        return "custom-elements"
    if len(text) < THIN * 2 and _LOADING.search(text):
        return "loading"
    return ""


def kind_of(url: str) -> str:
    """The kind of an address: its host and folder, numbers masked, the last segment left out.

    >>> kind_of("https://a.example/blog/2024/my-post"), kind_of("https://a.example/about")
    ('a.example/blog/0/*', 'a.example/*')
    """
    parts = urlsplit(url)
    folders = [_DIGITS.sub("0", segment) for segment in parts.path.split("/")[1:-1]]
    return "/".join([parts.netloc, *folders, "*" if parts.path.strip("/") else ""])


def novelty(static: Response, rendered: Response) -> float:
    """The share of the rendered text that the plain response does not hold, by shingles of five words.

    The share of new links counts too, scaled so that its own limit meets the text's.
    """
    text = _share(_shingles(rendered), _shingles(static))
    links = _share(_links(rendered), _links(static))
    return max(text, links * NOVELTY / LINK_NOVELTY)


def _share(seen: set[str], known: set[str]) -> float:
    return len(seen - known) / len(seen) if seen else 0.0


def _shingles(response: Response) -> set[str]:
    tokens = words(" ".join(response.xpath(_TEXT).getall())) if isinstance(response, HtmlResponse) else []
    return {" ".join(tokens[at : at + _SHINGLE]) for at in range(max(1, len(tokens) - _SHINGLE + 1))} if tokens else set()


def _links(response: Response) -> set[str]:
    return (
        {response.urljoin(href.strip()) for href in response.xpath("//a/@href | //link[@rel='domwright-button']/@href").getall()}
        if isinstance(response, HtmlResponse)
        else set()
    )


@dataclass(slots=True)
class Lesson:
    """What is known of one kind of address."""

    same: int = 0
    novel: int = 0
    plain: int = 0


@dataclass
class Memory:
    """Lessons by kind of address, kept between crawls in a JSON file; none is kept without a path."""

    path: Path | None = None
    lessons: dict[str, Lesson] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path | None) -> "Memory":
        """The memory in a file; an unreadable file is left alone and started anew."""
        memory = cls(path)
        if path is not None and path.exists():
            try:
                stored = json.loads(path.read_text(encoding="utf-8"))
                memory.lessons = {kind: Lesson(**lesson) for kind, lesson in stored.items()}
            except (OSError, ValueError, TypeError) as error:
                logger.warning("The render memory %s cannot be read (%s): starting anew", path, error)
        return memory

    def save(self) -> None:
        """Write the file, whole or not at all."""
        if self.path is None or not self.lessons:
            return
        lessons = {kind: {"same": each.same, "novel": each.novel, "plain": each.plain} for kind, each in sorted(self.lessons.items())}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        half = self.path.with_suffix(f".{os.getpid()}")
        half.write_text(json.dumps(lessons, indent=1) + "\n", encoding="utf-8")
        half.replace(self.path)

    def verdict(self, url: str) -> str:
        """`render`, `plain` or `compare` for an address."""
        lesson = self.lessons.get(kind_of(url))
        if lesson is None:
            return "compare"
        if lesson.novel:
            return "render"
        if lesson.same < SAMPLES:
            return "compare"
        return "compare" if lesson.plain and lesson.plain % RECHECK == 0 else "plain"

    def learn(self, url: str, found: float) -> bool:
        """Note one comparison; whether the browser saw something new."""
        lesson = self.lessons.setdefault(kind_of(url), Lesson())
        if found > NOVELTY:
            lesson.novel += 1
            return True
        lesson.same += 1
        lesson.plain += 1
        return False

    def passed(self, url: str) -> None:
        """Note one page that was taken without a browser."""
        self.lessons.setdefault(kind_of(url), Lesson()).plain += 1
