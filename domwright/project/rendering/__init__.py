"""The browser: finding it, keeping it alive, waiting for a page to settle, taking one snapshot. Playwright is imported here only."""
