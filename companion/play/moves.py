"""What the players of a match that plays itself do, one value a move."""

from __future__ import annotations

from dataclasses import dataclass

LOOK_SECONDS = 5.0
"""How long a foul lies before somebody notices: long enough for the buzzer."""


@dataclass(frozen=True, slots=True)
class Move:
    """One thing a player does. `kind`: "lay" (`face` on `zone`), "lift" (the top of `zone`), "flip" (a chip), "slide" (a chip from `zone`
    to the zone `face`), "end" (touch the draw pile, at `zone`, "" for the only one), "wait". `mistake`: the rule that it breaks, "" for
    none. `seat`: whose hand does it, None where that is not told."""

    kind: str
    zone: str = ""
    face: str = ""
    seconds: float = 0.0
    mistake: str = ""
    seat: int | None = None
