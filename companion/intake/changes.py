"""What a change reported by the eye means for the match: accept, ask a person, or ignore.

Deck uniqueness may weigh the candidates: a card covered in a pile cannot come again. Legality must not, or fouls would be
read away.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from companion.match.events import Seen

MIN_BENEATH_SHARE = 0.8  # from which what lay beneath a called card is accepted in its place; guess
MIN_WEIGHED_SHARE = 0.97  # from which a weighed candidate is accepted without asking, if the game has its face; guess
MAX_CANDIDATES = 16  # of a question; guess

FACE_NUMBER = re.compile(r"([A-Za-z]*)(\d{1,3})(.*)")
UPSIDE_DOWN_DIGITS = str.maketrans("69", "96")

Meanings = tuple[tuple[str, float], ...]  # faces a reading may stand for, likeliest first, with shares of 1 together


def mean_itself(face: str) -> Meanings:
    """The reading as its only meaning."""
    return ((face, 1.0),)


class SettledChange(Protocol):
    """A zone has settled on another face, as the eye's `vision.types.Change`."""

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
    @property
    def clear_of_draws(self) -> bool: ...


def rename_faces(change: SettledChange, name: Callable[[str], str]) -> SettledChange:
    """The change with faces as the match names them. `name`: gives the match's face for a face read. Shares of faces with one
    name are added up."""
    faces = (change.before, change.after, *(face for face, _ in change.alternatives))
    if all(name(face) == face for face in faces):
        return change
    before, after = name(change.before), name(change.after)
    shares = {after: change.confidence}
    for face, share in change.alternatives:
        shares[name(face)] = shares.get(name(face), 0.0) + share
    confidence = min(1.0, shares.pop(after))
    alternatives = tuple(sorted(shares.items(), key=lambda pair: -pair[1]))
    # every change is a frozen dataclass, which a protocol cannot say
    return replace(change, before=before, after=after, confidence=confidence, alternatives=alternatives)  # type: ignore[type-var]


@dataclass(frozen=True, slots=True)
class Accept:
    """The change is a fact."""

    event: Seen


@dataclass(frozen=True, slots=True)
class Ask:
    """A person should say what lies there."""

    zone: str
    candidates: tuple[tuple[str, float], ...]  # faces with probabilities, likeliest first
    moved: bool  # see `Seen`


@dataclass(frozen=True, slots=True)
class Ignore:
    """The change does not concern the match."""

    reason: str


ChangeFate = Accept | Ask | Ignore


def decide_fate(
    change: SettledChange,
    expected: Mapping[str, str],
    covered: Collection[str],
    deck: Collection[str],
    meanings: Callable[[str], Meanings] = mean_itself,
    beneath: Collection[str] = (),
    beneath_called: str = "",
) -> ChangeFate:
    """What to do with a change.

    `expected`: the face each zone should show. `covered`: faces under other cards, which cannot come again; those of the
    change's own pile are left out, for a card taken back uncovers one. `deck`: every face of the game. `meanings`: what a
    reading may stand for; several make a question. `beneath`: faces under the top card of the change's own pile; an uncovered
    face that is the top upside down is asked about. A face is accepted unasked if certain, or with a share of
    `MIN_WEIGHED_SHARE` after weighing. A change outside `expected` is ignored. `beneath_called`: the face that comes to light where
    the zone's called card is taken back, as was asked; it is accepted with a share of `MIN_BENEATH_SHARE`.
    """
    if change.zone not in expected:
        return Ignore("no zone of this match")
    if change.accepted and change.after == "":
        return Accept(Seen(change.zone, "", change.moved, hand=change.hand))
    face, share = meanings(change.after)[0]
    if face in beneath and expected[change.zone] and turn_upside_down(face) == expected[change.zone]:
        return Ask(change.zone, ((face, 0.5), (expected[change.zone], 0.5)), change.moved)
    if change.accepted and share == 1.0 and face in deck and face not in covered:
        return Accept(Seen(change.zone, face, change.moved, hand=change.hand))
    if beneath_called and change.moved and change.after == beneath_called and change.confidence >= MIN_BENEATH_SHARE:
        return Accept(Seen(change.zone, change.after, change.moved, hand=change.hand))
    read = ((change.after, change.confidence), *change.alternatives)
    weighed = weigh_candidates([(each, p * part) for reading, p in read for each, part in meanings(reading)], covered, deck)
    if face in deck and weighed and weighed[0][1] >= MIN_WEIGHED_SHARE:
        return Accept(Seen(change.zone, weighed[0][0], change.moved, hand=change.hand))
    return Ask(change.zone, weighed[:MAX_CANDIDATES], change.moved)


def turn_upside_down(face: str) -> str:
    """The face of a number turned upside down (66: 99, 68: 89, F9: F6), "" where the digits show none."""
    found = FACE_NUMBER.fullmatch(face)
    if not found or not set(found[2]) <= set("01689"):
        return ""
    return found[1] + found[2][::-1].translate(UPSIDE_DOWN_DIGITS) + found[3]


def weigh_candidates(
    candidates: Collection[tuple[str, float]], covered: Collection[str], deck: Collection[str]
) -> tuple[tuple[str, float], ...]:
    """The possible candidates, likeliest first: faces of the deck, without covered faces. The probability of covered faces is
    shared among the rest."""
    known = [(face, p) for face, p in candidates if face in deck]
    possible: dict[str, float] = {}
    for face, p in known:
        if face not in covered:
            possible.setdefault(face, p)
    ruled_out = sum(p for face, p in known if face in covered)
    left = 1.0 - ruled_out
    scaled = [(face, min(p / left, 1.0) if left > 0.05 else p) for face, p in possible.items()]
    return tuple(sorted(scaled, key=lambda pair: -pair[1]))
