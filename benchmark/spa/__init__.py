"""The SPA corpus: sixty pages in twelve languages that show nothing until a script has run, and whose truth is known."""
