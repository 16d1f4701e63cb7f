"""Direction cards that a reader of the deck takes for cards: small numbers on them are read as well."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.games.sheets import load_sheet
from companion.sources.bare import bare_table_for, plan_for
from companion.sources.readers import reader_of
from companion.sources.sources import layout_for
from vision.directions.naming import NAMING, TakenFor
from vision.directions.strangers import find_direction_cards, search_direction_cards
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import make_bare_table_style
from vision.drawn.table.acts import Wait
from vision.drawn.table.bare_tables import lay_before_start, make_bare_scene
from vision.drawn.table.lying import LyingManner, PileOrder, PileShape
from vision.drawn.table.optics import Projection
from vision.drawn.table.virtual_camera import VirtualTable
from vision.steps import finish_steps
from vision.types import BACK

SIZE = (1280, 720)


@cache
def table_of(game):
    return bare_table_for(game, "numbers", None, reader_of("numbers", load_sheet(game).deck))


def draw_table(game, seed, top, manner, laid=()):
    """A drawn table with cards of this deck, and its picture."""
    style = make_bare_table_style(seed, apart=True)
    scene = make_bare_scene(layout_for(game), seed, (top,), manner=manner)
    scene = lay_before_start(replace(scene, style=style), laid, seed)
    return scene, VirtualTable(scene.layout, [Wait(0.5)], scene=scene, speed="fast", seed=seed, fps=10, size=SIZE).read().image


def look_at(game, seed, top, manner, laid=()):
    """The direction cards found on a drawn table with cards of this deck, and where each lies in pixels with its face."""
    scene, image = draw_table(game, seed, top, manner, laid)
    seen = Projection(scene.pose, scene.layout.size_mm, SIZE)
    bare = table_of(game)
    found = find_direction_cards(image, plan_for(game), bare.direction_reader, False, bare.card_judge)
    return found, [(seen.project_points(np.array([card.at_mm]))[0], card.face) for card in scene.beside]


@pytest.mark.whole
@pytest.mark.parametrize(
    ("game", "seed", "top", "manner", "laid"),
    [
        ("the_game", 4, "glass", LyingManner(PileShape.SQUARE, order=PileOrder.MIXED), ()),
        ("the_game", 600, "rug", LyingManner(PileShape.ROW), ()),
        ("face_to_face", 4, "glass", LyingManner(), ()),
        ("quick_easy", 604, "floral", LyingManner(PileShape.ROW), ()),
    ],
)
def test_direction_cards_are_found_though_they_can_be_read_as_cards_of_the_deck(game, seed, top, manner, laid):
    """A large 1 in every corner, a small 2 beneath a triangle."""
    found, truth = look_at(game, seed, top, manner, laid)
    assert found is not None and found.sure
    heads = [mark for mark in found.marks if mark.face != BACK]
    for mark in heads:
        middle, face = min(truth, key=lambda card: np.linalg.norm(card[0] - mark.quad.mean(axis=0)))
        assert np.linalg.norm(middle - mark.quad.mean(axis=0)) < 10
        assert mark.face == face


@pytest.mark.whole
@pytest.mark.parametrize("game", ["the_game", "quick_easy", "face_to_face"])
def test_no_card_of_the_deck_passes_for_a_direction_card(game):
    """Not even one with a number that direction cards carry too."""
    sheet, bare = load_sheet(game), table_of(game)
    faces = sorted(sheet.deck)[::3]
    crops = [draw_card(face, (200, 280), make_bare_table_style(7), sheet.card_mm) for face in faces]
    assert all(bare.card_judge(crop) is not TakenFor.OTHER for crop in crops)
    assert not any(bare.direction_reader(crop).is_sure for crop in crops)


def test_a_laid_card_is_not_counted_among_the_direction_cards():
    """Two sixes one above the other look like an arrow."""
    _, image = draw_table("the_game", 8, "wood", LyingManner(has_directions=False), (("up1", "66"),))
    bare = table_of("the_game")
    seen = finish_steps(search_direction_cards(image, bare.plan, bare.direction_reader, True, bare.card_judge))
    assert (seen.directions, len(seen.backs)) == (0, 1)


@pytest.mark.whole
def test_no_direction_card_with_corners_is_taken_for_upside_down():
    """Its number stands in two corners as well, once either way up: the large one tells."""
    plan, bare = plan_for("face_to_face"), table_of("face_to_face")
    styles = [
        style for style in (make_bare_table_style(number, apart=True) for number in range(40)) if style.heading == "corner"
    ]
    for style in styles:
        for face in sorted({face for _, face in plan.piles if "down" in face}):
            for width in (70, 90, 120):
                card = draw_card(face, (width, round(width * plan.card_mm[1] / plan.card_mm[0])), style, plan.card_mm)
                crop = cv2.resize(card, (200, 280), interpolation=cv2.INTER_CUBIC)
                assert bare.direction_reader(crop).stands > -NAMING.min_upright
                assert bare.direction_reader(np.ascontiguousarray(crop[::-1, ::-1])).stands < NAMING.min_upright
