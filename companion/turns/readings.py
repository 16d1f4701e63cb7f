"""Ways to read the last acts at the table, each with its chance. Pure.

Acts since the turn before began are given in order, each with its hand. A reading names the player of each act. Nothing was
missed; an end was missed at some point; the last act was out of turn; or the end of the turn before was none. A reading of
an earlier act counts for later acts: a hand seen once is known again.
"""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.turns.seats import SeatAct, Seating, expect_seat

PRIOR_PLAIN = 0.9  # chance of a reading in which nothing was missed, before hands are seen; guess
PRIOR_UNSEEN_END = {True: 0.3, False: 0.0005, None: 0.5}
"""Chance of an end missed just before an act, by the `gap` of the act; a guess."""
PRIOR_UNSEEN_END_AFTER_UNSEEN_HAND = 0.05  # the same without a gap, where nobody saw whose the act before was; a guess
PRIOR_OUT_OF_TURN = 0.03  # chance of an act out of turn, by whichever other player; guess
NEXT_PLAYER_SHARE = 2 / 3  # share of these by the next player, who comes too soon; guess
PRIOR_NO_END = {False: 0.002, True: 0.2}
"""Chance that a told end was none, where no person told it: one touch of the draw pile in some hundreds. True: the hand may
have squared up the pile, or the end was inferred. A guess."""
FACTOR_AGAINST_RULE = 0.03  # on the chance of an act that would be a foul for its player and none for another; guess
FACTOR_OTHER_COLOUR = 0.0005  # the same for a card of another player's colour; guess


@dataclass(frozen=True, slots=True)
class Sight:
    """An act as it was seen."""

    n: int | None  # its fact, None = being weighed
    hand: float | None
    zone: str
    gap: bool | None = None  # could a hand have drawn unnoticed just before? None = nobody watched
    lies: bool = True  # it is a card that lies there still


class ReadAs(enum.Enum):
    """What a reading makes of the last act."""

    MOVER = "mover"
    """The player to move did it."""
    MISSED = "missed"
    """The end of the running turn was missed before act `at`; the next player did it."""
    MISSED_BEFORE = "missed_before"
    """The end of the turn before was missed at act `at`, so the mover's turn is over; the next player did it."""
    STRANGER = "stranger"
    """Another player did it, out of turn."""
    GOES_ON = "goes_on"
    """The turn before had not ended, and goes on."""


@dataclass(frozen=True, slots=True)
class TurnReading:
    """One way to read the acts."""

    kind: ReadAs
    seat: int  # whose the last act was
    at: int | None = None  # fact before which an end was missed, None = before the last act
    weight: float = 0.0  # its chance; of all readings together 1


@dataclass(frozen=True, slots=True)
class TurnCourse:
    """What is read."""

    seating: Seating
    before: tuple[Sight, ...]  # acts of the turn before, by `last`, its end among them
    now: tuple[Sight, ...]  # acts of this turn, by `mover`; the last is being weighed
    last: int | None
    mover: int
    following: int  # the seat after `mover`
    least: int = 1  # cards that a turn needs
    assumed: bool = False  # no person said that the turn before had ended
    tidying: bool = False  # the turn before may go on: the draw pile was squared up, the end inferred, or a card unknown


@dataclass(frozen=True, slots=True)
class RuleFit:
    """How well the last act fits by rule."""

    mover: float = 1.0  # for the player to move
    missed: float = 1.0  # for the next player, after a missed end


def weigh_readings(course: TurnCourse, fit: RuleFit, *, over: bool) -> tuple[TurnReading, ...]:
    """All readings, likeliest first. `fit`: of the last act by rule. `over`: may the turn lawfully have ended just before
    the last act?"""
    weighed = [
        replace(reading, weight=prior * _likelihood_of_hands(course, reading))
        for reading, prior in _possible_readings(course, fit, over)
    ]
    whole = sum(reading.weight for reading in weighed) or 1.0
    scaled = [replace(reading, weight=reading.weight / whole) for reading in weighed]
    return tuple(sorted(scaled, key=lambda reading: -reading.weight))


