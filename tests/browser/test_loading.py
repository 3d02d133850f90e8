"""Ways in which applications bring their text, each on a page of its own: what comes late is there once, and what never ends is taken and told of."""

import asyncio
import json
import re
import time
from typing import ClassVar

import pytest

from domwright.project.rendering.actions import parse_actions
from domwright.project.rendering.limits import Limits
from domwright.project.rendering.render import Snapshot, Wish, render
from domwright.project.rendering.service import RenderService
from tests.loopback import Answering, serving

pytestmark = pytest.mark.browser
INTRO = "<h1>The weir</h1><p>" + "The river path leaves the village behind the old mill and follows the water to the east. " * 4 + "</p>"
ADD = "const add = (text) => art.insertAdjacentHTML('beforeend', '<p>' + text + '</p>');"
LATE = "What came late is here."
# name → script of a page that brings LATE.
WHOLE = {
    "cursor": "(async () => { let at = ''; for (let k = 0; k < 6; k++) { const a = await (await fetch('/json?cursor=' + at)).json(); at = a.next; } add('LATE') })()",
    "rpc": "(async () => { for (let k = 0; k < 8; k++) await (await fetch('/json', {method: 'POST', body: JSON.stringify({id: k})})).json(); add('LATE') })()",
    "job": "(async () => { for (;;) { const a = await (await fetch('/job-state')).json(); if (a.done) return add('LATE'); await new Promise((d) => setTimeout(d, 250)) } })()",
    "chunks": "(async () => { let all = ''; for await (const c of (await fetch('/chunks')).body.pipeThrough(new TextDecoderStream())) all += c; add(all) })()",
    "tee": "(async () => { const [one] = (await fetch('/chunks')).body.tee(); add(await new Response(one).text()) })()",
    "late-module": "const s = document.createElement('script'); s.type = 'module'; s.textContent = \"const m = await import('/module.js'); m.go(add)\"; window.add = add; document.head.append(s)",
    "sheet": "const l = Object.assign(document.createElement('link'), {rel: 'stylesheet', href: '/late.css'}); l.onload = () => add('LATE'); document.head.append(l)",
    "module-worker": "const w = new Worker('/module-worker.js', {type: 'module'}); w.onmessage = (e) => add(e.data); w.postMessage('go')",
    "blob-worker": "const url = URL.createObjectURL(new Blob(['setTimeout(() => postMessage(\\'LATE\\'), 700)'], {type: 'text/javascript'})); const w = new Worker(url);"
    "URL.revokeObjectURL(url); w.onmessage = (e) => add(e.data)",
    "worker-in-worker": "const w = new Worker('/outer-worker.js'); w.onmessage = (e) => add(e.data)",
    "relative-worker": "const w = new Worker('/deep/worker.js'); w.onmessage = (e) => add(e.data)",
    "shared-worker": "const w = new SharedWorker('/shared-worker.js'); w.port.onmessage = (e) => add(e.data); w.port.postMessage('go')",
    "asked-socket": "const w = new WebSocket('ws://' + location.host + '/socket'); w.onopen = () => w.send('go'); w.onmessage = (e) => add(e.data)",
    "named-event": "const e = new EventSource('/events'); e.addEventListener('story', (m) => { add(m.data); e.close() })",
    "service-worker": "navigator.serviceWorker.register('/service.js').then(() => navigator.serviceWorker.ready).then(async () => {"
    "if (!navigator.serviceWorker.controller) await new Promise((d) => navigator.serviceWorker.addEventListener('controllerchange', d)); add(await (await fetch('/from-service')).text()) })",
    "frames-chain": "let k = 0; const f = () => { if (++k < 20) requestAnimationFrame(f); else add('LATE') }; requestAnimationFrame(f)",
    "typed": "const text = 'LATE'; let k = 0; const p = document.createElement('p'); art.append(p); const t = setInterval(() => { p.textContent = text.slice(0, ++k); if (k >= text.length) clearInterval(t) }, 30)",
    "idle-chain": "const f = (k) => requestIdleCallback(() => k ? setTimeout(() => f(k - 1), 120) : add('LATE')); f(2)",
    "backoff": "const go = (k) => fetch('/unwilling?of=backoff').then((r) => r.ok ? add('LATE') : setTimeout(() => go(k + 1), 150 * 2 ** k)); go(0)",
    "database": "const r = indexedDB.open('stories', 1); r.onupgradeneeded = () => r.result.createObjectStore('s'); r.onsuccess = () => { const s = r.result.transaction('s', 'readwrite').objectStore('s');"
    "s.put('LATE', 1); s.get(1).onsuccess = (e) => setTimeout(() => add(e.target.result), 100) }",
    "moved-end": "art.innerHTML = '<div id=m style=\"width:10px;height:10px;transition:transform .6s\">x</div>'; m.addEventListener('transitionend', () => add('LATE')); requestAnimationFrame(() => requestAnimationFrame(() => m.style.transform = 'translateX(90px)'))",
    "resize": "addEventListener('resize', () => add('LATE'), {once: true})",
    "inner-scroll": "document.body.innerHTML = '<div id=box style=\"height:100vh;overflow:auto\">' + document.querySelector('main').outerHTML + '<div style=\"height:3000px\"></div></div>';"
    "box.addEventListener('scroll', () => { if (box.scrollTop > 500 && !box.done) { box.done = 1; fetch('/json').then(() => document.getElementById('art').insertAdjacentHTML('beforeend', '<p>LATE</p>')) } }, {passive: true})",
    "document-write": "document.write('<script src=/writes.js><\\/script>')",
    "lazy-frame": "document.body.insertAdjacentHTML('beforeend', '<div style=\"height:4000px\"></div><iframe loading=lazy src=/frame width=600 height=300></iframe>')",
    "srcdoc": "document.body.insertAdjacentHTML('beforeend', '<iframe srcdoc=\"<p id=x></p><script>setTimeout(() => x.textContent = &quot;LATE&quot;, 500)</scr' + 'ipt>\"></iframe>')",
    "other-origin": "document.body.insertAdjacentHTML('beforeend', '<iframe width=600 height=300 src=\"' + location.href.replace('127.0.0.1', 'localhost').replace('other-origin', 'long-frame') + '\"></iframe>')",
    "xhr-progress": "const x = new XMLHttpRequest(); x.open('GET', '/chunks'); x.onload = () => add(x.response); x.send()",
    "promise-sleeps": "(async () => { for (let k = 0; k < 3; k++) await new Promise((d) => setTimeout(d, 200 + 100 * k)); add('LATE') })()",
}
# Pages that never end: each is taken within six seconds, with what was under way.
ENDLESS = {
    "clock": "setInterval(() => { art.textContent = 'It is ' + new Date().toISOString() }, 100)",
    "carousel": "let k = 0; setInterval(() => { art.innerHTML = '<p>' + ['Red boats for hire', 'Blue boats for sale', 'Green boats repaired'][++k % 3] + '</p>' }, 300)",
    "long-poll": "const go = () => fetch('/hangs?' + Math.random()).then(go, go); go()",
    "heartbeat": "setInterval(() => fetch('/json?t=' + Date.now()), 250)",
    "prices": "const w = new WebSocket('ws://' + location.host + '/ticking'); w.onmessage = (e) => { art.textContent = e.data }",
    "animation": "const f = () => { art.style.left = Math.random() + 'px'; requestAnimationFrame(f) }; f()",
    "babbling": "setInterval(() => add('x' + Math.random().toString(36).replace(/\\d/g, '')), 50)",
    "endless-stream": "fetch('/endless').then(async (r) => { for await (const c of r.body) art.textContent = c.length })",
}
FILES = {
    "/module.js": "export const go = (add) => import('/second.js').then((m) => add(m.text))",
    "/second.js": "export const text = 'LATE'",
    "/module-worker.js": "import { text } from '/second.js'; onmessage = async () => { await (await fetch('/json')).json(); postMessage(text) }",
    "/outer-worker.js": "const w = new Worker('/inner-worker.js'); w.onmessage = (e) => postMessage(e.data)",
    "/inner-worker.js": "fetch('/json').then((r) => r.json()).then(() => setTimeout(() => postMessage('LATE'), 300))",
    "/deep/worker.js": "importScripts('lib.js'); fetch('data.txt').then((r) => r.text()).then((t) => postMessage(location.pathname === '/deep/worker.js' ? t : location.href))",
    "/deep/lib.js": "self.lib = 1",
    "/shared-worker.js": "onconnect = (e) => { const port = e.ports[0]; port.onmessage = () => fetch('/json').then((r) => r.json()).then(() => port.postMessage('LATE')) }",
    "/service.js": "self.oninstall = () => skipWaiting(); self.onactivate = (e) => e.waitUntil(clients.claim());"
    "self.onfetch = (e) => { if (e.request.url.endsWith('/from-service')) e.respondWith(new Promise((d) => setTimeout(() => d(new Response('LATE')), 200))) }",
    "/writes.js": "document.getElementById('art').insertAdjacentHTML('beforeend', '<p>LATE</p>')",
}


