"""The page on which a phone gives its camera, and the door for its pictures, one JPEG a request.

A browser gives the camera only to pages served over TLS or from the same machine; the page explains that.
"""

from __future__ import annotations

from typing import Any, Protocol

from flask import Blueprint, Flask, Response, abort, jsonify, redirect, request, url_for

from web.door.access import OpenOnLoopback, current_phone, guard_app, lacks_role
from web.door.phones import Phone, Role
from web.errors import CameraTaken, CameraUnwanted, PictureRefused, TooManyPictures
from web.languages import Languages
from web.table import Text

Answer = Response | tuple[Response, int]
MAX_PICTURE_BYTES = 1_000_000  # guess: a JPEG of 1280 pixels has a fifth of that
PAGE = "camera-"
"""Begins the ids of the texts of this page."""


class PictureTaker(Protocol):
    """Takes pictures of phones. All methods may be called from many threads at once."""

    def give_picture(self, jpeg: bytes, by: Phone, instead: bool) -> None:
        """Take one picture. `instead`: from now on this phone is the camera, whoever was before. Raises `PictureRefused`,
        `TooManyPictures`, `CameraTaken`, `CameraUnwanted`."""

    @property
    def is_phone_wanted(self) -> bool:
        """Does the companion watch with a phone?"""

    def stop_giving(self, by: Phone) -> None:
        """This phone gives no more pictures."""

    def describe_table(self, language: str) -> str:
        """How the table is seen, in a sentence."""


def camera_app(camera: PictureTaker, text: Text, languages: tuple[str, ...]) -> Flask:
    """The page alone, for this machine only: for a command that watches with a phone."""
    app, access = Flask("web"), OpenOnLoopback()
    app.config["MAX_CONTENT_LENGTH"] = MAX_PICTURE_BYTES
    app.extensions["access"] = access
    guard_app(app, access)
    app.register_blueprint(make_camera_routes(camera, Languages(text, languages[0], languages)))
    app.add_url_rule("/", "home", lambda: redirect(url_for("camera.page"), 303))
    return app


def make_camera_routes(camera: PictureTaker | None, spoken: Languages) -> Blueprint:
    """The routes of the page. `camera`: None = nothing takes pictures, so there is no such page."""
    pages = Blueprint("camera", __name__)

    def taker() -> PictureTaker:
        if camera is None:
            abort(404, spoken.say_text(spoken.language_of(request), "no-phone-camera"))
        return camera

    def refused(id: str, status: int, **values: Any) -> Answer:
        return jsonify(reason=id.removeprefix(PAGE), error=spoken.say_text(spoken.language_of(request), id, **values)), status

    @pages.get("/camera")
    def page() -> Response:
        found, language = taker(), spoken.language_of(request)
        given = {"texts": spoken.texts_for_page(language, PAGE), "language": language, "wanted": found.is_phone_wanted}
        return spoken.render_page("camera.html", given=given)

    @pages.post("/api/camera")
    def give() -> Answer:
        if no := lacks_role(Role.PLAYER, spoken):
            return no
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
        except TooManyPictures:
            return refused("camera-too-many", 429)
        except PictureRefused as error:
            return refused("camera-no-picture", 400, reason=str(error))
        return jsonify(seen=taken_by.describe_table(spoken.language_of(request)))

    @pages.post("/api/camera/stop")
    def stop() -> Answer:
        if no := lacks_role(Role.PLAYER, spoken):
            return no
        taker().stop_giving(current_phone())
        return jsonify({})

    return pages
