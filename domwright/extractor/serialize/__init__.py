"""Document → Markdown, HTML, plain text. Sees blocks only."""
