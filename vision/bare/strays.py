"""Cards that lie where no pile is known, and how the table looked when it was last calm."""

from __future__ import annotations

import math
from dataclasses import dataclass

from vision.bare.laid import NewCard
from vision.place.fiducials import Registration
from vision.plane.quads import Quad
from vision.types import Face, Image


@dataclass(frozen=True, slots=True, eq=False)
class Calm:
    """The table when no hand was over it."""

    image: Image
    small: Image  # the same, small
    registration: Registration
    since: float = math.inf  # seconds, since when no hand is over the table, infinite while one is
    is_looked_at: bool = False  # what came to lie on it was looked for since the last hand


@dataclass(frozen=True, slots=True, eq=False)
class Stray:
    """A card that lies where no pile is known."""

    new: NewCard
    quad: Quad  # in the picture
    face: Face  # what it shows, `UNREADABLE` where nobody can say
    since: float  # seconds, when it was noticed
    is_read: bool = True  # `face` was read surely
    is_told: bool = False  # it was asked about
