"""Turns ending with a half of their play missing, where turns end by themselves (SQ-21). Pure.

The owner's draw ends the turn if nothing follows soon, and so does a card or chip of the next player. Hands tell the player,
or names in a text. Without a hand the player's own pile tells, or a draw followed by a card or chip lawful for the next
player only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.match.events import Claimed, Played, TurnEnded
from companion.match.rules import HALF_OPEN, Claim, Finding, Play, Rules, Step, is_same_turn
from companion.match.rulings import Match
from companion.turns.scene import (
    DRAW,
    HAND,
    MIN_LIKELY_SHARE,
    MIN_MOVER_SHARE,
    MIN_SURE_SHARE,
    TurnScene,
    WeighedEvent,
    is_lawful,
    shares_of,
)

SLID = "chip-moved"
"""Code of a finding on a chip that a sleeve pushed to the next space."""
OUT_OF_TURN = "not-your-turn"
"""Code of a finding on a card of another player than the one to move."""
PRIOR_MOVER_BESIDE_HALF = 0.45
"""Chance, before a hand is seen, that it is the mover's while a half is missing; the same for the next player; guess."""
MIN_HALF_WAIT_S = 3.0  # a late half is brought sooner; the table must lie still too: `Evidence.end_after_draw`; guess
PRIOR_MENDING = 0.3  # chance of all owners of left halves together, before a hand is seen; guess
PRIOR_ANYBODY = 0.02  # chance of anybody else, before a hand is seen; guess


@dataclass(frozen=True, slots=True)
class HalfDrawn:
    """The end of a turn told by a draw."""

    end: TurnEnded  # the end
    draw: int  # entry of the draw
    at: float  # time of the draw, in seconds since 1970
    # zones moved by a hand since, each with the face still there; the next player's if the turn is over
    handled: tuple[tuple[str, str], ...] = ()

    def is_latest(self, match: Match) -> bool:
        """Was nothing told since the draw?"""
        return match.entries[-1].n == self.draw

    def has_waited(self, at: float) -> bool:
        """Would a late half have been brought by time `at`?"""
        return at - self.at >= MIN_HALF_WAIT_S


def find_open_half(rules: Rules[Any], match: Match) -> Finding | None:
    """The finding on an end of the turn while a half of its play is missing; None where none is."""
    return None if DRAW not in rules.claims or match.outcome is not None else _find_half(rules, match.state)


def _find_half(rules: Rules[Any], state: Any) -> Finding | None:
    found = rules.apply_turn_end(state, state.to_move).findings
    return next((each for each in found if each.code in HALF_OPEN), None)


def owners_of_left(rules: Rules[Any], match: Match) -> frozenset[int]:
    """Seats owing the missing half of an ended turn; empty for none."""
    return frozenset(duty.detail["seat"] - 1 for duty in rules.list_duties(match.state) if duty.late)


def end_by_draw(scene: TurnScene, draw: Claimed) -> TurnEnded | None:
    """The end that a draw proves if nothing follows: the player to move drew, owes no other draw, and lacks a half still.
    None otherwise; a hand that lingered proves nothing."""
    rules, state = scene.rules, scene.match.state
    if scene.lingered:
        return None
    if (
        draw.seat != scene.mover
        or not draw.detail.get("seen")
        or scene.mover in (rules.describe_position(state).get("to_draw") or ())
    ):
        return None
    after = rules.apply_claim(state, Claim(draw.code, draw.seat, draw.detail))
    still = is_lawful(after) and is_same_turn(after.state, state) and _find_half(rules, after.state) is not None
    return TurnEnded(scene.mover, scene.turn, by=DRAW) if still else None


def laid_beside_half(scene: TurnScene, event: Played) -> WeighedEvent:
    """What a card or chip means where turns end by themselves: mending a left half, or proving the end of a turn."""
    mending = _of_an_owner(scene, event)
    if mending is not None and is_lawful(_play_as_event(scene, scene.match.state, mending)):
        return WeighedEvent(mending, seat=mending.seat)
    theirs = _of_called_card(scene, event) if mending is None else None
    if theirs is not None:
        return WeighedEvent(theirs, seat=theirs.seat)
    return _over_half(scene, event) or WeighedEvent(event if mending is None else mending)


