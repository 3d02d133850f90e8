"""A PageItem as one Markdown document: YAML front matter, then the Markdown."""

from typing import Any

import frontmatter
from itemadapter import ItemAdapter

_BODY = "markdown"
# What the browser noticed belongs to the item and the feeds, not to every file.
_LEFT_OUT = ("render",)


def document_of(item: Any) -> str:
    """Front matter with the item's fields that have a value, in their order, then its Markdown; ends with a newline."""
    fields = ItemAdapter(item).asdict()
    body = fields.pop(_BODY, "") or ""
    given = {name: value for name, value in fields.items() if value not in ("", None, [], {}) and name not in _LEFT_OUT}
    post = frontmatter.Post(body.strip("\n"), **given)
    text: str = frontmatter.dumps(post, sort_keys=False, allow_unicode=True, width=1000)
    return f"{text}\n"
