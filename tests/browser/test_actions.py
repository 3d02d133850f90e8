"""User actions and what the browser says it is, in a real browser: on pages that need them, and on pages that do not."""

import asyncio
from pathlib import Path

import pytest

from domwright.project.rendering.actions import parse_actions
from domwright.project.rendering.limits import Limits
from domwright.project.rendering.render import Snapshot, Wish, render
from domwright.project.rendering.service import RenderService
from domwright.project.rendering.visitor import Login
from tests.loopback import Answering, serving

pytestmark = pytest.mark.browser
PROSE = "<p>" + "The river path leaves the village behind the old mill and follows the water. " * 5 + "</p>"
# Ten items at a time out of sixty, as a press or a scroll asks for them.
LIST = (
    "<ul id=list></ul><script>let n = 0; const more = () => { for (let i = 0; i < 10 && n < 60; i++) {"
    "const li = document.createElement('li'); li.style.minHeight = '60px'; li.textContent = 'item number ' + (++n) + ' of the long list'; list.append(li); } };"
)
PAGES = {
    "more": f"{PROSE}{LIST} more(); const late = () => setTimeout(() => {{ more(); if (n >= 60) button.remove(); }}, 60);</script>"
    "<button id=button onclick=late()>Mehr laden</button>",
    "endless": f"{PROSE}{LIST} more(); addEventListener('scroll', () => {{"
    "if (innerHeight + scrollY >= document.body.scrollHeight - 5) setTimeout(more, 40); });</script>",
    "onetrust": f"{PROSE}<div id=late></div><div id=onetrust-consent-sdk role=dialog><p>We value your privacy.</p>"
    "<button id=onetrust-reject-all-handler onclick=\"this.closest('div').remove();late.textContent='text that only came after a choice'\">Reject all</button></div>",
    "ownlayer": f"{PROSE}<div class=site-cookie-banner><p>Cookies!</p><a href=/policy>Policy</a><button onclick=\"document.title='refused'\">Ablehnen</button></div>",
    "tabs": f"{PROSE}<button aria-expanded=false onclick=\"this.nextElementSibling.textContent='An answer that is fetched when it is opened.'\">Question</button><div></div>"
    "<details><summary>More</summary><p>folded</p></details>",
    # As Radix, MUI and Headless UI do it: a panel that is not chosen is not in the page; the second one fetches what it shows.
    "replaced": f"{PROSE}<div id=app><div role=tablist><button role=tab aria-selected=true aria-controls=p0>Linux</button>"
    "<button role=tab aria-controls=p1>macOS</button><button role=tab aria-controls=p2>Windows</button></div><div id=p0 role=tabpanel>Install it with apt, as root.</div></div>"
    "<script>const texts = ['Install it with apt, as root.', 'Install it with brew, as yourself.', 'Install it with winget, as anybody.'];"
    "document.querySelectorAll('[role=tab]').forEach((tab, at) => tab.onclick = () => setTimeout(() => {"
    "document.querySelectorAll('[role=tab]').forEach((each) => each.setAttribute('aria-selected', each === tab));"
    "const panel = document.createElement('div'); panel.id = 'p' + at; panel.setAttribute('role', 'tabpanel'); panel.textContent = texts[at];"
    "document.querySelector('#app > [role=tabpanel]').replaceWith(panel); }, at === 1 ? 200 : 5));</script>",
    "search": f"{PROSE}<input id=q><button id=go onclick=\"out.textContent='found: '+q.value\">Go</button><p id=out></p>",
    "who": f"{PROSE}<p id=who></p><script>who.textContent = [navigator.language, innerWidth, Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.userAgent].join(' ')</script>",
    "login": "<form action=/enter><input name=user id=user><input name=password id=password type=password><button>Log in</button></form>",
}


class _Handler(Answering):
    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        name = path.strip("/")
        body, headers = PAGES.get(name, ""), {}
        if name == "enter" and query == "user=me&password=secret":
            body, headers = "<p>welcome</p>", {"Set-Cookie": "session=inside; Path=/"}
        if name == "members":
            body = PROSE + ("<p>for members only</p>" if "session=inside" in (self.headers.get("Cookie") or "") else "<p>please log in</p>")
        if name == "headers":
            body = PROSE + f"<p>{self.headers.get('X-Own')} {self.headers.get('Accept-Language')}</p>"
        self.reply(200, f"<!doctype html><html><head><title>{name}</title></head><body>{body}</body></html>".encode(), **headers)


def taken(name: str, actions: str = "", limits: Limits | None = None, context: dict[str, object] | None = None) -> Snapshot:
    async def work() -> Snapshot:
        service = RenderService(limits or Limits(pages=1))
        with serving(_Handler) as base:
            try:
                return await render(service, f"{base}/{name}", Wish(seconds=30, actions=parse_actions(actions), context_options=context))
            finally:
                await service.close()

    return asyncio.run(work())


