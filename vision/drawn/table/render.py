"""A table as seen by a camera. `TableScene` says what lies where; `render_scene` draws a single picture.

`SceneRenderer` turns scenes into pictures and keeps what did not change, so that a frame costs little. No photograph is used.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawn.art.boards import BoardLook, draw_board, draw_chip, get_chip_transmission, is_chip
from vision.drawn.art.cards import draw_card_shapes, get_corner_radius_mm
from vision.drawn.art.drawing import Drawing, rasterise_drawing, trace_rounded_rect
from vision.drawn.art.mats import draw_mat
from vision.drawn.art.styles import Style
from vision.drawn.art.surfaces import draw_surface
from vision.drawn.art.things import THINGS, choose_side_colour, draw_thing
from vision.drawn.table.carried import CarriedHand, project_hand
from vision.drawn.table.hands import draw_hand_layers
from vision.drawn.table.layers import blend_layer, blend_shadow, cast_shadow, join_layers, paint_over
from vision.drawn.table.optics import (
    IN_PLACE,
    Lens,
    Matrix,
    Noise,
    Pose,
    Projection,
    Size,
    apply_homography,
    distort_picture,
    distort_points,
    swing_picture,
)
from vision.drawn.table.scene import (
    Gloss,
    Light,
    Lying,
    Reach,
    TableScene,
    Thing,
    measure_thing_mm,
)
from vision.place.layout import Layout
from vision.types import Image


def render_scene(scene: TableScene, size: Size = (1280, 720), number: int = 0) -> Image:
    """A picture of a scene, (height, width, 3) uint8 BGR. `number`: of the frame, for noise and sway."""
    return SceneRenderer(size).render_picture(scene, number)


def locate_card_corners(scene: TableScene, card: Lying, size: Size = (1280, 720)) -> NDArray[np.float64]:
    """Where a card's corners are seen: (4, 2) picture pixels, clockwise from the card's own top left."""
    projection = Projection(scene.pose, scene.layout.size_mm, size)
    width, height = measure_thing_mm(card.face, scene.layout)
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=float)
    return distort_points(
        apply_homography(projection.compute_homography(card.z_mm) @ _lay_on_mat(card, (width, height)), corners),
        scene.lens,
        size,
    )


# --- cards as textures -----------------------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def _draw_texture(face: str, style: Style, size_mm: tuple[float, float], px_per_mm: float) -> Image:
    """A card as (h, w, 4) uint8: colours weighed by the cover, and the cover, which rounds the corners. `size_mm`: width and
    height. `px_per_mm`: pixels a millimetre."""
    picture = rasterise_drawing(_choose_drawing(face, style, size_mm), px_per_mm)
    radius = size_mm[0] / 2 if is_chip(face) else get_corner_radius_mm(size_mm)
    mask = _draw_rounded_cover(size_mm, radius, picture.shape[:2])
    return np.dstack([cv2.multiply(picture, cv2.merge([mask] * 3), scale=1 / 255), mask])


def _choose_drawing(face: str, style: Style, size_mm: tuple[float, float]) -> Drawing:
    """The drawing of a chip, a control card (a payload as face) or any other card. `size_mm`: width and height; a chip takes
    the width."""
    if is_chip(face):
        return draw_chip(face, size_mm[0])
    if face.startswith("TC1:"):
        from vision.drawn.art.control_cards import draw_control_card  # segno is needed for nothing else here

        return draw_control_card(face, size_mm=size_mm)
    return draw_card_shapes(face, style, size_mm)


@lru_cache(maxsize=16)
def _draw_rounded_cover(size_mm: tuple[float, float], radius: float, shape: tuple[int, int]) -> NDArray[np.uint8]:
    """(h, w) uint8: 255 inside a card, 0 in the corners beyond the round. `size_mm`: width and height of the card. `radius`:
    of the corners, in millimetres. `shape`: h and w."""
    fine = np.zeros((shape[0] * 4, shape[1] * 4), np.uint8)
    ring = trace_rounded_rect(0, 0, *size_mm, radius) * (fine.shape[1] / size_mm[0], fine.shape[0] / size_mm[1])
    cv2.fillPoly(fine, [np.rint(ring).astype(np.int32)], 255)
    return np.asarray(cv2.resize(fine, shape[::-1], interpolation=cv2.INTER_AREA), np.uint8)


def _lay_on_mat(card: Lying, size_mm: tuple[float, float]) -> Matrix:
    """(3, 3) a card's own millimetres to mat millimetres. `size_mm`: width and height of the card."""
    cos, sin = math.cos(math.radians(card.turn)), math.sin(math.radians(card.turn))
    turn = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
    turn[:2, 2] = np.array(card.at_mm) - turn[:2, :2] @ np.array(size_mm) / 2
    return turn


