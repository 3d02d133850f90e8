"""Dates as pages write them → ISO 8601 days."""

import re
from datetime import UTC, date, datetime

_ISO = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)")
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)")
_NAMES = {
    1: "january jan janvier janv januar enero ene gennaio gen janeiro januari styczeń stycznia января leden ledna ocak ianuarie січня ιανουαρίου tammikuuta",
    2: "february feb février févr fevrier februar febrero febbraio fevereiro fev februari luty lutego февраля února şubat februarie лютого φεβρουαρίου helmikuuta",
    3: "march mar mars märz mrz marzo março maart marzec marca марта března marts mart martie maret березня μαρτίου maaliskuuta",
    4: "april apr avril avr abril abr aprile kwietnia апреля dubna nisan aprilie квітня απριλίου huhtikuuta",
    5: "may mai mayo maggio mag maio mei maja мая května maj mayıs травня μαΐου toukokuuta",
    6: "june jun juin juni junio giugno giu junho czerwca июня června haziran iunie червня ιουνίου kesäkuuta",
    7: "july jul juillet juil juli julio luglio lug julho lipca июля července temmuz iulie липня ιουλίου heinäkuuta",
    8: "august aug août aout agosto ago augustus sierpnia августа srpna augusti ağustos agustus серпня αυγούστου elokuuta",
    9: "september sep sept septembre septiembre settembre set setembro września сентября září eylül septembrie вересня σεπτεμβρίου syyskuuta",
    10: "october oct octobre oktober okt octubre ottobre ott outubro października октября října ekim octombrie жовтня οκτωβρίου lokakuuta",
    11: "november nov novembre noviembre novembro listopada ноября listopadu kasım noiembrie листопада νοεμβρίου marraskuuta",
    12: "december dec décembre déc decembre dezember dez diciembre dic dicembre dezembro grudnia декабря prosince aralık decembrie desember грудня δεκεμβρίου joulukuuta",
}
_MONTH = {name: number for number, names in _NAMES.items() for name in names.split()}
MONTHS = "|".join(sorted(map(re.escape, _MONTH), key=len, reverse=True))
_DAY_FIRST = re.compile(rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th|er|\.|º)?\s*(?:de\s+)?({MONTHS})\.?,?\s*(?:de\s+|del\s+)?((?:19|20)\d\d)(?!\d)", re.I)
_MONTH_FIRST = re.compile(rf"\b({MONTHS})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+((?:19|20)\d\d)(?!\d)", re.I)
_CJK = re.compile(r"((?:19|20)\d\d)\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]")
_SLASHED = re.compile(r"(?<!\d)(\d{1,2})[/.-](\d{1,2})[/.-]((?:19|20)\d\d)(?!\d)")
_AMERICAN = re.compile(r",?\s+(?:at\s+)?\d{1,2}:\d\d(?::\d\d)?\s*[ap]\.?m\b", re.I)  # who counts hours to twelve writes the month first
_SECONDS = re.compile(r"\s*(1\d{9})(?:\d{3})?\s*")  # since 1970, or milliseconds: since September 2001
_FIRST_YEAR = 1990  # pages do not predate the web; earlier days are what texts are about


def iso_day(text: str) -> str:
    """The first complete day in `text` as YYYY-MM-DD, "" when there is none.

    >>> iso_day("2024-03-05T08:00:00Z"), iso_day("5 mars 2024"), iso_day("Mar. 5th, 2024"), iso_day("3/5/2024 8:00 AM"), iso_day("soon")
    ('2024-03-05', '2024-03-05', '2024-03-05', '2024-03-05', '')
    """
    if match := _SECONDS.fullmatch(text):
        return datetime.fromtimestamp(int(match[1]), UTC).date().isoformat()
    for pattern in (_ISO, _CJK, _COMPACT):
        if match := pattern.search(text):
            return _day(match[1], match[2], match[3])
    if match := _MONTH_FIRST.search(text):
        return _day(match[3], str(_MONTH[match[1].lower()]), match[2])
    if match := _DAY_FIRST.search(text):
        return _day(match[3], str(_MONTH[match[2].lower()]), match[1])
    if match := _SLASHED.search(text):
        first, second, year = match.groups()
        if int(second) > 12 or _AMERICAN.match(text, match.end()):
            return _day(year, first, second)
        return _day(year, second, first)
    return ""


def _day(year: str, month: str, day: str) -> str:
    try:
        found = date(int(year), int(month), int(day))
    except ValueError:
        return ""
    return found.isoformat() if _FIRST_YEAR <= found.year <= date.today().year + 1 else ""
