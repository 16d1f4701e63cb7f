"""Days and hours on the console, as the country of the machine writes them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_time


def say_moment(at: float, language: str, environment: Mapping[str, str] = os.environ) -> str:
    """A date with its hour, in `language` and in the way of the machine's country. `at`: seconds since 1970. `environment`: says
    the country in LC_ALL, LC_TIME or LANG; without one the language's own way."""
    moment, locale = datetime.fromtimestamp(at).astimezone(), _locale_of(language, environment)
    return f"{format_date(moment, 'medium', locale)}, {format_time(moment, 'short', locale=locale)}"


def _locale_of(language: str, environment: Mapping[str, str]) -> Locale:
    """The locale of `language` in the country that LC_ALL, LC_TIME or LANG of `environment` names; without a known country, of
    the language alone."""
    said = next((environment[name] for name in ("LC_ALL", "LC_TIME", "LANG") if environment.get(name)), "")
    country = said.partition(".")[0].partition("@")[0].partition("_")[2]
    try:
        return Locale.parse(f"{language}_{country}") if country else Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return Locale.parse(language)
