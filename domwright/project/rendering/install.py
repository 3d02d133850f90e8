"""Install a browser: Playwright's own download, and where that is refused the distribution's package."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence

from domwright.project.rendering.browser import Browser, BrowserMissing, find_browser

_PACKAGES = ("chromium-headless-shell", "chromium", "chromium-browser")
_DOWNLOAD_SECONDS = 900
Run = Callable[[Sequence[str]], bool]


def install_browser(say: Callable[[str], None], run: Run | None = None) -> Browser:
    """A browser that works, installed if there was none.

    `say` is told each step; `run` executes a command and tells whether it succeeded. Raises BrowserMissing with what to type when nothing worked.
    """
    run = run or _run
    try:
        return find_browser()
    except BrowserMissing:
        say("no browser yet: asking Playwright for its headless Chromium")
    if run([sys.executable, "-m", "playwright", "install", "chromium-headless-shell"]):
        return find_browser()
    say("Playwright's download was refused here: asking the distribution's package manager")
    for command in _system_commands():
        if run(command):
            try:
                return find_browser()
            except BrowserMissing:
                continue
    raise BrowserMissing(
        "no browser could be installed: install Chromium with your package manager "
        f"(Debian, Ubuntu: `{'' if _is_root() else 'sudo '}apt-get install chromium-headless-shell`), or name one in DOMWRIGHT_BROWSER"
    )


def _is_root() -> bool:
    return sys.platform != "win32" and os.geteuid() == 0


def _system_commands() -> list[list[str]]:
    if shutil.which("apt-get"):
        become = [] if _is_root() else ["sudo", "-n"]
        update = [*become, "apt-get", "update", "-qq"]
        return [update, *([*become, "apt-get", "install", "-y", "-qq", "--no-install-recommends", name] for name in _PACKAGES)]
    if shutil.which("brew"):
        return [["brew", "install", "--cask", "chromium"]]
    if shutil.which("dnf"):
        return [[*([] if _is_root() else ["sudo", "-n"]), "dnf", "install", "-y", "chromium-headless"]]
    return []


def _run(command: Sequence[str]) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=_DOWNLOAD_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
