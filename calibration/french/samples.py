"""What each network of `vision.readers.french.reader` learns from, cut from the scenes of `calibration.french.scenes`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from calibration.french.art import Points, load_art
from calibration.french.layouts import SCENE_SIDE
from calibration.french.scenes import Mix, SceneCard, SeenIndex, StandardScene, generate_scene
from vision.cards.candidates import CARD_CROP_PX
from vision.plane.quads import cut_out
from vision.readers.french_print.bleached import is_bleached, reprint_card
from vision.readers.french_print.crops import INDEX_MARGIN, cut_french_card, cut_index, resize_for_indices, resize_french_card
from vision.readers.french_print.networks import STRIDE
from vision.types import Image

CELLS = SCENE_SIDE // STRIDE
NO_RANK = 13  # geometry of `RANKS`: the class after the last rank
NO_SUIT = 4  # geometry of `SUITS`: the class after the last suit
MAX_INDEX_PATCHES = 18  # guess; of a scene
MAX_CARD_CROPS = 8  # guess; of a scene
FLAT_SCENE_EVERY = 4  # guess; scenes: every so many are put together from cards that were laid flat
FLAT_SCENE_GRID = (3, 2)  # guess; cards laid flat beside and above each other, as the finder gets them

Patch = tuple[Image, int, int]


def make_samples(art: Path, fonts: Path, out: Path, count: int, seed: int, mix: Mix) -> None:
    """Draw `count` scenes and cut what each network learns from, into NPY files."""
    out.mkdir(parents=True, exist_ok=True)
    drawn, rng = load_art(art, fonts), np.random.default_rng(seed)
    scenes = np.lib.format.open_memmap(out / f"scenes{seed}.npy", "w+", np.uint8, (count, SCENE_SIDE, SCENE_SIDE, 3))
    truth = np.zeros((count, 7, CELLS, CELLS), np.float16)
    patches: list[Patch] = []
    cards: list[Patch] = []
    flat: list[StandardScene] = []
    for i in range(count):
        if i % FLAT_SCENE_EVERY == FLAT_SCENE_EVERY - 1 and len(flat) >= FLAT_SCENE_GRID[0] * FLAT_SCENE_GRID[1]:
            scene = _join_flat_cards([flat[j] for j in rng.permutation(len(flat))[: FLAT_SCENE_GRID[0] * FLAT_SCENE_GRID[1]]])
            flat = []
        else:
            scene = generate_scene(drawn, rng, mix)
            open_lying = [number for number, card in enumerate(scene.cards) if card.visible > 0.6 or rng.random() < 0.15]
            laid = [_lay_flat(scene, int(number), rng) for number in rng.permutation(open_lying)[:4]]
            flat += laid
            patches += cut_index_samples(scene, rng)
            patches += [patch for one in laid if rng.random() < 0.3 for patch in cut_index_samples(one, rng, others=1)]
            cards += cut_card_samples(scene, rng)
        scenes[i] = scene.image
        truth[i] = make_finder_truth(scene)
    np.save(out / f"truth{seed}.npy", truth)
    for name, samples in (("index", patches), ("card", cards)):
        np.save(out / f"{name}{seed}.npy", np.stack([sample[0] for sample in samples]))
        np.save(out / f"{name}_labels{seed}.npy", np.array([sample[1:] for sample in samples], np.int8))


def make_finder_truth(scene: StandardScene) -> NDArray[np.float16]:
    """(7, CELLS, CELLS): heat, cosine, sine, log2 height / 20, offset x, offset y, weight of the heat (0: do not ask)."""
    truth = np.zeros((7, CELLS, CELLS), np.float32)
    truth[6] = 1
    y, x = np.mgrid[0:CELLS, 0:CELLS].astype(np.float32)
    for index in scene.indices:
        height = float(np.linalg.norm(index.down))
        centre = index.centre / STRIDE - 0.5
        distance = (x - centre[0]) ** 2 + (y - centre[1]) ** 2
        spread = max(0.8, 0.08 * height / STRIDE)
        heat = np.exp(-distance / (2 * spread**2))
        if index.visible < 0.3:
            continue
        if index.visible < 0.9 or not 11 <= height <= 48:
            truth[6][heat > 0.05] = 0
            continue
        near = heat > np.maximum(truth[0], 0.05)
        truth[0] = np.maximum(truth[0], heat)
        values = (*(index.down / height), np.log2(height / 20), centre[0] - x, centre[1] - y)
        for plane, value in enumerate(values, 1):
            truth[plane][near] = value[near] if isinstance(value, np.ndarray) and value.shape else value
    return truth.astype(np.float16)


# --- cards laid flat ---------------------------------------------------------------------------------------------------------


def _lay_flat(scene: StandardScene, number: int, rng: Generator) -> StandardScene:
    """A card as the reader looks closer: rectified, either way up, often printed anew where a lamp bleached the print."""
    card = scene.cards[number]
    size = float(np.linalg.norm(card.quad[1] - card.quad[0]))
    quad = np.roll(card.quad + rng.normal(0, 0.018 * size, (4, 2)), 2 * int(rng.integers(2)), axis=0).astype(np.float32)
    crop = _perhaps_reprint(cut_out(scene.image, quad, CARD_CROP_PX), rng)
    ends = np.array([[0, 0], [CARD_CROP_PX[0], 0], CARD_CROP_PX, [0, CARD_CROP_PX[1]]], np.float32)
    view = cv2.getPerspectiveTransform(quad, ends)
    indices = [
        replace(index, corners=cv2.perspectiveTransform(index.corners[None], view)[0])
        for index in scene.indices
        if index.card == number
    ]
    return StandardScene(crop, indices, [SceneCard(ends, card.visible, card.rank, card.suit)])


def _perhaps_reprint(crop: Image, rng: Generator) -> Image:
    return reprint_card(crop) if is_bleached(crop) and rng.random() < 0.6 else crop


def _join_flat_cards(flat: Sequence[StandardScene]) -> StandardScene:
    """A scene of cards laid flat, each with a margin and at the size at which indices are looked for."""
    image = np.full((SCENE_SIDE, SCENE_SIDE, 3), 128, np.uint8)
    seen: list[SeenIndex] = []
    for place, scene in enumerate(flat):
        tile, scale = resize_for_indices(scene.image)
        high, wide = tile.shape[:2]
        left, top = place % FLAT_SCENE_GRID[0] * wide, place // FLAT_SCENE_GRID[0] * high
        image[top : top + high, left : left + wide] = tile
        shift = np.array([left + INDEX_MARGIN, top + INDEX_MARGIN], np.float32)
        seen += [replace(index, corners=index.corners / np.float32(scale) + shift) for index in scene.indices]
    return StandardScene(image, seen, [])


def _order_open_first(visible: Sequence[float], rng: Generator) -> list[int]:
    """Numbers of things in any order, but mostly open things before covered things: of most cards little shows. `visible`: of
    each thing."""
    return sorted(range(len(visible)), key=lambda i: rng.random() - 0.7 * (visible[i] > 0.85))


# --- indices -----------------------------------------------------------------------------------------------------------------


def cut_index_samples(scene: StandardScene, rng: Generator, others: int = 4) -> list[Patch]:
    """Indices with small errors of place, turn and size, and what must not be read as an index. `others`: how many of these
    come from anywhere."""
    found: list[Patch] = []
    big = [index for index in scene.indices if np.linalg.norm(index.down) > 9]
    for index in (big[i] for i in _order_open_first([index.visible for index in big], rng)[: MAX_INDEX_PATCHES - 4]):
        down, height = index.down, float(np.linalg.norm(index.down))
        place = index.centre + rng.normal(0, 0.05, 2) * height
        if index.visible > 0.88:
            rank = index.rank if index.rank >= 0 else NO_RANK
            found.append((cut_jittered_patch(scene.image, place, down, rng), rank, index.suit))
        elif index.visible < 0.7:
            found.append((cut_jittered_patch(scene.image, place, down, rng), NO_RANK, NO_SUIT))
        if rng.random() < 0.35:
            wrong = rng.integers(3)
            if wrong == 0:
                down = -down
            elif wrong == 1:
                down = np.array([-down[1], down[0]]) * rng.choice([-1, 1])
            else:
                place = place + down * rng.choice([-0.6, 0.6, 1.0]) + np.array([-down[1], down[0]]) * rng.normal(0, 0.4)
            found.append((cut_jittered_patch(scene.image, place, down, rng), NO_RANK, NO_SUIT))
    for _ in range(others):
        place, turn = rng.uniform(10, np.array(scene.image.shape[1::-1]) - 10), rng.uniform(0, 6.28)
        if scene.cards and rng.random() < 0.7:
            place = scene.cards[rng.integers(len(scene.cards))].quad.mean(axis=0) + rng.normal(0, 25, 2)
        down = np.array([np.cos(turn), np.sin(turn)]) * np.exp(rng.uniform(np.log(12), np.log(40)))
        if all(np.linalg.norm(index.centre - place) > 0.4 * np.linalg.norm(index.down) for index in scene.indices):
            found.append((cut_jittered_patch(scene.image, place, down, rng), NO_RANK, NO_SUIT))
    return found


def cut_jittered_patch(image: Image, place: Any, down: Any, rng: Generator) -> Image:
    """The index patch at `place`, turned and sized a little wrongly."""
    turn, size = rng.normal(0, 0.09), np.exp(rng.normal(0, 0.09))
    cosine, sine = np.cos(turn) * size, np.sin(turn) * size
    return cut_index(image, place, (cosine * down[0] - sine * down[1], sine * down[0] + cosine * down[1]))


# --- whole cards -------------------------------------------------------------------------------------------------------------


def cut_card_samples(scene: StandardScene, rng: Generator) -> list[Patch]:
    """Cards with small errors of their corners, either way up. Backs, blanks, strangers, crooked crops and bare table are none;
    a foreign court is a suit without a rank."""
    found: list[Patch] = []
    for number in _order_open_first([card.visible for card in scene.cards], rng)[: MAX_CARD_CROPS - 1]:
        card = scene.cards[number]
        size = float(np.linalg.norm(card.quad[1] - card.quad[0]))
        quad = card.quad + rng.normal(0, 0.018 * size, (4, 2))
        wrong = rng.random()
        if wrong < 0.2:
            quad = _skew_quad(card.quad, rng)
            found.append((cut_french_card(scene.image, quad), NO_RANK, NO_SUIT))
        elif card.rank < 0 or card.visible < 0.35:
            suit = card.suit if card.suit >= 0 and card.visible > 0.8 else NO_SUIT
            found.append((_cut_card_patch(scene.image, quad, rng), NO_RANK, suit))
        elif card.visible > 0.8:
            quad = np.roll(quad, 2 * int(rng.integers(2)), axis=0)
            found.append((_cut_card_patch(scene.image, quad, rng), card.rank, card.suit))
    if rng.random() < 0.5:
        quad = _skew_quad(np.array([[0, 0], [60, 0], [60, 84], [0, 84]], np.float32) + rng.uniform(0, SCENE_SIDE - 80, 2), rng)
        if all(np.linalg.norm(card.quad.mean(axis=0) - quad.mean(axis=0)) > 40 for card in scene.cards):
            found.append((cut_french_card(scene.image, quad), NO_RANK, NO_SUIT))
    return found


def _cut_card_patch(image: Image, quad: Points, rng: Generator) -> Image:
    if rng.random() < 0.3:
        return cut_french_card(image, quad)
    return resize_french_card(_perhaps_reprint(cut_out(image, quad, CARD_CROP_PX), rng))


def _skew_quad(quad: Points, rng: Generator) -> Points:
    centre = quad.mean(axis=0)
    turn = rng.choice([np.pi / 2, np.pi / 4, rng.uniform(0.4, 2.7)])
    move = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    shift = rng.normal(0, 0.35, 2) * (quad[2] - quad[0])
    return np.asarray((quad - centre) @ move * np.exp(rng.normal(0, 0.3)) + centre + shift, np.float32)
