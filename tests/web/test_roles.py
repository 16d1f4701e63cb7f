"""What a phone may not do is not offered there, and it is said why; when its role changes the page changes with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from real_table import RealTable
from web_scenes import SCENES
from web_stage import see

from tests.varied import varied, varied_language
from web.door.access import ByInvitation, OpenOnLoopback
from web.door.phones import Phone, Phones, Role


class OnePhone(OpenOnLoopback):
    """Everybody who comes is the phone of this role."""

    def __init__(self, role: Role) -> None:
        self.role = role

    def find_visitor(self, session: Any) -> Phone:
        return Phone("ab12", self.role)

    def role_of_listener(self, id: str) -> Role:
        return self.role


@pytest.fixture
def as_role(show: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    def opened(scene: str, role: Role, language: str = "en") -> tuple[Any, OnePhone, RealTable]:
        table, access = SCENES[scene](), OnePhone(role)
        return show(table, f"?language={language}", access=access), access, table

    yield opened


def offered(page: Any) -> set[str]:
    """The keys of all buttons in sight."""
    return set(
        page.evaluate(
            "() => [...document.querySelectorAll('[data-key]')].filter((each) => each.checkVisibility()).map((each) => each.dataset.key)"
        )
    )


WATCHES = {"en": "This phone only watches.", "it": "Questo telefono guarda soltanto."}


@varied_language()
@varied("scene", ["foul", "question", "found", "out_of_step", "board", "lost"], quick=3)
def test_a_spectator_is_offered_nothing_that_would_be_refused(as_role: Any, scene: str, language: str) -> None:
    page, _, table = as_role(scene, Role.SPECTATOR, language)
    see(page, "#actions", WATCHES[language])
    for forbidden in ("undo", "claim", "end-turn", "again", "trust-table", "found-play-on"):
        assert forbidden not in offered(page)
    assert not [key for key in offered(page) if key.startswith(("waive", "correct", "candidate", "other"))]
    page.tap("#menu")
    assert not {"menu-new", "menu-set-up"} & offered(page)
    assert page.locator(".act, .tile, .variant").count() == 0
    assert table.acts == [] or scene == "found"


def test_a_player_may_undo_and_end_turns_and_is_told_who_decides_the_rest(as_role: Any) -> None:
    page, _, table = as_role("foul", Role.PLAYER)
    assert {"undo", "claim", "end-turn"} <= offered(page)
    see(page, "#voice", "The referee’s phone decides that.")
    page.tap("[data-key=pile-up1]")
    see(page, "#sheet", "The referee’s phone decides that.")
    assert page.locator("#sheet .candidate, #sheet .tiles .tile").count() == 0
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.tap("[data-key=undo-this]")
    assert [act["command"] for act, _ in table.acts] == ["undo"]


def test_a_spectator_sees_what_happened_and_where_everybody_sits(as_role: Any) -> None:
    page, *_ = as_role("foul", Role.SPECTATOR)
    page.tap("#plays")
    page.tap("#sheet .entry-open >> nth=0")
    see(page, "#sheet", "What happened")
    page.tap("[data-key=sheet-close]")
    page.tap("[data-key=seats]")
    page.tap("[data-key=places]")
    see(page, "#sheet", "The referee’s phone can move the names.")
    assert page.locator("#sheet button.name").count() == 0 < page.locator("#sheet .name").count()


def test_a_phone_that_becomes_the_referee_shows_it_at_once(as_role: Any) -> None:
    page, access, _ = as_role("foul", Role.SPECTATOR)
    access.role = Role.REFEREE
    page.locator("[data-key=undo]").wait_for()
    assert any(key.startswith("waive") for key in offered(page))


def test_a_stream_ends_when_the_role_of_its_phone_changes() -> None:
    phones = Phones()
    session: dict[str, Any] = {}
    first = phones.add_phone({}, "Ada", Role.PLAYER)
    second = phones.add_phone(session, "Bruno", Role.PLAYER)
    door = ByInvitation(phones)
    assert (door.role_of_listener(first.id), door.role_of_listener(second.id)) == (Role.REFEREE, Role.PLAYER)
    phones.give_role(second.id, Role.REFEREE)
    assert (door.role_of_listener(first.id), door.role_of_listener(second.id)) == (Role.PLAYER, Role.REFEREE)
    phones.remove_phone(first.id)
    assert door.role_of_listener(first.id) is None
