"""The tracks of arms over the table, and where fingertips turn round: a hand had something to do at such a place.

An arm reaching for something comes in; the tips move away from the entry, stay at the goal, and come back. What lies under the arm on the
way is only passed. Lengths are in lengths of fingers (56 mm).
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from vision.hands.arms import ARMS, Arm
from vision.hands.patches import ENTRIES, PATCHES
from vision.place.layout import CONTROL, is_cell

NOBODY = 0
"""Number of an arm of which nobody knows which it is; no threshold, a rule of counting."""

MIN_BETWEEN_PEOPLE = 0.06  # guess; shares of the way around: hands that come from closer together are one person's


@dataclass(frozen=True, slots=True)
class TurnLimits:
    """When fingertips have turned round at a zone."""

    min_retreat_fingers: float = 0.55  # geometry: 30 mm; fingertips moved back this far have turned round
    min_stay_s: float = PATCHES.laid_s  # an arm at a zone for less had nothing to do there, unless it paused
    max_first_reach_fingers: float = 3.0  # guess; an arm that reaches farther in its first frame is a lamp that flickers


@dataclass(frozen=True, slots=True)
class SpeedLimits:
    """What an arm does by how fast it moves."""

    min_passing_fingers_per_s: float = 8.0  # guess; a faster arm only passes: it lays and takes nothing
    max_busy_fingers_per_s: float = 2.0  # guess; a slower arm is at something


@dataclass(frozen=True, slots=True)
class TrackLimits:
    """How an arm of a new frame is matched to a track."""

    same_entry_fingers: float = ENTRIES.max_arm_width_fingers  # an arm that comes in this close to where one did is that one
    drawn_back_fingers: float = 4.0  # guess; the only arm, drawn back along the rim, seems to come in elsewhere within this
    gone_after_s: float = 0.2  # guess; without an arm: it has left
    min_plain_reach_fingers: float = ARMS.min_known_along_rim_fingers  # an arm this long shows in one frame from where it comes


@dataclass(frozen=True, slots=True)
class OriginLimits:
    """When the origin of an arm is known, and its owner."""

    min_weight: float = 5.0  # guess; a frame of a hand and its forearm that lie still weighs as much
    rest_fingers: float = 0.1  # guess; motion from frame to frame that smears an arm as much as rest does
    min_agreement: float = 0.9  # guess; length of the mean direction, 1 where all frames agree
    both_hands_within_s: float = 0.8  # guess; both hands of somebody come within this time
    both_hands_share: float = 0.2  # guess; share of the way around within which both hands of somebody come, close to the edge


@dataclass(frozen=True, slots=True)
class HandReach:
    """The reach of an arm whose hand is seen."""

    min_hand_fingers: float = 1.0  # geometry: a hand is longer than its fingers
    min_at_rim_fingers: float = 0.5  # guess; the same for tips at the edge of a draw pile, which may lie at the rim itself


TURNS = TurnLimits()
SPEEDS = SpeedLimits()
TRACKS = TrackLimits()
ORIGINS = OriginLimits()
HAND_REACH = HandReach()


@dataclass(frozen=True, slots=True)
class ArmTrack:
    """One arm, followed from frame to frame."""

    number: int  # counted since the table was first seen
    entry: tuple[float, float]  # row and column where it comes in
    seen_at: float  # its last frame
    is_going_out: bool = True  # its tips go away from where it comes in
    reach: float = 0.0  # how far its tips are
    farthest: float = -math.inf  # how far they were since they last came back
    nearest: float = 0.0  # how close they were since they last turned round
    farthest_in: str = ""  # the zone of the tips when they were farthest
    stays: dict[str, tuple[float, float]] = field(
        default_factory=dict
    )  # zone: since when and until when the tips have been there
    is_passing: bool = False  # it moves too fast to do anything
    step: float = 0.0  # how much farther it reaches than in the frame before
    is_moving_on: bool = False  # it reaches out or is drawn back, as in the frame before, faster than a hand at something
    paused_in: str = ""  # the zone where it was last at something
    pull: complex = 0j  # where it was seen to come from, as points of a circle, weighed and added up
    weight: float = 0.0  # of all of them
    began_at: float = -math.inf  # its first frame
    is_doubtful: bool = False  # its tips were farthest while two arms were joined, and may have been the other's
    alone_in: str = ""  # the zone where it was at something before the arms were joined
    is_drawn_back: bool = False  # it is taken for an arm that came in elsewhere and is drawn back
    is_joined: bool = False  # two arms were in it in its last frame

    @property
    def is_well_seen(self) -> bool:
        """Was enough seen of the arm to know its origin, provided all frames agree?"""
        return self.weight >= ORIGINS.min_weight

    @property
    def hand(self) -> float | None:
        """The origin of the arm, a share of the way around the table; None if unknown, or no longer known."""
        if not self.is_well_seen or abs(self.pull) < ORIGINS.min_agreement * self.weight:
            return None
        return cmath.phase(self.pull) / (2 * math.pi) % 1.0


@dataclass(frozen=True, slots=True)
class TrackTurn:
    """An arm turned round in a zone."""

    zone: str
    number: int  # of the arm, `NOBODY` where nothing tells which one it was
    hand: float | None  # from where it comes


@dataclass(frozen=True, slots=True)
class ZoneArms:
    """What the arms of one frame have to do with one draw zone."""

    zone: str
    numbers: frozenset[int]  # of the arms at or over it
    here: frozenset[int]  # numbers of all arms of the frame
    arm: Arm | None  # the one arm at or over it, None for none, for several and for joined ones
    reach: float | None  # of the fingers in it, None for none and for those of two arms
    edge_reach: float | None  # of the one arm whose fingers lie at its edge, no more than their tips in it
    next_reach: float | None  # of the one arm whose fingers lie at its edge, on cells of a board or the control zone
    cells: frozenset[str]  # cells of a board under the arms at or over it
    has_both_hands: bool  # both hands of somebody are there
    is_beside: bool  # tips are in it or at its edge
    is_next: bool  # fingers lie over cells at its edge: what the cells show later tells whether the hand was there for them
    is_filled: bool  # most fingers of an arm, with what they hold, are in it
    is_crossed: bool  # two arms lie over one another there
    has_turned: bool  # an arm turned round there
    turned_and_left: bool  # it did, and is not over the table any more


@dataclass(frozen=True, slots=True)
class ArmTracks:
    """All arms of a frame."""

    tracks: tuple[ArmTrack, ...] = ()  # also of arms that were seen just now
    here: tuple[tuple[Arm, ArmTrack], ...] = ()  # the arms of this frame with the track of each
    turns: tuple[TrackTurn, ...] = ()
    count: int = 0  # so many arms have come
    at: float = 0.0  # seconds
    apart_at: float = -math.inf  # when two hands were last seen at once
    reached: frozenset[str] = frozenset()  # zones in which an arm has its fingers or their tips
    crossed: frozenset[str] = frozenset()  # zones covered by two arms that lie over one another

    @property
    def are_apart(self) -> bool:
        """Were two hands seen just now?"""
        return self.at - self.apart_at <= TRACKS.gone_after_s

    def find_track_at(self, zone: str) -> ArmTrack | None:
        """The track of the arm with fingers in a zone; None for no arm and for two."""
        there = [(arm, track) for arm, track in self.here if zone == (arm.tips_in or arm.fingers_in)]
        return there[0][1] if len(there) == 1 and not there[0][0].is_joined else None

    def is_only_passed(self, zone: str) -> bool:
        """Do all arms with fingers in a zone only pass? Yes also without any arm there."""
        return all(track.is_passing for arm, track in self.here if zone == (arm.tips_in or arm.fingers_in))

    def close_stays(self, zones: Collection[str]) -> ArmTracks:
        """The tracks once events in these zones are decided; arms in view are unchanged.

        An arm out of view has finished with these zones, and makes no turn there later.
        """
        here = {track.number for _, track in self.here}
        stays = ({zone: stay for zone, stay in one.stays.items() if zone not in zones} for one in self.tracks)
        tracks = (one if one.number in here else replace(one, stays=left) for one, left in zip(self.tracks, stays, strict=True))
        return replace(self, tracks=tuple(tracks))

    def describe_arms_at(self, zone: str, *, had_both_hands: bool, was_crossed: bool) -> ZoneArms:
        """What the arms of this frame have to do with a draw zone.

        `had_both_hands`: both hands of somebody were at the zone before, and touching hands still are two. `was_crossed`: arms crossed
        over the zone before. A single arm reaching across the table may look crossed: two hands must have been seen just now.
        """
        here = self.here
        over = [arm for arm, _ in here if zone in arm.over or zone in arm.beside]
        beside = [arm for arm, _ in here if zone in arm.beside]
        inside = [arm.reach for arm, _ in here if zone in (arm.tips_in, arm.fingers_in)]
        numbers = frozenset(track.number for _, track in here)
        turned = [turn for turn in self.turns if turn.zone == zone]
        only_tips = (arm for arm in beside if not arm.fingers_in and arm.tips_in in ("", zone))
        edge = [arm.reach for arm in only_tips if arm.reach >= HAND_REACH.min_at_rim_fingers]
        on_cells = {place for arm in beside for place in (arm.tips_in, arm.fingers_in) if is_cell(place)}
        next_to = [arm.reach for arm in beside if {arm.tips_in, arm.fingers_in} <= {*on_cells, CONTROL}]
        crossed = (was_crossed or self.are_apart) and any(arm.is_joined and zone in arm.over for arm, _ in here)
        return ZoneArms(
            zone=zone,
            numbers=frozenset(track.number for arm, track in here if zone in arm.over or zone in arm.beside),
            here=numbers,
            arm=over[0] if len(over) == 1 and not over[0].is_joined else None,
            reach=inside[0] if len(inside) == 1 else None,
            edge_reach=edge[0] if len(edge) == 1 else None,
            next_reach=next_to[0] if len(next_to) == 1 else None,
            cells=frozenset(name for arm in over for name in arm.over if is_cell(name)),
            has_both_hands=self._has_both_hands(zone, had_both_hands=had_both_hands),
            is_beside=bool(beside),
            is_next=any(arm.tips_in in on_cells or (arm.tips_in == zone and arm.fingers_in in on_cells) for arm in beside),
            is_filled=any(arm.fingers_in == zone for arm, _ in here),
            is_crossed=crossed,
            has_turned=bool(turned),
            turned_and_left=any(turn.number not in numbers for turn in turned),
        )

    def _has_both_hands(self, zone: str, *, had_both_hands: bool) -> bool:
        """Are two arms over a zone, fingers in the zone, which came nearly at once from about the same place?
        `had_both_hands`: see `describe_arms_at`."""
        over = [(arm, track) for arm, track in self.here if zone in arm.over]
        there = [(arm, track) for arm, track in over if not track.is_passing]
        is_joined = any(arm.is_joined for arm, _ in over)
        if had_both_hands and (len(there) > 1 or is_joined):
            return True
        if is_joined and _are_both_hands(one for one in self.tracks if one.paused_in != zone):
            return True
        return _are_both_hands(track for _, track in there) and any(zone in (arm.tips_in, arm.fingers_in) for arm, _ in there)


def is_cell_or_control(zone: str) -> bool:
    """Is `zone` a cell of a board or the control zone? Fingers lay no card on either."""
    return is_cell(zone) or zone == CONTROL


def track_arms(tracks: ArmTracks, arms: Sequence[Arm], at: float) -> ArmTracks:
    """The tracks after another frame, with its turns. The longest arm chooses its track first. `arms`: of the frame; `at`:
    seconds."""
    left, here, turns, count = list(tracks.tracks), list[tuple[Arm, ArmTrack]](), list[TrackTurn](), tracks.count
    is_alone = len(arms) == 1 and not arms[0].is_joined
    for arm in sorted(arms, key=lambda arm: -arm.reach):
        fresh = ArmTrack(count + 1, arm.entry, at, began_at=at)
        track = _choose_track(arm, left, fresh, tracks.at, is_alone=is_alone)
        count = max(count, track.number)
        if track in left:
            left.remove(track)
        track, turn = _follow_tips(_meet_arm(track, arm, at), arm)
        if track.is_drawn_back and track.is_going_out:  # what reaches out again is an arm that has come
            count += 1
            track = replace(track, number=count, pull=0j, weight=0.0, is_drawn_back=False)
        here.append((arm, track))
        turns += turn
    for track in left:
        if at - track.seen_at > TRACKS.gone_after_s:
            has_reached = track.is_going_out and track.farthest >= TURNS.min_retreat_fingers  # else a finger at the rim
            turns += _list_turns(track) if has_reached and not _is_still_here(track, here) else ()
    left = [track for track in left if at - track.seen_at <= TRACKS.gone_after_s]
    hands = {track.number for arm, track in here if arm.reach >= HAND_REACH.min_hand_fingers}
    return ArmTracks(
        tracks=(*(track for _, track in here), *left),
        here=tuple(here),
        turns=tuple(turns),
        count=count,
        at=at,
        apart_at=at if len(hands) > 1 else tracks.apart_at,
        reached=frozenset(arm.tips_in or arm.fingers_in for arm in arms) - {""},
        crossed=frozenset(zone for arm in arms if arm.is_joined for zone in arm.over),
    )


def _are_both_hands(tracks: Iterable[ArmTrack]) -> bool:
    """May two of the arms, come nearly at once, belong to a single person, judged by origin? `tracks`: the arms. Of an unknown
    origin anybody may be the owner."""

    def are_near(one: ArmTrack, other: ArmTrack) -> bool:
        apart = 0.0 if one.hand is None or other.hand is None else measure_apart(one.hand, other.hand)
        return abs(one.began_at - other.began_at) <= ORIGINS.both_hands_within_s and apart <= ORIGINS.both_hands_share

    return any(are_near(*pair) for pair in combinations(tracks, 2))


def _is_still_here(track: ArmTrack, here: Sequence[tuple[Arm, ArmTrack]]) -> bool:
    """Is an arm out of view still over the table, seeming to come in elsewhere? `here`: the arms in view, each with its track.

    A later arm goes on with the track if both have the same number. So does an arm that came since and lies over the last tips.
    Joined arms over the last tips go on with a track too new to have paused.
    """

    def may_be_it(arm: Arm, later: ArmTrack) -> bool:
        is_fresh = later.began_at > track.seen_at or (arm.is_joined and track.paused_in != track.farthest_in)
        return later.number == track.number or (is_fresh and track.farthest_in in (arm.tips_in, *arm.over))

    return any(may_be_it(arm, later) for arm, later in here)


def _choose_track(arm: Arm, tracks: Sequence[ArmTrack], fresh: ArmTrack, before: float, *, is_alone: bool) -> ArmTrack:
    """The track that an arm goes on with, `fresh` for an arm just come. `tracks`: still to be given. `before`: when the last
    frame was.

    An arm drawn back lies along the rim for a moment and seems to come in elsewhere. The only arm (`is_alone`) still belongs to
    the same person, until it reaches out.
    """
    near = min(tracks, key=lambda track: _rank_track(track, arm), default=None)
    if near is None:
        return fresh
    away = math.dist(near.entry, arm.entry)
    if away <= TRACKS.same_entry_fingers:
        return fresh if (near.is_joined or near.seen_at < before) and _is_anothers(near, arm) else near
    goes_out_again = not near.is_going_out and arm.reach > near.reach + TURNS.min_retreat_fingers
    if not is_alone or len(tracks) > 1 or away > TRACKS.drawn_back_fingers or goes_out_again:
        return fresh
    same = replace(fresh, number=near.number, pull=near.pull, weight=near.weight)
    return same if near.is_going_out else replace(same, is_going_out=False, nearest=arm.reach, is_drawn_back=True)


def _is_anothers(track: ArmTrack, arm: Arm) -> bool:
    """Does an arm at the entry of a lost or joined arm belong to somebody else? Its origin is elsewhere, and after a lost arm
    its reach differs as well.

    Never for an origin that is not known, or an arm that reaches in too little to tell.
    """
    if track.hand is None or arm.hand is None or min(arm.reach, track.reach) < TRACKS.min_plain_reach_fingers:
        return False
    is_elsewhere = track.is_joined or abs(track.reach - arm.reach) > TURNS.min_retreat_fingers
    return are_two_people(track.hand, arm.hand) and is_elsewhere


def _rank_track(track: ArmTrack, arm: Arm) -> tuple[bool, float, float]:
    """How badly a track fits an arm, a key to sort by, the least fits best: entry too far away, then what ranks equals. Of
    near entries the later seen is better, of far entries the nearer."""
    away = math.dist(track.entry, arm.entry)
    return (False, -track.seen_at, away) if away <= TRACKS.same_entry_fingers else (True, away, 0.0)


def _meet_arm(track: ArmTrack, arm: Arm, at: float) -> ArmTrack:
    """The track with another frame of the arm. An arm reaching far and lying still shows its origin best. Entry, reach,
    stays, pause and origin are updated; turns are not."""
    zones = [arm.tips_in] if arm.tips_in else arm.over
    stays = {**track.stays, **{zone: (track.stays.get(zone, (at, at))[0], at) for zone in zones}}
    step, seconds = arm.reach - track.reach, at - track.seen_at
    moved = math.dist(track.entry, arm.entry) + abs(step)
    pauses = bool(arm.tips_in) and arm.tips_in in track.stays and moved <= SPEEDS.max_busy_fingers_per_s * seconds
    weight = 0.0 if arm.hand is None else arm.reach**2 / (ORIGINS.rest_fingers + moved)
    pull = cmath.rect(weight, 2 * math.pi * (arm.hand or 0.0))
    return replace(
        track,
        entry=arm.entry,
        seen_at=at,
        reach=arm.reach,
        stays=stays,
        is_passing=moved > SPEEDS.min_passing_fingers_per_s * seconds,
        step=step,
        is_moving_on=abs(step) > SPEEDS.max_busy_fingers_per_s * seconds and step * track.step >= 0,
        paused_in=arm.tips_in if pauses else track.paused_in,
        is_joined=arm.is_joined,
        pull=track.pull + pull,
        weight=track.weight + weight,
    )


def _follow_tips(track: ArmTrack, arm: Arm) -> tuple[ArmTrack, tuple[TrackTurn, ...]]:
    """The track with the present tips of its `arm`, and any turns. Once the tips come back, stays are forgotten."""
    reach, zone = arm.reach, arm.tips_in
    if not track.is_going_out:
        out = reach > track.nearest + TURNS.min_retreat_fingers
        nearest = min(track.nearest, reach)
        after = replace(track, is_going_out=out, nearest=nearest, farthest=reach, farthest_in=zone)
        return replace(after, is_doubtful=arm.is_joined, alone_in=""), ()
    if reach > track.farthest:
        paused = track.farthest_in if track.farthest_in == track.paused_in else ""
        alone = track.alone_in if track.is_doubtful else paused
        after = replace(track, farthest=reach, farthest_in=zone, is_doubtful=arm.is_joined)
        return replace(after, alone_in=alone if arm.is_joined else ""), ()
    if reach < track.farthest - TURNS.min_retreat_fingers:
        return replace(track, is_going_out=False, nearest=reach, stays={}), _list_turns(track)
    return track, ()


def _list_turns(track: ArmTrack) -> tuple[TrackTurn, ...]:
    """The zones where the tips of an arm turned round, each with arm and hand. A turn counts after a stay of
    `TURNS.min_stay_s`, or for an arm seen to pause there; a blur in a single frame does not.

    If arms were joined as the tips were farthest, the arm also turned round in the zone of its last pause before. A doubtful
    arm turns as nobody's.
    """
    since, until = track.stays.get(track.farthest_in, (0.0, 0.0))
    came = since > track.began_at or track.reach <= TURNS.max_first_reach_fingers
    before = (TrackTurn(track.alone_in, track.number, track.hand),) if track.alone_in else ()
    # an arm that hardly moved: no camera sees fingertips over a draw pile for long
    has_paused = came and track.paused_in == track.farthest_in
    if not track.farthest_in or (until - since < TURNS.min_stay_s and not has_paused):
        return before
    if track.is_doubtful:
        return *before, TrackTurn(track.farthest_in, NOBODY, None)
    return *before, TrackTurn(track.farthest_in, track.number, track.hand)


def measure_apart(one: float, other: float) -> float:
    """How far two places lie apart, the shorter way around: 0 to 0.5. `one`, `other`: shares of the way around. So
    `ring_distance` in companion/turns/seats.py and `apart` in web/static/edge.js."""
    apart = (one - other) % 1
    return min(apart, 1 - apart)


def are_two_people(one: float | None, other: float | None) -> bool:
    """Do two hands, given by where they come from, belong to two people? No where one of both is not known."""
    return one is not None and other is not None and measure_apart(one, other) >= MIN_BETWEEN_PEOPLE
