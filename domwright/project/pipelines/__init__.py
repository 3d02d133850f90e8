"""Item pipelines, one step a file."""
