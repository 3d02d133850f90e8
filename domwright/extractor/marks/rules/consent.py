"""Consent tools: their containers go everywhere, even when they hold most of a short page's text."""

from domwright.extractor.marks.rules.rule import Rule

CONSENT = (
    Rule(
        "consent-tool",
        "containers of consent tools, whose names hide the word cookie; their long legal prose outweighs a short page",
        "chrome--consent-tool",
        words=(
            "cmplz", "cookie-law-info", "cli-modal", "cli-bar", "tarteaucitron", "tarteaucitron-root", "onetrust",
            "onetrust-consent-sdk", "onetrust-banner-sdk", "onetrust-pc-sdk", "optanon", "ot-sdk-container", "didomi", "didomi-host",
            "axeptio", "axeptio-overlay", "cookiebot", "cybotcookiebotdialog", "cybot-cookiebot-dialog", "cookie-bot",
            "usercentrics", "usercentrics-root", "uc-banner", "qc-cmp2-container", "qc-cmp-ui", "truste", "truste-consent",
            "trustarc", "osano-cm-window", "osano-cm-dialog", "iubenda-cs-banner", "iubenda-cs-container", "klaro",
            "borlabs-cookie", "borlabscookie", "moove-gdpr", "cc-window", "cc-banner", "cky-consent-container", "cky-modal",
            "termly", "sp-message-container", "fc-consent-root", "ez-cookie", "cookieyes", "wt-cli", "gdpr-cookie", "cmpbox",
            "cookiefirst-root", "orejime", "hs-eu-cookie-confirmation",
        ),
        firm=True,
    ),
    Rule(
        "consent-banner",
        "home-made cookie banners at the end or start of the body",
        "chrome--consent-banner",
        words=(
            "cookie-banner", "cookie-bar", "cookie-notice", "cookie-consent", "cookie-message", "cookie-popup", "cookie-modal",
            "cookie-dialog", "cookie-overlay", "cookie-policy-banner", "cookies-banner", "cookies-bar", "cookies-notice",
            "cookies-consent", "cookie-disclaimer", "cookie-alert", "cookie-warning", "cookie-settings", "cookie-preferences",
            "cookieconsent", "cookiebanner", "cookiebar", "cookienotice", "consent-banner", "consent-modal", "consent-dialog",
            "gdpr-banner", "gdpr-consent", "gdpr-modal", "gdpr-popup", "privacy-banner", "cookie-wrapper", "cookie-container",
            "eu-cookie", "cookie-law", "consent-popup", "cookie-prompt", "eupopup", "js-cookie",
        ),
        firm=True,
    ),
)
