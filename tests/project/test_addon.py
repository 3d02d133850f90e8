"""What the add-on registers, and that it leaves a project's own settings alone."""

from scrapy.settings import Settings

from domwright.project.addon import Addon

HANDLER = "domwright.project.rendering.handler.RenderHandler"


def updated(**given: object) -> Settings:
    settings = Settings(given, priority="project")
    Addon().update_settings(settings)
    return settings


def test_handlers_pipelines_and_format() -> None:
    settings = updated()
    assert settings["DOWNLOAD_HANDLERS"]["https"] == HANDLER
    assert any(component.__name__ == "ExtractPipeline" for component in settings["ITEM_PIPELINES"])
    assert "md" in settings["FEED_EXPORTERS"]
    assert settings.getbool("REMOTE_CONTROL_ENABLED") is False


def test_a_handler_of_the_project_is_wrapped_and_scrapy_playwrights_is_taken_over() -> None:
    mine = updated(DOWNLOAD_HANDLERS={"http": "my.Handler", "https": "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"})
    assert mine["DOWNLOAD_HANDLERS"]["http"].endswith("WrappingHandler")
    assert mine.getdict("DOMWRIGHT_WRAPPED_HANDLERS") == {"http": "my.Handler"}
    assert mine["DOWNLOAD_HANDLERS"]["https"] == HANDLER


def test_the_contact_is_part_of_the_name() -> None:
    assert updated(USER_AGENT="crawler/1", DOMWRIGHT_CONTACT="me@a.example")["USER_AGENT"] == "crawler/1 (+me@a.example)"