# --- scenes into pictures -------------------------------------------------------------------------------------------------------

Box = tuple[int, int, int, int]
"""left, top, right, bottom in picture pixels; right and bottom outside."""


@dataclass(slots=True)
class _Layers:
    """What lies still, as pictures."""

    bare: Image  # table and mat
    flat: Image  # with the cards, sharp and evenly lit
    lit: Image  # as the lens shows the table
    lamp: Image  # as of `_compute_lamp_light`
    piles: dict[str, tuple[Lying, ...]] = field(default_factory=dict)


class SceneRenderer:
    """Draws scene after scene of a table, each from the scene before. Not thread-safe: every thread needs a renderer."""

    def __init__(self, size: Size = (1280, 720)) -> None:
        self._size = size
        self._setting: TableScene | None = None
        self._layers: _Layers
        self._projection: Projection
        self._noise: Noise
        self._carried: dict[object, CarriedHand] = {}

    def render_picture(self, scene: TableScene, number: int = 0) -> Image:
        """The scene as seen by the camera, (height, width, 3) uint8 BGR. `number`: of the frame, for noise and sway."""
        self._prepare_layers(scene)
        for zone, cards in scene.piles:
            self._update_pile(scene, zone, cards)
        seen = self._layers.lit
        for reach in scene.reaches:
            seen = self._add_hand(seen, scene, reach)
        seen = distort_picture(_veil_picture(_brighten_picture(seen, scene.light.gain), scene.light.haze), scene.lens)
        return self._noise.add_noise(swing_picture(seen, scene.lens.sway, number, scene.seed), number)

    def _prepare_layers(self, scene: TableScene) -> None:
        """Draw table, mat, board and lamp anew if any of these changed."""
        setting = replace(scene, piles=(), reaches=(), light=replace(scene.light, gain=1.0, haze=0.0))
        if setting == self._setting:
            return
        if self._setting is None or (self._setting.lens, self._setting.seed) != (setting.lens, setting.seed):
            self._noise = Noise(self._size, scene.lens.noise, scene.seed)
        self._projection = Projection(scene.pose, scene.layout.size_mm, self._size)
        bare = self._draw_bare(scene)
        lamp = _compute_lamp_light(scene.light, scene.lens, self._size)
        self._layers = _Layers(bare, bare.copy(), bare.copy(), lamp)
        for card in scene.beside:
            self._stamp_card(scene, card)
        self._layers.bare = self._layers.flat.copy()
        self._develop_area(scene, (0, 0, *self._size))
        self._setting, self._carried = setting, {}

    def _draw_bare(self, scene: TableScene) -> Image:
        """(h, w, 3) the table top with mat and board, without cards, lamp and lens."""
        at_rest = replace(scene.pose, shift_mm=IN_PLACE, twist=0.0)
        pose = at_rest if scene.mat else scene.pose
        picture = _tint_picture(_draw_table_top(scene.table, scene.seed, pose, scene.layout.size_mm, self._size), scene.tint)
        if not scene.mat:
            for thing in scene.things:
                picture = self._add_thing(scene, picture, thing)
            return self._add_board(scene, picture.copy()) if scene.board else picture.copy()
        mat = _draw_mat_texture(scene.layout, scene.title, scene.names)
        to_picture = self._projection.compute_homography() @ _scale_to_mm(mat, scene.layout.size_mm)
        seen = np.asarray(cv2.warpPerspective(mat, to_picture, self._size, flags=cv2.INTER_LINEAR), np.uint8)
        picture = paint_over(cast_shadow(picture, seen[..., 3], (2.0, 2.5), 2.5, 0.35), seen)
        return self._add_board(scene, picture) if scene.board else picture

    def _add_board(self, scene: TableScene, picture: Image) -> Image:
        """(h, w, 3) the picture with the scene's board and the board's shadow; unchanged without a board or a zone for one."""
        zone, board = next(iter(scene.layout.of_kind("board")), None), scene.board
        if zone is None or board is None:
            return picture
        x, y, width, height = zone.rect_mm
        texture = _draw_board_texture(board.cells, (width, height), scene.style, board.look)
        middle = (x + width / 2 + board.shift_mm[0], y + height / 2 + board.shift_mm[1])
        place = _lay_on_mat(Lying("board", middle, board.turn), (width, height)) @ _scale_to_mm(texture, (width, height))
        seen = cv2.warpPerspective(
            texture, self._projection.compute_homography(2.0) @ place, self._size, flags=cv2.INTER_LINEAR
        )
        away = _compute_shadow_direction(scene.light)
        return paint_over(
            cast_shadow(picture, np.ascontiguousarray(seen[..., 3]), (away[0] * 3, away[1] * 3), 2.0, 0.4),
            np.asarray(seen, np.uint8),
        )

    def _add_thing(self, scene: TableScene, picture: Image, thing: Thing) -> Image:
        """(h, w, 3) the picture with a thing: the sides from the table up, the top, and the shadow."""
        kind, size = THINGS[thing.kind], THINGS[thing.kind].size_mm
        place = _lay_on_mat(Lying(thing.kind, thing.at_mm, thing.turn), size)
        ring = trace_rounded_rect(0, 0, *size, kind.radius_mm)
        levels = [apply_homography(self._projection.compute_homography(z) @ place, ring) for z in (0.0, kind.tall_mm)]
        hull = cv2.convexHull(np.concatenate(levels).astype(np.float32))
        body = np.zeros((*picture.shape[:2], 4), np.uint8)
        colour = (*choose_side_colour(thing.kind, thing.seed)[::-1], 255)
        cv2.fillConvexPoly(body, np.rint(hull).astype(np.int32), colour, cv2.LINE_AA)
        texture = _draw_thing_texture(thing.kind, thing.seed)
        to_picture = self._projection.compute_homography(kind.tall_mm) @ place @ _scale_to_mm(texture, size)
        top = np.asarray(cv2.warpPerspective(texture, to_picture, self._size, flags=cv2.INTER_LINEAR), np.uint8)
        away, far = _compute_shadow_direction(scene.light), 2.0 + 0.15 * kind.tall_mm
        seen = join_layers(body, top)
        return paint_over(cast_shadow(picture, seen[..., 3], (away[0] * far, away[1] * far), 2.0 + far / 4, 0.4), seen)

    def _update_pile(self, scene: TableScene, zone: str, cards: tuple[Lying, ...]) -> None:
        """Bring one pile of the layers up to date: lay what is new on top, or draw the pile anew. `cards`: now in the pile,
        lowest first."""
        shown = self._layers.piles.get(zone, ())
        if shown == cards:
            return
        if cards[: len(shown)] == shown:
            for card in cards[len(shown) :]:
                self._develop_area(scene, self._stamp_card(scene, card))
        else:
            self._redraw_pile(scene, zone, cards)
        self._layers.piles[zone] = cards

    def _redraw_pile(self, scene: TableScene, zone: str, cards: tuple[Lying, ...]) -> None:
        """Draw anew what the pile's old and new cards touch, and nothing else: shadows painted twice grow black."""
        changed = (*self._layers.piles.get(zone, ()), *cards)
        area = left, top, right, bottom = _join_boxes([self._find_card_area(scene, card)[1] for card in changed], self._size)
        shown, here = self._layers.flat, np.s_[top:bottom, left:right]
        self._layers.flat = shown.copy()
        self._layers.flat[here] = self._layers.bare[here]
        for other, pile in {**self._layers.piles, zone: cards}.items():
            for card in pile:
                if other == zone or _has_overlap(self._find_card_area(scene, card)[1], area):
                    self._stamp_card(scene, card)
        shown[here] = self._layers.flat[here]
        self._layers.flat = shown
        self._develop_area(scene, area)

    def _find_card_area(self, scene: TableScene, card: Lying) -> tuple[Matrix, Box]:
        """(3, 3) homography from the card's millimetres to picture pixels, and the box around the card and its shadow, in
        pixels."""
        width, height = measure_thing_mm(card.face, scene.layout)
        matrix = self._projection.compute_homography(card.z_mm) @ _lay_on_mat(card, (width, height))
        seen = apply_homography(matrix, np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=float))
        low, high = np.floor(seen.min(axis=0)).astype(int) - 8, np.ceil(seen.max(axis=0)).astype(int) + 8
        return matrix, _join_boxes([(int(low[0]), int(low[1]), int(high[0]), int(high[1]))], self._size)

    def _stamp_card(self, scene: TableScene, card: Lying) -> Box:
        """Paint a card and its shadow on the sharp layer, and give back the area changed, yet to be developed."""
        matrix, box = self._find_card_area(scene, card)
        if _is_empty(box):
            return box
        left, top, right, bottom = box
        seen = _add_gloss(self._draw_seen_card(scene, card, matrix, box), scene.light.gloss, card, (left, top), self._size)
        away = _compute_shadow_direction(scene.light)
        below = self._layers.flat[top:bottom, left:right]
        shade = cast_shadow(below, seen[..., 3], (away[0] * 1.6, away[1] * 1.6), 1.3, 0.45)
        through = get_chip_transmission(card.face) if is_chip(card.face) else None
        self._layers.flat[top:bottom, left:right] = paint_over(shade, seen, through)
        return box

    def _draw_seen_card(self, scene: TableScene, card: Lying, matrix: Matrix, box: Box) -> Image:
        """The card as a layer of the size of `box`, (h, w, 4) uint8. `matrix`: from the card's millimetres to picture
        pixels."""
        px_per_mm = self._count_px_per_mm(scene) * 1.25
        size_mm = measure_thing_mm(card.face, scene.layout)
        texture = _draw_texture(card.face, scene.style, size_mm, px_per_mm)
        moved = np.array([[1, 0, -box[0]], [0, 1, -box[1]], [0, 0, 1.0]])
        size = (box[2] - box[0], box[3] - box[1])
        return np.asarray(
            cv2.warpPerspective(texture, moved @ matrix @ _scale_to_mm(texture, size_mm), size, flags=cv2.INTER_LINEAR),
            np.uint8,
        )

    def _count_px_per_mm(self, scene: TableScene) -> float:
        """Picture pixels a millimetre in the middle of the mat, to the right, rounded to hundredths."""
        middle = np.array(scene.layout.size_mm) / 2
        a, b = self._projection.project_points(np.stack([middle, middle + np.array((1, 0))]))
        return round(float(np.hypot(*(b - a))), 2)

    def _develop_area(self, scene: TableScene, area: Box) -> None:
        """Pass an area of the sharp layer through lamp and lens."""
        if _is_empty(area):
            return
        margin = 6
        left, top, right, bottom = _join_boxes([area], self._size, margin)
        seen = cv2.multiply(self._layers.flat[top:bottom, left:right], self._layers.lamp[top:bottom, left:right], scale=1 / 200)
        if scene.lens.blur > 0:
            seen = cv2.GaussianBlur(seen, (0, 0), scene.lens.blur)
        inner = np.s_[max(area[1], 0) - top : area[3] - top, max(area[0], 0) - left : area[2] - left]
        self._layers.lit[area[1] : area[3], area[0] : area[2]] = seen[inner]

    # --- the hand

    def _add_hand(self, below: Image, scene: TableScene, reach: Reach) -> Image:
        """(h, w, 3) a copy of the picture `below` with a hand and its shadow, smeared as fast as the hand moves."""
        carried = self._carry_hand(scene, reach)
        x, y = carried.locate_corner(reach.back_mm, reach.aside_mm)
        seen: Image = below.copy()
        height = min(1.0, reach.back_mm / 120)
        away = _compute_shadow_direction(scene.light)
        reach_px = (8 + 34 * height) * self._count_px_per_mm(scene) / 2.2
        exposure_s = 1 / 60  # what moves while a frame's light is gathered is smeared
        layer = carried.smear_layer(reach.speed * exposure_s * self._count_px_per_mm(scene))
        blend_shadow(seen, carried.shadow, (x + round(away[0] * reach_px), y + round(away[1] * reach_px)))
        blend_layer(seen, layer, (x, y), self._layers.lamp)
        return seen

    def _carry_hand(self, scene: TableScene, reach: Reach) -> CarriedHand:
        """The hand with its card, painted once for the whole reach."""
        key = (reach.grip_mm, reach.angle, reach.card, reach.hand)
        if key not in self._carried:
            kept = list(self._carried.items())[-5:]  # over the table at once; a hand comes with its card and goes without it
            self._carried = {**dict(kept), key: self._assemble_hand(scene, reach)}
        return self._carried[key]

    def _assemble_hand(self, scene: TableScene, reach: Reach) -> CarriedHand:
        """Fingers, card and thumb in one layer: all that is inside the picture at the end of the reach, where most is seen."""
        off, least = 24, 4  # pixels drawn beyond the picture, from where motion smears; of a layer, even of a hand out of sight
        to_picture, back, aside = project_hand(self._projection, reach, off)
        box: Box = (-off, -off, self._size[0] + off, self._size[1] + off)
        scale = round(self._count_px_per_mm(scene) * 1.04, 2)
        canvas, upper = draw_hand_layers(reach.hand, scale, to_picture, (box[2] - box[0], box[3] - box[1]))
        if reach.card:
            matrix = self._projection.compute_homography(reach.card.z_mm) @ _lay_on_mat(
                reach.card, measure_thing_mm(reach.card.face, scene.layout)
            )
            canvas = join_layers(canvas, self._draw_seen_card(scene, reach.card, matrix, box))
        canvas = join_layers(canvas, upper)
        left, top, width, height = cv2.boundingRect(np.ascontiguousarray(canvas[..., 3]))
        left, top = min(left, canvas.shape[1] - least), min(top, canvas.shape[0] - least)
        width, height = max(width, least), max(height, least)
        part = np.ascontiguousarray(canvas[top : top + height, left : left + width])
        if scene.lens.blur > 0:
            part = np.asarray(cv2.GaussianBlur(part, (0, 0), scene.lens.blur), np.uint8)
        return CarriedHand(part, (left - off, top - off), back, aside)


