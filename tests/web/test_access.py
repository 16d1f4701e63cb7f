"""The one door: pairing, foreign names, foreign pages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from real_table import RealTable

from web import OpenOnLoopback, create_app, is_loopback
from web.access import new_code

PROTECTED = ["/api/state", "/api/stream", "/api/openapi.json", "/picture/table.jpg", "/static/dashboard.js"]


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def guarded(table: RealTable, text: Any, clock: Clock) -> Flask:
    return create_app(table, text=text, access=OpenOnLoopback("0.0.0.0", code="012345", clock=clock), secret=b"kept")


def pair(client: FlaskClient, code: str) -> Any:
    return client.post("/pair", data={"code": code})


def test_this_machine_alone_needs_no_code(client: FlaskClient) -> None:
    assert OpenOnLoopback().code is None
    assert client.get("/api/state").status_code == 200
    assert client.get("/pair").location == "/"


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "companion.local"])
def test_the_network_needs_a_code_of_six_digits(host: str) -> None:
    assert re.fullmatch(r"\d{6}", OpenOnLoopback(host).code or "")
    assert re.fullmatch(r"\d{6}", new_code())


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


@pytest.mark.parametrize("path", ["/", "/table"])
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


def test_a_phone_pairs_once_and_stays_paired_over_a_restart(guarded: Flask, table: RealTable, text: Any) -> None:
    client = guarded.test_client()
    assert pair(client, "012 345").location == "/"
    assert client.get("/api/state").status_code == 200
    cookie = client.get_cookie("companion")
    assert cookie is not None
    assert cookie.expires
    assert cookie.http_only
    again = create_app(table, text=text, access=OpenOnLoopback("0.0.0.0"), secret=b"kept").test_client()
    again.set_cookie("companion", cookie.value)
    assert again.get("/api/state").status_code == 200
    other = create_app(table, text=text, access=OpenOnLoopback("0.0.0.0")).test_client()
    other.set_cookie("companion", cookie.value)
    assert other.get("/api/state").status_code == 401


def test_what_a_paired_phone_does_is_kept_under_its_name(guarded: Flask, table: RealTable) -> None:
    client = guarded.test_client()
    pair(client, "012345")
    client.post("/api/commands/end_turn", json={})
    assert re.fullmatch(r"phone [0-9a-f]{4}", table.acts[0][1])


@pytest.mark.parametrize("code", ["", "000000", "12345", "0123456", "'; --", "０１２３４５"[:3]])
def test_a_wrong_code_lets_nobody_in(code: str, guarded: Flask) -> None:
    client = guarded.test_client()
    response = pair(client, code)
    assert response.status_code == 403
    assert "That is not the code" in response.text
    assert client.get("/api/state").status_code == 401


def test_guessing_is_slowed_down_even_for_the_right_code(guarded: Flask, clock: Clock) -> None:
    client = guarded.test_client()
    for _ in range(5):
        pair(client, "000000")
    blocked = pair(client, "012345")
    assert (blocked.status_code, blocked.headers["Retry-After"]) == (429, "300")
    assert "5 min" in blocked.text
    clock.now += 300
    assert pair(client, "012345").status_code == 303


def test_guessing_from_many_addresses_is_slowed_down_too(guarded: Flask) -> None:
    client = guarded.test_client()
    answers = [
        client.post("/pair", data={"code": "1"}, environ_base={"REMOTE_ADDR": f"10.0.0.{i}"}).status_code for i in range(60)
    ]
    assert answers[39:41] == [403, 429]


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8000", "127.0.0.1:8000", "[::1]:8000", "192.168.1.9", "companion.local", "pi.lan"]
)
def test_known_names_are_answered(host: str, table: RealTable, text: Any) -> None:
    client = create_app(table, text=text, names=["pi.lan"]).test_client()
    assert client.get("/api/state", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "local", "[::1", "a b", ""]
)
def test_foreign_names_are_refused(host: str, client: FlaskClient) -> None:
    response = client.get("/api/state", headers={"Host": host})
    assert response.status_code in (400, 403)


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
