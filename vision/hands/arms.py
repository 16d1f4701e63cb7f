"""Arms over the table, made of patches: places of fingers and tips, and traces of arms seen in parts.

Between cards of another colour a hand may look like the bare table, and an arm falls into parts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.carried import PileTops
from vision.hands.edge import place_of
from vision.hands.field import Field, Mask, list_points, measure_distances
from vision.hands.patches import (
    ENTRIES,
    MIN_SEEN_PX,
    PATCHES,
    Entries,
    Patch,
    add_entry,
    find_entry,
    is_arm_seen,
    is_joined,
    is_near_entry,
)
from vision.plane.homography import project


@dataclass(frozen=True, slots=True)
class ArmLimits:
    """Where fingers are, and the origin of an arm."""

    tips_fingers: float = 0.2  # guess; the outermost part of the fingers that is their tips
    tips_at_board_fingers: float = 0.5  # guess; the outermost part that tells whether a hand is at a board with its small cells
    min_fingers_in_zone: float = 0.3  # guess; part of the fingers in a zone from which on they are in the zone
    max_beside_fingers: float = 0.6  # guess; tips this close to a draw pile may be at it: a raised hand looks farther out
    min_known_along_rim_fingers: float = 3.0  # guess; reach from which an arm along the rim shows where it comes from
    min_across_fingers: float = 2.0  # guess; reach from which on an arm whose tips are at the rim came in at another side
    min_middle_from_rim_fingers: float = 0.5  # guess; middle of such an arm: that of a hand along the rim is closer
    shoulder_fingers: float = 3.6  # measured: 200 mm; from the table's edge to the shoulder of who sits there


@dataclass(frozen=True, slots=True)
class TraceLimits:
    """How long loose parts still count as an arm."""

    part_stays_s: float = PATCHES.put_down_s  # what lies apart from its arm for longer was laid
    seen_whole_s: float = 0.15  # guess; an arm in one piece for this long shows what it has laid
    min_one_piece: float = 0.9  # guess; part of an arm in one piece that does not look like the table
    min_finger_fingers: float = 0.17  # measured: 9 mm; nothing thinner is a finger, the print of a new card is


ARMS = ArmLimits()
TRACES = TraceLimits()


@dataclass(frozen=True, slots=True)
class Arm:
    """A hand with an arm in a frame. Lengths are in lengths of fingers."""

    entry: tuple[float, float]  # row and column where it comes in
    reach: float  # from there to its tips
    tips_in: str = ""  # the zone of its tips, "" for none
    fingers_in: str = ""  # the zone of most of its fingers, "" for none
    over: frozenset[str] = frozenset()  # zones that it covers
    hand: float | None = None  # from where it comes, a share of the way around the table; None where it was not seen to come in
    is_joined: bool = False  # two arms are in it, and nothing tells whose the tips are
    beside: frozenset[str] = frozenset()  # draw zones whose edge its tips have reached
    held_cards: tuple[tuple[str, float], ...] = ()  # draw zones at hand, and how much of a card like their top it holds


@dataclass(frozen=True, slots=True, eq=False)
class ArmTrace:
    """The place of an arm perhaps seen in parts only."""

    entry: tuple[float, float]  # row and column in the small picture
    seen: NDArray[np.float32]  # (h, w) seconds at which each pixel was last seen to be part of it, minus infinity for never
    whole: NDArray[np.float32]  # (h, w) the last such second at which it was seen whole
    whole_since: float | None = None  # since when it has been in one piece, None if it is not


@dataclass(frozen=True, slots=True, eq=False)
class ArmsFound:
    """The arms of a frame, and what is remembered of arms."""

    patches: list[Patch]  # with the zones of their tips
    arms: tuple[Arm, ...]
    entries: Entries  # where arms came in, without guesses
    traces: tuple[ArmTrace, ...]
    hidden: NDArray[np.bool_]  # (zones,) over which an arm lies that is seen in parts
    bulged: NDArray[np.bool_] | None  # (h, w) where bulges are, None for nowhere


def find_arms(
    patches: Sequence[Patch],
    known: Entries,
    before: Sequence[ArmTrace],
    foreground: Mask,
    moved_at: NDArray[np.float32],
    tops: PileTops,
    now: float,
) -> ArmsFound:
    """The arms that patches are part of. `known`, `before`: entries and traces of the frame before; `now`: seconds of the background.

    `moved_at`: (h, w) when each pixel last moved; `tops`: the draw piles, by which held cards are told. `foreground`: (h,
    w) 255 where something lies on the table.
    """
    field = tops.field
    entries = _collect_entries(known, patches, field)
    present = [patch for patch in patches if now - patch.moved_at <= patch.patience_s]
    traces = _trace_arms(before, present if field.loose else [], entries, foreground, moved_at < now, now, field)
    with_tips, arms = _place_tips(present, entries, tops)
    # a guess is not remembered: an arm that has just come seems to come in elsewhere than it does, and would pass for two
    seen = [patch if is_arm_seen(patch, field) else replace(patch, entry=None, other_entries=()) for patch in patches]
    sure = _collect_entries(known, seen, field)
    bulges = [patch.mask for patch in patches if patch.is_bulge]
    hidden = _find_hidden_zones(traces, with_tips, field)
    return ArmsFound(with_tips, arms, sure, traces, hidden, np.any(bulges, axis=0) if bulges else None)


def _collect_entries(known: Entries, patches: Sequence[Patch], field: Field) -> Entries:
    """Where arms cross the rim now, and where `known` arms did: a sleeve of the mat's colour is not seen at the rim. ()
    without patches: once nothing is over the table, known entries are forgotten. So are places where an arm only seemed to come in by
    its thumb."""
    if not patches:
        return ()
    thumbs = [patch.thumb for patch in patches if patch.thumb and patch.entry and not is_near_entry(patch.entry, known, field)]
    entries: Entries = ()
    for patch in patches:
        for entry in (*([patch.entry] if patch.entry is not None else []), *patch.other_entries):
            entries = add_entry(entries, entry, field)
    for entry in known:
        if not is_near_entry(entry, thumbs, field):
            entries = add_entry(entries, entry, field)
    return entries


def _place_tips(patches: Sequence[Patch], entries: Entries, tops: PileTops) -> tuple[list[Patch], tuple[Arm, ...]]:
    """The patches with the zones of their tips, and the arms. What bulges in has no tips.

    A hand cut off from the rim and the visible part of an arm at the entry make up a single arm.
    """
    with_tips, arms = list[Patch](), list[Arm]()
    for number, parts in _group_by_entry((patch for patch in patches if not patch.is_bulge), entries).items():
        apart = all(part.is_arm for part in parts) or not entries
        for group in _join_fingers_at_rim(parts, tops.field) if apart else [parts]:
            tip, arm = _describe_arm(group, group[0].entry if apart else entries[number], entries, tops)
            with_tips += [replace(part, tip=tip) for part in group]
            arms.append(arm)
    return [*with_tips, *(patch for patch in patches if patch.is_bulge)], tuple(arms)


def _join_fingers_at_rim(parts: Sequence[Patch], field: Field) -> list[list[Patch]]:
    """The parts of each arm, the one that reaches in farthest first. A part no longer than a finger beside a hand at the rim belongs to
    this hand. `parts`: patches that reach in at about one place."""
    if len(parts) < 2:
        return [[part] for part in parts]
    finger, width = ENTRIES.min_arm_reach_fingers * field.fingers_px, ENTRIES.max_arm_width_fingers * field.fingers_px
    reaching = [(part, part.entry, _measure_reach(part, part.entry)) for part in parts if part.entry is not None]
    groups = [([part], (math.inf, math.inf)) for part in parts if part.entry is None]
    for part, entry, reach in sorted(reaching, key=lambda one: -one[2]):
        hand = next((group for group, other in groups if reach <= finger and math.dist(entry, other) < width), None)
        if hand is None:
            groups.append(([part], entry))
        else:
            hand.append(part)
    return [group for group, _ in groups]


def _measure_reach(patch: Patch, entry: tuple[float, float]) -> float:
    """Pixels from where a patch comes in to the farthest of its points."""
    return float(measure_distances(patch.points, entry).max())


def _join_arm_parts(patches: Sequence[Patch], entries: Entries) -> list[Patch]:
    """The arms with their entries, including arms no longer seen at the rim: such an arm has the mask of all its parts.
    `patches`: of this frame. `entries`: where arms come in, now or before."""
    found = [patch for patch in patches if patch.is_arm and not patch.is_bulge]
    if not entries:
        return found
    seen = _group_by_entry(found, entries).keys()
    for number, parts in _group_by_entry((patch for patch in patches if not (patch.is_arm or patch.is_bulge)), entries).items():
        if number not in seen:
            mask, points = _join_masks(parts)
            found.append(replace(parts[0], mask=mask, points=points, entry=entries[number]))
    return found


def _join_masks(parts: Sequence[Patch]) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """(h, w) where some patches are, and (n, 2) rows and columns there. `parts`: one at least."""
    if len(parts) == 1:
        return parts[0].mask, parts[0].points
    mask = np.any([part.mask for part in parts], axis=0)
    return mask, list_points(mask)


def _group_by_entry(patches: Iterable[Patch], entries: Entries) -> dict[int, list[Patch]]:
    """The patches by index of the nearest of `entries`, all at 0 without entries."""
    of_entry: dict[int, list[Patch]] = {}
    for patch in patches:
        # with a single entry nothing need be measured
        away = [measure_distances(patch.points, entry).min() for entry in entries] if len(entries) > 1 else [0.0]
        of_entry.setdefault(int(np.argmin(away)), []).append(patch)
    return of_entry


def _describe_arm(parts: list[Patch], entry: tuple[float, float] | None, entries: Entries, tops: PileTops) -> tuple[int, Arm]:
    """The zone of an arm's fingers (1 + index, 0 for none and for tips beyond the table), and the arm. `parts`: the patches of
    the arm.

    `entry`: row and column where the arm came in, None to take the entry of the only part; `entries`: of all arms.
    """
    field = tops.field
    mask, points = _join_masks(parts)
    seen_to_enter = entry is not None or parts[0].is_arm
    entry = entry or (parts[0].entry if len(parts) == 1 else None) or find_entry(mask, points, field).place
    away = measure_distances(points, entry)
    tip = _find_fingers(points, away, field)
    outermost = points[away > away.max() - ARMS.tips_fingers * field.fingers_px]
    tips = _count_in_zones(outermost, field)[1:]
    joined = is_joined(points, entries, field)
    inside = np.sum([part.zone_px for part in parts], axis=0)
    over = frozenset(name for name, count in zip(field.names, inside, strict=True) if count > MIN_SEEN_PX)
    is_vague = parts[0].is_guessed and over and away.max() < ARMS.min_known_along_rim_fingers * field.fingers_px
    beside = frozenset(
        name for name, far in field.to_draws if far[outermost[:, 0], outermost[:, 1]].min() < ARMS.max_beside_fingers
    )
    arm = Arm(
        (entry[0] / field.fingers_px, entry[1] / field.fingers_px),
        float(away.max()) / field.fingers_px,
        field.names[int(tips.argmax())] if tips.max(initial=0) > MIN_SEEN_PX else "",
        field.names[tip - 1] if tip else "",
        over,
        _find_origin(outermost.mean(axis=0), entry, field) if seen_to_enter and not joined and not is_vague else None,
        joined,
        beside,
        tops.measure_held_cards(mask, [name for name, _ in field.to_draws if name in over or name in beside]),
    )
    return (0, replace(arm, beside=frozenset())) if _reaches_beyond(outermost, arm, field) else (tip, arm)


def _reaches_beyond(tips: NDArray[np.intp], arm: Arm, field: Field) -> bool:
    """Do the tips of an arm lie at the rim, far from the entry, reaching beyond the table? `tips`: (n, 2)."""
    beyond = tips[field.to_rim[tips[:, 0], tips[:, 1]] <= 1]
    if arm.reach <= ARMS.min_across_fingers or not len(beyond):
        return False
    row, column = (beyond.mean(axis=0) + np.multiply(arm.entry, field.fingers_px)) / 2
    return bool(field.to_rim[round(row), round(column)] > ARMS.min_middle_from_rim_fingers * field.fingers_px)


def _find_origin(tips: NDArray[np.float64], entry: tuple[float, float], field: Field) -> float:
    """The origin of an arm, a share of the way around the table. `tips`, `entry`: row and column in the small picture."""
    (tips_at, entry_at) = project([tips[::-1], entry[::-1]], field.to_layout).tolist()
    return place_of(tips_at, entry_at, field.size, ARMS.shoulder_fingers * field.fingers_mm)


def _find_fingers(points: NDArray[np.intp], away: NDArray[np.float64], field: Field) -> int:
    """The zone in which a hand has its fingers, 1 + index, 0 for none. `points`: (n, 2) the arm; `away`: (n,) pixels from its entry.

    The cells of a board are small and count together: fingers over the board's edge are not at zones beside the board.
    """
    tips = _count_in_zones(points[away > away.max() - ARMS.tips_at_board_fingers * field.fingers_px], field)
    over_board = int(tips[field.cells].sum())
    beside_board = int(np.where(field.cells, 0, tips)[1:].max())
    if over_board and over_board > max(ARMS.min_fingers_in_zone * tips.sum(), beside_board):
        return int(np.where(field.cells, tips, -1).argmax())
    fingers = _count_in_zones(points[away > away.max() - field.fingers_px], field)
    beside = np.where(field.cells, 0, fingers)[1:]
    return 1 + int(beside.argmax()) if beside.max(initial=0) > ARMS.min_fingers_in_zone * fingers.sum() else 0


def _count_in_zones(points: NDArray[np.intp], field: Field) -> NDArray[np.intp]:
    """(1 + zones,) how many points lie beside the zones and in each. `points`: (n, 2) rows and columns."""
    return np.asarray(np.bincount(field.zones[points[:, 0], points[:, 1]], minlength=len(field.names) + 1), np.intp)


# --- arms seen in parts ----------------------------------------------------------------------------------------------


def mask_traces(traces: Sequence[ArmTrace]) -> NDArray[np.bool_] | None:
    """(h, w) where arms lie, None for nowhere."""
    return np.any([one.seen > -np.inf for one in traces], axis=0) if traces else None


def _trace_arms(
    before: Sequence[ArmTrace],
    patches: Sequence[Patch],
    entries: Entries,
    foreground: Mask,
    still: NDArray[np.bool_],
    now: float,
    field: Field,
) -> tuple[ArmTrace, ...]:
    """The place of each arm, including loose parts of foreground unmoved since last joined to the arm. `before`: traces of the
    frame before. `patches`, `entries`: of this frame.

    `foreground`: 255 where no table is seen. `still`: (h, w) where nothing moves. Things laid by a gone arm belong to no other
    arm.
    """
    arms, width = _join_arm_parts(patches, entries), ENTRIES.max_arm_width_fingers * field.fingers_px

    def find_trace(entry: tuple[float, float]) -> ArmTrace | None:
        """The trace of an arm with this entry, None for an arm just come."""
        near = (one for one in before if math.dist(one.entry, entry) < width)
        return min(near, key=lambda one: math.dist(one.entry, entry), default=None)

    return tuple(
        _trace_arm(arm, arm.entry, find_trace(arm.entry), foreground, still, now) for arm in arms if arm.entry is not None
    )


def _trace_arm(
    arm: Patch,
    entry: tuple[float, float],
    before: ArmTrace | None,
    foreground: Mask,
    still: NDArray[np.bool_],
    now: float,
) -> ArmTrace:
    """The place of an arm, with the loose foreground that lies `still` and was part of the arm just now. `before`: the trace
    until now, None for an arm just come."""
    seen = np.full(arm.mask.shape, -np.inf, np.float32)
    whole, since = seen.copy() if before is None else before.whole.copy(), None
    if before is not None:
        is_part = (now - before.seen < TRACES.part_stays_s) & (now - whole >= TRACES.part_stays_s)
        stays = still & (foreground > 0) & is_part
        seen[stays] = before.seen[stays]
    seen[arm.mask] = now
    if _is_in_one_piece(arm, foreground):
        since = now if before is None or before.whole_since is None else before.whole_since
        if now - since >= TRACES.seen_whole_s:
            whole[arm.mask] = now
    return ArmTrace(entry, seen, whole, since)


def _is_in_one_piece(arm: Patch, foreground: Mask) -> bool:
    """Is an arm seen whole from entry to tips, so that all of it would be seen if lying still? `foreground`: (h, w) 255 where
    something lies. False for a patch that does not reach in."""
    seen = np.where(arm.mask, foreground, np.uint8(0))
    if not arm.is_arm or not seen.any():
        return False
    parts = cv2.connectedComponentsWithStats(seen, connectivity=8)[2][1:, cv2.CC_STAT_AREA]
    return bool(parts.max() >= TRACES.min_one_piece * np.count_nonzero(arm.mask))


def _find_hidden_zones(traces: Sequence[ArmTrace], patches: Sequence[Patch], field: Field) -> NDArray[np.bool_]:
    """(zones,) True where hidden by an arm seen in parts only. `traces`: of the arms; `patches`: both of this frame."""
    arms = mask_traces(traces)
    if arms is None:
        return np.zeros(len(field.names), np.bool_)
    torn = (arms & ~np.any([patch.mask for patch in patches], axis=0)).astype(np.uint8)
    finger = np.ones((max(3, round(TRACES.min_finger_fingers * field.fingers_px)),) * 2, np.uint8)
    broad = cv2.morphologyEx(torn, cv2.MORPH_OPEN, finger) > 0
    return np.asarray(np.bincount(field.zones[broad], minlength=len(field.names) + 1)[1:] >= field.hand_px, np.bool_)
