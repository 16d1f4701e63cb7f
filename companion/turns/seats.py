"""Where the players sit, and whose hand it was. Pure.

Hands and places are shares of the way around the mat's edge, 0 to 1, clockwise from its near left corner; they close to a ring. Where an
arm seems to come from hangs on where it reaches, so that what was seen of a player at the same zone tells more than what was seen
elsewhere. Two players who sit side by side may be one place: then nothing is said.

Whose an act was is read from the turns, and that may have been read wrongly, or the arm was seen badly. So an act teaches a seat only as
far as it fits what all others teach: what was learned of doubtful acts is unlearned as soon as more is known.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

NEAR = 0.03
"""How far hands of one player at one zone differ before any were seen, as a share of the way around: a standard deviation."""

ASIDE = 0.06
"""The same at different zones, and from the place where a name was put."""

TOLD = 0.02
"""Both in a text, where hands are told and not seen."""

TRUSTED = 8
"""So many hands of a match tell as much of how far they differ as these figures do."""

ELSEWHERE = 0.01
"""How often a hand comes from anywhere, before any were seen: the player stood up, or his arm lay oddly."""

TOLD_ELSEWHERE = 0.0001
"""The same in a text."""

ENOUGH = 0.5
"""Other hands of a seat, weighed by how surely they are his, from which on they tell whether one is like them."""

LEAST = 0.02
"""Hands differ by no less than this, however alike those of a match look."""

EVENLY = 0.8
"""How likely players are to sit around the table clockwise and more or less evenly."""

UNEVEN = 0.5
"""How far the next player sits from where he would sit if they sat evenly: a standard deviation, as a part of the way to him."""

REMEMBERED_HANDS = 24
"""The latest hands of a player that are remembered: who changes his place is known there soon."""

PLACED = 4.0
"""A place that was set tells as much as so many hands."""

ALIKE = 4.0
"""So many hands of a player tell as much of how far his hands differ as those of all players do."""

AS_READ = 0.9
"""How likely an act is to be of the seat of which it was read to be, before its hand is held against all others."""

ROUNDS = 3
"""Times that beliefs and spreads are worked out from each other."""


@dataclass(frozen=True, slots=True)
class SeatAct:
    """What `seat` did with his `hand` at `zone`. `belief`: how likely it is to have been his hand, 0 to 1."""

    seat: int
    hand: float
    zone: str
    belief: float = 1.0


def apart(one: float, other: float) -> float:
    """How far two shares are apart on the ring, 0 to 0.5."""
    return abs((one - other + 0.5) % 1.0 - 0.5)


def middle(acts: Iterable[tuple[float, float]]) -> tuple[float, float, float]:
    """Mean of some hands on the ring, their variance about it, and the weight of all. `acts`: hands, each with its weight."""
    acts = list(acts)
    mean, weight = (
        _mean_of(sum((cmath.rect(weight, 2 * math.pi * hand) for hand, weight in acts), 0j)),
        sum(each for _, each in acts),
    )
    return mean, sum(each * apart(hand, mean) ** 2 for hand, each in acts) / max(weight, 1e-9), weight


def _mean_of(pull: complex) -> float:
    return cmath.phase(pull) / (2 * math.pi) % 1.0


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
        hands = [(act.hand, act.belief) for act in self._remembered(seat)]
        return self.place(seat) if self.place(seat) is not None or not hands else middle(hands)[0]

    def knows(self, seat: int) -> bool:
        """Has anything been told or seen of this seat?"""
        return self.place(seat) is not None or any(act.seat == seat for act in self.acts)

    def _remembered(self, seat: int) -> list[SeatAct]:
        return [act for act in self.acts if act.seat == seat][-REMEMBERED_HANDS:]

    def likelihood(self, seat: int, hand: float, zone: str) -> float:
        """How well a hand at `zone` fits a seat, as a density on the ring: about 1 for one of which nothing is known."""
        acts, place = self._remembered(seat), self.place(seat)
        here = [(act.hand, act.belief) for act in acts if act.zone == zone]
        others = [(act.hand, act.belief) for act in acts if act.zone != zone]
        others += [] if place is None else [(place, PLACED)]
        if not here and not others:
            return self._unseen(seat, hand)
        return _density(hand, middle(here), middle(others), self) + self.elsewhere

    def _unseen(self, seat: int, hand: float) -> float:
        """The same for a seat of which nothing is known yet: they sit clockwise, more or less evenly, seen from the last one known."""
        known = ((back, self.where((seat - back) % self.seats)) for back in range(1, self.seats))
        back, place = next(((back, place) for back, place in known if place is not None), (0, None))
        if place is None:
            return 1.0
        expected = (place + back / self.seats) % 1.0
        return EVENLY * _bell(apart(hand, expected), UNEVEN / self.seats * math.sqrt(back)) + 1 - EVENLY

    def shares(self, hand: float, zone: str, before: Mapping[int, float]) -> dict[int, float]:
        """How likely each seat is to have been there; together 1. `before`: how likely each was before anything was seen of the hand."""
        weights = {seat: share * self.likelihood(seat, hand, zone) for seat, share in before.items()}
        whole = sum(weights.values())
        return {seat: weight / whole for seat, weight in weights.items()}


Known = tuple[float, float, float]
"""Mean, variance and weight of some hands, as of `middle`."""


def _density(hand: float, here: Known, others: Known, seating: Seating) -> float:
    """How well a hand fits others of one player, at the same zone and elsewhere; at least one is needed. From where his arm seems to come at
    a zone differs from what is seen elsewhere as far as `aside` is more than `near`. Few hands show neither their middle nor how far they
    differ."""
    near = _variance(here, seating.near)
    aside = max(near, _variance(others, seating.aside))
    mean, unknown = here[0], near / max(here[2], 1e-9)
    if others[2] > 1e-6:
        around = aside - near + aside / others[2]
        part = around / (around + unknown) if here[2] > 1e-6 else 0.0
        mean = others[0] + part * ((here[0] - others[0] + 0.5) % 1.0 - 0.5)
        unknown = around * (1 - part)
    return _bell(apart(hand, mean), math.sqrt(near + unknown))


def _variance(known: Known, deviation: float) -> float:
    _, spread, weight = known
    return (ALIKE * deviation**2 + weight * spread) / (ALIKE + weight)


def measured(seating: Seating) -> Seating:
    """The same with what its hands tell of each other: how likely each was of the seat it was read to be of, and how far hands differ, for
    some eyes see better from where an arm comes than others."""
    acts = tuple(act for seat in range(seating.seats) for act in seating._remembered(seat))
    known = replace(seating, acts=acts)
    if len(acts) > 1:
        for _ in range(ROUNDS):
            known = _believed(known)
            known = _measured(known, seating)
    return known


class _Sums:
    """What all hands of each seat and zone add up to, so that each can be held against the others without adding them up again."""

    def __init__(self, seating: Seating) -> None:
        self._here = dict[tuple[int, str], tuple[complex, float]]()
        self._all = dict[int, tuple[complex, float]]()
        for seat in range(seating.seats):
            place = seating.place(seat)
            self._all[seat] = (0j, 0.0) if place is None else (cmath.rect(PLACED, 2 * math.pi * place), PLACED)
        for act in seating.acts:
            self._here[act.seat, act.zone] = _added(self._here.get((act.seat, act.zone), (0j, 0.0)), _pull(act))
            self._all[act.seat] = _added(self._all[act.seat], _pull(act))

    def others(self, seat: int, act: SeatAct) -> tuple[tuple[float, float], tuple[float, float]]:
        """Mean and weight of a seat's other hands at the zone of an act, and at all other zones."""
        here, whole = self._here.get((seat, act.zone), (0j, 0.0)), self._all[seat]
        aside = _added(whole, here, -1)
        here = _added(here, _pull(act), -1) if seat == act.seat else here
        return (_mean_of(here[0]), max(here[1], 0.0)), (_mean_of(aside[0]), max(aside[1], 0.0))


