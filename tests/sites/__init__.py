"""Sites built on real frameworks, whose right Markdown is known because they are made from it."""
