"""What a crawl knows of its pages from earlier ones: asked again only where they may have changed, compared, and reported."""
