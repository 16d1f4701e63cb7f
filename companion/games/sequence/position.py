"""A Sequence match at the door: players, teams, options and position are checked before anything begins.

Everything here raises `PositionError` with one sentence, but for `dealt_findings`, which judges what people say they have done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import InputError, PositionError
from companion.games.findings import foul
from companion.games.hands import Hand
from companion.games.positions import (
    as_list,
    checked_hand,
    checked_keys,
    checked_options,
    face_of,
    is_whole,
    per_seat,
    read_turn,
    shown,
)
from companion.games.sequence.board import CORNERS, SIZE, STRAIGHT_OF, ZONES, BoardLayout, completed, parse_layout, space_at
from companion.games.sequence.cards import COPIES, DECK_SIZE, HAND_SIZES, card_of, team_counts
from companion.games.sequence.colours import read_colours
from companion.games.sequence.layouts import CLASSIC
from companion.games.sequence.state import CHIPS, SequenceState, palette_of
from companion.match.rules import Detail, Finding, Outcome

COUNTS = tuple(HAND_SIZES)
KEYS = ("hands", "deck", "turn", "chips", "sequences", "discards", "colours")
APART = ("teams", "layout", "colours")
"""Options that are more than on or off."""
FLAGS = ("advanced", "table_talk", "common_discards")
DECK_OF_A_POSITION = 40


def set_up(seats: Any, options: Detail, position: Detail | None) -> SequenceState:
    """The state at the start of a match, or in a given position."""
    players = _players(seats)
    if not isinstance(options, Mapping):
        raise PositionError.of("object-needed", where="variant", example='{"teams": 2}')
    teams = _teams(players, options.get("teams"))
    layout = read_layout(options.get("layout"))
    flags = checked_options({key: value for key, value in options.items() if key not in APART}, FLAGS)
    given = checked_keys({} if position is None else position, KEYS)
    hands = tuple(_hand(hand, seat, players) for seat, hand in enumerate(per_seat(given, "hands", players)))
    deck, deck_unseen, heap = _cards(given, hands, fresh=position is None)
    colours = read_colours(given.get("colours", options.get("colours")), teams)
    chips = _chips(given.get("chips"), colours)
    named = _sequences(given.get("sequences"), colours, chips)
    colours = tuple(colour if mine else own for colour, mine, own in zip(palette_of(colours), chips, colours, strict=True))
    lines = tuple(own + completed(mine | CORNERS, own) for own, mine in zip(named, chips, strict=True))
    turned = 0
    for own in named:
        for line in own:
            turned |= line & ~CORNERS
    state = SequenceState(
        layout,
        players,
        teams,
        flags["advanced"],
        flags["table_talk"],
        hands,
        deck,
        deck_unseen,
        heap,
        ((),) * players,
        chips,
        lines,
        colours,
        turned,
        read_turn(given, players),
        one_zone=flags["common_discards"],
    )
    return _decided(state)


def won_by(state: SequenceState, team: int) -> Outcome:
    """The outcome where a team has the sequences it needs (SQ-14, SQ-15)."""
    rule = "SQ-14" if state.teams == 2 else "SQ-15"
    seats = tuple(range(team, state.players, state.teams))
    return Outcome(True, rule, "sequences", seats, {"team": team, "colour": state.palette[team], "count": state.needed})


def dealt_findings(detail: Detail, state: SequenceState) -> tuple[Finding, ...]:
    """Judge a claim "setup_check": players, teams and seats (SQ-01), cards in each hand (SQ-02). Raises `InputError`."""
    if not set(detail) <= {"players", "teams", "seats", "hand"}:
        raise InputError.of("setup-check-keys", known=("players", "teams", "seats", "hand"))
    players = _whole(detail, "players", state.players)
    counts = team_counts(players)
    if not counts:
        return (foul("SQ-01", "wrong-players", players=players),)
    usual = state.teams if players == state.players else counts[0]
    teams = _whole(detail, "teams", usual)
    if teams not in counts:
        return (foul("SQ-01", "wrong-teams", players=players, teams=teams, count=counts[-1], many=len(counts)),)
    if "seats" in detail and _seats(detail["seats"]) != [seat % teams for seat in range(players)]:
        return (foul("SQ-01", "wrong-seats", players=players, teams=teams),)
    hand = _whole(detail, "hand", HAND_SIZES[players])
    if hand != HAND_SIZES[players]:
        return (foul("SQ-02", "wrong-hand", players=players, hand=hand, count=HAND_SIZES[players]),)
    return ()


def read_layout(given: Any) -> BoardLayout:
    """The board of the options: None = the classic one, else ten lines of text or the text of a layout file."""
    if given is None:
        return parse_layout(CLASSIC)
    if isinstance(given, list | tuple) and all(isinstance(row, str) for row in given) and len(given) == SIZE:
        given = "\n".join(given)
    if not isinstance(given, str) or len(given) > 5000:
        raise PositionError.of("layout-needed", count=SIZE, example="** 2S 3S 4S 5S 6S 7S 8S 9S **")
    return parse_layout(given)


def _players(seats: Any) -> int:
    if not is_whole(seats, 2, 12) or seats not in HAND_SIZES:
        raise PositionError.of("sequence-players", known=COUNTS)
    return int(seats)


def _teams(players: int, given: Any) -> int:
    counts = team_counts(players)
    if given is None or (given == 0 and is_whole(given, 0, 0)):  # 0: as many as usual
        return counts[0]
    if not is_whole(given, 2, 3) or given not in counts:
        raise PositionError.of("wrong-teams", players=players, known=counts)
    return int(given)


def _hand(given: Any, seat: int, players: int) -> Hand:
    where = f"hands[{seat}]"
    if given is None:
        return Hand(unseen=HAND_SIZES[players], secret=True)
    cards = _named(given, where)
    checked_hand(len(cards), HAND_SIZES[players], where)
    return Hand(cards)


def _named(given: Any, where: str) -> tuple[str, ...]:
    cards = as_list(given, where)
    if len(cards) > DECK_SIZE:
        raise PositionError.of("too-many-cards-at", where=where, most=DECK_SIZE)
    return tuple(face_of(card, where, card_of) for card in cards)


def _cards(given: Detail, hands: tuple[Hand, ...], *, fresh: bool) -> tuple[tuple[str, ...], int, tuple[str, ...]]:
    """Known cards of the draw pile, the number of others, and the discards. The sum of all must fit into two decks."""
    heap = _named(given.get("discards", ()), "discards")
    counted = given.get("deck")
    deck = () if counted is None or is_whole(counted, 0, DECK_SIZE) else _deck_cards(counted)
    _no_third_copy(Counter(card for cards in (deck, heap, *(hand.cards for hand in hands)) for card in cards))
    room = DECK_SIZE - len(heap) - len(deck) - sum(hand.size for hand in hands)
    if room < 0:
        raise PositionError.of("too-many-cards", count=DECK_SIZE - room, most=DECK_SIZE)
    if deck or isinstance(counted, list | tuple):
        return deck, 0, heap
    if counted is None:
        return (), room if fresh else min(room, DECK_OF_A_POSITION), heap
    if counted > room:
        raise PositionError.of("too-many-cards", count=DECK_SIZE - room + counted, most=DECK_SIZE)
    return (), int(counted), heap


def _deck_cards(given: Any) -> tuple[str, ...]:
    if not isinstance(given, list | tuple):
        raise PositionError.of("cards-or-count-needed", where="deck", most=DECK_SIZE)
    return _named(given, "deck")


def _no_third_copy(cards: Counter[str]) -> None:
    for card, count in cards.items():
        if count > COPIES:
            raise PositionError.of("card-too-often", card=card, count=count)


def _chips(given: Any, colours: tuple[str, ...]) -> tuple[int, ...]:
    chips = [0] * len(colours)
    if given is None:
        return tuple(chips)
    if not isinstance(given, Mapping):
        raise PositionError.of("object-needed", where="chips", example='{"0": [[0, 1]], "1": [[3, 4]]}')
    for key, cells in given.items():
        team = _team(key, colours, "chips")
        for cell in as_cells(cells, f"chips.{team}"):
            if CORNERS >> cell & 1:
                raise PositionError.of("chip-on-corner", where=f"chips.{team}")
            if any(other >> cell & 1 for other in chips):
                raise PositionError.of("space-twice", where="chips", zone=ZONES[cell])
            chips[team] |= 1 << cell
        if chips[team].bit_count() > CHIPS:
            raise PositionError.of("chips-too-many", where=f"chips.{team}", most=CHIPS)
    return tuple(chips)


def _team(given: Any, colours: tuple[str, ...], where: str) -> int:
    """The team that is named by its number, or by the colour of its chips."""
    for team, colour in enumerate(palette_of(colours)):
        if given in (str(team), colour) or (given == team and is_whole(given, 0, team)):
            return team
    raise PositionError.of("no-team", where=where, given=shown(given), high=len(colours) - 1)


def as_cells(given: Any, where: str) -> list[int]:
    """Spaces named as a list of [row, column]."""
    cells = as_list(given, where)
    if len(cells) > SIZE * SIZE:
        raise PositionError.of("spaces-too-many", where=where, most=SIZE * SIZE)
    return [_cell(cell, where) for cell in cells]


def _cell(given: Any, where: str) -> int:
    if isinstance(given, list | tuple) and len(given) == 2 and all(is_whole(number, 0, SIZE - 1) for number in given):
        return space_at(*given)
    raise PositionError.of("space-needed", where=where, high=SIZE - 1)


def _sequences(given: Any, colours: tuple[str, ...], chips: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    lines: list[tuple[int, ...]] = [()] * len(colours)
    for entry in as_list(() if given is None else given, "sequences"):
        if not isinstance(entry, Mapping) or set(entry) != {"team", "cells"}:
            raise PositionError.of("object-needed", where="sequences", example='{"team": 0, "cells": [[2, 2], ...]}')
        team = _team(entry["team"], colours, "sequences")
        line = sum(1 << space for space in set(as_cells(entry["cells"], "sequences")))
        if line not in STRAIGHT_OF or line & ~(chips[team] | CORNERS):
            raise PositionError.of("no-straight-line", where="sequences")
        if any((line & other).bit_count() > 1 for other in lines[team]):
            raise PositionError.of("lines-share", where="sequences")
        lines[team] += (line,)
    return tuple(lines)


def _decided(state: SequenceState) -> SequenceState:
    """A position in which somebody has already won is over."""
    winners = [team for team, lines in enumerate(state.lines) if len(lines) >= state.needed]
    if len(winners) > 1:
        raise PositionError.of("two-winners")
    if not winners:
        return state
    return replace(state, outcome=won_by(state, winners[0]))


def _whole(detail: Detail, key: str, missing: int) -> int:
    value = detail.get(key, missing)
    if not is_whole(value, 0, 999):
        raise InputError.of("setup-check", example='{"players": 2, "hand": 7}')
    return int(value)


def _seats(given: Any) -> list[Any]:
    if not isinstance(given, list | tuple) or not all(is_whole(team, 0, 999) for team in given):
        raise InputError.of("setup-check-seats")
    return list(given)
