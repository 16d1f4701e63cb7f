"""Where the players sit, and whose hand it was. Pure.

Hands and places are shares of the way around the edge of the mat, 0 to 1, clockwise from the near left corner; the edge is a
ring. An arm's direction depends on where the arm reaches: hands at the same zone tell more than hands elsewhere. Nothing is
said of two players side by side.

Whose act it was is read from the turns, perhaps wrongly. An act teaches a seat only as far as it fits all other acts.
Lessons of doubtful acts are unlearned as soon as more is known.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

SPREAD_AT_ZONE = 0.03
"""Standard deviation of hands of one player at one zone, as a share of the ring, before any are seen; guess."""

SPREAD_ACROSS_ZONES = 0.06  # the same for different zones, and from a set place; guess

SPREAD_IN_TEXT = 0.02  # both in a text, where hands are told and not seen; guess

PRIOR_HANDS_OF_MATCH = 8  # hands of a match that tell as much about spreads as these figures; guess

STRAY_SHARE = 0.01
"""Chance that a hand comes from anywhere, before any are seen: the player stood up, or the arm lay oddly; guess."""

STRAY_SHARE_IN_TEXT = 0.0001  # the same in a text; guess

MIN_OTHER_HANDS = 0.5  # weight of other hands of a seat from which they tell whether a hand is alike; guess

MIN_SPREAD = 0.02  # hands differ by no less, however alike those of a match look; guess

EVEN_SEATING_CHANCE = 0.8  # chance that players sit clockwise and more or less evenly; guess

UNEVEN_SPREAD = 0.5  # standard deviation of the next player's place, as a part of the way to the even place; guess

MAX_REMEMBERED_HANDS = 24  # latest hands of a player that count, so that a change of place is learned soon; guess

SET_PLACE_HANDS = 4.0  # a set place counts as so many hands; guess

PRIOR_HANDS_OF_PLAYER = 4.0  # hands of a player that tell as much about the own spread as all players do; guess

READ_SEAT_CHANCE = 0.9  # chance that an act is of the seat it was read to be, before its hand is compared; guess

LEARNING_ROUNDS = 3  # times that beliefs and spreads are worked out from each other; guess


@dataclass(frozen=True, slots=True)
class SeatAct:
    """What `seat` did with `hand` at `zone`."""

    seat: int
    hand: float
    zone: str
    belief: float = 1.0  # chance that the hand was that seat's, 0 to 1


def ring_distance(one: float, other: float) -> float:
    """Distance of two shares on the ring, 0 to 0.5. So `measure_apart` in vision/hands/tracks.py, from which no rule may be
    imported."""
    return abs((one - other + 0.5) % 1.0 - 0.5)


def ring_mean(acts: Iterable[tuple[float, float]]) -> tuple[float, float, float]:
    """Mean of hands on the ring, their variance, and their total weight. `acts`: pairs of hand and weight. The mean of no hands
    is 0, with weight 0."""
    acts = list(acts)
    mean, weight = (
        _mean_of(sum((cmath.rect(weight, 2 * math.pi * hand) for hand, weight in acts), 0j)),
        sum(each for _, each in acts),
    )
    return mean, sum(each * ring_distance(hand, mean) ** 2 for hand, each in acts) / max(weight, 1e-9), weight


def _mean_of(pull: complex) -> float:
    return cmath.phase(pull) / (2 * math.pi) % 1.0


@dataclass(frozen=True, slots=True)
class Seating:
    """Where everybody sits, as far as known."""

    seats: int
    places: tuple[float | None, ...] = ()  # by seat, None = not set
    acts: tuple[SeatAct, ...] = ()  # seen hands, oldest first
    near: float = SPREAD_AT_ZONE  # spread of one player's hands at one zone
    aside: float = SPREAD_ACROSS_ZONES  # spread of one player's hands at different zones
    elsewhere: float = STRAY_SHARE  # chance that a hand comes from anywhere

    def find_set_place(self, seat: int) -> float | None:
        """The place set for a seat, None = not set."""
        return self.places[seat] if seat < len(self.places) else None

    def find_place(self, seat: int) -> float | None:
        """The set place of a seat, else the mean of its hands; None where nothing is known."""
        hands = [(act.hand, act.belief) for act in self._recent_acts(seat)]
        return self.find_set_place(seat) if self.find_set_place(seat) is not None or not hands else ring_mean(hands)[0]

    def has_seat(self, seat: int) -> bool:
        """Was anything told or seen of this seat?"""
        return self.find_set_place(seat) is not None or any(act.seat == seat for act in self.acts)

    def _recent_acts(self, seat: int) -> list[SeatAct]:
        return [act for act in self.acts if act.seat == seat][-MAX_REMEMBERED_HANDS:]

    def weigh_hand(self, seat: int, hand: float, zone: str) -> float:
        """How well a hand at `zone` fits a seat, as a density on the ring; about 1 for an unknown seat. Higher fits better; the
        densities of one hand are compared between seats."""
        acts, place = self._recent_acts(seat), self.find_set_place(seat)
        here = [(act.hand, act.belief) for act in acts if act.zone == zone]
        others = [(act.hand, act.belief) for act in acts if act.zone != zone]
        others += [] if place is None else [(place, SET_PLACE_HANDS)]
        if not here and not others:
            return self._likelihood_unseen(seat, hand)
        return _density_of_hand(hand, ring_mean(here), ring_mean(others), self) + self.elsewhere

    def _likelihood_unseen(self, seat: int, hand: float) -> float:
        """The likelihood of a hand for a seat without hands so far: players sit clockwise and more or less evenly, seen from
        the last known seat. 1 where no seat is known. `hand`: where the arm came from, a share of the way around."""
        known = ((back, self.find_place((seat - back) % self.seats)) for back in range(1, self.seats))
        back, place = next(((back, place) for back, place in known if place is not None), (0, None))
        if place is None:
            return 1.0
        expected = (place + back / self.seats) % 1.0
        return (
            EVEN_SEATING_CHANCE * _normal_density(ring_distance(hand, expected), UNEVEN_SPREAD / self.seats * math.sqrt(back))
            + 1
            - EVEN_SEATING_CHANCE
        )

    def find_shares(self, hand: float, zone: str, before: Mapping[int, float]) -> dict[int, float]:
        """Chance of each seat that the hand was theirs, 1 together. `before`: chances before the hand is seen."""
        weights = {seat: share * self.weigh_hand(seat, hand, zone) for seat, share in before.items()}
        whole = sum(weights.values())
        return {seat: weight / whole for seat, weight in weights.items()}


Known = tuple[float, float, float]
"""Mean, variance and weight of hands, as from `ring_mean`."""


def _density_of_hand(hand: float, here: Known, others: Known, seating: Seating) -> float:
    """How well a hand fits other hands of one player, as a density on the ring. `here`: hands at the same zone; `others`:
    elsewhere; one of both must have weight.

    Arms at one zone differ from arms elsewhere as far as `aside` exceeds `near`. Few hands show neither their mean nor their
    spread.
    """
    near = _variance_with_prior(here, seating.near)
    aside = max(near, _variance_with_prior(others, seating.aside))
    mean, unknown = here[0], near / max(here[2], 1e-9)
    if others[2] > 1e-6:
        around = aside - near + aside / others[2]
        part = around / (around + unknown) if here[2] > 1e-6 else 0.0
        mean = others[0] + part * ((here[0] - others[0] + 0.5) % 1.0 - 0.5)
        unknown = around * (1 - part)
    return _normal_density(ring_distance(hand, mean), math.sqrt(near + unknown))


def _variance_with_prior(known: Known, deviation: float) -> float:
    _, spread, weight = known
    return (PRIOR_HANDS_OF_PLAYER * deviation**2 + weight * spread) / (PRIOR_HANDS_OF_PLAYER + weight)


@lru_cache(maxsize=4)  # one fact is weighed several times, and its seating learns the same each time
def learn_spreads(seating: Seating) -> Seating:
    """The seating with what its hands tell of each other: the belief in each act, and the spreads, since some cameras see arms
    better than others. Of each seat the latest hands are kept. With fewer than two hands nothing is learned."""
    acts = tuple(act for seat in range(seating.seats) for act in seating._recent_acts(seat))
    known = replace(seating, acts=acts)
    if len(acts) > 1:
        for _ in range(LEARNING_ROUNDS):
            known = _with_beliefs(known)
            known = _with_spreads(known, seating)
    return known


class _Sums:
    """Sums of all hands by seat and zone, to compare each hand with the others quickly."""

    def __init__(self, seating: Seating) -> None:
        """Sums over the acts of `seating`, as vectors around the table: by seat and zone, and by seat. A place set by people
        counts as `SET_PLACE_HANDS` acts."""
        self._here = dict[tuple[int, str], tuple[complex, float]]()
        self._all = dict[int, tuple[complex, float]]()
        for seat in range(seating.seats):
            place = seating.find_set_place(seat)
            self._all[seat] = (
                (0j, 0.0) if place is None else (cmath.rect(SET_PLACE_HANDS, 2 * math.pi * place), SET_PLACE_HANDS)
            )
        for act in seating.acts:
            self._here[act.seat, act.zone] = _add_vectors(self._here.get((act.seat, act.zone), (0j, 0.0)), _vector_of_act(act))
            self._all[act.seat] = _add_vectors(self._all[act.seat], _vector_of_act(act))

    def compare_others(self, seat: int, act: SeatAct) -> tuple[tuple[float, float], tuple[float, float]]:
        """Mean and weight of a seat's other hands at the zone of an act, and mean and weight at all other zones. Without hands
        the weight is 0. A set place counts with the other zones."""
        here, whole = self._here.get((seat, act.zone), (0j, 0.0)), self._all[seat]
        aside = _add_vectors(whole, here, -1)
        here = _add_vectors(here, _vector_of_act(act), -1) if seat == act.seat else here
        return (_mean_of(here[0]), max(here[1], 0.0)), (_mean_of(aside[0]), max(aside[1], 0.0))


def _vector_of_act(act: SeatAct) -> tuple[complex, float]:
    return cmath.rect(act.belief, 2 * math.pi * act.hand), act.belief


def _add_vectors(one: tuple[complex, float], other: tuple[complex, float], sign: int = 1) -> tuple[complex, float]:
    return one[0] + sign * other[0], one[1] + sign * other[1]


def _with_beliefs(seating: Seating) -> Seating:
    """The seating with the belief in each act, judged by all others."""
    sums = _Sums(seating)

    def fit(seat: int, act: SeatAct) -> float:
        """How well the hand of an act fits a seat; 1 where the seat has no other hands."""
        (near, here), (far, aside) = sums.compare_others(seat, act)
        if here + aside < 1e-6:
            return 1.0
        known = (near, seating.near**2, here), (far, seating.aside**2, aside)
        return _density_of_hand(act.hand, *known, seating) + seating.elsewhere

    def belief(act: SeatAct) -> float:
        read = expect_seat(act.seat, range(seating.seats), READ_SEAT_CHANCE)
        weights = {seat: share * fit(seat, act) for seat, share in read.items()}
        return weights[act.seat] / sum(weights.values())

    return replace(seating, acts=tuple(replace(act, belief=belief(act)) for act in seating.acts))


def _with_spreads(seating: Seating, expected: Seating) -> Seating:
    """The seating with measured spreads and share of stray hands. `expected`: the seating before any were measured."""
    sums = _Sums(seating)
    here, others = list[tuple[float, float]](), list[tuple[float, float]]()
    for act in seating.acts:
        (near, same), (far, aside) = sums.compare_others(act.seat, act)
        here += [(ring_distance(act.hand, near) * math.sqrt(same / (same + 1)), act.belief)] if same > MIN_OTHER_HANDS else []
        others += [(ring_distance(act.hand, far), act.belief)] if aside > MIN_OTHER_HANDS else []
    return replace(
        seating,
        near=_learn_spread(expected.near, here),
        aside=_learn_spread(expected.aside, others),
        elsewhere=_stray_share(seating, expected.elsewhere, sums),
    )


def _stray_share(seating: Seating, expected: float, sums: _Sums) -> float:
    """Measured chance that hands come from anywhere; small where all hands fit their seats. `expected`: the chance before
    measuring. `sums`: of the hands of `seating`."""
    seen, off = 0.0, 0.0
    for act in seating.acts:
        (near, here), (far, aside) = sums.compare_others(act.seat, act)
        if here + aside < MIN_OTHER_HANDS:
            continue
        fits = _density_of_hand(act.hand, (near, seating.near**2, here), (far, seating.aside**2, aside), seating)
        seen, off = seen + act.belief, off + act.belief * expected / (fits + expected)
    return (PRIOR_HANDS_OF_MATCH * expected + off) / (PRIOR_HANDS_OF_MATCH + seen)


def _learn_spread(expected: float, seen: Sequence[tuple[float, float]]) -> float:
    """A measured spread. `expected`: before measuring. `seen`: pairs of distance and weight."""
    squares = sum(weight * distance**2 for distance, weight in seen)
    return max(
        MIN_SPREAD,
        math.sqrt((PRIOR_HANDS_OF_MATCH * expected**2 + squares) / (PRIOR_HANDS_OF_MATCH + sum(weight for _, weight in seen))),
    )


def _normal_density(distance: float, deviation: float) -> float:
    return math.exp(-0.5 * (distance / deviation) ** 2) / (deviation * math.sqrt(2 * math.pi))


def expect_seat(mover: int, seats: Iterable[int], share: float) -> dict[int, float]:
    """Chances before a hand is seen: `share` for `mover`, the rest evenly for the other `seats`."""
    others = [seat for seat in seats if seat != mover]
    return {mover: share if others else 1.0, **{seat: (1 - share) / len(others) for seat in others}}
