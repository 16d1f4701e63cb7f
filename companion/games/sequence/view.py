"""A match of Sequence from outside: what is due, and the public position. Rule ids: rules spec, section 5."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.games.sequence.board import BOARD_SIZE, CORNERS, SPACE_ZONES, spaces_in, zones_in
from companion.games.sequence.cards import FRENCH_CARDS, JACKS, ONE_EYED
from companion.games.sequence.left_halves import list_mending_cards
from companion.games.sequence.moves import describe_line_ends, find_move_fault
from companion.games.sequence.passing import describe_half, find_targets
from companion.games.sequence.state import COMMON_ZONE, Half, SequenceMove, SequenceState, discard_zone
from companion.match.rules import CARD_DUE, CARD_MISSING, Duty


def list_sequence_duties(state: SequenceState) -> tuple[Duty, ...]:
    """Halves of plays (SQ-05, SQ-21), draws to make up (SQ-13), chips to turn over (SQ-11) or back (SQ-17)."""
    waiting = () if state.outcome is not None else (*_left_duties(state), *_half_duties(state), *_draw_duties(state))
    return (*waiting, *_turn_over_duties(state), *_turn_back_duties(state))


def _left_duties(state: SequenceState) -> Iterator[Duty]:
    """A late duty (SQ-05) for each half left by a player. For a card: the missing chip. For a chip: the missing card, with all
    fitting cards."""
    for left in state.left:
        half = left.half
        detail = describe_half(state, half)
        if half.card:
            yield Duty(
                "SQ-05", "chip-missing", (half.zone, *find_targets(state, half)), half.card, left.turn, detail, late=True
            )
            continue
        zones = (COMMON_ZONE if state.one_zone else discard_zone(half.seat), half.zone)
        yield Duty("SQ-05", CARD_MISSING, zones, "", left.turn, {**detail, "cards": list_mending_cards(state, left)}, late=True)


def _half_duties(state: SequenceState) -> tuple[Duty, ...]:
    """The duty to bring what the waiting half lacks, at most one. "cards" of the detail: the cards that would fit a chip,
    likeliest first."""
    half = state.half
    if half is None:
        return ()
    if not half.card:
        zones = (COMMON_ZONE if state.one_zone else discard_zone(half.seat), half.zone)
        detail = {"seat": half.seat + 1, "space_zone": half.zone, "cards": _list_fitting_cards(state, half)}
        return (Duty("SQ-05", CARD_DUE, zones, due_turn=state.turn, detail=detail, usual=True),)
    code = "remove-chip" if half.card in ONE_EYED else "lay-chip"
    targets = () if half.card in JACKS else zones_in(state.find_spaces(half.card))
    detail = {
        "seat": half.seat + 1,
        "face": state.palette[half.seat % state.teams],
        "chosen": int(bool(state.colours[half.seat % state.teams])),
        "count": len(targets),
        "open_zones": targets,
    }
    return (Duty("SQ-05", code, (half.zone, *targets), half.card, state.turn, detail, usual=True),)


def _list_fitting_cards(state: SequenceState, half: Half) -> tuple[str, ...]:
    """The cards that would make a play with the waiting chip: first the card of the space, next jacks, of which few exist."""
    fit = [
        card
        for card in state.list_held_cards(half.seat)
        if find_move_fault(state, SequenceMove(half.seat, card, half.space, half.removes)) is None
    ]
    return tuple(sorted(fit, key=lambda card: card in JACKS))


def _draw_duties(state: SequenceState) -> tuple[Duty, ...]:
    """Draws of the last round; nobody is reminded of an older draw for ever."""
    recent = [(turn, seat) for seat, turn in state.owed if turn >= state.turn - state.players]
    return tuple(
        Duty(
            "SQ-13",
            "draw-asked" if (seat, turn) in state.doubted else "draw",
            ("draw",),
            "",
            turn + 1,
            {"seat": seat + 1},
            usual=(seat, turn) not in state.doubted,
        )
        for turn, seat in sorted(recent)
    )


def _turn_over_duties(state: SequenceState) -> Iterator[Duty]:
    """Chips of sequences that still lie colour side up (SQ-11)."""
    for team, lines in enumerate(state.lines):
        for line in lines:
            left = line & ~CORNERS & ~state.turned
            if left:
                detail = {"face": state.palette[team], "count": left.bit_count(), **describe_line_ends(line)}
                yield Duty("SQ-11", "turn-over", zones_in(left), detail=detail)


def _turn_back_duties(state: SequenceState) -> Iterator[Duty]:
    """Chips white side up without a sequence (SQ-11, SQ-17)."""
    for team, mine in enumerate(state.chips):
        left = mine & state.turned & ~state.locked_spaces
        if left:
            rule = "SQ-17" if state.advanced else "SQ-11"
            yield Duty(rule, "turn-back", zones_in(left), detail={"face": state.palette[team], "count": left.bit_count()})


def describe_sequence(state: SequenceState) -> dict[str, Any]:
    """The public position. Players and teams count from 0; "winner" is a team. "piles" are the discards, "last" the spaces of
    the last chips, "dead" cards without an open space, "to_draw" seats that owe a draw. "played" is 1 while a card waits for
    its chip."""
    tops = {discard_zone(seat): state.top_discard(seat) or None for seat in range(state.players)}
    outcome = state.outcome
    return {
        "status": "playing" if outcome is None else "won" if outcome.won else "drawn",
        "to_move": state.to_move,
        "turn": state.turn,
        "played": int(state.half is not None and bool(state.half.card)),
        "min_cards": int(outcome is None and state.can_act(state.to_move)),
        "hand_size": {str(seat): hand.size for seat, hand in enumerate(state.hands)},
        "deck_size": state.deck_size,
        "top": tops,
        "sequences": {str(team): len(own) for team, own in enumerate(state.lines)},
        "chip": {_format_space(space): team for team, mine in enumerate(state.chips) for space in spaces_in(mine)},
        "winner": outcome.detail["team"] if outcome is not None and outcome.won else None,
        "score": None,
        "rating": None,
        "piles": [_common_view(state)] * state.one_zone + [_pile_view(state, seat) for seat in range(state.players)],
        "board": {"rows": BOARD_SIZE, "columns": BOARD_SIZE, "cells": _cells_view(state)},
        "teams": [_known_colour(state, seat) for seat in range(state.players)],
        "colours": [colour or None for colour in state.colours],
        "lines": [list(zones_in(line)) for own in state.lines for line in own],
        "discards": tops,
        "dead": [card for card in FRENCH_CARDS if state.is_dead(card)],
        "last": [SPACE_ZONES[space] for space in state.last],
        "jack_targets": {
            "two_eyed": list(zones_in(state.find_spaces("JC"))),
            "one_eyed": list(zones_in(state.find_spaces("JS"))),
        },
        "to_draw": sorted({seat for seat, _ in state.owed}) if outcome is None else [],
    }


def _known_colour(state: SequenceState, seat: int) -> str | None:
    """The colour of a player's chips, None while nobody knows and none lies on the board."""
    team = seat % state.teams
    return state.palette[team] if state.colours[team] or state.chips[team] else None


