"""`scrapy explain` and `scrapy render-policy`, as people type them."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.loopback import Answering, serving

ROOT = Path(__file__).parents[2]


def scrapy(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "scrapy", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)


def test_explain_names_rules_scores_and_terms() -> None:
    done = scrapy("explain", "tests/golden/chrome--newsletter/input.html", "--terms", "2")
    lines = done.stdout.splitlines()
    assert lines[0].startswith("rung: scored")
    assert any(line.startswith("dropped") and " newsletter " in line for line in lines)
    at = next(at for at, line in enumerate(lines) if line.startswith("kept"))
    assert lines[at + 1].startswith(" ")
    assert lines[at + 2].startswith(" ")


def test_explain_of_nothing_is_one_line() -> None:
    done = scrapy("explain", "nowhere.html")
    assert done.returncode == 2
    assert "cannot be read" in done.stdout + done.stderr


def test_render_policy_without_memory(tmp_path: Path) -> None:
    done = scrapy("render-policy", "-s", f"DOMWRIGHT_RENDER_MEMORY={tmp_path}/none.json")
    assert done.stdout.strip() == "nothing is remembered yet"


@pytest.mark.browser
def test_explain_of_an_address_says_what_was_under_way() -> None:
    class Streaming(Answering):
        def do_GET(self) -> None:
            if self.path == "/events":
                self.reply(200, b"data: one\n\n", "text/event-stream")
            else:
                self.reply(
                    200, b"<title>t</title><main><p>The ferry leaves at noon from the landing.</p></main><script>new EventSource('/events')</script>"
                )

    with serving(Streaming) as base:
        done = scrapy("explain", base)
    assert done.stdout.startswith("rendered: settled after")
    assert f"events {base}/events for" in done.stdout.splitlines()[0]
    assert "The ferry leaves at noon" in done.stdout
