"""The countries of the world by name, for whoever tells a radio where it is."""

from __future__ import annotations

from babel import Locale
from babel.core import get_global

_NO_COUNTRIES = {"EU", "EZ", "QO", "UN", "XA", "XB", "XK", "ZZ", "AC", "CP", "CQ", "DG", "EA", "IC", "TA"}
"""Territories of two letters that are no countries of ISO 3166."""


def list_countries(language: str) -> tuple[tuple[str, str], ...]:
    """Two capital letters and name of each country, in `language`: first the country where most people speak the language,
    then all others by name."""
    names = {code: name for code, name in Locale.parse(language).territories.items() if _is_country(code)}
    own = get_global("likely_subtags").get(language, "").rpartition("_")[2]
    by_name = sorted(names, key=lambda code: (code != own, names[code].casefold()))
    return tuple((code, names[code]) for code in by_name)


def _is_country(code: str) -> bool:
    return len(code) == 2 and code.isalpha() and code not in _NO_COUNTRIES
