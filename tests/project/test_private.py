"""Private addresses: refused when the crawl is public, by redirect and by link; allowed when it starts there itself."""

import asyncio
from ipaddress import ip_address

import pytest
from scrapy import Request, Spider
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.http.request import NO_CALLBACK
from scrapy.utils.test import get_crawler

from domwright.project.rendering import service as service_module
from domwright.project.rendering.limits import Limits
from domwright.project.rendering.private import PATTERNS, PrivateAddressMiddleware
from domwright.project.rendering.render import Wish, render
from domwright.project.rendering.service import RenderService
from tests.faults import faulty_server
from tests.loopback import Answer, Answering, serving


@pytest.fixture
def middleware() -> PrivateAddressMiddleware:
    return PrivateAddressMiddleware(get_crawler(Spider, {"DOMWRIGHT_PRIVATE": "auto"}))


def test_a_public_crawl_is_not_led_inside(middleware: PrivateAddressMiddleware) -> None:
    middleware.process_request(Request("https://example.org/"))
    for meta in ({"depth": 1}, {"redirect_times": 1}):
        with pytest.raises(IgnoreRequest, match="private-address"):
            middleware.process_request(Request("http://169.254.169.254/latest", meta=meta))


def test_a_wrong_choice_does_not_switch_the_protection_off() -> None:
    with pytest.raises(ValueError, match="one of allow, refuse, auto"):
        PrivateAddressMiddleware(get_crawler(Spider, {"DOMWRIGHT_PRIVATE": "yes"}))


def test_a_private_crawl_goes_on(middleware: PrivateAddressMiddleware) -> None:
    middleware.process_request(Request("http://127.0.0.1:8000/"))
    middleware.process_request(Request("http://127.0.0.1:8000/x", meta={"depth": 1}))


def answered(url: str, address: str, **meta: object) -> tuple[Request, Response]:
    request = Request(url, meta=meta)
    return request, Response(url, ip_address=ip_address(address), request=request)


def test_a_public_name_that_leads_within_is_refused(middleware: PrivateAddressMiddleware) -> None:
    middleware.process_request(Request("https://public.example/"))
    middleware.process_response(*answered("https://public.example/", "93.184.215.14"))
    for address in ("10.1.2.3", "127.0.0.1", "169.254.169.254", "::1"):
        with pytest.raises(IgnoreRequest, match="private-address"):
            middleware.process_response(*answered("https://rebound.example/x", address, depth=1))


def test_the_robots_txt_of_a_rebound_name_does_not_open_the_gate(middleware: PrivateAddressMiddleware) -> None:
    middleware.process_request(Request("https://public.example/"))
    robots = Request("https://rebound.example/robots.txt", callback=NO_CALLBACK)
    middleware.process_request(robots)
    middleware.process_response(robots, Response(robots.url, ip_address=ip_address("10.1.2.3"), request=robots))
    with pytest.raises(IgnoreRequest, match="private-address"):
        middleware.process_response(*answered("https://rebound.example/x", "10.1.2.3", depth=1))


def test_a_site_within_is_crawled_by_its_name(middleware: PrivateAddressMiddleware) -> None:
    middleware.process_request(Request("http://wiki/"))
    middleware.process_response(*answered("http://wiki/", "10.1.2.3"))
    middleware.process_response(*answered("http://wiki/x", "10.1.2.3", depth=1))
    middleware.process_request(Request("http://10.1.2.4/x", meta={"depth": 1}))


@pytest.mark.browser
def test_a_rendered_page_cannot_fetch_from_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = service_module.launch_options

    def mapped(*given: object, **named: object) -> dict[str, object]:
        options = plain(*given, **named)  # type: ignore[arg-type]
        own = "--host-resolver-rules=MAP public.example 127.0.0.1, "
        return {**options, "args": [each.replace("--host-resolver-rules=", own) for each in options["args"]]}  # type: ignore[attr-defined]

    monkeypatch.setattr(service_module, "launch_options", mapped)

    async def work(refused: tuple[str, ...]) -> str:
        service = RenderService(Limits())
        service.refused = refused
        with faulty_server() as base:
            port = base.rsplit(":", 1)[1]
            try:
                taken = await render(service, f"http://public.example:{port}/prying?{port}", Wish(seconds=15))
                assert taken.server == ("127.0.0.1" if refused else "")
                return taken.html
            finally:
                await service.close()

    assert "A good page" in asyncio.run(work(()))
    assert "A good page" not in asyncio.run(work(PATTERNS))


@pytest.mark.browser
def test_what_a_public_page_fetches_by_a_public_name_does_not_come_from_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    inside: list[str] = []

    class Inner(Answering):
        def answer(self, path: str) -> Answer:
            inside.append(path)
            return 200, "text/javascript", b"document.querySelector('main').append('The secret of the mill')"

    class Outer(Answering):
        def answer(self, path: str) -> Answer:
            port = path.strip("/")
            text = "The ferry crosses every hour, and the bell on the landing calls it. " * 5
            page = f"""<title>Ferry</title><main><h1>Ferry</h1><p>{text}</p></main><script src=http://rebound.example:{port}/a.js></script>
              <iframe src=http://rebound.example:{port}/frame></iframe><script>fetch('http://rebound.example:{port}/data', {{mode: 'no-cors'}})</script>"""
            return 200, "text/html", page.encode()

    async def work(outer: str, inner: str, refused: tuple[str, ...]) -> str:
        ports = [base.rsplit(":", 1)[1] for base in (outer, inner)]
        plain = service_module.launch_options

        def mapped(*given: object, **named: object) -> dict[str, object]:
            options = plain(*given, **named)  # type: ignore[arg-type]
            kept = [each for each in options["args"] if not each.startswith("--host-resolver-rules=")]  # type: ignore[attr-defined]
            names = "--host-resolver-rules=MAP public.example 127.0.0.1, MAP rebound.example 127.0.0.1"
            return {**options, "args": [*kept, names, f"--ip-address-space-overrides=127.0.0.1:{ports[0]}=public"]}

        with monkeypatch.context() as patched:
            patched.setattr(service_module, "launch_options", mapped)
            service = RenderService(Limits())
            service.refused = refused
            try:
                return (await render(service, f"http://public.example:{ports[0]}/{ports[1]}", Wish(seconds=15))).html
            finally:
                await service.close()

    with serving(Outer) as outer, serving(Inner) as inner:
        html = asyncio.run(work(outer, inner, PATTERNS))
        assert "The ferry crosses" in html
        assert not inside
        assert "The secret" in asyncio.run(work(outer, inner, ()))
        assert "/a.js" in inside
