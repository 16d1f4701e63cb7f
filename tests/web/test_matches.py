"""Matches on the phone: listed, taken up again, asked before one is left, gone back to, begun by whom and with whom."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from real_table import RealTable
from web_scenes import SCENES
from web_stage import see

from tests.axe import faults
from tests.varied import varied_language
from web.schema import check_value, list_of, record
from web.view import PAST, check_view

Open = Callable[..., Any]


def left(table: RealTable) -> RealTable:
    """A match in its second turn was left for another."""
    table.lay("up1", "11")
    table.lay("up1", "12")
    table.end_turn()
    return table.begin("quick_easy", 2)


def game(table: RealTable) -> str:
    return str(table.view("en")["match"]["game"])


def test_the_list_is_as_its_schema_says(client: FlaskClient, table: RealTable) -> None:
    left(table).lay("up", "3R")
    for language in ("en", "it"):
        answer = client.get(f"/api/matches?language={language}").json
        check_value(answer, record({"matches": list_of(PAST)}))
        assert [(each["game"], each["turn"], each["current"]) for each in answer["matches"]] == [
            ("quick_easy", 1, True),
            ("the_game", 2, False),
        ]
        check_view(table.view(language))


@pytest.mark.whole
@varied_language("it")
def test_an_older_match_is_taken_up_from_the_list(show: Open, table: RealTable, language: str) -> None:
    left(table).lay("up", "3R")
    page = show(table, f"?language={language}", width=360, height=640)
    page.tap("#menu")
    page.tap("[data-key=menu-matches]")
    page.locator(".match").nth(1).wait_for()
    assert faults(page) == []
    page.tap(".match:not(.match-here) button")
    see(page, "[data-zone=up1]", "12")
    assert game(table) == "the_game" and table.view("en")["turn"]["number"] == 2


@varied_language()
def test_a_new_match_says_before_what_becomes_of_the_one_that_is_played(show: Open, table: RealTable, language: str) -> None:
    table.lay("up1", "11")
    page = show(table, f"?language={language}")

    page.tap("[data-key=title]")
    see(page, "#sheet", {"en": "The Game is at turn 1.", "it": "The Game è al turno 1."}[language])
    page.tap("[data-key=sheet-close]")
    assert game(table) == "the_game"
    page.tap("[data-key=title]")
    page.tap("[data-game=extreme]")
    page.tap("[data-key=start]")
    page.locator("#sheet[open]").wait_for(state="detached")
    assert game(table) == "extreme"


def test_a_new_match_is_taken_back_by_undo_until_its_first_turn_is_over(show: Open, table: RealTable) -> None:
    page = show(left(table))
    see(page, "#undo-words", "Undo goes back to: The Game, turn 2")
    page.tap("[data-key=undo]")
    see(page, "[data-zone=up1]", "12")
    assert game(table) == "the_game"
    left(table)
    table.lay("up", "3R")
    table.end_turn()
    assert table.view("en")["left"] is None


def test_who_begins_is_chosen_by_name(show: Open) -> None:
    table = RealTable()
    page = show(table, "?language=en")
    page.tap("[data-game=the_game]")
    page.tap(".names summary")
    page.fill(".names-in input >> nth=1", "Zoe")
    page.tap(".option-choices label:has-text('Zoe')")
    page.tap("[data-key=start]")
    see(page, "#turn", "Zoe to play")
    assert table.view("en")["match"]["begins"] == 1


def test_names_of_last_time_are_a_tap_away(show: Open) -> None:
    table = RealTable().begin("the_game", 3)
    table.begin("sequence", 2)
    page = show(table, "?language=en")
    page.tap("#menu")
    page.tap("[data-key=menu-new]")
    page.tap("[data-game=the_game]")
    page.tap(".stepper [data-key=more]")
    page.tap(".names summary")
    page.tap("[data-name=Carla]")
    page.tap("[data-key=start]")
    page.wait_for_selector("[data-key=pile-up1]")  # it is Ada's turn in the match before as well
    assert [seat["name"] for seat in table.view("en")["seats"]] == ["Ada", "Bruno", "Carla"]


@varied_language("it")
def test_after_the_end_the_same_match_again_is_a_tap_away(show: Open, language: str) -> None:
    table = SCENES["lost"]()
    page = show(table, f"?language={language}", width=360, height=640)
    page.tap("#voice [data-key=next]")
    page.locator("[data-key=end-turn]").wait_for()
    view = table.view("en")
    assert (view["status"], view["match"]["options"]["on_fire"]) == ("playing", True)
    assert [seat["name"] for seat in view["seats"]] == ["Ada", "Bruno", "Carla"]


def test_after_the_end_a_new_match_offers_the_game_that_was_played(show: Open) -> None:
    page = show(RealTable().begin("extreme", 2), "?language=en", width=360, height=640)
    page.tap("[data-key=claim]")
    page.tap("[data-claim=stuck]")
    page.tap("[data-key=claim-confirm]")
    page.tap("#actions [data-key=again]")
    assert page.locator("#sheet [data-game=extreme] input").is_checked()


def test_what_was_asked_in_one_match_is_asked_anew_in_another(table: RealTable) -> None:
    table.lay("up1", "11")
    table.ask_turn()
    assert table.view("en")["turn_question"]
    table.begin("quick_easy", 2)
    assert table.view("en")["turn_question"] is None
    table.lay("up", "3R")
    table.ask_turn()
    assert table.view("en")["turn_question"]
