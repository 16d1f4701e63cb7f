"""What the eye tells a session, with as few words as a test needs."""

from __future__ import annotations

from vision.types import Alike, Alternatives, Change, Face, HandFrom


def change(
    zone: str,
    before: Face,
    after: Face,
    confidence: float = 0.99,
    alternatives: Alternatives = (),
    *,
    moved: bool = True,
    accepted: bool = True,
    hand: HandFrom = None,
    alike: Alike = (),
    drawing: bool = False,
    clear_of_draws: bool = False,
) -> Change:
    """The eye's own value: sure of itself, by a hand, unless the test says otherwise."""
    return Change(zone, before, after, confidence, alternatives, 0.0, moved, accepted, hand, alike, drawing, clear_of_draws)
