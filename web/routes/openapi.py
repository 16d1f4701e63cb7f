"""The description of every door, OpenAPI 3.1, made from the schemas that the doors check."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from web.door.phones import MAX_PHONE_NAME_LETTERS, Role
from web.routes.clips import CLIP, KEEP, NUMBER
from web.routes.commands import ANSWER, COMMANDS, NAME, Command
from web.routes.past_pages import KINDS, MATCH
from web.routes.phone_pages import CHANGE
from web.routes.set_up import CHOICE
from web.schema import Schema, described, flag, list_of, number, one_of, record, text
from web.view import PAST, VIEW

Operation = dict[str, Any]
_HTML = {"description": "A page.", "content": {"text/html": {"schema": {"type": "string"}}}}
_JPEG = {"description": "A picture.", "content": {"image/jpeg": {}}}
ERROR = record({"error": described(text(600), "One sentence that says what to do.")})


def describe_api(languages: Iterable[str]) -> dict[str, Any]:
    """The whole document."""
    language = {
        "name": "language",
        "in": "query",
        "schema": {"type": "string", "enum": list(languages)},
        "description": "Language of the sentences; kept in a cookie by the pages.",
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Table Companion",
            "version": "1",
            "description": "The referee's view of a table, and what people may tell it. Every answer but the pairing page and "
            "/healthz and /metrics needs a paired device where the companion can be reached from the network.",
        },
        "paths": {**_api_paths(language), **_page_paths(language)},
        "components": {"schemas": {"View": VIEW, "Error": ERROR}},
    }


def _api_paths(language: dict[str, Any]) -> dict[str, Any]:
    return {
        "/healthz": {"get": _describe_health(language)},
        "/api/openapi.json": {"get": _describe_get("openapi", "This description.", _as_json({"type": "object"}))},
        "/api/state": {
            "get": _describe_get(
                "state", "The whole view.", _as_json({"$ref": "#/components/schemas/View"}), parameters=[language]
            )
            | {"x-conditional": "ETag and If-None-Match are honoured (304)."}
        },
        "/api/matches": {
            "get": _describe_get(
                "matches", "The matches played lately.", _as_json(record({"matches": list_of(PAST)})), parameters=[language]
            )
        },
        "/api/stream": {"get": _describe_stream(language)},
        **_phone_paths(language),
        **_camera_paths(language),
        **_set_up_paths(language),
        **_clip_paths(language),
        **{f"/api/commands/{command.name}": {"post": _describe_command(command, language)} for command in COMMANDS.values()},
    }


def _clip_paths(language: dict[str, Any]) -> dict[str, Any]:
    """Replays of what the camera saw before a ruling."""
    gone = {"404": _describe_refusal("There is no such replay (any more).")}
    refused = {
        **gone,
        "403": _describe_refusal("This phone only watches."),
        "409": _describe_refusal("There is no room for it."),
    }
    of_clip = _in_path("id", NAME)
    told = "What the camera saw before a ruling; the log names it."
    shown = _describe_get("clip", told, _as_json(CLIP), parameters=[of_clip, language], also=gone)
    picture = _describe_get(
        "clip_picture", "One picture of it.", _JPEG, parameters=[of_clip, _in_path("number", NUMBER)], also=gone
    )
    kept = _describe_post("keep_clip", "Keep it for good, or no longer.", KEEP, refused, [of_clip, language])
    return {"/api/clips/{id}": {"get": shown, "post": kept}, "/api/clips/{id}/{number}.jpg": {"get": picture}}


def _phone_paths(language: dict[str, Any]) -> dict[str, Any]:
    """Who is at the table. All answer 404 where only this machine reaches the companion."""
    phone = record({"id": text(), "name": text(), "role": one_of(*Role), "joined": number(0, 1e11), "here": flag()})
    listed = record({"you": described(text(), "The phone that asks."), "phones": list_of(phone)})
    invitation = record(
        {"code": text(), "address": text(), "svg": described(text(100_000), "A QR code that lets one phone in.")}
    )
    alone = {"404": _describe_refusal("Only this machine can reach the companion.")}
    refused = {
        "403": _describe_refusal("The role of this phone does not cover that."),
        "404": _describe_refusal("There is no such phone."),
    }
    said = {**refused, "409": _describe_refusal("The table would be without a referee, or the referee is here.")}
    id = _in_path("id", text(shortest=1))
    return {
        "/api/phones": {
            "get": _describe_get("phones", "The phones that have joined.", _as_json(listed), also=alone) | {"x-roles": [*Role]}
        },
        "/api/invitation": {
            "get": _describe_get(
                "invitation", "What lets the next phone in.", _as_json(invitation), parameters=[language], also=alone
            )
        },
        "/api/phones/{id}": {
            "post": _describe_post("change_phone", "Name a phone, give it its role.", CHANGE, said, [id, language])
        },
        "/api/phones/{id}/remove": {
            "post": _describe_post("remove_phone", "Send a phone away.", None, refused, [id, language])
        },
        "/api/referee": {
            "post": _describe_post("take_over", "Become the referee whose phone is gone.", None, said, [language])
        },
    }


def _camera_paths(language: dict[str, Any]) -> dict[str, Any]:
    """A phone gives its camera. All answer 404 where nothing takes pictures."""
    give = _describe_post("give_picture", "One picture of the phone's camera.", None, {}, [language])
    give["parameters"] = [
        *give["parameters"],
        {"name": "instead", "in": "query", "schema": {"type": "string"}, "description": "Take the place of another phone."},
    ]
    give["requestBody"] = {"required": True, "content": {"image/jpeg": {}}}
    others = {
        "403": _describe_refusal("A phone that only looks may not."),
        "404": _describe_refusal("Nothing here takes the pictures of a phone."),
    }
    give["responses"] |= others | {
        "200": _as_json(record({"seen": text()})) | {"description": "How the table is seen."},
        "409": _describe_refusal("Another phone is the camera, or the companion watches with another one."),
        "413": _describe_refusal("The picture is larger than 1000 kB."),
        "415": _describe_refusal("What came is not announced as a JPEG."),
        "429": _describe_refusal("Pictures come faster than anything looks at them."),
    }
    return {
        "/api/camera": {"post": give},
        "/api/camera/stop": {
            "post": _describe_post("stop_camera", "This phone is the camera no more.", None, others, [language])
        },
    }


def _set_up_paths(language: dict[str, Any]) -> dict[str, Any]:
    """The guided set-up. All answer 404 where nothing is to be set up."""
    nothing = {"404": _describe_refusal("Nothing is to be set up here.")}
    refused = {
        "403": _describe_refusal("Only the referee's phone may."),
        "409": _describe_refusal("It cannot be so, in one sentence."),
        **nothing,
    }
    told = "Every step of the set-up as it is found just now."
    steps = _as_json({"type": "object"})
    return {
        "/api/set-up": {
            "get": _describe_get("setting_up", told, steps, parameters=[language], also=nothing),
            "post": _describe_post("setting_up_choose", "Choose something in a step.", CHOICE, refused, [language]),
        },
        "/api/set-up/profile": {
            "get": _describe_get("profile", "What the set-up found, to be kept elsewhere.", steps, also=nothing),
            "post": _describe_post("take_profile", "A profile that was exported.", record(), refused, [language]),
        },
    }


def _set_up_page(language: dict[str, Any]) -> Operation:
    page = _describe_page("set_up_page", "The guided set-up, as a page.", language)
    return page | {"responses": page["responses"] | {"404": _describe_refusal("Nothing is to be set up here.")}}


def _camera_page(language: dict[str, Any]) -> Operation:
    page = _describe_page("camera", "Where a phone gives its camera, as a page.", language)
    return page | {"responses": page["responses"] | {"404": _describe_refusal("Nothing here takes the pictures of a phone.")}}


def _describe_post(
    id: str, summary: str, body: Schema | None, refusals: dict[str, Any], parameters: list[dict[str, Any]]
) -> Operation:
    """A POST with a JSON body. `refusals`: further answers by status."""
    needed = (
        {"requestBody": {"required": bool(body["required"]), "content": {"application/json": {"schema": body}}}} if body else {}
    )
    return {
        "operationId": id,
        "summary": summary,
        "parameters": parameters,
        **needed,
        "responses": {
            "200": _as_json({"type": "object"}),
            "400": _describe_refusal("The body does not fit."),
            "401": _describe_refusal("This device is not paired."),
            **refusals,
            "413": _describe_refusal("The body is larger than 64 kB."),
        },
    }


def _describe_health(language: dict[str, Any]) -> dict[str, Any]:
    """The answer that says by status how the machine is."""
    document = _describe_get(
        "healthz",
        "Does everything work: the eye, the lamps, the referee?",
        _as_json({"type": "object"}),
        parameters=[language],
        paired=False,
    )
    told = "Something does not; `trouble` says what is wrong with which part."
    document["responses"]["503"] = _as_json({"type": "object"}) | {"description": told}
    return document


def _page_paths(language: dict[str, Any]) -> dict[str, Any]:
    figures = {"description": "Figures.", "content": {"text/plain": {}}}
    nothing = {"404": _describe_refusal("There is nothing of that name now.")}
    asset = {"description": "A file of the pages.", "content": {"*/*": {}}}
    code = record(
        {"code": described(text(40), 'Six digits, the word of a QR code, or "" after a press of the table\'s button.')},
        {"name": text(MAX_PHONE_NAME_LETTERS), "looks": described(one_of("yes"), "This phone only watches.")},
    )
    return {
        "/": {"get": _describe_page("dashboard", "The dashboard.", language)},
        "/tv": {"get": _describe_page("tv", "The dashboard in large print, for a TV.", language)},
        "/table": {"get": _describe_page("table", "What the camera sees, as a page.", language)},
        "/health": {"get": _describe_page("health_page", "Is all well? A page.", language)},
        "/health/lamps": {"post": _describe_button("try_lamps", "Show each lamp in turn, then let the buzzer sound.", {})},
        "/health/sound": {
            "post": _describe_button("sound", "Silence the buzzer, or let it sound again.", {"sound": one_of("on", "off")})
        },
        "/metrics": {
            "get": _describe_get(
                "metrics",
                "Figures for Prometheus.",
                figures,
                paired=False,
                also={
                    "403": _describe_refusal("They are for this machine alone, unless companion.toml says otherwise."),
                    "404": _describe_refusal("There are none: companion.toml switched them off."),
                },
            )
        },
        "/history": {"get": _describe_page("history", "The evenings that were, in a few pictures.", language)},
        **_past_paths(language),
        "/picture/{name}.jpg": {
            "get": _describe_get(
                "picture",
                'What the camera sees: "table", or a question\'s crop.',
                _JPEG,
                parameters=[_in_path("name", NAME)],
                also=nothing,
            )
        },
        "/pair": {
            "get": _describe_page(
                "pair_page", "Where a phone types the code.", language, "Paired already; on to the dashboard."
            ),
            "post": {
                "operationId": "pair",
                "summary": "Pair this device.",
                "requestBody": {"required": True, "content": {"application/x-www-form-urlencoded": {"schema": code}}},
                "responses": {
                    "303": {"description": "Paired; on to the dashboard."},
                    "403": _HTML | {"description": "That is not the code."},
                    "429": _HTML | {"description": "Too many wrong codes; Retry-After says how long to wait."},
                },
            },
        },
        "/set-up": {"get": _set_up_page(language)},
        "/camera": {"get": _camera_page(language)},
        "/phones": {"get": _describe_page("phones_page", "Who is at the table, as a page.", language)},
        "/static/{filename}": {
            "get": _describe_get(
                "asset", "Style, scripts and icons.", asset, parameters=[_in_path("filename", text(shortest=1))], also=nothing
            )
        },
    }


def _past_paths(language: dict[str, Any]) -> dict[str, Any]:
    """A match when it is over."""
    none = {"404": _describe_refusal("There is no such match.")}
    match, file = _in_path("match", MATCH), {"description": "A file.", "content": {each: {} for each in KINDS.values()}}
    at = {"name": "at", "in": "query", "schema": MATCH, "description": "The entry after which the table is shown."}
    page = _describe_page("afterwards", "A match with every ruling, and the table step by step.", language)
    page["parameters"], page["responses"] = [match, language, at], page["responses"] | none
    export = _describe_get(
        "export", "The log of a match.", file, parameters=[match, _in_path("kind", one_of(*KINDS))], also=none
    )
    return {"/matches/{match}": {"get": page}, "/matches/{match}/log.{kind}": {"get": export}}


def _describe_page(
    id: str, summary: str, language: dict[str, Any], elsewhere: str = "Not paired; on to the pairing page."
) -> Operation:
    """A page. `elsewhere`: whom the page sends away, and where to."""
    return _describe_get(id, summary, _HTML, parameters=[language], paired=False, also={"303": {"description": elsewhere}})


def _describe_get(
    id: str,
    summary: str,
    answer: dict[str, Any],
    *,
    parameters: list[dict[str, Any]] | None = None,
    paired: bool = True,
    also: dict[str, Any] | None = None,
) -> Operation:
    """A GET. `also`: further answers by status."""
    refused = {"401": _describe_refusal("This device is not paired.")} if paired else {}
    return {
        "operationId": id,
        "summary": summary,
        "parameters": parameters or [],
        "responses": {
            "200": answer,
            **refused,
            "403": _describe_refusal("Sent from another site or to an unknown name."),
            **(also or {}),
        },
    }


def _describe_button(id: str, summary: str, fields: dict[str, Any]) -> Operation:
    """A button of a page."""
    form = {"required": bool(fields), "content": {"application/x-www-form-urlencoded": {"schema": record(fields)}}}
    said = {
        "303": {"description": "Done; back to the page."},
        "403": _describe_refusal("This phone only watches, or came from elsewhere."),
    }
    return {
        "operationId": id,
        "summary": summary,
        "requestBody": form,
        "responses": said | {"401": _describe_refusal("This device is not paired.")},
    }


def _describe_stream(language: dict[str, Any]) -> Operation:
    found = _describe_get(
        "stream",
        'Server-sent events. "view" carries the whole view, first as it is now, then after each change; the event id is its '
        '"version". "beat" ({"version"}) comes every 2 s while nothing changes; "role" ({"role"}) says once what this phone may do.',
        {"description": "The stream.", "content": {"text/event-stream": {"schema": {"type": "string"}}}},
        parameters=[
            language,
            {
                "name": "Last-Event-ID",
                "in": "header",
                "schema": {"type": "integer"},
                "description": 'The version the client has. If it is still the current one, the stream begins with "current" '
                '({"version", "boot"}) instead of the view; another "boot" than before means that the companion was restarted.',
            },
        ],
    )
    found["responses"]["503"] = _describe_refusal("Too many streams: ask for /api/state every few seconds instead.")
    return found


def _describe_command(command: Command, language: dict[str, Any]) -> Operation:
    return {
        "operationId": command.name,
        "summary": command.summary,
        "parameters": [language],
        "requestBody": {"required": True, "content": {"application/json": {"schema": command.body}}},
        "responses": {
            "200": _as_json(ANSWER) | {"description": "Done; the view follows on the stream."},
            "400": _describe_refusal("The body does not fit."),
            "401": _describe_refusal("This device is not paired."),
            "403": _describe_refusal("Sent from another site or to an unknown name."),
            "409": _describe_refusal("The table refuses, in one sentence."),
            "413": _describe_refusal("The body is larger than 64 kB."),
            "415": _describe_refusal("The body is not announced as JSON."),
        },
    }


def _as_json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": "As JSON.", "content": {"application/json": {"schema": schema}}}


def _describe_refusal(words: str) -> dict[str, Any]:
    return {"description": words, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}


def _in_path(name: str, schema: Schema) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": schema}
