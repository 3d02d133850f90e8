"""Every number and switch of an extraction in one frozen record."""

from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Options:
    """How one page is extracted. Lengths are UTF-8 bytes.

    links, images, tables: whether they appear in the outputs (links keep their text when off).
    title: put the page's title as a level-one heading where the kept body has none.
    depth_cap: DOM levels kept; deeper nesting is flattened. 150 is far above real pages (the WCXB maximum is about 60)
        and far below Python's recursion limit.
    input_bytes: a longer input is cut before parsing, and the Document says so. 40 MB, above any page seen.
    fallback_bytes: a body that yields less than this lets structured data speak. 80 is about one line of text.
    noscript_words: words from which a `noscript` may hold the page's posts (forums that serve crawlers this way).
    """

    links: bool = True
    images: bool = True
    tables: bool = True
    title: bool = True
    depth_cap: int = 150
    input_bytes: int = 40_000_000
    fallback_bytes: int = 80
    noscript_words: int = 50

    @classmethod
    def of(cls, **given: Any) -> "Options":
        """Options from keywords; an unknown name raises ValueError that lists the known ones."""
        known = {field.name for field in fields(cls)}
        unknown = sorted(set(given) - known)
        if unknown:
            raise ValueError(f"unknown option {unknown[0]!r}; known are: {', '.join(sorted(known))}")
        return cls(**given)
