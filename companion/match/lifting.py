"""What a taking back lifts. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.match.events import Claimed, Event, Played, PutRight, TakenBack
from companion.match.facts import lays, plays_on, zone_of
from companion.match.rules import Finding, Severity
from companion.match.rulings import Dispute, Fate, Judged, Laid, Match

UNREAD = "?"
"""What lay beneath a lifted card where nobody could read it."""
_RULE = "G-2"


def liftable(match: Match, zone: str) -> int | None:
    """The fact that a taking back on `zone` lifts, None for none: the card on top, which was laid in this turn or, having stood, is in
    dispute. A play that is a turn by itself is lifted only where nothing else was done since."""
    if match.outcome is not None:
        return None
    disputed = _disputed(match, zone)
    if disputed is not None:
        return disputed.n
    last = _last_laid(match, zone)
    if last is None:
        return None
    if isinstance(_event(match, last.n), Claimed):
        return None if _was_followed(match, last.n) else last.n
    return last.n if last.turn == match.state.turn else None


def find_lifted(match: Match, event: TakenBack) -> int | None:
    """The fact that a taking back lifts, None for none. Of a card in dispute that never stood it is that one where another face was seen
    beneath than the match has there; else that card is put right."""
    dispute = match.dispute_on(event.zone) if match.started.holds and match.outcome is None else None
    accepted = match.faces.get(event.zone, "")
    if dispute is not None and _is_that_card(match, dispute, event.card) and event.beneath not in (None, UNREAD, accepted):
        return dispute.n
    return liftable(match, event.zone)


def interpret_lift(match: Match, event: TakenBack) -> TakenBack | PutRight:
    """The taking back with the face that it lifts. A card that never stood and is in dispute at a table is put right."""
    target = find_lifted(match, event)
    dispute = match.dispute_on(event.zone) if match.started.holds else None
    if dispute is not None and dispute.n != target and _is_that_card(match, dispute, event.card):
        return PutRight(event.zone)
    face = None if target is None else _face_of(match, event.zone, target)
    if face is None or not (event.card is None or event.card == _bare(face)):
        return event
    return replace(event, card=face)


def find_lift_fault(match: Match, event: TakenBack) -> Finding | None:
    """Why the taking back lifts nothing, None where it lifts a card. Of an earlier turn's card the finding names its player and entry."""
    target, zone = find_lifted(match, event), event.zone
    if target is not None:
        face, played = _face_of(match, zone, target), _card_of(_event(match, target))
        if event.card in (None, face, played) or (face and event.card == _bare(face)):
            return None
        return _foul("other-card-on-top", zone, card=event.card, top=face or played)
    last = None if match.outcome is not None else _last_laid(match, zone)
    judged = None if last is None else match.judged_of(last.n)
    if last is None or judged is None:
        return _foul("nothing-to-take-back", zone)
    seat = getattr(judged.event, "seat", None)
    named = judged.ruling.seat if seat is None else seat
    return _foul("turn-is-over", zone, card=_card_of(judged.event) or last.after, seat=named + 1, entry=last.n)


def lifts_nothing(zone: str) -> Finding:
    """Of a taking back whose card never lay there, as its zone was amended since."""
    return Finding(_RULE, "nothing-to-take-back", Severity.NOTE, (zone,), {"zone": zone})


def _bare(face: str) -> str:
    """The face without its command."""
    return face.partition(":")[0]


def _foul(code: str, zone: str, **detail: Any) -> Finding:
    return Finding(_RULE, code, Severity.FOUL, (zone,), {"zone": zone, **detail})


def _disputed(match: Match, zone: str) -> Judged | None:
    """The card in dispute that lies on a zone and stood there until it was amended."""
    found = (judged for judged in reversed(match.open) if zone_of(judged.event) == zone)
    return next((judged for judged in found if judged.held.stood or judged.held.at_once), None)


def _was_followed(match: Match, n: int) -> bool:
    """Does anything lie there, or has a turn passed, that came after fact `n`? A word does not count."""
    later = match.judged[next(place for place, judged in enumerate(match.judged) if judged.n == n) + 1 :]
    return any(judged.passed is not None or _was_done(judged) for judged in later)


def _was_done(judged: Judged) -> bool:
    if judged.fate is Fate.NOTED:
        return lays(judged.event)
    return judged.fate is Fate.STANDS and plays_on(judged.event)


def _is_that_card(match: Match, dispute: Dispute, card: str | None) -> bool:
    """Does a taking back name what is in dispute? Of a move the card will do as well as the chip."""
    return card in (None, dispute.face, _card_of(_event(match, dispute.n)))


def _last_laid(match: Match, zone: str) -> Laid | None:
    return next((laid for laid in reversed(match.laid) if laid.zone == zone), None)


def _face_of(match: Match, zone: str, target: int) -> str | None:
    """The face that fact `target` put on a zone, None where that is not known."""
    told, laid = _event(match, target), _last_laid(match, zone)
    if laid is None or laid.n != target:
        return _card_of(told) or None
    if isinstance(told, Played) or laid.before or laid.after:
        return laid.after
    return match.faces.get(zone) or None


def _card_of(event: Event | None) -> str:
    if isinstance(event, Claimed):
        return str(event.detail.get("card", ""))
    return event.after if isinstance(event, Played) else ""


def _event(match: Match, n: int) -> Event | None:
    judged = match.judged_of(n)
    return judged.event if judged else None
