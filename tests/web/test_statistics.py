"""The page of players and groups: from journals of evenings, after corrections too, on a small phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from real_table import RealTable

from companion.shown import table as shown_table
from tests.axe import faults
from web import create_app

NAMED = ["Ada", "Bruno"]


def play_to_the_end(table: RealTable, names: list[str], cards: int = 2) -> None:
    """A match that its players give up after so many cards, two a turn."""
    table.begin("the_game", len(names))
    table.act({"command": "set_up", "names": names}, "phone")
    for card in range(cards):
        table.lay("up1", str(20 + card))
        if card % 2:
            table.end_turn()
    table.act({"command": "claim", "code": "stuck"}, "phone")


@pytest.fixture
def evenings() -> Iterator[RealTable]:
    with RealTable() as table:
        play_to_the_end(table, ["Ada", "Bruno"])
        play_to_the_end(table, ["ada ", "BRUNO"], cards=4)
        play_to_the_end(table, ["Carla", "Ada"], cards=3)
        table.begin("the_game", 2)
        yield table


@pytest.fixture
def client(evenings: RealTable, text: Any) -> FlaskClient:
    return create_app(evenings, text=text).test_client()


def test_players_and_groups_are_counted_from_the_matches_that_ended(evenings: RealTable) -> None:
    told = evenings.statistics("en")
    assert [(row["names"], row["matches"]) for row in told["players"]] == [(["Ada"], 3), (["BRUNO"], 2), (["Carla"], 1)]
    (pair, others) = told["groups"]
    assert (pair["names"], pair["games"][0]["fewest_left"]) == (["Ada", "BRUNO"], 94)
    assert (others["names"], others["games"][0]["won"]) == (["Ada", "Carla"], 0)
    assert told["uncounted"] == 0


def test_a_correction_after_the_end_counts_and_its_undo_too(evenings: RealTable) -> None:
    play_to_the_end(evenings, NAMED, cards=6)
    before = evenings.statistics("en")
    assert before["groups"][0]["games"][0]["fewest_left"] == 92
    evenings.act({"command": "undo", "entry": 3}, "phone")
    assert evenings.statistics("en")["groups"][0]["games"][0]["fewest_left"] == 93
    assert evenings.session.match is not None
    evenings.act({"command": "undo", "entry": evenings.session.match.entries[-1].n}, "phone")
    assert evenings.statistics("en") == before


def test_of_many_matches_some_are_counted_at_a_time_and_none_is_forgotten(
    evenings: RealTable, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown_table, "MAX_FOLDED_AT_ONCE", 2)
    assert "One older match is not counted yet" in client.get("/statistics?language=en").text
    assert evenings.statistics("en")["uncounted"] == 0
    assert [row["matches"] for row in evenings.statistics("en")["players"]] == [3, 2, 1]


def test_the_page_is_reached_from_the_evenings_and_says_what_was_won(client: FlaskClient) -> None:
    assert 'href="/statistics"' in client.get("/history").text
    page = client.get("/statistics?language=en").text
    for words in ("Players", "Groups", "Ada, BRUNO", "Fewest cards left", "Most won in a row"):
        assert words in page


def test_where_nobody_has_a_name_the_page_says_what_to_do(table: RealTable, text: Any) -> None:
    page = create_app(table, text=text).test_client().get("/statistics?language=it").text
    assert "con i nomi di chi gioca" in page


def test_axe_finds_nothing_on_a_small_phone(show: Callable[..., Any], evenings: RealTable) -> None:
    play_to_the_end(evenings, ["W" * 40, "Ada"])
    page = show(evenings, "statistics?language=it", 360, 640)
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
