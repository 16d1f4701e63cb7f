"""Single hidden zones of a visible table: a lamp mirrored on a pile, a drop or a finger on the lens, the picture's edge.

A veil takes away known edges and brings none: out of focus or fading, a veil has no crisp outline. Arms, sleeves and cards have a crisp
outline, however plain, and a shade leaves edges visible. In a veiled zone only sure readings count, and changes are asked. All other zones
go on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.bulges import BULGES
from vision.hands.field import Field, Mask, label_patches
from vision.hands.foreground import SHADES, measure_contrast
from vision.hands.motion import Background
from vision.hands.patches import PATCHES
from vision.place.layout import is_cell
from vision.visible.clearness import CLEARNESS

GLARE, BLURRED, COVERED, OUTSIDE = "glare", "blurred", "covered", "outside"


@dataclass(frozen=True, slots=True)
class VeilLimits:
    """When something is a veil, and how long."""

    look_every_s: float = 0.12  # guess; veils last, so they are not looked for in each frame
    min_seen_s: float = 2.0  # guess; longer than a hand rests at a pile
    gone_after_s: float = 0.4  # guess; unseen for so long a veil is gone; crisp so soon it was a quick arm, smeared
    belongs_after_s: float = PATCHES.arm_on_zone_belongs_s  # a veil belongs to the table: what can be read under it is read
    after_hand_s: float = 2.5  # guess; nothing is taken for a veil over a zone for this long after an arm
    min_side_fingers: float = SHADES.min_width_fingers  # side of a square within a veil
    min_hidden_card: float = 0.12  # guess; of a card, under a veil, hides a zone; or half a small zone, any bit of a cell
    min_still_hidden: float = 0.5  # guess; part of what a veil hid that is hidden still, whatever else has come
    min_table_part: float = 0.25  # guess; part of the table hidden by a half covered lens: nobody needs to wait to be sure
    max_arm_squares: float = 12.0  # geometry; squares of a finger's length under an arm: 1.5 broad, reaching in by 8
    glare_level: int = 225  # guess; grey level of a mirrored lamp
    min_glare_part: float = 0.1  # guess; part of a veil that bright
    min_covered_part: float = 0.6  # guess; part of a veil that is no table under a finger on the lens; a drop leaves the light


@dataclass(frozen=True, slots=True)
class OutlineLimits:
    """Crisp outlines, and edges that are gone."""

    min_gone: float = 0.4  # guess; part of the known edges that are gone under a veil
    min_edge_px: int = 15  # guess; pixels of edges that are needed to say anything
    min_crisp_levels: int = CLEARNESS.min_edge_levels  # grey levels of contrast beyond the known ones, of an edge in focus
    max_crisp: float = 0.05  # guess; part of a patch, or of its rim: more is crisp only of what is no veil
    min_plain_rim: float = 0.05  # guess; part of a rim on plain ground; over print an outline looks like covered edges
    max_faded: float = 0.8  # guess; part of its contrast that print around a patch keeps where the patch fades out over it
    rim_px: int = 3  # guess; pixels on each side of an outline in which it may be crisp


VEILS = VeilLimits()
OUTLINES = OutlineLimits()


@dataclass(frozen=True, slots=True, eq=False)
class Veils:
    """Zones hidden by something soft."""

    zones: Mapping[str, str] = field(default_factory=dict)  # why each zone cannot be seen
    seen: Mapping[str, tuple[float, float]] = field(
        default_factory=dict
    )  # zone: since when, and when last, something soft hid it
    reasons: Mapping[str, str] = field(default_factory=dict)  # zone: what that seems to be
    mask: Mask | None = None  # where veils are in the small picture, None for nowhere
    handled: Mapping[str, float] = field(default_factory=dict)  # zone: when something crisp was last over it
    soft: frozenset[str] = frozenset()  # cells of a board under something soft in this frame, be it a veil or not
    at: float = -math.inf  # seconds, of the last look


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """A frame, compared with the known table."""

    background: Background
    known: Mask  # (h, w, 3) the table
    contrast_known: Mask  # (h, w)
    contrast: Mask  # (h, w) of the frame
    edges: NDArray[np.bool_]  # (h, w) where the table has edges
    gone: NDArray[np.bool_]  # (h, w) those that cannot be seen any more
    crisp: NDArray[np.bool_]  # (h, w) where something has an edge in focus that the table has not
    plain: NDArray[np.bool_]  # (h, w) where the table has no edges


@dataclass(frozen=True, slots=True, eq=False)
class _Hidden:
    """Zones hidden in a frame."""

    zones: dict[str, str]  # with what seems to hide each softly
    mask: Mask  # where that is
    crossed: list[str]  # zones under something crisp
    large: set[str]  # zones under something soft that is larger than arms


def follow_veils(veils: Veils, background: Background, at: float) -> Veils:
    """The veils after another frame, already in the background. `at`: seconds. Unchanged within `VEILS.look_every_s` of the
    last look."""
    if at - veils.at < VEILS.look_every_s:
        return veils
    least_px = (VEILS.min_side_fingers * background.field.fingers_px) ** 2
    if not veils.seen and np.count_nonzero(background.foreground) < least_px:
        return replace(veils, soft=frozenset()) if veils.soft else veils
    look = _compare_edges(background)
    changed = (background.foreground > 0) | look.gone
    found = _find_hidden(look, changed)
    soft = frozenset(zone for zone in found.zones if is_cell(zone))
    handled = {**veils.handled, **dict.fromkeys(found.crossed, at)}
    known = veils.seen.keys() | found.large
    hidden = {
        zone: why
        for zone, why in found.zones.items()
        if zone in known or at - handled.get(zone, -math.inf) > VEILS.after_hand_s
    }
    smeared = {zone for zone in found.crossed if zone in veils.seen and at - veils.seen[zone][0] < VEILS.gone_after_s}
    lasting = [zone for zone in _list_lasting(veils, changed, background.field) if zone not in smeared]
    seen = {zone: (veils.seen.get(zone, (at, at))[0], at) for zone in (*hidden, *lasting)}
    seen |= {zone: (min(seen[zone][0], at - VEILS.min_seen_s), at) for zone in found.large & seen.keys()}  # no need to wait
    ended = (*seen, *smeared)
    seen |= {zone: times for zone, times in veils.seen.items() if zone not in ended and at - times[1] < VEILS.gone_after_s}
    reasons = {**hidden, **{zone: reason for zone, reason in veils.reasons.items() if zone in seen}}
    zones = {
        zone: reasons[zone]
        for zone, (since, _) in seen.items()
        if zone in reasons and VEILS.min_seen_s <= at - since < VEILS.belongs_after_s
    }
    mask = found.mask
    if lasting and veils.mask is not None:
        mask |= np.where(changed, veils.mask, np.uint8(0))
    return Veils(zones, seen, reasons, mask if seen else None, handled, soft, at)


def add_outside(veils: Veils, area: Field, at: float) -> Veils:
    """The veils, and the zones beyond the picture's edge, which never belong to the table. `at`: seconds."""
    if not area.outside:
        return veils
    seen = {**veils.seen, **dict.fromkeys(area.outside, (at, at))}
    return replace(veils, zones={**veils.zones, **dict.fromkeys(area.outside, OUTSIDE)}, seen=seen)


