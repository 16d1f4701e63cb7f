"""Hands that come and go: are any over the table, and has one just been at a zone?

Small state machines over what the gate sees (`vision.table.motion.TableSight`); times are the frames' own.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from vision.table.carried import InHand, in_hand
from vision.table.course import AT_SOMETHING, NOBODY, Share, Shares, Way, are_two, doubted, follow, owner, shared
from vision.table.motion import TableSight

STILL_AFTER = 0.2
"""Seconds without a hand after which the table lies still."""

DWELL_AT_DRAW = 0.25
"""Seconds that a hand's tip stays where it takes something."""

TIDYING, PUSHING = 1.5, 0.7
"""Seconds for which fingers are at a draw pile, and move while they are there, that square it up: who draws is quicker, or holds still."""

PERHAPS_TIDYING, PERHAPS_PUSHING = 1.2, 0.35
"""The same from which on they may have squared it up."""

SWING, SWINGS = 0.15, 2
"""Lengths of fingers (8 mm, more than they tremble) from which on they go to and fro, and how often they turn at least that square a pile
up: who draws slowly comes and goes, and turns once."""

PUSHING_SPEED = 0.9
"""Lengths of fingers a second by which fingers move that push."""

BOTH_HANDS, PERHAPS_BOTH_HANDS = 0.8, 0.3
"""Seconds for which both hands of somebody have their fingers at a draw pile at once that square it up, and that may: a card is taken with
one."""

LONGEST_BESIDE = 1.4
"""Seconds for which fingers stay at the edge of a draw pile, and not on it, to take a card: those that stay longer rest there."""

TAKEN_AWAY = 0.6
"""Seconds after which fingers that were there have left with what they took: later the hand was elsewhere meanwhile."""

LINGERS = 0.3
"""Seconds for which a hand that is beside a draw pile still, having been there, may come back to it within the same visit."""

LIFTED, LAYS_BACK = 0.15, 1.0
"""Seconds for which a pile is seen to be gone that was lifted, and for which the hand that did may be out of view before it lays it back."""

SAME_VISIT = 1.5
"""Seconds within which a hand that comes back to a zone continues its visit, unless it is known to be another's."""

ANOTHERS_VISIT = 0.6
"""Seconds that another's hand needs at least to come, take a card and leave: what leaves sooner is the same hand, wherever it seems to come
from on its way out."""

DRAWING = 2.0
"""Seconds for which what was laid meanwhile waits for a hand at a draw pile to leave: it drew before, if it does."""

TURNING_COUNTS = 0.3
"""Seconds that it counts for to have turned round at a zone."""


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


@dataclass(frozen=True, slots=True)
class Visit:
    """A hand at one zone. `dwell`: seconds for which its tip has been there without a break, but for the next cells of a board; `stayed`:
    that was once long enough since the hand came, `since`: when that was; `at`: of the last frame; `left`: when the last visit ended.
    `there`: seconds for which fingers have been there since the hand came, and of these `pushing` in which they moved; `reach`: how far
    they reached last, None for none. `beside`: seconds for which fingers have been at its edge, `beside_at`: when they were last;
    `still`: they lay still there; `edge_reach`: how far they reached there, None where they are not there now; `carried`: after that
    something went out of the zone with them. `tidied_at`: when a hand left that had squared the pile up. `came`: since when it has been
    there; `cells`: of a board, over which its arm was meanwhile; `turned`: its tips turned round there; `by`: whose the last visit was,
    as far as known; `there_at`: when the hand was last there. `swings`: so often fingers turned there, `swing_from`: how far they reached
    since, `outward`: on their way there. `paused`: fingers were at something there; `crossed`: another arm lies over theirs now, so that
    nobody sees where they are. `lies_at`: as `edge_reach`, of those on the next cells of a board too. `card`: what they hold. `both`:
    seconds for which both hands of somebody were there; `arms`: those that were there last; `lifted`: seconds for which the whole pile
    was seen to be gone."""

    dwell: float = 0.0
    stayed: bool = False
    at: float = 0.0
    left: float = -1e9
    there: float = 0.0
    pushing: float = 0.0
    reach: float | None = None
    since: float | None = None
    beside: float = 0.0
    beside_at: float = -1e9
    still: bool = False
    edge_reach: float | None = None
    carried: bool = False
    tidied_at: float = -1e9
    came: float | None = None
    cells: frozenset[str] = frozenset()
    turned: bool = False
    by: float | None = None
    there_at: float = -1e9
    swings: int = 0
    swing_from: float | None = None
    outward: bool = True
    paused: bool = False
    crossed: bool = False
    lies_at: float | None = None
    card: InHand = field(default_factory=InHand)
    both: float = 0.0
    arms: frozenset[int] = frozenset()
    lifted: float = 0.0

    @property
    def took(self) -> bool:
        """A card left with fingers that were hardly on it: it looks like those of the pile, or they were at its edge for a moment, and
        more was in the zone then than they."""
        return self.card.took or (self.still and self.carried and self.beside <= LONGEST_BESIDE)

    @property
    def began(self) -> float | None:
        """Since when fingers have been there that have drawn, or may have once they leave; None for none."""
        if self.since is None and self.still and self.beside <= LONGEST_BESIDE:
            return self.beside_at - self.beside
        return self.since

    @property
    def tidied(self) -> bool:
        """The hand has squared the pile up: who is seen to go without a card needs no long pushing to tell."""
        if self.card.laid_back or self.both >= BOTH_HANDS:
            return True
        long = self.there >= TIDYING and self.pushing >= PUSHING and self.swings >= SWINGS
        return not self.card.took and (long or (self.card.empty and self._pushed))

    @property
    def tidying(self) -> bool:
        """It may have: no card was seen to leave with it, or it pushed. Small pushes that a slow camera hardly sees move still go to and
        fro, also where nobody sees surely what the hand holds."""
        if self.both >= PERHAPS_BOTH_HANDS:
            return True
        unseen = (self.card.hidden or self.card.seems_empty) and self.swings > SWINGS
        long = self.there >= TIDYING and self.swings >= SWINGS
        return not self.card.took and (self.card.empty or self._pushed or unseen or long)

    @property
    def lingered(self) -> bool:
        """It was there, or at the edge, for longer than it takes to draw, and no card was seen to leave with it."""
        return not self.card.took and self.there + self.beside >= PERHAPS_TIDYING

    @property
    def _pushed(self) -> bool:
        return self.there >= PERHAPS_TIDYING and (self.pushing >= PERHAPS_PUSHING or self.swings > SWINGS)


