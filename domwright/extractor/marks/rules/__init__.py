"""The vocabularies: data only. Every rule has a name, words, the kind of page it is for, and its golden case."""
