"""The guided set-up as a page. Whoever stands behind `SettingUp` says what the steps are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from flask import Blueprint, Response, abort, jsonify, request

from web.door.access import lacks_role
from web.door.phones import Role
from web.errors import CommandRefused, InvalidInput
from web.languages import Languages
from web.routes.commands import read_body
from web.schema import Schema, check_value, one_of, record, text

Answer = Response | tuple[Response, int]
PAGE = "set-up-"
"""Begins the ids of the texts of this page."""
STEPS = ("camera", "lens", "table", "deck", "lamps", "match")
ACTIONS = ("choose", "good", "again", "begin", "leave", "enrol", "back", "skip", "stop")
CHOICE: Schema = record({"step": one_of(*STEPS), "action": one_of(*ACTIONS)}, {"value": text(255)})
"""What is chosen in a step."""


class SettingUp(Protocol):
    """What the set-up finds and keeps. All methods may be called from many threads at once, and raise `CommandRefused`."""

    def describe_steps(self, language: str) -> dict[str, Any]: ...

    def perform_action(self, body: dict[str, Any], language: str) -> None: ...

    def export_profile(self) -> str: ...

    def import_profile(self, text: str, language: str) -> None: ...


def make_set_up_routes(set_up: SettingUp | None, spoken: Languages) -> Blueprint:
    """The routes of the page. `set_up`: None = nothing is to be set up, so there is no such page."""
    pages = Blueprint("set_up", __name__)

    def found() -> SettingUp:
        if set_up is None:
            abort(404, spoken.say_text(spoken.language_of(request), "nothing-to-set-up"))
        return set_up

    def changed(change: Callable[[], None]) -> Answer:
        """Do it, if this phone is the referee's."""
        if no := lacks_role(Role.REFEREE, spoken):
            return no
        try:
            change()
        except InvalidInput as error:
            return jsonify(error=str(error)), 400
        except CommandRefused as error:
            return jsonify(error=str(error)), 409
        return jsonify(found().describe_steps(spoken.language_of(request)))

    @pages.get("/set-up")
    def page() -> Response:
        found()
        language = spoken.language_of(request)
        texts = spoken.texts_for_page(language) | spoken.texts_for_page(language, PAGE)  # cards are named on it too
        return spoken.render_page("set-up.html", given={"texts": texts, "language": language})

    @pages.get("/api/set-up")
    def steps() -> Answer:
        return jsonify(found().describe_steps(spoken.language_of(request)))

    @pages.post("/api/set-up")
    def act() -> Answer:
        def change() -> None:
            body = read_body(request.get_data())
            check_value(body, CHOICE)
            found().perform_action(dict(body), spoken.language_of(request))

        return changed(change)

    @pages.get("/api/set-up/profile")
    def profile() -> Answer:
        name = "table-companion-profile.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return Response(found().export_profile(), mimetype="application/json", headers=headers)

    @pages.post("/api/set-up/profile")
    def take() -> Answer:
        def change() -> None:
            try:
                found().import_profile(request.get_data().decode("utf-8"), spoken.language_of(request))
            except UnicodeDecodeError as error:
                raise InvalidInput("The profile is not text.") from error

        return changed(change)

    return pages
