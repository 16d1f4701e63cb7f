"""A hand that another player stretches out over a drawn table, and the card of the phone that comes of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

from real_table import NAMES, SHEETS, RealTable
from web_stage import see

from companion.app.eye import VisionThread
from companion.machine.faults import Faults
from companion.machine.notify import Notifier
from companion.match.events import Started
from companion.sources.scenery import Setting
from companion.sources.sources import layout_from_sheet, readers_for
from tests.varied import varied_language
from vision.drawn.table.acts import Lay, Wait, make_waiting_script
from vision.drawn.table.players import make_easy_going_players
from vision.drawn.table.virtual_camera import VirtualTable

SMALL = {"width": 360, "height": 640}
PATIENCE_MS = 120_000
SAID = {
    "foul": ("It is Ada’s turn, not Bruno’s.", "Tocca ad Ada, non a Bruno."),
    "mine": ("It was my turn", "Toccava a me"),
    "whose": ("Bruno to play", "Gioca Bruno"),
    "ended": ("Added: Ada ended the turn.", "Aggiunto: Ada ha finito il turno."),
}


@contextmanager
def watching(table: RealTable, *acts: Lay) -> Iterator[None]:
    """Three people sit where the match says, and their hands do `acts`; a camera watches, with the cards that ship."""
    layout = layout_from_sheet(SHEETS["the_game"])
    people = make_easy_going_players(4, layout.size_mm)
    places = tuple(player.place for player in people)
    table.do(lambda session, at: session.begin_match(Started("the_game", 3, {}, None, NAMES[:3], places=places), at, "test"))
    script = chain((Wait(2.0),), acts, make_waiting_script())
    camera = VirtualTable(layout, script, speed="fast", seed=4, players=people)
    setting = Setting(layout, readers_for("the_game"), camera, live=False)
    eye = VisionThread(table._inbox, lambda game, match: setting, Notifier(""), "touch", Faults())
    eye.start_watching()
    try:
        yield
    finally:
        eye.stop_watching()


@varied_language("en")
def test_a_card_by_another_players_hand_is_called_and_may_be_right(language: str, show: Callable[..., Any]) -> None:
    table, said = RealTable(), {key: words[["en", "it"].index(language)] for key, words in SAID.items()}
    with watching(table, Lay("up2", "20", seat=1)):
        page = show(table, f"?language={language}", **SMALL)
        page.locator("#voice").filter(has_text=said["foul"]).wait_for(timeout=PATIENCE_MS)
        assert table.session.match.faces["up2"] == "", "a foul stands nowhere until the table says so"
        page.locator("#voice button").filter(has_text=said["mine"]).tap()
        see(page, "#voice", said["ended"])
        see(page, "#turn", said["whose"])
    assert table.session.match.faces["up2"] == "20"
    assert not table.session.match.disputes