def keep_under_veils(before: Background, background: Background, veils: Veils, at: float) -> Background:
    """The `background`, with the look of places under a veil taken over from `before`: a veil is no new look of the table.
    Unchanged without a veil, and once the veils are so old that they count as part of the table. `at`: seconds."""
    if veils.mask is None or before.table.shape != background.table.shape or find_old_veils(veils, at):
        return background
    under = veils.mask > 0
    table, older = background.table.copy(), background.older.copy()
    table[under], older[under] = before.table[under], before.older[under]
    return replace(background, table=table, older=older)


def find_old_veils(veils: Veils, at: float) -> set[str]:
    """The zones with a veil old enough to belong to the table. `at`: seconds."""
    return {zone for zone, (since, _) in veils.seen.items() if at - since >= VEILS.belongs_after_s}


def _compare_edges(background: Background) -> _Look:
    """The last frame of a background beside the known table: the contrast of both, where edges of the table are gone, where
    new crisp edges stand, and where the table is plain."""
    known = np.asarray(np.clip(background.table, 0, 255), np.uint8)
    contrast_known, contrast = measure_contrast(known), measure_contrast(background.before)
    near = cv2.dilate(contrast, np.ones((3, 3), np.uint8))
    edges = np.asarray((contrast_known > CLEARNESS.min_edge_levels) & (background.field.table > 0))
    gone = np.zeros(edges.shape, bool)
    gray, gray_known = (
        cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[edges].astype(np.float32) + 20 for picture in (background.before, known)
    )
    gone[edges] = near[edges] / gray < CLEARNESS.min_kept_contrast * contrast_known[edges] / gray_known
    around = cv2.dilate(contrast_known, np.ones((3, 3), np.uint8))
    crisp = np.asarray(contrast.astype(np.int16) > around.astype(np.int16) + OUTLINES.min_crisp_levels)
    plain = np.asarray(around < CLEARNESS.min_edge_levels)
    return _Look(background, known, contrast_known, contrast, edges, gone, crisp, plain)


def _find_hidden(look: _Look, changed: NDArray[np.bool_]) -> _Hidden:
    """The hidden zones of a frame. `changed`: (h, w) foreground, and edges that are gone."""
    area = look.background.field
    width = max(3, round(VEILS.min_side_fingers * area.fingers_px)) | 1
    closed = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((width, width), np.uint8))
    labels, described = label_patches(np.asarray(closed, np.uint8))
    found = _Hidden({}, np.zeros(closed.shape, np.uint8), [], set())
    for label, (left, top, wide, high, area_px) in enumerate(described, start=1):
        if area_px < width * width:
            continue
        rim = OUTLINES.rim_px
        box = slice(max(0, top - rim), top + high + rim), slice(max(0, left - rim), left + wide + rim)
        part, patch = np.asarray(labels[box] == label), np.asarray(labels == label)
        if not _is_soft(part, look, box):
            found.crossed.extend(_list_zones_under(patch, area))
            continue
        known = np.count_nonzero(look.edges & patch)
        if known < OUTLINES.min_edge_px or np.count_nonzero(look.gone & patch) < OUTLINES.min_gone * known:
            continue
        found.mask[patch] = 255
        under = _list_zones_under(patch, area)
        found.zones.update(dict.fromkeys(under, _choose_reason(look.background, patch)))
        if _is_larger_than_arms(patch, area):
            found.large.update(under)
    return found


