"""Replays: what the camera saw before a ruling, step by step, and whether a replay is kept."""

from __future__ import annotations

import re
from typing import Any, Protocol

from flask import Blueprint, Response, abort, jsonify, request

from web.door.access import require_role
from web.door.phones import Role
from web.languages import Languages
from web.routes.commands import NAME
from web.schema import Schema, described, flag, list_of, number, one_of, read_body, record, text, whole

POINTS: Schema = described(list_of(whole(0, 10_000), 4000), "x, y, x, y, ... in pixels of the picture.")
ZONE_MARK: Schema = record(
    {"zone": NAME, "corners": POINTS, "face": text(20), "state": one_of("covered", "open", "settled")},
    {"card": described(POINTS, "The corners of the top card, where it is known.")},
)
SHOT: Schema = record(
    {
        "before": described(number(0, 60), "Seconds before the last picture."),
        "hands": described(list_of(POINTS, 100), "The outlines of what was taken for hands."),
        "zones": described(list_of(ZONE_MARK, 400), "What was read, and where."),
    }
)
CLIP: Schema = record(
    {
        "id": NAME,
        "entry": described(whole(), "The entry of the log whose ruling it shows."),
        "kept": described(flag(), "For good; else until the match is over."),
        "size": described(list_of(whole(1, 10_000), 2), "Width and height of the pictures."),
        "shots": list_of(SHOT, 1000),
    }
)
PICTURE_NUMBER: Schema = text(4, shortest=1, pattern=r"[0-9]{1,4}")
KEEP: Schema = record({"kept": flag()})


class Clips(Protocol):
    """Where replays are. All methods may be called from many threads at once."""

    def find_clip(self, id: str) -> dict[str, Any] | None:
        """A replay as `CLIP` describes, None for an unknown id."""

    def entries_with_clips(self, match: int) -> frozenset[int]:
        """Entries of a match with a replay."""

    def clip_picture(self, id: str, number: int) -> bytes | None:
        """A picture of a replay, a JPEG, by number from 0; None for an unknown id or number."""

    def keep_clip(self, id: str, kept: bool, language: str) -> bool:
        """Keep a replay for good, or only until the match is over (`kept` False). False for an unknown id. Raises
        `CommandRefused` with a sentence in `language`."""


class NoClips:
    """Nothing is recorded."""

    def find_clip(self, id: str) -> dict[str, Any] | None:
        return None

    def entries_with_clips(self, match: int) -> frozenset[int]:
        return frozenset()

    def clip_picture(self, id: str, number: int) -> bytes | None:
        return None

    def keep_clip(self, id: str, kept: bool, language: str) -> bool:
        return False


def make_clip_routes(spoken: Languages, clips: Clips) -> Blueprint:
    """The routes of replays: a replay, its pictures, and keeping a replay for good. An unknown replay answers 404."""
    pages = Blueprint("clips", __name__)

    @pages.get("/api/clips/<id>")
    def show_clip(id: str) -> Response:
        """The replay `id` as JSON, 404 where there is none any more."""
        found = clips.find_clip(id)
        if found is None:
            abort(404, spoken.say_text("clip-gone"))
        response = jsonify(found)
        response.headers["Cache-Control"] = "no-store"
        return response

    @pages.get("/api/clips/<id>/<number>.jpg")
    def show_picture(id: str, number: str) -> Response:
        jpeg = clips.clip_picture(id, int(number)) if re.fullmatch(PICTURE_NUMBER["pattern"], number) else None
        if jpeg is None:
            abort(404, "There is no such picture.")
        return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})

    @pages.post("/api/clips/<id>")
    def keep_clip(id: str) -> Response:
        """{} once the replay `id` is kept for good or let go of, as "kept" in the body says; 404 where there is none any more."""
        require_role(Role.PLAYER)
        kept = read_body(request.get_data(), KEEP)["kept"]
        if not clips.keep_clip(id, kept, spoken.asked_language()):
            abort(404, spoken.say_text("clip-gone"))
        return jsonify({})

    return pages
