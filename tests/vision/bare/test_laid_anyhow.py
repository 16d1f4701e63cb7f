"""Direction cards are found and named however they lie: by what they are and what is printed on them."""

from functools import cache

import numpy as np

from companion.games.sheets import load_sheet
from companion.sources.bare import bare_table_for, plan_for
from companion.sources.readers import reader_of
from companion.sources.sources import layout_for
from tests.varied import varied
from vision.directions.arrangement import arrange_marks
from vision.directions.strangers import find_direction_cards
from vision.drawn.table.acts import Wait
from vision.drawn.table.bare_tables import make_bare_scene
from vision.drawn.table.lying import HeadTurn, LyingManner, PileOrder, PileShape, list_plain_manners
from vision.drawn.table.optics import Projection
from vision.drawn.table.virtual_camera import VirtualTable
from vision.types import BACK

UNUSUAL = {
    "mixed row": LyingManner(PileShape.ROW, order=PileOrder.MIXED),
    "mixed square, upside down": LyingManner(PileShape.SQUARE, order=PileOrder.MIXED, heads=HeadTurn.UPSIDE_DOWN),
    "askew row, things": LyingManner(PileShape.ROW, order=PileOrder.DOWN_FIRST, heads=HeadTurn.ASKEW, things=3),
}
MANNERS = {name: manner for name, manner in list_plain_manners().items() if manner.has_directions} | UNUSUAL

GAMES = ("the_game", "face_to_face")
BY_TURNS = [(name, GAMES[(number + more) % 2]) for more in (0, 1) for number, name in enumerate(MANNERS)]
"""Each manner with one of the games, then with the other one."""


@cache
def direction_reader(game):
    return bare_table_for(game, "numbers", None, reader_of("numbers", load_sheet(game).deck)).direction_reader


def look_at(game, manner, seed):
    """The marks found on a drawn table, and where each direction card lies, in pixels, with its top's direction and its face."""
    scene = make_bare_scene(layout_for(game), seed, manner=manner)
    image = VirtualTable(scene.layout, [Wait(0.5)], scene=scene, speed="fast", seed=seed, fps=20).read().image
    seen = Projection(scene.pose, scene.layout.size_mm, (image.shape[1], image.shape[0]))
    truth = []
    for card in scene.beside:
        turn = np.radians(card.turn)
        middle, top = seen.project_points(np.array([card.at_mm, card.at_mm + 20 * np.array([np.sin(turn), -np.cos(turn)])]))
        truth.append((middle, top - middle, card.face))
    return find_direction_cards(image, plan_for(game), direction_reader(game), False), truth, image


@varied(("name", "game"), BY_TURNS, quick=len(MANNERS) // 3)
def test_direction_cards_are_found_named_and_turned_as_their_print_says(name, game):
    """The order of the rulebook is only a guess that the print beats."""
    found, truth, image = look_at(game, MANNERS[name], 7)
    assert found is not None
    marks = [mark for mark in found.marks if mark.face != BACK]
    assert len(marks) == len(truth)
    for mark in marks:
        middle, top, face = min(truth, key=lambda card: np.linalg.norm(card[0] - mark.quad.mean(axis=0)))
        assert np.linalg.norm(middle - mark.quad.mean(axis=0)) < 8
        assert mark.is_named and mark.face == face
        assert (mark.quad[0] + mark.quad[1] - mark.quad[2] - mark.quad[3]) @ top > 0
    arrangement = arrange_marks(found.marks, plan_for(game), image.shape[:2])
    assert arrangement is not None and not arrangement.unnamed
