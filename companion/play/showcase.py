"""Matches that play themselves on the virtual table. A file of `companion/play/showcases` named as a game plays the game
with its own mistakes. Every other game is played by a simple player, with a card laid wrongly and taken back.

Players of a showcase see all hands and the draw pile, as no player may. The same match is played every time.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, Protocol, cast

from companion.games import rules_of
from companion.games.sheets import build_practice_deck, load_sheet
from companion.match.events import Started
from companion.match.referee import Match
from companion.match.rules import Play, Rules
from companion.play import showcases
from companion.play.moves import FOUL_NOTICED_S, Move
from companion.play.player import choose_action, count_laid_cards, deal_hands, shuffle_decks

_MAX_DEALS = 20  # deals tried, of which the best is shown; guess
_FIRST_WRONG_TURN = 3  # first turn in which a card may be laid wrongly; guess

PileFaces = dict[str, list[str]]


class OwnShowcase(Protocol):
    """What a file of `companion/play/showcases` declares. `BEST_SHOWN`: the match that shows most."""

    BEST_SHOWN: Started

    def can_play(self, seats: int, options: Mapping[str, Any]) -> bool:
        """Does the file play matches of so many players with these options?"""
        ...

    def list_moves(self, seats: int, options: Mapping[str, Any]) -> Iterable[Move]:
        """Everything the players do."""
        ...

    def locate_match(self, match: Match) -> tuple[int, PileFaces] | None:
        """How far a stored match has come: moves made, and cards on each pile. None where that cannot be told."""
        ...


def best_shown(game: str) -> Started:
    """The match of a game that shows best."""
    own = _load_own_showcase(game)
    return own.BEST_SHOWN if own else Started(game, max(2, load_sheet(game).players[0]))


def moves_of(started: Started) -> Iterable[Move]:
    """The moves of a whole match that starts as `started`: the game's own showcase where it can play so, else a match between
    simple players. Raises `PositionError` for players or options that the game lacks."""
    own = _load_own_showcase(started.game)
    if own is not None and own.can_play(started.seats, started.options):
        return own.list_moves(started.seats, started.options)
    return _best_match_moves(started)


def find_progress(match: Match) -> tuple[int, PileFaces] | None:
    """Moves made and cards on each pile (bottom to top) of a stored match in its showcase. (0, {}) before the first card.
    None for a match outside the showcase, over, or gone another way."""
    if match.outcome is not None:
        return None
    own = _load_own_showcase(match.started.game)
    its = own is not None and own.can_play(match.started.seats, match.started.options)
    told = own.locate_match(match) if own is not None and its else _find_progress(match)
    return (0, {}) if told is None and not match.laid else told


def lying_cards(match: Match) -> PileFaces:
    """Cards on each pile of a match, bottom to top."""
    return {pile["zone"]: list(pile["cards"]) for pile in rules_of(match.started.game).describe_position(match.state)["piles"]}


def _find_progress(match: Match) -> tuple[int, PileFaces] | None:
    """Moves made and cards on each pile: the last move after which the piles are as in the match, turns counted. None where
    no move leads there."""
    turn = match.state.turn
    there = lying_cards(match)
    piles: PileFaces = {zone: [] for zone in there}
    ended, found = 0, None
    for number, move in enumerate((None, *moves_of(match.started))):
        if move is not None:
            ended += move.kind == "end"
            move.lay_out(piles)
        if piles == there and (found is None or ended < turn):
            found = number, {zone: list(pile) for zone, pile in piles.items()}
    return found


@cache
def _load_own_showcase(game: str) -> OwnShowcase | None:
    """The showcase written for `game`, None for a game without one."""
    if game not in [found.name for found in pkgutil.iter_modules(showcases.__path__)]:
        return None
    return cast(OwnShowcase, importlib.import_module(f"{showcases.__name__}.{game}"))


# --- any game ---------------------------------------------------------------------------------------------------------------


def _best_match_moves(started: Started) -> tuple[Move, ...]:
    """The moves of the first deal that is won, else of the deal that leaves the fewest cards. `_MAX_DEALS` are tried, always
    the same."""
    matches = []
    for seed in range(_MAX_DEALS):
        moves, left, won = _deal_and_play(started, Random(seed))
        if won:
            return moves
        matches.append((left, moves))
    return min(matches, key=lambda match: match[0])[1]


def _deal_and_play(started: Started, random: Random) -> tuple[tuple[Move, ...], int, bool]:
    """The moves of a match dealt and played to its end, how many cards are left, and whether the match was won. One card is
    laid wrongly on purpose."""
    rules, sheet = rules_of(started.game), load_sheet(started.game)
    fresh = rules.describe_position(rules.set_up_match(started.seats, started.options))
    cards = [face for face in build_practice_deck(sheet) if face not in sheet.spare]
    decks = shuffle_decks(sheet, fresh, random, cards)
    state = rules.set_up_match(started.seats, started.options, deal_hands(fresh, decks))
    moves: list[Move] = []
    wrong = False
    while True:
        view = rules.describe_position(state)
        if not wrong and view["turn"] >= _FIRST_WRONG_TURN and (slip := tuple(_make_slip(rules, state))):
            moves += (replace(move, seat=view["to_move"]) for move in slip)
            wrong = True
        action, step = choose_action(rules, state, view, rules.list_legal(state), random)
        if isinstance(action, Play):
            moves.append(Move("lay", action.zone, action.after, seat=view["to_move"]))
        elif action is None:
            drawn = next((found.zones[0] for found in step.findings if found.code == "drawn" and found.zones), "")
            moves.append(Move("end", drawn, seat=view["to_move"]))
        state = step.state
        if step.outcome is not None:
            left = sum(map(len, decks)) - count_laid_cards(rules.describe_position(state))
            return tuple(moves), left, bool(step.outcome.won)


def _make_slip(rules: Rules[Any], state: Any) -> Iterator[Move]:
    """A card of the hand laid where it may not lie in `state`, a wait, and taken back; no moves where every card fits."""
    cards = sorted({play.after for play in rules.list_legal(state) if isinstance(play, Play)})
    faces = rules.list_faces(state)
    for play in (Play(zone, faces[zone], card) for card in cards for zone in faces if faces[zone]):
        step = rules.apply_play(state, play)
        if not step.stands:
            yield Move("lay", play.zone, play.after, mistake=step.findings[0].rule)
            yield Move("wait", seconds=FOUL_NOTICED_S)
            yield Move("lift", play.zone)
            return
