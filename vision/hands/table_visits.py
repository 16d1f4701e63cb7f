"""Hands over a whole table: comings and goings, visits to zones, and owners of hands. One zone is judged in `vision/hands/visits.py`.

Times are the frames' own, in seconds.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from vision.hands.arms import Arm
from vision.hands.motion import TableSight
from vision.hands.tracks import NOBODY, TRACKS, ArmTrack, ArmTracks, are_two_people, is_cell_or_control, track_arms
from vision.hands.visits import STAYS, ZoneVisit, follow_draw_visit, update_visit


@dataclass(frozen=True, slots=True)
class PresenceLimits:
    """How long a hand still counts after leaving."""

    still_after_s: float = TRACKS.gone_after_s  # without a hand: the table lies still
    drawing_s: float = 2.0  # guess; a card laid meanwhile waits this long for a hand at a draw pile, which drew before
    watched_after_hand_s: float = 1.0  # guess; a draw or control zone is looked at after a hand has left it
    max_unseen_s: float = 0.4  # guess; between two frames: nobody comes, takes a card and leaves in less


@dataclass(frozen=True, slots=True)
class OwnerLimits:
    """Whose hand had to do with a zone."""

    turn_counts_s: float = STAYS.min_dwell_s  # to turn round at a zone counts as a stay of this length
    min_as_long: float = 0.9  # measured: to a frame; part of the longest stay from which another's hand may have done it
    long_ago_s: float = STAYS.same_visit_s  # an arm that was at a zone before has nothing to do with what the next one does
    may_come_unseen_s: float = STAYS.min_anothers_visit_s  # time to reach out and lay a card before an arm is seen


@dataclass(frozen=True, slots=True)
class PushingLimits:
    """Which arms may have pushed the table."""

    came_before_s: float = 0.5  # after the push was seen: an arm is followed anew once the table lies still; guess
    max_pushing_s: float = 2.0  # an arm that is there for longer after a push does something else; guess


PRESENCE = PresenceLimits()
OWNERS = OwnerLimits()
PUSHING = PushingLimits()


@dataclass(frozen=True, slots=True)
class Presence:
    """Are hands over the table?"""

    has_hands: bool = False  # as last told
    since: float | None = None  # since when the opposite is seen, None if it is not
    came_at: float = -math.inf  # when the hands that are there, or were last, came


@dataclass(frozen=True, slots=True)
class HandShare:
    """The stay of an arm at a zone."""

    number: int  # of the arm
    hand: float | None  # from where it comes
    seconds: float  # its fingers were there
    at: float  # when they were last

    @property
    def began_at(self) -> float:
        """When the stay began, supposing no break."""
        return self.at - self.seconds


ZoneShares = tuple[HandShare, ...]
"""The stays of arms with fingers in a zone, in order of arrival."""


@dataclass(frozen=True, slots=True, eq=False)
class TableVisits:
    """Hands over a whole table, followed from frame to frame."""

    presence: Presence
    draws: Mapping[str, ZoneVisit]  # to each draw zone
    piles: Mapping[str, ZoneVisit]  # to each pile
    busy_at: Mapping[str, float]  # when each zone that is no pile was last covered, minus infinity once that is long ago
    tracks: ArmTracks = field(default_factory=ArmTracks)
    shares: Mapping[str, ZoneShares] = field(default_factory=dict)  # of each zone, since it was last decided
    at: float = 0.0  # the last frame
    crossed_at: float = -math.inf  # when arms last hid one another at a draw pile
    are_at_rest: bool = True  # nobody is at any zone, and nothing is known of a hand that may come back
    at_draws_at: float = -math.inf  # when a hand may last have been at a draw pile
    pushed_at: float = -math.inf  # when the table was last pushed

    @property
    def is_clear_of_draws(self) -> bool:
        """Was no hand at a draw pile, and no draw pile hidden, since the hands came that are there or were last?"""
        return bool(self.draws) and self.at_draws_at < self.presence.came_at

    def find_hand(self, zone: str) -> float | None:
        """The origin of the hand most at a zone since the last decision there; None if unknown."""
        return find_owner(self.shares.get(zone, ()))

    def may_have_been_at(self, zone: str, hand: float | None) -> bool:
        """May a hand have had fingers in a zone since the last decision? No if every hand seen belongs to another person."""
        shares = self.shares.get(zone, ())
        return not shares or not all(are_two_people(share.hand, hand) for share in shares)

    def find_draw_start(self, at: float) -> float:
        """Since when a hand at a draw pile has been drawing; infinity for no such hand, or where all began
        `PRESENCE.drawing_s` ago or more. `at`: seconds."""
        if self.are_at_rest:
            return math.inf
        known = (state.began for state in self.draws.values() if not state.has_tidied)
        return min((began for began in known if began is not None and at - began < PRESENCE.drawing_s), default=math.inf)

    def may_have_drawn(self, at: float) -> bool:
        """Is a hand at a draw pile, or was a hidden hand just now? `at`: seconds."""
        is_there = any(visit.came_at is not None for visit in self.draws.values())
        return is_there or at - self.crossed_at < PRESENCE.drawing_s

    def close_stays(self, zones: Collection[str]) -> TableVisits:
        """The visits once events in these zones are decided, without the shares of hands there."""
        if not zones:
            return self
        shares = {zone: shares for zone, shares in self.shares.items() if zone not in zones}
        return replace(self, shares=shares, tracks=self.tracks.close_stays(zones))

    def drop_visits(self, draws: Collection[str]) -> TableVisits:
        """The visits after hands at these draw zones turned out to do nothing: the next hand begins a new visit."""
        fresh = {name: replace(self.draws[name], left_at=ZoneVisit().left_at, last_hand=None) for name in draws}
        return replace(self, draws={**self.draws, **fresh}) if fresh else self

    def add_draw_pile(self, name: str) -> TableVisits:
        """The visits with a new or moved draw zone, not visited yet. All else goes on."""
        draws, busy_at = {**self.draws, name: ZoneVisit()}, {**self.busy_at, name: -math.inf}
        return replace(self.close_stays([name]), draws=draws, busy_at=busy_at, at_draws_at=self.at)

    def is_busy(self, zone: str, at: float) -> bool:
        """Did something move or lie in this zone just now? Raises `KeyError` for a pile."""
        return at - self.busy_at[zone] <= PRESENCE.watched_after_hand_s


class VisitsFollowed(NamedTuple):
    """What a frame told of visits."""

    visits: TableVisits
    left: list[str]  # draw zones that a hand has just left
    came_or_went: bool  # hands came, or all are gone


def start_visits(draws: Iterable[str], piles: Iterable[str], others: Iterable[str]) -> TableVisits:
    """The visits of an empty table. `draws`, `piles`: names of zones; `others`: names of all zones but piles."""
    nobody = dict.fromkeys(others, -math.inf)
    return TableVisits(Presence(), {name: ZoneVisit() for name in draws}, {name: ZoneVisit() for name in piles}, nobody)


def forget_visits(visits: TableVisits) -> TableVisits:
    """The visits after a time without sight: acts begun before count as never ended. Only the presence of hands is kept."""
    fresh = start_visits(visits.draws, visits.piles, visits.busy_at)
    return replace(fresh, presence=visits.presence)


def update_presence(presence: Presence, sight: TableSight, at: float) -> tuple[Presence, bool]:
    """The presence after another frame, and whether it changed.

    A flicker in a single frame is no hand, and hands gone for less than `PRESENCE.still_after_s` are not gone. The first frame
    that differs never changes the presence.
    """
    if sight.has_hands == presence.has_hands:
        return replace(presence, since=None), False
    since = at if presence.since is None else presence.since
    if at - since >= (PRESENCE.still_after_s if presence.has_hands else 0.0) and since != at:
        return Presence(sight.has_hands, came_at=since if sight.has_hands else presence.came_at), True
    return replace(presence, since=since), False


def follow_visits(
    visits: TableVisits, sight: TableSight, at: float, *, steady: bool, was_pushed: bool = False
) -> VisitsFollowed:
    """The visits after another frame. `sight`: what the frame shows; `at`: seconds. `steady`: mat and camera lie still; a
    pushed table looks like a great hand. `was_pushed`: the table lies elsewhere since the frame before. Hands that were over it then visit
    no draw pile: nobody can say what they have swept over."""
    presence, came_or_went = update_presence(visits.presence, sight, at)
    is_empty = steady and not (sight.arms or sight.covered or sight.bare or visits.tracks.tracks)
    is_unbroken = at - visits.at < PRESENCE.max_unseen_s
    if is_empty and visits.are_at_rest:
        draws, piles = ({name: replace(one, at=at) for name, one in each.items()} for each in (visits.draws, visits.piles))
        tracks = replace(visits.tracks, turns=(), at=at)
        resting = replace(visits, presence=presence, draws=draws, piles=piles, tracks=tracks, at=at)
        return VisitsFollowed(resting if is_unbroken else replace(resting, at_draws_at=at), [], came_or_went)
    busy_at = {name: at if name in sight.covered else last for name, last in visits.busy_at.items()}
    tracks = track_arms(visits.tracks, sight.arms, at) if steady else ArmTracks()
    turned = {turn.zone for turn in tracks.turns}
    shares = _update_shares(doubt_shares(visits.shares, visits.tracks, tracks), tracks, at, at - visits.at)
    touched = sight.covered | sight.bare | turned
    pushed_at = at if was_pushed else visits.pushed_at
    pushes_table = at - pushed_at <= PUSHING.max_pushing_s and any(
        track.began_at <= pushed_at + PUSHING.came_before_s for _, track in tracks.here
    )
    at_piles = frozenset(track.number for arm, track in tracks.here if arm.tips_in in visits.piles and not arm.is_joined)
    followed = _follow_draws(visits.draws, sight, tracks, at_piles, touched, shares, at, steady=steady and not pushes_table)
    draws = {name: state for name, (state, _) in followed.items()}
    left = [name for name, (_, has_left) in followed.items() if has_left]
    piles = {
        name: replace(state, at=at) if name not in touched and state.is_at_rest else update_visit(state, sight, name, at)[0]
        for name, state in visits.piles.items()
    }
    crossed_at = at if any(state.is_crossed for state in draws.values()) else -math.inf if left else visits.crossed_at
    are_at_rest = all(state.is_at_rest for state in (*draws.values(), *piles.values()))
    is_clear = steady and not pushes_table and is_unbroken and not any(_may_be_at_draw(name, sight, tracks) for name in draws)
    at_draws_at = visits.at_draws_at if is_clear else at
    return VisitsFollowed(
        TableVisits(presence, draws, piles, busy_at, tracks, shares, at, crossed_at, are_at_rest, at_draws_at, pushed_at),
        left,
        came_or_went,
    )


def _may_be_at_draw(zone: str, sight: TableSight, tracks: ArmTracks) -> bool:
    """May a hand take something from a draw zone in this frame? Not from an empty zone. Not under an arm with its fingers seen
    elsewhere. Not under fast fingers, nor under fingers that go on beyond the zone or are drawn back over it. `sight`, `tracks`: of this
    frame."""
    there = [(arm, track) for arm, track in tracks.here if zone in arm.over or zone in arm.beside]
    if not there:
        return zone in sight.covered or zone in sight.bare

    def may_take(arm: Arm, track: ArmTrack) -> bool:
        has_tips_there = zone in arm.beside or zone in (arm.tips_in, arm.fingers_in)
        return arm.is_joined or (has_tips_there and not (track.is_passing or track.is_moving_on))

    return any(may_take(arm, track) for arm, track in there)


def close_visits(visits: TableVisits, decided: Collection[str], at: float) -> tuple[TableVisits, list[str]]:
    """The visits once these zones are decided, and names of zones newly left alone for a while. Stays in both are dropped.
    `at`: seconds."""
    closed = visits.close_stays(decided)
    left = [name for name, last in closed.busy_at.items() if last > -math.inf and not closed.is_busy(name, at)]
    if not left:
        return closed, left
    return replace(closed.close_stays(left), busy_at={**closed.busy_at, **dict.fromkeys(left, -math.inf)}), left


def _follow_draws(
    draws: Mapping[str, ZoneVisit],
    sight: TableSight,
    tracks: ArmTracks,
    at_piles: frozenset[int],
    touched: Collection[str],
    shares: Mapping[str, ZoneShares],
    at: float,
    *,
    steady: bool,
) -> dict[str, tuple[ZoneVisit, bool]]:
    """The visit to each draw zone, and whether a hand has just left. `draws`: visits of the frame before. `at_piles`: numbers of arms
    with their tips on a pile. `touched`: zones with any event. `shares`: stays of arms, by zone. `steady`: of `follow_visits`."""
    if not steady:  # nobody visits a table that was pushed
        return {
            name: (ZoneVisit(left_at=state.left_at, at=at, last_hand=state.last_hand), False) for name, state in draws.items()
        }
    at_rest = {name for name, state in draws.items() if not tracks.here and name not in touched and state.is_at_rest}
    arms = {
        name: tracks.describe_arms_at(name, had_both_hands=state.both_hands_s > 0, was_crossed=state.is_crossed)
        for name, state in draws.items()
        if name not in at_rest
    }
    elsewhere = {name: _find_arms_elsewhere(draws, tracks, name) for name in arms}
    owners = {name: find_owner(shares.get(name, ())) for name in arms}
    return {
        name: (replace(state, at=at), False)
        if name in at_rest
        else follow_draw_visit(state, sight, arms[name], at, owners[name], elsewhere[name], at_piles)
        for name, state in draws.items()
    }


def _find_arms_elsewhere(draws: Mapping[str, ZoneVisit], tracks: ArmTracks, zone: str) -> frozenset[int]:
    """Numbers of arms at a pile or at a draw zone other than `zone`, or with a card taken at another draw zone."""
    others = (state for name, state in draws.items() if name != zone)
    there = frozenset(
        track.number for arm, track in tracks.here if arm.tips_in not in ("", zone) and not is_cell_or_control(arm.tips_in)
    )
    return there.union(*(state.arms for state in others if state.held.took))


# --- whose hand it was -----------------------------------------------------------------------------------------------


def _update_shares(shares: Mapping[str, ZoneShares], tracks: ArmTracks, at: float, seconds: float) -> dict[str, ZoneShares]:
    """The shares of the arms after another frame, `seconds` after the last.

    A turn at a zone counts, however short the stay. An arm with contradicting origins is nobody's: two arms may have passed for a single
    arm. Of two crossed arms only the upper tips are seen: the lower tips may be in any zone under both.
    """
    hands = {track.number: track.hand for _, track in tracks.here if track.is_well_seen}
    after = {
        zone: tuple(replace(share, hand=hands.get(share.number, share.hand)) for share in each) for zone, each in shares.items()
    }
    hidden = [(zone, HandShare(NOBODY, None, seconds, at)) for zone in tracks.crossed - tracks.reached]
    turns = [
        (turn.zone, HandShare(turn.number, turn.hand, OWNERS.turn_counts_s, at))
        for turn in tracks.turns
        if turn.number != NOBODY
    ]
    for zone, share in [*_list_stays(tracks, at, seconds), *hidden, *turns]:
        after[zone] = add_share(after.get(zone, ()), share)
    return after


def _list_stays(tracks: ArmTracks, at: float, seconds: float) -> Iterator[tuple[str, HandShare]]:
    """Zones reached by arms, with the stay in each: nobody's for two arms, of no length for arms only passing. `seconds`:
    since the frame before."""
    for zone in tracks.reached:
        track = tracks.find_track_at(zone)
        number, hand = (NOBODY, None) if track is None else (track.number, track.hand)
        yield zone, HandShare(number, hand, 0.0 if tracks.is_only_passed(zone) else seconds, at)


def add_share(shares: ZoneShares, share: HandShare) -> ZoneShares:
    """The shares of one zone with another stay.

    The latest known origin of an arm counts, and stays long before are dropped. `share`: the stay of an arm in another
    frame.
    """
    before = next((known for known in shares if known.number == share.number), HandShare(share.number, None, 0.0, share.at))
    hand = before.hand if share.hand is None else share.hand
    others = tuple(known for known in shares if known.number != share.number and share.at - known.at < OWNERS.long_ago_s)
    return *others, replace(share, hand=hand, seconds=before.seconds + share.seconds)


def find_owner(shares: ZoneShares) -> float | None:
    """The origin of the hand with the longest stay at a zone.

    None if unknown, where all hands only passed, and where another's hand stayed about as long, or may have while arms lay
    over one another. Hands from nearly one place are one person's. `shares`: of the zone since the last decision.
    """

    def are_one(one: HandShare, other: HandShare) -> bool:
        is_unknown = one.hand is None or other.hand is None
        return one.number == other.number if is_unknown else not are_two_people(one.hand, other.hand)

    def count_seconds(share: HandShare) -> float:
        return sum(other.seconds for other in shares if are_one(share, other))

    longest = max(shares, key=count_seconds, default=None)
    if longest is None or count_seconds(longest) <= 0:
        return None
    least = OWNERS.min_as_long * count_seconds(longest)
    nobodys = sum(share.seconds for share in shares if share.number == NOBODY)  # while arms lay over one another

    def may_be_anothers(share: HandShare) -> bool:
        seconds = count_seconds(share)
        return seconds > 0 and are_two_people(share.hand, longest.hand) and seconds + nobodys >= least

    return None if any(may_be_anothers(share) for share in shares) else longest.hand


def find_last_owner(shares: ZoneShares) -> float | None:
    """As `find_owner`, of the hand that was there last. Hands that had gone before it came have not done what it did, however
    long they stayed."""
    stays = [share for share in shares if share.seconds > 0]
    came_at = max(stays, key=lambda share: share.at).began_at if stays else -math.inf
    return find_owner(tuple(share for share in shares if share.at >= came_at))


def doubt_shares(shares: Mapping[str, ZoneShares], before: ArmTracks, now: ArmTracks) -> Mapping[str, ZoneShares]:
    """The shares of all zones, some of them nobody's where an arm may have come unseen under another.

    After two arms cross while only a single arm was seen until now, the second arm came unseen. Recent stays in a new zone may
    belong to the unseen arm. `before`, `now`: tracks of the last and the present frame. Unchanged where no arm can have come
    unseen.
    """
    is_alone = len(before.here) == 1 and not before.here[0][0].is_joined and not before.are_apart
    if not is_alone or not any(arm.is_joined for arm, _ in now.here):
        return shares
    first = dict[int, float]()
    for share in (share for each in shares.values() for share in each):
        first[share.number] = min(first.get(share.number, math.inf), share.began_at)

    def doubt(share: HandShare) -> HandShare:
        is_later = first[share.number] < share.began_at
        is_late = is_later and now.at - share.began_at < OWNERS.may_come_unseen_s
        return replace(share, number=NOBODY, hand=None) if is_late else share

    return {zone: tuple(doubt(share) for share in each) for zone, each in shares.items()}
