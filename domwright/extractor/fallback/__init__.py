"""When the body gives nothing: a Document's blocks from JSON-LD, then from application state, then from meta elements."""
