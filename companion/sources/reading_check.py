"""How well cards are read at this table: looks go in, a plain verdict comes out."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from vision.place.profile import MIN_READABLE_CARD_PX

MIN_PICTURE_GREY = 55.0  # median grey level of the pictures below which cards are read badly; guess
MAX_PICTURE_GREY = 240.0  # median grey level of the pictures above which cards are read badly; guess
MAX_WHITE_SHARE = 0.03  # share of a card that may be pure white: more is a mirrored lamp; guess
MAX_PRINT_BLUR = 0.5  # blur (0 sharp, 1 fully blurred) above which small print is lost; guess
MAX_EXPOSURE_RATIO = 1.2  # pictures that differ more in brightness come from a camera without fixed exposure; guess
MIN_GOOD_SHARE = 0.9  # share of cards read rightly from which the table is good, unless a card was read wrongly; guess
MIN_FAIR_SHARE = 0.75  # share of cards read rightly from which the table is fair, unless a card was read wrongly; guess


@dataclass(frozen=True, slots=True)
class Look:
    """A card that was shown."""

    wanted: str  # the card asked for
    read: str  # what the reader said, "" = no card was found
    accepted: bool
    confidence: float = 0.0
    width_px: float = 0.0
    picture: float = 0.0  # mean grey level of the whole picture
    glare: float = 0.0  # share of the card that is pure white
    blur: float = 0.0  # 0 to 1

    @property
    def outcome(self) -> str:
        """ "right", "asked" (read but not accepted), "wrong" or "missed" (no card found)."""
        if not self.read:
            return "missed"
        if not self.accepted:
            return "asked"
        return "right" if self.read == self.wanted else "wrong"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the looks say about the table."""

    grade: str  # "good", "fair" or "poor"
    right: int
    asked: int
    wrong: int
    missed: int
    width_px: float  # of the narrowest card
    brightness: float  # median grey level of the pictures
    blur: float  # median
    glare: float  # the worst
    advice: tuple[str, ...]  # codes of what to change, weightiest first


def judge_reading(looks: Sequence[Look]) -> Verdict:
    """The verdict on `looks`, at least one. A single wrong card makes "poor", else the share of right cards decides. Missed
    cards count as not right."""
    counts = {outcome: sum(look.outcome == outcome for look in looks) for outcome in ("right", "asked", "wrong", "missed")}
    seen = [look for look in looks if look.read]
    pictures = [look.picture for look in looks]
    width = min((look.width_px for look in seen), default=0.0)
    blur = statistics.median([look.blur for look in seen] or [0.0])
    glare = max((look.glare for look in seen), default=0.0)
    share = counts["right"] / len(looks)
    grade = "poor" if counts["wrong"] or share < MIN_FAIR_SHARE else "good" if share >= MIN_GOOD_SHARE else "fair"
    return Verdict(
        grade,
        **counts,
        width_px=round(width, 1),
        brightness=round(statistics.median(pictures), 1),
        blur=round(blur, 2),
        glare=round(glare, 3),
        advice=_find_advice(counts, width if seen else MIN_READABLE_CARD_PX, pictures, blur, glare),
    )


def _find_advice(counts: dict[str, int], width: float, pictures: Sequence[float], blur: float, glare: float) -> tuple[str, ...]:
    """Codes of what to change, weightiest first; empty where nothing is amiss. `counts`: looks by outcome. `width`: of the
    narrowest card in pixels. `pictures`: grey levels of whole pictures. `blur`: 0 to 1. `glare`: share of a card."""
    usual = statistics.median(pictures)
    due = {
        "nearer": width < MIN_READABLE_CARD_PX,
        "more-light": usual < MIN_PICTURE_GREY,
        "less-light": usual > MAX_PICTURE_GREY,
        "glare": glare > MAX_WHITE_SHARE,
        "focus": blur > MAX_PRINT_BLUR,
        "fix-exposure": max(pictures) > MAX_EXPOSURE_RATIO * max(min(pictures), 1.0),
        "outline": counts["missed"] > 0,
        "enrol-again": counts["wrong"] > 0,
    }
    found = tuple(code for code, is_due in due.items() if is_due)
    return found or (("frames",) if counts["asked"] else ())
