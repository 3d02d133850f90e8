"""Alarms: what a scheduled crawl must come up to, as Spidermon monitors."""
