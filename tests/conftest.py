"""The --update flag, and what needs a browser is skipped where there is none."""

import pytest
from hypothesis import settings

from domwright.project.rendering.browser import BrowserMissing, find_browser

# The same examples every time, so that a run that fails is due to a change; `pytest --hypothesis-profile=explore` looks at new ones.
settings.register_profile("same", derandomize=True)
settings.register_profile("explore")
settings.load_profile("same")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="rewrite the golden files; read the diff before you commit")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    try:
        find_browser()
    except BrowserMissing as error:
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.skip(reason=str(error)))
