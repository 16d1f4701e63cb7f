"""Hands that come and go: are any over the table, and has one just been at a zone?

Small state machines over what the gate sees (`vision.hands.motion.TableSight`); times are the frames' own.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from vision.hands.carried import in_hand
from vision.hands.course import NOBODY, Way, follow, lays_no_card
from vision.hands.motion import TableSight
from vision.hands.shares import Share, Shares, are_two, doubted, owner, shared
from vision.hands.visits import Visit, edged, felt, passed, visit

STILL_AFTER = 0.2
"""Seconds without a hand after which the table lies still."""

DRAWING = 2.0
"""Seconds for which what was laid meanwhile waits for a hand at a draw pile to leave: it drew before, if it does."""

TURNING_COUNTS = 0.3
"""Seconds that it counts for to have turned round at a zone."""

WATCHED_AFTER_HAND = 1.0
"""Seconds for which a draw or control zone is still looked at after a hand has left it."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Are hands over the table? `moving`: as last said. `since`: since when the opposite is seen, None if it is not."""

    moving: bool = False
    since: float | None = None


def attend(presence: Presence, sight: TableSight, at: float) -> tuple[Presence, bool]:
    """The presence after one more frame, and whether it changed: a flicker of one frame is no hand, and hands that are gone for less
    than `STILL_AFTER` are not gone."""
    if sight.hands == presence.moving:
        return replace(presence, since=None), False
    since = at if presence.since is None else presence.since
    if at - since >= (STILL_AFTER if presence.moving else 0.0) and since != at:
        return Presence(sight.hands), True
    return replace(presence, since=since), False


@dataclass(frozen=True, slots=True, eq=False)
class Comings:
    """Hands over a whole table. `presence`: are there any; `draws`, `piles`: visits to each draw zone and to each pile; `busy_at`: when
    each zone that is no pile was last covered, minus infinity once that is long ago. `way`: of the arms; `shares`: of the hands that had
    their fingers in each zone since it was last decided. `crossed_at`: when arms last hid one another at a draw pile."""

    presence: Presence
    draws: Mapping[str, Visit]
    piles: Mapping[str, Visit]
    busy_at: Mapping[str, float]
    way: Way = field(default_factory=Way)
    shares: Mapping[str, Shares] = field(default_factory=dict)
    at: float = 0.0
    crossed_at: float = -math.inf

    def hand(self, zone: str) -> float | None:
        """Whose hand had to do with a zone since it was last decided; None where that is not known."""
        return owner(self.shares.get(zone, ()))

    def was_at(self, zone: str, hand: float | None) -> bool:
        """May this hand have had its fingers in a zone since that was last decided? Surely not where all that did are another person's."""
        shares = self.shares.get(zone, ())
        return not shares or not all(are_two(share.hand, hand) for share in shares)

    def drawing(self, at: float) -> float:
        """Since when a hand has been at a draw pile that will have drawn once it leaves; infinity where there is none."""
        known = (state.began for state in self.draws.values() if not state.tidied)
        return min((began for began in known if began is not None and at - began < DRAWING), default=math.inf)

    def may_have_drawn(self, at: float) -> bool:
        """Is a hand at a draw pile, or was one there just now of which nobody could see whether it drew?"""
        return at - self.crossed_at < DRAWING or any(visit.came is not None for visit in self.draws.values())

    def decided(self, zones: Collection[str]) -> Comings:
        """The comings once it is known what happened in these zones."""
        if not zones:
            return self
        shares = {zone: shares for zone, shares in self.shares.items() if zone not in zones}
        return replace(self, shares=shares, way=self.way.decided(zones))

    def unvisited(self, draws: Collection[str]) -> Comings:
        """The comings once it is known that the hand which was last at these draw zones did nothing there: the next one does not continue
        its visit."""
        fresh = {name: replace(self.draws[name], left=Visit().left, by=None) for name in draws}
        return replace(self, draws={**self.draws, **fresh}) if fresh else self

    def with_draw_pile(self, name: str) -> Comings:
        """The comings with a draw zone that nobody knew of, or that lies elsewhere now: no hand was there. What others do goes on."""
        return replace(self.decided([name]), draws={**self.draws, name: Visit()}, busy_at={**self.busy_at, name: -math.inf})

    def busy(self, zone: str, at: float) -> bool:
        """Did something move or lie in this zone just now?"""
        return at - self.busy_at[zone] <= WATCHED_AFTER_HAND


def first_comings(draws: Iterable[str], piles: Iterable[str], others: Iterable[str]) -> Comings:
    """Nobody was anywhere yet. `draws`, `piles`: names of zones; `others`: of all that are no piles."""
    return Comings(
        Presence(), {name: Visit() for name in draws}, {name: Visit() for name in piles}, dict.fromkeys(others, -math.inf)
    )


def forgotten(comings: Comings) -> Comings:
    """The comings after nothing could be seen for a while: what hands had begun is not known to have ended."""
    fresh = first_comings(comings.draws, comings.piles, comings.busy_at)
    return replace(fresh, presence=comings.presence)