def _pull(act: SeatAct) -> tuple[complex, float]:
    return cmath.rect(act.belief, 2 * math.pi * act.hand), act.belief


def _added(one: tuple[complex, float], other: tuple[complex, float], sign: int = 1) -> tuple[complex, float]:
    return one[0] + sign * other[0], one[1] + sign * other[1]


def _believed(seating: Seating) -> Seating:
    """The same with how likely each act was of its seat, by all others."""
    sums = _Sums(seating)

    def fit(seat: int, act: SeatAct) -> float:
        (near, here), (far, aside) = sums.others(seat, act)
        if here + aside < 1e-6:
            return 1.0
        known = (near, seating.near**2, here), (far, seating.aside**2, aside)
        return _density(act.hand, *known, seating) + seating.elsewhere

    def belief(act: SeatAct) -> float:
        read = expecting(act.seat, range(seating.seats), AS_READ)
        weights = {seat: share * fit(seat, act) for seat, share in read.items()}
        return weights[act.seat] / sum(weights.values())

    return replace(seating, acts=tuple(replace(act, belief=belief(act)) for act in seating.acts))


def _measured(seating: Seating, expected: Seating) -> Seating:
    """The same with how far its hands differ."""
    sums = _Sums(seating)
    here, others = list[tuple[float, float]](), list[tuple[float, float]]()
    for act in seating.acts:
        (near, same), (far, aside) = sums.others(act.seat, act)
        here += [(_from_middle(apart(act.hand, near), same), act.belief)] if same > ENOUGH else []
        others += [(apart(act.hand, far), act.belief)] if aside > ENOUGH else []
    return replace(
        seating,
        near=_learned(expected.near, here),
        aside=_learned(expected.aside, others),
        elsewhere=_astray(seating, expected.elsewhere, sums),
    )


def _from_middle(distance: float, others: float) -> float:
    """How far a hand is from the middle of all there would be, given how far it is from that of so few `others`, which is astray itself."""
    return distance * math.sqrt(others / (others + 1))


def _astray(seating: Seating, expected: float, sums: _Sums) -> float:
    """How often hands come from anywhere, as it was measured: where all of an evening fit their seats, few do."""
    seen, off = 0.0, 0.0
    for act in seating.acts:
        (near, here), (far, aside) = sums.others(act.seat, act)
        if here + aside < ENOUGH:
            continue
        fits = _density(act.hand, (near, seating.near**2, here), (far, seating.aside**2, aside), seating)
        seen, off = seen + act.belief, off + act.belief * expected / (fits + expected)
    return (TRUSTED * expected + off) / (TRUSTED + seen)


def _learned(expected: float, seen: Sequence[tuple[float, float]]) -> float:
    """A spread as it was measured. `seen`: distances, each with its weight."""
    squares = sum(weight * distance**2 for distance, weight in seen)
    return max(LEAST, math.sqrt((TRUSTED * expected**2 + squares) / (TRUSTED + sum(weight for _, weight in seen))))


def _bell(distance: float, deviation: float) -> float:
    return math.exp(-0.5 * (distance / deviation) ** 2) / (deviation * math.sqrt(2 * math.pi))


def expecting(mover: int, seats: Iterable[int], share: float) -> dict[int, float]:
    """What is expected of a hand before it is looked at: with `share` it is the player's to move, else anybody else's."""
    others = [seat for seat in seats if seat != mover]
    return {mover: share if others else 1.0, **{seat: (1 - share) / len(others) for seat in others}}
