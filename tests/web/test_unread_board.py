"""On the phone: a board whose cards the camera cannot read is named by a tap on its picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from web_scenes import SCENES
from web_stage import see

from tests.varied import varied_language

Open = Callable[..., Any]


def test_a_board_is_named_by_a_tap_on_a_space_and_on_its_card(show: Open) -> None:
    table = SCENES["unread_board"]()
    page = show(table)
    see(page, "#voice", "I see your board, but cannot read its cards.")
    page.tap("[data-key=board-name]")
    page.locator(".unread-board img").evaluate("(picture) => picture.decode()")
    page.tap("[data-key=space-r9c1]")
    see(page, "#sheet-title", "Which card is printed there?")
    page.tap("[data-key=group-D]")
    page.tap("[data-key=tile-AD]")
    page.locator("#sheet[open]").wait_for(state="detached")
    page.locator("[data-key=board-name]").wait_for(state="detached")
    see(page, "#status", "Thank you. I look for your board")
    assert table.session.snapshot.board_naming.quarters == 0


def test_a_card_that_is_not_printed_there_is_refused_and_the_board_stays_open(show: Open) -> None:
    table = SCENES["unread_board"]()
    page = show(table)
    page.tap("[data-key=board-name]")
    page.tap("[data-key=space-r0c1]")
    page.tap("[data-key=group-D]")
    page.tap("[data-key=tile-AD]")
    see(page, "#toast", "The ace of diamonds is not printed there")
    assert table.session.snapshot.board_naming.quarters is None
    page.complaints.clear()  # of the refusal


@varied_language("it")
def test_every_space_of_the_picture_can_be_tapped_on_a_small_phone(show: Open, language: str) -> None:
    page = show(SCENES["unread_board"](), f"?language={language}", width=360, height=640)
    page.tap("[data-key=board-name]")
    spaces = page.locator(".unread-spaces button")
    assert spaces.count() == 100 and spaces.locator(":scope:not([disabled])").count() == 96
    assert page.evaluate(
        "Math.min(...[...document.querySelectorAll('.unread-spaces button')].map((each) => each.clientWidth)) >= 24"
    )
    assert page.evaluate("document.getElementById('sheet').scrollWidth <= 360")
