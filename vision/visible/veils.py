"""What hides single zones though the table can be seen: a lamp mirrored on a pile, a drop or a finger on a part of the lens, the edge of the
picture where mat or camera slipped.

A veil takes away the edges that are known to lie under it and brings none: it has no crisp outline, for it lies out of focus or fades. An
arm, a sleeve and a card have one, however plain they are, and a shade leaves the edges that it falls on. What is read surely in a veiled
zone counts; nothing else is ruled on there, and what changed meanwhile is asked. The other zones go on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.bulges import BROAD
from vision.hands.field import Field, Mask
from vision.hands.foreground import contrast_of
from vision.hands.motion import Gate
from vision.place.layout import is_cell

GLARE, BLURRED, COVERED, OUTSIDE = "glare", "blurred", "covered", "outside"

EDGE, GONE = 24, 0.4
"""Grey levels of contrast from which an edge is known, and the part of it, against the light there, below which it is gone."""
MOSTLY_GONE, FEWEST_EDGES = 0.4, 15
"""Part of the known edges under a veil that are gone, and how many pixels of them are needed to say anything."""
CRISP = 24
"""Grey levels of contrast, beyond those that are known, of an edge in focus."""
OUTLINED = 0.05
"""Part of what changed, or of its rim, that is crisp where it is no veil."""
PLAIN = 0.05
"""Part of a rim that must lie on what is known to be plain: over print an outline cannot be told from the edges that it covers."""
RIM = 3
"""Pixels on each side of an outline in which it may be crisp, and in which a patch may fade out."""
FADES = 0.8
"""Part of its contrast that print around a patch keeps at most where the patch fades out over it: around an arm print is as crisp as ever."""
WORTH = 0.5
"""Lengths of fingers: the side of the smallest square that is a veil."""
HIDES = 0.12
"""Part of a card's area that a veil hides in a zone that it touches."""
FADING = 11
"""Pixels, on both sides together, by which a veil that fades out hides cells of a board beyond what is seen of it."""
BRIGHT, MIRRORED = 225, 0.1
"""Grey level of a lamp that is mirrored, and the part of a veil that is as bright."""
STILL_THERE = 0.5
"""Part of what a veil hid that is still hidden where it is still there, whatever else has come."""
SOON, PAST = 2.0, 0.4
"""Seconds for which a veil must be seen to be one, longer than a hand rests at a pile, and for which none must for it to be gone."""
EVERY = 0.12
"""Seconds from look to look: a veil lasts."""
AFTER_HAND = 2.5
"""Seconds after an arm was over a zone in which nothing is taken for a veil there."""
SMEARED = 0.4
"""Seconds for which a quick arm may be smeared as it comes in: what turns crisp within that time was no veil but the arm."""
LARGE = 0.25
"""Part of the table that is hidden where the lens is half covered: arms hide less, so nobody needs to wait to be sure."""
ARM = 12.0
"""Squares of a finger's length that an arm hides with its hand at most: it is one and a half broad and reaches in by eight."""
STAYS = 120.0
"""Seconds after which a veil belongs to the table: what can be read there is read, the rest is asked as ever."""


@dataclass(frozen=True, slots=True, eq=False)
class Veils:
    """`zones`: by name why each cannot be seen. `seen`: since when something soft has hidden a zone, and when it last did; `reasons`: what
    it seems to be. `mask`: (h, w) uint8, 255 where veils are in the small picture; None where there are none. `handled`: when something
    with a crisp outline was last over each zone: what is gone there since was taken away. `soft`: cells of a board under something soft in
    this frame, be it a veil or not."""

    zones: Mapping[str, str] = field(default_factory=dict)
    seen: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    mask: Mask | None = None
    handled: Mapping[str, float] = field(default_factory=dict)
    soft: frozenset[str] = frozenset()
    at: float = -math.inf

    @property
    def before_lens(self) -> bool:
        """Something lies on the lens, so that arms cannot be told from it."""
        return COVERED in self.zones.values()


def look(veils: Veils, gate: Gate, at: float) -> Veils:
    """The veils after the gate has looked at one more frame. `at`: seconds."""
    if at - veils.at < EVERY:
        return veils
    if not veils.seen and np.count_nonzero(gate.foreground) < (WORTH * gate.field.fingers_px) ** 2:
        return replace(veils, soft=frozenset()) if veils.soft else veils
    contrasts = _contrasts(gate)
    edges, gone = _edges(gate, *contrasts)
    changed = (gate.foreground > 0) | gone
    hidden, mask, crossed, large = _hidden(gate, changed, edges, gone, contrasts)
    soft = frozenset(zone for zone in hidden if is_cell(zone))
    handled = {**veils.handled, **dict.fromkeys(crossed, at)}
    known = veils.seen.keys() | large
    hidden = {zone: why for zone, why in hidden.items() if zone in known or at - handled.get(zone, -math.inf) > AFTER_HAND}
    smeared = {zone for zone in crossed if zone in veils.seen and at - veils.seen[zone][0] < SMEARED}
    lasting = [zone for zone in _lasting(veils, changed, gate.field) if zone not in smeared]
    seen = {zone: (_since(veils, zone, large, at), at) for zone in (*hidden, *lasting)}
    seen |= {zone: times for zone, times in veils.seen.items() if zone not in (*seen, *smeared) and at - times[1] < PAST}
    reasons = {**hidden, **{zone: reason for zone, reason in veils.reasons.items() if zone in seen}}
    zones = {zone: reasons[zone] for zone, (since, _) in seen.items() if zone in reasons and SOON <= at - since < STAYS}
    if lasting and veils.mask is not None:
        mask |= np.where(changed, veils.mask, np.uint8(0))
    return Veils(zones, seen, reasons, mask if seen else None, handled, soft, at)


