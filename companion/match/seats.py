"""Where the players sit, and whose hand it was. Pure.

Hands and places are shares of the way around the mat's edge, 0 to 1, clockwise from its near left corner; they close to a ring. Where an
arm seems to come from hangs on where it reaches, so that what was seen of a player at the same zone tells more than what was seen
elsewhere. Two players who sit side by side may be one place: then nothing is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

NEAR = 0.03
"""How far hands of one player at one zone differ, as a share of the way around: a standard deviation."""

ASIDE = 0.06
"""The same at different zones, and from the place where a name was put."""

ELSEWHERE = 0.003
"""How often a hand comes from anywhere: the player stood up, or his arm lay oddly."""

KEPT = 16
"""The latest hands of a player at a zone, and at all others, that are remembered: who changes his place is known there soon."""


@dataclass(frozen=True, slots=True)
class Act:
    """What `seat` did with his `hand` at `zone`."""

    seat: int
    hand: float
    zone: str


def apart(one: float, other: float) -> float:
    """How far two shares are apart on the ring, 0 to 0.5."""
    return abs((one - other + 0.5) % 1.0 - 0.5)


def middle(hands: Sequence[float]) -> tuple[float, float]:
    """Mean of some shares on the ring, and their variance about it. At least one is needed."""
    around = complex(sum(math.cos(2 * math.pi * hand) for hand in hands), sum(math.sin(2 * math.pi * hand) for hand in hands))
    mean = math.atan2(around.imag, around.real) / (2 * math.pi) % 1.0
    return mean, sum(apart(hand, mean) ** 2 for hand in hands) / len(hands)


@dataclass(frozen=True, slots=True)
class Seating:
    """What is known of where everybody sits. `places`: by seat, None where nobody said; `acts`: what was seen of hands, the oldest
    first."""

    seats: int
    places: tuple[float | None, ...] = ()
    acts: tuple[Act, ...] = ()

    def place(self, seat: int) -> float | None:
        """The place that was set for a seat, None where none was."""
        return self.places[seat] if seat < len(self.places) else None

    def knows(self, seat: int) -> bool:
        """Has anything been told or seen of this seat?"""
        return self.place(seat) is not None or any(act.seat == seat for act in self.acts)

    def likelihood(self, seat: int, hand: float, zone: str) -> float:
        """How well a hand at `zone` fits a seat, as a density on the ring: 1 for one of which nothing is known."""
        here = [act.hand for act in self.acts if act.seat == seat and act.zone == zone][-KEPT:]
        others = [act.hand for act in self.acts if act.seat == seat and act.zone != zone][-KEPT:]
        place = self.place(seat)
        others += [] if place is None else [place]
        if not here and not others:
            return 1.0
        told = 1.0 if not others else 0.0 if not here else 1 - 1 / (1 + 3 * len(here))
        near = _density(hand, here, NEAR) if here else 0.0
        aside = _density(hand, others, ASIDE) if others else 0.0
        return told * near + (1 - told) * aside + ELSEWHERE

    def shares(self, hand: float, zone: str, before: Mapping[int, float]) -> dict[int, float]:
        """How likely each seat is to have been there; together 1. `before`: how likely each was before anything was seen of the hand."""
        weights = {seat: share * self.likelihood(seat, hand, zone) for seat, share in before.items()}
        whole = sum(weights.values())
        return {seat: weight / whole for seat, weight in weights.items()}


def _density(hand: float, known: Sequence[float], least: float) -> float:
    mean, spread = middle(known)
    deviation = math.sqrt(least**2 + spread)
    return math.exp(-0.5 * (apart(hand, mean) / deviation) ** 2) / (deviation * math.sqrt(2 * math.pi))


def expecting(mover: int, seats: Iterable[int], share: float) -> dict[int, float]:
    """What is expected of a hand before it is looked at: with `share` it is the player's to move, else anybody else's."""
    others = [seat for seat in seats if seat != mover]
    return {mover: share if others else 1.0, **{seat: (1 - share) / len(others) for seat in others}}
