"""Cards and tables drawn to train the reader of ordinary cards, from art made up here: the real one is fetched for training only."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.french.art import FRENCH_CARD_PX, Art, keep_usual_suits, load_art
from calibration.french.draw import draw_french_card, draw_patterned_back, generate_maker_style
from calibration.french.layouts import SCENE_SIDE
from calibration.french.light import MirroredLamp, photograph_scene
from calibration.french.samples import NO_RANK, cut_card_samples, cut_index_samples, make_finder_truth
from calibration.french.scenes import Mix, generate_scene
from calibration.french.train_places import cut_place_sample, skew_guess
from vision.readers.french.aligned import measure_corner_errors
from vision.readers.french_print.crops import FRENCH_CARD_SIZE, INDEX_SIZE
from vision.readers.french_print.networks import RANKS, SUITS


def mark(number):
    """A mask of ink with as many strokes as its number."""
    mask = np.zeros((96, 60), np.uint8)
    for stroke in range(number + 1):
        cv2.line(mask, (4 + 4 * stroke % 52, 4), (56 - 3 * stroke % 40, 92), 255, 4)
    return mask


@pytest.fixture(scope="module")
def art():
    faces = [rank + suit for rank in RANKS for suit in SUITS]
    whole = {face: np.full((FRENCH_CARD_PX[1], FRENCH_CARD_PX[0], 3), 230, np.uint8) for face in faces}
    courts = {face: np.full((200, 160, 3), 120, np.uint8) for face in faces if face[0] in "JQK"}
    glyphs, suits = [mark(n) for n in range(13)], [mark(n + 3) for n in range(4)]
    return Art([glyphs], [suits], [courts], [whole], [(6, 12, 31, 82)], [lambda word, height: mark(len(word))], [mark(9)])


@pytest.mark.parametrize("face", ["AS", "5H", "TD", "KC", "?S"])
def test_a_card_has_its_ink_where_its_indices_are_said_to_be(art, face):
    for seed in range(6):
        rng = np.random.default_rng(seed)
        card, indices = draw_french_card(face, generate_maker_style(art, rng), rng)
        assert card.shape == (FRENCH_CARD_PX[1], FRENCH_CARD_PX[0], 3) and card.dtype == np.uint8
        assert len(indices) in (2, 4) and sum(index.turned for index in indices) * 2 == len(indices)
        for index in indices:
            x0, y0, x1, y1 = (round(value) for value in index.rect)
            assert 0 <= x0 < x1 <= FRENCH_CARD_PX[0] and 0 <= y0 < y1 <= FRENCH_CARD_PX[1]
            assert index.list_index_corners().shape == (4, 2)


def test_the_same_dice_draw_the_same_card(art):
    pictures = []
    for _ in range(2):
        rng = np.random.default_rng(7)
        pictures.append(draw_french_card("7H", generate_maker_style(art, rng), rng)[0])
    assert (pictures[0] == pictures[1]).all()


def test_a_frame_is_printed_within_the_edge_and_not_over_the_indices(art):
    for seed in range(8):
        style = replace(generate_maker_style(art, np.random.default_rng(seed), printed_frames=1.0), vector=None)
        framed, bare = (
            draw_french_card("7H", one, np.random.default_rng(seed)) for one in (style, replace(style, printed_frame=None))
        )
        printed = (framed[0] != bare[0]).any(axis=2)
        assert printed.any() and not printed[:2].any() and not printed[:, :2].any()
        for index in framed[1] if style.boxed else ():
            x0, y0, x1, y1 = (round(value) for value in index.rect)
            assert not printed[y0:y1, x0:x1].any()


def test_backs_differ():
    one, other = (draw_patterned_back(np.random.default_rng(seed)).astype(int) for seed in (1, 2))
    assert one.shape == (FRENCH_CARD_PX[1], FRENCH_CARD_PX[0], 3) and np.abs(one - other).mean() > 10


def test_a_scene_knows_where_its_cards_and_indices_lie(art):
    shown = 0
    for seed in range(6):
        scene = generate_scene(art, np.random.default_rng(seed))
        shown += len(scene.cards)
        assert scene.image.shape == (SCENE_SIDE, SCENE_SIDE, 3)
        for card in scene.cards:
            assert card.quad.shape == (4, 2) and 0 <= card.visible <= 1 and -1 <= card.rank < 13 and -1 <= card.suit < 4
        for index in scene.indices:
            assert 0 <= index.visible <= 1 and 0 <= index.suit < 4 and index.corners.shape == (4, 2)
    assert shown


@pytest.mark.whole
def test_an_untidy_scene_has_cards_that_lie_on_others(art):
    mix = Mix(untidy=1.0)
    scenes = [generate_scene(art, np.random.default_rng(seed), mix) for seed in range(8)]
    shown = [card.visible for scene in scenes for card in scene.cards]
    assert len(shown) > 20 and min(shown) < 0.3 and max(shown) > 0.9


def test_a_card_is_cut_out_awry_and_its_corners_say_by_how_much(art):
    scene = generate_scene(art, np.random.default_rng(3), Mix(untidy=1.0))
    quad = np.array([[100, 80], [160, 90], [148, 176], [86, 168]], np.float32)
    for seed in range(20):
        guess = skew_guess(quad, np.random.default_rng(seed))
        assert np.abs(guess.mean(axis=0) - quad.mean(axis=0)).max() < 45
        crop, off = cut_place_sample(scene.image, quad, np.random.default_rng(seed))
        assert crop.shape == (152, 112, 3) and off.shape == (4, 2) and np.abs(off).max() < 1
        assert np.abs(measure_corner_errors(quad, quad)).max() < 1e-4


def test_a_mirrored_lamp_pales_the_ink_where_it_is():
    canvas = np.full((SCENE_SIDE, SCENE_SIDE, 3), 240, np.float32)
    canvas[::8] = 20
    lamp = MirroredLamp(np.array([40.0, 144.0]), (40.0, 40.0), 0.0, 3.0, 2.0, False)
    shine = lamp.compute_shine(np.zeros(2), SCENE_SIDE, SCENE_SIDE, np.zeros(2))
    for seed in range(4):
        picture = photograph_scene(canvas, shine, 1.0, True, np.random.default_rng(seed)).astype(float).mean(axis=2)
        near, far = picture[96:192, 20:60], picture[96:192, 240:280]
        assert near.std() / near.mean() < 0.5 * far.std() / far.mean()


def test_what_networks_learn_from_is_as_the_reader_cuts_it(art):
    rng = np.random.default_rng(3)
    shown, said = 0, set()
    for _ in range(8):
        scene = generate_scene(art, rng)
        for patch, rank, suit in cut_index_samples(scene, rng):
            assert patch.shape == (INDEX_SIZE[1], INDEX_SIZE[0], 3) and 0 <= rank <= NO_RANK and 0 <= suit <= 4
            said.add(rank)
        for crop, _, _ in cut_card_samples(scene, rng):
            assert crop.shape == (FRENCH_CARD_SIZE[1], FRENCH_CARD_SIZE[0], 3)
        truth = make_finder_truth(scene).astype(float)
        for index in scene.indices:
            x, y = (index.centre / 4 - 0.5).round().astype(int)
            if index.visible > 0.95 and 12 < np.linalg.norm(index.down) < 46 and truth[6, y, x] > 0:
                shown += 1
                assert truth[0, y, x] > 0.5
    assert shown and NO_RANK in said and len(said) > 3


def test_a_typeface_with_two_suits_in_each_others_place_is_left_out():
    club, diamond, heart, spade = (mark(3 * n) for n in range(4))
    usual, swapped = [club, diamond, heart, spade], [spade, diamond, heart, club]
    assert len(keep_usual_suits([usual, usual, usual, swapped])) == 3


def test_without_the_art_it_is_said_what_to_do(tmp_path):
    pytest.importorskip("PIL", reason="Pillow is only there for training")
    with pytest.raises(FileNotFoundError, match="command `art`"):
        load_art(tmp_path, tmp_path)