def _of_called_card(scene: TurnScene, event: Played) -> Played | None:
    """The chip with the seat whose card was called last and lies there still, where the two make that player's play. None for any other
    chip, and where a hand tells the player to move."""
    rules, state = scene.rules, scene.match.state
    dispute = scene.match.disputes[-1] if scene.match.disputes else None
    called = None if dispute is None else scene.match.find_judged(dispute.n)
    if (
        dispute is None
        or called is None
        or not isinstance(called.event, Played)
        or called.n != scene.match.judged[-1].n
        or event.seat is not None
    ):
        return None
    named = (found.detail["seat"] - 1 for found in dispute.findings if found.code == OUT_OF_TURN and "seat" in found.detail)
    owner, piles = next(named, None), {pile["zone"] for pile in rules.describe_position(state).get("piles", ())}
    if owner is None or event.zone in piles or _find_half(rules, state) is not None:
        return None
    shares = shares_of(
        scene, event, _expect_seats(scene, {scene.mover: PRIOR_MOVER_BESIDE_HALF, owner: PRIOR_MOVER_BESIDE_HALF})
    )
    if shares is not None and shares[owner] < MIN_LIKELY_SHARE:
        return None
    turn = rules.resume_turn(state, state.turn, owner, rules.could_draw(state))
    card = _play_as_event(scene, turn, replace(called.event, seat=None, strangers=()))
    whole = card.stands and is_lawful(_play_as_event(scene, card.state, event))
    return replace(event, seat=owner) if whole else None


def claimed_beside_half(scene: TurnScene, event: Claimed) -> WeighedEvent:
    """A whole play of a named player while a half is missing: of the next player, after the end of the turn. The event alone
    where no half is missing or nobody is named."""
    if find_open_half(scene.rules, scene.match) is None or event.seat is None:
        return WeighedEvent(event)
    following = scene.next_seat
    ends = (TurnEnded(scene.mover, scene.turn, by=HAND),) if event.seat == following else ()
    return WeighedEvent(event, ends, event.seat)


def _of_an_owner(scene: TurnScene, event: Played) -> Played | None:
    """The event with the seat of its hand, where halves were left and the hand is known or its owner named; None otherwise."""
    owners = owners_of_left(scene.rules, scene.match)
    if not owners or event.seat is not None:
        return event if event.seat in owners else None
    others = owners - {scene.mover}
    before = _expect_seats(scene, dict.fromkeys(others, PRIOR_MENDING / max(len(others), 1)) | {scene.mover: 1 - PRIOR_MENDING})
    seat = _sure_seat(shares_of(scene, event, before))
    return replace(event, seat=seat) if seat in {scene.mover, *owners} else None


def _over_half(scene: TurnScene, event: Played) -> WeighedEvent | None:
    """The event after the end that belongs before a card or chip of the next player; None where it proves no end."""
    half = find_open_half(scene.rules, scene.match)
    if half is None or (not event.after and event.zone == half.zones[0]):
        return None
    passed = scene.rules.pass_turn(scene.match.state).state
    following = passed.to_move
    before = _expect_seats(scene, {scene.mover: PRIOR_MOVER_BESIDE_HALF, following: PRIOR_MOVER_BESIDE_HALF})
    shares = shares_of(scene, event, before)
    told = _sure_seat(shares)
    now = _play_as_event(scene, scene.match.state, replace(event, seat=None))
    then = _play_as_event(scene, passed, replace(event, seat=following if told == following else None))
    if told == following:
        over = is_lawful(then) or (
            bool(event.after) and not is_lawful(now) and SLID not in {found.code for found in now.findings}
        )
    else:
        over = not is_lawful(now) and is_lawful(then) and _is_of_the_next(scene, event, half, following, shares)
    if not over:
        return None
    end = TurnEnded(scene.mover, scene.turn, by=HAND)
    return WeighedEvent(replace(event, seat=told), (end,), told)


def _is_of_the_next(scene: TurnScene, event: Played, half: Finding, following: int, shares: Mapping[int, float] | None) -> bool:
    """Is a card or chip the next player's, though no hand surely tells? Either somebody drew and the hand is not the mover's,
    or hand and pile are rather the next player's. `half`: what the turn lacks. `following`: seat of the next player. `shares`:
    chance of each seat, None without a hand."""
    if not scene.match.started.holds or event.seat is not None:
        return False
    if half.detail.get("drawn"):
        return shares is None or shares[scene.mover] < MIN_MOVER_SHARE
    piles = scene.rules.describe_position(scene.match.state).get("piles", ())
    own = any(pile["zone"] == event.zone and pile.get("owner") == following for pile in piles)
    return own and shares is not None and shares[following] >= MIN_LIKELY_SHARE


def _expect_seats(scene: TurnScene, likely: Mapping[int, float]) -> dict[int, float]:
    """Chance of each seat before a hand is seen; seats that are not `likely` get little."""
    return dict.fromkeys(range(scene.match.started.seats), PRIOR_ANYBODY) | dict(likely)


def _play_as_event(scene: TurnScene, state: Any, event: Played) -> Step[Any]:
    accepted = scene.rules.list_faces(state).get(event.zone, "")
    return scene.rules.apply_play(state, Play(event.zone, accepted, event.after, event.seat))


def _sure_seat(shares: Mapping[int, float] | None) -> int | None:
    return next((seat for seat, share in (shares or {}).items() if share >= MIN_SURE_SHARE), None)
