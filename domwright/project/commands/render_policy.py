"""`scrapy render-policy`: what is remembered about which kinds of address need the browser."""

from argparse import Namespace
from pathlib import Path

from scrapy.commands import ScrapyCommand

from domwright.project.rendering.policy import Memory


class Command(ScrapyCommand):
    """As Scrapy runs it."""

    requires_project = True
    default_settings = {"LOG_ENABLED": False}  # noqa: RUF012 - Scrapy's attribute

    def short_desc(self) -> str:
        """The line in Scrapy's list of commands."""
        return "Show which kinds of address are rendered, and what that was learnt from"

    def run(self, args: list[str], opts: Namespace) -> None:
        """Print the table."""
        assert self.settings is not None
        path = self.settings.get("DOMWRIGHT_RENDER_MEMORY")
        memory = Memory.load(Path(path) if path else None)
        if not memory.lessons:
            print("nothing is remembered yet")
            return
        print(f"{'verdict':8} {'novel':>6} {'same':>6} {'plain':>6}  kind of address")
        for kind, lesson in sorted(memory.lessons.items()):
            verdict = "render" if lesson.novel else "plain" if lesson.same else "compare"
            print(f"{verdict:8} {lesson.novel:6} {lesson.same:6} {lesson.plain:6}  {kind}")
