"""The guided set-up as a page. Whoever stands behind `SettingUp` says what the steps are."""

from __future__ import annotations

from typing import Any, Protocol

from flask import Blueprint, Response, abort, jsonify, request

from web.door.access import require_role
from web.door.phones import Role
from web.errors import InvalidInput
from web.languages import Languages
from web.schema import Schema, one_of, read_body, record, text

SET_UP_TEXTS = "set-up-"
"""Begins the ids of the texts of the page."""
# names of the steps, as of companion/setup; `TERMINAL_STEPS` in companion/cli/calibrate.py are those without the match
SET_UP_STEPS = ("camera", "lens", "table", "deck", "lamps", "match")
SET_UP_ACTIONS = ("choose", "good", "again", "begin", "leave", "enrol", "back", "skip", "stop")
CHOICE: Schema = record({"step": one_of(*SET_UP_STEPS), "action": one_of(*SET_UP_ACTIONS)}, {"value": text(255)})
"""What is chosen in a step."""


class SettingUp(Protocol):
    """What the set-up finds and keeps. All methods may be called from many threads at once, and raise `CommandRefused`."""

    def describe_steps(self, language: str) -> dict[str, Any]: ...

    def describe_club(self, language: str) -> str: ...

    def perform_action(self, body: dict[str, Any], language: str) -> None: ...

    def export_profile(self) -> str: ...

    def import_profile(self, text: str, language: str) -> None: ...


def make_set_up_routes(set_up: SettingUp | None, spoken: Languages, *, chooses_club: bool = False) -> Blueprint:
    """The routes of the page. `set_up`: None = nothing is to be set up, and every address answers 404.
    `chooses_club`: leads the page to that of the club?"""
    pages = Blueprint("set_up", __name__)

    def found() -> SettingUp:
        if set_up is None:
            abort(404, spoken.say_text("nothing-to-set-up"))
        return set_up

    @pages.get("/set-up")
    def page() -> Response:
        """The page of the guided set-up."""
        club = found().describe_club(spoken.asked_language())
        texts = spoken.texts_for_page() | spoken.texts_for_page(SET_UP_TEXTS)  # cards are named on the page too
        return spoken.render_page(
            "set-up.html", given={"texts": texts, "language": spoken.asked_language()}, club=club, leads=chooses_club
        )

    @pages.get("/api/set-up")
    def show_steps() -> Response:
        return jsonify(found().describe_steps(spoken.asked_language()))

    @pages.post("/api/set-up")
    def act_in_step() -> Response:
        require_role(Role.REFEREE)
        found().perform_action(read_body(request.get_data(), CHOICE), spoken.asked_language())
        return show_steps()

    @pages.get("/api/set-up/profile")
    def give_profile() -> Response:
        name = "table-companion-profile.json"
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return Response(found().export_profile(), mimetype="application/json", headers=headers)

    @pages.post("/api/set-up/profile")
    def take_profile() -> Response:
        """The steps of the set-up after the profile in the body was taken over. Only for a referee's phone."""
        require_role(Role.REFEREE)
        try:
            found().import_profile(request.get_data().decode("utf-8"), spoken.asked_language())
        except UnicodeDecodeError as error:
            raise InvalidInput("The profile is not text.") from error
        return show_steps()

    return pages
