"""The way of each arm over the table, and where its fingertips turn round: that is where the hand had something to do.

An arm that reaches for something comes in, its tips go away from where it came in until they are there, stay, and come back. What lies
under it on the way is passed, whatever part of the hand is over it.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from vision.hands.hands import Arm
from vision.place.layout import CONTROL, is_cell

COMING_BACK = 0.55
"""Lengths of fingers by which the tips come back before they have turned round: 30 mm."""

PASSING = 8.0
"""Lengths of fingers a second from which on an arm only passes what lies under it: it lays and takes nothing there."""

AT_SOMETHING = 2.0
"""Lengths of fingers a second by which an arm moves at most that is at something."""

SHORTEST_HAND = 1.0
"""Lengths of fingers that an arm reaches in whose hand is seen."""

SHORTEST_AT_RIM = 0.5
"""Lengths of fingers that one reaches in whose tips are at the edge of a draw pile: it may lie at the rim itself."""

SHORTEST_STAY = 0.095
"""Seconds for which an arm is at a zone, from its first frame there to its last, to have had something to do: two frames of ten a second,
however their times are rounded."""

SHORTEST_PAUSE = 0.06
"""The same of one that hardly moved there: of who draws with fingertips that no camera sees over the pile, the card is seen as it leaves, in
two frames perhaps."""

OUT_OF_NOWHERE = 3.0
"""Lengths of fingers beyond which no arm reaches in the first frame that shows it: a lamp flickers there."""

SAME_ENTRY = 1.5
"""Lengths of fingers within which an arm comes in where it did in the last frame."""

DRAWN_BACK = 4.0
"""Lengths of fingers within which the only arm comes in that is drawn back: what comes in farther off is another's."""

WEIGHT_KNOWN = 5.0
"""Weight of what must be seen of an arm to know from where it comes: a frame of a hand and its forearm that lie still."""

ARM_AT_REST = 0.1
"""Lengths of fingers from frame to frame: an arm that moves no more than this shows well from where it comes. One that comes or goes is
smeared over two places."""

ARM_GONE = 0.2
"""Seconds without an arm after which it has left."""

AT_ONCE, AT_THE_SAME_TIME = 1.0, 0.4
"""Seconds within which both hands of somebody come; and those that become one patch before both have come to rest."""

PLAIN_WAY, ANOTHERS_WAY = 3.0, 0.1
"""Lengths of fingers from which on an arm shows in one frame from where it comes, and shares of the way around the table by which it must
come from elsewhere to be another's."""

ONE_PERSONS = 0.2
"""Shares of the way around the table within which both hands of somebody come: close to the table's edge they seem farther apart than they
are."""

NOBODY = 0
"""Number of an arm of which nobody knows which it is."""

DIRECTIONS_AGREE = 0.9
"""How far the directions from which an arm was seen to come must agree: 1 if they are all the same."""


@dataclass(frozen=True, slots=True)
class Course:
    """One arm. `number`: which one, counted since the table was first seen. `entry`: where it comes in, in lengths of fingers; `seen_at`: its
    last frame. `outward`: do its tips go away from there? `reach`: how far they are; `farthest`: how far they were since they last came
    back, and `zone`: in which they were then; `nearest`: how far since they last turned. `stays`: for each zone since when and until when
    the tips have been there, or beside all zones while the arm covered it. `passes`: it moves so fast that it does nothing where it is.
    `pull`: the places it was seen to come from, as points of a circle, weighed and added up; `weight`: of all of them. `began`: its first
    frame. `paused`: where it last moved so little that it was at something. `doubtful`: its tips were farthest while two arms were joined,
    and may have been the other's; `alone`: where it was at something until they were, "" for nowhere. `drawn_back`: it is taken for an arm
    that came in elsewhere and is drawn back. `joined`: two arms were in it in its last frame."""

    number: int
    entry: tuple[float, float]
    seen_at: float
    outward: bool = True
    reach: float = 0.0
    farthest: float = -1.0
    nearest: float = 0.0
    zone: str = ""
    stays: dict[str, tuple[float, float]] = field(default_factory=dict)
    passes: bool = False
    paused: str = ""
    pull: complex = 0j
    weight: float = 0.0
    began: float = -math.inf
    doubtful: bool = False
    alone: str = ""
    drawn_back: bool = False
    joined: bool = False

    @property
    def shown(self) -> bool:
        """Was enough seen of the arm to know from where it comes, if it always seemed to come from there?"""
        return self.weight >= WEIGHT_KNOWN

    @property
    def hand(self) -> float | None:
        """From where the arm comes, as a share of the way around the table; None where that is not known, or not any more."""
        if not self.shown or abs(self.pull) < DIRECTIONS_AGREE * self.weight:
            return None
        return cmath.phase(self.pull) / (2 * math.pi) % 1.0


