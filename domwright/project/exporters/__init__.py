"""Items → files: one Markdown file a page, and Scrapy's feeds."""
