"""The language of a phone: as asked for, as chosen before, as spoken by the phone, else as in the household."""

from __future__ import annotations

from typing import Any

from flask import Request, Response, make_response, render_template, request

from web.door.cookies import set_cookie
from web.table import Text
from web.texts import DASHBOARD_PREFIX, PAGE_PREFIXES, TEXTS

COOKIE = "language"
ONE_YEAR_S = 365 * 24 * 3600  # life of the cookie; guess


class Languages:
    """The languages of the dashboard, and its texts. `text`: the catalogue. `default`: of the household. `known`: all
    languages."""

    def __init__(self, text: Text, default: str, known: tuple[str, ...]) -> None:
        self._text = text
        self.default = default
        self.known = known if default in known else (default, *known)

    def language_of(self, request: Request, default: str | None = None) -> str:
        """The language for a request: query, then cookie, then languages of the phone, then default."""
        spoken = [tag.partition("-")[0].lower() for tag in request.accept_languages.values()]
        asked = request.args.get("language"), request.cookies.get(COOKIE), *spoken
        return next((language for language in asked if language in self.known), default or self.default)

    def keep_choice(self, request: Request, response: Response) -> Response:
        """`response` with a cookie for the language that the query asked for."""
        if request.args.get("language") in self.known:
            set_cookie(response, COOKIE, self.language_of(request), lasts=ONE_YEAR_S, site="Lax")
        return response

    def render_page(self, template: str, status: int = 200, **values: Any) -> Response:
        """A page in the language of the asking phone. `values`: for the template."""
        language = self.language_of(request)
        html = render_template(
            template,
            language=language,
            languages=self.language_names(),
            say=lambda id, **given: self.say_text(language, id, **given),
            **values,
        )
        response = make_response(html, status)
        response.headers["Cache-Control"] = "no-store"
        return self.keep_choice(request, response)

    def language_names(self) -> list[dict[str, str]]:
        """Each language in its own words."""
        return [{"language": language, "name": self.say_text(language, "own-name")} for language in self.known]

    def say_text(self, language: str, id: str, **values: Any) -> str:
        """One text of the dashboard."""
        return self._text(language, DASHBOARD_PREFIX + id, **values)

    def texts_for_page(self, language: str, page: str = "") -> dict[str, str]:
        """Texts by id, with values left as "{name}" for the page to fill in. `page`: prefix of the texts of one page, "" =
        all shared texts."""
        texts = {id.removeprefix(DASHBOARD_PREFIX): values for id, values in TEXTS.items()}
        wanted = [id for id in texts if (id.startswith(page) if page else not id.startswith(PAGE_PREFIXES))]
        return {id: self._text(language, _full_id(id), **{value: f"{{{value}}}" for value in texts[id]}) for id in wanted}


def _full_id(id: str) -> str:
    """The id in the catalogue: words for cards are shared by all parts of a companion."""
    return id if id in TEXTS else DASHBOARD_PREFIX + id
