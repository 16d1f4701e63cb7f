"""The one door: pairing, foreign names, foreign pages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from real_table import RealTable

from web import ByInvitation, OpenOnLoopback, create_app, is_loopback
from web.door.invitations import Invitations
from web.door.sight import shown_words

PROTECTED = ["/api/state", "/api/stream", "/api/openapi.json", "/picture/table.jpg", "/static/dashboard.js"]


@pytest.fixture
def guarded(table: RealTable, text: Any) -> Flask:
    return create_app(table, text=text, access=ByInvitation(invitations=Invitations(code="012345")))


def pair(client: FlaskClient, code: str) -> Any:
    return client.post("/pair", data={"code": code})


def test_this_machine_alone_needs_no_code(client: FlaskClient) -> None:
    assert not OpenOnLoopback().asks
    assert client.get("/api/state").status_code == 200
    assert client.get("/pair").location == "/"


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "companion.local"])
def test_the_network_is_asked(host: str) -> None:
    assert not is_loopback(host) and ByInvitation().asks


@pytest.mark.parametrize(
    ("host", "answer"), [("127.0.0.1", True), ("127.9.9.9", True), ("localhost", True), ("::1", True), ("0.0.0.0", False)]
)
def test_loopback(host: str, answer: bool) -> None:
    assert is_loopback(host) is answer


@pytest.mark.parametrize("path", PROTECTED)
def test_nothing_answers_without_pairing(path: str, guarded: Flask) -> None:
    response = guarded.test_client().get(path)
    assert response.status_code == 401
    assert "/pair" in response.json["error"]


def test_no_command_is_taken_without_pairing(guarded: Flask, table: RealTable) -> None:
    assert guarded.test_client().post("/api/commands/undo", json={}).status_code == 401
    assert table.acts == []


@pytest.mark.parametrize("path", ["/", "/table", "/phones"])
def test_pages_lead_to_the_pairing_page(path: str, guarded: Flask) -> None:
    response = guarded.test_client().get(path)
    assert (response.status_code, response.location) == (303, "/pair")


def test_the_pairing_page_its_assets_and_the_health_check_answer_everyone(guarded: Flask) -> None:
    client = guarded.test_client()
    page = client.get("/pair").text
    assets = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert "/static/style.css" in assets
    for path in [*assets, "/healthz"]:
        with client.get(path) as response:
            assert response.status_code == 200


def test_what_a_paired_phone_does_is_kept_under_its_name(guarded: Flask, table: RealTable) -> None:
    client = guarded.test_client()
    pair(client, "012345")
    client.post("/api/commands/end_turn", json={})
    assert re.fullmatch(r"phone [0-9a-f]{4}", table.acts[0][1])


@pytest.mark.parametrize("code", ["000000", "12345", "0123456", "'; --", "０１２３４５"[:3]])
def test_a_wrong_code_lets_nobody_in(code: str, guarded: Flask) -> None:
    client = guarded.test_client()
    response = pair(client, code)
    assert response.status_code == 403
    assert "That is not the code" in response.text
    assert client.get("/api/state").status_code == 401


class Camera:
    """Sees what is held under it."""

    is_watching = True

    def __init__(self) -> None:
        self.held = ""

    def has_seen(self, words: str) -> bool:
        return words == self.held


def held(client: FlaskClient) -> str:
    """What the code on the phone's page says."""
    assert client.get("/pair").text.count("<svg") == 1
    cookie = client.get_cookie("sight")
    assert cookie is not None and cookie.http_only and cookie.same_site == "Strict"
    return shown_words(cookie.value)


def test_a_phone_under_the_camera_is_let_in_and_nobody_else(table: RealTable, text: Any) -> None:
    camera = Camera()
    app = create_app(table, text=text, access=ByInvitation(sight=camera))
    phone, other = app.test_client(), app.test_client()
    words, others = held(phone), held(other)
    assert re.fullmatch("TCP:[A-Z2-7]{20}", words) and words != others and held(phone) == words
    assert phone.post("/pair/shown", data={"name": "Anna"}).json == {"joined": False}, "not there yet"
    camera.held = words
    assert app.test_client().post("/pair/shown").json == {"joined": False}, "never opened the page"
    other.set_cookie("sight", words)
    assert other.post("/pair/shown").json == {"joined": False}, "what the camera sees is no secret"
    assert other.get("/api/state").status_code == 401
    assert phone.post("/pair/shown", data={"name": "Anna\x07"}, headers={"Accept": "application/json"}).status_code == 403
    assert phone.post("/pair/shown", data={"name": "Anna"}).json == {"joined": True}
    assert phone.get("/api/state").status_code == 200 and phone.get_cookie("sight") is None
    again = app.test_client()
    held(again)
    assert again.post("/pair/shown").json == {"joined": False}, "the phone that lies there is in already"