@dataclass(frozen=True, slots=True)
class Turn:
    """An arm turned round in `zone`. `number`, `hand`: as of `Course`; `NOBODY` and None where nothing tells which arm it was."""

    zone: str
    number: int
    hand: float | None


@dataclass(frozen=True, slots=True)
class Way:
    """What one frame told: the arms over the table, `here`: those that are in this frame with the course of each, and the turns. `count`: so
    many arms have come. `at`: when it was; `apart_at`: when two hands were last seen at once."""

    courses: tuple[Course, ...] = ()
    here: tuple[tuple[Arm, Course], ...] = ()
    turns: tuple[Turn, ...] = ()
    count: int = 0
    at: float = 0.0
    apart_at: float = -math.inf

    @property
    def apart(self) -> bool:
        """Were two hands seen just now?"""
        return self.at - self.apart_at <= ARM_GONE

    def course_at(self, zone: str) -> Course | None:
        """The arm that has its fingers in a zone; None for none, and where there are two."""
        there = [(arm, course) for arm, course in self.here if zone == (arm.tips or arm.fingers)]
        return there[0][1] if len(there) == 1 and not there[0][0].joined else None

    def passes(self, zone: str) -> bool:
        """Does all that is in a zone only pass?"""
        return all(course.passes for arm, course in self.here if zone == (arm.tips or arm.fingers))

    def reach_at(self, zone: str) -> float | None:
        """How far the fingers reach that are in a zone; None where there are none, or those of two arms."""
        arms = [arm.reach for arm, _ in self.here if zone in (arm.tips, arm.fingers)]
        return arms[0] if len(arms) == 1 else None

    def arm_over(self, zone: str) -> Arm | None:
        """The one arm that is at or over a draw zone; None for none, for several, and for two that lie over one another."""
        there = [arm for arm, _ in self.here if zone in arm.over or zone in arm.beside]
        return there[0] if len(there) == 1 and not there[0].joined else None

    def both_at(self, zone: str, known: bool) -> bool:
        """Are two arms at a zone, one with its fingers there, that came nearly at once from about the same place: both hands of somebody?
        Once that is `known`, hands that touch are two still. What only passes over is another's."""
        over = [(arm, course) for arm, course in self.here if zone in arm.over]
        there = [(arm, course) for arm, course in over if not course.passes]
        if known and (len(there) > 1 or any(arm.joined for arm, _ in over)):
            return True
        if any(arm.joined for arm, _ in over) and _both_of_one(
            (one for one in self.courses if one.paused != zone), AT_THE_SAME_TIME
        ):
            return True
        together = _both_of_one((course for _, course in there), AT_ONCE)
        return together and any(zone in (arm.tips, arm.fingers) for arm, _ in there)

    def numbers_at(self, zone: str) -> frozenset[int]:
        """The arms that are at or over a draw zone."""
        return frozenset(course.number for arm, course in self.here if zone in arm.over or zone in arm.beside)

    def is_here(self, numbers: Collection[int]) -> bool:
        """Is one of these arms over the table?"""
        return any(course.number in numbers for _, course in self.here)

    def beside(self, zone: str) -> float | None:
        """How far the one arm reaches whose fingers lie at the edge of a draw zone, no more than their tips in it; None for none and for
        several."""
        there = [arm for arm, _ in self.here if arm.reach >= SHORTEST_AT_RIM and zone in arm.beside]
        arms = [arm for arm in there if not arm.fingers and arm.tips in ("", zone)]
        return arms[0].reach if len(arms) == 1 else None

    def next_to(self, zone: str) -> float | None:
        """How far the one arm reaches whose fingers lie at a draw zone's edge, on cells of a board or where control cards are laid: a hand is
        above the table, and seems to be farther out than it is. None for none and for several."""
        there = (arm for arm, _ in self.here if zone in arm.beside)
        arms = [arm for arm in there if lays_no_card(arm.tips) and lays_no_card(arm.fingers)]
        return arms[0].reach if len(arms) == 1 else None

    def cells_with(self, zone: str) -> frozenset[str]:
        """The cells of a board that are covered by arms which are at or over a draw zone too."""
        there = (arm for arm, _ in self.here if zone in arm.over or zone in arm.beside)
        return frozenset(name for arm in there for name in arm.over if is_cell(name))

    def is_beside(self, zone: str) -> bool:
        """Has an arm its tips at or beside a draw zone?"""
        return any(zone in arm.beside for arm, _ in self.here)

    def is_next(self, zone: str) -> bool:
        """Has an arm its fingers over the cells of a board at the edge of a draw zone, its tips there or in the zone? What those cells show
        later tells whether it was there for them."""
        there = (arm for arm, _ in self.here if zone in arm.beside)
        return any(is_cell(arm.tips) or (arm.tips == zone and is_cell(arm.fingers)) for arm in there)

    def is_filled(self, zone: str) -> bool:
        """Does an arm have most of its fingers, and what they hold, in a zone?"""
        return any(arm.fingers == zone for arm, _ in self.here)

    def is_crossed(self, zone: str, known: bool) -> bool:
        """Do two arms lie over one another there? One alone may look so that reaches across the table: both were seen just now, or it is
        `known`."""
        return (known or self.apart) and any(arm.joined and zone in arm.over for arm, _ in self.here)

    def decided(self, zones: Collection[str]) -> Way:
        """The way once it is known what happened in these zones: an arm that is seen no more did what it had to do there, and turns there
        no more once it is known to be gone."""
        here = {course.number for _, course in self.here}
        return replace(self, courses=tuple(one if one.number in here else _without(one, zones) for one in self.courses))

    @property
    def crossed(self) -> frozenset[str]:
        """The zones that two arms cover which lie over one another."""
        return frozenset(zone for arm, _ in self.here if arm.joined for zone in arm.over)

    @property
    def reached(self) -> frozenset[str]:
        """The zones in which an arm has its fingers or their tips."""
        return frozenset(arm.tips or arm.fingers for arm, _ in self.here) - {""}


