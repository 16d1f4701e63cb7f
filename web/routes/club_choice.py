"""The page on which a person in charge chooses the club of the table. Whoever stands behind `ChoosingClub` tries and keeps it."""

from __future__ import annotations

from typing import Any, Protocol

from flask import Blueprint, Response, abort, jsonify, request

from web.door.access import current_phone, require_role
from web.door.phones import Role
from web.languages import Languages
from web.routes.set_up import SET_UP_TEXTS
from web.schema import Schema, one_of, read_body, record, spoken, text

CLUB_CHOICE: Schema = record(
    {
        "broker": text(255),
        "name": spoken(100),
        "user": text(100),
        "names": one_of("numbers", "names"),
        "nicknames": spoken(4000),
    },
    {"password": text(200), "ca": spoken(40_000)},
)
"""The club that is chosen. "nicknames": lines such as "Anna = Queen". "ca": text of a certificate file."""


class ChoosingClub(Protocol):
    """What tries and keeps a club. All methods may be called from many threads at once, and raise `CommandRefused`."""

    def describe_club(self, language: str) -> dict[str, Any]: ...

    def find_brokers(self) -> list[str]: ...

    def choose_club(self, body: dict[str, Any], language: str) -> None: ...

    def leave_club(self, language: str) -> None: ...


def make_club_choice_routes(club: ChoosingClub | None, languages: Languages) -> Blueprint:
    """The routes of the page; whatever can be changed is for the referee alone. `club`: None = every address answers 404."""
    pages = Blueprint("club_choice", __name__)

    def found() -> ChoosingClub:
        require_role(Role.REFEREE)
        if club is None:
            abort(404, languages.say_text("nothing-to-set-up"))
        return club

    @pages.get("/set-up/club")
    def page() -> Response:
        """The page on which a referee's phone chooses the club; what is chosen is shown to referees alone. 404 where nothing
        can be chosen."""
        language = languages.asked_language()
        if club is None:
            abort(404, languages.say_text("nothing-to-set-up"))
        texts = languages.texts_for_page() | languages.texts_for_page(SET_UP_TEXTS)
        may = current_phone().role.covers(Role.REFEREE)
        told = club.describe_club(language) if may else None
        return languages.render_page("set-up-club.html", given={"texts": texts, "language": language, "club": told}, club=told)

    @pages.get("/api/set-up/club")
    def show_club() -> Response:
        return jsonify(found().describe_club(languages.asked_language()))

    @pages.get("/api/set-up/club/found")
    def show_found() -> Response:
        return jsonify(brokers=found().find_brokers())

    @pages.post("/api/set-up/club")
    def choose_club() -> Response:
        found().choose_club(read_body(request.get_data(), CLUB_CHOICE), languages.asked_language())
        return show_club()

    @pages.post("/api/set-up/club/leave")
    def leave_club() -> Response:
        found().leave_club(languages.asked_language())
        return show_club()

    return pages
