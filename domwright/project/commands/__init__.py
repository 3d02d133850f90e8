"""Scrapy commands, one a file."""
