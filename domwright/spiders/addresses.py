"""Links → addresses of pages: what only says where a visitor came from, or who he is, is taken out."""

import re
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from domwright.project.fingerprints import is_route

# Names of query parameters that never choose a page. Prefixes end with *.
TRACKING = (
    "utm_*",  # campaign links of all kinds
    "mtm_*", "matomo_*", "pk_campaign", "pk_kwd", "pk_source", "pk_medium", "piwik_*",  # Matomo
    "gclid", "gclsrc", "dclid", "gbraid", "wbraid", "gad_source", "gad_campaignid", "_ga", "_gl", "srsltid",  # Google
    "fbclid", "fb_action_ids", "fb_action_types", "fb_source", "fb_ref", "igshid", "igsh",  # Meta
    "msclkid", "yclid", "ysclid", "_openstat", "twclid", "ttclid", "li_fat_id", "epik", "rdt_cid", "scclid",  # other advertisers
    "mc_cid", "mc_eid", "mkt_tok", "_hsenc", "_hsmi", "__hssc", "__hstc", "__hsfp", "hsctatracking", "hsa_*", "vero_id", "vero_conv", "oly_anon_id", "oly_enc_id", "ck_subscriber_id", "wickedid", "_kx", "bsft_*", "elqtrack*", "sc_cmp", "sc_cid",  # mailings
    "s_cid", "cmpid", "icid", "trk", "trkcampaign", "wt_mc", "wt.mc_id", "at_medium", "at_campaign", "ns_mchannel", "ns_source", "ns_campaign", "ns_linkname",  # site statistics
)  # fmt: skip
SESSIONS = (
    "phpsessid", "jsessionid", "aspsessionid*", "sessionid", "session_id", "sessid", "cfid", "cftoken", "oscsid", "zenid", "sid", "s_id", "phpsess",
)  # fmt: skip
_EXACT = frozenset(name for name in (*TRACKING, *SESSIONS) if not name.endswith("*"))
_PREFIXES = tuple(name[:-1] for name in (*TRACKING, *SESSIONS) if name.endswith("*"))
# `sid` is a session where its value looks like one, and an article's number elsewhere.
_SHORT = frozenset({"sid", "s_id"})
_TOKEN = re.compile(r"^(?=.*[a-z])(?=.*\d)[a-z0-9,_-]{16,}$", re.I)
_PATH_SESSION = re.compile(r";(?:jsessionid|phpsessid|sid)=[^/?#;]*", re.I)
# A session in the path, as ASP.NET writes it without cookies.
_ASP_SESSION = re.compile(r"/\((?:[SXF]\([a-z0-9]{20,}\))+\)(?=/)", re.I)


def page_address(url: str) -> str:
    """An address without tracking parameters, session ids and plain fragments; what chooses the page stays as it was written.

    >>> page_address("https://a.example/x?utm_source=mail&id=7#top"), page_address("https://a.example/x;jsessionid=A1?b&sid=4")
    ('https://a.example/x?id=7', 'https://a.example/x?b&sid=4')
    """
    address, _, fragment = url.partition("#")
    route = f"{address}#{fragment.partition('?id=')[0]}"  # `?id=` in a route is a place on its page (docsify)
    kept = route if is_route(route) else address
    if "?" not in kept and ";" not in kept and "/(" not in kept:
        return kept
    parts = urlsplit(kept)
    path = _ASP_SESSION.sub("", _PATH_SESSION.sub("", parts.path))
    query = "&".join(pair for pair in parts.query.split("&") if pair and not _is_noise(pair))
    return urlunsplit((parts.scheme, parts.netloc, path, query, parts.fragment))


def _is_noise(pair: str) -> bool:
    name, _, value = pair.partition("=")
    name = name.lower()
    if name in _SHORT:
        return bool(_TOKEN.match(value))
    return name in _EXACT or name.startswith(_PREFIXES)


def parameters(url: str) -> list[tuple[str, str]]:
    """The query of an address as pairs of name and value."""
    return parse_qsl(urlsplit(url).query, keep_blank_values=True)
