"""The description of every door, OpenAPI 3.1, from the schemas that the doors check."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from web.door.phones import MAX_PHONE_NAME_LETTERS, Role
from web.routes.clips import CLIP, KEEP, PICTURE_NUMBER
from web.routes.club_choice import CLUB_CHOICE
from web.routes.commands import ANSWER, COMMANDS, NAME, Command
from web.routes.past_pages import EXPORT_TYPES, MATCH_NUMBER
from web.routes.phone_pages import PHONE_CHANGE
from web.routes.set_up import CHOICE
from web.schema import Schema, described, flag, list_of, number, one_of, record, text
from web.view import PAST, VIEW

Parts = dict[str, Any]
"""A part of the document."""
ERROR = record({"error": described(text(600), "One sentence that says what to do.")})


def describe_api(languages: Iterable[str]) -> Parts:
    """The whole OpenAPI document, for a dashboard in `languages`."""
    doors = _Doors(languages)
    api = doors.describe_programs() | doors.describe_phones() | doors.describe_set_up() | doors.describe_clips()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Table Companion",
            "version": "1",
            "description": "The referee's view of a table, and what people may tell it. Every answer but the pairing page and "
            "/healthz and /metrics needs a paired device where the companion can be reached from the network.",
        },
        "paths": api | doors.describe_pages(),
        "components": {"schemas": {"View": VIEW, "Error": ERROR}},
    }


def _json_answer(schema: Schema, words: str = "As JSON.") -> Parts:
    return {"description": words, "content": {"application/json": {"schema": schema}}}


def _refusal(words: str) -> Parts:
    return _json_answer({"$ref": "#/components/schemas/Error"}, words)


def _in_path(name: str, schema: Schema) -> Parts:
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _in_query(name: str, schema: Schema, words: str) -> Parts:
    return {"name": name, "in": "query", "schema": schema, "description": words}


_OBJECT = {"type": "object"}
_HTML = {"description": "A page.", "content": {"text/html": {"schema": {"type": "string"}}}}
_JPEG = {"description": "A picture.", "content": {"image/jpeg": {}}}
_UNPAIRED = {"401": _refusal("This device is not paired.")}
_FOREIGN = {"403": _refusal("Sent from another site or to an unknown name.")}
_UNFIT = {"400": _refusal("The body does not fit.")}
_TOO_LARGE = {"413": _refusal("The body is larger than 64 kB.")}


class _Doors:
    """Describes doors, each as a path item. `languages`: of the sentences."""

    def __init__(self, languages: Iterable[str]) -> None:
        spoken = {"type": "string", "enum": list(languages)}
        self._language = _in_query("language", spoken, "Language of the sentences; kept in a cookie by the pages.")

    def describe_programs(self) -> Parts:
        """Paths for programs: health, metrics, state, stream, and a POST for each command."""
        trouble = "Something does not; `trouble` says what is wrong with which part."
        state = self._get("state", "The whole view.", _json_answer({"$ref": "#/components/schemas/View"}))
        state["get"]["x-conditional"] = "ETag and If-None-Match are honoured (304)."
        no_figures = {
            "403": _refusal("They are for this machine alone, unless companion.toml says otherwise."),
            "404": _refusal("There are none: companion.toml switched them off."),
        }
        figures = {"description": "Figures.", "content": {"text/plain": {}}}
        return {
            "/healthz": self._get(
                "healthz",
                "Does everything work: the eye, the lamps, the referee?",
                _json_answer(_OBJECT),
                paired=False,
                also={"503": _json_answer(_OBJECT, trouble)},
            ),
            "/api/openapi.json": self._get("openapi", "This description.", _json_answer(_OBJECT), parameters=[]),
            "/api/state": state,
            "/api/matches": self._get(
                "matches", "The matches played lately.", _json_answer(record({"matches": list_of(PAST)}))
            ),
            "/api/stream": self._stream(),
            **{f"/api/commands/{command.name}": self._command(command) for command in COMMANDS.values()},
            "/metrics": self._get("metrics", "Figures for Prometheus.", figures, parameters=[], paired=False, also=no_figures),
        }

    def describe_phones(self) -> Parts:
        """Who is at the table (404 where only the own machine reaches the companion), and a phone as the camera (404 where
        nothing takes pictures)."""
        phone = record({"id": text(), "name": text(), "role": one_of(*Role), "joined": number(0, 1e11), "here": flag()})
        listed = record({"you": described(text(), "The phone that asks."), "phones": list_of(phone)})
        svg = described(text(100_000), "A QR code that lets one phone in.")
        invitation = record({"code": text(), "address": text(), "svg": svg})
        alone = {"404": _refusal("Only this machine can reach the companion.")}
        refused = {
            "403": _refusal("The role of this phone does not cover that."),
            "404": _refusal("There is no such phone."),
        }
        said = {**refused, "409": _refusal("The table would be without a referee, or the referee is here.")}
        id = _in_path("id", text(shortest=1))
        phones = self._get("phones", "The phones that have joined.", _json_answer(listed), parameters=[], also=alone)
        no_camera = {
            "403": _refusal("A phone that only looks may not."),
            "404": _refusal("This companion takes no pictures from phones."),
        }
        give = self._post("give_picture", "One picture of the phone's camera.", None, {})
        give["post"]["parameters"].append(_in_query("instead", {"type": "string"}, "Take the place of another phone."))
        give["post"]["requestBody"] = {"required": True, "content": {"image/jpeg": {}}}
        give["post"]["responses"] |= no_camera | {
            "200": _json_answer(record({"seen": text()}), "How the table is seen."),
            "409": _refusal("Another phone is the camera, or the companion watches with another one."),
            "413": _refusal("The picture is larger than 1000 kB."),
            "415": _refusal("What came is not announced as a JPEG."),
            "429": _refusal("Pictures come faster than anything looks at them."),
        }
        return {
            "/api/phones": {"get": phones["get"] | {"x-roles": [*Role]}},
            "/api/invitation": self._get("invitation", "What lets the next phone in.", _json_answer(invitation), also=alone),
            "/api/phones/{id}": self._post("change_phone", "Name a phone, give it its role.", PHONE_CHANGE, said, id),
            "/api/phones/{id}/remove": self._post("remove_phone", "Send a phone away.", None, refused, id),
            "/api/referee": self._post("take_over", "Become the referee whose phone is gone.", None, said),
            "/api/camera": give,
            "/api/camera/stop": self._post("stop_camera", "This phone is the camera no more.", None, no_camera),
        }

    def describe_set_up(self) -> Parts:
        """The guided set-up. All answer 404 where nothing is to be set up."""
        nothing = {"404": _refusal("There is nothing to set up here.")}
        refused = {
            "403": _refusal("Only the referee's phone may."),
            "409": _refusal("It cannot be so, in one sentence."),
            **nothing,
        }
        steps, told = _json_answer(_OBJECT), "Every step of the set-up as it is found just now."
        profile = self._get("profile", "What the set-up found, to be kept elsewhere.", steps, parameters=[], also=nothing)
        return {
            "/api/set-up": self._get("setting_up", told, steps, also=nothing)
            | self._post("setting_up_choose", "Choose something in a step.", CHOICE, refused),
            "/api/set-up/profile": profile | self._post("take_profile", "A profile that was exported.", record(), refused),
            **self._describe_club_choice(refused),
        }

    def _describe_club_choice(self, refused: Parts) -> Parts:
        """The club that the table tells. All are for the referee alone. `refused`: answers by status."""
        unfit = {status: refused[status] for status in ("403", "404")}
        brokers = record({"brokers": described(list_of(text()), "Addresses that a table can be told to.")})
        found = self._get("clubs_found", "Brokers that answer nearby.", _json_answer(brokers), parameters=[], also=unfit)
        shown = self._get("club", "The club that is chosen, and how it stands.", _json_answer(_OBJECT), also=unfit)
        return {
            "/api/set-up/club": shown | self._post("choose_club", "Tell this club from now on.", CLUB_CHOICE, refused),
            "/api/set-up/club/found": found,
            "/api/set-up/club/leave": self._post("leave_club", "Tell no club any more.", None, refused),
        }

    def describe_clips(self) -> Parts:
        """Replays of what the camera saw before a ruling."""
        gone = {"404": _refusal("There is no such replay (any more).")}
        refused = {**gone, "403": _refusal("This phone only watches."), "409": _refusal("There is no room for it.")}
        clip, number_of = _in_path("id", NAME), _in_path("number", PICTURE_NUMBER)
        told = "What the camera saw before a ruling; the log names it."
        shown = self._get("clip", told, _json_answer(CLIP), parameters=[clip, self._language], also=gone)
        picture = self._get("clip_picture", "One picture of it.", _JPEG, parameters=[clip, number_of], also=gone)
        kept = self._post("keep_clip", "Keep it for good, or no longer.", KEEP, refused, clip)
        return {"/api/clips/{id}": shown | kept, "/api/clips/{id}/{number}.jpg": picture}

    def describe_pages(self) -> Parts:
        """Paths of the pages and pictures, joining by a code, and the files that pages load."""
        nothing = {"404": _refusal("There is nothing of that name now.")}
        asset = {"description": "A file of the pages.", "content": {"*/*": {}}}
        crop, name, file = 'What the camera sees: "table", or a question\'s crop.', _in_path("name", NAME), text(shortest=1)
        digits = described(text(40), 'Six digits, the word of a QR code, or "" after a press of the table\'s button.')
        looks = described(one_of("yes"), "This phone only watches.")
        code = record({"code": digits}, {"name": text(MAX_PHONE_NAME_LETTERS), "looks": looks})
        pair = {
            "operationId": "pair",
            "summary": "Pair this device.",
            "requestBody": {"required": True, "content": {"application/x-www-form-urlencoded": {"schema": code}}},
            "responses": {
                "303": {"description": "Paired; on to the dashboard."},
                "403": _HTML | {"description": "That is not the code."},
                "429": _HTML | {"description": "Too many wrong codes; Retry-After says how long to wait."},
            },
        }
        holder = record(optional={"name": text(MAX_PHONE_NAME_LETTERS), "looks": looks})
        shown = {
            "operationId": "pair_by_sight",
            "summary": "Pair this device if the camera of the table sees the code on its page, /pair.",
            "requestBody": {"required": True, "content": {"application/x-www-form-urlencoded": {"schema": holder}}},
            "responses": {
                "200": _json_answer(record({"joined": flag()}), "Is it paired now?"),
                "403": _refusal("That name cannot be shown, or the table is full."),
            },
        }
        no_phone, paired_already = "This companion takes no pictures from phones.", "Paired already; on to the dashboard."
        lamps, buzzer = "Show each lamp in turn, then let the buzzer sound.", "Silence the buzzer, or let it sound again."
        return {
            "/": self._page("dashboard", "The dashboard."),
            "/tv": self._page("tv", "The dashboard in large print, for a TV."),
            "/table": self._page("table", "What the camera sees, as a page."),
            "/health": self._page("health_page", "Is all well? A page."),
            "/health/lamps": _describe_button("try_lamps", lamps, {}),
            "/health/sound": _describe_button("sound", buzzer, {"sound": one_of("on", "off")}),
            "/history": self._page("history", "The evenings that were, in a few pictures."),
            "/statistics": self._page("statistics", "What players and groups have won, as a page."),
            "/help": self._page("help_page", "What lamps and buzzer mean, and what to do, as a page."),
            "/new": self._page("news_page", "What is new in the version that runs, as a page."),
            **self._past_match(),
            "/picture/{name}.jpg": self._get("picture", crop, _JPEG, parameters=[name], also=nothing),
            "/pair": self._page("pair_page", "Where a phone types the code.", elsewhere=paired_already) | {"post": pair},
            "/pair/shown": {"post": shown},
            "/set-up": self._page("set_up_page", "The guided set-up, as a page.", none="There is nothing to set up here."),
            "/set-up/club": self._page(
                "club_page", "Where the club is chosen, as a page.", none="There is nothing to set up here."
            ),
            "/camera": self._page("camera", "Where a phone gives its camera, as a page.", none=no_phone),
            "/phones": self._page("phones_page", "Who is at the table, as a page."),
            "/static/{filename}": self._get(
                "asset", "Style, scripts and icons.", asset, parameters=[_in_path("filename", file)], also=nothing
            ),
        }

    def _past_match(self) -> Parts:
        """The page of a past match, and its log as a file."""
        none = "There is no such match."
        file = {"description": "A file.", "content": {each: {} for each in EXPORT_TYPES.values()}}
        match, kind = _in_path("match", MATCH_NUMBER), _in_path("kind", one_of(*EXPORT_TYPES))
        page = self._page("afterwards", "A match with every ruling, and the table step by step.", none=none)
        at = _in_query("at", MATCH_NUMBER, "The entry after which the table is shown.")
        page["get"]["parameters"] = [match, self._language, at]
        export = self._get("export", "The log of a match.", file, parameters=[match, kind], also={"404": _refusal(none)})
        return {"/matches/{match}": page, "/matches/{match}/log.{kind}": export}

    def _page(self, id: str, summary: str, *, elsewhere: str = "Not paired; on to the pairing page.", none: str = "") -> Parts:
        """A page. `elsewhere`: whom the page sends away, and where to. `none`: why the page may be missing."""
        also = {"303": {"description": elsewhere}} | ({"404": _refusal(none)} if none else {})
        return self._get(id, summary, _HTML, paired=False, also=also)

    def _get(
        self,
        id: str,
        summary: str,
        answer: Parts,
        *,
        parameters: list[Parts] | None = None,
        paired: bool = True,
        also: Parts | None = None,
    ) -> Parts:
        """A GET. `id`, `summary`: of the operation. `parameters`: None = the language alone. `paired`: only phones that have
        joined may ask. `also`: further answers by status."""
        return {
            "get": {
                "operationId": id,
                "summary": summary,
                "parameters": [self._language] if parameters is None else parameters,
                "responses": {"200": answer, **(_UNPAIRED if paired else {}), **_FOREIGN, **(also or {})},
            }
        }

    def _post(self, id: str, summary: str, body: Schema | None, refusals: Parts, *in_path: Parts) -> Parts:
        """A POST with a JSON body, None = without. `id`, `summary`: of the operation. `refusals`: further answers by status.
        `in_path`: parameters in the address."""
        needed = {"required": bool(body["required"]), "content": {"application/json": {"schema": body}}} if body else None
        return {
            "post": {
                "operationId": id,
                "summary": summary,
                "parameters": [*in_path, self._language],
                **({"requestBody": needed} if needed else {}),
                "responses": {"200": _json_answer(_OBJECT), **_UNFIT, **_UNPAIRED, **refusals, **_TOO_LARGE},
            }
        }

    def _command(self, command: Command) -> Parts:
        """The POST of one command, with the answer that all commands share."""
        said = {"409": _refusal("The table refuses, in one sentence."), "415": _refusal("The body is not announced as JSON.")}
        found = self._post(command.name, command.summary, command.body, _FOREIGN | said)
        found["post"]["requestBody"]["required"] = True
        found["post"]["responses"]["200"] = _json_answer(ANSWER, "Done; the view follows on the stream.")
        return found

    def _stream(self) -> Parts:
        """The GET of the stream of server-sent events."""
        version = {"type": "integer"}
        seen = {
            "name": "Last-Event-ID",
            "in": "header",
            "schema": version,
            "description": "The version the client has. If it is still the current one, the stream begins with "
            '"current" ({"version", "boot"}) instead of the view; if what changed since is still known, with "changes".',
        }
        since = _in_query("since", version, "The same for a client that cannot send the header, which goes before it.")
        whole = _in_query("whole", one_of("true"), 'Send "view" after each change, never "changes".')
        told = (
            'Server-sent events; the id of an event is the "version" of the view after it. "view" carries the whole view, and '
            'comes first. "changes" carries a JSON Patch (RFC 6902), an array of operations that turn the view that the '
            'client has into the next: first a "test" of its version, then "replace", "add" and "remove". Where the test '
            'fails, ask for the view anew. "view" comes again where what changed is no longer known. "beat" ({"version"}) comes '
            'every 2 s while nothing changes; "role" ({"role"}) says once what this phone may do. All of one stream is in one '
            "language. Sent as gzip, event by event, where the client accepts that."
        )
        answer = {"description": "The stream.", "content": {"text/event-stream": {"schema": {"type": "string"}}}}
        full = {"503": _refusal("Too many streams: ask for /api/state every few seconds instead.")}
        return self._get("stream", told, answer, parameters=[self._language, seen, since, whole], also=full)


def _describe_button(id: str, summary: str, fields: Parts) -> Parts:
    """A button of a page: a POST with the fields of a form. `id`, `summary`: of the operation. `fields`: schema of each by
    name."""
    form = {"required": bool(fields), "content": {"application/x-www-form-urlencoded": {"schema": record(fields)}}}
    said = {
        "303": {"description": "Done; back to the page."},
        "403": _refusal("This phone only watches, or came from elsewhere."),
    }
    return {"post": {"operationId": id, "summary": summary, "requestBody": form, "responses": said | _UNPAIRED}}