def _compute_shadow_direction(light: Light) -> tuple[float, float]:
    return -math.sin(math.radians(light.azimuth)), math.cos(math.radians(light.azimuth))


@lru_cache(maxsize=2)
def _compute_lamp_light(light: Light, lens: Lens, size: Size) -> Image:
    """(h, w, 3) how bright each pixel is lit, times 200, for the three channels; gain and haze of the light are left out."""
    y, x = np.mgrid[0 : size[1], 0 : size[0]].astype(np.float32)
    x, y = x / size[0] * 2 - 1, y / size[1] * 2 - 1
    to_lamp = (math.sin(math.radians(light.azimuth)), -math.cos(math.radians(light.azimuth)))
    even = 1 + light.fall / 2 * (x * to_lamp[0] + y * to_lamp[1]) - light.fall * 0.2 * (x * x + y * y)
    far = (x - 2 * light.pool_at[0] + 1) ** 2 + ((y - 2 * light.pool_at[1] + 1) * size[1] / size[0]) ** 2
    even *= 1 - light.pool * (1 - np.exp(-far / 0.9))
    even *= 1 - lens.vignette * ((x * x + y * y) / 2) ** 2
    tint = np.array((1 - 0.14 * light.warmth, 1.0, 1 + 0.06 * light.warmth), np.float32)
    lit: Image = np.clip(np.rint(even[..., None] * tint * 196), 0, 255).astype(np.uint8)
    return lit


