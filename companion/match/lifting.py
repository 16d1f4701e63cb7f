"""What a taking back lifts. Pure."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.match.events import Claimed, Event, Played, PutRight, TakenBack
from companion.match.facts import find_zone_of, is_laying, is_playing
from companion.match.rules import Finding, Severity
from companion.match.rulings import Dispute, Fate, Judged, Laid, Match

UNREAD = "?"
"""What lay beneath a lifted card where nobody could read it."""
_RULE = "G-2"


def find_liftable(match: Match, zone: str) -> int | None:
    """The number of the fact that a taking back on `zone` lifts; None for none, or once the match is over.

    The card on top is lifted if laid in the current turn, or in dispute after having stood. A play that is a turn by itself is
    lifted only where nothing followed.
    """
    if match.outcome is not None:
        return None
    disputed = _find_disputed(match, zone)
    if disputed is not None:
        return disputed.n
    last = _find_last_laid(match, zone)
    if last is None:
        return None
    if isinstance(_find_fact(match, last.n), Claimed):
        return None if _was_followed(match, last.n) else last.n
    return last.n if last.turn == match.state.turn else None


def find_lifted(match: Match, event: TakenBack) -> int | None:
    """The number of the fact that a taking back lifts, None for none.

    A card in dispute that never stood is lifted where another face was seen beneath than the match has. Else the card is put
    right.
    """
    dispute = match.find_dispute(event.zone) if match.started.holds and match.outcome is None else None
    accepted = match.faces.get(event.zone, "")
    if dispute is not None and _is_that_card(match, dispute, event.card) and event.beneath not in (None, UNREAD, accepted):
        return dispute.n
    return find_liftable(match, event.zone)


def interpret_lift(match: Match, event: TakenBack) -> TakenBack | PutRight:
    """The taking back with the lifted face. A card that never stood, in dispute at a table, is put right instead. A named bare
    number counts as the card with its command. Unchanged where nothing is lifted, or another card than named."""
    target = find_lifted(match, event)
    dispute = match.find_dispute(event.zone) if match.started.holds else None
    if dispute is not None and dispute.n != target and _is_that_card(match, dispute, event.card):
        return PutRight(event.zone)
    face = None if target is None else _find_laid_face(match, event.zone, target)
    if face is None or not (event.card is None or event.card == _without_command(face)):
        return event
    return replace(event, card=face)


def find_lift_fault(match: Match, event: TakenBack) -> Finding | None:
    """Why a taking back lifts nothing, None where a card is lifted. For a card of an earlier turn, the detail has the entry and
    the player, seats counted from 1. A named card must be the top card, or the same number."""
    target, zone = find_lifted(match, event), event.zone
    if target is not None:
        face, played = _find_laid_face(match, zone, target), _find_told_card(_find_fact(match, target))
        if event.card in (None, face, played) or (face and event.card == _without_command(face)):
            return None
        return _make_lift_foul("other-card-on-top", zone, card=event.card, top=face or played)
    last = None if match.outcome is not None else _find_last_laid(match, zone)
    judged = None if last is None else match.find_judged(last.n)
    if last is None or judged is None:
        return _make_lift_foul("nothing-to-take-back", zone)
    seat = getattr(judged.event, "seat", None)
    named = judged.ruling.seat if seat is None else seat
    return _make_lift_foul("turn-is-over", zone, card=_find_told_card(judged.event) or last.after, seat=named + 1, entry=last.n)


def note_nothing_lifted(zone: str) -> Finding:
    """The note on a taking back whose card never lay there, as the zone was amended since."""
    return Finding(_RULE, "nothing-to-take-back", Severity.NOTE, (zone,), {"zone": zone})


def _without_command(face: str) -> str:
    """The face without its command."""
    return face.partition(":")[0]


def _make_lift_foul(code: str, zone: str, **detail: Any) -> Finding:
    return Finding(_RULE, code, Severity.FOUL, (zone,), {"zone": zone, **detail})


def _find_disputed(match: Match, zone: str) -> Judged | None:
    """The card in dispute on a zone that stood until amended, None for none. The latest counts."""
    found = (judged for judged in reversed(match.open_facts) if find_zone_of(judged.event) == zone)
    return next((judged for judged in found if judged.held.stood or judged.held.at_once), None)


def _was_followed(match: Match, n: int) -> bool:
    """Was anything laid, or did a turn pass, after fact `n`? Words do not count."""
    later = match.judged[next(place for place, judged in enumerate(match.judged) if judged.n == n) + 1 :]
    return any(judged.passed is not None or _was_done(judged) for judged in later)


def _was_done(judged: Judged) -> bool:
    if judged.fate is Fate.NOTED:
        return is_laying(judged.event)
    return judged.fate is Fate.STANDS and is_playing(judged.event)


def _is_that_card(match: Match, dispute: Dispute, card: str | None) -> bool:
    """Does a taking back name what is in dispute? Of a move, the card will do as well as the chip."""
    return card in (None, dispute.face, _find_told_card(_find_fact(match, dispute.n)))


def _find_last_laid(match: Match, zone: str) -> Laid | None:
    return next((laid for laid in reversed(match.laid) if laid.zone == zone), None)


def _find_laid_face(match: Match, zone: str, target: int) -> str | None:
    """The face put on a zone by fact `target`, None where not known. For a told move without recorded faces: the face expected
    on the zone."""
    told, laid = _find_fact(match, target), _find_last_laid(match, zone)
    if laid is None or laid.n != target:
        return _find_told_card(told) or None
    if isinstance(told, Played) or laid.before or laid.after:
        return laid.after
    return match.faces.get(zone) or None


def _find_told_card(event: Event | None) -> str:
    if isinstance(event, Claimed):
        return str(event.detail.get("card", ""))
    return event.after if isinstance(event, Played) else ""


def _find_fact(match: Match, n: int) -> Event | None:
    judged = match.find_judged(n)
    return judged.event if judged else None
