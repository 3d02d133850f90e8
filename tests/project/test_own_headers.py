"""Headers by host: what a request takes along, and what it leaves behind when it is redirected."""

import pytest
from scrapy import Request
from scrapy.exceptions import NotConfigured
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from domwright.project.own_headers import OwnHeadersMiddleware, bare, headers_of

HEADERS = {"docs.example": {"X-Key": "secret"}}


def test_a_redirect_to_another_host_does_not_take_them_along() -> None:
    middleware = OwnHeadersMiddleware(get_crawler(settings_dict={"DOMWRIGHT_HEADERS": HEADERS}))
    request = Request("https://docs.example/a")
    middleware.process_request(request)
    assert request.headers["X-Key"] == b"secret"
    away = request.replace(url="https://elsewhere.example/b")
    middleware.process_request(away)
    assert "X-Key" not in away.headers
    back = away.replace(url="https://docs.example/c")
    middleware.process_request(back)
    assert back.headers["X-Key"] == b"secret"


def test_a_spiders_own_header_stays() -> None:
    middleware = OwnHeadersMiddleware(get_crawler(settings_dict={"DOMWRIGHT_HEADERS": HEADERS}))
    request = Request("https://docs.example/a", headers={"X-Key": "mine"})
    middleware.process_request(request)
    middleware.process_request(request)
    assert request.headers["X-Key"] == b"mine"


def test_what_is_written_down_of_a_retry_holds_no_token() -> None:
    middleware = OwnHeadersMiddleware(get_crawler(settings_dict={"DOMWRIGHT_HEADERS": HEADERS}))
    request = Request("https://docs.example/a", headers={"Accept-Language": "cs"})
    middleware.process_request(request)
    assert "secret" not in str(bare(request).to_dict())
    assert bare(request).headers["Accept-Language"] == b"cs"
    middleware.process_request(again := bare(request))
    assert again.headers["X-Key"] == b"secret"


def test_without_headers_there_is_no_middleware() -> None:
    with pytest.raises(NotConfigured):
        OwnHeadersMiddleware(get_crawler())


@pytest.mark.parametrize("given", ["words", {"docs.example": "words"}, ["a"]])
def test_anything_else_is_refused(given: object) -> None:
    with pytest.raises(ValueError, match="DOMWRIGHT_HEADERS"):
        headers_of(Settings({"DOMWRIGHT_HEADERS": given}))
