"""What is still to be fetched, and what is known of every address: kept in a database, so that a crawl survives anything."""
