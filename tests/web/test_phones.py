"""Who is at the table: joining, being known again, roles, being sent away. The clock is turned by hand."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from real_table import RealTable

from web import ByInvitation, create_app
from web.door.invitations import CODE_LIFE_S, FORMER_CODE_GRACE_S, PRESS_LIFE_S, Attempts, Invitations
from web.door.phones import FORMER_TOKEN_GRACE_S, MAX_SILENCE_OF_PHONE_S, MIN_TOKEN_LIFE_S, Phones, Role
from web.routes.commands import COMMANDS


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Book:
    """A shelf as the companion's file is: what was saved is loaded."""

    kept: Sequence[Mapping[str, Any]] = ()
    full = False

    def load_phones(self) -> Sequence[Mapping[str, Any]]:
        return self.kept

    def save_phones(self, phones: Sequence[Mapping[str, Any]]) -> bool:
        if not self.full:
            self.kept = phones
        return not self.full


class Door:
    """A dashboard on the network, with what stands behind its door."""

    def __init__(self, table: RealTable, text: Any) -> None:
        self.table, self.text = table, text
        self.clock, self.book, self.sent_away = Clock(), Book(), []
        self.app = self.started()

    def started(self) -> Flask:
        phones = Phones(self.book, steady=self.clock, clock=self.clock, copied=lambda phone: self.sent_away.append(phone.name))
        self.access = ByInvitation(phones, Invitations(self.clock))
        return create_app(self.table, text=self.text, access=self.access)

    @property
    def code(self) -> str:
        return self.access.invitations.current.code

    def join(self, name: str = "", **form: str) -> FlaskClient:
        client = self.app.test_client()
        assert client.post("/pair", data={"code": self.code, "name": name, **form}).location == "/"
        return client

    def role(self, name: str) -> Role:
        return next(phone.role for phone in self.access.phones.all_phones() if phone.name == name)

    def id(self, name: str) -> str:
        return next(phone.id for phone in self.access.phones.all_phones() if phone.name == name)


@pytest.fixture
def door(table: RealTable, text: Any) -> Door:
    return Door(table, text)


def typed(client: FlaskClient, code: str, address: str = "10.0.0.1") -> Any:
    return client.post("/pair", data={"code": code}, environ_base={"REMOTE_ADDR": address})


def may(client: FlaskClient) -> bool:
    return bool(client.get("/api/state").status_code == 200)


# --- joining ---------------------------------------------------------------------------------------------------------


def test_a_code_lets_one_phone_in_and_then_there_is_another(door: Door) -> None:
    first = door.code
    assert re.fullmatch(r"[0-9]{6}", first)
    client = door.app.test_client()
    assert typed(client, f"{first[:3]} {first[3:]}").location == "/"
    assert may(client)
    cookie = client.get_cookie("companion")
    assert cookie is not None and cookie.max_age and cookie.http_only and cookie.same_site == "Strict"
    assert door.code != first
    assert typed(door.app.test_client(), first).status_code == 403


def test_a_code_on_paper_lasts_until_a_phone_has_used_it() -> None:
    clock = Clock()
    invitations = Invitations(clock, code="482913", keep_first=True)
    clock.now += 1000 * CODE_LIFE_S
    assert invitations.current.code == "482913"
    invitations.accept_word("482913", "192.0.2.9")
    following = invitations.current.code
    clock.now += CODE_LIFE_S
    assert following != "482913" and invitations.current.code != following


def test_a_code_that_nobody_used_changes_and_is_good_a_moment_longer(door: Door) -> None:
    former = door.code
    door.clock.now += CODE_LIFE_S
    assert door.code != former
    door.clock.now += FORMER_CODE_GRACE_S
    assert typed(door.app.test_client(), former).location == "/"
    former = door.code
    door.clock.now += CODE_LIFE_S
    assert door.code != former
    door.clock.now += FORMER_CODE_GRACE_S + 1
    assert typed(door.app.test_client(), former).status_code == 403


def test_the_word_of_a_qr_code_lets_one_phone_in(door: Door) -> None:
    word = door.access.invitations.current.word
    client = door.app.test_client()
    assert typed(client, word).location == "/"
    again = typed(door.app.test_client(), word)
    assert again.status_code == 403 and "QR code" in again.text


def test_a_press_of_the_button_lets_one_phone_in_within_a_minute(door: Door) -> None:
    assert typed(door.app.test_client(), "").status_code == 403
    door.access.invitations.note_press()
    assert typed(door.app.test_client(), "").location == "/"
    assert typed(door.app.test_client(), "").status_code == 403
    door.access.invitations.note_press()
    door.clock.now += PRESS_LIFE_S + 1
    assert typed(door.app.test_client(), "").status_code == 403