def visit(
    state: Visit,
    sight: TableSight,
    zone: str,
    at: float,
    turned: bool = False,
    hand: float | None = None,
    lingers: bool = False,
    is_next: bool = False,
    here: bool = False,
) -> tuple[Visit, bool]:
    """The visit after one more frame, and whether a hand has just left the zone after it had stayed there.

    An arm that only passes over the zone does not stay, and hands that come back at once (two cards drawn one after the other) belong
    to the same visit. `turned`: the tips of an arm turned round there, so it did not pass, however short it stayed. `hand`: whose it is;
    `lingers`: it is beside the zone still; `is_next`: its tips are over a cell of a board at the zone's edge; `here`: the arm that was
    there is over the table still. Who squares a pile up in his hands lays it back.
    """
    there = zone in sight.covered or state.edge_reach is not None
    if zone in sight.bare and zone not in sight.covered and (state.stayed or state.took or turned):
        there_at, lifted = at if here else state.there_at, state.lifted + at - state.at
        state = replace(state, stayed=True, turned=state.turned or turned, lifted=lifted, there_at=there_at)
    if there or (state.stayed and lingers and at - state.there_at <= LINGERS):
        there_at = at if there else state.there_at
        fingers = zone in sight.reached or (state.paused and state.crossed)
        dwell = state.dwell + at - state.at if fingers else state.dwell if is_next else 0.0
        stayed = state.stayed or turned or dwell >= DWELL_AT_DRAW
        since = at if stayed and state.since is None else state.since
        came, turned = at if state.came is None else state.came, state.turned or turned
        return replace(
            state, dwell=dwell, stayed=stayed, at=at, since=since, came=came, turned=turned, there_at=there_at
        ), False
    if state.lifted and zone in sight.bare and at - state.there_at <= LAYS_BACK:
        return replace(state, at=at), False
    if state.tidied or (state.lifted >= LIFTED and zone not in sight.bare):
        return Visit(at=at, left=state.left, tidied_at=at, by=state.by), False
    turned = turned and at - state.tidied_at > TAKEN_AWAY  # the arm that is gone now squared the pile up
    if not (state.stayed or turned or state.took):
        return Visit(at=at, left=state.left, tidied_at=state.tidied_at, by=state.by), False
    anothers = are_two(state.by, hand) and at - state.left > ANOTHERS_VISIT
    return Visit(at=at, left=at, by=hand), anothers or at - state.left > SAME_VISIT


def felt(state: Visit, reach: float | None, at: float) -> Visit:
    """The visit after one more frame. `reach`: how far the fingers reach that are there, in lengths of fingers; None for none."""
    seconds = at - state.at
    moved = reach is not None and state.reach is not None and abs(reach - state.reach) > PUSHING_SPEED * seconds
    there = state.there + (0.0 if reach is None else seconds)
    slow = reach is not None and state.reach is not None and abs(reach - state.reach) <= AT_SOMETHING * seconds
    pushing = state.pushing + (seconds if moved else 0.0)
    return _swung(replace(state, there=there, pushing=pushing, reach=reach, paused=state.paused or slow))


