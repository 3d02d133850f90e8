"""The script that runs before any of a page's own: the parts in `watch/`, in the order in which they build on each other."""

from importlib.resources import files

_PARTS = files(__package__).joinpath("watch")
# What counts in a page; the parts that a worker runs too come first.
_EVERYWHERE = ("work", "sources", "requests", "streams", "timers", "promises", "workers")
_IN_PAGES = ("elements",)


def watch_script() -> str:
    """The init script of every page and frame, which keeps the account that `snapshot.js` waits for."""
    shared, own = (",\n".join(_text(name) for name in names) for names in (_EVERYWHERE, _IN_PAGES))
    return f"""(() => {{
if (window.__domwright) return;
const shared = [\n{shared}\n], own = [\n{own}\n];
const watch = {{ parts: shared }};
Object.defineProperty(window, "__domwright", {{ value: watch, enumerable: false }});
for (const part of [...shared, ...own]) part(watch);
}})()"""


def _text(name: str) -> str:
    # The comment above each part is for its readers.
    lines = _PARTS.joinpath(f"{name}.js").read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith("//"))
