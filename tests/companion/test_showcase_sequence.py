"""The match of Sequence that plays itself is a real one: the referee lets everything stand but what was planted."""

import pytest

from companion.events import Seen, Started
from companion.journal import Journal
from companion.referee import Ruling
from companion.session import Session
from companion.sheets import load_sheet
from companion.showcase_sequence import GAME, MISTAKES, showcase


def told(moves, seats):
    """The rulings of each move, and the match."""
    session = Session(Journal(":memory:"), lambda game: load_sheet(game).faces)
    session.begin(Started(GAME, seats), 0.0, "test")
    piles, found = {}, []
    for at, move in enumerate(moves, start=1):
        pile, notices = piles.setdefault(move.zone, []), ()
        if move.kind == "lay":
            pile.append(move.face)
        elif move.kind == "lift":
            pile.pop()
        elif move.kind == "flip":
            pile.append(pile.pop() + "*")
        if move.kind == "end":
            notices = session.drew(float(at))
        elif move.kind != "wait":
            notices = session.post(Seen(move.zone, pile[-1] if pile else "", True), float(at), "camera")
        found.append((move, [(one.verdict, one.rule) for one in notices if isinstance(one, Ruling)]))
    return found, session.match


@pytest.mark.parametrize(("seed", "seats"), [(1, 2), (2, 2), (4, 2), (3, 3), (4, 3), (5, 4)])
def test_only_the_planted_mistakes_are_ruled_against(seed, seats):
    found, match = told(showcase(seed, seats), seats)
    against = [(move.mistake, rulings) for move, rulings in found if any(verdict == "illegal" for verdict, _ in rulings)]
    assert [mistake for mistake, _ in against] == [move.mistake for move, _ in found if move.mistake]
    assert all(("illegal", mistake) in rulings for mistake, rulings in against)
    assert match.outcome is not None
    assert match.outcome.won


def test_every_kind_of_mistake_is_made():
    kinds = [move.mistake for move in showcase(1, 2) if move.mistake]
    assert sorted(kinds) == ["SQ-05", "SQ-05", "SQ-11"]
    assert len(MISTAKES) == len(kinds)
    assert not [move for move in showcase(1, 2, mistakes=()) if move.mistake]


def test_the_same_seed_tells_the_same_match():
    assert list(showcase(7)) == list(showcase(7))
    assert list(showcase(7)) != list(showcase(8))
