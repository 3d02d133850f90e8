"""Lengths in UTF-8 bytes, white space and invisible characters: the only units the extractor counts in."""

import re

# Soft hyphen, zero-width space, word joiner, byte order mark, direction marks and isolates. The zero-width joiner and
# non-joiner stay: Persian, the Indic scripts and emoji are spelt with them.
_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufffc]")
_WORD = re.compile(r"\w+")


def byte_length(text: str) -> int:
    """The length of `text` in UTF-8 bytes.

    >>> byte_length("abc"), byte_length("né"), byte_length("水")
    (3, 3, 3)
    """
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))


def visible(text: str) -> str:
    """`text` without the characters that no reader sees."""
    return text if text.isascii() else _INVISIBLE.sub("", text)


def squeeze(text: str) -> str:
    """Every run of white space, no-break spaces included, as one space, none at the ends; invisible characters gone."""
    return " ".join(visible(text).split())


def words(text: str) -> list[str]:
    r"""The lower-cased `\w+` tokens, the unit of the WCXB measure."""
    return _WORD.findall(text.lower())


# Scripts that set no spaces between words (Chinese, Japanese, Thai): runs longer than any word of the others, counted at the
# bytes that a word and its space take in English.
_LONGEST_WORD_BYTES = 20
_WORD_BYTES = 6


def word_count(text: str, size: int) -> int:
    """How many words a collapsed text of `size` UTF-8 bytes has, also where no spaces part them.

    >>> word_count("two words", 9), word_count("灯台は秋に初めて灯された", 36), word_count("ホーム", 9), word_count("", 0)
    (2, 6, 1, 0)
    """
    if not text:
        return 0
    count = text.count(" ") + 1
    return size // _WORD_BYTES if size > _LONGEST_WORD_BYTES * count and not text.isascii() else count
