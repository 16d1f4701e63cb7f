"""A whole match of Sequence that plays itself, mistakes included, for the virtual table.

The players see all hands, as no player may, so that a match can be told beforehand. The same seed gives the same match. The cards
laid are those of two decks, the chips lie on the classic board.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from companion.games import rules_of
from companion.games.sequence_board import ALL, SPACE_OF, WINDOWS, ZONES, spaces_in
from companion.games.sequence_cards import CARDS, COPIES, HAND_SIZES
from companion.games.sequence_state import COLOURS, TURNED, SequenceState, discard_zone
from companion.rules import Claim
from companion.showcase import LOOK_SECONDS, Move

GAME = "sequence"
SEED = 4
MISTAKES = ("turn", "space", "line")
"""What is done wrong once each where the match gives occasion: a card out of turn (SQ-05), a chip on another card's space (SQ-05), a
chip of a sequence taken (SQ-11)."""


def showcase(seed: int = SEED, seats: int = 2, mistakes: tuple[str, ...] = MISTAKES) -> Iterator[Move]:
    """The moves of a match: a card laid, a chip laid or taken, chips turned over, a card drawn."""
    rules, state, left = rules_of(GAME), dealt(seed, seats), list(mistakes)
    for turn in range(400):
        claim = _chosen(state, random.Random(f"{seed} {turn}"))
        if claim is None:
            return
        card, *chip = _played(state, claim)
        slips = {kind: found for kind in left if turn >= 2 and (found := _wrong(kind, state, claim))}
        slip = next(iter(slips), "")
        left = [kind for kind in left if kind != slip]
        yield from (*slips.get(slip, ()), card, *chip) if slip == "turn" else (card, *slips.get(slip, ()), *chip)
        state = rules.claim(state, claim).state
        for duty in rules.duties(state):
            if duty.code in ("turn-over", "turn-back"):
                yield from (Move("flip", zone) for zone in duty.zones)
        state = rules.claim(state, Claim("flip")).state
        if state.outcome is not None:
            return
        yield Move("end")
        state = rules.claim(state, Claim("draw")).state


def dealt(seed: int, seats: int) -> SequenceState:
    """The state after dealing with this seed, all hands and the draw pile known."""
    cards = [card for card in CARDS for _ in range(COPIES)]
    random.Random(seed).shuffle(cards)
    size = HAND_SIZES[seats]
    hands = [cards[i * size : (i + 1) * size] for i in range(seats)]
    state: SequenceState = rules_of(GAME).setup(seats, {}, {"hands": hands, "deck": cards[seats * size :]})
    return state


def _chosen(state: SequenceState, dice: random.Random) -> Claim | None:
    """The claim that brings the own lines farthest; a dead card first. Two equal cards in a row are avoided: no camera tells them."""
    claims = [claim for claim in rules_of(GAME).legal(state) if isinstance(claim, Claim)]
    seen = [claim for claim in claims if claim.detail["card"] != state.top(state.to_move)]
    return max(seen or claims, key=lambda claim: (_worth(state, claim), dice.random()), default=None)


def _worth(state: SequenceState, claim: Claim) -> float:
    if claim.code == "dead":
        return 1e6
    space = 10 * int(claim.detail["row"]) + int(claim.detail["column"])
    team = state.to_move % state.teams
    mine = state.chips[team] | _corners()
    others = 0
    for i, chips in enumerate(state.chips):
        others |= chips if i != team else 0
    lines = [window for window in WINDOWS if window >> space & 1]
    if claim.code == "remove":
        return max(((window & others).bit_count() ** 2 - 9.5 for window in lines if not window & mine), default=0)
    open_lines = [window for window in lines if not window & others]
    spent = 3 if str(claim.detail["card"]).startswith("J") else 0
    return max(((window & mine).bit_count() ** 2 for window in open_lines), default=0) + 0.1 * len(open_lines) - spent


def _corners() -> int:
    return sum(1 << SPACE_OF[zone] for zone in ("r0c0", "r0c9", "r9c0", "r9c9"))


def _played(state: SequenceState, claim: Claim) -> Iterator[Move]:
    """A claim as what hands do: the card on the own discards, the chip on its space."""
    seat = state.to_move
    yield Move("lay", discard_zone(seat), str(claim.detail["card"]))
    if claim.code == "dead":
        return
    zone = f"r{claim.detail['row']}c{claim.detail['column']}"
    yield Move("lift", zone) if claim.code == "remove" else Move("lay", zone, COLOURS[seat % state.teams])


def _wrong(kind: str, state: SequenceState, claim: Claim) -> tuple[Move, ...]:
    """A mistake put right again: the card of another before this claim's, else a wrong chip after its card; nothing where there is
    no occasion."""
    if kind == "turn":
        other = discard_zone((state.to_move + 1) % state.players)
        return _and_back(Move("lay", other, _held(state, state.to_move + 1), mistake="SQ-05"), Move("lift", other))
    if kind == "line" and claim.code == "remove":
        return _taken_from_line(state)
    if kind == "space" and claim.code == "place" and not str(claim.detail["card"]).startswith("J"):
        return _on_anothers_space(state, str(claim.detail["card"]))
    return ()


def _taken_from_line(state: SequenceState) -> tuple[Move, ...]:
    """A jack takes a chip of a sequence."""
    for team, chips in enumerate(state.chips):
        for space in spaces_in(chips & state.locked if team != state.to_move % state.teams else 0):
            zone = ZONES[space]
            return _and_back(Move("lift", zone, mistake="SQ-11"), Move("lay", zone, COLOURS[team] + TURNED))
    return ()


def _on_anothers_space(state: SequenceState, card: str) -> tuple[Move, ...]:
    """A chip on the space of another card."""
    taken = _corners() | state.spaces_for(card)
    for chips in state.chips:
        taken |= chips
    free = [ZONES[space] for space in spaces_in(ALL & ~taken)]
    colour = COLOURS[state.to_move % state.teams]
    wrong = free[len(free) // 2]
    return _and_back(Move("lay", wrong, colour, mistake="SQ-05"), Move("lift", wrong))


def _held(state: SequenceState, seat: int) -> str:
    return str(state.hands[seat % state.players].cards[0])


def _and_back(wrong: Move, back: Move) -> tuple[Move, ...]:
    return wrong, Move("wait", seconds=LOOK_SECONDS), back
