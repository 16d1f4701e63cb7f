"""What programs ask of the dashboard, and what it answers to those who ask wrongly."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from real_table import RealTable

from companion.match.events import Claimed
from companion.session.found_piles import FoundPile
from web import create_app
from web.routes.commands import COMMANDS

BODIES: dict[str, dict[str, Any]] = {
    "start": {"game": "the_game", "players": 2, "names": ["Ada", "Bruno"], "options": {"on_fire": True}},
    "resume": {"match": 1},
    "end_turn": {"turn": 1},
    "undo": {"entry": 2},
    "correct": {"entry": 2, "face": "48"},
    "insert": {"before": 2, "zone": "up1", "face": "12"},
    "play_on": {},
    "set_up": {"options": {"on_fire": True}, "begins": 1, "names": ["Zoe", "Max", "Ida"]},
    "put": {"zone": "up1", "face": "48"},
    "answer": {"question": "q1", "face": "48"},
    "answer_pile": {"question": "q3", "zone": "up2"},
    "ignore": {"question": "q1"},
    "turn_ended": {"question": "q2", "ended": True},
    "waive": {"zone": "down1"},
    "claim": {"code": "say", "seat": 0, "detail": {"kind": "advice"}},
    "piles": {"swap": ["up1", "down1"]},
    "board": {"number": 1, "zone": "r0c1", "face": "6D"},
    "trust": {"whom": "table"},
}


def lose(table: RealTable) -> None:
    """What is in dispute is put right, the turn ends, and the next player cannot lay a card."""
    table.lay("down1", "30")
    table.end_turn()
    table.do(lambda session, at: session.record_event(Claimed("stuck"), at, "test"))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_reaches_the_table_with_who_asked_and_in_which_language(
    name: str, client: FlaskClient, table: RealTable
) -> None:
    table.lay("up1", "47")
    table.lay("down1", "30")
    table.lay("down1", "50")
    table.ask("up2", ("8", 0.6))
    table.ask_turn()
    if name == "play_on":
        lose(table)
    if name == "piles":
        places = (FoundPile("up1", (0.2, 0.3), True, False), FoundPile("down1", (0.2, 0.6), True, False))
        table.do(lambda session, at: session.piles.report_piles(places, (), at))
    if name == "answer_pile":
        outline = ((0.1, 0.1), (0.2, 0.1), (0.2, 0.3), (0.1, 0.3))
        table.do(lambda session, at: session.piles.take_stray_card("12", outline, (), at))
    if name == "board":
        table.begin("sequence", 2).do(lambda session, at: session.board.report_unread_board(1))
    if name == "resume":
        table.begin("quick_easy", 2)
    response = client.post(f"/api/commands/{name}?language=it", json=BODIES[name])
    assert response.status_code == 200, response.json
    assert table.acts == [({"command": name, "language": "it", **BODIES[name]}, "phone")]


@pytest.mark.parametrize("name", ["end_turn", "undo"])
def test_a_command_without_values_needs_no_body(name: str, client: FlaskClient, table: RealTable) -> None:
    table.lay("up1", "47")
    assert client.post(f"/api/commands/{name}", content_type="application/json").status_code == 200


def test_the_state_shows_what_a_command_changed(client: FlaskClient, table: RealTable) -> None:
    table.lay("up1", "47")
    answer = client.post("/api/commands/correct", json={"entry": 2, "face": "74"}).json
    state = client.get("/api/state").json
    assert state["piles"][0]["top"] == "74"
    assert state["version"] == answer["version"]


def test_the_state_comes_once_a_version(client: FlaskClient, table: RealTable) -> None:
    first = client.get("/api/state")
    same = client.get("/api/state", headers={"If-None-Match": first.headers["ETag"]})
    assert (same.status_code, same.data) == (304, b"")
    table.lay("up1", "47")
    assert client.get("/api/state", headers={"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_language_is_that_of_the_query_then_of_the_cookie_then_of_the_household(
    app: Flask, table: RealTable, text: Any
) -> None:
    client = app.test_client()
    assert client.get("/api/state").json["language"] == "en"
    assert client.get("/api/state?language=it").json["language"] == "it"
    assert client.get("/api/state?language=tlh").json["language"] == "en"
    client.get("/?language=it")
    assert client.get("/api/state").json["language"] == "it"
    assert create_app(table, text=text, language="it").test_client().get("/api/state").json["language"] == "it"


@pytest.mark.parametrize(("spoken", "shown"), [("en-GB,en;q=0.9", "en"), ("sv, it-CH;q=0.8, en;q=0.5", "it"), ("sv", "it")])
def test_a_phone_that_has_chosen_none_is_answered_in_the_language_that_it_speaks(
    table: RealTable, text: Any, spoken: str, shown: str
) -> None:
    client = create_app(table, text=text, language="it").test_client()
    assert client.get("/api/state", headers={"Accept-Language": spoken}).json["language"] == shown
    assert client.get("/api/state?language=en", headers={"Accept-Language": spoken}).json["language"] == "en"


def test_a_refusal_of_the_table_is_handed_on_as_it_was_said(client: FlaskClient) -> None:
    response = client.post("/api/commands/correct", json={"entry": 7, "face": "47"})
    assert (response.status_code, response.json) == (409, {"error": "Too late: play has moved on. Look again."})


WRONG: list[tuple[str, bytes, int, str]] = [
    ("correct", b"{", 400, "The body is not JSON."),
    ("correct", b'{"entry": NaN, "face": "47"}', 400, "The body is not JSON."),
    ("correct", b"\xff\xfe\x00", 400, "The body is not JSON."),
    ("correct", b"[" * 60_000, 400, "The body is not JSON."),
    ("correct", b'{"entry": ' + b"9" * 6000 + b', "face": "47"}', 400, "The body is not JSON."),
    ("correct", b"[]", 400, "the body: a JSON object is needed."),
    ("correct", b"{}", 400, 'the body: "entry" is missing.'),
    ("correct", b'{"entry": "1", "face": "47"}', 400, "entry: a whole number from 0 to 1000000 is needed."),
    ("correct", b'{"entry": true, "face": "47"}', 400, "entry: a whole number from 0 to 1000000 is needed."),
    ("correct", b'{"entry": 1, "face": 47}', 400, "face: a text of 0 to 20 characters is needed."),
    ("correct", b'{"entry": 1, "face": "\\ud800"}', 400, "face: a text of 0 to 20 characters is needed."),
    (
        "correct",
        b'{"entry": 1, "face": "47", "by": "me"}',
        400,
        'the body: "by" is not known; it takes entry, face, zone, seat, confirm.',
    ),
    ("put", b'{"zone": "up1; drop", "face": "47"}', 400, "zone: a text of 1 to 20 characters like [A-Za-z0-9_]+ is needed."),
    ("trust", b'{"whom": "me"}', 400, "whom: one of table, game is needed."),
    ("start", b'{"game": "the_game", "players": 0}', 400, "players: a whole number from 1 to 12 is needed."),
    ("start", b'{"game": "the_game", "players": 2, "names": [1]}', 400, "names[0]: a text of 0 to 40 characters is needed."),
    (
        "start",
        b'{"game": "x", "players": 2, "options": {"a": []}}',
        400,
        "options.a: true or false or a whole number from 0 to",
    ),
    ("claim", b'{"code": "stuck", "detail": {"x": {}}}', 400, "detail.x: "),
    ("claim", b'{"code": "' + b"x" * 70_000 + b'"}', 413, "The body is larger than 64 kB."),
    ("fly", b"{}", 404, "There is no command of this name; there are start, resume, end_turn, undo,"),
]


@pytest.mark.parametrize(("name", "body", "status", "words"), WRONG)
def test_bad_input_is_answered_by_one_sentence(
    name: str, body: bytes, status: int, words: str, client: FlaskClient, table: RealTable
) -> None:
    response = client.post(f"/api/commands/{name}", data=body, content_type="application/json")
    assert response.status_code == status
    assert list(response.json) == ["error"]
    assert response.json["error"].startswith(words)
    assert table.acts == []


def test_a_command_must_be_announced_as_json(client: FlaskClient, table: RealTable) -> None:
    response = client.post("/api/commands/end_turn", data="{}", content_type="text/plain")
    assert response.status_code == 415
    assert "Content-Type: application/json" in response.json["error"]
    assert table.acts == []


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/api/commands/undo", 405), ("POST", "/api/state", 405), ("GET", "/api/x", 404)]
)
def test_wrong_addresses_are_answered_in_json(method: str, path: str, status: int, client: FlaskClient) -> None:
    response = client.open(path, method=method)
    assert (response.status_code, list(response.json)) == (status, ["error"])


def test_a_person_at_a_wrong_address_gets_a_page(client: FlaskClient) -> None:
    response = client.get("/nowhere", headers={"Accept": "text/html"})
    assert response.status_code == 404
    assert "There is nothing at this address." in response.text


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/nowhere", "A questo indirizzo non c’è niente."),
        ("/matches/999", "Questa partita non c’è."),
        ("/set-up", "Qui non c’è niente da preparare."),
    ],
)
def test_a_wrong_address_is_answered_in_the_language_of_the_phone(path: str, words: str, client: FlaskClient) -> None:
    response = client.get(path, headers={"Accept": "text/html", "Accept-Language": "it"})
    assert response.status_code == 404
    assert words in response.text
    assert '<html lang="it">' in response.text


def test_a_stumble_is_owned_without_giving_anything_away(text: Any) -> None:
    class Broken(RealTable):
        def act(self, command: Any, by: str) -> dict[str, Any]:
            raise KeyError("secret of the house")

    with Broken() as table:
        response = create_app(table, text=text).test_client().post("/api/commands/undo", json={})
    assert response.status_code == 500
    assert "secret" not in response.text
    assert "log" in response.json["error"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)
KNOWN_KEYS = sorted({key for command in COMMANDS.values() for key in command.body["properties"]})


@pytest.mark.whole
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(name=st.sampled_from(sorted(COMMANDS)), body=JSON | st.dictionaries(st.sampled_from(KNOWN_KEYS), JSON, max_size=4))
def test_no_body_whatever_makes_it_stumble(client: FlaskClient, name: str, body: Any) -> None:
    response = client.post(f"/api/commands/{name}", data=json.dumps(body), content_type="application/json")
    assert response.status_code in (200, 400, 409)
    assert client.get("/api/state").status_code == 200


def test_pictures(client: FlaskClient, table: RealTable) -> None:
    table.pictures["table"] = b"\xff\xd8 a picture \xff\xd9"
    response = client.get("/picture/table.jpg")
    assert (response.data, response.mimetype) == (table.pictures["table"], "image/jpeg")
    assert client.get("/picture/table.jpg", headers={"If-None-Match": response.headers["ETag"]}).status_code == 304
    assert [client.get(f"/picture/{name}.jpg").status_code for name in ("q7", "zzz", "entry-x", "entry-999")] == [404] * 4
    assert client.get("/picture/..%2Ftable.jpg").status_code == 404


def test_healthz(client: FlaskClient) -> None:
    assert client.get("/healthz").json == {"status": "ok"}


# The description


def test_the_description_names_every_route_and_no_other(app: Flask, client: FlaskClient) -> None:
    paths = client.get("/api/openapi.json").json["paths"]
    described = {(path, method.upper()) for path, entry in paths.items() for method in entry}
    real = set()
    for route in app.url_map.iter_rules():
        path = route.rule.replace("<path:", "{").replace("<", "{").replace(">", "}")
        for name in COMMANDS if "{name}" in path and "commands" in path else [None]:
            real |= {
                (path.replace("{name}", name) if name else path, method)
                for method in (route.methods or set()) - {"HEAD", "OPTIONS"}
            }
    assert described == real


def test_the_description_is_whole(client: FlaskClient) -> None:
    document = client.get("/api/openapi.json").json
    assert document["openapi"].startswith("3.1")
    ids = [operation["operationId"] for entry in document["paths"].values() for operation in entry.values()]
    assert len(set(ids)) == len(ids)
    for path, entry in document["paths"].items():
        for operation in entry.values():
            assert operation["summary"]
            assert operation["responses"]
            named = {parameter["name"] for parameter in operation.get("parameters", ()) if parameter["in"] == "path"}
            assert named == set(re.findall(r"{(\w+)}", path))
    for reference in _references(document):
        assert reference.rsplit("/", 1)[1] in document["components"]["schemas"]


def _references(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [value["$ref"]] if "$ref" in value else [found for each in value.values() for found in _references(each)]
    return [found for each in value for found in _references(each)] if isinstance(value, list) else []