def come(comings: Comings, sight: TableSight, at: float, steady: bool) -> tuple[Comings, list[str], bool]:
    """The comings after one more frame, the draw zones that a hand has just left, and whether hands came or went. `steady`: mat and
    camera lie still; a table that was pushed looks like one great hand."""
    busy_at = {name: at if name in sight.covered else last for name, last in comings.busy_at.items()}
    way = follow(comings.way, sight.arms, at) if steady else Way()
    turned = {turn.zone for turn in way.turns}
    shares = _shared(doubted(comings.shares, comings.way, way), way, at, at - comings.at)
    touched = sight.covered | sight.bare | turned
    nobody = steady and not way.here
    draws = {}
    for name, state in comings.draws.items():
        if nobody and name not in touched and state.is_at_rest:
            draws[name] = replace(state, at=at), False
        elif steady:
            elsewhere = _elsewhere(comings.draws, way, name)
            draws[name] = _visited(state, sight, way, name, at, name in turned, owner(shares.get(name, ())), elsewhere)
        else:
            draws[name] = _unvisited(state, at)
    piles = {
        name: replace(state, at=at) if name not in touched and state.is_at_rest else visit(state, sight, name, at)[0]
        for name, state in comings.piles.items()
    }
    presence, came_or_went = attend(comings.presence, sight, at)
    left, after = [name for name, (_, left) in draws.items() if left], {name: state for name, (state, _) in draws.items()}
    crossed_at = at if any(state.crossed for state in after.values()) else -math.inf if left else comings.crossed_at
    return Comings(presence, after, piles, busy_at, way, shares, at, crossed_at), left, came_or_went


def _elsewhere(draws: Mapping[str, Visit], way: Way, zone: str) -> frozenset[int]:
    """The arms that are at another draw zone than this one or at a pile, or have taken a card at such a zone."""
    others = {name: state for name, state in draws.items() if name != zone}
    there = frozenset(course.number for arm, course in way.here if arm.tips not in ("", zone) and not lays_no_card(arm.tips))
    return there.union(*(state.arms for state in others.values() if state.card.took))


def _visited(
    state: Visit, sight: TableSight, way: Way, zone: str, at: float, turned: bool, hand: float | None, elsewhere: frozenset[int]
) -> tuple[Visit, bool]:
    """As `visit`, of a draw zone."""
    known = edged(passed(felt(state, way.reach_at(zone), at), way, zone), way, zone, at)
    arm = way.arm_over(zone)
    if arm is not None:
        held = dict(arm.holds).get(zone)
        away = not way.numbers_at(zone).isdisjoint(elsewhere)
        known = replace(known, card=in_hand(state.card, held, arm.reach, arm.tips == zone, at - state.at, away))
    elif zone in sight.covered:
        known = replace(known, card=replace(state.card, hidden=True))
    both = state.both + (at - state.at if way.both_at(zone, state.both > 0) else 0.0)
    known = replace(known, cells=known.cells | way.cells_with(zone), crossed=way.is_crossed(zone, state.crossed))
    gone = any(turn.zone == zone and not way.is_here([turn.number]) for turn in way.turns)
    known = replace(known, both=both, arms=way.numbers_at(zone) or state.arms, gone=state.gone or gone)
    return visit(known, sight, zone, at, turned, hand, way.is_beside(zone), way.is_next(zone), way.is_here(known.arms))


def _unvisited(state: Visit, at: float) -> tuple[Visit, bool]:
    """Nobody visits a table that was pushed."""
    return Visit(left=state.left, at=at, by=state.by), False


def _shared(shares: Mapping[str, Shares], way: Way, at: float, seconds: float) -> dict[str, Shares]:
    """The shares of the arms after one more frame. One that turned round at a zone had to do with it, however short it stayed. An arm that
    comes to look as if it came from elsewhere is nobody's: two arms may have passed for one. Of two that lie over one another the tips of
    one are seen: those of the other may be in any zone under them."""
    hands = {course.number: course.hand for _, course in way.here if course.shown}
    after = {
        zone: tuple(replace(share, hand=hands.get(share.number, share.hand)) for share in each) for zone, each in shares.items()
    }
    stays = [(zone, Share(*_whose(way, zone), 0.0 if way.passes(zone) else seconds, at)) for zone in way.reached]
    hidden = [(zone, Share(NOBODY, None, seconds, at)) for zone in way.crossed - way.reached]
    for zone, share in [*stays, *hidden, *_turning(way, at)]:
        after[zone] = shared(after.get(zone, ()), share)
    return after


def _turning(way: Way, at: float) -> Iterator[tuple[str, Share]]:
    """What it counts for to have turned round: nothing where nothing tells which arm did."""
    for turn in way.turns:
        if turn.number != NOBODY:
            yield turn.zone, Share(turn.number, turn.hand, TURNING_COUNTS, at)


def _whose(way: Way, zone: str) -> tuple[int, float | None]:
    """The arm that has its fingers in a zone, and from where it comes; where there are two nobody knows which of them it is."""
    course = way.course_at(zone)
    return (NOBODY, None) if course is None else (course.number, course.hand)


def left_alone(comings: Comings, at: float) -> tuple[Comings, list[str]]:
    """The zones that hands have left alone for a while, each told once."""
    left = [name for name, last in comings.busy_at.items() if last > -math.inf and not comings.busy(name, at)]
    return replace(comings.decided(left), busy_at={**comings.busy_at, **dict.fromkeys(left, -math.inf)}), left