def _since(veils: Veils, zone: str, large: Set[str], at: float) -> float:
    """Since when a zone has been hidden: a veil that is larger than any arm counts at once."""
    since = veils.seen[zone][0] if zone in veils.seen else at
    return min(since, at - SOON) if zone in large else since


def with_outside(veils: Veils, area: Field, at: float) -> Veils:
    """The veils, and the zones that lie beyond the picture's edge, which never belong to the table."""
    if not area.outside:
        return veils
    seen = {**veils.seen, **dict.fromkeys(area.outside, (at, at))}
    return replace(veils, zones={**veils.zones, **dict.fromkeys(area.outside, OUTSIDE)}, seen=seen)


def kept(before: Gate, gate: Gate, veils: Veils, at: float) -> Gate:
    """The gate that remembers what lies under the veils as it looked before, unless they belong to the table by now."""
    if veils.mask is None or before.table.shape != gate.table.shape or belonging(veils, at):
        return gate
    under = veils.mask > 0
    table, older = gate.table.copy(), gate.older.copy()
    table[under], older[under] = before.table[under], before.older[under]
    return replace(gate, table=table, older=older)


def belonging(veils: Veils, at: float) -> set[str]:
    """The zones whose veil has been there for so long that it belongs to the table."""
    return {zone for zone, (since, _) in veils.seen.items() if at - since >= STAYS}


def _contrasts(gate: Gate) -> tuple[Mask, Mask]:
    """(h, w) uint8 contrast of the table as it is known, and of the picture."""
    return contrast_of(np.asarray(np.clip(gate.table, 0, 255), np.uint8)), contrast_of(gate.before)


def _edges(gate: Gate, sharp: Mask, seen: Mask) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(h, w) where the table is known to have edges, and where these cannot be seen any more. `sharp`, `seen`: the contrasts."""
    known, near = np.asarray(np.clip(gate.table, 0, 255), np.uint8), cv2.dilate(seen, np.ones((3, 3), np.uint8))
    edges = np.asarray((sharp > EDGE) & (gate.field.table > 0))
    gone = np.zeros(edges.shape, bool)
    gray, gray_known = (
        cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[edges].astype(np.float32) + 20 for picture in (gate.before, known)
    )
    gone[edges] = near[edges] / gray < GONE * sharp[edges] / gray_known
    return edges, gone


def _hidden(
    gate: Gate,
    changed: NDArray[np.bool_],
    edges: NDArray[np.bool_],
    gone: NDArray[np.bool_],
    contrasts: tuple[Mask, Mask],
) -> tuple[dict[str, str], Mask, list[str], set[str]]:
    """The zones that something soft hides, each with what it seems to be, and where in the small picture that is; the zones over which
    something with a crisp outline is; and those of the first that something larger than arms hides."""
    width = max(3, round(WORTH * gate.field.fingers_px)) | 1
    closed = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((width, width), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(np.asarray(closed, np.uint8))
    hidden, crossed, large = dict[str, str](), list[str](), set[str]()
    mask = np.zeros(closed.shape, np.uint8)
    crisp, plain = _crisp(*contrasts)
    for label in range(1, count):
        if stats[label, cv2.CC_STAT_AREA] < width * width:
            continue
        box = _around(*stats[label, : cv2.CC_STAT_AREA].tolist())
        part, patch = np.asarray(labels[box] == label), np.asarray(labels == label)
        on_print = _lies_on_print(part, plain[box])
        if not (_fades(part, gate, box, edges, *contrasts) if on_print else not _is_outlined(part, crisp[box], plain[box])):
            crossed += _zones_under(patch, gate.field)
            continue
        known = np.count_nonzero(edges & patch)
        if known < FEWEST_EDGES or np.count_nonzero(gone & patch) < MOSTLY_GONE * known:
            continue
        mask[patch] = 255
        under = _zones_under(patch, gate.field)
        hidden |= dict.fromkeys(under, _reason(gate, patch))
        if _is_larger_than_arms(patch, gate.field):
            large |= set(under)
    return hidden, mask, crossed, large


def _is_larger_than_arms(patch: NDArray[np.bool_], area: Field) -> bool:
    """Does a patch hide more of the table than arms do, and is it broader than they are? Of a small table, as piles without a mat are, it is
    the arm that tells how much that is; one that reaches across all of it is long, and no broader for that."""
    most = max(LARGE * np.count_nonzero(area.table), ARM * area.fingers_px**2)
    if np.count_nonzero(patch & (area.table > 0)) <= most:
        return False
    return bool(cv2.distanceTransform(patch.astype(np.uint8), cv2.DIST_L2, 3).max() > BROAD * area.fingers_px)


def _crisp(sharp: Mask, seen: Mask) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(h, w) where something has an edge in focus that the table has not, and where the table is known to be plain."""
    known = cv2.dilate(sharp, np.ones((3, 3), np.uint8))
    return np.asarray(seen.astype(np.int16) > known.astype(np.int16) + CRISP), np.asarray(known < EDGE)


