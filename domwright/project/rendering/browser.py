"""Which browser is used, and with which switches."""

import os
import re
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from domwright.project.rendering.blocked import GROUPS, WATCHER_HOSTS, resolver_rules

# In the order they are looked for. Debian's wrapper scripts cost a process and hide the browser's pid, so the binaries
# behind them come first.
_SYSTEM_BINARIES = (
    "/usr/lib/chromium/chromium-headless-shell",
    "/usr/lib/chromium/chromium",
    "/usr/lib/chromium-browser/chromium-browser",
)
_ON_PATH = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "headless_shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "microsoft-edge-stable",
    "brave-browser",
)
_MAC_APPS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
_KINDS = ("chromium", "firefox", "webkit")
# What keeps Chromium from speaking to its maker's hosts, and what a crawler does not need.
_QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    "--no-pings",
    "--mute-audio",
    "--disable-gpu",
    "--js-flags=--max-old-space-size=768",
)
# The last --blink-settings wins, so Playwright's own values are repeated before ours.
_BLINK = "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4"
# Likewise --disable-features: Playwright 1.65's own list, then RenderDocument, by which every navigation within a site would
# build a new frame host and compositor: a fifth of the browser's time.
_FEATURES = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "msForceBrowserSignIn",
    "RenderDocument",
)
# By them Chromium judges every connection of a public page by the address that it comes to.
_GUARDS = ("LocalNetworkAccessChecks", "LocalNetworkAccessChecksWebSockets")
MISSING = "no browser was found: type `domwright browser --install` (or `make browser` in a clone), or name one in DOMWRIGHT_BROWSER"


class BrowserMissing(RuntimeError):
    """No browser could be found; the message says what to type."""


@dataclass(frozen=True, slots=True)
class Browser:
    """One way to get a browser: a Playwright browser type with an executable ("" for Playwright's own) or an endpoint."""

    kind: str = "chromium"
    executable: str = ""
    endpoint: str = ""
    why: str = field(default="", compare=False)


def find_browser(wanted: str = "") -> Browser:
    """The browser to use: `wanted` (a path, a kind, or a ws:// or http:// endpoint), Playwright's own, a system one.

    Raises BrowserMissing when there is none.
    """
    wanted = wanted or os.environ.get("DOMWRIGHT_BROWSER", "")
    if wanted.startswith(("ws://", "wss://", "http://", "https://")):
        return Browser(endpoint=wanted, why="DOMWRIGHT_BROWSER")
    if wanted in _KINDS and wanted != "chromium":
        return Browser(kind=wanted, why="DOMWRIGHT_BROWSER")
    if wanted and wanted != "chromium":
        return _named(wanted)
    own = _playwrights_own()
    if own:
        return Browser(executable=own, why="installed by Playwright")
    system = next((path for path in _candidates() if os.access(path, os.X_OK)), "")
    if system:
        return Browser(executable=system, why="installed on this system")
    raise BrowserMissing(MISSING)


def _named(wanted: str) -> Browser:
    path = wanted if os.sep in wanted else shutil.which(wanted) or wanted
    if not os.access(path, os.X_OK):
        raise BrowserMissing(f"DOMWRIGHT_BROWSER is {wanted!r}, which is neither an executable, an endpoint nor one of {', '.join(_KINDS)}")
    return Browser(executable=path, why="DOMWRIGHT_BROWSER")


def _candidates() -> list[str]:
    found = [*_SYSTEM_BINARIES, *(path for name in _ON_PATH if (path := shutil.which(name)))]
    return found + list(_MAC_APPS) if sys.platform == "darwin" else found


def _playwrights_own() -> str:
    """The headless shell or Chromium that `playwright install` put into its folder, the newest first."""
    named = os.environ.get("PLAYWRIGHT_BROWSERS_PATH", "")
    cache = {"darwin": "Library/Caches", "win32": "AppData/Local"}.get(sys.platform, ".cache")
    folder = Path(named) if named and named != "0" else Path.home() / cache / "ms-playwright"
    names = {"chrome-headless-shell", "headless_shell", "chrome", "Chromium", "chrome.exe", "headless_shell.exe", "chrome-headless-shell.exe"}
    for prefix in ("chromium_headless_shell-*", "chromium-*"):
        for build in sorted(folder.glob(prefix), key=_revision, reverse=True):
            for path in build.rglob("*"):
                if path.name in names and path.is_file() and os.access(path, os.X_OK):
                    return str(path)
    return ""


def _revision(path: Path) -> int:
    match = re.search(r"-(\d+)$", path.name)
    return int(match[1]) if match else 0


def sandboxed() -> bool:
    """Whether the browser's sandbox can stay on: not for root, whom Chromium refuses it."""
    return sys.platform == "win32" or os.geteuid() != 0


def launch_options(browser: Browser, allowed: Iterable[str] = ("all",), refused: tuple[str, ...] = (), *, inward: bool = False) -> dict[str, object]:
    """Playwright launch options for a local browser: quiet, headless, fetching only the groups of weight that are allowed.

    allowed: names of `blocked.GROUPS`, or `all`. refused: hosts that are not resolved, `*` for anything. inward: whether public
    pages may fetch from private addresses, which Chromium 142 and later refuse wherever a name leads to.
    """
    options: dict[str, object] = {"headless": True, "chromium_sandbox": sandboxed() and browser.kind == "chromium"}
    if browser.executable:
        options["executable_path"] = browser.executable
    if browser.kind == "chromium":
        options["args"] = _switches(set(GROUPS) if "all" in allowed else set(allowed), refused, inward=inward)
    return options


def _switches(allowed: set[str], refused: tuple[str, ...], *, inward: bool) -> list[str]:
    """Chromium's switches. Blocking by switch costs nothing a request; by DevTools, a tenth of a page's time went into its events."""
    blink = _BLINK
    switches = [*_QUIET, f"--disable-features={','.join((*_FEATURES, *(_GUARDS if inward else ())))}"]
    if "images" not in allowed:
        blink += ",imagesEnabled=false"
    if "fonts" not in allowed:
        switches.append("--disable-remote-fonts")
    hosts = (*(() if "watchers" in allowed else WATCHER_HOSTS), *refused)
    if hosts:
        switches.append(f"--host-resolver-rules={resolver_rules(hosts)}")
    return [*switches, blink]
