"""Turns that end with a half of their play missing, where turns end by themselves (SQ-21). Pure.

The owner's draw ends such a turn, if nothing follows it soon, and so does the next player who lays. Whose draw it was, and who lays, tells
the hand, or in a text the name. Where no hand was seen a pile of one's own tells, or a draw of somebody and a card or chip that only the
next player may lay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.match.events import Claimed, Played, TurnEnded
from companion.match.rules import HALF_OPEN, Claim, Finding, Play, Rules, Step
from companion.match.rulings import Match
from companion.turns.scene import DRAW, HAND, HIS, LIKELY, SURE, TurnScene, Weighed, is_lawful, shares_of

SLID = "chip-moved"
"""The code of a finding on a chip that a sleeve pushed from one space to the next."""
ONE_OF_TWO = 0.45
"""What is expected of a hand while a half is missing: that it is that of the player to move, and as much that it is the next one's."""
MENDING = 0.3
"""The same of the owners of halves that were left, together."""
ANYBODY = 0.02
"""The same of anybody else."""


def open_half(rules: Rules[Any], match: Match) -> Finding | None:
    """What an end of the turn would be called for while a half of its play is missing; None where none is."""
    return None if DRAW not in rules.claims or match.outcome is not None else _half_in(rules, match.state)


def _half_in(rules: Rules[Any], state: Any) -> Finding | None:
    found = rules.end_turn(state, rules.turn(state)[1]).findings
    return next((each for each in found if each.code in HALF_OPEN), None)


def owners_of_left(rules: Rules[Any], match: Match) -> frozenset[int]:
    """The seats that have to mend a half of a turn that is over."""
    return frozenset(duty.detail["seat"] - 1 for duty in rules.duties(match.state) if duty.late)


def end_by_draw(scene: TurnScene, draw: Claimed) -> TurnEnded | None:
    """The end that a draw proves if nothing follows it: it is that of the player to move, who has no other draw to make and lacks a half
    still. A hand that lingered proves none."""
    rules, state = scene.rules, scene.match.state
    if scene.lingered:
        return None
    if draw.seat != scene.mover or not draw.detail.get("seen") or scene.mover in (rules.view(state).get("to_draw") or ()):
        return None
    after = rules.claim(state, Claim(draw.code, draw.seat, draw.detail))
    still = is_lawful(after) and rules.turn(after.state) == rules.turn(state) and _half_in(rules, after.state) is not None
    return TurnEnded(scene.mover, scene.turn, by=DRAW) if still else None


def laid_beside_half(scene: TurnScene, event: Played) -> Weighed:
    """What a card or chip means where turns end by themselves: it mends a half that was left, or proves that a turn is over."""
    mending = _of_an_owner(scene, event)
    if mending is not None and is_lawful(_played(scene, scene.match.state, mending)):
        return Weighed(mending, seat=mending.seat)
    return _over_half(scene, event) or Weighed(event if mending is None else mending)


def claimed_beside_half(scene: TurnScene, event: Claimed) -> Weighed:
    """The same of a whole play that the next player is said to have made."""
    if open_half(scene.rules, scene.match) is None or event.seat is None:
        return Weighed(event)
    following = scene.rules.turn(scene.rules.pass_on(scene.match.state).state)[1]
    ends = (TurnEnded(scene.mover, scene.turn, by=HAND),) if event.seat == following else ()
    return Weighed(event, ends, event.seat)


def _of_an_owner(scene: TurnScene, event: Played) -> Played | None:
    """The event with the seat whose hand it was, where halves were left and that hand is known, or its owner named."""
    owners = owners_of_left(scene.rules, scene.match)
    if not owners or event.seat is not None:
        return event if event.seat in owners else None
    others = owners - {scene.mover}
    before = _expected(scene, dict.fromkeys(others, MENDING / max(len(others), 1)) | {scene.mover: 1 - MENDING})
    seat = _sure(shares_of(scene, event, before))
    return replace(event, seat=seat) if seat in {scene.mover, *owners} else None


def _over_half(scene: TurnScene, event: Played) -> Weighed | None:
    """The end of the turn that belongs before a card or chip of the next player; None where it proves none."""
    half = open_half(scene.rules, scene.match)
    if half is None or (not event.after and event.zone == half.zones[0]):
        return None
    passed = scene.rules.pass_on(scene.match.state).state
    following = scene.rules.turn(passed)[1]
    before = _expected(scene, {scene.mover: ONE_OF_TWO, following: ONE_OF_TWO})
    shares = shares_of(scene, event, before)
    told = _sure(shares)
    now = _played(scene, scene.match.state, replace(event, seat=None))
    then = _played(scene, passed, replace(event, seat=following if told == following else None))
    if told == following:
        over = is_lawful(then) or (bool(event.after) and not is_lawful(now) and not _slid(now))
    else:
        over = not is_lawful(now) and is_lawful(then) and _is_of_the_next(scene, event, half, following, shares)
    if not over:
        return None
    end = TurnEnded(scene.mover, scene.turn, by=HAND)
    return Weighed(replace(event, seat=told), (end,), told)


def _is_of_the_next(scene: TurnScene, event: Played, half: Finding, following: int, shares: Mapping[int, float] | None) -> bool:
    """Is a card or chip the next player's, though no hand surely tells? `half`: what the turn lacks. Somebody drew and it is not the hand of
    the player to move, or that hand is rather the next player's and the pile is too."""
    if not scene.match.started.holds or event.seat is not None:
        return False
    if half.detail.get("drawn"):
        return shares is None or shares[scene.mover] < HIS
    piles = scene.rules.view(scene.match.state).get("piles", ())
    own = any(pile["zone"] == event.zone and pile.get("owner") == following for pile in piles)
    return own and shares is not None and shares[following] >= LIKELY


def _expected(scene: TurnScene, likely: Mapping[int, float]) -> dict[int, float]:
    """What is expected of a hand before it is seen: of seats that are not `likely` little."""
    return dict.fromkeys(range(scene.match.started.seats), ANYBODY) | dict(likely)


def _played(scene: TurnScene, state: Any, event: Played) -> Step[Any]:
    accepted = scene.rules.faces(state).get(event.zone, "")
    return scene.rules.play(state, Play(event.zone, accepted, event.after, event.seat))


def _slid(step: Step[Any]) -> bool:
    return SLID in {found.code for found in step.findings}


def _sure(shares: Mapping[int, float] | None) -> int | None:
    return next((seat for seat, share in (shares or {}).items() if share >= SURE), None)
