"""Measuring: corpora, metrics, peers, fitting. Not shipped in the wheel."""
