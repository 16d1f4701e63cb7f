"""The pages of a club: all tables, a table, a match, results, and the stream."""

from __future__ import annotations

import json
from typing import Any

from flask import Blueprint, Response, abort, jsonify, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from web.club.club import Club
from web.club.stream import ClubNews, make_rows_json, narrate_club
from web.door.access import Access, current_phone, require_role
from web.door.phones import Role
from web.languages import Languages
from web.routes.api import start_stream
from web.routes.pairing import add_pairing_routes
from web.texts import CLUB_PREFIX
from web.wire.stream import Feed, Stream, StreamSlot, StreamSlots

Answer = AnyResponse | tuple[Response, int]

EXPORT_TYPES = {"json": "application/json", "csv": "text/csv"}
STATUSES = {"won": "club-won", "lost": "club-lost", "drawn": "club-drawn", "playing": "club-playing"}
"""Text of each status of a match."""
REASONS = {
    "amended": "club-amended", "taken-back": "club-taken-back", "told-anew": "club-told-anew",
    "under-correction": "club-under-correction",
}  # fmt: skip
"""Text of each reason why a table changed a result."""
CARD_PREFIXES = ("face-", "command-", "colour-", "suit-", "rank-", "chip-", "state-foul")
MAX_REASON_LETTERS = 200  # of the word why with which a person corrects a result; also said in the template


def make_hall_routes(club: Club, news: ClubNews, spoken: Languages, slots: StreamSlots, access: Access) -> Blueprint:
    """The page with all tables, its stream, and the page for the code. `news`: of `club`. `slots`: for streams."""
    pages, feed = Blueprint("pages", __name__), Feed(news)

    def show_hall(*, tv: bool = False) -> Response:
        """The page with all tables. `tv`: in large letters, for a screen in the room."""
        language = spoken.asked_language()
        version, rows = news.rows_since(-1)
        given = {
            "language": language,
            "languages": spoken.language_names(),
            "texts": {**_texts_of_cards(spoken), **spoken.texts_for_page(CLUB_PREFIX)},
            "games": dict(club.name_games(language)),
            "hall": json.loads(make_rows_json(version, rows)),
        }
        return spoken.render_page("club-hall.html", given=given, tv=tv, asks=access.asks)

    @pages.get("/")
    def dashboard() -> AnyResponse:
        return show_hall()

    @pages.get("/tv")
    def large_print() -> AnyResponse:
        """All tables in large print, for a screen seen from afar."""
        return show_hall(tv=True)

    @pages.get("/healthz")
    def healthz() -> Answer:
        health = club.report_health()
        return jsonify(health), 200 if health["status"] == "ok" else 503

    @pages.get("/api/tables")
    def list_tables() -> AnyResponse:
        response = Response(make_rows_json(*news.rows_since(-1)), content_type="application/json")
        response.headers["Cache-Control"] = "no-store"
        return response

    @pages.get("/api/stream")
    def open_stream() -> Answer:
        """The stream of changed rows, or the refusal where too many streams are open."""

        def begin(slot: StreamSlot, seen: int | None, *, gzip: bool) -> Stream:
            first = news.latest_snapshot()
            return Stream(feed, "", narrate_club(first, seen), first, slot, gzip=gzip)

        return start_stream(slots, access, spoken, begin)

    add_pairing_routes(pages, spoken, access, of_club=True)
    return pages


