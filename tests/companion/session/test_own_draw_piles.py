"""Two players' draw piles on a table without a mat, and a called card whose pile nobody can read."""

from __future__ import annotations

import pytest

from companion.app.table_events import apply_event
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.match.rulings import Ruling
from companion.session.session import Session
from vision.types import UNREADABLE, Change, Moving, PilePlace, PilesFound, Still, Touched

PLACES = {"s_up": (0.3, 0.7), "s_down": (0.5, 0.7), "g_up": (0.5, 0.3), "g_down": (0.3, 0.3)}
DRAWS = ("s_draw", "g_draw")


class Table:
    """A table of two on which the eye tells what a test says, as time passes. The eye calls the draw piles as `draws` says."""

    def __init__(self, draws: tuple[str, ...] = DRAWS) -> None:
        sheet = load_sheet("face_to_face")
        self.session = Session(Journal(":memory:"), lambda name: sheet.faces)
        self.session.begin_match(Started("face_to_face", 2, {}), 0.0, "phone")
        self.now, self.fouls = 0.0, list[str]()
        places = [PilePlace(zone, at, False, True) for zone, at in PLACES.items()]
        places += [PilePlace(zone, (0.8, y), False, False) for zone, y in zip(draws, (0.7, 0.3), strict=True)]
        self.tell(PilesFound(0.0, tuple(places), DRAWS))

    def tell(self, *events: object) -> None:
        told = [notice for event in events for notice in apply_event(self.session, event, self.now)]
        self.fouls += [one.rule for one in told if isinstance(one, Ruling) and one.verdict == "illegal"]

    def visit(self, event: object) -> None:
        self.now += 5.0
        self.tell(Moving(self.now), event, Still(self.now + 0.8))

    def lays(self, zone: str, face: str, hand: float, *, accepted: bool = True) -> None:
        before = self.session.match.faces.get(zone, "")
        self.visit(Change(zone, before, face, 0.99, (), self.now + 5.0, True, accepted, hand))

    def draws(self, zone: str, hand: float) -> None:
        self.visit(Touched(zone, self.now + 5.0, hand))

    @property
    def named(self) -> dict[str, tuple[float, float]]:
        """Draw piles of which it is known whose they are, and where they lie."""
        return {one.zone: one.at for one in self.session.snapshot.found_piles.places if one.is_named and one.zone in DRAWS}


ANNA, BEA = 0.9, 0.4


@pytest.mark.parametrize("draws", [DRAWS, DRAWS[::-1]])
def test_a_draw_pile_is_its_owners_once_they_have_drawn_whatever_the_eye_calls_it(draws):
    table = Table(draws)
    near, far = draws
    assert table.named == {}
    for zone, face in (("s_up", "s3"), ("s_up", "s5")):
        table.lays(zone, face, ANNA)
    table.draws(near, ANNA)
    assert table.named == {"s_draw": (0.8, 0.7), "g_draw": (0.8, 0.3)}
    for zone, face in (("g_down", "g58"), ("g_down", "g50")):
        table.lays(zone, face, BEA)
    table.draws(far, BEA)
    table.lays("s_up", "s8", ANNA)
    assert table.fouls == [] and table.session.match.state.turn == 3


def test_two_players_draw_piles_are_known_once_a_person_shows_one():
    table = Table(DRAWS[::-1])
    table.session.piles.show_draw_pile("s_draw", (0.8, 0.7))
    assert table.named["s_draw"] == (0.8, 0.7)
    for face in ("s3", "s5"):
        table.lays("s_up", face, ANNA)
    table.draws("s_draw", ANNA)
    assert table.fouls == [] and table.session.match.state.turn == 2


def test_a_card_over_a_called_one_is_the_movers_by_its_colour_though_the_hand_that_took_that_back_was_seen():
    """Nobody saw the pile in between. The mover's own hand came later."""
    table = Table()
    for zone, face in (("s_up", "s3"), ("s_up", "s5")):
        table.lays(zone, face, ANNA)
    table.draws("s_draw", ANNA)
    for zone, face in (("g_down", "g58"), ("g_down", "g50")):
        table.lays(zone, face, BEA)
    table.draws("g_draw", BEA)
    table.lays("s_down", "g27", BEA)
    assert table.fouls == ["FF-17"]
    table.lays("s_down", "s52", BEA)
    assert table.fouls == ["FF-17"] and table.session.match.state.turn == 3


def called_and_handled():
    """A table on which a called card's pile was handled, and nobody can read what lies there."""
    table = Table()
    for zone, face in (("s_up", "s3"), ("s_up", "s5"), ("s_up", "s4")):
        table.lays(zone, face, ANNA)
    assert table.fouls
    table.fouls.clear()
    table.visit(Change("s_up", "s4", UNREADABLE, 0.0, (), table.now + 5.0, True, False, ANNA))
    return table


@pytest.mark.parametrize("by", ["draw", "button"])
def test_no_end_of_turn_is_called_over_a_card_whose_pile_cannot_be_read(by):
    """It was handled since: the card that was called may have gone back."""
    table = called_and_handled()
    table.draws("s_draw", ANNA) if by == "draw" else table.session.record_turn_end(table.now, "button")
    assert table.fouls == [] and table.session.match.state.turn == 2 and not table.session.match.disputes
    table.now += 10.0
    table.session.notice_time(table.now)
    assert not table.session.snapshot.out_of_step


def test_a_called_card_that_lies_there_still_is_called_again_once_it_is_read():
    table = called_and_handled()
    table.draws("s_draw", ANNA)
    table.visit(Change("s_up", UNREADABLE, "s4", 0.99, (), table.now + 5.0, True, True, ANNA))
    assert table.session.match.disputes or table.fouls


def test_a_turn_that_began_before_the_eye_watched_ends_with_its_draw_though_one_card_is_seen():
    """Another may lie beneath the card that lay there."""
    table = Table(DRAWS[::-1])
    table.tell(Change("s_up", "", "s12", 0.99, (), 0.4, False, True, None))
    table.draws("g_draw", ANNA)
    table.lays("g_down", "g58", BEA)
    assert table.fouls == [] and table.session.match.state.turn == 2 and table.named["s_draw"] == (0.8, 0.7)