def _format_space(space: int) -> str:
    return ",".join(map(str, divmod(space, BOARD_SIZE)))


def _cells_view(state: SequenceState) -> list[dict[str, Any]]:
    """Every space. `target`: the card laid in the current turn may place or remove a chip there."""
    card = state.half.card if state.half is not None else ""
    targets = state.find_spaces(card) if card else 0
    owners = {space: state.colour_on(space, team) for team, mine in enumerate(state.chips) for space in spaces_in(mine)}
    return [
        {
            "zone": zone,
            "card": state.layout.printed[space],
            "chip": owners.get(space),
            "flipped": bool(state.turned >> space & 1),
            "corner": bool(CORNERS >> space & 1),
            "target": bool(targets >> space & 1),
        }
        for space, zone in enumerate(SPACE_ZONES)
    ]


def _common_view(state: SequenceState) -> dict[str, Any]:
    """The zone in which all show their cards. No card is counted here: they count among the players' own discards."""
    return {"zone": COMMON_ZONE, "kind": "discard", "start": "", "top": state.common[-1] if state.common else "", "cards": []}


def _pile_view(state: SequenceState, seat: int) -> dict[str, Any]:
    """The discards of a player for the pages: "zone", "kind", "start" (always ""), "top", "cards", "team". "team" is the
    colour, None while unknown."""
    return {
        "zone": discard_zone(seat),
        "kind": "discard",
        "start": "",
        "top": state.top_discard(seat),
        "cards": list(state.piles[seat]),
        "team": _known_colour(state, seat),
    }
