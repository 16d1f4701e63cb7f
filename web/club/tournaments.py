"""The pages of tournaments: the list, a new one, one while it runs, who sits where, a league."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from flask import Blueprint, Response, abort, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from web.club.routes import EXPORT_TYPES, make_export_file
from web.club.stream import ClubNews
from web.door.access import current_phone, require_role
from web.door.phones import Role
from web.languages import Languages

FORMATS = {"swiss": "tournament-swiss", "round_robin": "tournament-round-robin", "series": "tournament-series"}
"""Text of each format."""
OUTCOMES = {"draw": "tournament-drawn", "none": "tournament-no-result"}
"""Text of each outcome that names nobody."""
WHYS = {
    "second-match": "tournament-second-match", "began-before": "tournament-began-before",
    "person-spoke": "tournament-person-spoke", "unclear": "tournament-unclear", "moved-away": "tournament-moved-away",
}  # fmt: skip
"""Text of each reason why a table's result does not count by itself."""
TIES = {
    "direct": "tournament-direct", "buchholz": "tournament-buchholz", "sonneborn-berger": "tournament-sonneborn",
    "wins": "tournament-wins", "best-round": "tournament-best-round",
}  # fmt: skip
"""Text of each tie-break."""
PARTS = {"live": "tournament-live.html", "seats": "tournament-seats-live.html"}
"""Parts of pages that are asked for anew while a tournament runs."""
MAX_FIELD_LETTERS = 8_000  # of a field of a form: 128 lines of names


class Tournaments(Protocol):
    """What stands behind the pages of tournaments. All methods may be called from many threads at once."""

    def list_tournaments(self, language: str) -> list[dict[str, Any]]:
        """All tournaments, the latest first: "id", "name", "league", "is_open", "format", "title", "round", "players", "day"."""

    def describe_choices(self, language: str) -> dict[str, Any]:
        """What a new one may be of: "games", "tables", "handicaps", "missed_cards", "points", "leagues"."""

    def create_tournament(self, fields: Mapping[str, str], tables: Sequence[str], language: str) -> tuple[int, str]:
        """Number of a new tournament and "", or 0 and the sentence that says why there is none."""

    def show_tournament(self, id: int, language: str) -> dict[str, Any] | None:
        """A tournament as it stands, None for an unknown one."""

    def mark_tournament(self, id: int) -> str:
        """A word that changes with the tournament, "" for an unknown one."""

    def act(self, id: int, do: str, fields: Mapping[str, str], by: str, language: str) -> str:
        """Do what a person asked for; "" or the sentence that says why it cannot be done."""

    def export_standings(self, id: int, kind: str) -> str | None:
        """Standings as "json" or "csv", None for an unknown tournament."""

    def show_league(self, name: str, best: int | None, language: str) -> dict[str, Any] | None:
        """A league, None for an unknown one. `best`: how many evenings of each count, None = all."""

    def export_league(self, name: str, best: int | None, kind: str, language: str) -> str | None:
        """A league as "json" or "csv", None for an unknown one."""


