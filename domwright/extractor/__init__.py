"""Room 1, pure: HTML → typed tree → Markdown. Imports neither Scrapy nor Playwright."""
