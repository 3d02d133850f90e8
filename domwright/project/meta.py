"""Keys of request.meta and flags of responses that more than one room reads."""

WANTED = "domwright"  # by which a spider asks for a response that is rendered when it needs it
ASKED = "domwright_url"  # the address that a spider asked for, before any redirect
MODE = "domwright_mode"  # overrides DOMWRIGHT_RENDER for one request
BUTTONS = "domwright_buttons"  # whether the buttons of a rendered page are pressed to see where they lead
VIA = "domwright_via"  # "browser" or "http"; set by the render policy
CACHE_KEY = "domwright_cache_key"  # what tells requests of one address apart in the HTTP cache
DOCUMENT = "domwright_document"  # the plain response that a request to the browser stands for; only on the way from the policy to the transport
PROXY = "domwright_proxy"  # the proxy of a request, with its password
OWN_HEADERS = "domwright_own_headers"  # names of the headers that a request has from DOMWRIGHT_HEADERS
RENDER = "domwright_render"  # of responses: the facts of the snapshot
SOURCES = "domwright_sources"  # of rendered responses: what their scripts made them of

REVISIT = "domwright_revisit"  # by which a spider says that it can use a page as it was
STORED = "domwright_stored"  # of responses that stand for a page as it was: its item, its links, and why
BODY = "domwright_body"  # digest of the plain response
CHECKSUMS = "domwright_checksums"  # of rendered responses: address, status and checksum of what they are made of
LASTMOD = "domwright_lastmod"  # what the sitemap says of the page
LINKS = "domwright_links"  # of responses: the addresses a spider found on the page

AS_BEFORE = "domwright-as-before"  # flag of responses that stand for a page as an earlier crawl got it: nothing is to be rendered
