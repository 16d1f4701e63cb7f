"""Plays of Sequence of which one half is forgotten, as moves of a showcase: the owner draws, and the next players go on rightly."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.games.sequence.board import SPACE_ZONES, parse_layout
from companion.games.sequence.layouts import CLASSIC
from companion.play.moves import Move
from companion.play.showcases.sequence import find_sequence_moves

KINDS = ("chip", "card", "wrong", "colour", "twin")
"""What is wrong: no chip, no card, a chip on another card's space, a chip of another team, no chip for a card that lies on its like."""
FEWEST_TURNS = {2: 2, 3: 3, 4: 4}
"""Turns that are played before, by seats: everybody's hand has been seen."""
PRINTED = dict(zip(SPACE_ZONES, (face for row in parse_layout(CLASSIC).rows for face in row.split()), strict=True))
COLOURS = ("blue", "green", "red")

Turn = tuple[Move, ...]


@dataclass(frozen=True)
class HalfPlay:
    """A match that is broken off some turns after a half was forgotten. `spoiled`: the moves of that turn's number, counted from 0, which
    is `seat`'s; `lacking`: the move that was forgotten or went wrong."""

    turns: Sequence[Turn]
    spoiled: int
    seat: int
    lacking: Move

    @property
    def moves(self) -> list[Move]:
        """All of them, in order."""
        return [move for turn in self.turns for move in turn]


def half_plays(seed: int, seats: int, options: Mapping[str, Any], kind: str, after: int = 2) -> Iterator[HalfPlay]:
    """Every place in a match of this seed at which this may be forgotten. `after`: turns that are played then."""
    turns, piles = _find_turns(seed, seats, tuple(sorted(options.items()))), dict[str, list[str]]()
    for at, turn in enumerate(turns[: len(turns) - after]):
        soon = turns[at + 1 : at + 1 + after]
        cards = [move for move in turn if move.kind == "lay" and move.zone.startswith("discard")]
        plain = len(cards) == 1 and not any(move.kind == "flip" for each in (turn, *soon) for move in each)
        if plain and at >= FEWEST_TURNS[seats]:
            spoiled = _spoiled(turn, cards[0], piles, kind, random.Random(f"{seed} {at}"), options.get("teams", 2))
            if spoiled is not None and not any(move.zone in spoiled.needed for each in soon for move in each):
                told = [*turns[:at], spoiled.turn, *soon]
                yield HalfPlay(told, at, spoiled.lacking.seat or 0, spoiled.lacking)
        for move in turn:
            move.lay_out(piles)


@cache
def _find_turns(seed: int, seats: int, options: tuple[tuple[str, Any], ...]) -> tuple[Turn, ...]:
    """The turns of a whole match; found once, whatever is forgotten in it."""
    return tuple(_turns(find_sequence_moves(seed, seats, (), dict(options))))


def _turns(moves: Iterator[Move]) -> Iterator[Turn]:
    """The moves turn by turn; each ends with a draw, a dead card's is not the last."""
    turn = list[Move]()
    for move in moves:
        turn.append(move)
        if move.kind == "end" and any(each.zone in PRINTED for each in turn):
            yield tuple(turn)
            turn = []


@dataclass(frozen=True)
class Spoiled:
    """What is seen of a turn, the move that is `lacking`, and the zones that nobody may need soon."""

    turn: Turn
    lacking: Move
    needed: frozenset[str]


def _spoiled(
    turn: Turn, card: Move, piles: Mapping[str, list[str]], kind: str, dice: random.Random, teams: int
) -> Spoiled | None:
    beneath = piles.get(card.zone, [""])[-1:] or [""]
    chip = next((move for move in turn if move.kind in ("lay", "lift") and move.zone in PRINTED), None)
    if chip is None or (card.face == beneath[0]) != (kind == "twin"):
        return None
    if kind in ("chip", "twin"):
        return Spoiled(tuple(move for move in turn if move is not chip), chip, frozenset({chip.zone}))
    if kind == "card":
        return Spoiled(tuple(move for move in turn if move.zone != card.zone), card, frozenset({chip.zone}))
    if chip.kind != "lay" or card.face[-2:-1] == "J":
        return None
    others = [colour for colour in COLOURS[:teams] if colour != chip.face]
    open_ = [zone for zone, face in PRINTED.items() if face not in ("**", card.face) and not piles.get(zone)]
    zone, face = (dice.choice(open_), chip.face) if kind == "wrong" else (chip.zone, dice.choice(others))
    wrong = Move("lay", zone, face, seat=chip.seat)
    return Spoiled(tuple(wrong if move is chip else move for move in turn), chip, frozenset({chip.zone, zone}))
