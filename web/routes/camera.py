"""The page on which a phone gives the camera, and the door for pictures, each request a JPEG.

A browser gives the camera only to pages served over TLS or from the same machine; the page explains why.
"""

from __future__ import annotations

from typing import Any, Protocol

from flask import Blueprint, Flask, Response, abort, jsonify, redirect, request, url_for

from web.door.access import OpenOnLoopback, current_phone, guard_app, require_role
from web.door.phones import Phone, Role
from web.errors import CameraTaken, CameraUnwanted, PhonePictureRefused, PhonePictureTooSoon
from web.languages import Languages
from web.table import Text

Answer = Response | tuple[Response, int]
MAX_PICTURE_BYTES = 1_000_000  # also said in docs/phone.md; guess: five times a JPEG of 1280 pixels
CAMERA_TEXTS = "camera-"
"""Begins the ids of the texts of the page."""


class PictureTaker(Protocol):
    """Takes pictures of phones. All methods may be called from many threads at once."""

    def give_picture(self, jpeg: bytes, by: Phone, instead: bool) -> None:
        """Take the picture `jpeg` of the phone `by`. `instead`: in place of any other phone from now on. Raises
        `PhonePictureRefused`, `PhonePictureTooSoon`, `CameraTaken`, `CameraUnwanted`."""

    @property
    def is_phone_wanted(self) -> bool:
        """Does the companion watch with a phone?"""

    def stop_giving(self, by: Phone) -> None:
        """Take no more pictures of the phone `by`."""

    def describe_table(self, language: str) -> str:
        """How the table is seen, a sentence in `language`."""


def camera_app(camera: PictureTaker, text: Text, languages: tuple[str, ...]) -> Flask:
    """The page of the camera alone, without a code, for the own machine: for commands that watch with a phone. `languages`:
    the first for phones without any of them."""
    app, access = Flask("web"), OpenOnLoopback()
    app.config["MAX_CONTENT_LENGTH"] = MAX_PICTURE_BYTES
    app.extensions["access"] = access
    guard_app(app, access)
    app.register_blueprint(make_camera_routes(camera, Languages(text, languages[0], languages)))
    app.add_url_rule("/", "home", lambda: redirect(url_for("camera.page", language=request.args.get("language")), 303))
    return app


def make_camera_routes(camera: PictureTaker | None, spoken: Languages) -> Blueprint:
    """The routes of the page. `camera`: None = nothing takes pictures, and every address answers 404."""
    pages = Blueprint("camera", __name__)

    def taker() -> PictureTaker:
        if camera is None:
            abort(404, spoken.say_text("no-phone-camera"))
        return camera

    def refused(id: str, status: int, **values: Any) -> Answer:
        return jsonify(reason=id.removeprefix(CAMERA_TEXTS), error=spoken.say_text(id, **values)), status

    @pages.get("/camera")
    def page() -> Response:
        wanted, texts = taker().is_phone_wanted, spoken.texts_for_page(CAMERA_TEXTS)
        given = {"texts": texts, "language": spoken.asked_language(), "wanted": wanted}
        return spoken.render_page("camera.html", given=given)

    @pages.post("/api/camera")
    def take_picture() -> Answer:
        """What the eye sees now, after it was given the JPEG in the body. A refusal in one sentence: 413 or 415 for the body,
        409 for another phone or source in use, 429 too often, 400 for a damaged picture."""
        require_role(Role.PLAYER)
        taken_by = taker()
        if request.mimetype != "image/jpeg":
            return refused("camera-no-jpeg", 415)
        if request.content_length is None or request.content_length > MAX_PICTURE_BYTES:
            return refused("camera-too-large", 413, kilobytes=MAX_PICTURE_BYTES // 1000)
        request.max_content_length = MAX_PICTURE_BYTES
        try:
            taken_by.give_picture(request.get_data(), current_phone(), "instead" in request.args)
        except CameraTaken as error:
            return refused("camera-taken", 409, name=str(error))
        except CameraUnwanted as error:
            return refused("camera-unwanted", 409, source=str(error))
        except PhonePictureTooSoon:
            return refused("camera-too-many", 429)
        except PhonePictureRefused as error:
            return refused("camera-no-picture", 400, reason=str(error))
        return jsonify(seen=taken_by.describe_table(spoken.asked_language()))

    @pages.post("/api/camera/stop")
    def stop_camera() -> Answer:
        require_role(Role.PLAYER)
        taker().stop_giving(current_phone())
        return jsonify({})

    return pages
