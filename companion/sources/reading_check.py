"""How well cards are read at this table, in this light, by this camera: looks go in, a plain verdict comes out."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from vision.place.profile import MIN_READABLE_CARD_PX

DIM_PICTURE, BRIGHT_PICTURE = 55.0, 240.0
"""Mean grey level of the picture between which cards are read well."""
MIRRORED_SHARE = 0.03
"""Share of a card that may be pure white: more is a lamp mirrored in it."""
SOFT = 0.5
"""Blur (0 sharp, 1 nothing but blur) from which small print is lost."""
WAVERS = 1.2
"""How many times as bright one picture may be as another if the exposure is fixed."""
GOOD, FAIR = 0.9, 0.75
"""Share of cards read without asking from which the table is good, or fair."""


@dataclass(frozen=True, slots=True)
class Look:
    """One card that was shown. `read`: what the reader said, "" if no card was found. `picture`: mean grey level of the whole picture;
    `glare`: share of the card that is pure white; `blur`: 0 to 1."""

    wanted: str
    read: str
    accepted: bool
    confidence: float = 0.0
    width_px: float = 0.0
    picture: float = 0.0
    glare: float = 0.0
    blur: float = 0.0

    @property
    def outcome(self) -> str:
        """ "right", "asked", "wrong" or "missed"."""
        if not self.read:
            return "missed"
        if not self.accepted:
            return "asked"
        return "right" if self.read == self.wanted else "wrong"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`grade`: "good", "fair" or "poor". Counts of cards by outcome; the narrowest card; the usual brightness and blur; the worst glare.
    `advice`: codes of what to change, the weightiest first."""

    grade: str
    right: int
    asked: int
    wrong: int
    missed: int
    width_px: float
    brightness: float
    blur: float
    glare: float
    advice: tuple[str, ...]


def verdict(looks: Sequence[Look]) -> Verdict:
    """Of at least one look."""
    counts = {outcome: sum(look.outcome == outcome for look in looks) for outcome in ("right", "asked", "wrong", "missed")}
    seen = [look for look in looks if look.read]
    pictures = [look.picture for look in looks]
    width = min((look.width_px for look in seen), default=0.0)
    blur = statistics.median([look.blur for look in seen] or [0.0])
    glare = max((look.glare for look in seen), default=0.0)
    return Verdict(
        _grade(counts, len(looks)),
        counts["right"],
        counts["asked"],
        counts["wrong"],
        counts["missed"],
        round(width, 1),
        round(statistics.median(pictures), 1),
        round(blur, 2),
        round(glare, 3),
        _advice(counts, width if seen else MIN_READABLE_CARD_PX, pictures, blur, glare),
    )


def _grade(counts: dict[str, int], total: int) -> str:
    share = counts["right"] / total
    if counts["wrong"] or share < FAIR:
        return "poor"
    return "good" if share >= GOOD else "fair"


def _advice(counts: dict[str, int], width: float, pictures: Sequence[float], blur: float, glare: float) -> tuple[str, ...]:
    usual = statistics.median(pictures)
    due = {
        "nearer": width < MIN_READABLE_CARD_PX,
        "more-light": usual < DIM_PICTURE,
        "less-light": usual > BRIGHT_PICTURE,
        "glare": glare > MIRRORED_SHARE,
        "focus": blur > SOFT,
        "fix-exposure": max(pictures) > WAVERS * max(min(pictures), 1.0),
        "outline": counts["missed"] > 0,
        "enrol-again": counts["wrong"] > 0,
    }
    found = tuple(code for code, is_due in due.items() if is_due)
    return found or (("frames",) if counts["asked"] else ())
