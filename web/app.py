"""The application factory: a table and a catalogue of texts become a dashboard."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import HTTPException

from web.door.access import Access, OpenOnLoopback, guard_app
from web.door.cookies import PhoneCookies
from web.errors import RequestRefused
from web.languages import Languages
from web.routes import api, clips, club_choice, health, help_pages, pages, past_pages, phone_pages
from web.routes import camera as camera_page
from web.routes import set_up as set_up_page
from web.routes.camera import PictureTaker
from web.routes.clips import Clips, NoClips
from web.routes.club_choice import ChoosingClub
from web.routes.set_up import SettingUp
from web.table import Table, Text
from web.texts import DASHBOARD_PREFIX, TEXTS
from web.wire.snapshots import Snapshots, draw_first_version
from web.wire.stream import StreamSlots

MAX_BODY_BYTES = 64 * 1024  # of the body of a request; guess: a hundred times the largest command
MAX_STREAMS = 160  # a stream for each of 120 phones and for screens; more phones ask for the state every few seconds; guess


def begin_app(cookie: str, access: Access, names: Iterable[str], *, secure: bool) -> Flask:
    """An app without routes, with the door in front. `cookie`: name of the cookie. `access`: who is let in. `names`: host
    names of the machine. `secure`: cookies go over TLS only."""
    app = Flask("web")
    app.config.update(MAX_CONTENT_LENGTH=MAX_BODY_BYTES, SESSION_COOKIE_NAME=cookie, SESSION_COOKIE_SECURE=secure)
    app.session_interface = PhoneCookies()
    app.extensions["access"] = access
    guard_app(app, access, names)
    return app


def create_app(
    table: Table,
    *,
    text: Text,
    language: str = "en",
    languages: Sequence[str] = ("en", "it"),
    access: Access | None = None,
    names: Iterable[str] = (),
    streams: int = MAX_STREAMS,
    address: Callable[[], str] = lambda: "",
    figures: health.Figures | None = None,
    figures_everywhere: bool = False,
    camera: PictureTaker | None = None,
    set_up: SettingUp | None = None,
    club: ChoosingClub | None = None,
    replays: Clips | None = None,
    secure: bool = False,
) -> Flask:
    """The dashboard of one table.

    `text`: the catalogue, asked for the ids of `web.texts`. `language`: for a phone without a choice. `languages`: to choose
    from. `access`: who may come in, default `OpenOnLoopback()`. `names`: host names of the machine besides localhost; where
    phones join, addresses and *.local are known too. `streams`: the most at once. `address`: where invited phones reach the
    machine, "" = as the inviting phone did. `figures`, `figures_everywhere`: see `web.routes.health.make_health_routes`.
    `camera`: takes pictures of phones, None = no camera page. `set_up`: the guided set-up, None = no page for the set-up. `club`: chooses
    the club of the table, None = no page for it.
    `replays`: what the camera saw before rulings, None = not recorded. `secure`: served over TLS alone, cookies too.
    """
    access = access or OpenOnLoopback()
    app = begin_app("companion", access, names, secure=secure)
    spoken = Languages(text, language, tuple(languages))
    snapshots, boot = Snapshots(table, draw_first_version()), secrets.token_hex(4)
    app.register_blueprint(api.make_api_routes(table, snapshots, spoken, StreamSlots(streams), access, boot))
    app.register_blueprint(health.make_health_routes(table, spoken, figures, everywhere=figures_everywhere))

    def leads_to() -> dict[str, bool]:
        return {"camera": camera is not None and camera.is_phone_wanted, "setUp": set_up is not None}

    app.register_blueprint(pages.make_page_routes(table, snapshots, spoken, access, boot, leads_to))
    app.register_blueprint(clips.make_clip_routes(spoken, replays or NoClips()))
    app.register_blueprint(past_pages.make_past_routes(table, spoken, replays or NoClips()))
    app.register_blueprint(help_pages.make_help_routes(spoken))
    app.register_blueprint(phone_pages.make_phone_routes(spoken, access, address))
    app.register_blueprint(camera_page.make_camera_routes(camera, spoken))
    app.register_blueprint(set_up_page.make_set_up_routes(set_up, spoken, chooses_club=club is not None))
    app.register_blueprint(club_choice.make_club_choice_routes(club, spoken))
    explain_errors(app, spoken, address)
    return app


def explain_errors(app: Flask, spoken: Languages, address: Callable[[], str]) -> None:
    """Have `app` answer each error with one sentence: a page for browsers, else JSON. `address`: where phones reach the
    machine, "" = named as localhost."""

    def answer(words: str, status: int) -> tuple[Response | str, int]:
        if request.accept_mimetypes.accept_html and "text/html" in request.headers.get("Accept", ""):
            return render_template("message.html", status=status, words=words, language=spoken.asked_language()), status
        return jsonify(error=words), status

    @app.errorhandler(RequestRefused)
    def refuse(error: RequestRefused) -> tuple[Response | str, int]:
        return answer(spoken.say_text(str(error)) if error.has_text_id else str(error), error.status)

    @app.errorhandler(HTTPException)
    def explain(error: HTTPException) -> tuple[Response | str, int]:
        """The words of the error, the text of an id raised at the door, or a text in place of the words of the library."""
        status = error.code or 500
        said = error.description if error.description != type(error).description else None
        id = said if said in _DOOR_TEXTS else _STATUS_TEXTS.get(status) if said is None else None
        if not id:
            return answer(said or error.description or error.name, status)
        here = address() or f"{request.scheme}://localhost:{request.environ.get('SERVER_PORT', '80')}/"
        values = {"kilobytes": MAX_BODY_BYTES // 1024, "address": here}
        return answer(spoken.say_text(id, **{name: values[name] for name in TEXTS[DASHBOARD_PREFIX + id]}), status)


_DOOR_TEXTS = ("unknown-name", "other-site")
"""Ids of texts that the door raises."""
_STATUS_TEXTS = {404: "nothing-at-address", 405: "not-that-kind", 413: "body-too-large", 500: "stumbled"}
