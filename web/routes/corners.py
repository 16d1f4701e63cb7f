"""A page on which the four corners of a board are tapped into the picture of the board.

The page is served while needed, at an address known only to whoever started the command.
"""

from __future__ import annotations

import json
import queue
import secrets
from collections.abc import Callable

from flask import Flask, Response, abort, jsonify, make_response, render_template, request

from web.door.access import seal_response
from web.errors import InvalidInput
from web.schema import list_of, number, read_body, record
from web.table import Text

Point = tuple[float, float]
TAPPED = record({"corners": list_of(list_of(number(-100_000, 100_000), 2), 4)})
WORDS = ("title", "text", "first", "next", "all", "again", "use", "done", "refused")


class OneAddress:
    """Whoever knows the address may look. `code`: the random part of the address."""

    asks = True

    def __init__(self) -> None:
        self.code = secrets.token_urlsafe(9)


class CornerPage:
    """Asks for four corners.

    `jpeg`: the picture. `size`: width and height in pixels. `check`: what is wrong with four corners, None = nothing.
    `text`: the catalogue; ids begin with `corners-`. `language`: for phones without any of `languages`.
    """

    def __init__(
        self,
        jpeg: bytes,
        size: tuple[int, int],
        check: Callable[[list[Point]], str | None],
        text: Text,
        language: str = "en",
        languages: tuple[str, ...] = ("en", "it"),
    ) -> None:
        self._jpeg, self._size, self._check = jpeg, size, check
        self._text, self._languages = text, (language, *(one for one in languages if one != language))
        self._tapped: queue.SimpleQueue[list[Point]] = queue.SimpleQueue()
        self.access = OneAddress()

    def wait_for_corners(self, seconds: float | None = None) -> list[Point]:
        """Four good corners, once somebody has tapped them. Raises `queue.Empty` after `seconds`, None = waits for ever."""
        return self._tapped.get(timeout=seconds)

    def make_app(self) -> Flask:
        """The application for `web.wire.serve.Server`; the page is at `/<code>/`, and other codes are refused."""
        app = Flask("web")
        app.config["MAX_CONTENT_LENGTH"] = 4096
        app.extensions["access"] = self.access
        app.add_url_rule("/<code>/", "page", self._serve_page)
        app.add_url_rule("/<code>/board.jpg", "picture", self._serve_picture)
        app.add_url_rule("/<code>/", "tapped", self._take_corners, methods=["POST"])
        app.after_request(seal_response)
        return app

    def _serve_page(self, code: str) -> Response:
        """The page, in the language of the phone. `code`: from the address."""
        self._check_code(code)
        language = request.accept_languages.best_match(self._languages, self._languages[0])
        words = {word: self._text(language, f"corners-{word}") for word in WORDS}
        html = render_template("corners.html", language=language, words=words, given=json.dumps(words), size=self._size)
        response = make_response(html)
        response.headers["Cache-Control"] = "no-store"
        return response

    def _serve_picture(self, code: str) -> Response:
        self._check_code(code)
        return Response(self._jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})

    def _take_corners(self, code: str) -> tuple[Response, int]:
        """Take the tapped corners; 400 with a sentence where not four, or where `check` finds them wrong. `code`: the random
        part of the address, no code for joining."""
        self._check_code(code)
        corners = _read_points(request.get_data())
        problem = "four corners are needed" if corners is None else self._check(corners)
        if corners is None or problem:
            return jsonify(error=problem), 400
        self._tapped.put(corners)
        return jsonify(done=True), 200

    def _check_code(self, code: str) -> None:
        if not secrets.compare_digest(code.encode(), self.access.code.encode()):
            abort(404)


def _read_points(raw: bytes) -> list[Point] | None:
    """Four points (x, y), None where `raw` is anything else."""
    try:
        corners = read_body(raw, TAPPED)["corners"]
    except InvalidInput:
        return None
    whole = len(corners) == 4 and all(len(point) == 2 for point in corners)
    return [(float(x), float(y)) for x, y in corners] if whole else None
