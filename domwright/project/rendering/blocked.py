"""What the browser does not fetch: weight that holds no text, and services that only watch visitors."""

# Patterns of the Chrome DevTools Protocol's Network.setBlockedURLs. Style sheets stay: visibility is computed from them.
FONTS = ("*.woff", "*.woff2", "*.ttf", "*.otf", "*.eot")
MEDIA = ("*.mp4", "*.webm", "*.mp3", "*.m4a", "*.ogg", "*.ogv", "*.avi", "*.mov", "*.m3u8", "*.ts?*", "*.flac", "*.wav")
IMAGES = ("*.png", "*.jpg", "*.jpeg", "*.gif", "*.webp", "*.avif", "*.ico", "*.bmp")
# Whole hosts: a browser that is started here refuses to resolve them, which costs nothing a request.
WATCHER_HOSTS = (
    "google-analytics.com",
    "googletagmanager.com",
    "doubleclick.net",
    "googlesyndication.com",
    "googleadservices.com",
    "connect.facebook.net",
    "hotjar.com",
    "clarity.ms",
    "segment.io",
    "segment.com",
    "mixpanel.com",
    "amplitude.com",
    "fullstory.com",
    "newrelic.com",
    "nr-data.net",
    "sentry.io",
    "criteo.com",
    "criteo.net",
    "taboola.com",
    "outbrain.com",
    "adnxs.com",
    "amazon-adsystem.com",
    "scorecardresearch.com",
    "quantserve.com",
    "chartbeat.com",
    "bat.bing.com",
    "snap.licdn.com",
    "analytics.tiktok.com",
    "intercom.io",
    "crisp.chat",
    "hs-analytics.net",
    "hs-scripts.com",
    "cloudflareinsights.com",
)
# Watchers on hosts that serve pages too: for remote browsers only, whose switches are not ours.
WATCHER_PATHS = ("*google.com/ads/*", "*facebook.com/tr*", "*matomo.php*", "*piwik.php*", "*plausible.io/js/*")
WATCHERS = (*(f"*{host}/*" for host in WATCHER_HOSTS), *WATCHER_PATHS)
GROUPS = {"fonts": FONTS, "media": MEDIA, "images": IMAGES, "watchers": WATCHERS}


def blocked_patterns(allowed: list[str]) -> list[str]:
    """The patterns to block when the groups in `allowed` (fonts, media, images, watchers, all) are let through.

    An unknown group raises ValueError.
    """
    unknown = sorted(set(allowed) - set(GROUPS) - {"all"})
    if unknown:
        raise ValueError(f"DOMWRIGHT_FETCH names {unknown[0]!r}; known are: all, {', '.join(GROUPS)}")
    if "all" in allowed:
        return []
    return [pattern for name, patterns in GROUPS.items() if name not in allowed for pattern in patterns]


def resolver_rules(hosts: tuple[str, ...]) -> str:
    """Chromium's `--host-resolver-rules` by which hosts (`*` stands for anything) are not found.

    >>> resolver_rules(("one.example", "10.*"))
    'MAP one.example ~NOTFOUND, MAP *.one.example ~NOTFOUND, MAP 10.* ~NOTFOUND'
    """
    names = [name for host in hosts for name in ((host,) if "*" in host else (host, f"*.{host}"))]
    return ", ".join(f"MAP {name} ~NOTFOUND" for name in names)
