"""The `md` feed format: all items in one Markdown file (`-O all.md`)."""

from io import BytesIO
from typing import Any

from scrapy.exporters import BaseItemExporter

from domwright.project.exporters.front_matter import document_of


class MarkdownItemExporter(BaseItemExporter):
    """Every item as a Markdown document with front matter, a blank line between two."""

    def __init__(self, file: BytesIO, **options: Any) -> None:
        super().__init__(dont_fail=True, **options)
        self.file = file
        self.first = True
        self.encoding = self.encoding or "utf-8"

    def export_item(self, item: Any) -> None:
        """Write one item."""
        fields = dict(self.get_serialized_fields(item, include_empty=False)) if self.fields_to_export else item
        text = document_of(fields)
        self.file.write((text if self.first else f"\n{text}").encode(self.encoding or "utf-8"))
        self.first = False