class _Handler(Answering):
    asked: ClassVar[dict[str, int]] = {}

    def send_slowly(self, kind: str, pieces: list[str], pause: float) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Connection", "close")
        self.end_headers()
        for piece in pieces:
            time.sleep(pause)
            self.wfile.write(piece.encode())
            self.wfile.flush()
        self.close_connection = True

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(0.1)
        self.reply(200, json.dumps({"at": time.time()}).encode(), "application/json")

    def do_GET(self) -> None:  # noqa: C901, PLR0912, PLR0915 - a table of answers
        path, _, query = self.path.partition("?")
        times = self.asked[self.path] = self.asked.get(self.path, 0) + 1
        if path in FILES:
            time.sleep(0.3)
            self.reply(200, FILES[path].replace("LATE", LATE).encode(), "text/javascript")
        elif path == "/json":
            time.sleep(0.15)
            self.reply(200, json.dumps({"next": query[-20:] + "x"}).encode(), "application/json")
        elif path == "/job-state":
            self.reply(200, json.dumps({"done": times > 4}).encode(), "application/json")
        elif path == "/unwilling":
            self.reply(200 if times > 3 else 503, b"{}", "application/json")
        elif path == "/chunks":
            self.send_slowly("text/plain", ["What came ", "late ", "is here."], 0.4)
        elif path == "/endless":
            self.send_slowly("text/plain", ["more "] * 40, 0.2)
        elif path == "/events":
            self.send_slowly("text/event-stream", [f"event: story\ndata: {LATE}\n\n"], 0.9)
        elif path in ("/socket", "/ticking"):
            self.speak(
                ["What came late is here."] if path == "/socket" else [f"Boat {n} is worth {n}{n}" for n in range(40)],
                0.6 if path == "/socket" else 0.2,
            )
        elif path == "/late.css":
            time.sleep(0.4)
            self.reply(200, b"main { color: black }", "text/css")
        elif path == "/deep/data.txt":
            time.sleep(0.3)
            self.reply(200, LATE.encode(), "text/plain")
        elif path == "/hangs":
            time.sleep(8)
            self.reply(200, b"{}", "application/json")
        else:
            self.page(path.strip("/"))

    def page(self, name: str) -> None:
        if name in ("frame", "long-frame"):
            text = LATE if name == "frame" else f"{LATE} {'It stands in a frame of another origin. ' * 4}"
            body = f"<p id=x></p><script>setTimeout(() => x.textContent = '{text}', 400)</script>"
        else:
            script = {**WHOLE, **ENDLESS}.get(name, "").replace("LATE", LATE)
            body = f"<main>{INTRO}<div id=art></div></main><script>{ADD}{script}</script>"
        self.reply(200, f"<!doctype html><html><head><title>{name}</title></head><body>{body}</body></html>".encode())

    def speak(self, messages: list[str], pause: float) -> None:
        import base64
        import hashlib

        key = self.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
        self.send_response(101)
        self.send_header("Upgrade", "websocket")
        self.send_header("Connection", "Upgrade")
        self.send_header("Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())
        self.end_headers()
        for message in messages:
            time.sleep(pause)
            self.wfile.write(bytes([0x81, len(message)]) + message.encode())
            self.wfile.flush()
        time.sleep(2)
        self.close_connection = True


def taken(names: list[str], actions: str = "") -> dict[str, tuple[Snapshot, float]]:
    async def one(service: RenderService, base: str, name: str) -> tuple[Snapshot, float]:
        start = time.monotonic()
        return await render(service, f"{base}/{name}", Wish(seconds=30, actions=parse_actions(actions))), time.monotonic() - start

    async def work() -> dict[str, tuple[Snapshot, float]]:
        service = RenderService(Limits(pages=4))
        _Handler.asked = {}
        with serving(_Handler) as base:
            try:
                await render(service, f"{base}/start", Wish(seconds=30))  # the browser's own start is not measured
                found = await asyncio.gather(*(one(service, base, name) for name in names))
                return dict(zip(names, found, strict=True))
            finally:
                await service.close()

    return asyncio.run(work())


def test_what_comes_late_is_there_once_however_it_comes() -> None:
    found = taken(list(WHOLE))
    counts = {name: snapshot.html.split("<title>")[-1].count(LATE) for name, (snapshot, _) in found.items()}
    assert {name: count for name, count in counts.items() if count != 1} == {}


@pytest.mark.parametrize("name", list(ENDLESS))
def test_what_never_ends_is_taken_and_told_of(name: str) -> None:
    snapshot, seconds = taken([name])[name]
    assert "The river path leaves" in snapshot.html
    assert seconds < 6.5  # opened, settled within six seconds, written down
    assert snapshot.facts["why"] == "restless" or snapshot.facts["pending"] or name == "animation"


VIRTUAL = {
    # Rows that are made anew, rows that are used again for others, and rows that are fetched when they come into sight.
    "made-anew": "r = () => { const s = Math.floor(box.scrollTop / H); inner.innerHTML = ''; for (let k = s; k < Math.min(N, s + 20); k++) { const d = document.createElement('div');"
    "d.style = `position:absolute;top:${k * H}px;height:${H}px`; d.textContent = `Row ${k} of the list`; inner.append(d) } }",
    "used-again": "const pool = [...Array(20)].map(() => inner.appendChild(document.createElement('div'))); r = () => { const s = Math.floor(box.scrollTop / H); pool.forEach((d, i) => { const k = s + i;"
    "d.style = `position:absolute;top:${k * H}px;height:${H}px`; d.textContent = k < N ? `Row ${k} of the list` : '' }) }",
    "fetched": "const known = {}; r = () => { const s = Math.floor(box.scrollTop / H); inner.innerHTML = ''; for (let k = s; k < Math.min(N, s + 20); k++) { const d = document.createElement('div'); d.dataset.index = k;"
    "d.style = `position:absolute;top:${k * H}px;height:${H}px`; inner.append(d); if (known[k]) d.textContent = known[k]; else { d.textContent = '…';"
    "fetch('/json?row=' + k).then((a) => a.json()).then(() => { known[k] = d.textContent = `Row ${k} of the list` }) } } }",
}


@pytest.mark.parametrize("name", list(VIRTUAL))
def test_a_list_that_keeps_only_its_visible_rows_is_gathered(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = "document.body.insertAdjacentHTML('beforeend', '<div id=box style=\"height:400px;overflow:auto\"><div id=inner style=\"height:2400px;position:relative\"></div></div>'); const N = 100, H = 24; let r;"
    monkeypatch.setitem(WHOLE, name, f"{frame}{VIRTUAL[name]}; box.onscroll = r; r()")
    html = taken([name], "scroll*20")[name][0].html.replace(WHOLE[name], "")
    rows = [int(number) for number in re.findall(r"Row (\d+) of the list<", html)]
    assert rows == list(range(100))


@pytest.mark.parametrize("way", ["script", "soon", "refresh", "form"])
def test_a_page_that_leads_to_a_dead_address_gives_the_document_it_had(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    dead = "http://127.0.0.1:1/gone"
    scripts = {
        "script": f"location.href = '{dead}'",
        "soon": f"setTimeout(() => location.replace('{dead}'), 30)",
        "refresh": f"document.head.insertAdjacentHTML('beforeend', '<meta http-equiv=refresh content=\"0;url={dead}\">')",
        "form": f"const f = document.createElement('form'); f.action = '{dead}'; document.body.append(f); f.submit()",
    }
    monkeypatch.setitem(WHOLE, "leads", scripts[way])
    snapshot = taken(["leads"])["leads"][0]
    assert "The river path leaves" in snapshot.html
    assert snapshot.url.endswith("/leads")
    assert snapshot.facts["pending"][0]["kind"] == "navigation"
    assert snapshot.facts["pending"][0]["address"].startswith(dead)


@pytest.mark.parametrize(
    ("name", "script"),
    [
        ("timers", "for (let k = 0; k < 10000; k++) setTimeout(() => 0, 50 + k % 100)"),
        ("workers", "for (let k = 0; k < 1000; k++) try { new Worker('/inner-worker.js') } catch {}"),
        ("sockets", "for (let k = 0; k < 1000; k++) new WebSocket('ws://127.0.0.1:1/')"),
        ("frames", "document.body.insertAdjacentHTML('beforeend', '<iframe width=600 height=300 src=\"/frames?' + Math.random() + '\"></iframe>')"),
    ],
)
def test_a_page_that_starts_a_thousand_things_is_taken(name: str, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(WHOLE, name, script)
    snapshot, seconds = taken([name])[name]
    assert "The river path leaves" in snapshot.html
    assert seconds < 15
