"""The door of the page on which the club is chosen: for the referee alone."""

from __future__ import annotations

from typing import Any

import pytest
from real_table import RealTable
from test_set_up import Steps

from web import ByInvitation, create_app

CHOICE = {"broker": "mqtts://club.local", "name": "Table 4", "user": "", "names": "numbers", "nicknames": ""}


class Choosing:
    """A club that takes whatever is chosen. `is_ours`: may it be chosen here?"""

    def __init__(self, *, is_ours: bool = True) -> None:
        self.chosen: list[dict[str, Any]] = []
        self.left, self._is_ours = 0, is_ours

    def describe_club(self, language: str) -> dict[str, Any]:
        return {
            "state": "off", "said": "No club is told of this table", "is_ours": self._is_ours, "broker": "", "name": "table-4",
            "user": "", "names": "numbers", "nicknames": "", "has_password": False, "has_ca": False, "fixed": [],
        }  # fmt: skip

    def find_brokers(self) -> list[str]:
        return ["mqtts://club.local"]

    def choose_club(self, body: dict[str, Any], language: str) -> None:
        self.chosen.append(body)

    def leave_club(self, language: str) -> None:
        self.left += 1


def test_only_the_referee_sees_and_chooses_the_club(table: RealTable, text: Any) -> None:
    club, access = Choosing(), ByInvitation()
    app = create_app(table, text=text, access=access, club=club)
    stranger, ada, bruno = (app.test_client() for _ in range(3))
    assert stranger.get("/set-up/club").location == "/pair"
    for client in (ada, bruno):
        client.post("/pair", data={"code": access.invitations.current.code})
    assert 'name="broker"' not in bruno.get("/set-up/club").text
    assert [bruno.get(path).status_code for path in ("/api/set-up/club", "/api/set-up/club/found")] == [403, 403]
    assert bruno.post("/api/set-up/club", json=CHOICE).status_code == 403
    assert bruno.post("/api/set-up/club/leave", json={}).status_code == 403
    assert (club.chosen, club.left) == ([], 0)
    assert ada.get("/api/set-up/club/found").json == {"brokers": ["mqtts://club.local"]}
    assert ada.post("/api/set-up/club", json=CHOICE).status_code == 200
    assert ada.post("/api/set-up/club/leave", json={}).status_code == 200
    assert (club.chosen, club.left) == ([CHOICE], 1)


@pytest.mark.parametrize("wrong", [{"names": "all"}, {"broker": "x" * 256}, {"password": 7}, {"more": ""}])
def test_a_body_that_is_no_choice_is_refused(table: RealTable, text: Any, wrong: dict[str, Any]) -> None:
    club = Choosing()
    answer = create_app(table, text=text, club=club).test_client().post("/api/set-up/club", json={**CHOICE, **wrong})
    assert answer.status_code == 400 and club.chosen == []


def test_the_page_says_where_the_club_is_chosen_instead(table: RealTable, text: Any) -> None:
    page = create_app(table, text=text, club=Choosing(is_ours=False)).test_client().get("/set-up/club?language=en").text
    assert "The club is named in companion.toml or on the command line" in page and 'name="broker"' not in page


def test_the_set_up_leads_to_the_page_where_there_is_one(table: RealTable, text: Any) -> None:
    steps = Steps()
    assert (
        'href="/set-up/club"' in create_app(table, text=text, set_up=steps, club=Choosing()).test_client().get("/set-up").text
    )
    assert 'href="/set-up/club"' not in create_app(table, text=text, set_up=steps).test_client().get("/set-up").text


def test_a_table_without_a_set_up_has_no_such_page(client: Any) -> None:
    assert [client.get(path).status_code for path in ("/set-up/club", "/api/set-up/club")] == [404, 404]
