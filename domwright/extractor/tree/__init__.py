"""Pass 3: the typed tree and how it is collected from the DOM."""
