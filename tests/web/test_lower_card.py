"""Two cards played in one movement: the page asks which one lies under the other, and takes the answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from real_table import RealTable
from web_stage import see

Open = Callable[..., Any]
SMALL = {"width": 360, "height": 640}


def fanned() -> RealTable:
    """37 and 50 were laid on 20 at once, and only a strip of the 37 shows."""
    table = RealTable().begin("the_game", 2)
    table.lay("up1", "20")
    table.ask("up1", ("?", 0.5))
    table.lay("up1", "50")
    return table


@pytest.mark.parametrize(
    ("language", "title", "asked"),
    [
        ("en", "Which card? First ascending, under the 50", "A card underneath cannot be read. Tap it"),
        ("it", "Primo crescente, sotto il 50", "Sotto c’è una carta che non leggo"),
    ],
)
def test_the_lower_card_is_entered_on_the_phone_and_goes_in_first(show: Open, language: str, title: str, asked: str) -> None:
    table = fanned()
    page = show(table, f"?language={language}", **SMALL)
    see(page, "#voice", title)
    page.tap("[data-key='other-q1']")
    see(page, "#sheet", asked)
    page.tap("[data-key='group-ten3']")
    page.tap("[data-key='tile-37']")
    page.wait_for_selector("[data-key='other-q1']", state="detached")
    assert [laid.after for laid in table.session.match.laid] == ["20", "37", "50"]


def test_that_there_is_none_closes_the_question(show: Open) -> None:
    table = fanned()
    page = show(table, "?language=en", **SMALL)
    page.tap("[data-key='other-q1']")
    see(page, "[data-key='ignore-q1']", "There is none")
    page.tap("[data-key='ignore-q1']")
    page.wait_for_selector("[data-key='other-q1']", state="detached")
    assert table.session.snapshot.questions == () and [laid.after for laid in table.session.match.laid] == ["20", "50"]
    assert not table.session.match.disputes
