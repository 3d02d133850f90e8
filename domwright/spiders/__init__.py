"""Room 3: where to go. No extraction here."""
