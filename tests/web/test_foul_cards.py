"""The card of each kind of foul on a small phone: what happened, the remedy, and only the buttons that fit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from web_scenes import SCENES
from web_stage import see

from tests.varied import varied

Open = Callable[..., Any]
BUTTONS = "(all) => all.map((each) => each.dataset.key.replace(/-\\w+$/, ''))"

CARDS = {
    "foul": ("Take the 45 back.", ["correct", "waive"]),
    "out_of_turn": ("Take the 30 back.", ["had-ended", "waive"]),
    "ended_early": ("Play one more card.", ["missed"]),
    "too_many": ("Take the green 9 back.", ["had-ended", "waive"]),
    "command": ("Take the 2 back.", ["correct", "waive"]),
    "twice": ("Say which card it was.", ["correct", "never"]),
    "dead_end": ("Take the blue chip back.", ["correct", "waive"]),
}


@pytest.mark.parametrize("scene", CARDS)
def test_a_foul_says_the_remedy_and_offers_what_fits(show: Open, scene: str) -> None:
    remedy, buttons = CARDS[scene]
    page = show(SCENES[scene](), "?language=en", width=360, height=640)
    see(page, "#voice .word-remedy", remedy)
    assert page.locator("#voice .word-now button").evaluate_all(BUTTONS) == buttons


@varied("scene", [*CARDS])
def test_the_number_of_the_rule_is_behind_a_tap(show: Open, scene: str) -> None:
    table = SCENES[scene]()
    rule = (table.view("en")["disputes"] or [table.view("en")["ruling"]])[0]["rule"]
    page = show(table, "?language=en", width=360, height=640)
    assert rule not in page.inner_text("#voice")
    page.tap("#voice .rule")
    see(page, "#sheet-title", rule)


def test_the_plays_name_no_rule_before_the_tap_on_a_play(show: Open) -> None:
    table = SCENES["foul"]()
    dispute = table.view("en")["disputes"][0]
    page = show(table, "?language=en", width=360, height=640)
    page.tap("#plays")
    assert dispute["rule"] not in page.inner_text("#sheet")
    page.tap(f"#sheet [data-entry='{dispute['entry']}']")
    page.tap("#sheet .rule")
    see(page, "#sheet-title", dispute["rule"])


def test_it_was_my_turn_ends_the_turn_before(show: Open) -> None:
    page = show(SCENES["out_of_turn"](), "?language=en", width=360, height=640)
    page.get_by_text("It was my turn").tap()
    see(page, "#turn", "Bruno to play")
    page.locator("[data-word^=foul]").wait_for(state="detached")


def test_a_missed_card_is_added_before_the_end_of_the_turn(show: Open) -> None:
    page = show(SCENES["ended_early"](), "?language=en", width=360, height=640)
    page.get_by_text("A card was missed").tap()
    page.tap("#sheet [data-key=missed-down2]")
    page.tap("#sheet [data-key=group-ten8]")
    page.tap("#sheet [data-key=tile-87]")
    see(page, "[data-zone=down2]", "87")
    see(page, "#turn", "Bruno to play")


def test_a_match_lost_by_a_deadline_says_why_and_takes_the_missed_card(show: Open) -> None:
    page = show(SCENES["lost"](), "?language=en", width=360, height=640)
    see(page, "#voice", "Too late")
    see(page, "#voice .word-text", "55 on the first ascending pile")
    page.get_by_text("A card was missed").tap()
    page.tap("#sheet [data-key=missed-up1]")
    page.tap("#sheet [data-key=group-ten5]")
    page.tap("#sheet [data-key=tile-57]")
    see(page, "[data-zone=up1]", "57")
    see(page, "#turn", "Carla to play")