def test_without_a_camera_the_page_shows_no_code(guarded: Flask) -> None:
    client = guarded.test_client()
    assert "<svg" not in client.get("/pair").text and client.get_cookie("sight") is None
    assert client.post("/pair/shown").json == {"joined": False}


HERE = ["localhost", "LOCALHOST:8000", "127.0.0.1:8000", "127.1.2.3", "[::1]:8000", "pi.lan", "pi.lan."]
NETWORK = ["192.168.1.9", "[fe80::1]:8000", "companion.local", "pi-2.local"]
FOREIGN_NAMES = [
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "local",
    "[::1",
    "a b",
    "",
    "pi.lan.evil.example",
]


@pytest.mark.parametrize("host", HERE)
def test_this_machines_own_names_are_answered(host: str, table: RealTable, text: Any) -> None:
    client = create_app(table, text=text, names=["Pi.lan"]).test_client()
    assert client.get("/api/state", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", [*NETWORK, *FOREIGN_NAMES])
def test_where_nobody_joins_no_other_name_leads_in(host: str, table: RealTable, text: Any) -> None:
    client = create_app(table, text=text, names=["pi.lan"]).test_client()
    for path in ("/", "/api/state", "/healthz", "/static/dashboard.js"):
        assert client.get(path, headers={"Host": host}).status_code in (400, 403)
    assert client.post("/api/commands/undo", json={}, headers={"Host": host}).status_code in (400, 403)
    assert table.acts == []


@pytest.mark.parametrize("host", [*HERE, *NETWORK])
def test_where_phones_join_they_are_asked_under_any_name_of_the_network(host: str, table: RealTable, text: Any) -> None:
    client = create_app(table, text=text, access=ByInvitation(), names=["pi.lan"]).test_client()
    assert client.get("/pair", headers={"Host": host}).status_code == 200
    assert client.get("/api/state", headers={"Host": host}).status_code == 401


@pytest.mark.parametrize("host", FOREIGN_NAMES)
def test_foreign_names_are_refused_where_phones_join_too(host: str, guarded: Flask) -> None:
    assert guarded.test_client().get("/pair", headers={"Host": host}).status_code in (400, 403)


@pytest.mark.parametrize(("language", "words"), [("en", "Unknown name."), ("it", "Nome sconosciuto.")])
def test_a_browser_is_told_in_its_language_where_to_go_instead(language: str, words: str, table: RealTable, text: Any) -> None:
    there = "http://192.168.1.20:8765/"
    app = create_app(table, text=text, access=ByInvitation(), address=lambda: there)
    client, headers = app.test_client(), {"Host": "table.example", "Accept": "text/html", "Accept-Language": language}
    refused = client.get("/", headers=headers)
    assert (refused.status_code, refused.mimetype) == (403, "text/html")
    assert words in refused.text and there in refused.text
    for asset in re.findall(r'(?:src|href)="(/static/[^"]+)"', refused.text):
        with client.get(asset, headers=headers) as answer:
            assert answer.status_code == 200


FOREIGN = [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost:3000"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
]


@pytest.mark.parametrize("headers", FOREIGN)
def test_other_sites_can_neither_act_nor_look(headers: dict[str, str], client: FlaskClient, table: RealTable) -> None:
    assert client.post("/api/commands/undo", json={}, headers=headers).status_code == 403
    assert client.get("/picture/table.jpg", headers=headers).status_code == 403
    assert table.acts == []


def test_the_own_page_and_programs_are_let_in(client: FlaskClient) -> None:
    own = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/commands/end_turn", json={}, headers=own).status_code == 200
    assert client.post("/api/commands/end_turn", json={}).status_code == 200


def test_another_site_may_link_to_the_dashboard(client: FlaskClient) -> None:
    assert client.get("/", headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}).status_code == 200


def test_every_answer_is_sealed(client: FlaskClient) -> None:
    for path in ("/", "/api/state", "/static/style.css", "/nowhere"):
        with client.get(path) as response:
            headers = response.headers
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
