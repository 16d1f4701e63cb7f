"""Who is in stays in, with the role they had: over any date, a crowd, a full disk, and browsers that keep nothing."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from real_table import RealTable
from test_phones import Door, may, typed

from web import ByInvitation
from web.door.phones import FORMER_TOKEN_GRACE_S, MAX_PHONES, MAX_SILENCE_OF_PHONE_S, MIN_TOKEN_LIFE_S, Phones, Role

DAY = 86_400.0
STEPS = [-30 * DAY, -1800.0, -60.0, 60.0, 30 * DAY, 400 * DAY]


@pytest.fixture
def door(table: RealTable, text: Any) -> Door:
    return Door(table, text)


@pytest.fixture
def step(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Set the machine's clock by so many seconds against the right time."""
    right = time.time
    return lambda seconds: monkeypatch.setattr(time, "time", lambda: right() + seconds)


def cookie_of(client: Any) -> str:
    cookie = client.get_cookie("companion")
    assert cookie is not None
    return str(cookie.value)


def again(door: Door, *cookies: str) -> list[Any]:
    """Phones with these cookies after a restart."""
    door.app, clients = door.started(), []
    for cookie in cookies:
        clients.append(door.app.test_client())
        clients[-1].set_cookie("companion", cookie)
    return clients


# --- the date ----------------------------------------------------------------------------------------------------------


@pytest.mark.whole
@pytest.mark.parametrize("first", [0.0, -400 * DAY, 400 * DAY])
@pytest.mark.parametrize("then", STEPS)
def test_another_date_at_a_start_throws_nobody_out(
    first: float, then: float, door: Door, step: Callable[[float], None]
) -> None:
    step(first)
    ada, bruno = door.join("Ada"), door.join("Bruno")
    step(first + then)
    for client in again(door, cookie_of(ada), cookie_of(bruno)):
        assert may(client)
        assert client.get("/").status_code == client.get("/phones").status_code == 200
    assert (door.role("Ada"), door.role("Bruno")) == (Role.REFEREE, Role.PLAYER)
    door.join("Carla")
    assert door.role("Carla") is Role.PLAYER


@pytest.mark.parametrize("then", STEPS)
def test_another_date_while_it_runs_throws_nobody_out(then: float, door: Door, step: Callable[[float], None]) -> None:
    ada = door.join("Ada")
    step(then)
    for _ in range(3):
        door.clock.now += MIN_TOKEN_LIFE_S
        assert may(ada)
    assert all(may(client) for client in again(door, cookie_of(ada)))
    assert door.role("Ada") is Role.REFEREE


@pytest.mark.parametrize("path", ["/pair", "/?language=it"])
def test_no_cookie_carries_a_date_of_this_machine(path: str, door: Door, step: Callable[[float], None]) -> None:
    step(-400 * DAY)
    client = door.app.test_client()
    answers = [client.post("/pair", data={"code": door.code}), client.get(path)]
    cookies = [cookie for answer in answers for cookie in answer.headers.getlist("Set-Cookie")]
    assert cookies and not [cookie for cookie in cookies if "expires" in cookie.lower()]


def test_phones_stand_in_the_order_in_which_they_came(door: Door, step: Callable[[float], None]) -> None:
    door.join("Ada")
    door.clock.now -= 400 * DAY
    door.join("Bruno")
    assert [phone.name for phone in door.access.phones.all_phones()] == ["Ada", "Bruno"]


def test_a_cookie_of_an_earlier_version_is_good(door: Door) -> None:
    ada = door.join("Ada")
    id, _, token = cookie_of(ada).partition(".")
    former = Flask("former")
    former.secret_key = b"a key that nobody has any more"
    signer = SecureCookieSessionInterface().get_signing_serializer(former)
    assert signer is not None
    signed = signer.dumps({"_permanent": True, "phone": id, "token": token})
    assert isinstance(signed, str) and all(may(client) for client in again(door, signed))
    forged = signer.dumps({"phone": id, "token": "another"})
    assert isinstance(forged, str) and not any(may(client) for client in again(door, forged))


