"""The top card of an untidy pile is among the candidates, whatever deck it is of."""

from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.watched_table import LAYOUT
from vision.cards.topcard import FINE_WIDTH, Candidate, find_by_pattern, find_top_by_outline, make_pattern
from vision.drawn.art.styles import NIGHT, make_seeded_style
from vision.drawn.table.optics import Lens
from vision.drawn.table.render import SceneRenderer, locate_card_corners
from vision.drawn.table.scene import Lying, TableScene
from vision.place.fiducials import register_mat
from vision.plane.homography import crop_to_mat, project, rectify
from vision.plane.quads import cut_out

SIZE = (1024, 576)
SCALE = FINE_WIDTH / LAYOUT.card_mm[0]
CARD = (LAYOUT.card_mm[0] * SCALE, LAYOUT.card_mm[1] * SCALE)
ZONE = LAYOUT.zone("up1")
FRENCH = [rank + suit for rank in "23456789TJQKA" for suit in "CDHS"]
NUMBERS = [str(number) for number in range(2, 100)]


def pile(dice: np.random.Generator, faces: list[str], cards: int) -> tuple[Lying, ...]:
    middle = (84.0, 105.0)
    return tuple(
        Lying(
            str(dice.choice(faces)),
            (middle[0] + dice.uniform(-13, 13), middle[1] + dice.uniform(-13, 13)),
            dice.uniform(-15, 15) + 180 * (dice.random() < 0.3),
            0.3 * height,
        )
        for height in range(cards)
    )


@cache
def piles(deck: str, count: int = 10) -> list[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Rectified zones with a pile, the same before its top card was laid, and where that card lies."""
    dice = np.random.default_rng(7)
    style, faces = (NIGHT, FRENCH) if deck == "french" else (make_seeded_style(5) if deck == "pale" else NIGHT, NUMBERS)
    stage, found = SceneRenderer(SIZE), []
    for number in range(count):
        cards = pile(dice, faces, int(dice.integers(1, 8)))
        scene = TableScene(LAYOUT, style=style, lens=Lens(noise=3.0))
        below = stage.render_picture(scene.with_pile("up1", cards[:-1]), 2 * number)
        shown = stage.render_picture(scene.with_pile("up1", cards), 2 * number + 1)
        mat = register_mat(shown, LAYOUT).to_picture
        true = project(
            project(locate_card_corners(scene, cards[-1], SIZE), np.linalg.inv(mat)),
            np.linalg.inv(crop_to_mat(ZONE.rect_mm, SCALE)),
        )
        found.append((rectify(shown, mat, ZONE.rect_mm, SCALE), rectify(below, mat, ZONE.rect_mm, SCALE), true))
    return found


def off(candidate: Candidate, true: np.ndarray) -> float:
    """Millimetres by which the worst corner is off; a card may be taken upside down."""
    return min(float(np.abs(np.roll(candidate.quad, turn, axis=0) - true).max()) for turn in (0, 2)) / SCALE


def hits(candidates: list[tuple[Candidate, ...]], trues: list[np.ndarray]) -> float:
    return float(
        np.mean(
            [min((off(one, true) for one in found), default=99.0) < 3.5 for found, true in zip(candidates, trues, strict=True)]
        )
    )


def test_outlines_find_white_cards_on_white_cards():
    seen = piles("french")
    assert hits([find_top_by_outline(zone, CARD, before)[:2] for zone, before, _ in seen], [true for _, _, true in seen]) >= 0.9


@pytest.mark.parametrize("deck", ["night", "pale"])
def test_patterns_find_cards_that_share_their_art(deck):
    seen = piles(deck)
    shown = [cut_out(zone, true.astype(np.float32), (118, 182)) for zone, _, true in seen]
    found = []
    for index, (zone, _, _) in enumerate(seen):
        pattern = (
            make_pattern(shown[index - 1], CARD[1] / CARD[0]).add_card_look(shown[index - 2]).add_card_look(shown[index - 3])
        )
        found.append(find_by_pattern(zone, CARD, pattern)[:2])
    assert hits(found, [true for _, _, true in seen]) >= 0.9


def test_a_pattern_learns_cards_whichever_way_up_they_lie():
    zone, _, true = piles("night")[0]
    crop = cut_out(zone, true.astype(np.float32), (118, 182))
    upright = make_pattern(crop, 1.54)
    learned = upright.add_card_look(np.ascontiguousarray(crop[::-1, ::-1]))
    assert learned.cards == 2
    assert np.abs(learned.rough - upright.rough).mean() < 0.02


def test_a_single_card_is_found_first():
    stage = SceneRenderer(SIZE)
    card = Lying("9", (90.0, 100.0), -12.0)
    scene = TableScene(LAYOUT).with_pile("up1", (card,))
    shown = stage.render_picture(scene)
    mat = register_mat(shown, LAYOUT).to_picture
    zone = rectify(shown, mat, ZONE.rect_mm, SCALE)
    true = project(
        project(locate_card_corners(scene, card, SIZE), np.linalg.inv(mat)), np.linalg.inv(crop_to_mat(ZONE.rect_mm, SCALE))
    )
    assert off(find_top_by_outline(zone, CARD)[0], true) < 2.5


def test_nothing_is_proposed_where_no_card_fits():
    small = np.full((40, 30, 3), 200, np.uint8)
    assert find_top_by_outline(small, CARD) == ()
    assert find_by_pattern(small, CARD, make_pattern(cv2.resize(small, (60, 90)), 1.54)) == ()
