"""A table without a mat on the phone: which piles ascend, on which pile a card lies, what is seen and waited for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from web_scenes import SCENES
from web_stage import see

from tests.varied import varied_language

Open = Callable[..., Any]

CUT = """() => [...document.querySelectorAll('#voice .word-title, #voice .word-text, #voice .quiet')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
    .map((each) => each.textContent)"""


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "I see three direction cards; lay one more."), ("it", "Vedo tre carte direzione; mettine un’altra.")],
)
def test_a_table_that_is_being_learned_says_what_it_waits_for(show: Open, language: str, words: str) -> None:
    page = show(SCENES["laid_out"](), f"?language={language}", width=360, height=640)
    see(page, "#voice .word-text", words)
    see(page, "#status", words)


def test_which_piles_ascend_is_said_by_one_tap_on_a_picture(show: Open) -> None:
    table = SCENES["begun"]()
    page = show(table)
    page.tap("[data-key=piles-wrong]")
    pictures = page.locator(".kinds-picture")
    assert pictures.count() == 4, "each of two piles may be of either kind"
    assert pictures.nth(1).get_attribute("aria-label") == "12: Ascending, 88: Descending"
    page.tap("[data-key=kinds-up-down]")
    page.locator("#sheet[open]").wait_for(state="detached")
    page.wait_for_selector("[data-key=piles-right]", state="detached")
    assert table.session.match.faces["down1"] == "88"
    assert table.session.snapshot.found_piles.find_pile("down1").at == (0.4, 0.4)
    see(page, "[data-zone=down1]", "below 88")


def test_which_piles_ascend_is_said_pile_by_pile(show: Open) -> None:
    table = SCENES["found_piles"]()
    page = show(table)
    page.tap("[data-key=piles-wrong]")
    assert page.locator(".kinds-picture").count() == 6
    page.tap("[data-key=kind-up1-down1]")
    page.locator("[data-key=kinds-done]").wait_for(state="detached")  # three piles descending are one too many
    page.tap("[data-key=kind-down2-up1]")
    page.tap("[data-key=kinds-done]")
    page.wait_for_selector("[data-key=piles-right]", state="detached")
    faces = table.session.match.faces
    assert ({faces["up1"], faces["up2"]}, {faces["down1"], faces["down2"]}) == ({"31", "77"}, {"12", "90"})


def test_a_card_where_no_pile_is_known_is_laid_by_one_tap(show: Open) -> None:
    table = SCENES["stray"]()
    page = show(table)
    see(page, "#voice", "Which pile is this 68 on?")
    page.locator("#voice .crop").evaluate("(picture) => picture.decode()")
    page.tap("#voice [data-key=lies-on-up1]")
    see(page, "[data-zone=up1]", "above 68")
    assert table.acts[-1][0] == {"command": "answer_pile", "language": "en", "question": "q1", "zone": "up1"}


def test_a_card_where_no_pile_is_known_may_lie_on_any_pile_or_not_be_played(show: Open) -> None:
    table = SCENES["stray"]()
    page = show(table)
    page.tap("text=Another pile")
    assert page.locator("#sheet .pile-choices button").count() == 4
    page.tap("text=No pile: it was not played")
    page.wait_for_selector("[data-key=pile-other-q1]", state="detached")
    assert table.acts[-1][0] == {"command": "ignore", "language": "en", "question": "q1"}
    assert table.session.match.faces["up1"] == "47"


@varied_language("it")
def test_nothing_on_the_sheet_of_kinds_is_cut_on_a_small_phone(show: Open, language: str) -> None:
    page = show(SCENES["found_piles"](), f"?language={language}", width=360, height=640)
    page.tap("[data-key=piles-wrong]")
    assert page.locator(".kinds-piles li").count() == 4
    assert page.evaluate(CUT.replace("#voice .word-title", "#sheet button")) == []
    assert page.evaluate("document.getElementById('sheet').scrollWidth <= 360")


@pytest.mark.whole
@varied_language("it")
@pytest.mark.parametrize("scene", ["laid_out", "begun", "stray", "found_piles", "lost_draw_pile"])
def test_no_word_about_such_a_table_is_cut_on_a_small_phone(show: Open, scene: str, language: str) -> None:
    page = show(SCENES[scene](), f"?language={language}", width=360, height=640)
    page.locator("#voice .word").wait_for()
    assert page.evaluate(CUT) == []
