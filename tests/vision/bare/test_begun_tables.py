"""Cards that lie on a table before the camera runs are neither direction cards nor draw piles."""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from companion.games.sheets import load_sheet
from companion.sources.bare import bare_table_for, choose_lying_manner
from companion.sources.readers import reader_of
from companion.sources.sources import layout_for
from tests.benchmarks.bench_bare import laid_out, played, scored
from vision.bare.table import search_for_directions
from vision.drawn.art.styles import make_bare_table_style
from vision.drawn.table.acts import Wait
from vision.drawn.table.bare_tables import lay_before_start, make_bare_scene
from vision.drawn.table.lying import CardSide, HeadTurn, LyingManner, PileOrder, PileShape
from vision.drawn.table.optics import Projection
from vision.drawn.table.virtual_camera import VirtualTable
from vision.plane.homography import project
from vision.steps import finish_steps

ASKEW = LyingManner(order=PileOrder.MIXED, heads=HeadTurn.ASKEW)
LEFT = LyingManner(side=CardSide.LEFT, order=PileOrder.DOWN_FIRST)
SQUARE = LyingManner(PileShape.SQUARE, CardSide.LEFT, PileOrder.MIXED)
ROW = LyingManner(PileShape.ROW, CardSide.ABOVE, PileOrder.MIXED)

BEGUN = {
    "a pile beside cards that lie askew": (
        "extreme",
        ASKEW,
        4,
        "pale",
        (("up1", "3:stop"), ("up1", "27"), ("up1", "42:noback")),
    ),
    "a 2, with which no pile ends": ("the_game", LEFT, 2, "cloth", (("up1", "2"), ("down1", "77"))),
    "a pile between two direction cards": ("extreme", SQUARE, 3, "checked", (("up1", "11"), ("up1", "17:noback"))),
    "cards of two players": ("face_to_face", ROW, 1, "dark_wood", (("s_down", "s59"), ("s_up", "s4"))),
    "a 9 beside its direction card": ("quick_easy", LyingManner(order=PileOrder.DOWN_FIRST), 4, "pale", (("down", "9Y"),)),
}


@cache
def look_for_piles(game):
    return bare_table_for(game, "numbers", None, reader_of("numbers", load_sheet(game).deck))


def search_picture(game, manner, seed, top, cards):
    """What a search of the first picture finds, and where a point of the drawn table, millimetres, is seen."""
    scene = make_bare_scene(layout_for(game), seed, (top,), manner=manner)
    scene = lay_before_start(replace(scene, style=make_bare_table_style(seed)), cards, seed)
    camera = VirtualTable(scene.layout, [Wait(0.2)], scene=scene, speed="fast", seed=seed, fps=10)
    image = camera.read().image
    seen = Projection(scene.pose, scene.layout.size_mm, (image.shape[1], image.shape[0]))
    return (
        finish_steps(search_for_directions(look_for_piles(game), image, 0.0)),
        scene,
        lambda at: seen.project_points(np.array([at]))[0],
    )


@pytest.mark.whole
@pytest.mark.parametrize("name", BEGUN)
def test_direction_cards_and_draw_piles_are_seen_though_cards_lie_already(name):
    bare, scene, see = search_picture(*BEGUN[name])
    found = bare.arrangement
    assert found is not None

    def lie_at(cards):
        return sorted(project(card, found.registration.to_picture).mean(axis=0).tolist() for card in cards.values())

    directions = sorted(see(card.at_mm).tolist() for card in scene.beside)
    draws = sorted(see(zone.middle_mm).tolist() for zone in scene.layout.of_kind("draw"))
    assert np.array(lie_at(found.directions)) == pytest.approx(np.array(directions), abs=12)
    assert np.array(lie_at(found.draws)) == pytest.approx(np.array(draws), abs=40)  # its top lies higher than the table


@pytest.mark.parametrize("seed", [3, 6])
def test_a_card_and_a_draw_pile_alone_are_no_direction_cards(seed):
    alone = LyingManner(crosswise=True, has_directions=False)
    bare, _, _ = search_picture("quick_easy", alone, seed, "wood", (("down", "9X"),))
    assert bare.arrangement is None
    assert bare.directions_seen == 0 and len(bare.backs_seen) == 1


@pytest.mark.whole
def test_a_card_that_hardly_stands_out_from_the_cloth_is_told_once_the_first_pile_says_where_it_lies():
    """And the foul that is laid on it is called."""
    manner = choose_lying_manner(layout_for("extreme"), 4 * 9304 + 1)
    table = laid_out("extreme", 9304, manner, argparse.Namespace(apart=True, acts=4, fps=10.0))
    tally = scored(table, played(table, "numbers", None, does_answer=True))
    assert (tally.wrong, tally.missed, tally.phantom, tally.alarms) == (0, 0, 0, 0), tally.notes
    assert (tally.fouls, tally.ruled) == (1, 1), tally.notes