def make_tournament_routes(tournaments: Tournaments, news: ClubNews, spoken: Languages) -> Blueprint:
    """The pages of tournaments. `news`: of the club, whose stream says when to ask anew."""
    pages = Blueprint("tournaments", __name__, template_folder="templates")

    def find(id: int) -> dict[str, Any]:
        found = tournaments.show_tournament(id, spoken.asked_language())
        if found is None:
            abort(404, spoken.say_text("tournament-unknown"))
        return found

    def show(template: str, tournament: dict[str, Any], refused: str = "") -> Response:
        """A page about `tournament` (see `show_tournament`). `template`: file name. `refused`: sentence why nothing was done,
        with status 409; "" = none."""
        given = {
            "language": spoken.asked_language(),
            "version": news.latest_snapshot().version,
            "tables": [each["table"] for each in tournament["tables"]],
            "mark": tournaments.mark_tournament(tournament["id"]),
        }
        page = spoken.render_page(
            template,
            409 if refused else 200,
            it=tournament,
            may=current_phone().role.covers(Role.REFEREE),
            formats=FORMATS,
            outcomes=OUTCOMES,
            whys=WHYS,
            ties=TIES,
            refused=refused,
            given=given,
        )
        page.headers["Tournament-Mark"] = given["mark"]
        return page

    def show_live(template: str, id: int) -> AnyResponse:
        """The page `template` of tournament `id`, or the part asked for. 204, without a body, where nothing has changed since
        the asking page was made."""
        part = PARTS.get(request.args.get("part", ""))
        if part and request.args.get("mark") == tournaments.mark_tournament(id):
            return Response(status=204)
        return show(part or template, find(id))

    @pages.get("/tournaments")
    def all_tournaments() -> AnyResponse:
        listed = tournaments.list_tournaments(spoken.asked_language())
        leagues = list(dict.fromkeys(each["league"] for each in listed if each["league"]))
        may = current_phone().role.covers(Role.REFEREE)
        return spoken.render_page("tournament-list.html", tournaments=listed, leagues=leagues, formats=FORMATS, may=may)

    @pages.get("/tournaments/new")
    def new_tournament(refused: str = "") -> AnyResponse:
        """The form for a new tournament, with what was filled in already. `refused`: sentence that says why there is none yet,
        with status 409; "" = none."""
        require_role(Role.REFEREE)
        choices = tournaments.describe_choices(spoken.asked_language())
        filled = request.form.to_dict() if request.method == "POST" else {}
        chosen = request.form.getlist("tables") if request.method == "POST" else [table for table, _ in choices["tables"]]
        status = 409 if refused else 200
        return spoken.render_page(
            "tournament-new.html", status, choices=choices, formats=FORMATS, filled=filled, chosen=chosen, refused=refused
        )

    @pages.post("/tournaments/new")
    def create_tournament() -> AnyResponse:
        require_role(Role.REFEREE)
        fields = _read_fields(spoken)
        id, refused = tournaments.create_tournament(fields, request.form.getlist("tables"), spoken.asked_language())
        return new_tournament(refused) if refused else redirect(url_for("tournaments.tournament", id=id), 303)

    @pages.get("/tournaments/<int:id>")
    def tournament(id: int) -> AnyResponse:
        return show_live("tournament.html", id)

    @pages.get("/tournaments/<int:id>/seats")
    def seats(id: int) -> AnyResponse:
        """Who sits where in this round, in large print, for a screen or paper."""
        return show_live("tournament-seats.html", id)

    @pages.post("/tournaments/<int:id>")
    def act(id: int) -> AnyResponse:
        """Do what the form says in its field "do"."""
        require_role(Role.REFEREE)
        fields, by = _read_fields(spoken), current_phone().name or spoken.say_text("club-organiser")
        find(id)
        refused = tournaments.act(id, fields.get("do", ""), fields, by, spoken.asked_language())
        return (
            show("tournament.html", find(id), refused) if refused else redirect(url_for("tournaments.tournament", id=id), 303)
        )

    @pages.get("/tournaments/<int:id>/standings.<kind>")
    def export_standings(id: int, kind: str) -> AnyResponse:
        told = tournaments.export_standings(id, kind) if kind in EXPORT_TYPES else None
        if told is None:
            abort(404, spoken.say_text("tournament-unknown"))
        return make_export_file(told, f"standings-{id}", kind)

    @pages.get("/leagues/<name>")
    def league(name: str) -> AnyResponse:
        found = tournaments.show_league(name, _read_best(), spoken.asked_language())
        if found is None:
            abort(404, spoken.say_text("tournament-unknown"))
        return spoken.render_page("tournament-league.html", it=found, formats=FORMATS)

    @pages.get("/leagues/<name>/standings.<kind>")
    def export_league(name: str, kind: str) -> AnyResponse:
        """The standings of league `name` as a file. `kind`: of `EXPORT_TYPES`. 404 for an unknown league or kind."""
        language = spoken.asked_language()
        told = tournaments.export_league(name, _read_best(), kind, language) if kind in EXPORT_TYPES else None
        if told is None:
            abort(404, spoken.say_text("tournament-unknown"))
        return make_export_file(told, "league", kind)

    return pages


def _read_fields(spoken: Languages) -> dict[str, str]:
    """What a form says. Aborts for a field that no form is so long."""
    fields = request.form.to_dict()
    if any(len(value) > MAX_FIELD_LETTERS for value in fields.values()):
        abort(400, spoken.say_text("tournament-too-long"))
    return fields


def _read_best() -> int | None:
    """How many evenings of a league count, None for all."""
    best = request.args.get("best", type=int)
    return best if best is not None and best > 0 else None
