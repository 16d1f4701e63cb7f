"""Is there a hand over the table, and over which zones?

A frame is looked at small (about 320 pixels wide) and compared with the frame before (motion) and with what the table looked like when
it last lay still (foreground). Foreground that sits inside a zone is a card; foreground or motion that reaches beyond the zones is a
hand, a sleeve or something put down, and it covers every zone it touches.

A `Gate` is a value: `look` hands back the next one. Times are the frames' own.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.homography import Homography, corners_of, project
from vision.table.layout import Layout
from vision.types import Image

WIDTH = 320
"""Frames are looked at at least this wide and less than twice as wide, in pixels."""

CALM = 0.4
"""Seconds without motion after which a table that was jolted is looked at anew."""

REST = 1.5
"""Seconds without motion after which a hand over a zone counts as resting."""

PUT_DOWN = 0.5
"""Seconds without motion after which something that no arm holds, and that hides no zone, belongs to the table."""

ABSORB = 5.0
"""The same for what reaches in from outside, or hides part of a zone."""

ABSORB_ON_ZONE = 30.0
"""The same for an arm that hides part of a zone."""

ADAPT = 2.0
"""Time constant in seconds with which the table's look follows the light."""

TIPS = 0.5
"""Part of the fingers' length that tells whether a hand is at a board: its cells are small and lie close to other zones."""

ALONG = 0.5
"""Part of an arm's length that meets the rim from which on it lies along the rim."""

FEW_CELLS = 4
"""Cells of a board that chips may change together."""

CRISP = 6
"""Grey levels by which an edge stands out."""

ONE_ARM = 1.5
"""Lengths of fingers within which what crosses the rim belongs to one arm."""

BROAD = 0.2
"""Width of what may be a sleeve, in lengths of fingers."""

CRISP_PART = 0.12
"""Part of a broad shade's outline that may be crisp, where it meets the hand that casts it."""

PASSING = 0.1
"""Part of its brightness by which a pixel may change in the shade of a hand that is elsewhere."""

TREMBLE = 0.35
"""Part of the contrast across an edge that may come and go: about a third of a small pixel's tremble."""

JOLT = 0.6
"""Part of the table that moves when the camera or the mat was bumped or a lamp was switched."""

SHADE = (0.7, 0.09)
"""A shadow dims no further than this, and no colour more than another by this."""

Mask = NDArray[np.uint8]
Entries = tuple[tuple[float, float], ...]
"""Rows and columns in the small picture."""

_CELL = re.compile(r"r\d+c\d+")


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """The table in the small picture. `zones`: (h, w) int32, 1 + index into `names`, 0 beside the zones. `table`: (h, w) uint8, 255
    where hands are looked for; `rim`: its edge, which every arm crosses. `hand_px`: from this area on something beside the zones is a
    hand. `fingers_px`: length of fingers. `areas`: pixels of each zone. `cells`: (1 + zones,) which of them are cells of a board."""

    names: tuple[str, ...]
    zones: NDArray[np.int32]
    table: Mask
    rim: Mask
    hand_px: float
    fingers_px: float
    areas: NDArray[np.float64]
    cells: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Sight:
    """What one frame shows. `hands`: something moves or lies over the table. `covered`: zones that are hidden in part or in which
    something moves. `resting`: those of them in which nothing has moved for a while. `reached`: zones in which a hand has its tip.
    `changed`: part of each zone (0 to 1) that looks other than when it was settled. `jolt`: everything moved at once, or has since."""

    hands: bool
    covered: frozenset[str] = frozenset()
    resting: frozenset[str] = frozenset()
    reached: frozenset[str] = frozenset()
    changed: tuple[tuple[str, float], ...] = ()
    jolt: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Gate:
    """What the gate remembers. `table`, `older`: (h, w, 3) looks of the table, float32 and uint8; `before`: the last small frame;
    `moved_at`: (h, w) float32, seconds since `start` at which each pixel last moved; `noise`: grey levels; `entries`: where the arms
    crossed the table's rim that are over it now."""

    field: Field
    table: NDArray[np.float32]
    older: Image
    before: Image
    moved_at: NDArray[np.float32]
    noise: float
    start: float
    at: float
    foreground: Mask
    jolted: bool = False
    entries: Entries = ()


