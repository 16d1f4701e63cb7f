"""A Sequence match at the door: players, teams, options and position are checked before anything begins.

Everything here raises `PositionError` with a sentence, apart from `judge_dealt`, which judges what people say they have done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from companion.errors import InputError, PositionError
from companion.games.findings import make_foul
from companion.games.hands import Hand
from companion.games.positions import (
    check_hand_size,
    check_position_keys,
    is_whole_between,
    read_colours,
    read_first_seat,
    read_listed_card,
    read_per_seat,
    read_switches,
    require_card_list,
    shorten_json,
)
from companion.games.sequence.board import (
    BOARD_SIZE,
    CORNERS,
    STRAIGHT_OF,
    BoardLayout,
    find_completed_lines,
    join_spaces,
    parse_layout,
    space_at,
    zones_in,
)
from companion.games.sequence.cards import COPIES_OF_CARD, DECK_SIZE, HAND_SIZES, list_team_counts, parse_french_card
from companion.games.sequence.layouts import CLASSIC
from companion.games.sequence.state import CHIPS_OF_COLOUR, TEAM_COLOURS, SequenceState, choose_palette
from companion.match.rules import Detail, Finding, Outcome

PLAYER_COUNTS = tuple(HAND_SIZES)
SEQUENCE_KEYS = ("hands", "deck", "turn", "chips", "sequences", "discards", "colours")
VALUE_OPTIONS = ("teams", "layout", "colours")
"""Options that are more than on or off."""
SWITCH_OPTIONS = ("advanced", "table_talk", "common_discards")
MAX_UNSAID_CARDS = 40  # of a draw pile that a position does not name: a guess at the middle of a match


def set_up_sequence(seats: Any, options: Detail, position: Detail | None) -> SequenceState:
    """The state at the start of a match, or in a given position, which may be won already. `seats`: number of players. Raises
    `PositionError`."""
    players = _read_player_count(seats)
    if not isinstance(options, Mapping):
        raise PositionError.with_id("object-needed", where="variant", example='{"teams": 2}')
    teams = _read_team_count(players, options.get("teams"))
    layout = read_board_layout(options.get("layout"))
    flags = read_switches({key: value for key, value in options.items() if key not in VALUE_OPTIONS}, SWITCH_OPTIONS)
    given = check_position_keys({} if position is None else position, SEQUENCE_KEYS)
    hands = tuple(_read_sequence_hand(hand, seat, players) for seat, hand in enumerate(read_per_seat(given, "hands", players)))
    deck, deck_unseen, heap = _read_all_cards(given, hands, fresh=position is None)
    colours = read_colours(given.get("colours", options.get("colours")), teams, TEAM_COLOURS, "no-chip")
    chips = _read_chips(given.get("chips"), colours)
    named = _read_sequences(given.get("sequences"), colours, chips)
    colours = tuple(colour if mine else own for colour, mine, own in zip(choose_palette(colours), chips, colours, strict=True))
    lines = tuple(own + find_completed_lines(mine | CORNERS, own) for own, mine in zip(named, chips, strict=True))
    turned = join_spaces(chain.from_iterable(named)) & ~CORNERS
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
        read_first_seat(given, players),
        one_zone=flags["common_discards"],
    )
    return _settle_winner(state)


def make_win(state: SequenceState, team: int, line: int) -> Outcome:
    """The outcome where a team has the needed sequences (SQ-14, SQ-15). `line`: the latest of them."""
    rule = "SQ-14" if state.teams == 2 else "SQ-15"
    seats = tuple(range(team, state.players, state.teams))
    zones = zones_in(line)
    detail = {"team": team, "colour": state.palette[team], "count": state.needed_lines}
    return Outcome(True, rule, "sequences", seats, {**detail, "first_zone": zones[0], "last_zone": zones[-1]})


def judge_dealt(detail: Detail, state: SequenceState) -> tuple[Finding, ...]:
    """Judge a claim "setup_check": players, teams and seats (SQ-01), cards in each hand (SQ-02). Raises `InputError`. Empty
    where all is right; else the first fault."""
    if not set(detail) <= {"players", "teams", "seats", "hand"}:
        raise InputError.with_id("setup-check-keys", known=("players", "teams", "seats", "hand"))
    players = _read_whole(detail, "players", state.players)
    counts = list_team_counts(players)
    if not counts:
        return (make_foul("SQ-01", "wrong-players", players=players),)
    usual = state.teams if players == state.players else counts[0]
    teams = _read_whole(detail, "teams", usual)
    if teams not in counts:
        return (make_foul("SQ-01", "wrong-teams", players=players, teams=teams, count=counts[-1], many=len(counts)),)
    if "seats" in detail and _read_seats(detail["seats"]) != [seat % teams for seat in range(players)]:
        return (make_foul("SQ-01", "wrong-seats", players=players, teams=teams),)
    hand = _read_whole(detail, "hand", HAND_SIZES[players])
    if hand != HAND_SIZES[players]:
        return (make_foul("SQ-02", "wrong-hand", players=players, hand=hand, count=HAND_SIZES[players]),)
    return ()


def read_board_layout(given: Any) -> BoardLayout:
    """The board of the options. `given`: None = the classic board, else ten lines of text or the text of a layout file. Raises
    `PositionError` for anything else."""
    if given is None:
        return parse_layout(CLASSIC)
    if isinstance(given, list | tuple) and all(isinstance(row, str) for row in given) and len(given) == BOARD_SIZE:
        given = "\n".join(given)
    if not isinstance(given, str) or len(given) > 5000:
        raise PositionError.with_id("layout-needed", count=BOARD_SIZE, example="** 2S 3S 4S 5S 6S 7S 8S 9S **")
    return parse_layout(given)


def _read_player_count(seats: Any) -> int:
    """The number of players. Raises `PositionError` for a number that SQ-01 does not allow."""
    if not is_whole_between(seats, 2, 12) or seats not in HAND_SIZES:
        raise PositionError.with_id("sequence-players", known=PLAYER_COUNTS)
    return int(seats)


def _read_team_count(players: int, given: Any) -> int:
    """The number of teams. `given`: None or 0 = the usual number for so many players. Raises `PositionError` for a number that
    cannot be."""
    counts = list_team_counts(players)
    if given is None or (given == 0 and is_whole_between(given, 0, 0)):  # 0: as many as usual
        return counts[0]
    if not is_whole_between(given, 2, 3) or given not in counts:
        raise PositionError.with_id("wrong-teams", players=players, known=counts)
    return int(given)


def _read_sequence_hand(given: Any, seat: int, players: int) -> Hand:
    """The hand of a seat. `given`: a list of cards, or None for a hidden hand. `players`: how many, for the size of a hand.
    Raises `PositionError`."""
    where = f"hands[{seat}]"
    if given is None:
        return Hand(unseen=HAND_SIZES[players], secret=True)
    cards = _read_named_cards(given, where)
    check_hand_size(len(cards), HAND_SIZES[players], where)
    return Hand(cards)


def _read_named_cards(given: Any, where: str) -> tuple[str, ...]:
    """The cards of a list `given`, as faces. `where`: key for the error. Raises `PositionError`."""
    cards = require_card_list(given, where)
    if len(cards) > DECK_SIZE:
        raise PositionError.with_id("too-many-cards-at", where=where, most=DECK_SIZE)
    return tuple(read_listed_card(card, where, parse_french_card) for card in cards)


def _read_all_cards(given: Detail, hands: tuple[Hand, ...], *, fresh: bool) -> tuple[tuple[str, ...], int, tuple[str, ...]]:
    """Known cards of the draw pile, the number of others, and the discards. `given`: the position. `hands`: read already.
    Raises `PositionError` unless all fit into two decks. `fresh`: just dealt, so that an unsaid draw pile has all the rest."""
    heap = _read_named_cards(given.get("discards", ()), "discards")
    counted = given.get("deck")
    deck = () if counted is None or is_whole_between(counted, 0, DECK_SIZE) else _read_deck_cards(counted)
    _check_no_third_copy(Counter(card for cards in (deck, heap, *(hand.cards for hand in hands)) for card in cards))
    room = DECK_SIZE - len(heap) - len(deck) - sum(hand.size for hand in hands)
    if room < 0:
        raise PositionError.with_id("too-many-cards", count=DECK_SIZE - room, most=DECK_SIZE)
    if deck or isinstance(counted, list | tuple):
        return deck, 0, heap
    if counted is None:
        return (), room if fresh else min(room, MAX_UNSAID_CARDS), heap
    if counted > room:
        raise PositionError.with_id("too-many-cards", count=DECK_SIZE - room + counted, most=DECK_SIZE)
    return (), int(counted), heap


def _read_deck_cards(given: Any) -> tuple[str, ...]:
    """The known cards of a draw pile, the first drawn first. Raises `PositionError` for no list."""
    if not isinstance(given, list | tuple):
        raise PositionError.with_id("cards-or-count-needed", where="deck", most=DECK_SIZE)
    return _read_named_cards(given, "deck")


def _check_no_third_copy(cards: Counter[str]) -> None:
    """Raise `PositionError` where a card is counted more often than two decks hold."""
    for card, count in cards.items():
        if count > COPIES_OF_CARD:
            raise PositionError.with_id("card-too-often", card=card, count=count)


def _read_chips(given: Any, colours: tuple[str, ...]) -> tuple[int, ...]:
    """By team, the bitboard of chips. `given`: by number or colour of a team, a list of spaces; None for no chips. `colours`:
    by team. Raises `PositionError` for a corner, a space twice or too many chips."""
    chips = [0] * len(colours)
    if given is None:
        return tuple(chips)
    if not isinstance(given, Mapping):
        raise PositionError.with_id("object-needed", where="chips", example='{"0": [[0, 1]], "1": [[3, 4]]}')
    for key, cells in given.items():
        team = _read_team(key, colours, "chips")
        for cell in read_board_spaces(cells, f"chips.{team}"):
            if CORNERS >> cell & 1:
                raise PositionError.with_id("chip-on-corner", where=f"chips.{team}")
            if any(other >> cell & 1 for other in chips):
                raise PositionError.with_id("space-twice", where="chips", given=f"[{cell // BOARD_SIZE}, {cell % BOARD_SIZE}]")
            chips[team] |= 1 << cell
        if chips[team].bit_count() > CHIPS_OF_COLOUR:
            raise PositionError.with_id("chips-too-many", where=f"chips.{team}", most=CHIPS_OF_COLOUR)
    return tuple(chips)


def _read_team(given: Any, colours: tuple[str, ...], where: str) -> int:
    """The team `given` by number, or by the colour of its chips. `colours`: of each team, "" = unsaid. `where`: key for the
    error. Raises `PositionError`."""
    for team, colour in enumerate(choose_palette(colours)):
        if given in (str(team), colour) or (given == team and is_whole_between(given, 0, team)):
            return team
    raise PositionError.with_id("no-team", where=where, given=shorten_json(given), high=len(colours) - 1)


def read_board_spaces(given: Any, where: str) -> list[int]:
    """Spaces `given` as a list of [row, column]. `where`: key for the error. Raises `PositionError`."""
    cells = require_card_list(given, where)
    if len(cells) > BOARD_SIZE * BOARD_SIZE:
        raise PositionError.with_id("spaces-too-many", where=where, most=BOARD_SIZE * BOARD_SIZE)
    return [read_board_space(cell, where) for cell in cells]


def read_board_space(given: Any, where: str, error: type[InputError] = PositionError) -> int:
    """The number of the space. `given`: a pair [row, column]. `where`: key for the `error`, which is raised for anything
    else."""
    if (
        isinstance(given, list | tuple)
        and len(given) == 2
        and all(is_whole_between(number, 0, BOARD_SIZE - 1) for number in given)
    ):
        return space_at(*given)
    raise error.with_id("space-needed", where=where, high=BOARD_SIZE - 1)


def _read_sequences(given: Any, colours: tuple[str, ...], chips: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """By team, the lines that a position names. `given`: a list of {"team", "cells"}, None for none. `colours`, `chips`: by
    team. Raises `PositionError` where chips are missing, or lines share two spaces."""
    lines: list[tuple[int, ...]] = [()] * len(colours)
    for entry in require_card_list(() if given is None else given, "sequences"):
        if not isinstance(entry, Mapping) or set(entry) != {"team", "cells"}:
            raise PositionError.with_id("object-needed", where="sequences", example='{"team": 0, "cells": [[2, 2], ...]}')
        team = _read_team(entry["team"], colours, "sequences")
        line = sum(1 << space for space in set(read_board_spaces(entry["cells"], "sequences")))
        if line not in STRAIGHT_OF or line & ~(chips[team] | CORNERS):
            raise PositionError.with_id("no-straight-line", where="sequences")
        if any((line & other).bit_count() > 1 for other in lines[team]):
            raise PositionError.with_id("lines-share", where="sequences")
        lines[team] += (line,)
    return tuple(lines)


def _settle_winner(state: SequenceState) -> SequenceState:
    """The state, over if somebody has already won. Raises `PositionError` for two winners."""
    winners = [team for team, lines in enumerate(state.lines) if len(lines) >= state.needed_lines]
    if len(winners) > 1:
        raise PositionError.with_id("two-winners")
    if not winners:
        return state
    return replace(state, outcome=make_win(state, winners[0], state.lines[winners[0]][-1]))


def _read_whole(detail: Detail, key: str, missing: int) -> int:
    """The whole number under a key, `missing` where not said. Raises `InputError`."""
    value = detail.get(key, missing)
    if not is_whole_between(value, 0, 999):
        raise InputError.with_id("setup-check", example='{"players": 2, "hand": 7}')
    return int(value)


def _read_seats(given: Any) -> list[Any]:
    """By seat, the team. Raises `InputError` for no list of numbers."""
    if not isinstance(given, list | tuple) or not all(is_whole_between(team, 0, 999) for team in given):
        raise InputError.with_id("setup-check-seats")
    return list(given)
