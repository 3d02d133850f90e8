"""The judge: a language model marks the outputs of extractors without knowing whose they are. The extractor itself never calls one."""
