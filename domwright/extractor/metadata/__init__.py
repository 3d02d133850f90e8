"""Title, authors, dates, language, canonical address, image, licence … each with the source of its value."""
