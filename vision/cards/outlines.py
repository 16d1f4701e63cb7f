"""Places in a picture with the outline of a card: four straight sides, whatever is printed inside.

Several segmentations propose outlines, and each outline becomes a quad. Each quad is drawn to the edges of the picture and
weighed by the share of its four sides on an edge. Nothing here knows a deck: the reader decides about proposals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import least_channel
from vision.plane.quads import NEXT, Quad, is_convex, signed_area, signed_areas, true_shapes
from vision.steps import Steps, finish_steps
from vision.types import Image

Quads = NDArray[Any]
"""(n, 4, 2) float32: many quads."""
Plane = NDArray[Any]
"""(H, W) one channel of a picture."""


@dataclass(frozen=True, slots=True)
class CardOutlineLimits:
    """What counts as an outline of a card."""

    working_side_px: int = 1000  # long side of the searched picture; guess
    threshold_levels: int = 9  # brightness levels tried in each segmentation; guess
    masks_in_step: int = 9  # segmentations in one step, of about forty; guess
    hulls_in_step: int = 1000  # blobs looked at in one step, of some thousand; guess
    fits_in_step: int = 70  # outlines drawn to edges in one step, of at most some hundred; guess
    min_picture_share: float = 0.0006  # share of the picture a readable card takes; guess
    min_blob_px: int = 12  # across a blob that may be a card, or `min_side_share` if smaller; guess
    min_side_share: float = 0.03  # of the picture's long side; few of the thousands of blobs have longer sides; guess
    samples_per_side: int = 24  # places on each side where an edge is looked for; guess
    max_corner_cosine: float = 0.2  # off the right angle, for an unknown lens and tilt; guess


CARD_OUTLINES = CardOutlineLimits()

ASPECTS = (0.50, 0.95)
"""Width over height of anything called a card, measured: tarot 0.53, poker 0.71, children's cards 0.9."""
PAIRS = [(i, j) for i in range(0, CARD_OUTLINES.samples_per_side, 4) for j in range(i + 6, CARD_OUTLINES.samples_per_side, 5)]
"""Two samples of a side that may give its line."""


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A proposal."""

    quad: Quad  # clockwise, picture pixels
    support: NDArray[Any]  # (4,) share of each side (0 to 1) on an edge

    @property
    def score(self) -> float:
        """0 to 1: likeness to the outline of a flat rectangle. The weakest side counts double."""
        return float((self.support.sum() + self.support.min()) / 5)


@dataclass(frozen=True, slots=True, eq=False)
class Blobs:
    """What stands out from its surroundings, specks left out."""

    contours: list[NDArray[Any]]  # (n, 1, 2) each, pixels of the scaled picture
    size: tuple[int, int]  # height and width of the scaled picture
    scale: float  # scaled picture over whole picture
    by_colour: bool = False  # the blobs stand out by colour, however bright


def find_blobs(image: Image, longest: int = CARD_OUTLINES.working_side_px, by_colour: bool = False) -> Blobs:
    """The blobs of a picture, found once for outlines and loose sides. `longest`: long side in pixels larger pictures are
    brought to. `by_colour`: blobs that stand out by colour, such as a card as bright as its table."""
    return find_blobs_in_small(*_shrink_to(image, longest), by_colour)


def find_blobs_in_steps(image: Image, longest: int = CARD_OUTLINES.working_side_px, by_colour: bool = False) -> Steps[Blobs]:
    """As `find_blobs`, a few segmentations in each step."""
    return _find_blobs_in_small(*_shrink_to(image, longest), by_colour)


def find_blobs_in_small(small: Image, scale: float, by_colour: bool = False) -> Blobs:
    """The blobs of a picture already brought to `scale` of its size; `by_colour` as of `find_blobs`. Specks are left out."""
    return finish_steps(_find_blobs_in_small(small, scale, by_colour))


def _shrink_to(image: Image, longest: int) -> tuple[Image, float]:
    """(h, w, 3) the picture with a long side of at most `longest` pixels, and its scale, at most 1."""
    scale = min(1.0, longest / max(image.shape[:2]))
    if scale == 1:
        return image, scale
    return np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8), scale


def _find_blobs_in_small(small: Image, scale: float, by_colour: bool) -> Steps[Blobs]:
    """Outlines of everything that stands out, some masks in each step. `small`: the shrunk picture, `scale`: its scale.
    `by_colour`: by colour, else by brightness."""
    narrowest = min(CARD_OUTLINES.min_blob_px, CARD_OUTLINES.min_side_share * max(small.shape[:2]))
    found: list[NDArray[Any]] = []
    for number, mask in enumerate(_colour_masks(small) if by_colour else _brightness_masks(small), 1):
        found += _keep_wide_contours(cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0], narrowest)
        if number % CARD_OUTLINES.masks_in_step == 0:
            yield
    yield
    return Blobs(found, (small.shape[0], small.shape[1]), scale, by_colour)


def _keep_wide_contours(contours: Sequence[NDArray[Any]], narrowest: float) -> list[NDArray[Any]]:
    """Contours of four points or more with an upright box of `narrowest` pixels each way. Most are specks, dropped by their
    number of points alone. `contours`: as OpenCV finds, (n, 1, 2) each."""
    counts = np.fromiter(map(len, contours), np.intp, len(contours))
    pointed = np.flatnonzero(counts >= 4)
    if not len(pointed):
        return []
    starts = np.cumsum(counts[pointed]) - counts[pointed]
    ways = np.ascontiguousarray(np.concatenate([contours[i] for i in pointed.tolist()])[:, 0].T)
    wide, high = (np.maximum.reduceat(way, starts) - np.minimum.reduceat(way, starts) for way in ways)
    return [contours[i] for i in pointed[np.minimum(wide, high) + 1 >= narrowest].tolist()]


def find_outlines(image: Image, aspects: tuple[float, float] = ASPECTS, blobs: Blobs | None = None) -> list[Outline]:
    """Every outline that may be a card, likeliest first, near duplicates merged. `aspects`: width over height, from and to.
    `blobs`: of this picture, if known."""
    return find_outlines_of_shapes(image, [aspects], blobs)[0]


def find_outlines_of_shapes(
    image: Image, shapes: Sequence[tuple[float, float]], blobs: Blobs | None = None
) -> list[list[Outline]]:
    """One list of outlines for each of several `shapes` (see `aspects` of `find_outlines`), likeliest first; each blob is
    looked at once.

    `blobs`: of this picture, if known.
    """
    return finish_steps(find_outlines_in_steps(image, shapes, blobs or find_blobs(image)))


def find_outlines_in_steps(image: Image, shapes: Sequence[tuple[float, float]], blobs: Blobs) -> Steps[list[list[Outline]]]:
    """One list of outlines for each of `shapes`, the lowest and highest width to height, best first; found step by step.
    `blobs`: of this picture."""
    levels = image if blobs.by_colour else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    smooth = cv2.GaussianBlur(levels, (0, 0), max(0.8, 0.7 / blobs.scale))
    size = image.shape[:2]
    yield
    hulls = yield from _find_hulls(blobs)
    rough = _drop_duplicate_quads(_enclose_filled(hulls) / np.float32(blobs.scale))
    wide = np.logical_or.reduce([_are_card_shaped(rough, size, (low * 0.85, high / 0.85)) for low, high in shapes])
    yield
    fits = list[Outline]()
    for start in range(0, int(wide.sum()), CARD_OUTLINES.fits_in_step):
        fits += fit_quads_to_edges(smooth, rough[wide][start : start + CARD_OUTLINES.fits_in_step])
        yield
    quads = np.array([fit.quad for fit in fits], np.float32).reshape(-1, 4, 2)
    shaped = [[fits[i] for i in np.flatnonzero(_are_card_shaped(quads, size, shape))] for shape in shapes]
    merged = [_merge_outlines(sorted(each, key=lambda fit: fit.score, reverse=True)) for each in shaped]
    # size counts beside the score: straight print on a card is smaller than the card
    return [sorted(each, key=lambda fit: float(fit.score * abs(signed_area(fit.quad)) ** 0.2), reverse=True) for each in merged]


def _are_card_shaped(quads: Quads, picture: tuple[int, ...], aspects: tuple[float, float]) -> NDArray[np.bool_]:
    """(n,) True for rectangles of about a card's shape, seen from anywhere. `picture`: height and width. `aspects`: width
    over height, from and to."""
    aspect, skew = true_shapes(quads, (picture[0], picture[1]))
    narrow = np.minimum(aspect, 1 / aspect)
    return np.asarray((aspects[0] <= narrow) & (narrow <= aspects[1]) & (np.abs(skew) < CARD_OUTLINES.max_corner_cosine))


# --- proposals


def _outline_planes(image: Image) -> Iterator[Plane]:
    """Four (h, w) uint8 planes in which a card may stand out from its table. Grey levels, darkest colour, grey levels against
    wide surroundings, difference from the picture's border."""
    gray = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    yield gray
    yield least_channel(image)
    wide = cv2.blur(gray, (max(image.shape) // 4, max(image.shape) // 4))
    yield cv2.divide(gray, wide, scale=128)
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2Lab)
    border = np.concatenate(
        [lab[:8].reshape(-1, 3), lab[-8:].reshape(-1, 3), lab[:, :8].reshape(-1, 3), lab[:, -8:].reshape(-1, 3)]
    )
    lightness, green, blue = cv2.split(cv2.absdiff(lab, np.median(border, axis=0)))
    yield np.asarray(cv2.add(cv2.add(lightness, green), blue), np.uint8)


def _brightness_masks(image: Image) -> Iterator[Plane]:
    """(h, w) uint8 masks of 0 and 255 by brightness and edges; in one of the masks, hopefully, the card is a blob of its own."""
    for plane in _outline_planes(np.asarray(cv2.GaussianBlur(image, (0, 0), 1.0), np.uint8)):
        low, high = np.percentile(plane[::4, ::4], [2, 99.5])
        for level in np.linspace(low, high, CARD_OUTLINES.threshold_levels + 2)[1:-1]:
            yield cv2.threshold(plane, float(level), 255, cv2.THRESH_BINARY)[1]
    gray = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 1.2)
    for block in (31, 101):
        yield cv2.adaptiveThreshold(gray, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, -3)
    for strong in (30, 70, 140):
        edges = cv2.Canny(gray, strong / 2.5, strong)
        yield cv2.dilate(edges, np.ones((3, 3), np.uint8))