def test_whoever_guesses_has_to_wait_even_with_the_right_code(door: Door) -> None:
    client = door.app.test_client()
    for _ in range(Attempts.BY_ADDRESS.max_failures):
        typed(client, "wrong")
    blocked = typed(client, door.code)
    assert (blocked.status_code, blocked.headers["Retry-After"]) == (429, "300")
    assert "5 min" in blocked.text
    assert typed(client, door.code, "10.0.0.2").location == "/"  # whoever guesses keeps nobody else out


@pytest.mark.whole
def test_an_attacker_with_many_addresses_has_a_few_hundred_tries_a_day_and_a_phone_still_gets_in(door: Door) -> None:
    tried = 0
    for second in range(0, 86_400, 40):
        door.clock.now = 1000.0 + second
        tried += typed(door.app.test_client(), "1", f"10.{second % 200}.{second // 200 % 200}.7").status_code == 403
    assert 100 <= tried <= Attempts.A_DAY.max_failures
    assert typed(door.app.test_client(), door.access.invitations.current.word).location == "/"
    door.access.invitations.note_press()
    assert typed(door.app.test_client(), "").location == "/"


def test_a_network_of_ipv6_counts_as_one_address(door: Door) -> None:
    answers = [typed(door.app.test_client(), "1", f"2001:db8::{i:x}").status_code for i in range(8)]
    assert answers == [403] * 5 + [429] * 3


@pytest.mark.parametrize("name", ["\x07", "a" * 41, "Ada\u202e"])
def test_a_name_that_cannot_be_shown_uses_no_code_up(name: str, door: Door) -> None:
    code = door.code
    response = door.app.test_client().post("/pair", data={"code": code, "name": name})
    assert response.status_code == 403 and "name" in response.text
    assert door.code == code


# --- being known again -----------------------------------------------------------------------------------------------


def test_a_phone_stays_in_over_a_restart(door: Door) -> None:
    client = door.join("Ada")
    cookie = client.get_cookie("companion")
    assert cookie is not None
    again = door.started().test_client()
    again.set_cookie("companion", cookie.value)
    assert may(again)
    assert door.role("Ada") is Role.REFEREE


@pytest.mark.parametrize(
    "kept", [[{"id": "3f2a"}], [{}], [{"id": 3, "role": "king", "name": "", "joined": 0, "heard": 0, "tokens": []}]]
)
def test_a_phone_that_was_kept_badly_has_to_join_again(kept: Any, door: Door) -> None:
    door.book.kept = kept
    door.started()
    assert door.access.phones.all_phones() == []


def test_the_cookie_changes_and_the_phone_does_not_notice(door: Door) -> None:
    client = door.join()
    first = client.get_cookie("companion")
    door.clock.now += MIN_TOKEN_LIFE_S
    assert may(client)
    second = client.get_cookie("companion")
    assert first is not None and second is not None and first.value != second.value
    for _ in range(3):
        door.clock.now += MIN_TOKEN_LIFE_S
        assert may(client)


def test_an_answer_that_was_lost_locks_nobody_out(door: Door) -> None:
    client = door.join()
    old = client.get_cookie("companion")
    assert old is not None
    door.clock.now += MIN_TOKEN_LIFE_S
    for _ in range(5):  # each answer with another cookie is lost
        client.set_cookie("companion", old.value)
        assert may(client)
        door.clock.now += 2 * FORMER_TOKEN_GRACE_S
    assert may(client)


def test_a_copied_cookie_does_not_live_long(door: Door) -> None:
    client = door.join("Ada")
    copy = client.get_cookie("companion")
    assert copy is not None
    thief = door.app.test_client()
    door.clock.now += MIN_TOKEN_LIFE_S
    assert may(client) and may(client)
    thief.set_cookie("companion", copy.value)
    door.clock.now += FORMER_TOKEN_GRACE_S - 1
    assert may(thief)  # as a request that was under way
    door.clock.now += 2
    thief.set_cookie("companion", copy.value)
    assert not may(thief)
    assert door.sent_away == ["Ada"] and not may(client)


@pytest.mark.parametrize("session", [{}, {"phone": "3f2a"}, {"phone": 3, "token": "x"}, {"phone": "3f2a", "token": ["x"]}])
def test_nobody_is_known_by_half_a_cookie(session: dict[str, Any]) -> None:
    assert Phones().find_by_cookie(session) is None


# --- roles -----------------------------------------------------------------------------------------------------------

BODIES: Mapping[str, Mapping[str, Any]] = {
    "start": {"game": "the_game", "players": 2}, "resume": {"match": 1}, "correct": {"entry": 1, "face": "20"}, "insert": {"before": 1},
    "put": {"zone": "up1", "face": "20"}, "answer": {"question": "q1", "face": "20"}, "ignore": {"question": "q1"},
    "answer_pile": {"question": "q1", "zone": "up1"}, "board": {"number": 1, "zone": "r0c1", "face": "6D"},
    "turn_ended": {"question": "q1", "ended": True}, "waive": {"zone": "up1"}, "claim": {"code": "stuck"}, "trust": {"whom": "game"},
}  # fmt: skip


