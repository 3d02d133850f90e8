"""Frames of other origins: settled and written down each by itself, then put where they stand in their page."""

import asyncio
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame

_DEEP, _MANY = 5, 20  # frames within frames; of one page
_SECONDS = 6.0  # for all frames of one page, after the page itself
_CEILING = 5_000  # milliseconds of settling for each
_LITTLE = 100  # characters: less than that is a button or a player's title
# Which of its page's placeholders a frame element has, seen from the frames of one origin around it.
_PLACE = """(element) => {
  for (let view = element.ownerDocument.defaultView; ; view = view.parent) {
    const at = view.__domwright && view.__domwright.outer ? view.__domwright.outer.indexOf(element) : -1;
    if (at >= 0 || view === view.parent) return at;
    try { view.parent.document.title; } catch { return -1; }
  }
}"""


async def with_frames(frame: Frame, found: dict[str, Any], script: str, settle: dict[str, Any]) -> dict[str, Any]:
    """A snapshot with the text of its frames of other origins in their places. Frames that do not come in time are told of as pending."""
    if not found["outer"]:
        return found
    try:
        async with asyncio.timeout(_SECONDS):
            return await _filled(
                frame, found, script, {**settle, "ceiling": min(_CEILING, settle["ceiling"]), "part": True, "sources": False}, [_MANY]
            )
    except TimeoutError:
        waiting = [{"kind": "frame", "address": address, "ms": round(1000 * _SECONDS)} for address in found["foreign"]]
        return {**found, "pending": [*found["pending"], *waiting][:20]}


async def _filled(frame: Frame, found: dict[str, Any], script: str, settle: dict[str, Any], left: list[int], depth: int = 0) -> dict[str, Any]:
    children = _children(frame)[: left[0]] if depth < _DEEP else []
    left[0] -= len(children)
    taken = await asyncio.gather(*(_taken(child, script, settle, left, depth) for child in children))
    html, text, frames = found["html"], found["text"], found["frames"]
    pending = list(found["pending"])
    for at, inner in taken:
        mark = f"<!--domwright-frame-{at}-->"
        if at < 0 or inner is None or mark not in html:
            continue
        pending += inner["pending"]
        if inner["text"] >= _LITTLE:
            html = html.replace(mark, inner["html"], 1)
            text, frames = text + inner["text"], frames + 1 + inner["frames"]
    return {**found, "html": html, "text": text, "frames": frames, "pending": pending[:20]}


def _children(frame: Frame) -> list[Frame]:
    """The frames in a frame and in those around it that are written down with it; those of other origins are told apart by their places."""
    found: list[Frame] = []
    for child in frame.child_frames:
        found += [child, *_children(child)] if len(found) < _MANY else []
    return [child for child in found if child.url.startswith("http") and not child.is_detached()]


async def _taken(child: Frame, script: str, settle: dict[str, Any], left: list[int], depth: int) -> tuple[int, dict[str, Any] | None]:
    """A frame's place and snapshot; no place for one that is written down already, or that is none of this document's."""
    try:
        place: int = await (await child.frame_element()).evaluate(_PLACE)
        if place < 0:
            return -1, None
        inner: dict[str, Any] = await child.evaluate(script, settle)
        return place, await _filled(child, inner, script, settle, left, depth + 1) if inner["outer"] else inner
    except PlaywrightError:
        return -1, None  # it went away, or moved on, while it was looked at
