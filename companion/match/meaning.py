"""What an event means in a match, before any judgment: a sight becomes a fact, or nothing at all. Pure."""

from __future__ import annotations

from typing import Any

from companion.match.events import (
    Corrected,
    Event,
    HandsGone,
    Played,
    PutRight,
    Seen,
    TakenBack,
    TurnEnded,
)
from companion.match.lifting import find_liftable, interpret_lift
from companion.match.rules import Play, Rules
from companion.match.rulings import (
    Dispute,
    Fate,
    Match,
)


def interpret_event(rules: Rules[Any], match: Match, event: Event) -> Event | None:
    """What the rest of the match takes an event for, None for nothing new (laws 1, 3 and 5). A sight becomes a fact or a
    correction, a taking back gets the lifted face. Most other events come back unchanged."""
    if isinstance(event, Seen):
        return _interpret_sight(rules, match, event)
    if isinstance(event, TakenBack):
        return interpret_lift(match, event)
    if isinstance(event, TurnEnded) and _has_already_ended(match, event):
        return None
    if isinstance(event, HandsGone) and match.waiting is None:
        return None
    if isinstance(event, Played) and match.started.holds and not event.again and _lies_already(match, event):
        return PutRight(event.zone) if match.find_dispute(event.zone) else None
    return event


def find_face_of_variant(rules: Rules[Any], match: Match, face: str) -> str:
    """The face of the match that a reading stands for, unchanged where the variant has no other name: 66 burns in "On Fire"."""
    mover = match.state.to_move
    return rules.retell_play(match.state, Play("", "", face), mover, mover).after if face else face


def _lies_already(match: Match, event: Played) -> bool:
    return event.after == match.faces.get(event.zone, "")


def _interpret_sight(rules: Rules[Any], match: Match, seen: Seen) -> Event | None:
    """The fact or correction that a sight stands for, None for nothing new. Without a hand, the last card or dispute of the
    zone was read better. With a hand, a card was put right, taken back or laid."""
    accepted = match.faces.get(seen.zone, "")
    dispute = match.find_dispute(seen.zone)
    last = next((laid for laid in reversed(match.laid) if laid.zone == seen.zone), None)
    if not seen.moved and (dispute or last):
        n, face = (dispute.n, dispute.face) if dispute else (last.n, last.after)  # type: ignore[union-attr]
        return None if seen.after == face else Corrected(n, seen.after)
    if seen.after == accepted and dispute and _stood_until_amended(rules, match, dispute):
        return TakenBack(seen.zone, card=dispute.face, beneath=seen.after)
    if seen.after == accepted:
        return PutRight(seen.zone) if dispute else _interpret_same_face(rules, match, seen)
    if dispute and dispute.face == seen.after:
        return None
    if match.outcome is not None:
        return _interpret_after_end(match, seen, accepted)
    taken_back = last and seen.after == last.before and last.turn == match.state.turn
    if last and taken_back and seen.zone not in rules.shared:
        return TakenBack(seen.zone, card=last.after, beneath=seen.after)
    return Played(seen.zone, accepted, seen.after, hand=seen.hand)


def _stood_until_amended(rules: Rules[Any], match: Match, dispute: Dispute) -> bool:
    """Did a card in dispute lie rightly until amended? Such a card is lifted like any other."""
    return dispute.zone not in rules.shared and find_liftable(match, dispute.zone) == dispute.n


def _interpret_after_end(match: Match, seen: Seen, accepted: str) -> Event | None:
    """A card laid after the end (10); None for tidying up. `accepted`: the face of the zone by the match. A sight without a
    hand, an empty zone or a card laid before is tidying up."""
    known = {laid.after for laid in match.laid} | {
        judged.event.after for judged in match.judged if isinstance(judged.event, Played)
    }
    return Played(seen.zone, accepted, seen.after) if seen.moved and seen.after and seen.after not in known else None


def _interpret_same_face(rules: Rules[Any], match: Match, seen: Seen) -> Event | None:
    """A play of the same face, None where none is meant. One is meant where a hand may have laid a card on its like
    (`seen.again`), with another position by the rules. Never in games without doubles."""
    if not (seen.again and rules.doubles):
        return None
    step = rules.apply_play(match.state, Play(seen.zone, seen.after, seen.after, again=True))
    return None if step.state is match.state else Played(seen.zone, seen.after, seen.after, again=True)


def _has_already_ended(match: Match, event: TurnEnded) -> bool:
    """Is an end of turn told for a turn that is over, or while the match is over or another end waits? False in a text."""
    if not match.started.holds:
        return False
    if match.outcome is not None or match.waiting is not None:
        return True
    turn = match.state.turn
    if event.turn is not None:
        return event.turn < turn
    if event.unknown:
        return False
    # A button or a card does not say which turn it means: with nothing laid yet it can only mean the turn that has just ended.
    stood = (judged for judged in match.judged if judged.fate in (Fate.STANDS, Fate.NOTED))
    ended = any(isinstance(judged.event, TurnEnded) for judged in stood)
    return ended and not match.disputes and all(laid.turn < turn for laid in match.laid)
