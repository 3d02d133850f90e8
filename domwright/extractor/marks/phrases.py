"""Which interface phrase a text is: "Read more", "Share this", "Related posts" in the languages of the rules."""

from functools import lru_cache

from domwright.extractor.marks.rules.phrases import OPENING, WHOLE

_LONGEST = 200  # characters; a longer text is no phrase of an interface
_WHOLE = {phrase: f"says:{group}" for group, phrases in WHOLE.items() for phrase in phrases}
_OPENING = {phrase: f"says:{group}" for group, phrases in OPENING.items() for phrase in phrases}
_OPENINGS = {letter: tuple(phrase for phrase in _OPENING if phrase[0] == letter) for letter in {phrase[0] for phrase in _OPENING}}


@lru_cache(maxsize=50_000)
def phrase_group(text: str) -> str:
    """The group of an interface phrase as a feature's name, "" for other text.

    >>> phrase_group("Read more »"), phrase_group("The river rose in the night")
    ('says:action', '')
    """
    if len(text) > _LONGEST:
        return ""
    low = text.lower()
    whole = _WHOLE.get(low.rstrip(" :.…→»>!?()0123456789"))
    if whole:
        return whole
    openings = _OPENINGS.get(low[:1])
    if openings and low.startswith(openings):
        return next(_OPENING[phrase] for phrase in openings if low.startswith(phrase))
    return ""
