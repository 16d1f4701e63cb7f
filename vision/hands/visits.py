"""A hand's visit to a zone: a stay, a card taken, a pile squared up, or a mere passing.

Here one zone is judged. `vision/hands/table_visits.py` follows all zones of a table, `vision/pipeline/stages/visits.py` tells the draws.
`companion/turns/visits.py` weighs visits to the table in which nothing was seen.

A visit to a draw pile is followed by fingers in the zone, at the edge, or on neighbouring cells of a board. Held cards are followed too.
Lengths are in lengths of fingers (56 mm), times in seconds of the frames.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

from vision.hands.motion import TableSight
from vision.hands.tracks import SPEEDS, TRACKS, TURNS, ZoneArms, are_two_people


@dataclass(frozen=True, slots=True)
class StayLimits:
    """When a hand was at a zone, and when a visit is over.

    Whichever way (a stay, turned tips, a carried card): judged at the end of `update_visit`. Times are of fingers over the zone
    or its edge; since when an arm has been over the table is `ArmTrack.began_at`, and two joined arms have none.
    """

    # no gate for turned tips (`TURNS` in vision/hands/tracks.py), nor for a carried card (`HELD`): they count at once
    min_dwell_s: float = 0.25  # guess; tips in a zone for this long take something
    same_visit_s: float = 1.5  # guess; a hand that comes back sooner goes on with its visit, and may lay a lifted pile back
    min_anothers_visit_s: float = 0.6  # guess; another's hand needs this long to come, take a card and leave
    lingers_s: float = TRACKS.gone_after_s  # a hand beside the pile may come back this long after it was there
    max_beside_s: float = 1.4  # guess; fingers at a pile's edge for longer rest there and take no card
    taken_away_s: float = 0.6  # guess; fingers that left longer ago were elsewhere meanwhile
    min_reached_on_fingers: float = TURNS.min_retreat_fingers  # farther: the arm only seemed to be at the edge


@dataclass(frozen=True, slots=True)
class TidyLimits:
    """When a hand has squared a draw pile up, or may have. Figures of how well that works are in docs/figures.md."""

    min_there_s: float = 1.5  # guess; fingers of who squares up are there this long: who draws is quicker, or holds still
    min_pushing_s: float = 0.7  # guess; and move for this long of it
    min_swings: int = 2  # guess; and turn this often: who draws slowly comes and goes, and turns once
    min_pushing_swings: int = (
        4  # measured; the same where nothing else tells: who draws overshoots and pinches, and turns thrice
    )
    may_there_s: float = 1.2  # guess; the same from which on they may have squared it up
    may_pushing_s: float = min_pushing_s / 2  # guess
    min_swing_fingers: float = 0.15  # measured: 8 mm; fingers that turn by less only tremble
    min_pushing_fingers_per_s: float = 0.9  # guess; fingers that push move as fast
    both_hands_s: float = 0.8  # guess; both hands at a pile at once for this long square it up: a card is taken with one
    may_both_hands_s: float = both_hands_s / 2  # guess; the same from which on they may


@dataclass(frozen=True, slots=True)
class HeldLimits:
    """When a hand at a draw pile has taken a card. Amounts are parts of a card."""

    min_card: float = 0.25  # guess; more than it brought: a card was taken. Of a pile that is pushed less comes to light
    max_no_card: float = min_card / 2  # more than it brought, and still no card
    max_brought: float = 0.5  # guess; a hand that seems to hold more as it comes has a sleeve or skin of that colour
    max_laid_back: float = 0.5  # guess; of the most it held: a hand that holds less has laid it back
    min_laid_back_s: float = TRACKS.gone_after_s  # for this long: a hand that leaves with a card is gone by then


STAYS = StayLimits()
TIDYING = TidyLimits()
HELD = HeldLimits()


@dataclass(frozen=True, slots=True)
class HeldCard:
    """What a hand at a draw pile holds, in parts of a card."""

    brought_share: float = 0.0  # the most it seemed to hold until it was there
    held_share: float = 0.0  # the most since then
    reach: float | None = None  # of its last frame
    is_there: bool = False  # it has come
    was_inside: bool = False  # its tips were in the zone
    is_going: bool = False  # it was seen going when it was seen last
    was_hidden: bool = False  # in some frame it could not be told what it held
    came_unseen: bool = False  # the same before it was there
    took: bool = False  # with its tips in the zone it came to hold a card more than it brought
    without_s: float = 0.0  # for how long it has hardly held anything since

    @property
    def seems_empty(self) -> bool:
        """Was the hand seen leaving with no more than it brought?"""
        return self.is_going and not self.was_hidden and self.held_share <= self.brought_share + HELD.max_no_card

    @property
    def is_empty(self) -> bool:
        """Was the hand seen leaving without a card?"""
        return self.seems_empty and self.brought_share < HELD.max_brought

    @property
    def is_laid_back(self) -> bool:
        """Did the hand take and lay back the whole packet, to tap it into shape?"""
        return self.took and self.without_s >= HELD.min_laid_back_s


def follow_held_card(
    known: HeldCard, held: float | None, reach: float, seconds: float, *, is_inside: bool, is_elsewhere: bool = False
) -> HeldCard:
    """What a hand holds after another frame. `held`: parts of a card, None if it cannot be told; `reach`: of the hand.

    `seconds`: since the frame before; `is_inside`: tips are in the zone; `is_elsewhere`: the hand is at another pile, or
    took the held card there and only passes here. `known`: the card as of the frame before.
    """
    share, moved = held or 0.0, 0.0 if known.reach is None else reach - known.reach
    back = moved < -SPEEDS.max_busy_fingers_per_s * seconds or (known.was_inside and not is_inside)
    goes = known.is_there and (back or (known.is_going and not is_inside))
    is_little = share < HELD.max_laid_back * known.held_share and not goes  # a card that leaves is a blur
    has_come = known.reach is not None and moved <= SPEEDS.max_busy_fingers_per_s * seconds
    is_more = share > known.brought_share + HELD.min_card
    return HeldCard(
        brought_share=known.brought_share if known.is_there and not is_elsewhere else max(known.brought_share, share),
        held_share=max(known.held_share, share) if known.is_there else 0.0,
        reach=reach,
        is_there=known.is_there or has_come,
        was_inside=known.was_inside or is_inside,
        is_going=goes,
        was_hidden=known.was_hidden or held is None,
        came_unseen=known.came_unseen or (held is None and not known.is_there),
        took=known.took or (known.is_there and not known.came_unseen and is_inside and is_more),
        without_s=known.without_s + seconds if held is not None and known.took and is_little else known.without_s,
    )


@dataclass(frozen=True, slots=True)
class ZoneVisit:
    """A hand at a zone, since arrival."""

    dwell_s: float = 0.0  # its tips have been there without a break, but for the next cells of a board
    has_stayed: bool = False  # that was once long enough
    at: float = 0.0  # the last frame
    left_at: float = -math.inf  # when the last visit ended
    there_s: float = 0.0  # fingers have been there
    pushing_s: float = 0.0  # and moved
    resting_s: float = 0.0  # they have been there or at its edge, and hardly moved
    reach: float | None = None  # how far they reached last, None for none
    stayed_since: float | None = None  # when `has_stayed` came true, None before
    beside_s: float = 0.0  # fingers have been at its edge
    beside_at: float = -math.inf  # when they were last
    lay_still: bool = False  # they lay still there
    edge_reach: float | None = None  # how far they reach there, None where they are not there now
    has_carried: bool = False  # after that something went out of the zone with them
    tidied_at: float = -math.inf  # when a hand left that had squared the pile up
    came_at: float | None = None  # when something was first seen over the zone or at its edge, None for nobody
    cells: frozenset[str] = frozenset()  # of a board, under its arm meanwhile
    has_turned: bool = False  # its tips turned round there
    last_hand: float | None = None  # whose the last visit was, as far as known
    there_at: float = -math.inf  # when the hand was last there
    swings: int = 0  # so often its fingers turned there
    swing_from: float | None = None  # how far they reached since
    is_going_out: bool = True  # they are on their way out
    has_paused: bool = False  # they were at something there
    is_crossed: bool = False  # another arm lies over theirs, so that nobody sees where they are
    beside_reach: float | None = None  # as `edge_reach`, also of fingers on the next cells of a board
    held: HeldCard = field(default_factory=HeldCard)
    both_hands_s: float = 0.0  # both hands of somebody were there
    arms: frozenset[int] = frozenset()  # numbers of those that were there last
    was_lifted: bool = False  # the whole pile was seen to be gone
    has_passed: bool = False  # the arm went on beyond it, and has not been at something there
    unseen_s: float = 0.0  # something covered it and no fingers were seen there
    arm_is_gone: bool = False  # its arm turned round there and left the table

    @property
    def is_at_rest(self) -> bool:
        """Is nobody at the zone, and no hand expected back?"""
        return self == ZoneVisit(at=self.at, left_at=self.left_at, tidied_at=self.tidied_at, last_hand=self.last_hand)

    @property
    def has_taken_card(self) -> bool:
        """Did a card leave with fingers hardly on the pile?

        A card of the pile's colour was seen in the hand. Or fingers lay at the edge for a moment, and more than fingers left.
        """
        is_short = self.beside_s <= STAYS.max_beside_s
        return self.held.took or (self.lay_still and self.has_carried and is_short)

    @property
    def began(self) -> float | None:
        """Since when fingers have been drawing, or may have been; None for no such fingers."""
        if self.stayed_since is None and self.lay_still and self.beside_s <= STAYS.max_beside_s:
            return self.beside_at - self.beside_s
        return self.stayed_since

    @property
    def has_tidied(self) -> bool:
        """Has the hand squared the pile up? A hand seen leaving without a card needs no long pushing, but to and fro it went:
        a palm may hide a card."""
        if self.held.is_laid_back or self.both_hands_s >= TIDYING.both_hands_s:
            return True
        is_long = self.there_s >= TIDYING.min_there_s and self.pushing_s >= TIDYING.min_pushing_s
        is_seen = is_long or (self.held.is_empty and self._may_have_pushed)
        return not self.held.took and is_seen and self.swings >= TIDYING.min_pushing_swings

    @property
    def may_have_tidied(self) -> bool:
        """May the hand have squared the pile up: no card seen leaving, or pushing seen?

        A slow camera hardly sees small pushes move, but sees fingers go to and fro, even with the held card or the leaving hidden.
        """
        if self.both_hands_s >= TIDYING.may_both_hands_s:
            return True
        held = self.held
        is_unseen = (held.was_hidden or held.seems_empty or not held.is_going) and self.swings >= TIDYING.min_pushing_swings
        is_long = self.there_s >= TIDYING.min_there_s and self.swings >= TIDYING.min_swings
        is_hidden = held.was_hidden and self.unseen_s >= TIDYING.may_there_s
        return not held.took and (held.is_empty or self._may_have_pushed or is_unseen or is_long or is_hidden)

    @property
    def has_lingered(self) -> bool:
        """Was the hand at rest at the zone for longer than drawing takes, with no card seen leaving? Coming and going is no rest."""
        return not self.held.took and self.resting_s >= TIDYING.may_there_s

    @property
    def _may_have_pushed(self) -> bool:
        turned_back = self.pushing_s >= TIDYING.may_pushing_s and self.swings >= TIDYING.min_swings
        return self.there_s >= TIDYING.may_there_s and (turned_back or self.swings > TIDYING.min_swings)


def follow_draw_visit(
    state: ZoneVisit,
    sight: TableSight,
    arms: ZoneArms,
    at: float,
    hand: float | None,
    elsewhere: frozenset[int],
    at_piles: frozenset[int] = frozenset(),
) -> tuple[ZoneVisit, bool]:
    """The visit to a draw zone after another frame, and whether a hand has just left.

    `arms`: of the frame, at the zone; `hand`: origin of the arm with the longest stay; `elsewhere`: numbers of arms at
    another pile, or with a card from another pile. `at_piles`: numbers of arms with their tips on a pile where cards are laid: that
    their fingers lie over the draw pile before it is no stay there. `state`: the visit as of the frame before.
    """
    zone, seconds = arms.zone, at - state.at
    known = track_edge(track_passing(track_fingers(state, arms.reach, at), arms), arms, at)
    if arms.arm is not None:
        share = dict(arms.arm.held_cards).get(zone)
        inside, away = arms.arm.tips_in == zone, not arms.numbers.isdisjoint(elsewhere)
        held = follow_held_card(known.held, share, arms.arm.reach, seconds, is_inside=inside, is_elsewhere=away)
        known = replace(known, held=held)
    elif zone in sight.covered:
        known = replace(known, held=replace(state.held, was_hidden=True))
    known = replace(
        known,
        cells=known.cells | arms.cells,
        is_crossed=arms.is_crossed,
        both_hands_s=state.both_hands_s + (seconds if arms.has_both_hands else 0.0),
        arms=arms.numbers or state.arms,
        arm_is_gone=state.arm_is_gone or arms.turned_and_left,
    )
    return update_visit(
        known,
        sight,
        zone,
        at,
        hand,
        turned=arms.has_turned,
        lingers=arms.is_beside,
        is_next=arms.is_next,
        is_here=not arms.here.isdisjoint(known.arms),
        is_laying=bool(arms.numbers) and arms.numbers <= at_piles,
    )


def update_visit(
    state: ZoneVisit,
    sight: TableSight,
    zone: str,
    at: float,
    hand: float | None = None,
    *,
    turned: bool = False,
    lingers: bool = False,
    is_next: bool = False,
    is_here: bool = False,
    is_laying: bool = False,
) -> tuple[ZoneVisit, bool]:
    """The visit after another frame, and whether a hand has just left the zone after a stay: the only place that tells so. Draw
    piles are followed by `follow_draw_visit`; of other piles `follow_visits` uses the visit alone. A passing arm does not stay.
    Hands coming back at once (two cards drawn in a row) continue a visit, told once. A pile squared up in the hands is laid
    back, and no visit.

    `zone`: name; `hand`: origin of the arm, None for unknown; `turned`: tips turned round in the zone, so the arm did not pass,
    however short the stay; `lingers`: the hand is still beside the zone; `is_next`: tips are over a cell of a board at the
    zone's edge; `is_here`: the visiting arm is still over the table. `state`: the visit as of the frame before.
    """
    rests_beside = state.beside_s > STAYS.max_beside_s and state.arm_is_gone  # another hand than the one that drew
    there = zone in sight.covered or (state.edge_reach is not None and not rests_beside)
    is_bare = zone in sight.bare
    if is_bare and zone not in sight.covered and (state.has_stayed or state.has_taken_card or turned):
        there_at = at if is_here else state.there_at
        has_turned = state.has_turned or turned
        state = replace(state, has_stayed=True, has_turned=has_turned, was_lifted=True, there_at=there_at)
    if there or (state.has_stayed and lingers and at - state.there_at <= STAYS.lingers_s):
        fingers = (zone in sight.reached and not is_laying) or (state.has_paused and state.is_crossed)
        dwell = state.dwell_s + at - state.at if fingers else state.dwell_s if is_next else 0.0
        stayed = state.has_stayed or turned or (dwell >= STAYS.min_dwell_s and not state.has_passed)
        return replace(
            state,
            dwell_s=dwell,
            has_stayed=stayed,
            at=at,
            stayed_since=at if stayed and state.stayed_since is None else state.stayed_since,
            came_at=at if state.came_at is None else state.came_at,
            has_turned=state.has_turned or turned,
            there_at=at if there else state.there_at,
            unseen_s=state.unseen_s + (0.0 if fingers else at - state.at),
        ), False
    if state.was_lifted and is_bare and at - state.there_at <= STAYS.same_visit_s:
        return replace(state, at=at), False
    if state.has_tidied or (state.was_lifted and not is_bare):
        return ZoneVisit(at=at, left_at=state.left_at, tidied_at=at, last_hand=state.last_hand), False
    turned = turned and at - state.tidied_at > STAYS.taken_away_s  # the arm that is gone now squared the pile up
    if not (state.has_stayed or turned or state.has_taken_card):
        return ZoneVisit(at=at, left_at=state.left_at, tidied_at=state.tidied_at, last_hand=state.last_hand), False
    is_anothers = are_two_people(state.last_hand, hand) and at - state.left_at > STAYS.min_anothers_visit_s
    return ZoneVisit(at=at, left_at=at, last_hand=hand), is_anothers or at - state.left_at > STAYS.same_visit_s


def track_fingers(state: ZoneVisit, reach: float | None, at: float) -> ZoneVisit:
    """The visit after another frame, as far as fingers are in the zone. `reach`: of the fingers, None for none.

    `state`: the visit as of the frame before.
    """
    seconds = at - state.at
    moved = None if reach is None or state.reach is None else abs(reach - state.reach)
    has_pushed = moved is not None and moved > TIDYING.min_pushing_fingers_per_s * seconds
    is_busy = moved is not None and moved <= SPEEDS.max_busy_fingers_per_s * seconds
    known = replace(
        state,
        there_s=state.there_s + (0.0 if reach is None else seconds),
        pushing_s=state.pushing_s + (seconds if has_pushed else 0.0),
        resting_s=state.resting_s + (0.0 if reach is None or has_pushed else seconds),
        reach=reach,
        has_paused=state.has_paused or is_busy,
    )
    return _count_swings(known)


def _count_swings(state: ZoneVisit) -> ZoneVisit:
    """The visit with the turns of fingers counted: a swing ends once they go back by more than `TIDYING.min_swing_fingers`."""
    if state.reach is None or state.swing_from is None:
        return replace(state, swing_from=state.swing_from if state.reach is None else state.reach)
    gone = state.reach - state.swing_from if state.is_going_out else state.swing_from - state.reach
    if gone < -TIDYING.min_swing_fingers:
        return replace(state, swings=state.swings + 1, swing_from=state.reach, is_going_out=not state.is_going_out)
    return replace(state, swing_from=state.reach) if gone > 0 else state


def track_passing(state: ZoneVisit, arms: ZoneArms) -> ZoneVisit:
    """The visit after another frame, as far as the arm only passes the zone, however slowly.

    A passing arm reaches on beyond the zone and never paused in the zone. Any part of the arm at the edge was no hand. What it seemed to
    take there was its sleeve, or a card that it brought.
    `state`: the visit as of the frame before; `arms`: of the frame, at the zone.
    """
    arm, zone = arms.arm, arms.zone
    beyond = arm is not None and zone not in (arm.tips_in, arm.fingers_in) and zone not in arm.beside
    if arm is None or not beyond:
        return replace(state, has_passed=state.has_passed and not state.has_paused)
    if state.beside_reach is not None and arm.reach > state.beside_reach + STAYS.min_reached_on_fingers:
        state = _drop_edge(state)
    known = None if state.has_paused or state.has_turned or not state.is_going_out else state.swing_from
    if known is None or arm.reach <= known:
        return state
    return replace(state, has_passed=True, has_stayed=False, stayed_since=None, dwell_s=0.0, held=HeldCard())


def track_edge(state: ZoneVisit, arms: ZoneArms, at: float) -> ZoneVisit:
    """The visit after another frame, as far as fingers were at the zone's edge.

    `state`: the visit as of the frame before; `arms`: of the frame, at the zone.
    """
    seconds, known = at - state.at, state.beside_reach
    reach = arms.next_reach if arms.edge_reach is None else arms.edge_reach
    if reach is None and at - state.beside_at > STAYS.taken_away_s:
        return _drop_edge(state)
    moved = None if reach is None or known is None else abs(reach - known)
    return replace(
        state,
        beside_s=state.beside_s + (0.0 if known is None else seconds),
        resting_s=state.resting_s + (0.0 if known is None or state.reach is not None else seconds),
        beside_at=state.beside_at if reach is None else at,
        lay_still=state.lay_still or (moved is not None and moved <= SPEEDS.max_busy_fingers_per_s * seconds),
        edge_reach=arms.edge_reach,
        beside_reach=reach,
        has_carried=state.has_carried or (state.lay_still and arms.is_filled),
    )


def _drop_edge(state: ZoneVisit) -> ZoneVisit:
    """The visit without fingers at the zone's edge."""
    return replace(state, beside_s=0.0, lay_still=False, edge_reach=None, beside_reach=None, has_carried=False)