def _colour_masks(image: Image) -> Iterator[Plane]:
    """(h, w) uint8 masks of 0 and 255 by colour and by edges of any colour: a green card on brown wood is neither brighter nor
    darker."""
    planes = cv2.split(cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), 1.2), cv2.COLOR_BGR2Lab))
    for plane in planes[1:]:
        low, high = np.percentile(plane[::4, ::4], [0.5, 99.5])
        for level in np.linspace(low, high, CARD_OUTLINES.threshold_levels + 2)[1:-1]:
            yield cv2.threshold(plane, float(level), 255, cv2.THRESH_BINARY)[1]
    for strong in (15, 30, 60):
        edges = np.bitwise_or.reduce([cv2.Canny(plane, strong / 2.5, strong) for plane in planes])
        yield np.asarray(cv2.dilate(edges, np.ones((3, 3), np.uint8)))


def _find_hulls(blobs: Blobs) -> Steps[list[tuple[Plane, float]]]:
    """Convex outlines, (n, 1, 2) each in pixels of the scaled picture, and their areas, of blobs as large as a card may be."""
    smallest, largest = (part * blobs.size[0] * blobs.size[1] for part in (CARD_OUTLINES.min_picture_share, 0.98))
    hulls: dict[tuple[int, ...], tuple[Plane, float]] = {}
    for number, contour in enumerate(blobs.contours, 1):
        if number % CARD_OUTLINES.hulls_in_step == 0:
            yield
        x, y, width, height = cv2.boundingRect(contour)
        if width * height < smallest or min(width, height) < CARD_OUTLINES.min_blob_px:
            continue
        hull = cv2.convexHull(contour)
        area = cv2.contourArea(hull)
        if smallest < area < largest:
            hulls.setdefault((x // 3, y // 3, width // 3, height // 3, int(40 * area / (width * height))), (hull, area))
    return list(hulls.values())


def _enclose_filled(hulls: Sequence[tuple[Plane, float]]) -> Quads:
    """(n, 4, 2) hulls that fill four straight sides, extended to their corners, clockwise. `hulls`: each with its filled area,
    in square pixels."""
    quads, of = enclose_hulls([hull for hull, _ in hulls])
    filled = np.array([area for _, area in hulls])[of] / np.abs(signed_areas(quads))
    sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    quads = quads[(filled > 0.88) & (sides.min(axis=1, initial=np.inf) > 10)]
    return np.asarray(np.where(signed_areas(quads)[:, None, None] > 0, quads, quads[:, [0, 3, 2, 1]]))


def find_blob_sides(blobs: Blobs) -> NDArray[Any]:
    """(n, 2, 2) straight sides of blobs of any outline: two ends, in pixels of the whole picture."""
    shortest = CARD_OUTLINES.min_side_share * max(blobs.size)
    rounded = [
        cv2.approxPolyDP(contour, max(2.0, 0.006 * cv2.arcLength(contour, True)), True).reshape(-1, 2)
        for contour in _keep_wide_contours(blobs.contours, shortest)
    ]
    if not rounded:
        return np.zeros((0, 2, 2), np.float32)
    points = np.concatenate(rounded)
    ends = np.cumsum([len(one) for one in rounded])
    following = np.roll(points, -1, axis=0)
    following[ends - 1] = points[np.concatenate([[0], ends[:-1]])]
    sides = np.stack([points, following], axis=1)
    sides = sides[((sides[:, 1] - sides[:, 0]) ** 2).sum(axis=1) > shortest**2]
    return _first_of_each_key(sides, sides.reshape(-1, 4) // 4).astype(np.float32) / np.float32(blobs.scale)


def enclose_hulls(hulls: Sequence[Plane]) -> tuple[Quads, NDArray[np.intp]]:
    """(m, 4, 2) the four long sides of each convex outline, extended until meeting, and (m,) the outline of each quad. Outlines
    without four such sides are left out.

    Side after side is taken away, always the one with neighbours meeting closest: rounded corners go first. `hulls`: (n, 1,
    2) points of each convex outline.
    """
    by_count: dict[int, list[tuple[int, Plane]]] = {}
    most = 24  # corners of a convex outline: more are round; guess
    for i, hull in enumerate(hulls):
        points = cv2.approxPolyDP(hull, 0.006 * cv2.arcLength(hull, True), True).reshape(-1, 2)
        if 4 <= len(points) <= most:
            by_count.setdefault(len(points), []).append((i, points))
    polygons, of = np.zeros((0, most, 2)), np.zeros(0, np.intp)
    for count in range(most, 3, -1):
        if new := by_count.get(count):
            polygons = np.concatenate([polygons, np.array([points for _, points in new], np.float64)])
            of = np.concatenate([of, np.array([i for i, _ in new], np.intp)])
        if count > 4:
            polygons, closed = _drop_cheapest_side(polygons)
            of = of[closed]
    quads = polygons.astype(np.float32)
    sides = quads[:, NEXT] - quads
    turn = sides[..., 0] * sides[:, NEXT, 1] - sides[..., 1] * sides[:, NEXT, 0]
    convex = (turn.min(axis=1, initial=np.inf) > 1e-3) | (turn.max(axis=1, initial=-np.inf) < -1e-3)
    order = np.argsort(of[convex])
    return quads[convex][order], of[convex][order]


def _drop_cheapest_side(polygons: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """(m, count - 1, 2) polygons, each without the side costing least area, and (n,) True where a side could go. `polygons`:
    (n, count, 2)."""
    corners = np.arange(polygons.shape[1])  # indices, for `np.roll` costs more than all the rest
    after = polygons[:, np.append(corners[1:], 0)]
    before, side = polygons - polygons[:, corners - 1], after - polygons
    beyond = after - polygons[:, (corners + 2) % len(corners)]
    det, over = _cross_product(before, beyond), _cross_product(side, before)
    with np.errstate(divide="ignore", invalid="ignore"):
        reach, back = _cross_product(side, beyond) / det, over / det
        meets = (np.abs(det) > 1e-9) & (reach >= 0) & (back >= 0)
        added = np.where(meets, np.abs(over) * reach / 2, np.inf)
    closed = np.asarray(np.isfinite(added).any(axis=1))
    polygons, reach, before, added = polygons[closed], reach[closed], before[closed], added[closed]
    row, least = np.arange(len(polygons)), added.argmin(axis=1)
    grown = polygons.copy()
    grown[row, least] += reach[row, least, None] * before[row, least]
    left = np.ones(polygons.shape[:2], bool)
    left[row, (least + 1) % polygons.shape[1]] = False
    return grown[left].reshape(len(polygons), polygons.shape[1] - 1, 2), closed


def _cross_product(a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0])


def _drop_duplicate_quads(quads: Quads) -> Quads:
    """(m, 4, 2) one of each bunch of quads with all corners within a few pixels. The corners of each come back begun anew,
    with the corner nearest to the top left."""
    start = quads.sum(axis=2).argmin(axis=1) if len(quads) else np.zeros(0, np.intp)
    quads = np.take_along_axis(quads, ((start[:, None] + np.arange(4)) % 4)[..., None], axis=1)
    sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    step = np.maximum(3.0, 0.02 * sides.min(axis=1, initial=np.inf))
    return _first_of_each_key(quads, np.round(quads.reshape(-1, 8) / step[:, None]).astype(np.int64))


def _first_of_each_key(rows: NDArray[Any], keys: NDArray[Any]) -> NDArray[Any]:
    """The first of the rows for each of (n, k) `keys`, in order."""
    _, first = np.unique(keys, axis=0, return_index=True)
    return np.asarray(rows[np.sort(first)])


# --- drawing proposals to the edges


def fit_quads_to_edges(gray: Plane, quads: Quads, reach: float = 0.04) -> list[Outline]:
    """Each quad moved to the nearest straight edges of the picture; quads that fall apart are left out.

    `gray`: (H, W) uint8, or (H, W, 3) where edges of any colour count. `quads`: (n, 4, 2) clockwise. `reach`: distance searched
    from each side, in short sides of the quad.
    """
    wide = _move_to_edges(gray, np.asarray(quads, np.float32).reshape(-1, 4, 2), reach)
    near = _move_to_edges(gray, wide[0], reach / 2)
    return [Outline(quad, support) for quad, support in zip(*near, strict=True)]


def _move_to_edges(gray: Plane, quads: Quads, reach: float) -> tuple[Quads, NDArray[Any]]:
    """(m, 4, 2) quads moved onto edges of `gray`, and (m, 4) the support of each side, 0 to 1; m at most n. Quads that fall
    apart are left out.

    `reach`: how far an edge is searched, in parts of the shortest side; 3 pixels at least.
    """
    if not len(quads):
        return quads, np.zeros((0, 4), np.float32)
    ends = np.roll(quads, -1, axis=1)
    lengths = np.linalg.norm(ends - quads, axis=2)
    radius = np.maximum(3.0, reach * lengths.min(axis=1))
    direction = (ends - quads) / np.maximum(lengths, 1e-6)[..., None]
    normal = np.stack([direction[..., 1], -direction[..., 0]], axis=-1)  # outward: a quad runs clockwise as seen
    along = np.linspace(0.08, 0.92, CARD_OUTLINES.samples_per_side, dtype=np.float32)[:, None]
    places = quads[:, :, None] + along * (ends - quads)[:, :, None]
    where, strength = find_edges_near(gray, places, normal, radius)
    points = places + where[..., None] * normal[:, :, None]
    tolerance = np.maximum(1.2, 0.005 * lengths.min(axis=1))
    line, support = _fit_robust_lines(points, strength > 0, direction, tolerance[:, None, None])
    corners = _intersect_sides(line)
    good = np.isfinite(corners).all(axis=(1, 2))
    good &= np.abs(np.where(np.isfinite(corners), corners, 0) - quads).max(axis=(1, 2)) < 4 * radius + 4
    good &= [is_convex(quad) if fine else False for quad, fine in zip(corners, good, strict=True)]
    return corners[good].astype(np.float32), support[good].astype(np.float32)


def find_places_on_edges(gray: Plane, quads: Quads, reach: float = 0.02) -> tuple[NDArray[Any], NDArray[Any]]:
    """(n, 4, samples, 2) places on the sides of (n, 4, 2) clockwise quads, and (n, 4, samples) True on a straight edge.

    An edge counts within `reach` short sides of its place, where its neighbours on the side agree. `gray`: (H, W) uint8.
    """
    ends = np.roll(quads, -1, axis=1)
    lengths = np.linalg.norm(ends - quads, axis=2)
    radius = np.maximum(3.0, reach * lengths.min(axis=1))
    direction = (ends - quads) / np.maximum(lengths, 1e-6)[..., None]
    normal = np.stack([direction[..., 1], -direction[..., 0]], axis=-1)
    along = np.linspace(0.06, 0.94, CARD_OUTLINES.samples_per_side, dtype=np.float32)[:, None]
    places = quads[:, :, None] + along * (ends - quads)[:, :, None]
    where, strength = find_edges_near(gray, places, normal, radius)
    tolerance = np.maximum(1.0, 0.3 * radius)[:, None, None]
    close = (np.abs(np.diff(where, axis=2)) < tolerance) & (strength[..., 1:] > 0) & (strength[..., :-1] > 0)
    agreed = np.zeros(strength.shape, bool)
    agreed[..., 1:-1] = close[..., 1:] & close[..., :-1]
    return places, agreed


def _fit_robust_lines(
    points: NDArray[Any], valid: NDArray[Any], direction: NDArray[Any], tolerance: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """(n, 4, 4) the line through most samples of each side as x, y, dx, dy, and (n, 4) the share of samples on the line.
    With fewer than five samples on a line: share 0, and the given direction. `points`: (n, 4, samples, 2). `valid`: (n, 4,
    samples), samples on an edge. `direction`: (n, 4, 2). `tolerance`: (n, 1, 1) pixels."""
    x, y = np.ascontiguousarray(np.moveaxis(points, 3, 0))
    best, best_on = np.zeros(points.shape[:3], bool), np.full(points.shape[:2], -1)
    for i, j in PAIRS:
        run_x, run_y = x[..., j] - x[..., i], y[..., j] - y[..., i]
        length = np.maximum(np.sqrt(run_x**2 + run_y**2), 1e-6)
        away = (x - x[..., i : i + 1]) * (run_y / length)[..., None] - (y - y[..., i : i + 1]) * (run_x / length)[..., None]
        on = (np.abs(away) < tolerance) & valid
        count = np.where(valid[:, :, i] & valid[:, :, j], on.sum(axis=2), -1)
        better = count > best_on
        best[better], best_on[better] = on[better], count[better]
    found = best_on >= 5
    weight = np.where(found[..., None], best, True)[..., None].astype(np.float32)
    centre = (points * weight).sum(axis=2) / weight.sum(axis=2)
    spread = (points - centre[:, :, None]) * weight
    xx, yy, xy = (spread[..., 0] ** 2).sum(2), (spread[..., 1] ** 2).sum(2), (spread[..., 0] * spread[..., 1]).sum(2)
    angle = 0.5 * np.arctan2(2 * xy, xx - yy)
    fitted = np.where(found[..., None], np.stack([np.cos(angle), np.sin(angle)], axis=-1), direction)
    return np.concatenate([centre, fitted], axis=2), np.where(found, best_on, 0) / points.shape[2]


def _intersect_sides(lines: NDArray[Any]) -> Quads:
    """(n, 4, 2) corners where each line of a quad meets the line before; not finite where both are parallel."""
    before = np.roll(lines, 1, axis=1)
    det = before[..., 2] * lines[..., 3] - before[..., 3] * lines[..., 2]
    gap = lines[..., :2] - before[..., :2]
    reach = (gap[..., 0] * lines[..., 3] - gap[..., 1] * lines[..., 2]) / np.where(np.abs(det) < 1e-3, np.nan, det)
    return np.asarray(before[..., :2] + reach[..., None] * before[..., 2:])


def _merge_outlines(fits: list[Outline]) -> list[Outline]:
    """The outlines, strongest first, without those a few pixels from a stronger one. `fits`: strongest first."""
    if not fits:
        return []
    quads = np.stack([fit.quad for fit in fits])
    reach = 0.04 * np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2).min(axis=1)
    kept: list[int] = []
    for i, quad in enumerate(quads):
        turns = quad[[[0, 1, 2, 3], [3, 0, 1, 2], [2, 3, 0, 1], [1, 2, 3, 0]]]  # the corners, begun with each
        apart = (
            np.abs(quads[kept][:, None] - turns).max(axis=(2, 3)).min(axis=1, initial=np.inf) if kept else np.array([np.inf])
        )
        if apart.min() > reach[i]:
            kept.append(i)
    return [fits[i] for i in kept]


# --- levels across the sides of cards --------------------------------------------------------------------------------


PROFILE = 15
"""Levels sampled across a side at each place; guess."""


def find_edges_near(
    picture: NDArray[Any], places: NDArray[Any], normal: NDArray[Any], radius: NDArray[Any]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """(n, 4, samples) offset in pixels of the edge at each place, outward positive, and the edge's strength, 0 for none.

    `picture`: (H, W) grey, or (H, W, 3); of colours the fastest changing counts. `places`: (n, 4, samples, 2). `normal`: (n, 4,
    2) outward. `radius`: (n,) pixels searched each way. A side as a whole is brighter either inside or outside: an edge running
    the other way is print.
    """
    offsets = np.linspace(-1, 1, PROFILE, dtype=np.float32)
    across = (offsets[:, None] * radius)[..., None] * np.moveaxis(normal, 2, 0)[:, None]  # (2, PROFILE, n, 4)
    at = np.asarray(np.moveaxis(places, 3, 0)[:, None] + across[..., None], np.float32).reshape(2, PROFILE, -1)
    slope, *others = (
        _slopes_across(plane, at, places.shape) for plane in (cv2.split(picture) if picture.ndim == 3 else [picture])
    )
    for other in others:
        np.maximum(slope, other, out=slope)
    middle = (offsets[:-1] + offsets[1:]) / 2
    best = _index_of_largest(slope * np.exp(-0.5 * (middle / 0.7) ** 2)[:, None])
    peak = np.take_along_axis(slope, best[None], axis=0)[0].reshape(places.shape[:3]).astype(np.float32)
    faint = np.maximum(1.5, 0.125 * _twice_median(peak))  # grey levels between two places; less is noise; guess
    where = middle[best].reshape(places.shape[:3]) * radius[:, None, None]
    return where, np.where(peak > faint[:, :, None], peak, 0)


def _slopes_across(plane: NDArray[Any], at: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """(PROFILE - 1, p) int16 changes of level of `plane` at (2, PROFILE, p) places, in the direction that most places of a
    side have; 0 for the other direction. `shape`: (n, 4, samples, ...), with p places in all."""
    slope = np.diff(_sample_plane(plane, *at).astype(np.int16), axis=0)
    rises, falls = (_twice_median(np.maximum(most, 0).reshape(shape[:3])) for most in (slope.max(axis=0), -slope.min(axis=0)))
    slope *= np.where(falls >= rises, np.int16(-1), np.int16(1)).repeat(shape[2])
    return np.asarray(np.maximum(slope, 0, out=slope))


def _twice_median(values: NDArray[Any]) -> NDArray[Any]:
    """(n, 4) twice the median of each of (n, 4, samples) rows of an even length."""
    half = values.shape[2] // 2
    return np.asarray(np.partition(values, (half - 1, half), axis=2)[..., half - 1 : half + 1].sum(axis=2))


def _index_of_largest(planes: NDArray[Any]) -> NDArray[np.intp]:
    """(p,) index of the plane with the largest value among (k, p) planes, the first of several. A loop: `argmax` would copy the
    planes first."""
    most, best = planes[0].copy(), np.zeros(planes.shape[1], np.intp)
    for number, plane in enumerate(planes[1:], 1):
        best[plane > most] = number
        np.maximum(most, plane, out=most)
    return best


def _sample_plane(gray: NDArray[Any], x: NDArray[Any], y: NDArray[Any]) -> NDArray[Any]:
    """(k, p) levels of `gray` at (k, p) places `x`, `y`, in pixels, interpolated; beyond the picture those of its edge."""
    row = 30000  # `cv2.remap` takes no more places in one row
    parts = [slice(start, start + row) for start in range(0, x.shape[1], row)]
    looked_up = [cv2.remap(gray, x[:, part], y[:, part], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) for part in parts]
    return np.concatenate(looked_up, axis=1)
