"""React's streamed boundaries, unrendered: the server sends late parts at the end of the body, scripts move them into place."""

from lxml.etree import _Element as Element


def place_streamed_parts(root: Element) -> int:
    """Move every hidden `<div id="S:n">` to its placeholder `<template id="B:n">` or `"P:n"`; how many were moved."""
    places = {element.get("id") or "": element for element in root.iter("template") if element.get("id")}
    if not places:
        return 0
    moved = 0
    for part in [each for each in root.iter("div") if (each.get("id") or "").startswith("S:") and each.get("hidden") is not None]:
        number = (part.get("id") or "")[2:]
        place = places.get(f"B:{number}")
        place = places.get(f"P:{number}") if place is None else place
        parent = place.getparent() if place is not None else None
        if place is None or parent is None or any(each is part for each in place.iterancestors()):
            continue
        at = parent.index(place)
        children = list(part)
        for offset, child in enumerate(children):
            parent.insert(at + offset, child)
        moved += 1
    return moved
