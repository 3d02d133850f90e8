"""Sitemaps as they are found: of every kind, packed, broken, lying, enormous."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domwright.spiders.sitemaps import LARGEST, Entry, entries

BASE = "https://a.example/sitemap.xml"
SPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
PLAIN = f'<?xml version="1.0" encoding="UTF-8"?><urlset {SPACE}><url><loc> https://a.example/ä </loc><lastmod>2026-11-01</lastmod></url></urlset>'


def urls(body: bytes) -> list[str]:
    return [entry.url for entry in entries(body, BASE)]


def test_the_usual_kind() -> None:
    assert list(entries(PLAIN.encode(), BASE)) == [Entry("https://a.example/ä", "2026-11-01")]
    assert urls(gzip.compress(PLAIN.encode())) == ["https://a.example/ä"]
    assert urls(b"\xef\xbb\xbf\n" + PLAIN.encode()) == ["https://a.example/ä"]


def test_an_index_names_sitemaps() -> None:
    body = f"<sitemapindex {SPACE}><sitemap><loc>/one.xml</loc></sitemap><sitemap><loc>/two.xml.gz</loc></sitemap></sitemapindex>"
    found = list(entries(body.encode(), BASE))
    assert [(entry.url, entry.is_sitemap) for entry in found] == [("https://a.example/one.xml", True), ("https://a.example/two.xml.gz", True)]


def test_languages_of_a_page() -> None:
    body = (
        f'<urlset {SPACE}><url><loc>https://a.example/en</loc><xhtml:link rel="alternate" hreflang="de" href="https://a.example/de"/></url></urlset>'
    )
    assert list(entries(body.encode(), BASE)) == [Entry("https://a.example/en", alternates=(("de", "https://a.example/de"),))]


def test_feeds_and_plain_text() -> None:
    rss = "<rss><channel><link>https://a.example/</link><item><title>x</title><link>https://a.example/1</link><pubDate>Tue, 01 Dec 2026</pubDate></item></channel></rss>"
    atom = '<feed xmlns="http://www.w3.org/2005/Atom"><link href="/"/><entry><link rel="edit" href="/e"/><link href="/2"/><updated>2026-12-01</updated></entry></feed>'
    assert list(entries(rss.encode(), BASE)) == [Entry("https://a.example/1", "Tue, 01 Dec 2026")]
    assert list(entries(atom.encode(), BASE)) == [Entry("https://a.example/2", "2026-12-01")]
    assert urls(b"https://a.example/3\n\nnot an address\nhttps://a.example/4\n") == ["https://a.example/3", "https://a.example/4"]


@pytest.mark.parametrize("encoding", ["utf-16", "UTF-32", "klingon", "iso-8859-1"])
def test_a_sitemap_that_lies_about_its_encoding(encoding: str) -> None:
    body = PLAIN.replace("UTF-8", encoding).replace("ä", "a").encode()
    assert urls(body) == ["https://a.example/a"]


def test_a_sitemap_in_utf16() -> None:
    assert urls(PLAIN.replace("UTF-8", "UTF-16").encode("utf-16")) == ["https://a.example/ä"]


def test_what_can_be_read_of_a_broken_one_is() -> None:
    body = f"<urlset {SPACE}><url><loc>https://a.example/1</loc></url><url><loc>https://a.example/2?a=1&b=2</loc></url><url><loc>https://a"
    assert urls(body.encode())[:1] == ["https://a.example/1"]
    assert urls(b"<html><body><h1>Not found</h1></body></html>") == []
    assert urls(b"") == []


def test_no_entity_is_expanded_and_nothing_is_read_from_disk() -> None:
    body = f'<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd"><!ENTITY z "{"z" * 1000}">]><urlset {SPACE}><url><loc>https://a.example/&y;&z;</loc></url></urlset>'
    assert all("root:" not in url and "zzz" not in url for url in urls(body.encode()))


def test_a_bomb_is_refused_and_a_damaged_archive_named() -> None:
    with pytest.raises(ValueError, match="unpacks to more"):
        list(entries(gzip.compress(b" " * (LARGEST + 2)), BASE))
    with pytest.raises(ValueError, match="cannot be unpacked"):
        list(entries(b"\x1f\x8b\x08nothing", BASE))


def test_fifty_megabytes_and_more_addresses_than_the_protocol_allows() -> None:
    one = b"<url><loc>https://a.example/" + b"x" * 700 + b"%d</loc></url>"
    body = b"<urlset>" + b"".join(one % number for number in range(60_000)) + b"</urlset>"
    assert len(urls(body)) == 50_000


@given(st.binary(max_size=300))
def test_nothing_breaks_it(body: bytes) -> None:
    try:
        found = urls(body)
    except ValueError:
        return
    assert all(isinstance(url, str) for url in found)
