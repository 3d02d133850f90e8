"""Which corpora there are, and whether a folder holds one: `python -m benchmark.corpora [FOLDER…]`."""

import ast
import gzip
import hashlib
import json
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from lxml import html as lxml_html

from benchmark.corpus import Sample, wcxb

MANIFEST = Path(__file__).with_name("corpora.toml")


class CorpusError(Exception):
    """A folder that is no corpus, or not all of it; the text says which and what to do."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One corpus of the manifest. `pages` is 0 where the source itself does not say how many there are."""

    name: str
    title: str
    source: str
    licence: str
    layout: str
    files: tuple[str, ...]
    pages: int
    kinds: tuple[str, ...]
    languages: tuple[str, ...]
    truth: str
    commit: str
    checksum: str


def manifest() -> dict[str, Entry]:
    """Every corpus by its name."""
    tables = tomllib.loads(MANIFEST.read_text(encoding="utf-8"))
    return {
        name: Entry(name, **{key: tuple(value) if isinstance(value, list) else value for key, value in table.items()})
        for name, table in tables.items()
    }


def recognise(folder: Path) -> Entry:
    """Which corpus a folder holds, by its layout; CorpusError names what is missing."""
    if not folder.is_dir():
        raise CorpusError(f"{folder} is no folder")
    for name, entry in manifest().items():
        if _LOOKS_LIKE[name](folder):
            return entry
    known = "; ".join(f"{entry.name}: {entry.layout}" for entry in manifest().values())
    raise CorpusError(f"{folder} holds none of the corpora this benchmark knows ({known})")


def load(folder: Path) -> list[Sample]:
    """The pages of a folder in the order of their names; CorpusError when there are none."""
    entry = recognise(folder)
    try:
        samples = list(_LOADERS[entry.name](folder))
    except (OSError, ValueError, KeyError, SyntaxError) as error:
        raise CorpusError(f"{folder} looks like {entry.name} but cannot be read: {error!r}") from error
    if not samples:
        raise CorpusError(f"{folder} looks like {entry.name} but has no pages: {entry.layout} is wanted")
    return samples


def problems(folder: Path, entry: Entry, count: int) -> list[str]:
    """What is not as the manifest says: pages that are missing, another version."""
    found = []
    if entry.pages and count != entry.pages:
        found.append(f"{count} pages, the manifest says {entry.pages}")
    if entry.checksum and checksum(folder, entry.files) != entry.checksum:
        found.append("its files are not those of the manifest (checksum)")
    head = _head(folder)
    if entry.commit and head and head != entry.commit:
        found.append(f"the checkout stands at {head[:12]}, the manifest at {entry.commit[:12]}")
    return found


def checksum(folder: Path, patterns: tuple[str, ...]) -> str:
    """Sha256 over the names and sha256 of every file that the patterns find, in the order of their names."""
    whole = hashlib.sha256()
    for path in sorted({path for pattern in patterns for path in folder.glob(pattern) if path.is_file()}):
        whole.update(f"{path.relative_to(folder).as_posix()} {hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    return whole.hexdigest()


def _head(folder: Path) -> str:
    """The commit of a git checkout, "" when the folder is none."""
    if not (folder / ".git").exists():
        return ""
    done = subprocess.run(["git", "-C", str(folder), "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip()


def zyte(folder: Path) -> Iterator[Sample]:
    """Articles with their bodies."""
    truths = json.loads((folder / "ground-truth.json").read_text(encoding="utf-8"))
    for name, record in sorted(truths.items()):
        page = folder / "html" / f"{name}.html.gz"
        if page.exists():
            text = gzip.decompress(page.read_bytes()).decode("utf-8", "replace")
            yield Sample(name, record.get("url") or "", text, "article", record["articleBody"], "", (), ())


def trafilatura(folder: Path) -> Iterator[Sample]:
    """Pages with snippets; the truths are a Python dictionary, read as a literal and never run."""
    source = (folder / "tests" / "evaldata.py").read_text(encoding="utf-8")
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Dict):
            for url, record in sorted(ast.literal_eval(statement.value).items()):
                page = next((path for place in ("eval", "cache") if (path := folder / "tests" / place / record["file"]).exists()), None)
                if page is not None:
                    text = page.read_bytes().decode("utf-8", "replace")
                    required, forbidden = tuple(record.get("with") or ()), tuple(record.get("without") or ())
                    yield Sample(record["file"], url, text, "article", "", "", required, forbidden, scored=False)


def readability(folder: Path) -> Iterator[Sample]:
    """Pages with the output that Readability's maintainers accepted."""
    for place in sorted((folder / "test" / "test-pages").iterdir()):
        source, expected = place / "source.html", place / "expected.html"
        if not source.exists() or not expected.exists():
            continue
        told = json.loads((place / "expected-metadata.json").read_text(encoding="utf-8")) if (place / "expected-metadata.json").exists() else {}
        body = expected.read_text(encoding="utf-8")
        truth = lxml_html.fromstring(body).text_content() if body.strip() else ""
        page = source.read_bytes().decode("utf-8", "replace")
        date = (told.get("publishedTime") or "")[:10]
        yield Sample(place.name, "", page, "article", truth, "", (), (), told.get("title") or "", told.get("byline") or "", date)


_LOADERS: dict[str, Callable[[Path], Iterator[Sample]]] = {"wcxb": wcxb, "zyte": zyte, "trafilatura": trafilatura, "readability": readability}
_LOOKS_LIKE: dict[str, Callable[[Path], bool]] = {
    "wcxb": lambda folder: (folder / "ground-truth").is_dir(),
    "zyte": lambda folder: (folder / "ground-truth.json").is_file(),
    "trafilatura": lambda folder: (folder / "tests" / "evaldata.py").is_file(),
    "readability": lambda folder: (folder / "test" / "test-pages").is_dir(),
}


def main(arguments: list[str]) -> int:
    """List the corpora, and say what every given folder holds; 1 when one is not as the manifest says."""
    for entry in manifest().values():
        print(f"{entry.name}: {entry.title}\n  {entry.source}\n  {entry.licence}; {entry.pages or 'an unstated number of'} pages; {entry.truth}")
    worst = 0
    for name in arguments:
        folder = Path(name)
        try:
            entry = recognise(folder)
            count = len(load(folder))
        except CorpusError as error:
            print(f"{name}: {error}", file=sys.stderr)
            worst = 1
            continue
        wrong = problems(folder, entry, count)
        print(f"{name}: {entry.name}, {count} pages" + ("".join(f"; {each}" for each in wrong) or ", as the manifest says"))
        worst = max(worst, int(bool(wrong)))
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
