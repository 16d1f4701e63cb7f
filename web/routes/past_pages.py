"""What was played: evenings in a few pictures, a match with every ruling, and the log for other programs."""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any

from flask import Blueprint, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from web.languages import Languages
from web.routes.clips import Clips
from web.schema import Schema
from web.table import Table

MATCH_NUMBER: Schema = {"type": "string", "minLength": 1, "maxLength": 9, "pattern": r"[0-9]{1,9}"}
TALLIES = {
    "left": "tally-left", "laid": "tally-laid", "backward": "tally-backward", "fouls": "tally-fouls", "named": "tally-named",
    "misread": "tally-misread",
}  # fmt: skip
RECORDS = {
    "matches": "record-matches", "won": "record-won", "fewest_left": "record-fewest", "longest_streak": "record-streak",
    "streak": "record-running",
}  # fmt: skip
RATINGS = {"perfect": "rating-perfect", "excellent": "rating-excellent", "plain": "rating-plain"}
VERDICTS = {"illegal": "verdict-illegal", "loss": "verdict-loss", "win": "verdict-win", "note": "verdict-note"}
EXPORT_TYPES = {"json": "application/json", "csv": "text/csv"}
CHART_HEIGHT_PX = 96  # of a picture; guess
BAR_WIDTH_PX = 26  # of a bar; guess
BAR_GAP_PX = 10  # behind a bar; guess


def make_past_routes(table: Table, spoken: Languages, clips: Clips) -> Blueprint:
    """The routes of past matches: the history, a match step by step, and its log as a file. `clips`: says which rulings have
    a replay."""
    pages = Blueprint("past", __name__)

    @pages.get("/history")
    def history() -> AnyResponse:
        matches = table.history(spoken.asked_language())
        evenings = [(day, list(each)) for day, each in groupby(reversed(matches), key=lambda match: match["day"])]
        return spoken.render_page("history.html", evenings=evenings, charts=draw_charts(matches), tallies=TALLIES)

    @pages.get("/statistics")
    def statistics() -> AnyResponse:
        return spoken.render_page("statistics.html", told=table.statistics(spoken.asked_language()), records=RECORDS)

    @pages.get("/matches/<match>")
    def afterwards(match: str) -> AnyResponse:
        """The page of a past match, as it stood after entry "at" where given; 404 for an unknown match. `match`: its number."""
        language, at, number = spoken.asked_language(), request.args.get("at", ""), _match_number(match, spoken)
        entry = int(at) if re.fullmatch(MATCH_NUMBER["pattern"], at) else None
        found = table.afterwards(number, language, entry, clips.entries_with_clips(number))
        if found is None:
            abort(404, spoken.say_text("no-such-match"))
        given = {"texts": spoken.texts_for_page(), "language": language}
        return spoken.render_page(
            "afterwards.html", match=found, given=given, tallies=TALLIES, ratings=RATINGS, verdicts=VERDICTS
        )

    @pages.get("/matches/<match>/log.<kind>")
    def export(match: str, kind: str) -> AnyResponse:
        """The log of a past match as a file. `match`: its number. `kind`: of `EXPORT_TYPES`. 404 for an unknown match or kind."""
        told = table.exported(_match_number(match, spoken), kind) if kind in EXPORT_TYPES else None
        if told is None:
            abort(404, "There is no such match, or no such kind of file.")
        response = Response(told, content_type=f"{EXPORT_TYPES[kind]}; charset=utf-8")
        response.headers["Content-Disposition"] = f'attachment; filename="match-{match}.{kind}"'
        response.headers["Cache-Control"] = "no-store"
        return response

    return pages


def _match_number(match: str, spoken: Languages) -> int:
    if not re.fullmatch(MATCH_NUMBER["pattern"], match):
        abort(404, spoken.say_text("no-such-match"))
    return int(match)


def draw_charts(matches: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Pictures of the history, with a bar for each match of `matches` with a count. Pictures with a single bar or none are
    left out. `matches`: as from `Table.history`."""
    wanted = {"history-left": ("left",), "history-backward": ("backward",), "history-named": ("named", "misread")}
    found = [
        _draw_chart(id, [match for match in matches if match[parts[0]] is not None], parts) for id, parts in wanted.items()
    ]
    return [chart for chart in found if len(chart["bars"]) > 1]


def _draw_chart(id: str, matches: list[dict[str, Any]], parts: tuple[str, ...]) -> dict[str, Any]:
    """A picture with a bar for each of `matches`, in pixels for the template; the highest value fills the height. `id`: of the
    title. `parts`: counts of a match, a bar beside the other for each."""
    most = max((match[part] for match in matches for part in parts), default=0) or 1
    wide = BAR_WIDTH_PX / len(parts)
    bars = [
        {
            "match": match["match"],
            "x": BAR_GAP_PX + i * (BAR_WIDTH_PX + BAR_GAP_PX),
            "values": [
                {
                    "part": part,
                    "value": match[part],
                    "x": BAR_GAP_PX + i * (BAR_WIDTH_PX + BAR_GAP_PX) + n * wide,
                    "height": round(CHART_HEIGHT_PX * match[part] / most, 1),
                }
                for n, part in enumerate(parts)
            ],
        }
        for i, match in enumerate(matches)
    ]
    said = ", ".join(f"{match['match']}: {' / '.join(str(match[part]) for part in parts)}" for match in matches)
    width = BAR_GAP_PX + len(bars) * (BAR_WIDTH_PX + BAR_GAP_PX)
    return {"id": id, "bars": bars, "width": width, "height": CHART_HEIGHT_PX, "wide": wide, "said": said, "parts": parts}