def make_club_routes(club: Club, news: ClubNews, spoken: Languages) -> Blueprint:
    """The pages of tables, matches and results, their files, and the correction of a result. `news`: of `club`."""
    pages = Blueprint("club", __name__, template_folder="templates", static_folder="static", static_url_path="/club-static")

    @pages.get("/tables/<table>")
    def table(table: str) -> AnyResponse:
        """On to the match on the table; the results of the table before its first match."""
        found = club.show_table(table, spoken.asked_language())
        if found is None:
            abort(404, spoken.say_text("club-no-match"))
        language = request.args.get("language")
        if found["match"] is None:
            return redirect(url_for("club.results", language=language), 303)
        return redirect(url_for("club.match", table=table, match=found["match"], language=language), 303)

    @pages.get("/tables/<table>/matches/<match>")
    def match(table: str, match: str) -> AnyResponse:
        """The page of a match, or only its log with "part=log"; 404 for a match that the club has nothing of. `table`,
        `match`: their ids."""
        language = spoken.asked_language()
        found = club.show_match(table, match, language)
        here = club.show_table(table, language)
        if found is None or here is None:
            abort(404, spoken.say_text("club-no-match"))
        may = current_phone().role.covers(Role.REFEREE)
        page = "club-log.html" if request.args.get("part") == "log" else "club-match.html"
        given = {"language": language, "table": table, "version": news.latest_snapshot().version}
        return spoken.render_page(
            page, match=found, here=here, may=may, statuses=STATUSES, reasons=REASONS, most=MAX_REASON_LETTERS, given=given
        )

    @pages.post("/tables/<table>/matches/<match>/result")
    def correct(table: str, match: str) -> AnyResponse:
        """Put a result in place of what the table told, or take that back. Needs a word why."""
        require_role(Role.REFEREE)
        phone, why = current_phone(), request.form.get("why", "").strip()
        if not why or len(why) > MAX_REASON_LETTERS or not why.isprintable():
            abort(400, spoken.say_text("club-correct-why"))
        corrected = None if request.form.get("undo") else _read_correction(spoken)
        if not club.correct_result(table, match, corrected, phone.name or spoken.say_text("club-organiser"), why):
            abort(404, spoken.say_text("club-no-match"))
        return redirect(url_for("club.match", table=table, match=match), 303)

    @pages.get("/results")
    def results() -> AnyResponse:
        return spoken.render_page("club-results.html", results=club.list_results(spoken.asked_language()), statuses=STATUSES)

    @pages.get("/results.<kind>")
    def export_results(kind: str) -> AnyResponse:
        if kind not in EXPORT_TYPES:
            abort(404)
        return make_export_file(club.export_results(kind, spoken.asked_language()), "results", kind)

    @pages.get("/tables/<table>/matches/<match>/log.<kind>")
    def export_match(table: str, match: str, kind: str) -> AnyResponse:
        told = club.export_match(table, match, kind) if kind in EXPORT_TYPES else None
        if told is None:
            abort(404, spoken.say_text("club-no-match"))
        return make_export_file(told, f"{table}-{match[:8]}", kind)

    return pages


def _texts_of_cards(spoken: Languages) -> dict[str, str]:
    """The texts with which cards are drawn and read out, and that of a foul."""
    return {id: text for id, text in spoken.texts_for_page().items() if id.startswith(CARD_PREFIXES)}


def _read_correction(spoken: Languages) -> dict[str, Any]:
    """The fields of a result that the form puts in place of what the table told. Aborts for values that no form sends."""
    status, winners = request.form.get("status", ""), request.form.getlist("winners")
    if status not in STATUSES:
        abort(400, spoken.say_text("club-correct-status"))
    corrected: dict[str, Any] = {"status": status}
    try:
        if status == "won":
            corrected["winners"] = sorted({int(seat) for seat in winners if 0 <= int(seat) < 12})
        for field in ("cards_left", "score"):
            if given := request.form.get(field, "").strip():
                corrected[field] = max(-9_999, min(9_999, int(given[:6])))
    except ValueError:
        abort(400, spoken.say_text("club-correct-status"))
    return corrected


def make_export_file(told: str, name: str, kind: str) -> Response:
    """The answer with the text `told` as a file to be kept. `name`: of the file, without suffix. `kind`: of `EXPORT_TYPES`."""
    response = Response(told, content_type=f"{EXPORT_TYPES[kind]}; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    response.headers["Cache-Control"] = "no-store"
    return response
