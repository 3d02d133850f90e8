"""Dates whose parts were glued together by styled spans: "18avr.2024"."""

import re

_MONTHS = (
    "janv|févr|fevr|mars|avr|avril|mai|juin|juil|juillet|août|aout|sept|oct|nov|déc|dec|janvier|février|septembre|octobre|novembre|"
    "décembre|jan|feb|mar|apr|may|jun|jul|aug|sep|january|february|march|april|june|july|august|september|october|november|december|"
    "januar|februar|märz|juni|juli|dezember|okt|dez|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|"
    "gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre"
)
_GLUED = re.compile(rf"(?<!\w)(\d{{1,2}})(?=(?:{_MONTHS})\b|(?:{_MONTHS})\.?\d{{4}})((?:{_MONTHS})\.?)\s?(\d{{4}})(?!\w)", re.I)


def unglue(text: str) -> str:
    """`text` with glued dates taken apart; anything else unchanged.

    >>> unglue("18avr.2024"), unglue("le 3mai2023 à Lyon"), unglue("B12mars2x")
    ('18 avr. 2024', 'le 3 mai 2023 à Lyon', 'B12mars2x')
    """
    return _GLUED.sub(r"\1 \2 \3", text) if "20" in text or "19" in text else text