def _possible_readings(course: TurnCourse, fit: RuleFit, over: bool) -> Iterator[tuple[TurnReading, float]]:
    """Each reading with its chance before hands are seen, not scaled to 1 together. `fit`, `over`: as in `weigh_readings`."""
    seats = range(course.seating.seats)
    yield TurnReading(ReadAs.MOVER, course.mover), PRIOR_PLAIN * fit.mover
    others = [seat for seat in seats if seat != course.mover]
    for seat, share in expect_seat(course.following, others, NEXT_PLAYER_SHARE).items() if others else ():
        yield TurnReading(ReadAs.STRANGER, seat), PRIOR_OUT_OF_TURN * share
    if course.following != course.mover:
        for _, sight in _possible_ends(course.now, course.least):
            if sight is not course.now[-1] or over:
                yield TurnReading(ReadAs.MISSED, course.following, sight.n), _weigh_unseen_end(course.now, sight) * fit.missed
    if course.last is not None and course.last != course.mover:
        if course.assumed and not any(sight.lies for sight in course.now[:-1]):
            yield TurnReading(ReadAs.GOES_ON, course.last), PRIOR_NO_END[course.tidying] * fit.missed
        yield from (
            (TurnReading(ReadAs.MISSED_BEFORE, course.following, at), prior) for at, prior in _missed_ends_before(course)
        )


def _weigh_unseen_end(sights: Sequence[Sight], act: Sight) -> float:
    """Chance of an end missed just before an act, by its gap. `sights`: the acts of the turn, in order. Where two hands were at the table
    at once nobody saw whose the act before was, and its player may have drawn meanwhile."""
    before = next((one for one, after in itertools.pairwise(sights) if after is act), None)
    is_unseen = act.gap is False and before is not None and before.hand is None
    return PRIOR_UNSEEN_END_AFTER_UNSEEN_HAND if is_unseen else PRIOR_UNSEEN_END[act.gap]


def _missed_ends_before(course: TurnCourse) -> Iterator[tuple[int | None, float]]:
    """Acts of the turn before at which the turn may have ended unnoticed, with the chance of each. An act is named by the entry
    of its fact, None for the act being weighed. Nothing unless both players have laid enough."""
    cards = sum(sight.lies for sight in course.before)
    if course.following == course.mover or any(sight.lies for sight in course.now[:-1]):
        return
    for laid, sight in _possible_ends(course.before, course.least):
        if cards - laid >= course.least and sight.lies:
            yield sight.n, PRIOR_UNSEEN_END[sight.gap]


def _possible_ends(sights: Sequence[Sight], least: int) -> Iterator[tuple[int, Sight]]:
    """Acts before which a turn of at least `least` cards may have ended, each with the cards laid until then."""
    cards = 0
    for sight in sights:
        if cards >= least:
            yield cards, sight
        cards += sight.lies


def _likelihood_of_hands(course: TurnCourse, reading: TurnReading) -> float:
    """Product of the densities of all seen hands at the seats of a reading; 1 without hands. Each hand teaches the next."""
    seating, whole = course.seating, 1.0
    for sight, seat in _assign_seats(course, reading):
        if sight.hand is not None:
            whole *= seating.weigh_hand(seat, sight.hand, sight.zone)
            seating = replace(seating, acts=(*seating.acts, SeatAct(seat, sight.hand, sight.zone)))
    return whole


def _assign_seats(course: TurnCourse, reading: TurnReading) -> Iterator[tuple[Sight, int]]:
    """Each act with its seat, as the reading says."""
    seat = course.mover if course.last is None else course.last
    for sight in course.before:
        seat = course.mover if reading.kind is ReadAs.MISSED_BEFORE and sight.n == reading.at else seat
        yield sight, seat
    seat = course.following if reading.kind is ReadAs.MISSED_BEFORE else course.mover
    for sight in course.now:
        missed = reading.kind is ReadAs.MISSED and sight.n == reading.at
        seat = reading.seat if missed or sight is course.now[-1] else seat
        yield sight, seat
