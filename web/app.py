"""The application factory: a table and a catalogue of texts become a dashboard."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from web.door.access import Access, OpenOnLoopback, guard
from web.door.cookies import PhoneCookies
from web.languages import Languages
from web.routes import api, clips, health, pages, past_pages, phone_pages
from web.routes import camera as camera_page
from web.routes import set_up as set_up_page
from web.routes.camera import PhoneCamera
from web.routes.clips import Clips, NoClips
from web.routes.set_up import SettingUp
from web.table import Table, Text
from web.texts import PREFIX, TEXTS
from web.wire.snapshots import Snapshots
from web.wire.stream import Places

MAX_BODY = 64 * 1024
"""Bytes of a request's body that are looked at."""
STREAMS = 160
"""Streams at once: of each phone that there may be, and of screens beside them; further ones ask for the state every few seconds."""


def create_app(
    table: Table,
    *,
    text: Text,
    language: str = "en",
    languages: Sequence[str] = ("en", "it"),
    access: Access | None = None,
    names: Iterable[str] = (),
    streams: int = STREAMS,
    address: Callable[[], str] = lambda: "",
    figures: health.Figures | None = None,
    figures_everywhere: bool = False,
    camera: PhoneCamera | None = None,
    set_up: SettingUp | None = None,
    replays: Clips | None = None,
    secure: bool = False,
) -> Flask:
    """The dashboard of one table.

    `text`: the catalogue; the page asks it for the ids of `web.texts`. `language`: of a phone that has not chosen one.
    `access`: who may come in; default = open to this machine only, as `OpenOnLoopback()`. `names`: host names under which this
    machine is reached, besides localhost and, where phones join, its addresses and *.local. `streams`: streams at once.
    `address`: where phones reach this machine, for those that are invited; "" = as the phone that invites reached it.
    `figures`, `figures_everywhere`: see `web.routes.health.blueprint`.
    `set_up`: the guided set-up; None = there is no page for that.
    `camera`: takes the pictures of a phone that gives its camera; None = there is no page for that.
    `replays`: what the camera saw before each ruling; None = nothing is recorded. `secure`: it is
    served over TLS alone, so cookies travel no other way.
    """
    access = access or OpenOnLoopback()
    app = Flask(__name__)
    app.config.update(
        MAX_CONTENT_LENGTH=MAX_BODY,
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_SECURE=secure,
    )
    app.session_interface = PhoneCookies()
    app.extensions["access"] = access
    guard(app, access, names)
    spoken = Languages(text, language, tuple(languages))
    snapshots, boot = Snapshots(table), secrets.token_hex(4)
    app.register_blueprint(api.blueprint(table, snapshots, spoken, Places(streams), access, boot))
    app.register_blueprint(health.blueprint(table, spoken, figures, everywhere=figures_everywhere))

    def leads_to() -> dict[str, bool]:
        return {"camera": camera is not None and camera.is_phone_wanted, "setUp": set_up is not None}

    app.register_blueprint(pages.blueprint(table, snapshots, spoken, access, boot, leads_to))
    app.register_blueprint(clips.blueprint(spoken, replays or NoClips()))
    app.register_blueprint(past_pages.blueprint(table, spoken, replays or NoClips()))
    app.register_blueprint(phone_pages.blueprint(spoken, access, address))
    app.register_blueprint(camera_page.blueprint(camera, spoken))
    app.register_blueprint(set_up_page.blueprint(set_up, spoken))
    _explain_errors(app, spoken, address)
    return app


def _explain_errors(app: Flask, spoken: Languages, address: Callable[[], str]) -> None:
    @app.errorhandler(HTTPException)
    def explain(error: HTTPException) -> tuple[Response | str, int]:
        status, language = error.code or 500, spoken.of(request)
        here = address() or f"{request.scheme}://localhost:{request.environ.get('SERVER_PORT', '80')}/"
        words = _sentence(error, spoken, language, {"kilobytes": MAX_BODY // 1024, "address": here})
        if request.accept_mimetypes.accept_html and "text/html" in request.headers.get("Accept", ""):
            return render_template("message.html", status=status, words=words, language=language), status
        return jsonify(error=words), status


def _sentence(error: HTTPException, spoken: Languages, language: str, values: Mapping[str, Any]) -> str:
    """What whoever raised it said, or the text of which it said the id; else our words instead of those of the library."""
    said = error.description if error.description != type(error).description else None
    id = said if said in _SAID_BY_ID else _WORDS.get(error.code or 500, "") if said is None else ""
    if id:
        return spoken.say(language, id, **{name: values[name] for name in TEXTS[PREFIX + id]})
    return said or error.description or error.name


_SAID_BY_ID = ("unknown-name", "other-site")
"""Said at the door, where nobody knows of languages."""
_WORDS = {404: "nothing-at-address", 405: "not-that-kind", 413: "body-too-large", 500: "stumbled"}
