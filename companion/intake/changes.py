"""What a change that the eye reports means for the match: accept it, ask a person, or ignore it.

Deck uniqueness may weigh the candidates: a card that lies covered in a pile cannot come again. Legality must not, or fouls would
be read away.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.match.events import Seen

SURE_WEIGHED = 0.97
"""A weighed candidate this likely is accepted without asking."""
MOST_CANDIDATES = 16
"""Candidates of a question at most."""

NUMBER = re.compile(r"([A-Za-z]*)(\d{1,3})(.*)")
UPSIDE_DOWN = str.maketrans("69", "96")

Meanings = tuple[tuple[str, float], ...]
"""The faces that a reading may stand for, likeliest first, with shares that add up to 1."""


def itself(face: str) -> Meanings:
    """A reading that means what it says."""
    return ((face, 1.0),)


class Change(Protocol):
    """A zone has settled on another face (the eye's `Change`)."""

    @property
    def zone(self) -> str: ...
    @property
    def before(self) -> str: ...
    @property
    def after(self) -> str: ...
    @property
    def confidence(self) -> float: ...
    @property
    def alternatives(self) -> tuple[tuple[str, float], ...]: ...
    @property
    def moved(self) -> bool: ...
    @property
    def accepted(self) -> bool: ...
    @property
    def hand(self) -> float | None: ...
    @property
    def alike(self) -> tuple[tuple[str, float], ...]: ...
    @property
    def drawing(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Accept:
    """The change is a fact."""

    event: Seen


@dataclass(frozen=True, slots=True)
class Ask:
    """A person should say what lies there. `candidates`: faces with their probabilities, likeliest first. `moved`: see `Seen`."""

    zone: str
    candidates: tuple[tuple[str, float], ...]
    moved: bool


@dataclass(frozen=True, slots=True)
class Ignore:
    """The change is none of the match's business."""

    reason: str


ChangeFate = Accept | Ask | Ignore


def fate(
    change: Change,
    expected: Mapping[str, str],
    covered: Collection[str],
    deck: Collection[str],
    meanings: Callable[[str], Meanings] = itself,
    beneath: Collection[str] = (),
) -> ChangeFate:
    """Decide on one change.

    `expected`: the face each zone of the match should show. `covered`: faces that lie under other cards and cannot come again,
    those of the change's own pile left out (they come to light when a card is taken back). `deck`: every face of the game.
    `meanings`: what a reading may stand for; where that is more than one face, a person is asked. `beneath`: faces that lie under the
    top card of the change's own pile: one that comes to light is doubted where it is that card upside down.
    """
    if change.zone not in expected:
        return Ignore("no zone of this match")
    if change.accepted and change.after == "":
        return Accept(Seen(change.zone, "", change.moved, hand=change.hand))
    face, share = meanings(change.after)[0]
    if face in beneath and expected[change.zone] and upside_down(face) == expected[change.zone]:
        return Ask(change.zone, ((face, 0.5), (expected[change.zone], 0.5)), change.moved)
    if change.accepted and share == 1.0 and face in deck and face not in covered:
        return Accept(Seen(change.zone, face, change.moved, hand=change.hand))
    read = ((change.after, change.confidence), *change.alternatives)
    weighed = weigh([(each, p * part) for reading, p in read for each, part in meanings(reading)], covered, deck)
    if face in deck and weighed and weighed[0][1] >= SURE_WEIGHED:
        return Accept(Seen(change.zone, weighed[0][0], change.moved, hand=change.hand))
    return Ask(change.zone, weighed[:MOST_CANDIDATES], change.moved)


def upside_down(face: str) -> str:
    """The face that a number's digits show upside down (66: 99, 68: 89, F9: F6); "" where they show none."""
    found = NUMBER.fullmatch(face)
    if not found or not set(found[2]) <= set("01689"):
        return ""
    return found[1] + found[2][::-1].translate(UPSIDE_DOWN) + found[3]


def weigh(
    candidates: Collection[tuple[str, float]], covered: Collection[str], deck: Collection[str]
) -> tuple[tuple[str, float], ...]:
    """The candidates that can be, their probabilities scaled so that what was ruled out is shared among the rest."""
    known = [(face, p) for face, p in candidates if face in deck]
    possible: dict[str, float] = {}
    for face, p in known:
        if face not in covered:
            possible.setdefault(face, p)
    ruled_out = sum(p for face, p in known if face in covered)
    left = 1.0 - ruled_out
    scaled = [(face, min(p / left, 1.0) if left > 0.05 else p) for face, p in possible.items()]
    return tuple(sorted(scaled, key=lambda pair: -pair[1]))
