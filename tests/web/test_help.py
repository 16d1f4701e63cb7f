"""The help page: its pictures show what the lamps really do, and it is one tap from the menu."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from web_scenes import SCENES

from companion import __version__
from companion.machine.lamps import LAMP_COLOURS
from hardware.patterns import BLINKS, FOUL_SOUND, TRIAL, Blink
from tests.axe import faults
from tests.varied import varied_language
from web.news import News, Piece, Section, read_news
from web.routes.help_pages import BUZZER, LAMPS, STRIP_S, STRIP_WIDTH, Rhythm

Open = Callable[..., Any]


def test_the_pictures_are_those_of_the_lamps_and_none_is_missing() -> None:
    assert {each.kind: (each.colour, each.beats) for each in LAMPS} == {
        kind: (LAMP_COLOURS[kind], blink.beats) for kind, blink in BLINKS.items() if kind != TRIAL
    }
    assert [each.beats for each in BUZZER] == [FOUL_SOUND.beats]


@pytest.mark.parametrize("rhythm", [*LAMPS, *BUZZER], ids=lambda each: each.kind)
def test_a_picture_is_lit_where_the_lamp_is(rhythm: Rhythm) -> None:
    blink = Blink("", rhythm.beats)
    for step in range(400):
        at = (step + 0.5) * STRIP_S / 400
        lit = any(left <= at * STRIP_WIDTH / STRIP_S < left + wide for left, wide in rhythm.list_spans())
        assert lit == blink.is_on(at), at


@pytest.mark.parametrize("scene", ["idle", "playing"])
def test_help_is_one_tap_from_the_menu(show: Open, scene: str) -> None:
    page = show(SCENES[scene](), "?language=en")
    page.tap("#menu")
    page.tap("[data-key=menu-help]")
    page.wait_for_url("**/help")
    said = page.inner_text("main")
    for words in ("When the companion is wrong", "What the lamps say", "Very fast, red: a foul", "What the buzzer says"):
        assert words in said
    assert page.locator("main svg.help-rhythm").count() == len(LAMPS) + len(BUZZER)


@varied_language("it")
def test_axe_finds_nothing_and_nothing_is_cut_on_a_small_phone(show: Open, language: str) -> None:
    page = show(SCENES["playing"](), f"help?language={language}", 360, 640)
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("main svg").evaluate_all(
        "(all) => all.every((each) => each.getBoundingClientRect().right <= innerWidth)"
    )


def test_what_is_new_is_one_tap_from_help_and_tells_the_version_that_runs(show: Open) -> None:
    page = show(SCENES["playing"](), "help?language=it", 360, 640)
    page.tap("[data-key=news]")
    page.wait_for_url("**/new")
    said = page.inner_text("main")
    assert __version__ in page.inner_text("h1") and "Five games" in said and "**" not in said
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("text", ["", "# Something else\n\n- a list", "## 1.0 without brackets"])
def test_a_text_without_versions_has_no_news(text: str) -> None:
    assert read_news(text) is None


def test_only_the_latest_version_is_told() -> None:
    latest = "## [2.0.0] - today\n\n### Added\n\n- **Two** words\n  in `code`, see [here](x.md)\n\n### Fixed\n\n"
    text = f"readme\n\n{latest}## [1.0.0]\n\n### Added\n\n- old\n"
    pieces = (Piece("Two", "strong"), Piece(" words in "), Piece("code", "code"), Piece(", see "), Piece("here"))
    assert read_news(text) == News("2.0.0", (Section("Added", (pieces,)),))
