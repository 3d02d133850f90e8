"""Lines that say of a page what its metadata says: when it was changed, how long reading takes. Themes print them above or below the text."""

import re

# How a line on the last change opens, in the words of themes and documentation generators.
_CHANGED = (
    "last updated",
    "last update",
    "last modified",
    "last edited on",
    "last reviewed",
    "last revised",
    "last changed",
    "page last",
    "this page was last",
    "zuletzt aktualisiert",
    "zuletzt geändert",
    "zuletzt bearbeitet",
    "letzte aktualisierung",
    "letzte änderung",
    "dernière mise à jour",
    "dernière modification",
    "mis à jour le",
    "última actualización",
    "última modificación",
    "actualizado el",
    "última atualização",
    "ultimo aggiornamento",
    "ultima modifica",
    "laatst bijgewerkt",
    "laatst gewijzigd",
    "ostatnia aktualizacja",
    "последнее обновление",
    "最后更新",
    "最終更新",
)
_MINUTES = r"\d+(?:\s*[-–]\s*\d+)?\s*(?:mins?\.?|minutes?|minuten|minutos?|minuti|minuut)"
_READING = re.compile(
    rf"(?:(?:estimated )?read(?:ing)? time|time to read|temps de lecture|lesezeit|lesedauer|tiempo de lectura|tempo di lettura|leestijd)\W{{0,3}}(?:about |ca\. )?{_MINUTES}"
    rf"|{_MINUTES}\W{{0,2}}(?:read(?:ing)?(?: time)?|to read|de lecture|lesezeit|lesedauer|de lectura|di lettura|leestijd)",
    re.I,
)
_AROUND = " \n\xa0.,:|·•*()[]–—-"
_MOST_WORDS = 14


def is_stamp(text: str) -> bool:
    """Whether a line tells only the day of the last change, or the minutes that reading takes.

    >>> is_stamp("Last updated: 4 March 2024"), is_stamp("5 min read"), is_stamp("Last updated rules apply"), is_stamp("Bake for 5 min.")
    (True, True, False, False)
    """
    said = text.strip(_AROUND).casefold()
    if said.startswith(_CHANGED):
        return any(map(str.isdigit, said)) and len(said.split()) <= _MOST_WORDS
    return bool(_READING.fullmatch(said))
