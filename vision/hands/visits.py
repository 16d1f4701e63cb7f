"""A hand's visit to one zone: was it there, did it stay, did it draw, or square the pile up?

A small state machine over what the gate sees (`vision.hands.motion.TableSight`); times are the frames' own.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from vision.hands.carried import InHand
from vision.hands.course import AT_SOMETHING, Way
from vision.hands.motion import TableSight
from vision.hands.shares import are_two

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

LIFTED, LAYS_BACK = 0.25, 1.0
"""Seconds for which a pile is seen to be gone that was lifted, and for which the hand that did may be out of view before it lays it back."""

BEYOND = 1.0
"""Lengths of fingers by which an arm reaches on that only seemed to have its fingers at the edge of a draw pile."""

SAME_VISIT = 1.5
"""Seconds within which a hand that comes back to a zone continues its visit, unless it is known to be another's."""

ANOTHERS_VISIT = 0.6
"""Seconds that another's hand needs at least to come, take a card and leave: what leaves sooner is the same hand, wherever it seems to come
from on its way out."""


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
    was seen to be gone. `passed`: the arm went on beyond it, and has not been at something there. `unseen`: seconds for which something
    covered it and no fingers were seen there."""

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
    passed: bool = False
    unseen: float = 0.0
    gone: bool = False

    @property
    def is_at_rest(self) -> bool:
        """Is nobody there, and is nothing known of a hand that may come back?"""
        return self == Visit(at=self.at, left=self.left, tidied_at=self.tidied_at, by=self.by)

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
        fro, also where nobody sees surely what the hand holds, or sees it go."""
        if self.both >= PERHAPS_BOTH_HANDS:
            return True
        unseen = (self.card.hidden or self.card.seems_empty or not self.card.goes) and self.swings > SWINGS
        long = self.there >= TIDYING and self.swings >= SWINGS
        hidden = self.card.hidden and self.unseen >= PERHAPS_TIDYING
        return not self.card.took and (self.card.empty or self._pushed or unseen or long or hidden)

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
    rests_beside = state.beside > LONGEST_BESIDE and state.gone  # another hand than the one that drew
    there = zone in sight.covered or (state.edge_reach is not None and not rests_beside)
    if zone in sight.bare and zone not in sight.covered and (state.stayed or state.took or turned):
        there_at, lifted = at if here else state.there_at, state.lifted + at - state.at
        state = replace(state, stayed=True, turned=state.turned or turned, lifted=lifted, there_at=there_at)
    if there or (state.stayed and lingers and at - state.there_at <= LINGERS):
        there_at = at if there else state.there_at
        fingers = zone in sight.reached or (state.paused and state.crossed)
        dwell = state.dwell + at - state.at if fingers else state.dwell if is_next else 0.0
        stayed = state.stayed or turned or (dwell >= DWELL_AT_DRAW and not state.passed)
        since = at if stayed and state.since is None else state.since
        came, turned = at if state.came is None else state.came, state.turned or turned
        unseen = state.unseen + (0.0 if fingers else at - state.at)
        state = replace(state, dwell=dwell, stayed=stayed, at=at, since=since, unseen=unseen)
        return replace(state, came=came, turned=turned, there_at=there_at), False
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


def passed(state: Visit, way: Way, zone: str) -> Visit:
    """The visit after one more frame, as far as the arm only passes the zone, however slowly: it reaches on beyond, and never was at
    something in the zone. What of it lay at the zone's edge was no hand."""
    arm = way.arm_over(zone)
    beyond = arm is not None and zone not in (arm.tips, arm.fingers) and zone not in arm.beside
    if arm is None or not beyond:
        return replace(state, passed=state.passed and not state.paused)
    if state.lies_at is not None and arm.reach > state.lies_at + BEYOND:
        state = replace(state, beside=0.0, still=False, edge_reach=None, lies_at=None, carried=False)
    known = None if state.paused or state.turned or not state.outward else state.swing_from
    if known is None or arm.reach <= known:
        return state
    return replace(state, passed=True, stayed=False, since=None, dwell=0.0)


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
