"""A login whose kept state has run out, in whole crawls."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.loopback import Answering, serving

pytestmark = pytest.mark.browser
ROOT = Path(__file__).parents[2]
PROSE = "<p>" + "The harbour office opens when the tide allows, and closes when the last boat is in. " * 6 + "</p>"
FORM = "<form id=login action=/enter><input name=user id=user><button>Log in</button></form>"


def site(*, opens: bool) -> type[Answering]:
    """A site whose pages are for members; logging in helps or does not."""

    class Members(Answering):
        logins = 0

        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if path == "/enter":
                type(self).logins += 1
                cookie = {"Set-Cookie": "session=fresh; Path=/"} if opens else {}
                self.reply(200, f"<!doctype html><title>in</title>{PROSE}".encode(), **cookie)
            elif "session=fresh" in (self.headers.get("Cookie") or ""):
                self.reply(200, f"<!doctype html><title>{path}</title><main>{PROSE}<p>for members only</p></main>".encode())
            else:
                self.reply(200, f"<!doctype html><title>{path}</title><main>{PROSE}</main>{FORM}".encode())

    return Members


def crawled(handler: Any, folder: Path) -> tuple[list[str], str]:
    """Texts of four members' pages, and what was said, where the state of an earlier login is kept."""
    state = folder / "login.json"
    with serving(handler) as base:
        stale = {
            "name": "session",
            "value": "stale",
            "domain": "127.0.0.1",
            "path": "/",
            "expires": -1,
            "httpOnly": False,
            "secure": False,
            "sameSite": "Lax",
        }
        state.write_text(json.dumps({"cookies": [stale], "origins": []}), encoding="utf-8")
        listed = folder / "urls.txt"
        listed.write_text("".join(f"{base}/members/{number}\n" for number in range(4)), encoding="utf-8")
        login = {"url": f"{base}/login", "actions": "fill=#user => me; click=button", "state": str(state), "out": "#login"}
        settings = ("DOMWRIGHT_STATE=", f"DOMWRIGHT_OUT={folder / 'out'}", "DOMWRIGHT_RENDER_MEMORY=", f"DOMWRIGHT_LOGIN={json.dumps(login)}")
        command = [sys.executable, "-m", "scrapy", "crawl", "pages", "-a", f"file={listed}", *(part for each in settings for part in ("-s", each))]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=90, check=False)
    return [path.read_text(encoding="utf-8") for path in (folder / "out").rglob("*.md")], done.stderr


def test_a_login_that_ran_out_is_renewed_once(tmp_path: Path) -> None:
    handler: Any = site(opens=True)
    texts, _ = crawled(handler, tmp_path)
    assert len(texts) == 4
    assert all("for members only" in text for text in texts)
    assert 1 <= handler.logins <= 2
    assert "fresh" in (tmp_path / "login.json").read_text(encoding="utf-8")


def test_a_login_that_does_not_help_is_said_and_no_page_passes(tmp_path: Path) -> None:
    texts, told = crawled(site(opens=False), tmp_path)
    assert texts == []
    assert "dropped 4: logged-out" in told
