"""What is known of a table: where the mat lies and what follows from it. Derived, never set by a user."""

from __future__ import annotations

from dataclasses import dataclass

from vision.place.fiducials import Registration, px_per_mm
from vision.place.layout import Layout

READABLE = 75.0
"""Width in picture pixels from which a card is read reliably."""


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """`registration`: where the mat lies. `px_per_mm`: how fine the camera sees it where it is seen smallest. `card_px`: width of a
    card there, in picture pixels."""

    registration: Registration
    px_per_mm: float
    card_px: float

    @property
    def readable(self) -> bool:
        """False where the camera should hang lower or see finer."""
        return self.card_px >= READABLE


def profile_for(layout: Layout, registration: Registration) -> Profile:
    """The profile of a mat that lies so, whether its fiducials were found or its corners given by hand (`from_corners`)."""
    scale = px_per_mm(registration.to_picture, layout)
    return Profile(registration, scale, scale * layout.card_mm[0])
