"""The language of a phone: what it asks for, what it chose before, what it speaks, else the household's."""

from __future__ import annotations

from typing import Any

from flask import Request, Response, make_response, render_template, request

from web.door.cookies import keep
from web.table import Text
from web.texts import APART, PREFIX, TEXTS

COOKIE = "language"
ONE_YEAR = 365 * 24 * 3600


class Languages:
    """The languages the dashboard can speak, and its texts in them."""

    def __init__(self, text: Text, default: str, known: tuple[str, ...]) -> None:
        self._text = text
        self.default = default
        self.known = known if default in known else (default, *known)

    def of(self, request: Request, default: str | None = None) -> str:
        """Query before what was chosen earlier, before the languages that the phone itself speaks, before `default`, None = the
        household's."""
        spoken = [tag.partition("-")[0].lower() for tag in request.accept_languages.values()]
        asked = request.args.get("language"), request.cookies.get(COOKIE), *spoken
        return next((language for language in asked if language in self.known), default or self.default)

    def keep(self, request: Request, response: Response) -> Response:
        """Remember in a cookie what the query asked for."""
        if request.args.get("language") in self.known:
            keep(response, COOKIE, self.of(request), lasts=ONE_YEAR, site="Lax")
        return response

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        """A page in the language of the phone that asks."""
        language = self.of(request)
        html = render_template(
            template,
            language=language,
            languages=self.names(),
            say=lambda id, **given: self.say(language, id, **given),
            **values,
        )
        response = make_response(html, status)
        response.headers["Cache-Control"] = "no-store"
        return self.keep(request, response)

    def names(self) -> list[dict[str, str]]:
        """Each language in its own words."""
        return [{"language": language, "name": self.say(language, "own-name")} for language in self.known]

    def say(self, language: str, id: str, **values: Any) -> str:
        """One text of the dashboard."""
        return self._text(language, PREFIX + id, **values)

    def texts(self, language: str, page: str = "") -> dict[str, str]:
        """Every text of the dashboard, or of the page whose texts begin so, with its values left open as "{name}" for the page to put
        in."""
        texts = {id.removeprefix(PREFIX): values for id, values in TEXTS.items()}
        wanted = [id for id in texts if (id.startswith(page) if page else not id.startswith(APART))]
        return {id: self._text(language, _full(id), **{value: f"{{{value}}}" for value in texts[id]}) for id in wanted}


def _full(id: str) -> str:
    """The id in the catalogue: words for cards are those of all parts of a companion."""
    return id if id in TEXTS else PREFIX + id
