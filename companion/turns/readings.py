"""The ways in which the last acts at the table can be read, each with how likely it is. Pure.

The acts since the turn before this one began are told in order, each with the hand that was seen at it. A reading says whose each of them
was: nobody missed anything; the end of this turn, or of the one before, was missed at some point; the last act was done out of turn; or
what seemed to end the turn before did not. What a reading says of an earlier act counts for the later ones: whose hand has been seen once
is known again.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.turns.seats import SeatAct, Seating, expecting

PLAIN = 0.9
"""What is expected of a reading in which nothing was missed, before hands are looked at."""
UNSEEN = {True: 0.3, False: 0.0005, None: 0.5}
"""The same of an end that was missed just before an act, by its `gap`."""
OUT_OF_TURN = 0.03
"""The same of an act out of turn, by whichever of the others."""
TOO_SOON = 2 / 3
"""Of these so many are by the next player, who comes too soon."""
NO_END = {False: 0.002, True: 0.2}
"""The same of an end that was none, where nobody said that it was one: a touch of the draw pile is told that was none at one end in some
hundreds. True: the hand may have squared the draw pile up, or the end was put in."""
BY_RULE = 0.03
"""How much less likely an act is by whom it would be a foul, if it is none by another."""
BY_COLOUR = 0.0005
"""The same of a card of another player's colour."""


@dataclass(frozen=True, slots=True)
class Sight:
    """An act. `n`: its fact, None for the one that is weighed. `lies`: it is a card that lies there. `gap`: could a hand have been at the
    draw pile unnoticed just before it? None = nobody watched."""

    n: int | None
    hand: float | None
    zone: str
    gap: bool | None = None
    lies: bool = True


class ReadAs(enum.Enum):
    """What a reading makes of the last act."""

    HIS = "his"
    """The player to move did it."""
    MISSED = "missed"
    """The end of his turn was missed before act `at`; the next player did it."""
    MISSED_BEFORE = "missed_before"
    """The end of the turn before was missed at act `at`, so that the one to move has had his turn; the next player did it."""
    STRANGER = "stranger"
    """Another player did it, though it is not his turn."""
    GOES_ON = "goes_on"
    """The turn before had not ended, and goes on."""


@dataclass(frozen=True, slots=True)
class TurnReading:
    """One way to read the acts. `seat`: whose the last act was; `at`: the fact before which an end was missed, None for the last act
    itself. `weight`: how likely it is; of all readings together 1."""

    kind: ReadAs
    seat: int
    at: int | None = None
    weight: float = 0.0


@dataclass(frozen=True, slots=True)
class TurnCourse:
    """What is read. `before`: the acts of the turn before, by `last`, its end among them; `now`: those of this turn, by `mover`, the one
    that is weighed being the last. `following`: who is next; `least`: so many cards a turn needs. `assumed`: nobody said that the turn before
    had ended; `tidying`: it may not have ended, because a hand may have squared the draw pile up, its end was put in, or nobody knows all of
    its cards."""

    seating: Seating
    before: tuple[Sight, ...]
    now: tuple[Sight, ...]
    last: int | None
    mover: int
    following: int
    least: int = 1
    assumed: bool = False
    tidying: bool = False


@dataclass(frozen=True, slots=True)
class Fit:
    """How well the last act fits its seat by what it is: less for the player to move (`his`), for the next after an end that was missed
    (`missed`)."""

    his: float = 1.0
    missed: float = 1.0


def readings(course: TurnCourse, fit: Fit, *, over: bool) -> tuple[TurnReading, ...]:
    """All readings, the likeliest first. `over`: could the turn lawfully have ended just before the last act?"""
    weighed = [replace(reading, weight=prior * _likelihood(course, reading)) for reading, prior in _possible(course, fit, over)]
    whole = sum(reading.weight for reading in weighed) or 1.0
    scaled = [replace(reading, weight=reading.weight / whole) for reading in weighed]
    return tuple(sorted(scaled, key=lambda reading: -reading.weight))


def _possible(course: TurnCourse, fit: Fit, over: bool) -> Iterator[tuple[TurnReading, float]]:
    seats = range(course.seating.seats)
    yield TurnReading(ReadAs.HIS, course.mover), PLAIN * fit.his
    others = [seat for seat in seats if seat != course.mover]
    for seat, share in expecting(course.following, others, TOO_SOON).items() if others else ():
        yield TurnReading(ReadAs.STRANGER, seat), OUT_OF_TURN * share
    if course.following != course.mover:
        for _, sight in _starts(course.now, course.least):
            if sight is not course.now[-1] or over:
                yield TurnReading(ReadAs.MISSED, course.following, sight.n), UNSEEN[sight.gap] * fit.missed
    if course.last is not None and course.last != course.mover:
        if course.assumed and not any(sight.lies for sight in course.now[:-1]):
            yield TurnReading(ReadAs.GOES_ON, course.last), NO_END[course.tidying] * fit.missed
        yield from ((TurnReading(ReadAs.MISSED_BEFORE, course.following, at), prior) for at, prior in _before(course))


def _before(course: TurnCourse) -> Iterator[tuple[int | None, float]]:
    """The acts of the turn before at which it may have ended unnoticed, so that both players had laid enough."""
    cards = sum(sight.lies for sight in course.before)
    if course.following == course.mover or any(sight.lies for sight in course.now[:-1]):
        return
    for laid, sight in _starts(course.before, course.least):
        if cards - laid >= course.least and sight.lies:
            yield sight.n, UNSEEN[sight.gap]


def _starts(sights: Sequence[Sight], least: int) -> Iterator[tuple[int, Sight]]:
    """The acts before which a turn of at least so many cards may have ended, each with how many had been laid."""
    cards = 0
    for sight in sights:
        if cards >= least:
            yield cards, sight
        cards += sight.lies


def _likelihood(course: TurnCourse, reading: TurnReading) -> float:
    seating, whole = course.seating, 1.0
    for sight, seat in _assigned(course, reading):
        if sight.hand is not None:
            whole *= seating.likelihood(seat, sight.hand, sight.zone)
            seating = replace(seating, acts=(*seating.acts, SeatAct(seat, sight.hand, sight.zone)))
    return whole


def _assigned(course: TurnCourse, reading: TurnReading) -> Iterator[tuple[Sight, int]]:
    """Whose each act is."""
    seat = course.mover if course.last is None else course.last
    for sight in course.before:
        seat = course.mover if reading.kind is ReadAs.MISSED_BEFORE and sight.n == reading.at else seat
        yield sight, seat
    seat = course.following if reading.kind is ReadAs.MISSED_BEFORE else course.mover
    for sight in course.now:
        missed = reading.kind is ReadAs.MISSED and sight.n == reading.at
        seat = reading.seat if missed or sight is course.now[-1] else seat
        yield sight, seat
