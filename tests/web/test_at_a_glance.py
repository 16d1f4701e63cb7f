"""What a glance at the phone needs: nothing cut, nothing that moves from state to state, a board as wide as the phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from cut_text import find_cut_texts
from web_scenes import SCENES, varied_scene

from tests.varied import varied, varied_language

Open = Callable[..., Any]
PHONES = ((360, 640), (390, 844))
THE_GAME = [
    "playing", "foul", "out_of_turn", "ended_early", "twice", "burning", "question", "found_piles", "lost_draw_pile", "laid_out",
    "begun", "stray", "out_of_step", "learning", "moving", "blind", "won", "lost", "found", "other_version",
]  # fmt: skip
PLACES = """() => [...document.querySelectorAll(".strip, .table, .pile, .pile .card, #voice, .acts")]
  .filter((each) => each.checkVisibility()).map((each) => {
    const { left, top, width, height } = each.getBoundingClientRect();
    return [each.dataset.zone ?? each.className.split(" ")[0], ...[left, top, width, height].map(Math.round)].join(" ");
  })"""
RANKS = """(host) => [...document.querySelectorAll(`${host} .cell:not(.cell-corner)`)].filter((cell) => {
  const [room, rank] = [cell, cell.querySelector(".figure")].map((each) => each.getBoundingClientRect());
  const around = document.createRange();
  around.selectNodeContents(cell.querySelector(".figure"));
  return around.getBoundingClientRect().right > room.right + 1 || rank.left < room.left - 1;
}).length"""


@pytest.mark.whole
@varied_language("it")
@varied_scene
def test_no_text_is_cut_on_any_phone(show: Open, scene: str, language: str) -> None:
    page = show(SCENES[scene](), f"?language={language}", *PHONES[0])
    for width, height in (*PHONES, (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        assert (width, find_cut_texts(page)) == (width, [])


def test_a_text_that_is_cut_is_found(show: Open) -> None:
    page = show(SCENES["foul"](), "?language=en", *PHONES[0])
    page.evaluate(
        "Object.assign(document.querySelector('.word-title').style, { overflow: 'hidden', whiteSpace: 'nowrap', maxWidth: '3rem' }); null"
    )
    assert find_cut_texts(page)


@pytest.mark.whole
@varied(("width", "height"), PHONES)
def test_the_tiles_stay_where_they_are_from_state_to_state(show: Open, width: int, height: int) -> None:
    seen = {scene: show(SCENES[scene](), "?language=it", width, height).evaluate(PLACES) for scene in THE_GAME}
    first = seen[THE_GAME[0]]
    assert {scene: places for scene, places in seen.items() if places != first} == {}


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_the_board_is_as_wide_as_the_phone(show: Open, width: int, height: int) -> None:
    page = show(SCENES["dead_end"](), "?language=it", width, height)
    board = page.locator("#board .board").bounding_box()
    assert board["width"] >= width - 12 and board["height"] == board["width"]
    assert page.evaluate("document.documentElement.scrollHeight") <= height


@pytest.mark.parametrize(("path", "width", "height"), [("", 360, 640), ("", 390, 844), ("", 844, 390), ("tv", 1920, 1080)])
def test_the_ranks_of_the_board_are_whole(show: Open, path: str, width: int, height: int) -> None:
    page = show(SCENES["board"](), f"{path}?language=en", width, height)
    assert page.locator("#board .cell").count() == 100
    assert page.evaluate(RANKS, "#board") == 0


def test_a_normal_play_of_sequence_raises_no_warning(show: Open) -> None:
    table = SCENES["board"]()
    table.lay("discard2", "3S")
    page = show(table, "?language=en", *PHONES[0])
    page.locator("[data-word^=duty]").wait_for()
    assert page.locator(".word-due, .cell-due, .cell-ask, .pile-is-due").count() == 0
    assert not [lamp for lamp in table.view("en")["lamps"] if lamp["colour"] == "amber"]


@varied_language("it")
@pytest.mark.parametrize("scene", ["extreme", "command", "face_to_face", "foul", "quick_easy"])
def test_a_pile_shows_its_card_whole_and_its_name_in_two_lines(show: Open, scene: str, language: str) -> None:
    page = show(SCENES[scene](), f"?language={language}", width=360, height=640)
    hidden = """(all) => all.map((card) => card.getBoundingClientRect().bottom - card.closest(".pile").getBoundingClientRect().bottom)"""
    assert max(page.locator(".pile .card-large").evaluate_all(hidden)) <= 0
    lines = "(all) => all.map((name) => name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).lineHeight))"
    assert max(page.locator(".pile-title").evaluate_all(lines)) < 2.5
