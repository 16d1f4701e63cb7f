"""The page on which a phone gives its camera, and the door through which its pictures come in, one JPEG a request.

A browser gives its camera only to a page that came over TLS or from the same machine; the page says so where it did not.
"""

from __future__ import annotations

from typing import Any, Protocol

from flask import Blueprint, Flask, Response, abort, jsonify, redirect, request, url_for

from web.door.access import OpenOnLoopback, guard, lacks_role, visitor
from web.door.phones import Phone, Role
from web.errors import CameraTaken, CameraUnwanted, PictureRefused, TooManyPictures
from web.languages import Languages
from web.table import Text

Answer = Response | tuple[Response, int]
MOST_BYTES = 1_000_000
"""Bytes of one picture that are taken in."""
PAGE = "camera-"
"""Begins the ids of the texts of this page."""


class PhoneCamera(Protocol):
    """What takes the pictures of phones. All methods may be called from many threads at once."""

    def give_picture(self, jpeg: bytes, by: Phone, instead: bool) -> None:
        """One picture. `instead`: from now on this phone is the camera, whichever was before. Raises `PictureRefused`,
        `TooManyPictures`, `CameraTaken`, `CameraUnwanted`."""

    @property
    def is_phone_wanted(self) -> bool:
        """Does the companion watch with a phone?"""

    def stop_giving(self, by: Phone) -> None:
        """This phone gives none any more."""

    def describe_table(self, language: str) -> str:
        """How the table is seen, in a sentence."""


def camera_app(camera: PhoneCamera, text: Text, languages: tuple[str, ...]) -> Flask:
    """The page alone, for this machine only: for a command that watches with a phone."""
    app, access = Flask("web"), OpenOnLoopback()
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.extensions["access"] = access
    guard(app, access)
    app.register_blueprint(blueprint(camera, Languages(text, languages[0], languages)))
    app.add_url_rule("/", "home", lambda: redirect(url_for("camera.page"), 303))
    return app


def blueprint(camera: PhoneCamera | None, spoken: Languages) -> Blueprint:
    """`camera`: None = there is nothing that takes pictures, so there is no such page."""
    pages = Blueprint("camera", __name__)

    def taker() -> PhoneCamera:
        if camera is None:
            abort(404, spoken.say(spoken.of(request), "no-phone-camera"))
        return camera

    def refused(id: str, status: int, **values: Any) -> Answer:
        return jsonify(reason=id.removeprefix(PAGE), error=spoken.say(spoken.of(request), id, **values)), status

    @pages.get("/camera")
    def page() -> Response:
        found, language = taker(), spoken.of(request)
        given = {"texts": spoken.texts(language, PAGE), "language": language, "wanted": found.is_phone_wanted}
        return spoken.page("camera.html", given=given)

    @pages.post("/api/camera")
    def give() -> Answer:
        if no := lacks_role(Role.PLAYER, spoken):
            return no
        taken_by = taker()
        if request.mimetype != "image/jpeg":
            return refused("camera-no-jpeg", 415)
        if request.content_length is None or request.content_length > MOST_BYTES:
            return refused("camera-too-large", 413, kilobytes=MOST_BYTES // 1000)
        request.max_content_length = MOST_BYTES
        try:
            taken_by.give_picture(request.get_data(), visitor(), "instead" in request.args)
        except CameraTaken as error:
            return refused("camera-taken", 409, name=str(error))
        except CameraUnwanted as error:
            return refused("camera-unwanted", 409, source=str(error))
        except TooManyPictures:
            return refused("camera-too-many", 429)
        except PictureRefused as error:
            return refused("camera-no-picture", 400, reason=str(error))
        return jsonify(seen=taken_by.describe_table(spoken.of(request)))

    @pages.post("/api/camera/stop")
    def stop() -> Answer:
        if no := lacks_role(Role.PLAYER, spoken):
            return no
        taker().stop_giving(visitor())
        return jsonify({})

    return pages
