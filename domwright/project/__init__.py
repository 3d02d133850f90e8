"""Room 2: the Scrapy wiring. `Addon` is the one line another project needs."""

from domwright.project.addon import Addon

__all__ = ["Addon"]
