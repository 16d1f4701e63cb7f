"""The language of a phone: asked for, chosen before, spoken by the phone, or of the household."""

from __future__ import annotations

from typing import Any

from flask import Response, make_response, render_template, request

from web.door.cookies import set_cookie
from web.table import Text
from web.texts import DASHBOARD_PREFIX, PAGE_PREFIXES, TEXTS

LANGUAGE_COOKIE = "language"
ONE_YEAR_S = 365 * 24 * 3600  # life of the cookie; guess


class Languages:
    """The languages of the dashboard, and its texts. `text`: the catalogue. `default`: of the household. `known`: all
    languages."""

    def __init__(self, text: Text, default: str, known: tuple[str, ...]) -> None:
        self._text = text
        self.default = default
        self.known = known if default in known else (default, *known)

    def asked_language(self, default: str | None = None) -> str:
        """The language for the current request: of the query, else of the cookie, else of the phone, else `default` (None =
        of the household). Unknown languages are passed over."""
        spoken = [tag.partition("-")[0].lower() for tag in request.accept_languages.values()]
        asked = request.args.get("language"), request.cookies.get(LANGUAGE_COOKIE), *spoken
        return next((language for language in asked if language in self.known), default or self.default)

    def render_page(self, template: str, status: int = 200, **values: Any) -> Response:
        """The page `template` in the language of the asking phone, never kept by browsers. A language named in the query is
        kept in a cookie. `status`: of the answer. `values`: for the template."""
        language = self.asked_language()
        html = render_template(template, language=language, languages=self.language_names(), say=self.say_text, **values)
        response = make_response(html, status)
        response.headers["Cache-Control"] = "no-store"
        if request.args.get("language") in self.known:
            set_cookie(response, LANGUAGE_COOKIE, language, lasts=ONE_YEAR_S, site="Lax")
        return response

    def language_names(self) -> list[dict[str, str]]:
        """The name of each language, as speakers of the language say it."""
        return [{"language": language, "name": self._text(language, DASHBOARD_PREFIX + "own-name")} for language in self.known]

    def say_text(self, id: str, /, **values: Any) -> str:
        """The text `id` of the dashboard, in the language of the current request."""
        return self._text(self.asked_language(), DASHBOARD_PREFIX + id, **values)

    def texts_for_page(self, page: str = "") -> dict[str, str]:
        """Texts by id in the language of the current request, with values left as "{name}" for the page to fill in. `page`:
        prefix of the texts of one page, "" = all shared texts."""
        language, found = self.asked_language(), dict[str, str]()
        for whole_id, values in TEXTS.items():
            id = whole_id.removeprefix(DASHBOARD_PREFIX)
            if id.startswith(page) if page else not id.startswith(PAGE_PREFIXES):
                found[id] = self._text(language, whole_id, **{value: f"{{{value}}}" for value in values})
        return found