def test_load_more_is_pressed_until_the_list_ends() -> None:
    snapshot = taken("more", "more")
    assert "item number 60 of" in snapshot.html
    assert snapshot.facts["actions"] == ["more 5"]


def test_load_more_stops_at_its_bound() -> None:
    snapshot = taken("more", "more*2")
    assert "item number 30 of" in snapshot.html
    assert "item number 31 of" not in snapshot.html


def test_an_endless_page_is_scrolled_while_it_grows() -> None:
    assert "item number 60 of" in taken("endless", "scroll*30").html
    assert "item number 60 of" not in taken("endless", "scroll*2").html


def test_consent_is_refused_and_what_waited_for_it_comes() -> None:
    snapshot = taken("onetrust", "consent")
    assert "text that only came after a choice" in snapshot.html
    assert "We value your privacy" not in snapshot.html
    assert snapshot.facts["actions"] == ["consent"]


def test_a_layer_of_nobodys_tool_is_refused_by_its_words() -> None:
    assert "<title>refused</title>" in taken("ownlayer", "consent").html


def test_what_is_folded_is_opened() -> None:
    html = taken("tabs", "open").html
    assert "An answer that is fetched when it is opened." in html
    assert '<details open="">' in html


def test_fill_click_and_wait() -> None:
    snapshot = taken("search", "fill=#q => river; click=#go; wait=#out")
    assert "found: river" in snapshot.html
    assert snapshot.facts["actions"] == ["fill", "click", "wait"]


def test_tabs_that_replace_each_others_panel_are_all_read() -> None:
    assert "brew" not in taken("replaced").html
    html = taken("replaced", "open").html
    assert [html.count(f"Install it with {name}") for name in ("apt", "brew", "winget")] == [1, 1, 1]
    assert html.index("apt,") < html.index(">macOS</h4>") < html.index("brew,") < html.index(">Windows</h4>") < html.index("winget,")


def test_what_is_not_there_is_said_and_no_error() -> None:
    snapshot = taken("search", "consent; more; open")
    assert snapshot.facts["actions"] == ["consent nothing", "more 0", "open nothing"]


def test_locale_time_zone_and_device() -> None:
    assert (
        "de-DE 800 Asia/Tokyo"
        in taken("who", context={"locale": "de-DE", "viewport": {"width": 800, "height": 600}, "timezone_id": "Asia/Tokyo"}).html
    )
    assert "iPhone" in taken("who", context={"device": "iPhone 15"}).html


def test_headers() -> None:
    assert "mine fr-FR" in taken("headers", context={"locale": "fr-FR", "extra_http_headers": {"X-Own": "mine"}}).html


def test_own_headers_are_sent_to_their_host_alone() -> None:
    heard: dict[str, list[str | None]] = {"own": [], "other": []}

    class Listening(Answering):
        def do_GET(self) -> None:
            heard["own" if self.headers["Host"].startswith("127.") else "other"].append(self.headers.get("X-Key"))
            other = f"http://localhost:{self.server.server_address[1]}"  # the same server under another name
            scripts = f"<script src=/own.js></script><script src={other}/other.js></script>" if self.path == "/" else ""
            self.reply(200, f"<!doctype html><title>own</title>{PROSE}{scripts}".encode(), "text/html" if self.path == "/" else "text/javascript")

    async def work() -> None:
        service = RenderService(Limits(pages=1, headers={"127.0.0.1": {"X-Key": "secret"}}))
        with serving(Listening) as base:
            try:
                await render(service, f"{base}/", Wish(seconds=30))
            finally:
                await service.close()

    asyncio.run(work())
    assert heard["own"][:2] == ["secret", "secret"]
    assert heard["other"] == [None]


def test_a_login_is_done_once_and_its_state_is_kept(tmp_path: Path) -> None:
    state = tmp_path / "deep" / "state.json"

    async def work() -> list[str]:
        found = []
        with serving(_Handler) as base:
            for actions in ("fill=#user => me; fill=#password => secret; click=button", "click=#no-such-button"):
                # The second crawl finds the state and never sees the login page.
                login = Login.of({"url": f"{base}/login", "actions": actions, "state": str(state)})
                service = RenderService(Limits(pages=1, login=login))
                try:
                    found.append((await render(service, f"{base}/members", Wish(seconds=20))).html)
                finally:
                    await service.close()
        return found

    first, second = asyncio.run(work())
    assert "for members only" in first
    assert "for members only" in second
    assert state.stat().st_mode & 0o077 == 0


def test_a_login_that_finds_no_form_is_a_clear_failure(tmp_path: Path) -> None:
    login = Login("http://127.0.0.1:9/", parse_actions("click=#no"), tmp_path / "state.json")

    async def work() -> None:
        with serving(_Handler) as base:
            service = RenderService(Limits(pages=1, login=Login(f"{base}/who", login.actions, login.state)))
            try:
                await render(service, f"{base}/members", Wish(seconds=20))
            finally:
                await service.close()

    with pytest.raises(Exception, match="click nothing to act on"):
        asyncio.run(work())
    assert not login.state.exists()
