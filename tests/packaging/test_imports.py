"""Importing domwright loads no Scrapy, no Twisted and no Playwright; the public names are there."""

import subprocess
import sys

import domwright


def test_the_library_is_pure() -> None:
    code = "import sys, domwright; domwright.extract('<p>x</p>'); print(sorted({'scrapy','twisted','playwright','parsel'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True).stdout.strip() == "[]"


def test_the_public_names() -> None:
    for name in ("extract", "extract_site", "is_low_value_stub", "clean_html", "to_markdown", "Page", "Document", "Options", "PARSER"):
        assert name in domwright.__all__
        assert hasattr(domwright, name)