def _brighten_picture(picture: Image, gain: float) -> Image:
    """(h, w, 3) the picture as a sensor gives light times `gain`, the highlights rolled off softly."""
    levels = np.arange(256) / 255 * gain ** (1 / 2.2)
    curve = np.where(levels < 0.85, levels, 0.85 + 0.15 * np.tanh((levels - 0.85) / 0.15))
    table = np.rint(255 * np.minimum(curve * 0.985 + 0.012, 1)).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, table), np.uint8)


def _veil_picture(picture: Image, haze: float) -> Image:
    """The picture under a grey veil instead of part of the light."""
    return np.asarray(cv2.convertScaleAbs(picture, alpha=1 - haze, beta=215 * haze), np.uint8) if haze else picture


@lru_cache(maxsize=2)
def _draw_table_top(name: str, seed: int, pose: Pose, sheet_mm: tuple[float, float], size: Size) -> Image:
    """The bare table as seen from a pose, (h, w, 3) of `size`. Below a mat the pose is at rest: a bump moves the mat, not the
    table. `name`: of the table top. `seed`: of the grain. `sheet_mm`: width and height of the mat."""
    plane = Projection(pose, sheet_mm, size).compute_homography()
    corners: Matrix = np.array([(0, 0), (size[0], 0), size, (0, size[1])], dtype=np.float64)
    at_rest = Projection(replace(pose, shift_mm=IN_PLACE, twist=0.0), sheet_mm, size).compute_homography()
    to_ground: Matrix = np.linalg.inv(at_rest).astype(np.float64)
    ground = apply_homography(to_ground, corners)
    low, high = ground.min(axis=0) - 60, ground.max(axis=0) + 60
    texture = draw_surface(name, (float(high[0] - low[0]), float(high[1] - low[1])), 1.6, seed)
    to_mm = np.array([[1 / 1.6, 0, low[0]], [0, 1 / 1.6, low[1]], [0, 0, 1]])
    return np.asarray(
        cv2.warpPerspective(texture, plane @ to_mm, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT), np.uint8
    )


