"""Small things every card game says of a step: a foul, a foul let stand, what was said at the table, what was dealt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.errors import InputError
from companion.games.positions import is_whole, shown
from companion.match.rules import Detail, Finding, Severity, Takes, ValueKind

KINDS_SAID = ("advice", "command", "number", "relative_number", "magnitude", "colour", "intention")
"""What a claim "say" may name as its kind."""
CLAIMS: Mapping[str, Mapping[str, Takes]] = {
    "stuck": {},
    "assess": {},
    "say": {"kind": Takes(ValueKind.WORD, words=KINDS_SAID)},
    "setup_check": {key: Takes(ValueKind.WHOLE, needed=False, most=999) for key in ("players", "hand")},
    "leave": {},
}
"""The claims that every game answers, with what they take."""


def foul(rule: str, code: str, zone: str = "", **detail: Any) -> Finding:
    """A foul, on a zone or on none. The zone is part of the detail too, for the message."""
    return _finding(Severity.FOUL, rule, code, zone, detail)


def note(rule: str, code: str, zone: str = "", **detail: Any) -> Finding:
    """A remark, on a zone or on none."""
    return _finding(Severity.NOTE, rule, code, zone, detail)


def loss(rule: str, code: str, zone: str = "", **detail: Any) -> Finding:
    """What lost the match, on a zone or on none."""
    return _finding(Severity.LOSS, rule, code, zone, detail)


def _finding(severity: Severity, rule: str, code: str, zone: str, detail: dict[str, Any]) -> Finding:
    if zone:
        return Finding(rule, code, severity, (zone,), {"zone": zone, **detail})
    return Finding(rule, code, severity, (), detail)


def as_notes(fouls: Iterable[Finding]) -> tuple[Finding, ...]:
    """Fouls that the table lets stand."""
    return tuple(Finding(found.rule, found.code, Severity.NOTE, found.zones, found.detail) for found in fouls)


def kind_said(detail: Detail) -> str:
    """The kind of a claim "say". Raises `InputError`."""
    kind = detail.get("kind")
    if kind not in KINDS_SAID:
        raise InputError.of("no-kind-said", given=shown(kind), known=KINDS_SAID)
    return str(kind)


def players_and_hand(detail: Detail, players: int, hand: int) -> tuple[int, int]:
    """What a claim "setup_check" says, with what is right where it says nothing. Raises `InputError`."""
    given = detail.get("players", players), detail.get("hand", hand)
    if not detail.keys() <= {"players", "hand"} or not all(is_whole(number, 0, 999) for number in given):
        raise InputError.of("setup-check", example='{"players": 2, "hand": 6}')
    return given
