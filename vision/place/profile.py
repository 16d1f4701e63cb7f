"""What is known of a table: where the mat lies and what follows from it. Derived, never set by a user."""

from __future__ import annotations

from dataclasses import dataclass

from vision.place.fiducials import Registration, measure_px_per_mm
from vision.place.layout import Layout

# also said in checking.ftl
MIN_READABLE_CARD_PX = 75.0  # measured: docs/figures.md; width of a card in picture pixels from which on it is read reliably


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """Where the mat lies, and how fine the camera sees it."""

    registration: Registration
    px_per_mm: float  # where the mat is seen smallest
    card_px: float  # width of a card there, in picture pixels

    @property
    def is_readable(self) -> bool:
        """Are cards read reliably? No where the camera should hang lower or see finer."""
        return self.card_px >= MIN_READABLE_CARD_PX


def profile_for(layout: Layout, registration: Registration) -> Profile:
    """The profile of a mat with this registration, found by fiducials or given by hand as corners (`register_corners`)."""
    scale = measure_px_per_mm(registration.to_picture, layout)
    return Profile(registration, scale, scale * layout.card_mm[0])
