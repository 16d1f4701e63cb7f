"""Train the small network that tells a whole index from a part of one: `vision.readers.french_print.wholeness`.

Commands of `python -m calibration.french.wholeness`, as of `calibration.french.letters`: `samples`, `train`, `export`.

Whole indices come from scenes of `calibration.french.scenes`. Parts are indices that cards or hands of a scene hide, and whole indices
that are covered or cut afterwards: by the paper of a card, by something else of the scene, or by the border of the picture.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from calibration.french.art import Art, Pixels
from calibration.french.letters import run_commands
from calibration.french.samples import cut_jittered_patch
from calibration.french.scenes import Mix, SeenIndex, StandardScene, generate_scene

PART, WHOLE = 0, 1
MIX = Mix(foreign=0.15, hard=0.4, strangers=0.04, letters=0.15)
KEPT = (0.3, 0.78)  # guess; part of an index that is left where it is covered


def make_wholeness_samples(art: Art, count: int, seed: int) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
    """(n, 48, 32, 3) index patches of `count` scenes, and (n,) `WHOLE` or `PART` for each."""
    rng = np.random.default_rng(seed)
    patches: list[Any] = []
    kinds: list[int] = []
    for _ in range(count):
        scene = generate_scene(art, rng, MIX)
        for index in scene.indices:
            if np.linalg.norm(index.down) < 10:
                continue
            if index.visible > 0.97:
                patches.append(_cut_jittered(scene.image, index, rng))
                kinds.append(WHOLE)
                if rng.random() < 0.6:
                    patches.append(_cut_jittered(cover_index(scene, index, rng), index, rng))
                    kinds.append(PART)
            elif 0.3 < index.visible < KEPT[1]:
                patches.append(_cut_jittered(scene.image, index, rng))
                kinds.append(PART)
    return np.stack(patches), np.array(kinds, np.int8)


def _cut_jittered(image: Pixels, index: SeenIndex, rng: Generator) -> Any:
    height = float(np.linalg.norm(index.down))
    return cut_jittered_patch(image, index.centre + rng.normal(0, 0.06, 2) * height, index.down, rng)


def cover_index(scene: StandardScene, index: SeenIndex, rng: Generator) -> Pixels:
    """The scene's picture with one of its indices partly covered, or cut by the border of the picture."""
    image, down = scene.image, index.down
    right = (index.corners[1] + index.corners[2] - index.corners[0] - index.corners[3]) / 2
    axis = (right, -right, down, -down)[rng.integers(4)]
    long = float(np.linalg.norm(axis))
    turn = rng.normal(0, 0.25)
    cosine, sine = np.cos(turn) / long, np.sin(turn) / long
    towards = np.array([axis[0] * cosine - axis[1] * sine, axis[0] * sine + axis[1] * cosine])
    edge = long / 2 * (1 - 2 * rng.uniform(*KEPT))
    rows, columns = np.mgrid[: image.shape[0], : image.shape[1]]
    beyond = edge - (columns - index.centre[0]) * towards[0] - (rows - index.centre[1]) * towards[1]
    if rng.random() < 0.25:
        return _repeat_border(image, beyond, towards)
    share = np.clip(beyond + 0.5, 0, 1)[..., None] if rng.random() < 0.5 else np.clip(beyond / 2 + 0.5, 0, 1)[..., None]
    picture = image.astype(np.float32)
    if rng.random() < 0.6:  # the shadow of what lies upon the card
        dark = cv2.GaussianBlur((beyond > 0).astype(np.float32), (0, 0), rng.uniform(0.6, 2.5))
        picture *= 1 - dark[..., None] * rng.uniform(0, 0.6)
    return np.asarray(np.clip(picture * (1 - share) + _choose_cover(scene, index, rng) * share, 0, 255), np.uint8)


def _choose_cover(scene: StandardScene, index: SeenIndex, rng: Generator) -> Pixels:
    """What covers: paper as bright as the card's own, another place of the scene, skin, or one colour."""
    image = scene.image.astype(np.float32)
    kind = rng.random()
    if kind < 0.5:
        x0, y0 = np.maximum(index.corners.min(axis=0).astype(int) - 2, 0)
        x1, y1 = index.corners.max(axis=0).astype(int) + 2
        paper = np.percentile(image[y0:y1, x0:x1].reshape(-1, 3), 85, axis=0)
        return np.asarray(paper * rng.uniform(0.92, 1.04) + rng.normal(0, 2, image.shape), np.float32)
    if kind < 0.75:
        return np.asarray(np.roll(image, tuple(int(v) for v in rng.integers(20, 200, 2)), axis=(0, 1)), np.float32)
    skin = np.array([rng.uniform(50, 150), rng.uniform(70, 180), rng.uniform(110, 240)])
    colour = skin if kind < 0.9 else rng.uniform(0, 255, 3)
    return np.asarray(colour + rng.normal(0, 4, image.shape), np.float32)


def _repeat_border(image: Pixels, beyond: NDArray[Any], towards: NDArray[Any]) -> Pixels:
    """The picture as if it ended at a line, and its border were repeated. `beyond`: (h, w) pixels beyond the line; `towards`: (2,)
    the direction back."""
    rows, columns = np.mgrid[: image.shape[0], : image.shape[1]].astype(np.float32)
    back = np.maximum(beyond, 0).astype(np.float32)
    moved = columns + back * np.float32(towards[0]), rows + back * np.float32(towards[1])
    return np.asarray(cv2.remap(image, *moved, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


if __name__ == "__main__":
    run_commands(__doc__ or "", "wholeness", ["part", "whole"], make_wholeness_samples)
