"""The add-on: the one place that registers domwright's components, in our project and in anybody's."""

from scrapy.settings import BaseSettings
from scrapy.utils.misc import load_object

from domwright.project.cache import wrap_storage
from domwright.project.monitors.expect import expectations

_HANDLER = "domwright.project.rendering.handler.RenderHandler"
_WRAPPING = "domwright.project.rendering.handler.WrappingHandler"
_SCRAPY_PLAYWRIGHT = "scrapy_playwright.handler.ScrapyPlaywrightDownloadHandler"


class Addon:
    """`ADDONS = {"domwright.project.Addon": 500}` in a project's settings is all it takes."""

    def update_settings(self, settings: BaseSettings) -> None:
        """Register components at add-on priority: what a project sets itself stays as it is."""
        _put_handlers(settings)
        wrap_storage(settings)
        if settings.get("DOMWRIGHT_STATE"):
            settings.set("SCHEDULER", "domwright.project.frontier.scheduler.FrontierScheduler", "addon")
            settings.set("DUPEFILTER_CLASS", "scrapy.dupefilters.BaseDupeFilter", "addon")  # the frontier knows every address
        for setting, component, place in _COMPONENTS + (_FRONTIER if settings.get("DOMWRIGHT_STATE") else ()):
            settings.setdefault_in_component_priority_dict(setting, load_object(component), place)
        settings.set("ROBOTSTXT_PARSER", "domwright.project.robots.BoundedRobotParser", "addon")
        if expectations(settings):
            settings.setdefault_in_component_priority_dict("EXTENSIONS", load_object("spidermon.contrib.scrapy.extensions.Spidermon"), 520)
            suites = [*settings.getlist("SPIDERMON_SPIDER_CLOSE_MONITORS"), "domwright.project.monitors.suite.CrawlMonitors"]
            for name, value in (("ENABLED", True), ("ADD_FIELD_COVERAGE", True), ("SPIDER_CLOSE_MONITORS", suites)):
                settings.set(f"SPIDERMON_{name}", value, "addon")
        settings["FEED_EXPORTERS"].setdefault("md", "domwright.project.exporters.feed.MarkdownItemExporter")
        settings.set("REQUEST_FINGERPRINTER_CLASS", "domwright.project.fingerprints.RouteFingerprinter", "addon")
        contact = settings.get("DOMWRIGHT_CONTACT")
        if contact:
            # Site owners find a crawler's operator in its name; the format is the one search engines use.
            settings.set("USER_AGENT", f"{settings.get('USER_AGENT')} (+{contact})", settings.getpriority("USER_AGENT") or 15)
        settings.set("REMOTE_CONTROL_ENABLED", False, "addon")  # noqa: FBT003 - Scrapy's signature


def _put_handlers(settings: BaseSettings) -> None:
    """Rendering goes around the handlers that stand there; what they fetch they go on fetching."""
    handlers, wrapped = settings["DOWNLOAD_HANDLERS"], {}
    reactor = settings.getbool("TWISTED_REACTOR_ENABLED")
    for scheme in ("http", "https"):
        given = handlers.get(scheme)
        if reactor and given in (None, _SCRAPY_PLAYWRIGHT, _HANDLER):
            handler = _HANDLER
        else:
            handler = _WRAPPING
            if given not in (None, _SCRAPY_PLAYWRIGHT, _HANDLER):
                wrapped[scheme] = given
        # Without a reactor Scrapy sets its own handlers anew, at the priority of a project's settings.
        handlers.set(scheme, handler, max(handlers.getpriority(scheme) or 15, 15 if reactor else 21))
    if wrapped:
        settings.set("DOMWRIGHT_WRAPPED_HANDLERS", wrapped, "addon")


_COMPONENTS = (
    ("DOWNLOADER_MIDDLEWARES", "domwright.project.rendering.middleware.RenderPolicyMiddleware", 540),
    ("DOWNLOADER_MIDDLEWARES", "domwright.project.rendering.private.PrivateAddressMiddleware", 60),
    ("DOWNLOADER_MIDDLEWARES", "domwright.project.proxies.ProxyMiddleware", 90),
    ("DOWNLOADER_MIDDLEWARES", "domwright.project.own_headers.OwnHeadersMiddleware", 410),
    ("DOWNLOADER_MIDDLEWARES", "domwright.project.robots.CrawlDelayMiddleware", 105),
    ("SPIDER_MIDDLEWARES", "domwright.project.attach.AttachMiddleware", 100),
    ("ITEM_PIPELINES", "domwright.project.pipelines.extract.ExtractPipeline", 300),
    ("ITEM_PIPELINES", "domwright.project.pipelines.language.LanguagePipeline", 400),
    ("ITEM_PIPELINES", "domwright.project.pipelines.fold.FoldPipeline", 700),
    ("ITEM_PIPELINES", "domwright.project.exporters.files.MarkdownFilesPipeline", 800),
    ("EXTENSIONS", "domwright.project.summary.Summary", 500),
    ("EXTENSIONS", "domwright.project.progress.Progress", 510),
)
# Next to the engine, where a line ends: whatever other middlewares do has been done.
_FRONTIER = (
    # Connected before the acknowledging middlewares: a page is written down in the transaction that acknowledges it.
    ("EXTENSIONS", "domwright.project.changes.recorder.Recorder", 100),
    ("EXTENSIONS", "domwright.project.changes.written.ChangeReport", 110),
    ("DOWNLOADER_MIDDLEWARES", "domwright.project.changes.revisit.RevisitMiddleware", 545),
    ("DOWNLOADER_MIDDLEWARES", "domwright.project.frontier.acknowledge.FailuresAcknowledged", 10),
    ("SPIDER_MIDDLEWARES", "domwright.project.frontier.acknowledge.ItemsAcknowledged", 10),
)
