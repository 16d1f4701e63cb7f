"""Where the players sit, and whose hand it was. Pure.

Hands and places are shares of the way around the mat's edge, 0 to 1, clockwise from its near left corner; they close to a ring. Where an
arm seems to come from hangs on where it reaches, so that what was seen of a player at the same zone tells more than what was seen
elsewhere. Two players who sit side by side may be one place: then nothing is said.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

NEAR = 0.03
"""How far hands of one player at one zone differ before any were seen, as a share of the way around: a standard deviation."""

ASIDE = 0.06
"""The same at different zones, and from the place where a name was put."""

TOLD = 0.025
"""Both in a text, where hands are told and not seen."""

TRUSTED = 8
"""So many hands of a match tell as much of how far they differ as these figures do."""

ELSEWHERE = 0.001
"""How often a hand comes from anywhere: the player stood up, or his arm lay oddly."""

TOLD_ELSEWHERE = 0.0001
"""The same in a text."""

ANYWHERE = 1.7
"""Hands that differ by so many times more than is expected do not show who plays."""

LEAST = 0.02
"""Hands differ by no less than this, however alike those of a match look."""

EVENLY = 0.8
"""How likely players are to sit around the table clockwise and more or less evenly."""

UNEVEN = 0.12
"""How far the next player sits from where he would sit if they sat evenly: a standard deviation."""

REMEMBERED_HANDS = 16
"""The latest hands of a player at a zone, and at all others, that are remembered: who changes his place is known there soon."""


@dataclass(frozen=True, slots=True)
class SeatAct:
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
    first. `near`, `aside`: how far the hands of one player differ at one zone and at different ones; `elsewhere`: how often one comes from
    anywhere."""

    seats: int
    places: tuple[float | None, ...] = ()
    acts: tuple[SeatAct, ...] = ()
    near: float = NEAR
    aside: float = ASIDE
    elsewhere: float = ELSEWHERE

    def place(self, seat: int) -> float | None:
        """The place that was set for a seat, None where none was."""
        return self.places[seat] if seat < len(self.places) else None

    def where(self, seat: int) -> float | None:
        """Where a seat is: the place that was set, else the middle of its hands; None where nothing is known."""
        hands = [act.hand for act in self.acts if act.seat == seat][-REMEMBERED_HANDS:]
        return self.place(seat) if self.place(seat) is not None or not hands else middle(hands)[0]

    def knows(self, seat: int) -> bool:
        """Has anything been told or seen of this seat?"""
        return self.place(seat) is not None or any(act.seat == seat for act in self.acts)

    def likelihood(self, seat: int, hand: float, zone: str) -> float:
        """How well a hand at `zone` fits a seat, as a density on the ring: about 1 for one of which nothing is known."""
        here = [act.hand for act in self.acts if act.seat == seat and act.zone == zone][-REMEMBERED_HANDS:]
        others = [act.hand for act in self.acts if act.seat == seat and act.zone != zone][-REMEMBERED_HANDS:]
        place = self.place(seat)
        others += [] if place is None else [place]
        if not here and not others:
            return self._unseen(seat, hand)
        told = 1.0 if not others else 0.0 if not here else 1 - 1 / (1 + 3 * len(here))
        near = _density(hand, here, self.near) if here else 0.0
        aside = _density(hand, others, self.aside) if others else 0.0
        return told * near + (1 - told) * aside + self.elsewhere

    def _unseen(self, seat: int, hand: float) -> float:
        """The same for a seat of which nothing is known yet: they sit clockwise, more or less evenly, seen from the last one known."""
        known = ((back, self.where((seat - back) % self.seats)) for back in range(1, self.seats))
        back, place = next(((back, place) for back, place in known if place is not None), (0, None))
        if place is None:
            return 1.0
        expected = (place + back / self.seats) % 1.0
        return EVENLY * _bell(apart(hand, expected), UNEVEN * math.sqrt(back)) + 1 - EVENLY

    def shares(self, hand: float, zone: str, before: Mapping[int, float]) -> dict[int, float]:
        """How likely each seat is to have been there; together 1. `before`: how likely each was before anything was seen of the hand."""
        weights = {seat: share * self.likelihood(seat, hand, zone) for seat, share in before.items()}
        whole = sum(weights.values())
        return {seat: weight / whole for seat, weight in weights.items()}


def measured(seating: Seating) -> Seating:
    """The same with what its hands tell of how far they differ: some eyes see better from where an arm comes than others."""
    here, others = list[float](), list[float]()
    for seat in range(seating.seats):
        acts = [act for act in seating.acts if act.seat == seat]
        for act in acts[-REMEMBERED_HANDS:]:
            same = [other.hand for other in acts if other.zone == act.zone and other is not act]
            rest = [other.hand for other in acts if other.zone != act.zone]
            here += [apart(act.hand, middle(same)[0])] if same else []
            others += [apart(act.hand, middle(rest)[0])] if rest else []
    return replace(seating, near=_learned(seating.near, here), aside=_learned(seating.aside, others))


def _learned(expected: float, seen: Sequence[float]) -> float:
    """A spread as it was measured. Where hands come from anywhere whoever plays, they tell nothing."""
    found = math.sqrt((TRUSTED * expected**2 + sum(distance**2 for distance in seen)) / (TRUSTED + len(seen)))
    return found if found > ANYWHERE * expected else max(LEAST, min(expected, found))


def _density(hand: float, known: Sequence[float], least: float) -> float:
    mean, spread = middle(known)
    return _bell(apart(hand, mean), math.sqrt(least**2 + spread))


def _bell(distance: float, deviation: float) -> float:
    return math.exp(-0.5 * (distance / deviation) ** 2) / (deviation * math.sqrt(2 * math.pi))


def expecting(mover: int, seats: Iterable[int], share: float) -> dict[int, float]:
    """What is expected of a hand before it is looked at: with `share` it is the player's to move, else anybody else's."""
    others = [seat for seat in seats if seat != mover]
    return {mover: share if others else 1.0, **{seat: (1 - share) / len(others) for seat in others}}
