"""What every card game says of a step: a foul, a foul let stand, what was said at the table, what was dealt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.errors import InputError
from companion.games.positions import is_whole_between, shorten_json
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


Zones = str | tuple[str, ...]
"""A zone (or "" for none), or several."""


def make_foul(rule: str, code: str, zone: Zones = "", /, **detail: Any) -> Finding:
    """A foul, on zones or none. A single zone is part of the finding's detail too, for the message."""
    return _make_finding(Severity.FOUL, rule, code, zone, detail)


def make_note(rule: str, code: str, zone: Zones = "", /, **detail: Any) -> Finding:
    """A remark, on zones or none, as `make_foul`."""
    return _make_finding(Severity.NOTE, rule, code, zone, detail)


def make_loss(rule: str, code: str, zone: Zones = "", /, **detail: Any) -> Finding:
    """What lost the match, on zones or none, as `make_foul`."""
    return _make_finding(Severity.LOSS, rule, code, zone, detail)


def _make_finding(severity: Severity, rule: str, code: str, zone: Zones, detail: dict[str, Any]) -> Finding:
    """The finding `code` by `rule`, of a severity. A single zone, unless "", stands in the detail too."""
    if isinstance(zone, tuple):
        return Finding(rule, code, severity, zone, detail)
    return (
        Finding(rule, code, severity, (zone,), {"zone": zone, **detail}) if zone else Finding(rule, code, severity, (), detail)
    )


def make_notes(fouls: Iterable[Finding]) -> tuple[Finding, ...]:
    """The fouls that the table lets stand, as notes."""
    return tuple(Finding(found.rule, found.code, Severity.NOTE, found.zones, found.detail) for found in fouls)


def read_kind_said(detail: Detail) -> str:
    """What kind of thing a claim "say" says was said, one of `KINDS_SAID`. Raises `InputError` for another."""
    kind = detail.get("kind")
    if kind not in KINDS_SAID:
        raise InputError.with_id("no-kind-said", given=shorten_json(kind), known=KINDS_SAID)
    return str(kind)


def read_setup_claim(detail: Detail, players: int, hand: int) -> tuple[int, int]:
    """Players and hand of a claim "setup_check"; `players` and `hand`, the right numbers, where the claim says nothing.
    Raises `InputError`."""
    given = detail.get("players", players), detail.get("hand", hand)
    if not detail.keys() <= {"players", "hand"} or not all(is_whole_between(number, 0, 999) for number in given):
        raise InputError.with_id("setup-check", example='{"players": 2, "hand": 6}')
    return given
