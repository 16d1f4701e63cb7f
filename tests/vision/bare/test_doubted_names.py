"""A card between two direction cards tells its pile by its number alone: the name is doubted until another pile tells the side."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.sources.sources import layout_for
from tests.benchmarks.bench_bare import Table, played
from tests.varied import varied
from vision.bare.spots import weigh_number
from vision.drawn.art.styles import make_bare_table_style
from vision.drawn.table.acts import Lay, Wait
from vision.drawn.table.bare_tables import lay_before_start, make_bare_scene
from vision.drawn.table.lying import CardSide, HeadTurn, LyingManner, PileOrder, PileShape
from vision.drawn.table.players import EVERYDAY, make_players
from vision.drawn.table.virtual_camera import VirtualTable

UPSIDE_DOWN = LyingManner(PileShape.SQUARE, CardSide.LEFT, PileOrder.DOWN_FIRST, HeadTurn.UPSIDE_DOWN)
"""Of the two piles, the descending one lies between the direction cards."""

ALONE = LyingManner(PileShape.SQUARE, has_directions=False)


def watch(game, manner, seats, seed, begun, acts):
    """What `companion watch` prints of a table on which cards lie already."""
    scene = make_bare_scene(layout_for(game), seed, ("wood",), manner=manner)
    scene = lay_before_start(replace(scene, style=make_bare_table_style(seed)), begun, seed)
    players = make_players(seed, seats, scene.layout.size_mm, EVERYDAY)
    camera = VirtualTable(scene.layout, acts, speed="fast", seed=seed, fps=10, scene=scene, players=players)
    return played(Table(game, seed, manner, scene, camera, seats, begun, (), "numbers"), "numbers", None).said


def list_cards(said):
    return [(line["zone"], line["after"]) for line in said if line["event"] == "change"]


def list_alarms(said):
    return [line for line in said if line.get("verdict") in ("illegal", "loss")]


def find_proven(said):
    """The piles that are proven, by the last word on them."""
    places = [line for line in said if line["event"] == "piles"][-1]["places"]
    return {one["zone"] for one in places if one["proven"] and not one["zone"].endswith("draw")}


def test_a_number_is_weighed_by_the_deck_and_not_by_what_is_printed_on_a_direction_card():
    assert weigh_number("10R", "down:100-2", (1, 10)) == 0 < weigh_number("10R", "up:1-99", (1, 10))
    assert weigh_number("1B", "up:1-99", (1, 10)) == 0 < weigh_number("1B", "down:100-2", (1, 10))
    assert weigh_number("s59", "s:down:60-2", (2, 59)) == 0


@pytest.mark.whole
@varied("seed", [3, 5])
def test_two_piles_that_were_taken_for_one_another_are_asked_about_and_no_foul_is_called(seed):
    """The top of a descending pile may show any number."""
    acts = [Wait(1.5), Lay("up", "5R", 0), Wait(0.8), Lay("down", "1Y", 0), Wait(0.8), Lay("up", "6G", 0), Wait(1.0)]
    said = watch("quick_easy", UPSIDE_DOWN, 3, seed, (("down", "2B"),), acts)
    assert [face for _, face in list_cards(said)] == ["2B", "5R", "1Y", "6G"]
    assert not list_alarms(said)
    assert find_proven(said) == set(), "nobody knows which is which"


@pytest.mark.whole
@varied("seed", [3, 5])
def test_the_number_of_a_first_card_tells_its_pile_and_so_does_one_that_lay_there_with_the_next(seed):
    """Nobody begins a pile at its end."""
    laid = watch("quick_easy", UPSIDE_DOWN, 3, seed, (), [Wait(1.5), Lay("down", "9B", 0), Wait(1.0)])
    assert find_proven(laid) == {"down"}
    lay_there = [Wait(1.5), Lay("down", "8R", 0), Wait(1.0)]
    assert find_proven(watch("quick_easy", UPSIDE_DOWN, 3, seed, (("down", "9B"),), lay_there[:1])) == set()
    assert find_proven(watch("quick_easy", UPSIDE_DOWN, 3, seed, (("down", "9B"),), lay_there)) == {"down"}


@pytest.mark.whole
@varied("seed", [2, 4])
def test_without_direction_cards_a_first_card_is_on_a_pile_of_its_owner_and_nothing_is_called_of_it(seed):
    laid = [("s_down", "s58"), ("g_up", "g3"), ("g_down", "g56")]
    acts = [Wait(5.0), *(each for zone, face in laid for each in (Lay(zone, face, int(zone[0] == "g")), Wait(1.5)))]
    said = watch("face_to_face", ALONE, 2, seed, (), acts)
    told = list_cards(said)
    assert [face for _, face in told] == [face for _, face in laid]
    assert all(zone[0] == face[0] for zone, face in told)
    assert not list_alarms(said)
    known = set()
    for line in said:
        if line["event"] == "piles":
            known |= {one["zone"] for one in line["places"]}
        assert line["event"] != "change" or line["zone"] in known, "its place is told before its card"
