"""The `domwright` command, for pipes and for people without a Scrapy project."""

import argparse
import json
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path

import frontmatter
from scrapy.http import HtmlResponse

from domwright.extractor.document import Document
from domwright.extractor.options import Options
from domwright.extractor.page import Page
from domwright.extractor.pipeline import extract_page

_AGENT = "domwright/0.1 (site crawler)"
_SECONDS = 30.0
_LARGEST = 20_000_000
_FORMATS = ("markdown", "html", "text", "json")


class Failed(Exception):
    """What went wrong, in one sentence."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit code. Errors are one line on standard error."""
    given = _parser().parse_args(arguments)
    try:
        return int(given.run(given))
    except Failed as error:
        print(f"domwright: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        return 0
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="domwright", description="Clean Markdown of web pages. Whole sites: `scrapy crawl site -a url=…`.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    one = commands.add_parser("extract", help="print one page as Markdown", description="Print the main content of one page.")
    one.add_argument("page", metavar="FILE|URL|-", help="an HTML file, an http(s) address, or - for standard input")
    one.add_argument("--format", choices=_FORMATS, default="markdown")
    one.add_argument("--metadata", action="store_true", help="put title, authors, dates … before the text, as YAML front matter")
    one.add_argument(
        "--render", action=argparse.BooleanOptionalAction, default=None, help="use a browser, or do not; without either: when the page needs it"
    )
    one.add_argument("--url", default="", help="the address a file or standard input came from, for its links")
    one.set_defaults(run=_extract)
    browser = commands.add_parser("browser", help="say which browser is used, or install one", description="Find or install the browser.")
    browser.add_argument("--install", action="store_true", help="install one when there is none")
    browser.set_defaults(run=_browser)
    return parser


def _extract(given: argparse.Namespace) -> int:
    page = _page(given)
    document = extract_page(page, Options())
    if document.source == "empty":
        raise Failed(f"{given.page} has no content" + (f" ({', '.join(document.problems)})" if document.problems else ""))
    sys.stdout.write(formatted(document, given.format, metadata=given.metadata))
    sys.stdout.flush()
    return 0


def formatted(document: Document, form: str, *, metadata: bool) -> str:
    """A Document as text of one of the formats; `json` always has the metadata."""
    if form == "json":
        record = {"url": document.url, **document.metadata.as_dict(), "markdown": document.markdown, "rung": document.rung or document.source}
        return json.dumps({key: value for key, value in record.items() if value}, ensure_ascii=False, indent=1) + "\n"
    text = {"markdown": document.markdown, "html": document.html, "text": document.text}[form]
    if not metadata:
        return text
    post = frontmatter.Post(text.strip("\n"), **document.metadata.as_dict())
    return str(frontmatter.dumps(post, sort_keys=False, allow_unicode=True, width=1000)) + "\n"


def _page(given: argparse.Namespace) -> Page:
    if given.page == "-":
        return Page(sys.stdin.buffer.read(), given.url)
    if given.page.startswith(("http://", "https://")):
        return _fetched(given.page, render=given.render)
    try:
        return Page(Path(given.page).read_bytes(), given.url)
    except OSError as error:
        raise Failed(f"{given.page} cannot be read: {error.strerror or error}") from error


def _fetched(url: str, *, render: bool | None) -> Page:
    if render:
        return _rendered(url)
    try:
        request = urllib.request.Request(url, headers={"User-Agent": _AGENT})  # noqa: S310 - http(s) only, checked above
        with urllib.request.urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310
            body = answer.read(_LARGEST)
            page = Page(body, answer.url, answer.headers.get_content_charset() or "")
            kind = answer.headers.get_content_type()
    except (OSError, ValueError) as error:
        raise Failed(f"{url} could not be fetched: {getattr(error, 'reason', error)}") from error
    if "html" not in kind and not body.lstrip().startswith(b"<"):
        raise Failed(f"{url} is {kind}, not a web page")
    return page if render is False or not _needs_browser(url, body) else _rendered(url)


def _needs_browser(url: str, body: bytes) -> bool:
    from domwright.project.rendering.policy import judge  # noqa: PLC0415 - keeps `domwright extract FILE` quick

    return bool(judge(HtmlResponse(url, body=body), url).shell)


def _rendered(url: str) -> Page:
    from domwright.project.rendering.browser import BrowserMissing  # noqa: PLC0415 - only when asked for
    from domwright.project.rendering.once import NotRendered, render_once  # noqa: PLC0415

    try:
        return render_once(url, user_agent=_AGENT, seconds=_SECONDS)
    except (NotRendered, BrowserMissing) as error:
        raise Failed(f"{url} could not be rendered: {error}") from error


def _browser(given: argparse.Namespace) -> int:
    from domwright.project.rendering.browser import BrowserMissing, find_browser, sandboxed  # noqa: PLC0415
    from domwright.project.rendering.install import install_browser  # noqa: PLC0415

    try:
        found = install_browser(lambda text: print(text, file=sys.stderr)) if given.install else find_browser()
    except BrowserMissing as error:
        raise Failed(str(error)) from error
    print(f"{found.endpoint or found.executable or found.kind} ({found.why}; sandbox {'on' if sandboxed() else 'off: root'})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
