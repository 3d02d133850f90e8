"""Finding and installing a browser, both ways, without touching this machine."""

import stat
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from domwright.project.rendering import browser, install
from domwright.project.rendering.browser import BrowserMissing, find_browser, launch_options


def executable(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n", encoding="utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any browser."""
    monkeypatch.delenv("DOMWRIGHT_BROWSER", raising=False)
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path / "playwright"))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(browser, "_SYSTEM_BINARIES", ())
    monkeypatch.setattr(browser, "_MAC_APPS", ())
    return tmp_path


def test_none(bare: Path) -> None:
    with pytest.raises(BrowserMissing, match="domwright browser --install"):
        find_browser()


def test_the_order(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    system = executable(bare / "bin" / "chromium")
    assert find_browser().executable == str(system)
    executable(bare / "playwright" / "chromium_headless_shell-99" / "x" / "chrome-headless-shell")
    newer = executable(bare / "playwright" / "chromium_headless_shell-1200" / "x" / "chrome-headless-shell")
    assert find_browser().executable == str(newer)
    named = executable(bare / "mine")
    monkeypatch.setenv("DOMWRIGHT_BROWSER", str(named))
    assert find_browser().executable == str(named)
    monkeypatch.setenv("DOMWRIGHT_BROWSER", "ws://127.0.0.1:9/x")
    assert find_browser().endpoint == "ws://127.0.0.1:9/x"
    monkeypatch.setenv("DOMWRIGHT_BROWSER", "firefox")
    assert find_browser().kind == "firefox"
    monkeypatch.setenv("DOMWRIGHT_BROWSER", "/nowhere")
    with pytest.raises(BrowserMissing, match="neither an executable"):
        find_browser()


def test_playwrights_download_where_it_works(bare: Path) -> None:
    asked = []

    def run(command: Sequence[str]) -> bool:
        asked.append(list(command))
        executable(bare / "playwright" / "chromium_headless_shell-1" / "chrome-headless-shell")
        return True

    assert install.install_browser(lambda _: None, run).why == "installed by Playwright"
    assert asked == [[sys.executable, "-m", "playwright", "install", "chromium-headless-shell"]]


def test_the_distributions_package_where_it_is_refused(bare: Path) -> None:
    executable(bare / "bin" / "apt-get")
    asked: list[list[str]] = []

    def run(command: Sequence[str]) -> bool:
        asked.append(list(command))
        if "playwright" in command:
            return False
        if "chromium-headless-shell" in command:
            executable(bare / "bin" / "chromium-headless-shell")
        return True

    assert install.install_browser(lambda _: None, run).executable.endswith("bin/chromium-headless-shell")
    assert "update" in asked[1]
    assert asked[2][-1] == "chromium-headless-shell"


def test_where_nothing_works_the_error_says_what_to_type(bare: Path) -> None:
    with pytest.raises(BrowserMissing, match="apt-get install chromium-headless-shell"):
        install.install_browser(lambda _: None, lambda _: False)


def test_launch_options_are_quiet_and_keep_playwrights_blink_settings() -> None:
    arguments = launch_options(browser.Browser(), ("media",), ("10.*",))["args"]
    assert isinstance(arguments, list)
    assert {"--disable-remote-fonts"} <= set(arguments)
    (rules,) = (argument for argument in arguments if argument.startswith("--host-resolver-rules="))
    assert "MAP *.hotjar.com ~NOTFOUND" in rules
    assert rules.endswith("MAP 10.* ~NOTFOUND")
    assert {"--disable-background-networking", "--disable-component-update", "--disable-sync"} <= set(arguments)
    (blink,) = (argument for argument in arguments if argument.startswith("--blink-settings="))
    assert "primaryHoverType=2" in blink
    assert blink.endswith("imagesEnabled=false")
