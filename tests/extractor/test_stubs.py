"""Stubs: length and markers together, in five languages."""

import pytest

from domwright import is_low_value_stub, stub_kind

ARTICLE = "The lighthouse on the north cape was lit for the first time in the autumn of 1874. " * 30


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "empty"),
        (None, "empty"),
        ("# Page\n\nok", "empty"),
        ("# The weir\n\nThe weir was opened on Sunday. Subscribe to continue reading this article and all others.", "paywall"),
        ("# Le barrage\n\nLe barrage a été ouvert dimanche. Cet article est réservé aux abonnés du journal, en accès illimité.", "paywall"),
        ("# Das Wehr\n\nDas Wehr wurde am Sonntag geöffnet. Nur für Abonnenten: jetzt abonnieren und alles lesen.", "paywall"),
        ("# Accede\n\nPara ver esta página debes iniciar sesión. ¿Olvidaste tu contraseña? Puedes crear una cuenta gratis.", "login"),
        ("# Accedi\n\nPer vedere la pagina effettua il login. Hai dimenticato la password? Crea un account gratuito.", "login"),
        ("We use cookies to improve your visit. Accept all cookies or change your cookie settings at any time below.", "consent"),
        ("You need to enable JavaScript to run this app. Your browser does not support it, or it has been switched off.", "skip-link"),
        (ARTICLE + "Subscribe to continue. Already a subscriber? We use cookies.", ""),
        ("# Opening hours\n\nThe museum is open from ten to five on every day of the week except on Mondays in winter.", ""),
    ],
)
def test_kinds(text: str | None, kind: str) -> None:
    assert stub_kind(text) == kind
    assert is_low_value_stub(text) is bool(kind)


def test_one_language_at_a_time() -> None:
    french = "Cet article est réservé aux abonnés du journal, en accès illimité depuis dimanche matin à neuf heures."
    assert is_low_value_stub(french, language="fr")
    assert not is_low_value_stub(french, language="de")
    with pytest.raises(ValueError, match="fr, en, es, de, it"):
        is_low_value_stub(french, language="xx")