def _is_soft(part: NDArray[np.bool_], look: _Look, box: tuple[slice, slice]) -> bool:
    """Has a patch no crisp edges? A patch over print must fade out instead. `part`: (h, w), cut to `box`."""
    rim = np.asarray(
        cv2.morphologyEx(part.astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((2 * OUTLINES.rim_px + 1,) * 2, np.uint8)) > 0
    )
    crisp, plain = look.crisp[box], look.plain[box]
    if plain[rim].mean() < OUTLINES.min_plain_rim:
        return _fades_over_print(part, look, box)
    return not max(crisp[rim].mean(), crisp[rim & plain].mean(), crisp[part].mean()) > OUTLINES.max_crisp


def _fades_over_print(part: NDArray[np.bool_], look: _Look, box: tuple[slice, slice]) -> bool:
    """Has the print just beside a patch lost some of its contrast, against the light there? `part`: (h, w), cut to `box`."""
    beside = (cv2.dilate(part.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0) & ~part & look.edges[box]
    if np.count_nonzero(beside) < OUTLINES.min_edge_px:
        return False
    now, before = (
        cv2.dilate(contrast[box], np.ones((3, 3), np.uint8))[beside]
        / (cv2.cvtColor(picture[box], cv2.COLOR_BGR2GRAY)[beside].astype(np.float32) + 20)
        for contrast, picture in ((look.contrast, look.background.before), (look.contrast_known, look.known))
    )
    return float(np.median(now / before)) < OUTLINES.max_faded


def _is_larger_than_arms(patch: NDArray[np.bool_], area: Field) -> bool:
    """Does a patch, (h, w), hide more of the table than arms do, and is the patch broader than an arm?

    On a small table without a mat the area of an arm counts. An arm reaching across the whole table is long, not broad.
    """
    most = max(VEILS.min_table_part * np.count_nonzero(area.table), VEILS.max_arm_squares * area.fingers_px**2)
    if np.count_nonzero(patch & (area.table > 0)) <= most:
        return False
    radius = cv2.distanceTransform(patch.astype(np.uint8), cv2.DIST_L2, 3).max()
    return bool(radius > BULGES.min_radius_fingers * area.fingers_px)


def _list_zones_under(patch: NDArray[np.bool_], area: Field) -> list[str]:
    """The zones hidden enough by a patch, (h, w). Cells of a board are hidden under a fading rim too."""
    inside = np.bincount(area.zones[patch], minlength=len(area.names) + 1)[1:]
    if area.cells.any():
        wide = (
            cv2.dilate(patch.astype(np.uint8), np.ones((11, 11), np.uint8)) > 0
        )  # as far as a veil fades out beyond its patch
        inside = np.where(area.cells[1:], np.bincount(area.zones[wide], minlength=len(area.names) + 1)[1:], inside)
    least = np.where(area.cells[1:], 0, np.minimum(VEILS.min_hidden_card * area.card_px, 0.5 * area.areas))
    return [name for name, enough in zip(area.names, inside > least, strict=True) if enough]


def _choose_reason(background: Background, patch: NDArray[np.bool_]) -> str:
    """`GLARE`, `COVERED` or `BLURRED`, the cause of a patch, (h, w): a lamp is brighter than the table was, a drop leaves
    the light, a finger does not."""
    now, known = background.before[patch].min(axis=1), background.table[patch].min(axis=1)
    is_glare = (now > VEILS.glare_level) & (known < VEILS.glare_level - CLEARNESS.min_edge_levels)
    if float(is_glare.mean()) > VEILS.min_glare_part:
        return GLARE
    return COVERED if float((background.foreground[patch] > 0).mean()) > VEILS.min_covered_part else BLURRED


def _list_lasting(veils: Veils, changed: NDArray[np.bool_], area: Field) -> list[str]:
    """The zones still under a veil, even with an arm come in. `changed`: (h, w).

    Cells of a board are smaller than any veil, and must be hidden mostly: a chip alone changes a single cell.
    """
    if veils.mask is None or veils.mask.shape != changed.shape:
        return []
    under = np.where(veils.mask > 0, area.zones, 0)
    were, are = (np.bincount(part, minlength=len(area.names) + 1)[1:] for part in (under.ravel(), under[changed]))
    cells = area.cells[1:]
    gone = cells & (are[cells].sum() <= VEILS.min_still_hidden * were[cells].sum())
    numbers = {name: i for i, name in enumerate(area.names)}
    still = (are > VEILS.min_still_hidden * were) & ~gone
    return [zone for zone in veils.seen if zone in numbers and still[numbers[zone]]]
