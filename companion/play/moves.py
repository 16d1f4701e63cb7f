"""What the players of a match that plays itself do, one value a move."""

from __future__ import annotations

from dataclasses import dataclass

FOUL_NOTICED_S = 5.0  # seconds that a foul lies until players notice; guess: longer than the buzzer waits


@dataclass(frozen=True, slots=True)
class Move:
    """One thing that a player does."""

    # "lay" (`face` on `zone`), "lift" (the top of `zone`), "flip" (a chip), "slide" (a chip from `zone` to the zone `face`),
    # "end" (touch the draw pile) or "wait"
    kind: str
    zone: str = ""  # of the move; of an "end" the draw pile, "" = the only one
    face: str = ""
    seconds: float = 0.0  # of a "wait"
    mistake: str = ""  # id of the rule that the move breaks, "" = none
    seat: int | None = None  # whose hand, None = not told

    def lay_out(self, piles: dict[str, list[str]]) -> tuple[str, ...]:
        """The zones that show another face after the move: of a chip that slides the one first where it came to lie. `piles`: what
        lies on each zone, bottom to top, brought up to date."""
        if self.kind not in ("lay", "lift", "flip", "slide"):
            return ()
        pile = piles.setdefault(self.zone, [])
        if self.kind == "lay":
            pile.append(self.face)
            return (self.zone,)
        face = pile.pop()
        if self.kind == "flip":
            pile.append(face[:-1] if face.endswith("*") else f"{face}*")
        elif self.kind == "slide":
            piles.setdefault(self.face, []).append(face)
            return self.face, self.zone
        return (self.zone,)