def _is_outlined(patch: NDArray[np.bool_], crisp: NDArray[np.bool_], plain: NDArray[np.bool_]) -> bool:
    """Does a patch have crisp edges, within it, around it, or around it where the table is plain?"""
    rim = _rim_of(patch)
    return bool(max(crisp[rim].mean(), crisp[rim & plain].mean(), crisp[patch].mean()) > OUTLINED)


def _lies_on_print(patch: NDArray[np.bool_], plain: NDArray[np.bool_]) -> bool:
    """Is there hardly anything plain around it, so that an outline cannot tell?"""
    return bool(plain[_rim_of(patch)].mean() < PLAIN)


def _rim_of(patch: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return np.asarray(cv2.morphologyEx(patch.astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((2 * RIM + 1,) * 2, np.uint8)) > 0)


def _fades(
    patch: NDArray[np.bool_], gate: Gate, box: tuple[slice, slice], edges: NDArray[np.bool_], sharp: Mask, seen: Mask
) -> bool:
    """Has the print just beside a patch, which is cut to `box`, lost some of its contrast, against the light there?"""
    beside = (cv2.dilate(patch.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0) & ~patch & edges[box]
    if np.count_nonzero(beside) < FEWEST_EDGES:
        return False
    known = np.asarray(np.clip(gate.table[box], 0, 255), np.uint8)
    now, before = (
        cv2.dilate(contrast[box], np.ones((3, 3), np.uint8))[beside]
        / (cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[beside].astype(np.float32) + 20)
        for contrast, picture in ((seen, gate.before[box]), (sharp, known))
    )
    return float(np.median(now / before)) < FADES


def _around(left: int, top: int, width: int, height: int) -> tuple[slice, slice]:
    """The part of a picture that holds a patch with its rim."""
    return slice(max(0, top - RIM), top + height + RIM), slice(max(0, left - RIM), left + width + RIM)


def _zones_under(patch: NDArray[np.bool_], area: Field) -> list[str]:
    inside = np.bincount(area.zones[patch], minlength=len(area.names) + 1)[1:]
    if area.cells.any():
        wide = cv2.dilate(patch.astype(np.uint8), np.ones((FADING, FADING), np.uint8)) > 0
        inside = np.where(area.cells[1:], np.bincount(area.zones[wide], minlength=len(area.names) + 1)[1:], inside)
    least = np.where(area.cells[1:], 0, np.minimum(HIDES * area.card_px, 0.5 * area.areas))
    return [name for name, enough in zip(area.names, inside > least, strict=True) if enough]


def _reason(gate: Gate, patch: NDArray[np.bool_]) -> str:
    """A lamp is bright where the table was not; a drop leaves the light as it was, a finger does not."""
    now, known = gate.before[patch].min(axis=1), gate.table[patch].min(axis=1)
    if float(((now > BRIGHT) & (known < BRIGHT - EDGE)).mean()) > MIRRORED:
        return GLARE
    return COVERED if float((gate.foreground[patch] > 0).mean()) > 0.6 else BLURRED


def _lasting(veils: Veils, changed: NDArray[np.bool_], area: Field) -> list[str]:
    """The zones whose veil is still there, though an arm may have come into it. Cells of a board are smaller than any veil: theirs is there
    where it is on most of them, for a chip alone changes a cell."""
    if veils.mask is None or veils.mask.shape != changed.shape:
        return []
    under = np.where(veils.mask > 0, area.zones, 0)
    were, are = (np.bincount(part, minlength=len(area.names) + 1)[1:] for part in (under.ravel(), under[changed]))
    cells = area.cells[1:]
    gone = cells & (are[cells].sum() <= STILL_THERE * were[cells].sum())
    numbers = {name: i for i, name in enumerate(area.names)}
    still = (are > STILL_THERE * were) & ~gone
    return [zone for zone in veils.seen if zone in numbers and still[numbers[zone]]]