def _without(course: Course, zones: Collection[str]) -> Course:
    """The course as if its tips had not been in these zones."""
    return replace(course, stays={zone: stay for zone, stay in course.stays.items() if zone not in zones})


def _both_of_one(courses: Iterable[Course], within: float) -> bool:
    """May two of these arms, which came within so many seconds, be both of somebody, as far as known from where they come?"""

    def near(one: Course, other: Course) -> bool:
        apart = 0.0 if one.hand is None or other.hand is None else (one.hand - other.hand) % 1
        return abs(one.began - other.began) <= within and min(apart, 1 - apart) <= ONE_PERSONS

    return any(near(*pair) for pair in combinations(courses, 2))


def lays_no_card(zone: str) -> bool:
    """Is this a cell of a board, or where control cards are laid: no pile on which fingers may lay a card?"""
    return is_cell(zone) or zone == CONTROL


def follow(way: Way, arms: Sequence[Arm], at: float) -> Way:
    """The way after one more frame."""
    left, here, turns, count = list(way.courses), list[tuple[Arm, Course]](), list[Turn](), way.count
    for arm in sorted(arms, key=lambda arm: -arm.reach):
        alone = len(arms) == 1 and not arm.joined
        course = _course_of(arm, left, Course(count + 1, arm.entry, at, began=at), alone, way.at)
        count = max(count, course.number)
        if course in left:
            left.remove(course)
        course, turn = _turned(_met(course, arm, at), arm)
        if course.drawn_back and course.outward:  # what reaches out again is an arm that has come
            count += 1
            course = replace(course, number=count, pull=0j, weight=0.0, drawn_back=False)
        here.append((arm, course))
        turns += turn
    for course in left:
        if at - course.seen_at > ARM_GONE:
            turns += _turn(course) if course.outward and not _goes_on(course, here) else ()
    left = [course for course in left if at - course.seen_at <= ARM_GONE]
    hands = {course.number for arm, course in here if arm.reach >= SHORTEST_HAND}
    apart_at = at if len(hands) > 1 else way.apart_at
    return Way((*(course for _, course in here), *left), tuple(here), tuple(turns), count, at, apart_at)


def _goes_on(course: Course, here: Sequence[tuple[Arm, Course]]) -> bool:
    """Is an arm that is seen no more there still, and only seems to come in elsewhere? It is known to be the same, or lies over the place
    where that had its tips and has come since; or two lie there as one, and it had only just come."""

    def may_be_it(arm: Arm, later: Course) -> bool:
        fresh = later.began > course.seen_at or (arm.joined and course.paused != course.zone)
        return later.number == course.number or (fresh and course.zone in (arm.tips, *arm.over))

    return any(may_be_it(arm, later) for arm, later in here)


