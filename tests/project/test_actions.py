"""Actions as users write them, and who the browser says it is: right, wrong, and what they mean for the render policy."""

import pytest
from scrapy import Request
from scrapy.settings import Settings
from scrapy.utils.test import get_crawler

from domwright.project.rendering.actions import Action, need_browser, parse_actions
from domwright.project.rendering.limits import Limits
from domwright.project.rendering.middleware import RenderPolicyMiddleware
from domwright.project.rendering.visitor import Login, context_options


def test_actions_are_written_in_one_line_or_in_a_list() -> None:
    wanted = (Action("consent"), Action("more", times=5), Action("click", "button.tab[data-id='2']"), Action("fill", "#q", "a river"))
    assert parse_actions("consent; more*5; click=button.tab[data-id='2']; fill=#q => a river") == wanted
    assert parse_actions(["consent", "more*5", "click=button.tab[data-id='2']", "fill=#q => a river"]) == wanted
    assert parse_actions(None) == parse_actions("") == ()


@pytest.mark.parametrize("wrong", ["dance", "click", "fill=#q", "more*0", "more*5000", "consent=#x", "click*3=#x", "=x", "wait => x"])
def test_what_is_no_action_says_how_they_are_written(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"action|written like"):
        parse_actions(wrong)


def test_only_what_brings_content_needs_the_browser() -> None:
    assert not need_browser(parse_actions("consent"))
    assert need_browser(parse_actions("consent; more"))


def test_context_options_are_playwrights_own() -> None:
    given = {"locale": "de-DE", "device": "iPhone 15", "proxy": {"server": "http://127.0.0.1:8080"}}
    assert context_options(given) == given
    with pytest.raises(ValueError, match="no option 'langage'"):
        context_options({"langage": "de"})
    with pytest.raises(ValueError, match="no storage_state file"):
        context_options({"storage_state": "nowhere.json"})


def test_a_login_says_what_is_missing() -> None:
    assert Login.of({}) is None
    with pytest.raises(ValueError, match="written like"):
        Login.of({"url": "http://127.0.0.1/"})


def test_settings_are_read_as_text_from_the_command_line() -> None:
    settings = Settings({"DOMWRIGHT_ACTIONS": "consent; scroll*3", "DOMWRIGHT_CONTEXT": '{"locale": "fr-FR"}'})
    limits = Limits.of(settings)
    assert limits.actions == (Action("consent"), Action("scroll", times=3))
    assert limits.context == {"locale": "fr-FR"}


def test_a_setting_that_is_no_dictionary_names_itself() -> None:
    with pytest.raises(ValueError, match="DOMWRIGHT_CONTEXT is not a dictionary"):
        Limits.of(Settings({"DOMWRIGHT_CONTEXT": "{locale: fr"}))


@pytest.mark.parametrize(("setting", "via"), [("", "http"), ("consent", "http"), ("consent; more", "browser")])
def test_in_auto_what_actions_bring_is_rendered(setting: str, via: str) -> None:
    crawler = get_crawler(settings_dict={"DOMWRIGHT_ACTIONS": setting})
    middleware = RenderPolicyMiddleware(crawler)
    request = Request("http://127.0.0.1/page", meta={"domwright": True})
    middleware.process_request(request)
    assert request.meta["domwright_via"] == via
    own = Request("http://127.0.0.1/page", meta={"domwright": True, "domwright_actions": "scroll"})
    middleware.process_request(own)
    assert own.meta["domwright_via"] == "browser"
