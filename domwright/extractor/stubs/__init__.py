"""Is a page worth keeping: paywall, login, consent, skip-link and empty stubs. The words are data files."""
