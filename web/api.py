"""What programs and the page ask for: state, stream, commands, description, health."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, request
from werkzeug.wrappers import Response as AnyResponse

from web.access import Access, visitor, who
from web.commands import COMMANDS, read_command
from web.errors import CommandRefused, InvalidInput
from web.languages import Languages
from web.openapi import describe
from web.phones import Phone
from web.snapshots import Snapshots
from web.stream import Gone, Places, events, respond
from web.table import Table

Answer = AnyResponse | tuple[Response, int]


def blueprint(table: Table, snapshots: Snapshots, spoken: Languages, places: Places, access: Access, boot: str) -> Blueprint:
    api = Blueprint("api", __name__)

    @api.get("/healthz")
    def healthz() -> Answer:
        health = table.health()
        return jsonify(health), 200 if health["status"] == "ok" else 503

    @api.get("/api/openapi.json")
    def openapi() -> Answer:
        return jsonify(describe(spoken.known))

    @api.get("/api/state")
    def state() -> Answer:
        language = spoken.of(request)
        snapshot = snapshots.latest(language)
        response = Response(snapshot.json, content_type="application/json")
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Companion-Role"] = visitor().role
        response.set_etag(f"{boot}-{language}-{snapshot.version}")
        return response.make_conditional(request)

    @api.get("/api/matches")
    def matches() -> Answer:
        return jsonify(matches=table.matches(spoken.of(request)))

    @api.get("/api/stream")
    def stream() -> Answer:
        gone = _gone(access, visitor())
        give_back = places.take(gone)
        if give_back is None:
            response = jsonify(error="Too many phones follow the stream: ask for /api/state every few seconds instead.")
            response.headers["Retry-After"] = "5"
            return response, 503
        return respond(events(snapshots, spoken.of(request), boot, _seen(), role=visitor().role, gone=gone), give_back)

    @api.post("/api/commands/<name>")
    def command(name: str) -> Answer:
        if name not in COMMANDS:
            abort(404, f"There is no command of this name; there are {', '.join(COMMANDS)}.")
        if request.mimetype != "application/json":
            abort(415, "Send the command as JSON, with Content-Type: application/json.")
        if not visitor().role.covers(COMMANDS[name].role):
            return jsonify(error=spoken.say(spoken.of(request), f"only-{COMMANDS[name].role}")), 403
        try:
            body = read_command(COMMANDS[name], request.get_data())
            done = table.act({"command": name, "language": spoken.of(request), **body}, who(visitor()))
        except InvalidInput as error:
            return jsonify(error=str(error)), 400
        except CommandRefused as error:
            return jsonify(error=str(error)), 409
        return jsonify(done)

    return api


def _seen() -> int | None:
    """The version that a phone coming back has already."""
    try:
        return int(request.headers.get("Last-Event-ID", ""))
    except ValueError:
        return None


def _gone(access: Access, phone: Phone) -> Gone:
    """Waitress can say whether the phone has hung up; or it was sent away, or has another role now and is to come back with it. While it
    listens it counts as being there."""
    hung_up: Gone = request.environ.get("waitress.client_disconnected", lambda: False)
    return lambda: hung_up() or access.hears(phone.id) is not phone.role
