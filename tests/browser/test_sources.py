"""What a page was made of: every answer that its scripts read, with a checksum that plain HTTP comes to as well."""

import asyncio
import zlib

import pytest

from domwright.project.rendering.limits import Limits
from domwright.project.rendering.render import Snapshot, Wish, render
from domwright.project.rendering.service import RenderService
from tests.loopback import Answer, Answering, serving

pytestmark = pytest.mark.browser
ANSWER = '{"text": "Über die Brücke führt ein Weg zur Mühle. 渡し船は午前に出る。 Wer später kommt, geht über das Wehr."}'.encode()
XHR = "const x=new XMLHttpRequest();x.open('GET','/data');x.responseType='%s';x.onload=()=>document.body.append(x.response);x.send()"
READING = {
    "json": "fetch('/data').then(a=>a.json()).then(j=>document.body.append(j.text))",
    "text": "fetch(new Request('/data')).then(a=>a.text()).then(t=>document.body.append(t))",
    "bytes": "fetch('/data#part').then(a=>a.arrayBuffer()).then(b=>document.body.append(b.byteLength))",
    "copy": "fetch('/data').then(a=>a.clone().json()).then(j=>document.body.append(j.text))",
    "raw": "fetch('/data').then(a=>a.bytes()).then(b=>document.body.append(b.length))",
    "xhr": XHR % "",
    "xhr-bytes": XHR % "arraybuffer",
}
UNSURE = {
    "POST": "fetch('/data',{method:'POST',body:'{}'}).then(a=>a.text()).then(t=>document.body.append(t))",
    "stream": "fetch('/data').then(a=>a.body.getReader().read())",
    "json-xhr": XHR % "json",
    "blob": "fetch('/data').then(a=>a.blob())",
    "WebSocket": "new WebSocket('ws://'+location.host)",
    "EventSource": "new EventSource('/data')",
    "Worker": "new Worker('/app.js')",
    "storage": "localStorage.page='x'.repeat(2000);document.body.append(localStorage.getItem('page').length)",
    "database": "indexedDB.open('pages')",
    "caches": "try{caches.open('pages')}catch{}",
    "jsonp": "document.head.append(Object.assign(document.createElement('script'),{src:'http://localhost:'+location.port+'/app.js?callback=show'}))",
    "frames": "document.body.innerHTML='<iframe src=/plain></iframe>'",
    "refused": "fetch('http://127.0.0.1:1/').catch(()=>{})",
    "moved": "setTimeout(()=>{location.href='/plain'},20)",
}
SURE = {
    "short-post": "fetch('/short',{method:'POST'}).then(a=>a.text())",
    "preference": "localStorage.setItem('theme','dark');localStorage.getItem('theme')",
    "watcher": "fetch('https://www.google-analytics.com/collect').catch(()=>{})",
}


def page(name: str) -> bytes:
    script = {**READING, **UNSURE, **SURE}.get(name, "")
    prose = "The ferry leaves at noon. " * 20
    return f"<!doctype html><title>{name}</title><body><p>{prose}</p><script src=/app.js></script><script>{script}</script>".encode()


def summed(url: str, body: bytes) -> tuple[str, int, str]:
    return url, 200, f"{len(body)}-{zlib.crc32(body):x}"


class _Handler(Answering):
    def answer(self, path: str) -> Answer:
        name = path.strip("/")
        if name in ("data", "short"):
            return 200, "application/json", ANSWER if name == "data" else b"{}"
        if name == "prices.json":
            return 200, "application/json", b'{"boat": 2}'
        if name == "module":
            imports = b"<script type=module>import prices from '/prices.json' with {type:'json'};document.body.append(prices.boat)</script>"
            return 200, "text/html; charset=utf-8", page(name) + imports
        if name == "app.js":
            return 200, "text/javascript", b"var loaded = 1"
        return 200, "text/html; charset=utf-8", page(name)

    def do_POST(self) -> None:
        self.do_GET()


async def _rendered(names: list[str]) -> tuple[str, dict[str, Snapshot]]:
    service = RenderService(Limits(pages=2))
    with serving(_Handler) as base:
        try:
            return base, {name: await render(service, f"{base}/{name}", Wish(seconds=12, sources=True)) for name in names}
        finally:
            await service.close()


def test_answers_are_summed_up_however_they_are_read() -> None:
    base, found = asyncio.run(_rendered([*READING, *SURE]))
    for name, snapshot in found.items():
        assert snapshot.sources.unsure == "", name
        assert snapshot.sources.scripts == (f"{base}/app.js",), name
        # The server sends no validators: the document is summed up, too.
        document = summed(f"{base}/{name}", page(name))
        assert snapshot.sources.answers == ((document, summed(f"{base}/data", ANSWER)) if name in READING else (document,)), name
        assert "sources" not in snapshot.facts


def test_what_cannot_be_asked_for_again_makes_a_page_unsure() -> None:
    _, found = asyncio.run(_rendered(list(UNSURE)))
    assert {name: snapshot.sources.unsure for name, snapshot in found.items()} == {**{name: name for name in UNSURE}, "json-xhr": "json"}


def test_a_page_without_requests_is_made_of_its_document_and_scripts() -> None:
    base, found = asyncio.run(_rendered(["plain"]))
    assert (found["plain"].sources.unsure, found["plain"].sources.answers) == ("", (summed(f"{base}/plain", page("plain")),))
    assert found["plain"].sources.scripts == (f"{base}/app.js",)


def test_a_module_of_data_is_a_script() -> None:
    base, found = asyncio.run(_rendered(["module"]))
    assert found["module"].sources.scripts == (f"{base}/app.js", f"{base}/prices.json")
