"""What programs and pages ask for: state, stream, commands, description, health."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, request
from werkzeug.wrappers import Response as AnyResponse

from web.door.access import Access, current_phone, source_name
from web.door.phones import Phone
from web.errors import CommandRefused, InvalidInput
from web.languages import Languages
from web.routes.commands import COMMANDS, read_command
from web.routes.openapi import describe_api
from web.table import Table
from web.wire.snapshots import Snapshots
from web.wire.stream import HAND_OVER, Feed, Gone, Places, Stream, narrate_stream

MACHINES_LANGUAGE = "en"
"""That of whoever asks how the companion is and says no language: a program, or somebody at a shell."""
Answer = AnyResponse | tuple[Response, int]


def make_api_routes(
    table: Table, snapshots: Snapshots, spoken: Languages, places: Places, access: Access, boot: str
) -> Blueprint:
    api, feed = Blueprint("api", __name__), Feed(snapshots)

    @api.get("/healthz")
    def healthz() -> Answer:
        health = table.report_health(spoken.language_of(request, MACHINES_LANGUAGE))
        return jsonify(health), 200 if health["status"] == "ok" else 503

    @api.get("/api/openapi.json")
    def openapi() -> Answer:
        return jsonify(describe_api(spoken.known))

    @api.get("/api/state")
    def state() -> Answer:
        language = spoken.language_of(request)
        snapshot = snapshots.latest_snapshot(language)
        response = Response(snapshot.json, content_type="application/json")
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Companion-Role"] = current_phone().role
        response.set_etag(f"{boot}-{language}-{snapshot.version}")
        return response.make_conditional(request)

    @api.get("/api/matches")
    def matches() -> Answer:
        return jsonify(matches=table.matches(spoken.language_of(request)))

    @api.get("/api/stream")
    def stream() -> Answer:
        phone, language = current_phone(), spoken.language_of(request)
        place = places.take_place(_gone_check(access, phone), phone.id)
        if place is None:
            response = jsonify(error=spoken.say_text(language, "stream-full"))
            response.headers["Retry-After"] = "5"
            return response, 503
        try:
            first = snapshots.latest_snapshot(language)
        except BaseException:
            place.give_back()
            raise
        return respond_with_stream(
            Stream(feed, language, narrate_stream(first, boot, _version_seen(), phone.role), first, place)
        )

    @api.post("/api/commands/<name>")
    def command(name: str) -> Answer:
        if name not in COMMANDS:
            abort(404, f"There is no command of this name; there are {', '.join(COMMANDS)}.")
        if request.mimetype != "application/json":
            abort(415, "Send the command as JSON, with Content-Type: application/json.")
        if not current_phone().role.covers(COMMANDS[name].role):
            return jsonify(error=spoken.say_text(spoken.language_of(request), f"only-{COMMANDS[name].role}")), 403
        try:
            body = read_command(COMMANDS[name], request.get_data())
            done = table.act({"command": name, "language": spoken.language_of(request), **body}, source_name(current_phone()))
        except InvalidInput as error:
            return jsonify(error=str(error)), 400
        except CommandRefused as error:
            return jsonify(error=str(error)), 409
        return jsonify(done)

    return api


def _version_seen() -> int | None:
    """The version that a returning phone has already, None for a new phone."""
    try:
        return int(request.headers.get("Last-Event-ID", ""))
    except ValueError:
        return None


def _gone_check(access: Access, phone: Phone) -> Gone:
    """Tells whether a phone was sent away or has another role now, with which it is to come back. A listening phone counts
    as here."""
    return lambda: access.role_of_listener(phone.id) is not phone.role


def respond_with_stream(stream: Stream) -> Response:
    """The stream as a response: handed over to the loop where the server has one, else sent by this thread."""
    if request.method == "HEAD":
        stream.place.give_back()
        response = Response()
    elif HAND_OVER in request.environ:
        request.environ[HAND_OVER] = stream
        response = Response()
    else:
        response = Response(stream.bytes_in_thread())
        response.call_on_close(stream.place.give_back)
    response.content_type = "text/event-stream; charset=utf-8"
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.headers.pop("Content-Length", None)
    return response