def _tint_picture(picture: Image, tint: tuple[float, float, float]) -> Image:
    return picture if tint == (1.0, 1.0, 1.0) else np.clip(picture * np.array(tint), 0, 255).astype(np.uint8)


@lru_cache(maxsize=2)
def _draw_mat_texture(layout: Layout, title: str, names: tuple[tuple[str, str], ...]) -> Image:
    picture = rasterise_drawing(draw_mat(layout, title, dict(names)), 3.2)
    paper = cv2.convertScaleAbs(picture, alpha=0.93)
    return np.dstack([paper, np.full(paper.shape[:2], 255, np.uint8)])


@lru_cache(maxsize=8)
def _draw_thing_texture(kind: str, seed: int) -> Image:
    """A thing of `kind` as (h, w, 4) uint8: colours weighed by the cover, and the cover, which rounds the corners. `seed`: of
    its colours."""
    size, radius = THINGS[kind].size_mm, THINGS[kind].radius_mm
    picture = cv2.convertScaleAbs(rasterise_drawing(draw_thing(kind, seed), 3.0), alpha=0.95)
    mask = _draw_rounded_cover(size, radius, picture.shape[:2])
    return np.dstack([cv2.multiply(picture, cv2.merge([mask] * 3), scale=1 / 255), mask])


