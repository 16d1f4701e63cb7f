"""What only a count of cards tells is asked on the phone: an end before it is one, and which card of five was misread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from real_table import RealTable
from web_stage import see

Open = Callable[..., Any]

POSITION = {
    "hands": [None, None],
    "decks": [20, 0],
    "piles": {"B_up": [f"g{n}" for n in range(2, 41)], "B_down": ["g59", "g58", "g57", "g56"]},
    "turn": 1,
}


@pytest.fixture
def at_the_end() -> RealTable:
    """By the count Bruno has one card left and none to draw."""
    table = RealTable().begin("face_to_face", 2, position=POSITION)
    for n in range(41, 46):
        table.lay("g_up", f"g{n}")
    table.end_turn()
    table.lay("s_up", "s2")
    table.lay("s_up", "s3")
    table.end_turn()
    return table


SAID = (
    "Bruno cannot play the two cards that are due: Ada wins! Only the count of the cards says so: was a draw or a card missed?"
)


@pytest.mark.whole
def test_an_end_by_count_is_asked_and_accepted(show: Open, at_the_end: RealTable) -> None:
    page = show(at_the_end)
    see(page, "[data-word=counted]", SAID)
    assert page.locator("[data-word=ended]").count() == 0
    page.tap("[data-key=counted-yes]")
    see(page, "[data-word=ended]", "Ada wins!")


def test_the_table_plays_on_where_something_was_missed(show: Open, at_the_end: RealTable) -> None:
    page = show(at_the_end)
    see(page, "[data-word=counted]", SAID)
    page.tap("[data-key=counted-no]")
    page.locator("[data-word=counted]").wait_for(state="detached")
    at_the_end.lay("g_up", "g46")
    at_the_end.lay("g_up", "g47")
    see(page, "[data-zone=g_up]", "above 47")
    assert at_the_end.view("en")["status"] == "playing"


def test_five_of_one_command_are_shown_and_one_is_put_right(show: Open) -> None:
    table = RealTable().begin("extreme", 2)
    for number in (10, 12):
        table.lay("up1", f"{number}:silence")
    table.end_turn()
    for number in (14, 16):
        table.lay("up1", f"{number}:silence")
    table.end_turn()
    page = show(table)
    table.lay("up1", "18:silence")
    see(page, "#voice", "5 cards have silence, and only four exist: which one was misread?")
    assert page.locator("[data-key^=misread-]").count() == 5
    page.tap("[data-key^=misread-] >> nth=1")
    see(page, "#sheet", "12 with silence")
