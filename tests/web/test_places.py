"""Where the players sit: names dragged, tapped and moved by keys around the mat; what was learned from hands is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from real_table import RealTable
from web_scenes import SIZES
from web_stage import see

from tests.axe import faults
from tests.varied import varied_language

Open = Callable[..., Any]

OUT_OF_SIGHT = """() => new Promise(requestAnimationFrame).then(() => {
  const out = ({ left, right }) => left < -1 || right > innerWidth + 1;
  return [...document.querySelectorAll(".name")].filter((each) => out(each.getBoundingClientRect())).map((each) => each.textContent);
})"""


def opened(show: Open, table: RealTable, language: str = "en", **size: int) -> Any:
    page = show(table, f"?language={language}", **size)
    page.click("[data-key=seats]")
    page.click("[data-key=places]")
    return page


def places(table: RealTable) -> list[float | None]:
    return [seat["place"] for seat in table.view("en")["seats"]]


def drag(page: Any, seat: int, x: float, y: float) -> None:
    """Drag a name to a point of the mat, in shares of its width and height."""
    mat = page.locator(".mat").bounding_box()
    name = page.locator(f"[data-key=place-{seat}]").bounding_box()
    page.mouse.move(name["x"] + name["width"] / 2, name["y"] + name["height"] / 2)
    page.mouse.down()
    page.mouse.move(mat["x"] + mat["width"] * 0.5, mat["y"] + mat["height"] * 0.5, steps=3)
    page.mouse.move(mat["x"] + mat["width"] * x, mat["y"] + mat["height"] * y, steps=3)
    page.mouse.up()


def save(page: Any) -> None:
    page.click("[data-key=places-save]")
    page.locator("#sheet[open]").wait_for(state="detached")


@varied_language()
def test_names_are_dragged_to_where_the_players_sit(show: Open, table: RealTable, language: str) -> None:
    page = opened(show, table, language)
    width, height = table.view("en")["mat"]["size"]
    around = 2 * (width + height)
    drag(page, 0, 0.5, 1.0)
    drag(page, 1, -0.1, 0.5)
    save(page)
    ada, bruno, carla = places(table)
    assert ada == pytest.approx((2 * height + 1.5 * width) / around, abs=0.01), "near, in the middle"
    assert bruno == pytest.approx(height / 2 / around, abs=0.01), "left, in the middle"
    assert carla is None, "nobody said, nobody saw"
    see(
        page,
        "#voice",
        {"en": "The places around the table are corrected.", "it": "I posti attorno al tavolo sono corretti."}[language],
    )


def test_a_finger_drags_as_a_mouse_does(show: Open, table: RealTable) -> None:
    page = opened(show, table)
    mat, name = page.locator(".mat").bounding_box(), page.locator("[data-key=place-0]").bounding_box()
    start = {"x": name["x"] + 20, "y": name["y"] + 20}
    end = {"x": mat["x"] + mat["width"] - 2, "y": mat["y"] + mat["height"] / 2}
    touch = page.context.new_cdp_session(page)
    for kind, points in (("touchStart", [start]), ("touchMove", [end]), ("touchEnd", [])):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    save(page)
    width, height = table.view("en")["mat"]["size"]
    assert places(table)[0] == pytest.approx((1.5 * height + width) / (2 * (width + height)), abs=0.02)


def test_a_name_is_placed_without_dragging_by_taps_and_by_keys(show: Open, table: RealTable) -> None:
    page = opened(show, table)
    page.tap("[data-key=place-2]")
    page.tap("[data-key=side-far]")
    see(page, ".among-title", "far")
    page.locator("[data-key=place-2]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    save(page)
    width, height = table.view("en")["mat"]["size"]
    middle = (height + width / 2) / (2 * (width + height))
    assert places(table) == [None, None, pytest.approx(middle + 2 / 24, abs=0.001)]


def test_what_was_learned_from_hands_is_shown_and_goes_on_being_learned(show: Open) -> None:
    from companion.match.events import Played, TurnEnded

    table = RealTable().begin("the_game", 2)
    for event in (Played("up1", "", "11", hand=0.9), Played("up1", "11", "12", hand=0.9), TurnEnded(hand=0.9)):
        table.do(lambda session, at, event=event: session.record_event(event, at, "camera"))
    page = opened(show, table)
    assert page.locator("[data-key=place-0].name-learned").count() == 1
    page.tap("[data-key=place-1]")
    page.tap("[data-key=side-left]")
    save(page)
    seats = table.view("en")["seats"]
    assert [seat["placed"] for seat in seats] == [False, True] and seats[0]["place"] == pytest.approx(0.9)


def test_two_side_by_side_may_share_a_place_and_it_is_said(show: Open, table: RealTable) -> None:
    page = opened(show, table)
    for seat in (0, 1):
        page.tap(f"[data-key=place-{seat}]")
        page.tap("[data-key=side-near]")
    see(page, ".sheet-text", "Same place: Ada, Bruno")
    boxes = [page.locator(f"[data-key=place-{seat}]").bounding_box() for seat in (0, 1)]
    apart = boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"] + 1 or boxes[1]["x"] + boxes[1]["width"] <= boxes[0]["x"] + 1
    assert apart or abs(boxes[0]["y"] - boxes[1]["y"]) >= min(box["height"] for box in boxes) - 1, "both can be read and tapped"
    save(page)
    assert places(table)[0] == places(table)[1] is not None


def test_a_name_that_was_put_somewhere_is_given_back_to_the_camera(show: Open, table: RealTable) -> None:
    table.act({"command": "set_up", "places": [0.1, 0.5, None]}, "test")
    page = opened(show, table)
    page.tap("[data-key=place-0]")
    page.tap("[data-key=place-learn]")
    save(page)
    assert places(table) == [None, 0.5, None]


@pytest.mark.whole
@varied_language("it")
def test_all_names_of_twelve_are_in_sight_and_axe_finds_nothing(show: Open, language: str) -> None:
    table = RealTable().begin("sequence", 12)
    table.act({"command": "set_up", "places": [seat / 12 for seat in range(12)]}, "test")
    page = opened(show, table, language, width=360, height=640)
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("document.querySelector('[data-key=sheet-close]').click()")
        page.click("[data-key=seats]")
        page.click("[data-key=places]")
        page.tap("[data-key=place-3]")
        out = page.evaluate(OUT_OF_SIGHT)
        assert (size, out) == (size, [])
    assert faults(page) == []
