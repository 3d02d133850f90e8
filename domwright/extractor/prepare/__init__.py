"""The only place where the DOM is changed, before any mark is set."""
