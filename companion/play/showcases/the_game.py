"""A whole match of The Game with On Fire playing itself on the virtual table, mistakes included.

The players see all hands and the draw pile, as no player may: a match with an end can be found. A seed gives a match.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from companion.games import rules_of
from companion.match.events import Entry, Event, Seen, Started, TurnEnded
from companion.match.referee import Match, judge_entry, start_match
from companion.match.rules import Play
from companion.play.moves import FOUL_NOTICED_S, Move

GAME = "the_game"
BEST_SHOWN = Started(GAME, 2, {"on_fire": True})
WON_SEED = 60  # a won deal; found by trying, see `tests/companion/play/test_showcase.py`

ZONES = ("up1", "up2", "down1", "down2")


@dataclass(frozen=True, slots=True)
class _Turn:
    plays: tuple[Play, ...]
    state: Any
    cost: int


def can_play(seats: int, options: Mapping[str, Any]) -> bool:
    """Is it the match of this file?"""
    return (seats, dict(options)) == (BEST_SHOWN.seats, BEST_SHOWN.options)


def list_moves(seats: int, options: Mapping[str, Any]) -> tuple[Move, ...]:
    """The moves of the match."""
    return find_the_game_moves()


@cache
def find_the_game_moves(seed: int = WON_SEED) -> tuple[Move, ...]:
    """The moves of a match with three mistakes. A card is laid against the direction and taken back; a turn ends too early;
    a burning card is covered at the last moment, which is no foul but close."""
    return tuple(_make_moves(seed))


def _make_moves(seed: int) -> Iterator[Move]:
    made: set[str] = set()
    for number, (state, plays) in enumerate(play_turns(seed), start=1):
        yield from (replace(move, seat=state.to_move) for move in _make_turn(number, state, plays, made))


def _make_turn(number: int, state: Any, plays: tuple[Play, ...], made: set[str]) -> Iterator[Move]:
    """The moves of turn `number`, laying `plays` in `state`. `made`: mistakes so far; mistakes of this turn are added."""
    if number >= 3 and "direction" not in made and (wrong := _find_wrong_play(state)):
        made.add("direction")
        yield Move("lay", wrong.zone, wrong.after, mistake="TG-04" if wrong.zone.startswith("up") else "TG-05")
        yield Move("wait", seconds=FOUL_NOTICED_S)
        yield Move("lift", wrong.zone)
    for i, play in enumerate(plays):
        yield Move("lay", play.zone, play.after)
        if i == 0 and number >= 5 and "early" not in made and len(plays) > 1:
            made.add("early")
            yield Move("end", mistake="TG-07")
    yield Move("end")


def play_turns(seed: int) -> Iterator[tuple[Any, tuple[Play, ...]]]:
    """The state at the start of each turn, and the plays of that turn, until nobody can go on or all is laid. `seed`: of the
    deal."""
    rules = rules_of(GAME)
    state = deal_by_seed(seed)
    while True:
        turn = _best_turn(rules, state)
        if turn is None:
            return
        yield state, turn.plays
        if rules.describe_position(turn.state)["status"] != "playing":
            return
        step = rules.apply_turn_end(turn.state)
        if step.outcome is not None:
            return
        state = step.state


def deal_by_seed(seed: int) -> Any:
    """The state after dealing with this seed: all hands and the draw pile known."""
    cards = [str(number) for number in range(2, 100)]
    random.Random(seed).shuffle(cards)
    size = 7
    hands = [cards[i * size : (i + 1) * size] for i in range(BEST_SHOWN.seats)]
    return rules_of(GAME).set_up_match(
        BEST_SHOWN.seats, BEST_SHOWN.options, {"hands": hands, "deck": cards[len(hands) * size :]}
    )


def _best_turn(rules: Any, state: Any) -> _Turn | None:
    """The cheapest way in `state` to lay the minimum and cover what burns, with every cheap card after it. Up to two cards
    more are laid where needed; None where no turn saves."""
    minimum = rules.describe_position(state)["min_cards"]
    found: list[_Turn] = []
    for length in (minimum, minimum + 1, minimum + 2):
        found = list(_play_orders(rules, _Turn((), state, 0), length))
        burning = [turn for turn in found if not _is_lost_by_fire(rules, turn)]
        if burning:
            return _extend_turn(rules, min(burning, key=lambda turn: turn.cost))
    return None


def _play_orders(rules: Any, turn: _Turn, length: int) -> Iterator[_Turn]:
    """All turns that go on from `turn` by `length` more plays, or fewer at an end; nine cheapest plays are tried each time."""
    if length == 0 or rules.describe_position(turn.state)["status"] != "playing":
        yield turn
        return
    for play in sorted(rules.list_legal(turn.state), key=_cost_of_closing)[:9]:
        step = rules.apply_play(turn.state, play)
        if step.outcome is None or step.outcome.won:
            yield from _play_orders(
                rules, _Turn((*turn.plays, play), step.state, turn.cost + _cost_of_closing(play)), length - 1
            )


def _extend_turn(rules: Any, turn: _Turn) -> _Turn:
    """`turn` with further cards as long as a card costs one at most and does not burn."""
    while rules.describe_position(turn.state)["status"] == "playing":
        plays = sorted(rules.list_legal(turn.state), key=_cost_of_closing)
        if not plays or _cost_of_closing(plays[0]) > 1 or plays[0].after.startswith("F"):
            return turn
        step = rules.apply_play(turn.state, plays[0])
        if step.outcome is not None and not step.outcome.won:
            return turn
        turn = _Turn((*turn.plays, plays[0]), step.state, turn.cost)
    return turn


def _is_lost_by_fire(rules: Any, turn: _Turn) -> bool:
    """Would the end of this turn lose by fire?"""
    if rules.describe_position(turn.state)["status"] != "playing":
        return False
    outcome = rules.apply_turn_end(turn.state).outcome
    return outcome is not None and not outcome.won


def _cost_of_closing(play: Play) -> int:
    """How far, in numbers, a play closes its pile; below zero for a backward trick."""
    number, top = _number_of_card(play.after), _number_of_card(play.before)
    if play.zone.startswith("up"):
        return number - (top or 1)
    return (top or 100) - number


def _number_of_card(face: str) -> int:
    return int(face.lstrip("F") or 0)


def _find_wrong_play(state: Any) -> Play | None:
    """A card of the hand in `state` that goes against the direction of a pile, None for none."""
    rules = rules_of(GAME)
    plays = [play for play in rules.list_legal(state) if isinstance(play, Play)]
    right = {(play.zone, play.after) for play in plays}
    faces = rules.list_faces(state)
    pairs = ((zone, card) for card in sorted({card for _, card in right}) for zone in ZONES if faces[zone])
    return next((Play(zone, faces[zone], card) for zone, card in pairs if (zone, card) not in right), None)


def locate_match(match: Match) -> tuple[int, dict[str, list[str]]] | None:
    """How far a stored match has come: moves made, and cards on each pile (bottom to top). None for another match, or one
    gone another way.

    The match itself says where an interrupted showcase goes on. Where the eye missed the end of a turn, the cards on the
    table decide.
    """
    if not can_play(match.started.seats, match.started.options):
        return None
    rules = rules_of(GAME)
    told = start_match(rules, Entry(1, BEST_SHOWN))
    piles: dict[str, list[str]] = {zone: [] for zone in ZONES}
    found, exact, lying = None, False, _cards_lying(match)
    for number, move in enumerate((None, *find_the_game_moves())):
        if move is not None:
            move.lay_out(piles)
            event = _event_of_move(move, piles)
            told = judge_entry(rules, told, Entry(number + 1, event))[0] if event else told
        if _cards_lying(told) == lying:
            same = told.state == match.state
            if same or not exact:
                found, exact = (number, {zone: list(pile) for zone, pile in piles.items()}), same
    return found


def _event_of_move(move: Move, piles: dict[str, list[str]]) -> Event | None:
    if move.kind in ("lay", "lift"):
        return Seen(move.zone, piles[move.zone][-1] if piles[move.zone] else "")
    return TurnEnded() if move.kind == "end" else None


def _cards_lying(match: Match) -> tuple[list[list[str]], list[tuple[str, str]]]:
    """What lies on the table: accepted cards, and those in dispute."""
    piles = rules_of(GAME).describe_position(match.state)["piles"]
    return [list(pile["cards"]) for pile in piles], [(dispute.zone, dispute.face) for dispute in match.disputes]
