"""The match of Sequence that plays itself is a real one: the referee lets everything stand but what was planted."""

from itertools import pairwise

import pytest

from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Seen, Started
from companion.match.referee import Ruling
from companion.play.showcases.sequence import GAME, MISTAKES, find_sequence_moves
from companion.session.session import Session
from tests.told_moves import top

NOTES = {"SQ-12:dead-no-chip", "SQ-11:turned-wrong", "SQ-11:not-turned"}
"""What is said of mistakes that are no fouls."""
FORGOTTEN = "SQ-13:draw-perhaps-lost"
"""What is said of a forgotten draw, once the player after next has laid."""


def told(moves, seats, options):
    """The rulings of each move as (verdict, findings), and the match."""
    session = Session(Journal(":memory:"), lambda game: load_sheet(game).faces)
    session.begin_match(Started(GAME, seats, options), 0.0, "test")
    piles, found = {}, []
    for at, move in enumerate(moves, start=1):
        notices = session.record_draw_visit(float(at)) if move.kind == "end" else ()
        for zone in move.lay_out(piles):
            notices += session.record_event(Seen(zone, top(piles, zone), again=True), float(at), "camera")
        said = [(one.verdict, {f"{f.rule}:{f.code}" for f in one.findings}) for one in notices if isinstance(one, Ruling)]
        found.append((move, said))
    return found, session.match


@pytest.mark.parametrize(
    ("seed", "seats", "options"),
    [
        (1, 2, {}),
        (2, 2, {"advanced": True}),
        (3, 3, {}),
        (4, 3, {"advanced": True}),
        (5, 4, {}),
        (5, 6, {"teams": 2}),
        (1, 6, {"teams": 3}),
        (3, 8, {}),
        (2, 2, {"common_discards": True}),
        (4, 3, {"common_discards": True}),
        (3, 4, {"common_discards": True, "advanced": True}),
    ],
)
def test_only_the_planted_mistakes_are_ruled_against(seed, seats, options):
    moves = list(find_sequence_moves(seed, seats, options=options))
    found, match = told(moves, seats, options)
    for move, said in found:
        fouls = [findings for verdict, findings in said if verdict == "illegal"]
        named = {finding for _, findings in said for finding in findings}
        assert not fouls or move.mistake, (move, said)
        if move.mistake and move.mistake != "SQ-13":
            against = set().union(*fouls) | named & NOTES
            assert {finding.partition(":")[0] for finding in against} == {move.mistake}, (move, said)
    forgotten = [place for place, (move, _) in enumerate(found) if move.mistake == "SQ-13"]
    doubted = [place for place, (_, said) in enumerate(found) if any(FORGOTTEN in findings for _, findings in said)]
    assert len(doubted) == len(forgotten)
    assert all(late > place for late, place in zip(doubted, forgotten, strict=True))
    assert match.outcome is not None
    assert match.outcome.won


def test_every_kind_of_mistake_is_made():
    kinds = [move.mistake for move in find_sequence_moves(1, 2) if move.mistake]
    assert sorted(kinds) == ["SQ-05", "SQ-05", "SQ-05", "SQ-11", "SQ-11", "SQ-11", "SQ-12", "SQ-13"]
    assert len(MISTAKES) == len(kinds)
    assert not [move for move in find_sequence_moves(1, 2, mistakes=()) if move.mistake]


def test_two_equal_cards_in_a_row_are_played_and_count():
    moves = list(find_sequence_moves(5, 4, mistakes=()))
    laid = [(move.zone, move.face) for move in moves if move.kind == "lay" and move.zone.startswith("discard")]
    twins = [
        card
        for seat in range(4)
        for card in pairwise(c for zone, c in laid if zone == f"discard{seat + 1}")
        if len(set(card)) == 1
    ]
    _, match = told(moves, 4, {})
    assert twins
    assert match.state.discard_count == len(laid), "each of them lies in the discards of the match"


def test_the_same_seed_tells_the_same_match():
    assert list(find_sequence_moves(7)) == list(find_sequence_moves(7))
    assert list(find_sequence_moves(7)) != list(find_sequence_moves(8))
