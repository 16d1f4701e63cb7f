"""What an evening needs of the phone: a menu at a glance, games to choose by their pictures, the end of a match, its result to share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from cut_text import find_cut_texts
from real_table import RealTable
from test_camera import Watching
from test_set_up import Steps
from web_scenes import SCENES
from web_stage import see

from tests.axe import faults
from tests.varied import varied_language

Open = Callable[..., Any]
BOTH = varied_language("it")
SMALL = {"width": 360, "height": 640}


@BOTH
def test_the_whole_menu_is_in_sight_without_scrolling(show: Open, language: str) -> None:
    page = show(SCENES["playing"](), f"?language={language}", **SMALL, camera=Watching(), set_up=Steps())
    page.tap("#menu")
    assert page.locator("#sheet .menu h3").count() == 3
    assert (
        page.evaluate("(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)(document.getElementById('sheet'))")
        <= 0
    )
    assert find_cut_texts(page) == [] and faults(page) == []


@BOTH
def test_the_sheet_of_a_pile_offers_both_ways_to_put_it_right_in_sight(show: Open, language: str) -> None:
    page = show(SCENES["playing"](), f"?language={language}", **SMALL)
    page.tap("[data-key=pile-up1]")
    last = page.locator("#sheet .next-cards .tile").last.bounding_box()
    assert last["y"] + last["height"] <= SMALL["height"]
    assert find_cut_texts(page) == [] and faults(page) == []


@pytest.mark.parametrize(("options", "offered"), [({}, {"44"}), ({"on_fire": True}, {"F44"})])
def test_the_keypad_offers_only_cards_of_this_match(show: Open, options: dict[str, bool], offered: set[str]) -> None:
    table = RealTable().begin("the_game", 2, **options)
    assert {"44", "F44"} & set(table.view("en")["faces"]) == offered
    page = show(table, "?language=en", **SMALL)
    page.tap("[data-key=pile-up1]")
    page.tap("#sheet [data-key=group-ten4]")
    assert page.locator("#sheet .tiles .tile").count() == 10
    assert page.locator("#sheet .tiles [aria-expanded]").count() == 0, "no card has variants to choose from"


@BOTH
def test_games_are_chosen_by_a_picture_and_variants_say_what_they_mean(show: Open, language: str) -> None:
    page = show(SCENES["idle"](), f"?language={language}", **SMALL)
    drawn = "(all) => all.map((each) => Boolean(document.querySelector(each.getAttribute('href'))))"
    pictures = page.locator(".game .game-picture use").evaluate_all(drawn)
    assert pictures == [True] * 5
    for game in ("the_game", "extreme", "quick_easy", "sequence"):
        page.tap(f"[data-game={game}]")
        options = page.locator(".options .option")
        assert options.count() and all(options.nth(i).locator("small").count() == 1 for i in range(options.count()))
        assert find_cut_texts(page) == []


COUNTED = """window.heard = 0;
const begin = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) { heard += 1; return begin.apply(this, when); };
null"""


def lose(table: RealTable) -> None:
    table.act({"command": "claim", "code": "stuck"}, "phone")


def test_a_win_is_celebrated_for_a_moment(show: Open) -> None:
    piles = {"up1": [str(n) for n in range(2, 61)], "down1": [str(n) for n in range(98, 60, -1)]}
    table = RealTable().begin("the_game", 3, position={"piles": piles, "hands": [["99"], [], []], "deck": []})
    page = show(table, "?language=en", **SMALL)
    table.lay("up2", "99")
    page.locator(".moment-won").wait_for()
    assert faults(page) == []
    page.tap(".moment")
    page.locator(".moment").wait_for(state="detached")
    see(page, "#turn", "Won!")


@BOTH
def test_a_loss_is_consoled_and_nothing_is_shown_again_after_a_reload(show: Open, language: str) -> None:
    table = SCENES["playing"]()
    page = show(table, f"?language={language}", **SMALL)
    lose(table)
    see(page, ".moment-lost", {"en": "Next time", "it": "La prossima volta"}[language])
    page.reload()
    see(page, "#turn", {"en": "Lost", "it": "Peccato"}[language])
    assert page.locator(".moment").count() == 0


def test_no_sound_is_made_unless_somebody_asked_for_it(show: Open) -> None:
    table = SCENES["playing"]()
    page = show(table, "?language=en", **SMALL)
    page.evaluate(COUNTED)
    table.lay("up1", "45")
    page.locator("[data-word^=foul]").wait_for()
    assert page.evaluate("heard") == 0
    page.tap("#menu")
    page.tap("[data-key=menu-sounds]")
    table.lay("up1", "47")
    page.locator("[data-word^=foul]").wait_for(state="detached")
    table.lay("up1", "44")
    page.locator("[data-word^=foul]").wait_for()
    assert page.evaluate("heard") > 0
    page.evaluate("localStorage.clear()")


@pytest.mark.parametrize("scene", ["won", "lost"])
def test_the_result_is_saved_as_a_picture(show: Open, scene: str) -> None:
    page = show(SCENES[scene](), "?language=en", **SMALL)
    page.evaluate("delete Navigator.prototype.canShare; null")
    with page.expect_download() as download:
        page.tap("[data-key=share]")
    assert download.value.suggested_filename == "the_game.png"
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_the_picture_of_a_result_names_game_end_players_and_day(show: Open) -> None:
    table = SCENES["won"]()
    page = show(table, "?language=en", **SMALL)
    lines = page.evaluate("async (view) => (await import('/static/share.js')).linesOf(view)", table.view("en"))
    assert lines == ["The Game", "Won!", "0 cards left", "Ada, Bruno, Carla", "January 6, 2026"]


def test_the_page_can_be_put_on_the_home_screen(show: Open) -> None:
    page = show(SCENES["playing"](), "?language=en", **SMALL)
    found = page.evaluate("""async () => {
      const link = document.querySelector("link[rel=manifest]").href;
      const manifest = await (await fetch(link)).json();
      const sizes = await Promise.all(manifest.icons.map(async ({ src, sizes }) => {
        const icon = new Image();
        icon.src = new URL(src, link);
        await icon.decode();
        return sizes === "any" ? sizes : `${icon.naturalWidth}x${icon.naturalHeight}` === sizes;
      }));
      return [manifest.display_override[0], new URL(manifest.start_url, link).pathname, sizes];
    }""")
    assert found == ["fullscreen", "/", ["any", True, True]]


def test_the_screen_is_kept_awake_where_the_browser_can(show: Open) -> None:
    page = show(SCENES["playing"](), "?language=en", **SMALL)
    held = page.evaluate("""async () => {
      const asked = [];
      navigator.wakeLock.request = async (kind) => { asked.push(kind); return {}; };
      document.dispatchEvent(new Event("visibilitychange"));
      return asked;
    }""")
    assert held == ["screen"]


@BOTH
def test_a_match_that_one_player_wins_is_no_loss(show: Open, language: str) -> None:
    page = show(RealTable().begin("face_to_face", 2), f"?language={language}", **SMALL)
    page.tap("[data-key=claim]")
    page.tap("[data-key=claim-confirm]")
    see(page, "#turn", "Bruno")
    assert "Bruno" in page.inner_text("#voice .word-title")
