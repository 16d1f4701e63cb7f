"""Halves of plays that are forgotten, told as the eye tells them: their owner is called, and nobody else."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from companion.games import rules_of
from companion.games.sequence.board import SPACE_ZONES, spaces_in
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Claimed, Started
from companion.match.referee import replay_log
from companion.match.rulings import Ruling
from companion.session.session import Session
from companion.shown.cues import find_cues
from companion.shown.view import make_view
from companion.shown.words.messages import catalogue
from companion.turns.open_half import MIN_HALF_WAIT_S
from tests.companion.session.changes import change
from tests.companion.session.test_whose_turn import ANNA, BEA, Table
from tests.half_plays import KINDS, HalfPlay, half_plays
from tests.told_moves import top
from tests.varied import varied

NAMES = ("Anna", "Bea", "Carl", "Dan")
SHEET = load_sheet("sequence")
RULES = rules_of("sequence")
FIVES = [SPACE_ZONES[space] for space in spaces_in(RULES.set_up_match(2, {}).find_spaces("5D"))]
"""The spaces of the 5 of diamonds."""
PLAYERS = [(2, {}), (3, {"teams": 3}), (4, {"teams": 2})]
TABLES = [(seats, options, (seats == 3) == first) for first in (True, False) for seats, options in PLAYERS]
"""Seats, options, and whether the discards are common: each number of seats once in every run, and the other way with --all."""


class Told:
    """A match as an eye without a fault tells it, and what is said of each turn."""

    def __init__(self, seed: int, seats: int, options: dict) -> None:
        self.session = Session(Journal(":memory:"), lambda game: SHEET.faces)
        self.session.begin_match(Started("sequence", seats, options, None, NAMES[:seats]), 0.0, "phone")
        self.dice, self.at, self.piles = random.Random(seed), 0.0, dict[str, list[str]]()
        self.places = [(0.9 + seat / seats) % 1.0 for seat in range(seats)]

    def does(self, move) -> list:
        """What is said of one move."""
        shown = {zone: top(self.piles, zone) for zone in [move.zone] if zone in self.piles}
        zones = move.lay_out(self.piles)
        hand = (self.places[move.seat] + self.dice.uniform(-0.02, 0.02)) % 1.0
        self.at += 2.0
        said = [*self.session.record_hands(True, self.at)]
        self.at += 0.8
        if move.kind == "end":
            said += self.session.record_draw_visit(self.at, hand=hand)
        for zone in zones:
            face, before = top(self.piles, zone), shown.get(zone, "")
            if face == before:
                said += self.session.record_handled_card(zone, face, self.at)
            else:
                said += self.session.take_change(change(zone, before, face, hand=hand), self.at)
        return [*said, *self.session.record_hands(False, self.at + 0.1), *self.session.notice_time(self.at + 0.2)]

    def waits(self) -> list:
        """What is said while nobody does anything for a while."""
        self.at += MIN_HALF_WAIT_S + 0.1
        return list(self.session.notice_time(self.at))

    def plays(self, play: HalfPlay, *, at_once: bool = False) -> list[list]:
        """What is said of each turn. `at_once`: the next player does not wait."""
        turns = [[*(self.does(move) for move in turn), [] if at_once else self.waits()] for turn in play.turns]
        return [[one for said in turn for one in said] for turn in turns]


def fouls(said):
    return [one for one in said if isinstance(one, Ruling) and one.verdict in ("illegal", "loss")]


def some(seed, seats, options, kind):
    """One of the first places in this match, by seed; None where there is none."""
    found = list(islice(half_plays(seed, seats, options, kind), 3))
    return random.Random(seed).choice(found) if found else None


@pytest.mark.whole
@varied(("seats", "options", "common"), TABLES)
@pytest.mark.parametrize("kind", KINDS)
def test_of_a_forgotten_half_its_owner_is_called_and_nobody_else(kind, seats, options, common, enough):
    options, seen = options | {"common_discards": common}, 0
    for seed in range(20 if kind == "twin" else 10):
        if seen == enough(10) or (play := some(seed, seats, options, kind)) is None:
            continue
        seen += 1
        told = Told(seed, seats, options)
        said = told.plays(play)
        called = [fouls(turn) for turn in said]
        assert [bool(turn) for turn in called] == [at == play.spoiled for at in range(len(said))], (seed, called)
        assert {one.seat for one in called[play.spoiled]} == {play.seat}, seed
        assert {one.rule for one in called[play.spoiled]} == {"SQ-05"}, seed
        assert NAMES[play.seat] in catalogue("en").with_names(NAMES).say_ruling("sequence", called[play.spoiled][-1])
        turn, mover = told.session.match.state.turn, told.session.match.state.to_move
        assert (turn, mover) == (len(said) + 1, len(said) % seats), seed
    assert seen >= (1 if kind == "twin" else enough(8))


@pytest.mark.whole
@varied(("seats", "options", "common"), TABLES, quick=3)
@pytest.mark.parametrize("kind", KINDS)
def test_so_it_is_where_the_next_player_lays_at_once(kind, seats, options, common, enough):
    for seed in range(enough(10)):
        if (play := some(seed, seats, options | {"common_discards": common}, kind)) is None:
            continue
        told = Told(seed, seats, options | {"common_discards": common})
        called = fouls([one for turn in told.plays(play, at_once=True) for one in turn])
        assert {(one.seat, one.turn, one.rule) for one in called} == {(play.seat, play.spoiled + 1, "SQ-05")}, (seed, called)


@pytest.mark.parametrize("draws", [True, False])
@varied(("seats", "options"), PLAYERS)
@pytest.mark.parametrize(("kind", "common"), [("chip", False), ("chip", True), ("card", False), ("card", True)])
def test_a_hand_at_the_draw_pile_before_the_play_is_whole_calls_nobody(kind, common, seats, options, draws, enough):
    """What it lacks still comes soon. It passed by there, if its player `draws` once more, or drew too early."""
    if kind == "card" and common and not draws:
        pytest.skip("a card that lay beneath comes to light as well where the last one is taken back: the draw tells")
    for seed in range(enough(10)):
        if (play := some(seed, seats, options | {"common_discards": common}, kind)) is None:
            continue
        told = Told(seed, seats, options | {"common_discards": common})
        before, turn, after = play.turns[: play.spoiled], play.turns[play.spoiled], play.turns[play.spoiled + 1 :]
        ends = [move for move in turn if move.kind == "end"] if draws else []
        for moves in (*before, [*turn, play.lacking, *ends], *after):
            assert [one for move in moves for one in fouls(told.does(move))] == [], seed
            assert fouls(told.waits()) == [], seed
        turns = len(play.turns)
        assert (told.session.match.state.turn, told.session.match.state.to_move) == (turns + 1, turns % seats), seed


@varied(("seats", "options", "common"), TABLES, quick=3)
@pytest.mark.parametrize("kind", ["chip", "card", "twin"])
def test_what_is_brought_late_by_its_owners_hand_mends_it_and_nobody_else_is_called(kind, seats, options, common):
    options = options | {"common_discards": common}
    for seed in range(4):
        if (play := some(seed, seats, options, kind)) is None:
            continue
        told = Told(seed, seats, options)
        for turn in play.turns[: play.spoiled + 1]:
            for move in turn:
                told.does(move)
        told.waits()
        first, *others = play.turns[play.spoiled + 1]
        said = [one for move in (first, play.lacking, *others) for one in told.does(move)]
        assert fouls(said) == [], (seed, fouls(said))
        assert [duty.code for duty in told.session.snapshot.rules.list_duties(told.session.match.state) if duty.late] == []
        assert told.session.match.state.turn == play.spoiled + 3


def sequence() -> Table:
    """Anna is to move with blue, Bea follows with green."""
    return Table("sequence", 2, (ANNA, BEA))


def sure(table, hand, zone, face):
    return table.lays(hand, zone, face, confidence=0.99)


def waits(table):
    """Nobody does anything for a while."""
    table.now += MIN_HALF_WAIT_S + 0.1
    return table.session.notice_time(table.now)


def shown(table, language="en"):
    return make_view(table.session.snapshot, catalogue(language), {"sequence": SHEET})


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Anna played the 5 of diamonds without a chip: put a blue chip on its space."),
        ("it", "Anna ha giocato il 5 di quadri senza gettone: metti un gettone blu sulla sua casella."),
    ],
)
def test_the_phones_say_by_name_what_mends_it_until_it_is_mended(language, text):
    table = sequence()
    table.session.record_event(Claimed("set_up", None, {"colours": ["blue", "green"]}), table.now, "phone")
    sure(table, ANNA, "discard1", "5D")
    table.draws(ANNA)
    waits(table)
    assert shown(table, language)["ruling"]["text"] == text
    sure(table, BEA, "discard2", "3S")
    assert text in [duty["text"] for duty in shown(table, language)["duties"]]
    assert "foul" in {cue.kind for cue in find_cues(table.session.snapshot.rules, table.session.match)}
    sure(table, ANNA, "r2c5", "blue")
    assert text not in [duty["text"] for duty in shown(table, language)["duties"]]
    assert "foul" not in {cue.kind for cue in find_cues(table.session.snapshot.rules, table.session.match)}


def test_a_chip_without_a_card_is_called_by_name():
    table = sequence()
    sure(table, ANNA, "r2c5", "blue")
    table.draws(ANNA)
    waits(table)
    assert shown(table)["ruling"]["text"] == ("Anna put down a chip without a card: play the 5 of diamonds or a two-eyed jack.")


def test_who_seems_to_draw_before_the_chip_lies_is_not_called():
    """The hand that laid the card passed by at the draw pile on its way to the chips."""
    table = sequence()
    sure(table, ANNA, "discard1", "5D")
    assert fouls(table.draws(ANNA)) == []
    assert fouls(sure(table, ANNA, "r2c5", "blue")) == [] and table.turn == (2, 1)
    assert fouls(table.draws(ANNA)) == [] and waits(table) == () and table.turn == (2, 1)


def test_a_draw_says_nothing_while_a_hand_is_over_the_table_that_may_bring_the_chip():
    table = sequence()
    sure(table, ANNA, "discard1", "5D")
    table.draws(ANNA)
    laid = change("r2c5", "", "blue", 0.99, hand=ANNA)
    said = table.visit(lambda at: waits(table) + table.session.take_change(laid, at + MIN_HALF_WAIT_S), long=True)
    assert fouls(said) == [] and table.turn == (2, 1)


def test_a_chip_that_nobody_saw_after_a_draw_is_found_before_anybody_is_called():
    table = sequence()
    sure(table, ANNA, "discard1", "5D")
    table.draws(ANNA)
    table.session.take_change(change("r2c5", "", "blue", moved=False), table.now + 0.5)
    assert fouls(waits(table)) == [] and table.turn == (2, 1)


def test_what_is_done_after_a_draw_shows_that_the_turn_went_on():
    """Anna takes her card back and lays another: she may still look for the chip."""
    table = sequence()
    sure(table, ANNA, "discard1", "5D")
    table.draws(ANNA)
    sure(table, ANNA, "discard1", "")
    sure(table, ANNA, "discard1", "3S")
    assert fouls(waits(table)) == [] and table.turn == (1, 0)


def test_a_card_that_the_next_player_lays_on_its_like_meanwhile_is_theirs():
    table = sequence()
    for hand, pile, card, space, chip in ((ANNA, "discard1", "3S", "r0c2", "blue"), (BEA, "discard2", "5D", "r2c5", "green")):
        sure(table, hand, pile, card)
        sure(table, hand, space, chip)
        table.draws(hand)
    assert table.turn == (3, 0)
    sure(table, ANNA, "discard1", "4S")
    table.draws(ANNA)
    said = table.visit(lambda at: table.session.record_handled_card("discard2", "5D", at)) + waits(table)
    assert [one.seat for one in fouls(said)] == [0]
    rules, state = table.session.snapshot.rules, table.session.match.state
    assert (state.turn, state.to_move) == (4, 1)
    (space,) = (zone for zone in FIVES if not rules.list_faces(state)[zone])
    assert fouls(sure(table, BEA, space, "green")) == [] and table.turn == (5, 0)


def test_a_hand_that_lingers_at_the_draw_pile_proves_no_draw():
    table = sequence()
    sure(table, ANNA, "discard1", "5D")
    table.visit(lambda at: table.session.record_draw_visit(at, "draw", ANNA, lingered=True))
    assert fouls(waits(table)) == [] and table.turn == (1, 0)
    said = sure(table, BEA, "discard2", "3S")
    assert [(one.verdict, one.seat) for one in said if isinstance(one, Ruling)] == [("illegal", 0), ("legal", 1)]


def test_a_draw_of_nobody_knows_whom_calls_nobody_until_the_next_player_lays():
    table = sequence()
    sure(table, ANNA, "discard1", "5D")
    assert fouls(table.draws(None)) == []
    said = sure(table, BEA, "discard2", "3S")
    assert [(one.verdict, one.seat) for one in said if isinstance(one, Ruling)] == [("illegal", 0), ("legal", 1)]


def test_a_draw_of_the_next_player_ends_nothing():
    table = sequence()
    sure(table, ANNA, "discard1", "5D")
    assert fouls(table.draws(BEA)) == [] and table.turn == (1, 0)
    assert fouls(sure(table, ANNA, "r2c5", "blue")) == [] and table.turn == (2, 1)


def test_nobody_is_called_while_it_is_asked_what_the_missing_card_is():
    table = sequence()
    read = change("discard1", "", "5D", 0.5, (("JD", 0.4),), accepted=False, hand=ANNA)
    table.visit(lambda at: table.session.take_change(read, at))
    sure(table, ANNA, "r2c5", "blue")
    assert fouls(table.draws(ANNA)) == []
    (question,) = table.session.snapshot.questions
    table.session.answer_question(question.id, "JD", table.now, "phone")
    assert table.turn == (2, 1) and fouls(sure(table, BEA, "discard2", "3S")) == []


def test_a_chip_that_no_hand_was_seen_to_lay_is_found_before_anybody_is_called():
    table = sequence()
    sure(table, ANNA, "discard1", "5D")
    table.session.take_change(change("r2c5", "", "blue", moved=False), table.now + 0.5)
    assert fouls(table.draws(ANNA)) == [] and table.turn == (2, 1)


def test_a_match_with_a_half_that_was_left_is_the_same_told_again():
    table = sequence()
    for hand, zone, face in ((ANNA, "discard1", "5D"), (BEA, "discard2", "3S"), (BEA, "r0c2", "green"), (ANNA, "r2c5", "blue")):
        sure(table, hand, zone, face)
    match = table.session.match
    again = replay_log(table.session.snapshot.rules, match.entries)
    assert (again.state, again.rulings) == (match.state, match.rulings)


def test_a_person_may_take_back_that_the_turn_was_over():
    table = sequence()
    sure(table, ANNA, "discard1", "5D")
    table.draws(ANNA)
    waits(table)
    end = table.session.match.entries[-1].n
    table.session.undo_entry(table.now, "phone", end)
    assert table.turn == (1, 0)
    assert fouls(sure(table, ANNA, "r2c5", "blue")) == [] and table.turn == (2, 1)