def test_the_first_is_the_referee_the_next_are_players_and_whoever_wants_only_watches(door: Door) -> None:
    door.join("Ada"), door.join("Bruno"), door.join("Carla", looks="yes")
    assert [door.role(name) for name in ("Ada", "Bruno", "Carla")] == [Role.REFEREE, Role.PLAYER, Role.SPECTATOR]


@pytest.mark.parametrize("command", list(COMMANDS))
def test_each_command_is_for_those_whose_role_covers_it(command: str, door: Door) -> None:
    clients = {Role.REFEREE: door.join("Ada"), Role.PLAYER: door.join("Bruno"), Role.SPECTATOR: door.join("Carla", looks="yes")}
    for role, client in reversed(clients.items()):
        asked = len(door.table.acts)
        answer = client.post(f"/api/commands/{command}", json=BODIES.get(command, {}))
        allowed = role.covers(COMMANDS[command].role)
        assert (answer.status_code != 403, len(door.table.acts) > asked) == (allowed, allowed)
        assert allowed or answer.json["error"].startswith(("Only the referee", "This phone only watches"))


def test_every_route_that_says_something_is_closed_to_spectators(door: Door) -> None:
    door.join("Ada")
    client = door.join("Carla", looks="yes")
    for route in door.app.url_map.iter_rules():
        if "POST" in (route.methods or ()) and route.endpoint not in ("pages.try_code", "pages.join_by_sight"):
            path = route.rule.replace("<name>", "undo").replace("<id>", door.id("Ada"))
            assert client.post(path, json={}).status_code == 403, path
    assert client.get("/api/invitation").status_code == 403


def test_the_referee_hands_the_role_on_and_is_a_player_then(door: Door) -> None:
    ada, bruno = door.join("Ada"), door.join("Bruno")
    assert bruno.post(f"/api/phones/{door.id('Bruno')}", json={"role": "referee"}).status_code == 403
    assert ada.post(f"/api/phones/{door.id('Ada')}", json={"role": "player"}).status_code == 409
    assert ada.post(f"/api/phones/{door.id('Bruno')}", json={"role": "referee"}).status_code == 200
    assert (door.role("Ada"), door.role("Bruno")) == (Role.PLAYER, Role.REFEREE)


def test_a_player_becomes_the_referee_when_that_phone_is_gone(door: Door) -> None:
    door.join("Ada")
    bruno = door.join("Bruno")
    refused = bruno.post("/api/referee", json={})
    assert refused.status_code == 409 and "referee’s phone is here" in refused.json["error"]
    door.clock.now += MAX_SILENCE_OF_PHONE_S + 1
    assert bruno.post("/api/referee", json={}).status_code == 200
    assert (door.role("Ada"), door.role("Bruno")) == (Role.PLAYER, Role.REFEREE)


def test_a_phone_that_is_sent_away_hears_no_more(door: Door) -> None:
    ada, bruno = door.join("Ada"), door.join("Bruno")
    stream = bruno.get("/api/stream").iter_encoded()
    next(stream)
    assert ada.post(f"/api/phones/{door.id('Bruno')}/remove").status_code == 200
    assert not may(bruno)
    assert len(list(stream)) <= 1  # what was under way, and then no more
    assert ada.post("/api/phones/3f2a/remove").status_code == 404


def test_a_phone_names_itself_and_nobody_else(door: Door) -> None:
    ada, bruno = door.join("Ada"), door.join()
    id = door.id("")
    assert bruno.post(f"/api/phones/{id}", json={"name": "  Bruno "}).status_code == 200
    assert bruno.post(f"/api/phones/{door.id('Ada')}", json={"name": "Eva"}).status_code == 403
    assert ada.post(f"/api/phones/{id}", json={"name": "\x00"}).status_code == 400
    listed = ada.get("/api/phones").json
    assert [(phone["name"], phone["role"], phone["here"]) for phone in listed["phones"]] == [
        ("Ada", "referee", True), ("Bruno", "player", True),
    ]  # fmt: skip
    assert listed["you"] == door.id("Ada")


def test_a_phone_that_is_in_lets_another_in(door: Door) -> None:
    found = door.join("Ada").get("/api/invitation").json
    assert found["code"] == door.code and found["address"] == "http://localhost/" and found["svg"].startswith("<svg")


def test_on_this_machine_alone_nobody_joins(client: FlaskClient) -> None:
    assert client.get("/phones").status_code == 200
    for path in ("/api/phones", "/api/invitation"):
        assert client.get(path).status_code == 404
