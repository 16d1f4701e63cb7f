"""What programs and pages ask for: state, stream, commands, description, health."""

from __future__ import annotations

from typing import Protocol

from flask import Blueprint, Response, abort, jsonify, request
from werkzeug.wrappers import Response as AnyResponse

from web.door.access import Access, current_phone, require_role
from web.languages import Languages
from web.routes.commands import COMMANDS
from web.routes.openapi import describe_api
from web.schema import read_body
from web.table import Table
from web.wire.snapshots import Snapshots
from web.wire.stream import HAND_OVER, Feed, Stream, StreamSlot, StreamSlots, narrate_stream

Answer = AnyResponse | tuple[Response, int]


def make_api_routes(
    table: Table, snapshots: Snapshots, spoken: Languages, slots: StreamSlots, access: Access, boot: str
) -> Blueprint:
    """The routes for programs: state, stream, commands, matches. `slots`: for streams. `boot`: id of the present start of the
    companion."""
    api, feed = Blueprint("api", __name__), Feed(snapshots)

    @api.get("/healthz")
    def healthz() -> Answer:
        health = table.report_health(spoken.asked_language("en"))  # a program asks, or somebody at a shell
        return jsonify(health), 200 if health["status"] == "ok" else 503

    @api.get("/api/openapi.json")
    def openapi() -> Answer:
        return jsonify(describe_api(spoken.known))

    @api.get("/api/state")
    def state() -> Answer:
        """The present view as JSON, in the language asked for; 304 where the asking phone has it already."""
        language = spoken.asked_language()
        snapshot = snapshots.latest_snapshot(language)
        response = Response(snapshot.json, content_type="application/json")
        response.headers["Cache-Control"] = "no-cache"
        response.headers["Companion-Role"] = current_phone().role
        response.set_etag(f"{boot}-{language}-{snapshot.version}")
        return response.make_conditional(request)

    @api.get("/api/matches")
    def list_matches() -> Answer:
        return jsonify(matches=table.matches(spoken.asked_language()))

    @api.get("/api/stream")
    def open_stream() -> Answer:
        """The stream of changes of the view, or the refusal where too many streams are open. "whole=true": whole views only."""
        role, language, whole = current_phone().role, spoken.asked_language(), request.args.get("whole") == "true"

        def begin(slot: StreamSlot, seen: int | None, *, gzip: bool) -> Stream:
            first = snapshots.latest_snapshot(language)
            first.prepare_first(seen)
            telling = narrate_stream(first, boot, seen, role, whole=whole)
            return Stream(feed, language, telling, first, slot, gzip=gzip)

        return start_stream(slots, access, spoken, begin)

    @api.post("/api/commands/<name>")
    def take_command(name: str) -> Answer:
        """The answer to command `name`, with the version of the view after the command. 404 for an unknown command, 415 for no
        JSON, 403 for a phone without the right."""
        if name not in COMMANDS:
            abort(404, f"There is no command of this name; there are {', '.join(COMMANDS)}.")
        if request.mimetype != "application/json":
            abort(415, "Send the command as JSON, with Content-Type: application/json.")
        require_role(COMMANDS[name].role)
        asked = {"command": name, "language": spoken.asked_language(), **read_body(request.get_data(), COMMANDS[name].body)}
        done = table.act(asked, by=f"phone {current_phone().id}".rstrip())
        return jsonify(done | {"version": snapshots.number_version(done["version"])})

    return api


class BeginStream(Protocol):
    """Makes a stream in a slot. `seen`: the version that the page has already, None = nothing."""

    def __call__(self, slot: StreamSlot, seen: int | None, *, gzip: bool) -> Stream: ...


def start_stream(slots: StreamSlots, access: Access, spoken: Languages, begin: BeginStream) -> Answer:
    """The stream that `begin` makes for the asking phone; 503 where listening phones have all slots."""
    phone = current_phone()
    # A phone that was sent away is gone. A phone with another role is to come back with the new role.
    slot = slots.take_slot(lambda: access.role_of_listener(phone.id) is not phone.role, phone.id)
    if slot is None:
        response = jsonify(error=spoken.say_text("stream-full"))
        response.headers["Retry-After"] = "5"
        return response, 503
    seen = request.headers.get("Last-Event-ID", request.args.get("since", type=int), type=int)
    try:
        return respond_with_stream(begin(slot, seen, gzip=request.accept_encodings["gzip"] > 0))
    except BaseException:
        slot.free_slot()
        raise


def respond_with_stream(stream: Stream) -> Response:
    """The response that tells `stream`: by the loop of the server where the server has a loop, else by the present thread.
    Only the head for HEAD, and the slot is freed."""
    if request.method == "HEAD":
        stream.slot.free_slot()
        response = Response()
    elif HAND_OVER in request.environ:
        request.environ[HAND_OVER] = stream
        response = Response()
    else:
        response = Response(stream.bytes_in_thread())
        response.call_on_close(stream.slot.free_slot)
    response.content_type = "text/event-stream; charset=utf-8"
    response.vary.add("Accept-Encoding")
    if stream.is_compressed:
        response.content_encoding = "gzip"
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    response.headers.pop("Content-Length", None)
    return response
