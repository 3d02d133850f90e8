"""Changes → Markdown, JSON, one self-contained HTML page."""

import difflib
import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from html import escape
from importlib.resources import files
from string import Template

from domwright.project.changes.changes import Change, Changes, when
from domwright.project.changes.pages import CHANGED, GONE, NEW

_CONTEXT_LINES = 2
_LONGEST_DIFF = 400  # lines; of a page that was written anew nobody reads more
_MOST = 5_000  # pages of a kind that are listed; JSON lists all
_KINDS = ((CHANGED, "Changed"), (NEW, "New"), (GONE, "Gone"))
_WORDS = re.compile(r"\s+|[^\s]+")


def as_json(changes: Changes) -> str:
    """Counts, the list, and the diff of every changed page."""
    told = {
        "site": changes.run.name,
        "run": asdict(changes.run),
        "since": asdict(changes.since) if changes.since else None,
        "counts": changes.counts(),
        "pages": [_entry(change) for kind, _ in _KINDS for change in changes.of(kind)],
        "failed": [{"url": url, "reason": reason} for url, reason in changes.failed],
    }
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


def _entry(change: Change) -> dict[str, str]:
    told = {"url": change.url, "title": change.title, "kind": change.kind}
    return told | ({"diff": "\n".join(diff(change))} if change.kind == CHANGED else {})


def diff(change: Change) -> list[str]:
    """A unified diff of the Markdown, without the names of files."""
    lines = list(difflib.unified_diff(change.before.splitlines(), change.after.splitlines(), lineterm="", n=_CONTEXT_LINES))[2:]
    rest = len(lines) - _LONGEST_DIFF
    return lines if rest <= 0 else [*lines[:_LONGEST_DIFF], f"… and {rest} lines more"]


def as_markdown(changes: Changes) -> str:
    """A report for people and their tools."""
    lines = [f"# Changes of {changes.run.name}", "", *_about(changes), "", "| | pages |", "| --- | --- |"]
    lines += [f"| {kind} | {count} |" for kind, count in changes.counts().items()]
    for kind, heading in _KINDS:
        found = changes.of(kind)
        if found:
            lines += ["", f"## {heading}", ""]
            lines += [f"- {_titled(change)}" for change in found[:_MOST]]
            lines += [f"- … and {len(found) - _MOST} more"] if len(found) > _MOST else []
    if changes.failed:
        lines += ["", "## Failed", "", *(f"- <{url}>: {reason}" for url, reason in changes.failed)]
    changed = [change for change in changes.of(CHANGED) if change.after]
    if changed:
        lines += ["", "## What changed"]
    for change in changed:
        told = diff(change)
        fence = "`" * max(3, 1 + max((len(run) for line in told for run in re.findall(r"`+", line)), default=0))
        lines += ["", f"### {_plain(change.title) or change.url}", "", f"<{change.url}>", "", f"{fence}diff", *told, fence]
    return "\n".join(lines) + "\n"


def _about(changes: Changes) -> list[str]:
    run, since = changes.run, changes.since
    told = [f"Crawled {when(run.started)} to {when(run.ended)}" + (f" ({run.outcome})" if run.outcome not in ("", "finished") else "") + "."]
    return [*told, f"Compared with the crawl of {when(since.started)}." if since else "The first crawl of this site: every page is new."]


def _titled(change: Change) -> str:
    return f"{_plain(change.title)} <{change.url}>" if change.title else f"<{change.url}>"


def _plain(text: str) -> str:
    """Text that Markdown takes as it is."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", " ".join(text.split()))


def as_html(changes: Changes) -> str:
    """A page that needs nothing else, with the words that changed marked."""
    sections = []
    for kind, heading in _KINDS:
        found = changes.of(kind)
        if found:
            entries = "".join(_detail(change) if change.after and kind == CHANGED else f"<li>{_link(change)}</li>" for change in found[:_MOST])
            entries += f"<li>… and {len(found) - _MOST} more</li>" if len(found) > _MOST else ""
            sections.append(
                f'<section class="{kind}"><h2>{heading} <b>{len(found)}</b></h2>{entries if kind == CHANGED else f"<ul>{entries}</ul>"}</section>'
            )
    if changes.failed:
        rows = "".join(f'<li><a href="{escape(url)}">{escape(url)}</a>: {escape(reason)}</li>' for url, reason in changes.failed)
        sections.append(f'<section class="failed"><h2>Failed <b>{len(changes.failed)}</b></h2><ul>{rows}</ul></section>')
    counts = "".join(f'<li class="{kind}"><b>{count}</b> {kind}</li>' for kind, count in changes.counts().items())
    template = Template(files(__package__).joinpath("report.html").read_text(encoding="utf-8"))
    return template.substitute(
        title=escape(f"Changes of {changes.run.name}"),
        about=" ".join(escape(line) for line in _about(changes)),
        counts=counts,
        sections="".join(sections) or "<p>Nothing changed.</p>",
    )


def _link(change: Change) -> str:
    return f'<a href="{escape(change.url)}">{escape(change.title or change.url)}</a> <small>{escape(change.url)}</small>'


def _detail(change: Change) -> str:
    return f'<details open><summary>{_link(change)}</summary><div class="diff">{"".join(_marked(change))}</div></details>'


def _marked(change: Change) -> Iterator[str]:
    """The diff as HTML: lines that go, lines that come, and in a line that was rewritten the words that did."""
    before, after = change.before.splitlines(), change.after.splitlines()
    lines = 0
    for group in difflib.SequenceMatcher(None, before, after, autojunk=False).get_grouped_opcodes(_CONTEXT_LINES):
        yield "<hr>" if lines else ""
        for tag, old_from, old_to, new_from, new_to in group:
            lines += old_to - old_from + new_to - new_from
            if lines > _LONGEST_DIFF:
                yield "<p>…</p>"
                return
            if tag == "replace" and old_to - old_from == new_to - new_from:
                for old, new in zip(before[old_from:old_to], after[new_from:new_to], strict=True):
                    yield _rewritten(old, new)
                continue
            if tag == "equal":
                yield from (f"<p>{escape(line) or '&nbsp;'}</p>" for line in before[old_from:old_to])
                continue
            yield from (f'<p class="old">{escape(line)}</p>' for line in before[old_from:old_to] if line.strip())
            yield from (f'<p class="new">{escape(line)}</p>' for line in after[new_from:new_to] if line.strip())


def _rewritten(old: str, new: str) -> str:
    words, others = _WORDS.findall(old), _WORDS.findall(new)
    told = []
    for tag, old_from, old_to, new_from, new_to in difflib.SequenceMatcher(None, words, others, autojunk=False).get_opcodes():
        if tag == "equal":
            told.append(escape("".join(words[old_from:old_to])))
            continue
        gone, come = escape("".join(words[old_from:old_to])), escape("".join(others[new_from:new_to]))
        told.append((f"<del>{gone}</del>" if gone else "") + (f"<ins>{come}</ins>" if come else ""))
    return f'<p class="both">{"".join(told)}</p>'


FORMATS = {"md": as_markdown, "json": as_json, "html": as_html}
