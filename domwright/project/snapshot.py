"""The border: Scrapy's response → the extractor's Page; and how a response travels with an item to the pipeline."""

from collections import OrderedDict
from datetime import UTC, datetime
from typing import Any

from scrapy.http import Response, TextResponse
from w3lib.encoding import http_content_type_encoding

from domwright.extractor.page import Page
from domwright.project.items import PageItem

_KEY = "_domwright_response"  # an attribute on typed items, a key on dicts; taken off before anything is exported

# Items on their way to the pipeline that hold nothing besides their fields, with their responses; those that another pipeline dropped go in time.
_BESIDE: "OrderedDict[int, tuple[Any, Response]]" = OrderedDict()
_MOST_BESIDE = 1_000


def page_from(response: Response) -> Page:
    """The Page of a response; bytes and the transport's charset when it did not come from a browser."""
    if isinstance(response, TextResponse) and "domwright" in response.flags:
        return Page(response.text, response.url)
    return Page(response.body, response.url, _header_charset(response))


def item_from(response: Response) -> PageItem:
    """The PageItem of a response, with everything that is known before extraction."""
    meta = response.meta
    request = response.request
    referrer = request.headers.get("Referer") if request is not None else None
    item = PageItem(
        url=meta.get("domwright_url") or (meta.get("redirect_urls") or [response.url if request is None else request.url])[0],
        final_url=response.url,
        status=response.status,
        fetched_at=datetime.now(UTC).isoformat(timespec="seconds"),
        obtained="browser" if "domwright" in response.flags or "playwright" in response.flags else "http",
        depth=meta.get("depth", 0),
        referrer=referrer.decode("latin-1") if referrer else "",
        render=dict(meta.get("domwright_render", {})),
    )
    attach(item, response)
    return item


def attach(item: Any, response: Response) -> None:
    """Let a response travel with an item, in it where it has room, else beside it."""
    if isinstance(item, dict):
        item[_KEY] = response
        return
    try:
        setattr(item, _KEY, response)
    except (AttributeError, ValueError, TypeError):
        # Classes with slots (attrs) and with declared fields only (pydantic).
        _BESIDE[id(item)] = (item, response)
        if len(_BESIDE) > _MOST_BESIDE:
            _BESIDE.popitem(last=False)


def detach(item: Any) -> Response | None:
    """Take the response off an item again; None when none travels with it."""
    beside = _BESIDE.pop(id(item), None)
    if beside is not None and beside[0] is item:
        return beside[1]
    response: Response | None = item.pop(_KEY, None) if isinstance(item, dict) else getattr(item, _KEY, None)
    if response is not None and not isinstance(item, dict):
        delattr(item, _KEY)
    return response


def _header_charset(response: Response) -> str:
    kind = (response.headers.get("Content-Type") or b"").decode("latin-1")
    return http_content_type_encoding(kind) or ""