def _swung(state: Visit) -> Visit:
    """The visit with the turns of the fingers that are there counted."""
    if state.reach is None or state.swing_from is None:
        return replace(state, swing_from=state.swing_from if state.reach is None else state.reach)
    gone = state.reach - state.swing_from if state.outward else state.swing_from - state.reach
    if gone < -SWING:
        return replace(state, swings=state.swings + 1, swing_from=state.reach, outward=not state.outward)
    return replace(state, swing_from=state.reach) if gone > 0 else state


def edged(state: Visit, way: Way, zone: str, at: float) -> Visit:
    """The visit after one more frame, as far as fingers were at the zone's edge."""
    seconds, edge, known = at - state.at, way.beside(zone), state.lies_at
    reach = way.next_to(zone) if edge is None else edge
    if reach is None and at - state.beside_at > TAKEN_AWAY:
        return replace(state, beside=0.0, still=False, edge_reach=None, lies_at=None, carried=False)
    return replace(
        state,
        beside=state.beside + (0.0 if known is None else seconds),
        beside_at=state.beside_at if reach is None else at,
        still=state.still or (reach is not None and known is not None and abs(reach - known) <= AT_SOMETHING * seconds),
        edge_reach=edge,
        lies_at=reach,
        carried=state.carried or (state.still and way.is_filled(zone)),
    )


WATCHED_AFTER_HAND = 1.0
"""Seconds for which a draw or control zone is still looked at after a hand has left it."""


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

    def decided(self, zones: Iterable[str]) -> Comings:
        """The comings once it is known what happened in these zones."""
        return replace(self, shares={zone: shares for zone, shares in self.shares.items() if zone not in zones})

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
    draws = {
        name: _visited(
            state, sight, way, name, at, name in turned, owner(shares.get(name, ())), _elsewhere(comings.draws, way, name)
        )
        if steady
        else _unvisited(state, at)
        for name, state in comings.draws.items()
    }
    piles = {name: visit(state, sight, name, at)[0] for name, state in comings.piles.items()}
    presence, came_or_went = attend(comings.presence, sight, at)
    left, after = [name for name, (_, left) in draws.items() if left], {name: state for name, (state, _) in draws.items()}
    crossed_at = at if any(state.crossed for state in after.values()) else -math.inf if left else comings.crossed_at
    return Comings(presence, after, piles, busy_at, way, shares, at, crossed_at), left, came_or_went


def _elsewhere(draws: Mapping[str, Visit], way: Way, zone: str) -> frozenset[int]:
    """The arms that are at another draw zone than this one, or have taken a card there."""
    others = {name: state for name, state in draws.items() if name != zone}
    there = frozenset(course.number for arm, course in way.here if arm.tips in others)
    return there.union(*(state.arms for state in others.values() if state.card.took))


def _visited(
    state: Visit, sight: TableSight, way: Way, zone: str, at: float, turned: bool, hand: float | None, elsewhere: frozenset[int]
) -> tuple[Visit, bool]:
    """As `visit`, of a draw zone."""
    known = edged(felt(state, way.reach_at(zone), at), way, zone, at)
    arm = way.arm_over(zone)
    if arm is not None:
        held = dict(arm.holds).get(zone)
        away = not way.numbers_at(zone).isdisjoint(elsewhere)
        known = replace(known, card=in_hand(state.card, held, arm.reach, arm.tips == zone, at - state.at, away))
    elif zone in sight.covered:
        known = replace(known, card=replace(state.card, hidden=True))
    both = state.both + (at - state.at if way.both_at(zone, state.both > 0) else 0.0)
    known = replace(known, cells=known.cells | way.cells_with(zone), crossed=way.is_crossed(zone, state.crossed))
    known = replace(known, both=both, arms=way.numbers_at(zone) or state.arms)
    return visit(known, sight, zone, at, turned, hand, way.is_beside(zone), way.is_next(zone), way.is_here(known.arms))


def _unvisited(state: Visit, at: float) -> tuple[Visit, bool]:
    """Nobody visits a table that was pushed."""
    return Visit(left=state.left, at=at, by=state.by), False


def _shared(shares: Mapping[str, Shares], way: Way, at: float, seconds: float) -> dict[str, Shares]:
    """The shares of the arms after one more frame. One that turned round at a zone had to do with it, however short it stayed. An arm that
    comes to look as if it came from elsewhere is nobody's: two arms may have passed for one."""
    hands = {course.number: course.hand for _, course in way.here if course.shown}
    after = {
        zone: tuple(replace(share, hand=hands.get(share.number, share.hand)) for share in each) for zone, each in shares.items()
    }
    stays = [(zone, Share(*_whose(way, zone), 0.0 if way.passes(zone) else seconds, at)) for zone in way.reached]
    for zone, share in [*stays, *_turning(way, at)]:
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
