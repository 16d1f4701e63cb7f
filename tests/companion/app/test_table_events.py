"""What the eye tells is understood in one way, whoever watches."""

from __future__ import annotations

import pytest

from companion.app.table_events import apply_event, work_of_event
from companion.errors import InputError
from companion.games import GAMES
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.session.session import Session
from companion.shown.view import make_view
from companion.shown.words.messages import catalogue
from vision.types import Bumped, Change, Found, Hindered, Lost, Moving, Still, Touched, Unclear

PILES = [(game, zone.name) for game in GAMES for zone in load_sheet(game).zones if zone.kind == "draw"]


def session_of(game):
    session = Session(Journal(":memory:"), lambda name: load_sheet(name).faces)
    session.begin_match(Started(game, 2, {}), 0.0, "test")
    return session


def accepted(session, zone):
    return session.snapshot.rules.list_faces(session.match.state)[zone]


@pytest.mark.parametrize(("game", "zone"), PILES)
def test_a_hand_at_any_draw_pile_of_any_game_is_understood(game, zone):
    assert len(apply_event(session_of(game), Touched(zone, 1.0), 1.0)) == 1


@pytest.mark.parametrize("zone", [zone for _, zone in PILES])
def test_where_cards_or_times_end_a_turn_a_hand_at_the_pile_does_not(zone):
    assert work_of_event(Touched(zone, 1.0), "control") is None


def test_a_card_lies_and_is_undone_by_a_control_card():
    session = session_of("the_game")
    (laid,) = apply_event(session, Change("up1", "", "10", 1.0, (), 1.0, True), 1.0)
    assert laid.verdict == "legal" and accepted(session, "up1") == "10"
    apply_event(session, Touched("control:undo", 2.0), 2.0)
    assert accepted(session, "up1") == ""


def test_a_control_card_that_cannot_be_followed_is_refused_in_words():
    with pytest.raises(InputError):
        apply_event(session_of("the_game"), Touched("control:undo", 1.0), 1.0)


def test_a_control_card_of_another_table_asks_for_nothing():
    assert apply_event(session_of("the_game"), Touched("control:dance", 1.0), 1.0) == ()


@pytest.mark.parametrize(("event", "state"), [(Moving(1.0), "moving"), (Still(1.0), "still"), (Lost(1.0, "dark"), "lost")])
def test_hands_and_blindness_are_known_to_the_match(event, state):
    session = session_of("the_game")
    apply_event(session, event, 1.0)
    assert session.snapshot.table == state


HIDDEN = [("glare", "lamp"), ("blurred", "lurred"), ("covered", "hides"), ("outside", "cuts off")]


@pytest.mark.parametrize(("why", "said"), HIDDEN)
def test_a_pile_that_cannot_be_seen_is_said_by_its_name_until_it_can(why, said):
    session, words = session_of("the_game"), catalogue("en")
    apply_event(session, Unclear(1.0, (("up1", why),)), 1.0)
    shown = make_view(session.snapshot, words, {session.match.started.game: load_sheet("the_game")})
    assert said in shown["table"]["text"] and "the first ascending pile" in shown["table"]["text"]
    assert any("the first ascending pile" in line for line in shown["trouble"])
    apply_event(session, Unclear(2.0, ()), 2.0)
    assert not make_view(session.snapshot, words, {"the_game": load_sheet("the_game")})["trouble"]


@pytest.mark.parametrize(("why", "said"), [("hands", "A hand stays over the cards"), ("colours", "keeps changing its colours")])
def test_what_keeps_the_eye_from_reading_is_said_until_it_is_over(why, said):
    session, words, sheets = session_of("the_game"), catalogue("en"), {"the_game": load_sheet("the_game")}
    apply_event(session, Hindered(1.0, (why,)), 1.0)
    assert any(said in line for line in make_view(session.snapshot, words, sheets)["trouble"])
    apply_event(session, Hindered(2.0, ()), 2.0)
    assert not make_view(session.snapshot, words, sheets)["trouble"]


@pytest.mark.parametrize(("why", "said"), HIDDEN)
def test_spaces_of_a_board_that_cannot_be_seen_are_said_as_one(why, said):
    session, words = session_of("sequence"), catalogue("en")
    apply_event(session, Unclear(1.0, (("r0c1", why), ("r0c2", why))), 1.0)
    (shown,) = make_view(session.snapshot, words, {"sequence": load_sheet("sequence")})["trouble"]
    assert said in shown and "the board" in shown


def test_a_mat_that_is_found_again_or_bumped_plays_nothing():
    session = session_of("the_game")
    for event in (Lost(1.0, "mat"), Found(2.0), Bumped(3.0)):
        assert apply_event(session, event, event.at) == ()
    assert session.snapshot.table != "lost" and len(session.match.entries) == 1