@lru_cache(maxsize=2)
def _draw_board_texture(
    cells: tuple[tuple[str, ...], ...], size_mm: tuple[float, float], style: Style, look: BoardLook
) -> Image:
    picture = cv2.convertScaleAbs(rasterise_drawing(draw_board(cells, size_mm, style, look=look), 3.0), alpha=0.95)
    return np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])


def _scale_to_mm(texture: Image, size_mm: tuple[float, float]) -> Matrix:
    """A texture's pixels to its own millimetres. OpenCV counts pixel middles from 0; millimetres begin at a pixel's edge."""
    across, down = size_mm[0] / texture.shape[1], size_mm[1] / texture.shape[0]
    return np.array([[across, 0, across / 2], [0, down, down / 2], [0, 0, 1.0]])


def _join_boxes(boxes: list[Box], size: Size, margin: int = 0) -> Box:
    """The part of the picture that boxes and a margin take up; all 0 if every box lies beside the picture."""
    boxes = [box for box in boxes if not _is_empty(box)]
    if not boxes:
        return 0, 0, 0, 0
    left, top = min(b[0] for b in boxes) - margin, min(b[1] for b in boxes) - margin
    right, bottom = max(b[2] for b in boxes) + margin, max(b[3] for b in boxes) + margin
    seen = max(0, left), max(0, top), min(size[0], right), min(size[1], bottom)
    return (0, 0, 0, 0) if _is_empty(seen) else seen


def _is_empty(box: Box) -> bool:
    return box[2] <= box[0] or box[3] <= box[1]


def _has_overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _add_gloss(layer: Image, gloss: Gloss, card: Lying, corner: tuple[int, int], size: Size) -> Image:
    """A card's layer with the band of light; unchanged for a gloss without strength and for a chip.

    `layer`: (h, w, 4) uint8, weighed colours and cover. `corner`: the layer's top left in the picture, in pixels. `size`: of
    the picture.
    """
    if not gloss.strength or is_chip(card.face):
        return layer
    dice = random.Random(f"{card.face} {card.at_mm} {card.turn}")
    turn, wide = math.radians(gloss.turn), gloss.width * size[0]
    away = dice.uniform(-0.5, 0.5) * wide  # no card lies quite flat: the band lies half its width elsewhere at most
    y, x = np.mgrid[0 : layer.shape[0], 0 : layer.shape[1]].astype(np.float32)
    x, y = x + corner[0] - gloss.at[0] * size[0], y + corner[1] - gloss.at[1] * size[1]
    band = gloss.strength * np.exp(-(((y * math.cos(turn) - x * math.sin(turn) - away) / wide) ** 2) / 2)
    cover = layer[..., 3]
    white = cv2.merge([cover] * 3).astype(np.float32)
    colours = layer[..., :3] + band[..., None] * (white - layer[..., :3])
    return np.dstack([np.rint(colours).astype(np.uint8), cover])
