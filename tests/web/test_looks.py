"""How the pages look: what axe-core finds, and whether everything is in sight and large enough, in every state and at every size."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from test_camera import Watching
from test_set_up import Steps
from web_scenes import SCENES, SIZES, varied_scene

from tests.axe import faults
from tests.varied import varied

Open = Callable[..., Any]

OUT_OF_SIGHT = """() => {
  const seen = (each) => each.checkVisibility({ visibilityProperty: true }) && getComputedStyle(each).clipPath === "none";
  const all = (what) => [...document.querySelectorAll(what)].filter(seen);
  const name = (each) => `${each.className} ${each.dataset.zone ?? ""} "${each.textContent.slice(0, 30)}"`;
  const out = (each) => {
    const { left, top, right, bottom } = each.getBoundingClientRect();
    return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
  };
  const cut = (each) => each.scrollWidth > each.clientWidth + 1;
  const small = (each) => Math.min(each.offsetWidth, each.offsetHeight) < 43;
  return {
    out: all(".bar, .strip, .piles:not(.piles-small) .pile, .board, .word, .acts").filter(out).map(name),
    cut: all(".bar h1, .strip, .pile-title, .pile-fits > span, .pile-state, .word-title, .word-now > *, .act").filter(cut).map(name),
    small: all(".act, .quiet, .primary, .round, .group, .tile, .candidate, .variant, .pile, .entry-open, .strip").filter(small).map(name),
  };
}"""
IN_SIGHT = {"out": [], "cut": [], "small": []}


@varied_scene
def test_in_any_state_all_is_in_sight_and_axe_finds_nothing(show: Open, scene: str) -> None:
    page = show(SCENES[scene](), "?language=it", width=360, height=640)
    assert faults(page) == []
    for size, (width, height) in SIZES.items() if scene != "idle" else ():
        page.set_viewport_size({"width": width, "height": height})
        assert (size, page.evaluate(OUT_OF_SIGHT)) == (size, IN_SIGHT)


def test_what_moves_on_the_page_is_drawn_somewhere(show: Open) -> None:
    page = show(SCENES["foul"]())
    used, drawn = page.evaluate("""() => {
      const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).flatMap((rule) => [rule, ...(rule.cssRules ?? [])]);
      const used = rules.map((rule) => rule.style?.animationName).filter((name) => name && name !== "none");
      return [[...new Set(used)], rules.filter((rule) => rule instanceof CSSKeyframesRule).map((rule) => rule.name)];
    }""")
    assert {"blink", "rise"} <= {*used} and {*used} <= {*drawn}


def test_the_lamp_of_a_foul_blinks_on_the_phone(show: Open) -> None:
    page = show(SCENES["foul"]())
    page.emulate_media(reduced_motion="no-preference")
    page.tap("#menu")
    page.tap("[data-key=menu-lamps]")
    lamp = page.locator(".led-red").first
    lamp.wait_for()
    colours = "(lamp) => lamp.getAnimations().flatMap((each) => each.effect.getKeyframes()).map((frame) => frame.boxShadow)"
    assert len({*lamp.evaluate(colours)}) > 1
    page.emulate_media(reduced_motion="reduce")


SHEETS = {
    "foul": ("#menu", "#plays", "[data-key=seats]", "[data-key=claim]", "[data-key=pile-up1]", "[data-key=pile-up2]", ".rule"),
    "question": ("[data-key^=other]", "[data-key=more]"),
    "board": ("[data-key=cell-r0c2]", "[data-key=claim]", "[data-key=large-board]"),
    "out_of_step": ("[data-key=check]", "[data-key=seats] >> [data-key=places]"),
    "cleared": ("[data-key=check]",),
    "burning": ("#menu >> [data-key=menu-set-up]", "#menu >> [data-key=menu-new]", "#menu >> [data-key=menu-lamps]"),
}  # fmt: skip


@varied("scene", list(SHEETS), quick=2)
def test_axe_finds_nothing_on_any_sheet(show: Open, scene: str) -> None:
    page = show(SCENES[scene](), "?language=it", width=360, height=640)
    for opener in SHEETS[scene]:
        for tapped in opener.split(" >> "):
            page.tap(tapped)
        assert (opener, faults(page), page.evaluate(OUT_OF_SIGHT)["small"]) == (opener, [], [])
        page.tap("[data-key=sheet-close]")


SIGNS = """(host) => {
  const cells = [...document.querySelectorAll(`${host} .cell:not(.cell-corner)`)].filter((each) => !each.querySelector(".chip"));
  const ranks = cells.map((each) => parseFloat(getComputedStyle(each.querySelector(".figure")).fontSize));
  const suits = cells.map((each) => each.querySelector(".pip").getBoundingClientRect().width);
  return { ranks: Math.min(...ranks) / 16, suits: Math.min(...suits) / 16 };
}"""


@pytest.mark.parametrize("scene", ["board", "dead_end"])
def test_the_signs_of_the_board_are_read_at_arms_length_on_the_smallest_phone(show: Open, scene: str) -> None:
    page = show(SCENES[scene](), "?language=it", width=360, height=640)
    signs = page.evaluate(SIGNS, "#board")
    assert signs["ranks"] >= 1 and signs["suits"] >= 1
    for opener in ("[data-key=large-board]", "[data-key=cell-r3c4]"):
        page.tap(opener)
        signs = page.evaluate(SIGNS, "#sheet")
        assert signs["ranks"] >= 1.25 and signs["suits"] >= 1.1, opener
        page.tap("[data-key=sheet-close]")


def test_a_space_beside_the_one_that_was_tapped_is_a_tap_away(show: Open) -> None:
    page = show(SCENES["board"](), "?language=en", width=360, height=640)
    page.tap("#board [data-key=cell-r3c4]")
    page.tap("#sheet [data-key=cell-r2c5]")
    page.locator("#sheet-title").filter(has_text="5 of diamonds, upper space").wait_for()


@varied("path", ["table", "tv", "camera", "set-up", "nothing-here"], quick=2)
def test_axe_finds_nothing_on_any_other_page(show: Open, path: str) -> None:
    page = show(SCENES["foul"](), f"{path}?language=it", width=1280, height=720, camera=Watching(), set_up=Steps())
    assert faults(page) == []
    page.complaints.clear()  # the browser notes the 404
