"""extract_site(): boilerplate found from a set of pages of one site, without word lists."""