def _course_of(arm: Arm, courses: Sequence[Course], fresh: Course, alone: bool, before: float) -> Course:
    """The course of an arm, `fresh` for one that has just come. An arm that is drawn back lies along the rim for a moment and seems to
    come in elsewhere: the only one there belongs to the same person still, until it reaches out. `before`: when the last frame was.
    """
    near = min(courses, key=lambda course: _apart(course, arm), default=None)
    if near is None:
        return fresh
    away = math.dist(near.entry, arm.entry)
    if away <= SAME_ENTRY:
        return fresh if (near.joined or near.seen_at < before) and _is_anothers(near, arm) else near
    goes_out_again = not near.outward and arm.reach > near.reach + COMING_BACK
    if not alone or len(courses) > 1 or away > DRAWN_BACK or goes_out_again:
        return fresh
    same = replace(fresh, number=near.number, pull=near.pull, weight=near.weight)
    return same if near.outward else replace(same, outward=False, nearest=arm.reach, drawn_back=True)


def _is_anothers(course: Course, arm: Arm) -> bool:
    """Is an arm that seems to come in where one did that was lost from sight, or lay over another, that other one? It comes from elsewhere;
    one that was lost has its tips elsewhere besides."""
    if course.hand is None or arm.hand is None or min(arm.reach, course.reach) < PLAIN_WAY:
        return False
    apart = (course.hand - arm.hand) % 1
    return min(apart, 1 - apart) > ANOTHERS_WAY and (course.joined or abs(course.reach - arm.reach) > COMING_BACK)


def _apart(course: Course, arm: Arm) -> tuple[bool, float, float]:
    """How little a course goes with an arm, the less the first: of two that came in near it, one that was seen later is rather its own."""
    away = math.dist(course.entry, arm.entry)
    return (False, -course.seen_at, away) if away <= SAME_ENTRY else (True, away, 0.0)


def _met(course: Course, arm: Arm, at: float) -> Course:
    """The course after one more frame in which its arm was seen. An arm that reaches far and lies still shows best from where it comes."""
    zones = [arm.tips] if arm.tips else arm.over
    stays = {**course.stays, **{zone: (course.stays.get(zone, (at, at))[0], at) for zone in zones}}
    moved = math.dist(course.entry, arm.entry) + abs(arm.reach - course.reach)
    pauses = bool(arm.tips) and arm.tips in course.stays and moved <= AT_SOMETHING * (at - course.seen_at)
    weight = 0.0 if arm.hand is None else arm.reach**2 / (ARM_AT_REST + moved)
    pull = cmath.rect(weight, 2 * math.pi * (arm.hand or 0.0))
    return replace(
        course,
        entry=arm.entry,
        seen_at=at,
        reach=arm.reach,
        stays=stays,
        passes=moved > PASSING * (at - course.seen_at),
        paused=arm.tips if pauses else course.paused,
        joined=arm.joined,
        pull=course.pull + pull,
        weight=course.weight + weight,
    )


def _turned(course: Course, arm: Arm) -> tuple[Course, tuple[Turn, ...]]:
    """The course with the tips of its arm as far from where it came in as they are now, and whether they have turned round."""
    reach, zone = arm.reach, arm.tips
    if not course.outward:
        out = reach > course.nearest + COMING_BACK
        nearest = min(course.nearest, reach)
        return replace(course, outward=out, nearest=nearest, farthest=reach, zone=zone, doubtful=arm.joined, alone=""), ()
    if reach > course.farthest:
        before = course.alone if course.doubtful else course.zone if course.zone == course.paused else ""
        return replace(course, farthest=reach, zone=zone, doubtful=arm.joined, alone=before if arm.joined else ""), ()
    if reach < course.farthest - COMING_BACK:
        return replace(course, outward=False, nearest=reach, stays={}), _turn(course)
    return course, ()


def _turn(course: Course) -> tuple[Turn, ...]:
    """Where the tips of an arm turned round, if it was there for long enough: a blur of one frame is nowhere. Where two arms were joined as
    they were farthest, also where this one was at something before."""
    since, until = course.stays.get(course.zone, (0.0, 0.0))
    came = since > course.began or course.reach <= OUT_OF_NOWHERE
    before = (Turn(course.alone, course.number, course.hand),) if course.alone else ()
    if not course.zone or until - since < (SHORTEST_PAUSE if came and course.paused == course.zone else SHORTEST_STAY):
        return before
    return *before, Turn(course.zone, NOBODY, None) if course.doubtful else Turn(course.zone, course.number, course.hand)
