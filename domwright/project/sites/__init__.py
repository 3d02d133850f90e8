"""`sites.toml`: the sites that are crawled on a schedule, and what is known of their crawls."""