def shrink(image: Image) -> Image:
    """The frame at about `WIDTH` pixels, smoothed: halved as often as it goes (cheap, and it averages the noise away)."""
    while image.shape[1] >= 2 * WIDTH:
        image = np.asarray(
            cv2.resize(image, (image.shape[1] // 2, image.shape[0] // 2), interpolation=cv2.INTER_LINEAR), np.uint8
        )
    return np.asarray(cv2.blur(image, (3, 3)), np.uint8)


def field_of(layout: Layout, to_picture: Homography, picture: tuple[int, int], small: tuple[int, int]) -> Field:
    """Draw the zones into the small picture. `picture`, `small`: (height, width) of the full and of the small frame."""
    scale = np.diag([small[1] / picture[1], small[0] / picture[0], 1.0])
    down = scale @ to_picture
    zones = np.zeros(small, np.int32)
    polygons = [project(corners_of(zone.rect_mm), down) for zone in layout.zones]
    for index, polygon in enumerate(polygons, start=1):
        cv2.fillConvexPoly(zones, np.round(polygon).astype(np.int32), float(index))
    card = project(corners_of((*_middle(layout), *layout.card_mm)), down)
    card_px = float(cv2.contourArea(card.astype(np.float32)))
    table = np.zeros(small, np.uint8)
    if polygons:
        hull = cv2.convexHull(np.concatenate(polygons).astype(np.float32))
        cv2.fillConvexPoly(table, np.round(hull).astype(np.int32), 255.0)
        reach = max(3, round(0.7 * card_px**0.5)) | 1
        table = np.asarray(cv2.dilate(table, np.ones((reach, reach), np.uint8)), np.uint8)
    areas = np.bincount(zones.reshape(-1), minlength=len(polygons) + 1)[1:].astype(np.float64)
    rim = table - np.asarray(
        cv2.erode(table, np.ones((5, 5), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0.0), np.uint8
    )
    names = tuple(zone.name for zone in layout.zones)
    cells = np.array([False, *(_CELL.fullmatch(name) is not None for name in names)])
    return Field(names, zones, table, rim, max(6.0, 0.08 * card_px), 0.75 * card_px**0.5, np.maximum(areas, 1.0), cells)


def _middle(layout: Layout) -> tuple[float, float]:
    rects = [zone.rect_mm for zone in layout.zones] or [(0.0, 0.0, *layout.size_mm)]
    return min(x for x, _, _, _ in rects), min(y for _, y, _, _ in rects)


def first_gate(field: Field, small: Image, at: float) -> Gate:
    """A gate that takes the table to look as it does now."""
    moved_at = np.full(small.shape[:2], -1e6, np.float32)
    nothing = np.zeros(small.shape[:2], np.uint8)
    return Gate(field, small.astype(np.float32), small, small, moved_at, 2.0, at, at, nothing)


def look(gate: Gate, small: Image, at: float) -> tuple[Gate, Sight]:
    """Compare one small frame with what the gate remembers."""
    field, now = gate.field, np.float32(at - gate.start)
    expected = _dimmed(gate.table, _gain(small, gate))
    step = _distance(small, gate.before)
    noise = _noise(gate.noise, step, field.table)
    moving = _over(step, max(8.0, 5 * noise), gate.before) & field.table
    foreground = _foreground(small, expected, gate.older, max(14.0, 6 * noise), field)
    moved_at = np.where(cv2.dilate(moving, np.ones((5, 5), np.uint8)) > 0, now, gate.moved_at)
    if _jolted(gate, moving):
        return _after_jolt(gate, small, moved_at, noise, at)
    patches = _blobs(foreground | moving, moved_at, field)
    entries = _entries(gate.entries, patches, field)
    blobs = _tipped([blob for blob in patches if now - blob.moved_at <= _patience(blob)], entries, field)
    sight = _sight(blobs, moving, foreground, field, float(now))
    table, older = _learn(gate, small, foreground, moving, patches, float(now), at)
    return Gate(field, table, older, small, moved_at, noise, gate.start, at, foreground, entries=entries), sight


def _jolted(gate: Gate, moving: Mask) -> bool:
    """True from the moment at which most of the table moves at once until it lies still again."""
    return gate.jolted or bool(np.count_nonzero(moving) > JOLT * np.count_nonzero(gate.field.table))


def _after_jolt(gate: Gate, small: Image, moved_at: NDArray[np.float32], noise: float, at: float) -> tuple[Gate, Sight]:
    """Nothing can be told apart until all lies still; then that is what the table looks like."""
    sight = Sight(hands=True, covered=frozenset(gate.field.names), jolt=True)
    latest = float(moved_at[gate.field.table > 0].max(initial=-1e6))
    if at - gate.start - latest > CALM:
        fresh = first_gate(gate.field, small, at)
        return replace(fresh, noise=noise), sight
    return replace(gate, before=small, moved_at=moved_at, at=at, noise=noise, jolted=True), sight


def settle(gate: Gate, zones: Collection[str]) -> Gate:
    """The gate that takes what lies in these zones now as their look."""
    if not zones:
        return gate
    chosen = np.isin(gate.field.zones, [1 + gate.field.names.index(zone) for zone in zones]).astype(np.uint8)
    wide = cv2.dilate(chosen, np.ones((5, 5), np.uint8)) > 0
    table, older = gate.table.copy(), gate.older.copy()
    table[wide], older[wide] = gate.before[wide], gate.before[wide]
    return replace(gate, table=table, older=older)


@dataclass(frozen=True, slots=True)
class _Blob:
    """A connected patch that is not table: pixels in each zone, when it last moved, its mask, whether it reaches in from outside, and
    which zone its tip is in (0 for none, else 1 + index)."""

    inside: tuple[int, ...]
    moved_at: float
    mask: NDArray[np.bool_]
    is_arm: bool
    tip: int = 0


def _gain(small: Image, gate: Gate) -> NDArray[np.float32]:
    """How much brighter each colour of the table is than remembered, over what is not covered: (3,)."""
    free = (gate.field.table[::4, ::4] > 0) & (gate.foreground[::4, ::4] == 0)
    if np.count_nonzero(free) < 50:
        return np.ones(3, np.float32)
    now, known = small[::4, ::4][free].astype(np.float32), gate.table[::4, ::4][free]
    return np.asarray(np.clip(np.median((now + 8) / (known + 8), axis=0), 0.5, 2.0), np.float32)


def _dimmed(table: NDArray[np.float32], gain: NDArray[np.float32]) -> Image:
    return np.asarray(np.clip(table * gain, 0, 255), np.uint8)


def _distance(a: Image, b: Image) -> Mask:
    """The largest difference of any colour."""
    blue, green, red = cv2.split(cv2.absdiff(a, b))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def _over(distance: Mask, threshold: float, known: Image) -> Mask:
    """255 where the distance from the picture `known` is larger than noise, than a passing shade, and than what a trembling camera makes
    of its edges."""
    gray = cv2.cvtColor(known, cv2.COLOR_BGR2GRAY)
    allowed = cv2.addWeighted(_contrast(known), TREMBLE, gray, PASSING, threshold)
    return np.asarray(cv2.compare(distance, allowed, cv2.CMP_GT), np.uint8)


def _noise(known: float, step: Mask, table: Mask) -> float:
    """Grey levels by which a pixel differs from frame to frame, followed slowly; hands are too few pixels to move the median."""
    sample = step[::4, ::4][table[::4, ::4] > 0]
    return known if sample.size == 0 else 0.95 * known + 0.05 * float(np.median(sample))


def _foreground(small: Image, expected: Image, older: Image, threshold: float, field: Field) -> Mask:
    """255 where a pixel is neither as expected, nor as the table looked before something was put down, nor in a mere shadow."""
    mask = _over(_distance(small, expected), threshold, expected) & field.table
    rows, columns = np.nonzero(mask)
    if rows.size == 0:
        return mask
    now, known = small[rows, columns].astype(np.float32), expected[rows, columns].astype(np.float32)
    ratio = (now + 4) / (known + 4)
    spread, mean = ratio.max(1) - ratio.min(1), ratio.mean(1)
    shadow = (spread < SHADE[1]) & (mean < 1.05) & (mean > SHADE[0])
    as_before = np.abs(now - older[rows, columns]).max(1) <= threshold
    shade = np.zeros_like(mask)
    shade[rows[shadow], columns[shadow]] = 255
    mask[rows[shadow | as_before], columns[shadow | as_before]] = 0
    return np.asarray(cv2.medianBlur(mask | _sleeves(shade, small, expected, field), 3), np.uint8)


def _sleeves(shade: Mask, small: Image, expected: Image, field: Field) -> Mask:
    """What of a shade is broad and has crisp edges, and is no shade then but a grey sleeve."""
    broad = np.ones((max(3, round(BROAD * field.fingers_px)),) * 2, np.uint8)
    shade = np.asarray(cv2.medianBlur(shade, 5), np.uint8)
    core = cv2.erode(shade, broad)
    sleeves = np.zeros_like(shade)
    if np.count_nonzero(core) == 0:
        return sleeves
    fresh, depth = cv2.subtract(_contrast(small), _contrast(expected)), _distance(small, expected)
    count, labels = cv2.connectedComponents(cv2.bitwise_and(cv2.dilate(core, broad), shade))
    for label in range(1, count):
        patch = (labels == label).astype(np.uint8)
        outline = (cv2.morphologyEx(patch, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)) > 0) & (field.table > 0)
        crisp = fresh[outline] > 0.5 * depth[patch > 0].mean()
        if crisp.size and crisp.mean() > CRISP_PART:
            sleeves[patch > 0] = 255
    return sleeves


def _blobs(mask: Mask, moved_at: NDArray[np.float32], field: Field) -> list[_Blob]:
    """The patches that cannot be cards: they reach far beyond a zone, over several, or in from outside."""
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    found = []
    for label in range(1, count):
        if stats[label, cv2.CC_STAT_AREA] < field.hand_px:
            continue
        patch = labels == label
        inside = np.bincount(field.zones[patch], minlength=len(field.names) + 1)
        is_arm = bool((patch & (field.rim > 0)).any())
        if not is_arm and _on_few_cells(inside, field):
            continue
        if is_arm or inside[0] >= field.hand_px or np.count_nonzero(inside[1:] >= field.hand_px) > 1:
            found.append(_Blob(tuple(inside[1:].tolist()), float(moved_at[patch].max()), patch, is_arm))
    return found


def _on_few_cells(inside: NDArray[np.intp], field: Field) -> bool:
    """True for what lies on a board and on no more of its cells than two chips that were pushed may touch: no hand is so small."""
    on_board = np.where(field.cells, inside, 0)
    return bool(0 < np.count_nonzero(on_board > 3) <= FEW_CELLS and inside.sum() - on_board.sum() < field.hand_px)


def _entries(known: Entries, blobs: Sequence[_Blob], field: Field) -> Entries:
    """Where arms cross the rim in this frame, and where those did that cannot be seen there any more: a sleeve of the mat's colour."""
    if not blobs:
        return ()
    entries: Entries = ()
    for blob in blobs:
        if blob.is_arm:
            entries = _with_entry(entries, _entry(blob.mask, field), field)
    for entry in known:
        entries = _with_entry(entries, entry, field)
    return entries


def _with_entry(entries: Entries, entry: tuple[float, float], field: Field) -> Entries:
    same = any(math.dist(entry, other) < ONE_ARM * field.fingers_px for other in entries)
    return entries if same else (*entries, entry)


def _tipped(blobs: list[_Blob], entries: Entries, field: Field) -> list[_Blob]:
    """The patches with the zones in which the arms that they are parts of have their tips. A hand that cannot be followed to the rim, and
    what is seen of an arm where it came in, are one arm with one tip."""
    arms: dict[int, list[_Blob]] = {}
    for blob in blobs:
        arms.setdefault(_entry_of(blob, entries), []).append(blob)
    tipped = []
    for number, parts in arms.items():
        if all(part.is_arm for part in parts) or not entries:
            tipped += [replace(part, tip=_tip(part.mask, _entry(part.mask, field), field)) for part in parts]
        else:
            tip = _tip(np.any([part.mask for part in parts], axis=0), entries[number], field)
            tipped += [replace(part, tip=tip) for part in parts]
    return tipped


def _entry_of(blob: _Blob, entries: Entries) -> int:
    """Which of the entries is nearest to a patch."""
    points = np.argwhere(blob.mask)
    return int(np.argmin([np.linalg.norm(points - entry, axis=1).min() for entry in entries])) if entries else 0


def _tip(patch: NDArray[np.bool_], entry: tuple[float, float], field: Field) -> int:
    """The zone in which a hand has its fingers: what of it is farthest from where its arm came in. 0 for none.

    The cells of a board are small and count together: fingers over its edge are not at what lies beside it.
    """
    points = np.argwhere(patch)
    away = np.linalg.norm(points - entry, axis=1)
    tips = _counted(points[away > away.max() - TIPS * field.fingers_px], field)
    over_board = int(tips[field.cells].sum())
    if over_board and over_board > max(0.3 * tips.sum(), int(np.where(field.cells, 0, tips)[1:].max())):
        return int(np.where(field.cells, tips, -1).argmax())
    fingers = _counted(points[away > away.max() - field.fingers_px], field)
    beside = np.where(field.cells, 0, fingers)[1:]
    return 1 + int(beside.argmax()) if beside.max(initial=0) > 0.3 * fingers.sum() else 0


def _counted(points: NDArray[np.intp], field: Field) -> NDArray[np.intp]:
    """How many points lie beside the zones and in each of them, (1 + zones,)."""
    return np.asarray(np.bincount(field.zones[points[:, 0], points[:, 1]], minlength=len(field.names) + 1), np.intp)


def _entry(patch: NDArray[np.bool_], field: Field) -> tuple[float, float]:
    """Where an arm comes in, its wrist seen or not: where it is nearest to the rim. Of the places where it meets the rim the largest, for
    fingertips that reach the rim on the other side are fewer. An arm that lies along the rim comes in at the end that is nearer to the
    table's edge ahead."""
    points = np.argwhere(patch)
    to_rim = cv2.distanceTransform((field.rim == 0).astype(np.uint8), cv2.DIST_L2, 3)[patch]
    met = points[to_rim <= to_rim.min() + 1]
    marks = np.zeros(patch.shape, np.uint8)
    marks[met[:, 0], met[:, 1]] = 1
    groups = cv2.connectedComponents(marks, connectivity=8)[1][met[:, 0], met[:, 1]]
    met = met[groups == np.bincount(groups).argmax()]
    middle = points.mean(axis=0)
    axis = np.linalg.eigh(np.cov((points - middle).T))[1][:, 1] if len(points) > 2 else np.array([1.0, 0.0])
    along, met_along = (points - middle) @ axis, (met - middle) @ axis
    if np.ptp(met_along) >= ALONG * np.ptp(along):
        end = 0.25 * field.fingers_px
        low, high = points[along < along.min() + end], points[along > along.max() - end]
        met = low if _to_edge(low.mean(axis=0), -axis, field) <= _to_edge(high.mean(axis=0), axis, field) else high
    row, column = met.mean(axis=0).tolist()
    return row, column


def _to_edge(point: NDArray[np.float64], way: NDArray[np.float64], field: Field) -> int:
    """How many pixels it is from a point to the table's edge."""
    height, width = field.zones.shape
    for step in range(1, int(height + width)):
        row, column = (round(float(value)) for value in point + step * way)
        if not (0 <= row < height and 0 <= column < width) or not field.table[row, column]:
            return step
    return int(height + width)


def _sight(blobs: Sequence[_Blob], moving: Mask, foreground: Mask, field: Field, now: float) -> Sight:
    inside = np.array([blob.inside for blob in blobs], np.float64).reshape(-1, len(field.names))
    busy = np.bincount(field.zones[moving > 0], minlength=len(field.names) + 1)[1:]
    other = np.bincount(field.zones[foreground > 0], minlength=len(field.names) + 1)[1:] / field.areas
    hidden = (inside > 3).any(0) | (busy > 0.02 * field.areas)
    recent = np.array([now - blob.moved_at < REST for blob in blobs], bool)
    resting = hidden & ~(inside[recent] > 3).any(0) & (busy <= 0.02 * field.areas)
    tips = {blob.tip for blob in blobs if now - blob.moved_at < REST}
    return Sight(
        hands=bool(blobs) or bool(np.count_nonzero(moving) > field.hand_px),
        covered=_named(field, hidden),
        resting=_named(field, resting),
        reached=frozenset(field.names[tip - 1] for tip in tips if tip),
        changed=tuple(zip(field.names, other.tolist(), strict=True)),
    )


def _named(field: Field, chosen: NDArray[np.bool_]) -> frozenset[str]:
    return frozenset(name for name, yes in zip(field.names, chosen, strict=True) if yes)


def _learn(
    gate: Gate, small: Image, foreground: Mask, moving: Mask, blobs: Sequence[_Blob], now: float, at: float
) -> tuple[NDArray[np.float32], Image]:
    """The table's look follows slow light; what has lain beside the zones for long becomes part of it."""
    rate = float(np.clip((at - gate.at) / ADAPT, 0.0, 0.5))
    quiet = ((foreground | moving) == 0).astype(np.uint8)
    table = np.asarray(cv2.accumulateWeighted(small, gate.table.copy(), rate, mask=quiet), np.float32)
    older = gate.older
    for blob in blobs:
        rested = now - blob.moved_at
        if rested > PUT_DOWN and (rested > _patience(blob) or _is_ghost(blob, small, gate.table, gate.field)):
            taken = blob.mask if blob.is_arm else blob.mask & (gate.field.zones == 0)
            older = np.where(taken[..., None], _dimmed(table, np.ones(3, np.float32)), older)
            table[taken] = small[taken]
    return table, older


def _patience(blob: _Blob) -> float:
    on_zone = sum(blob.inside) > 3
    if blob.is_arm:
        return ABSORB_ON_ZONE if on_zone else ABSORB
    return ABSORB if on_zone else PUT_DOWN


def _is_ghost(blob: _Blob, small: Image, table: NDArray[np.float32], field: Field) -> bool:
    """True where something is gone that lay there when the table was learned: the edges around it are remembered, not seen."""
    contours, _ = cv2.findContours(blob.mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    border = cv2.drawContours(np.zeros(blob.mask.shape, np.uint8), contours, -1, 1, 3)
    inner = (border > 0) & (cv2.erode(field.table, np.ones((7, 7), np.uint8)) > 0)
    seen, known = _contrast(small)[inner].astype(int), _contrast(_dimmed(table, np.ones(3, np.float32)))[inner].astype(int)
    return bool(np.count_nonzero(known > seen + CRISP) > 2 * np.count_nonzero(seen > known + CRISP))


def _contrast(image: Image) -> Mask:
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.morphologyEx(gray, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)), np.uint8)