@pytest.mark.parametrize("cookie", ["", ".", "x", "3f2a.", ".....", "e30.x.y", "W10.x", "3f2a.é", "bnVsbA.", "W1tb" * 500])
def test_no_nonsense_in_a_cookie_lets_anybody_in(cookie: str, door: Door) -> None:
    door.join("Ada")
    assert not any(may(client) for client in again(door, cookie))


def test_a_token_that_could_not_be_kept_is_not_given(door: Door) -> None:
    ada = door.join("Ada")
    door.book.full = True
    for _ in range(3):
        door.clock.now += MIN_TOKEN_LIFE_S
        assert may(ada)
        door.clock.now += 2 * FORMER_TOKEN_GRACE_S
    assert all(may(client) for client in again(door, cookie_of(ada)))  # the plug was pulled


# --- a crowd -------------------------------------------------------------------------------------------------------------


def test_no_phone_goes_for_another_and_the_limit_is_said(door: Door) -> None:
    clients = [door.join(str(number)) for number in range(MAX_PHONES)]
    code = door.code
    refused = typed(door.app.test_client(), code)
    assert refused.status_code == 403 and "as many phones as it can take" in refused.text
    assert all(may(client) for client in clients)
    assert clients[0].post(f"/api/phones/{door.id('7')}/remove").status_code == 200
    assert typed(door.app.test_client(), code).location == "/"  # the code was not used up


def test_a_referee_who_slept_through_a_hundred_phones_is_still_the_referee(door: Door) -> None:
    ada = door.join("Ada")
    door.clock.now += 10 * MAX_SILENCE_OF_PHONE_S
    for number in range(100):
        door.clock.now += 1
        door.join(str(number))
    assert [phone.name for phone in door.access.phones.all_phones() if phone.role is Role.REFEREE] == ["Ada"]
    (woken,) = again(door, cookie_of(ada))
    assert woken.post(f"/api/phones/{door.id('7')}", json={"role": "spectator"}).status_code == 200


def test_a_stranger_never_finds_the_place_of_a_referee_who_left(door: Door) -> None:
    ada, bruno = door.join("Ada"), door.join("Bruno")
    assert ada.post(f"/api/phones/{door.id('Ada')}/remove").status_code == 200
    door.join("Carla")
    assert (door.role("Bruno"), door.role("Carla")) == (Role.PLAYER, Role.PLAYER)
    assert bruno.post("/api/referee", json={}).status_code == 200
    assert door.role("Bruno") is Role.REFEREE


def test_whoever_only_watches_first_is_no_referee_and_keeps_nobody_from_it(door: Door) -> None:
    door.join("Carla", looks="yes")
    door.join("Ada")
    assert (door.role("Carla"), door.role("Ada")) == (Role.SPECTATOR, Role.REFEREE)


def test_to_be_heard_waits_for_nobody_who_writes() -> None:
    heard: list[Role | None] = []

    class Slow:
        def load_phones(self) -> tuple[()]:
            return ()

        def save_phones(self, phones: Any) -> bool:
            heard.extend(access.role_of_listener(phone["id"]) for phone in phones)  # as another thread would ask meanwhile
            return True

    access = ByInvitation(Phones(Slow()))
    access.phones.add_phone({}, "Ada", Role.PLAYER)
    assert heard == [Role.REFEREE]


# --- browsers that keep nothing ------------------------------------------------------------------------------------------


def test_a_browser_that_keeps_no_cookies_is_told_and_leaves_no_ghost(door: Door) -> None:
    page = door.app.test_client(use_cookies=False)
    code = door.code
    assert 'name="cookies"' in page.get("/pair").text
    for _ in range(3):
        refused = page.post("/pair", data={"cookies": "asked", "code": code})
        assert refused.status_code == 403 and "keeps no cookies" in refused.text
    assert door.access.phones.all_phones() == [] and door.code == code


def test_a_browser_that_keeps_cookies_joins_by_the_page(door: Door) -> None:
    page = door.app.test_client()
    page.get("/pair")
    assert page.post("/pair", data={"cookies": "asked", "code": door.code}).location == "/"
    assert may(page)
