"""When a bare table is searched, and what a search says where it finds no piles."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from companion.games.sheets import load_sheet
from companion.sources.bare import UNKNOWN_LAYOUT, bare_table_for, plan_for
from companion.sources.readers import reader_of
from companion.sources.sources import layout_for
from tests.vision.frame_work import CONVERSION, NETWORK, SEARCH, STEP, CountedSteps, FrameWork
from vision.bare.around_board import BoardPlan
from vision.bare.table import BARE_TABLE, BareTable, find_other_directions, search_for_directions, search_for_rest
from vision.board.places import EnrolledBoard
from vision.directions.naming import read_no_direction
from vision.drawn.table.acts import Wait
from vision.drawn.table.bare_tables import make_bare_scene
from vision.drawn.table.lying import list_plain_manners
from vision.drawn.table.optics import Projection
from vision.drawn.table.virtual_camera import VirtualTable
from vision.pipeline.aside import STEPS_AT_ONCE, StepByStep
from vision.plane.homography import project
from vision.readers.numbers.starts import PrintedDirection
from vision.steps import finish_steps
from vision.types import PilesFound, TableSeen
from vision.watcher import Watcher

MAX_NETWORK_RUNS = 36  # of two things judged by their corners, either way up, before the frame ends
MAX_CONVERSIONS = 8  # of the whole picture: to grey for each landmark, as the table was just found

EMPTY_TABLE = np.full((180, 320, 3), 90, np.uint8)


def with_card_at(x):
    """The small picture of a table with one card."""
    picture = EMPTY_TABLE.copy()
    picture[80:100, x : x + 14] = 230
    return picture


@cache
def numbers():
    return reader_of("numbers", load_sheet("the_game").deck)


def watch_scene(scene, seconds):
    """The watcher after so many seconds of a scene in which nothing happens, and what it told."""
    table = bare_table_for("the_game", "numbers", None, numbers())
    camera = VirtualTable(scene.layout, [Wait(seconds)], scene=scene, speed="fast", seed=scene.seed, fps=10)
    eye = Watcher(camera, UNKNOWN_LAYOUT, {"card": numbers()}, bare=table, aside=StepByStep(1))
    return eye, list(eye.events())


def searched(table, at, picture):
    """The table after a search of a picture in which nothing was found."""
    begun = table.begin_search(at, picture)
    return replace(begun, searched_at=at, searches=begun.searches + 1, searches_of_one=begun.searches_of_one + 1)


def test_a_picture_in_which_nothing_changes_is_searched_twice_and_again_once_it_has_changed():
    table, at = BareTable(plan_for("the_game"), direction_reader=read_no_direction), 0.0
    assert table.is_search_due(at, EMPTY_TABLE)
    for _ in range(BARE_TABLE.searches_of_one):
        assert table.is_search_due(at, EMPTY_TABLE, EMPTY_TABLE)
        table = searched(table, at, EMPTY_TABLE)
        assert not table.is_search_due(at + 0.5, with_card_at(50), with_card_at(50))
        at += BARE_TABLE.search_every_s
    assert not table.is_search_due(at, EMPTY_TABLE, EMPTY_TABLE)
    assert table.is_search_due(at, with_card_at(50), with_card_at(50))
    assert not table.is_search_due(at, with_card_at(50), with_card_at(80))  # it moves
    assert table.is_search_due(at + BARE_TABLE.search_moving_s, with_card_at(50), with_card_at(80))
    assert table.is_search_due(at + BARE_TABLE.search_still_s, EMPTY_TABLE, EMPTY_TABLE)


def test_a_board_is_not_looked_for_where_a_hand_moves_over_it():
    plan = BoardPlan(EnrolledBoard(np.zeros((8, 8, 3), np.uint8), 2, 2), ((100.0, 100.0),))
    table = searched(BareTable(plan_for("sequence"), board=plan, direction_reader=read_no_direction), 0.0, EMPTY_TABLE)
    at = BARE_TABLE.search_every_s
    assert not table.is_search_due(at, with_card_at(50), with_card_at(80))
    assert table.is_search_due(at, with_card_at(50), with_card_at(50))
    assert table.is_search_due(at, EMPTY_TABLE, EMPTY_TABLE), "every fourth search is a thorough one"
    assert table.is_search_due(BARE_TABLE.search_moving_s, with_card_at(50), with_card_at(80))


@pytest.mark.whole
def test_a_table_without_direction_cards_is_said_to_have_none_and_left_alone():
    """What may be the draw pile is told."""
    scene = make_bare_scene(layout_for("the_game"), 3, ("wood",), manner=list_plain_manners()["no-directions"])
    eye, told = watch_scene(scene, 5.0)
    table = eye.pipeline.bare
    assert not any(isinstance(one, PilesFound) for one in told)
    assert [(one.directions, one.backs) for one in told if isinstance(one, TableSeen)] == [(0, 1)]
    assert table.has_no_directions(eye.at) and not table.has_no_directions(table.began_at + 1.0)
    assert table.searches == BARE_TABLE.searches_of_one
    assert table.directions_seen == 0 and len(table.backs_seen) == 1
    seen = Projection(scene.pose, scene.layout.size_mm, (1280, 720))
    (pile,) = (zone.middle_mm for zone in scene.layout.zones if zone.kind == "draw")
    assert np.linalg.norm(table.backs_seen[0].mean(axis=0) - seen.project_points(np.array([pile]))[0]) < 20


@pytest.mark.whole
@pytest.mark.parametrize("missing", [0, 3])
def test_where_a_direction_card_is_missing_nothing_is_called_found_and_the_others_are_counted(missing):
    scene = make_bare_scene(layout_for("the_game"), 3, ("wood",), manner=list_plain_manners()["row-below"])
    left = tuple(card for number, card in enumerate(scene.beside) if number != missing)
    eye, told = watch_scene(replace(scene, beside=left), 8.0)
    assert not any(isinstance(one, PilesFound) for one in told)
    assert [(one.directions, one.backs) for one in told if isinstance(one, TableSeen)] == [(3, 1)]
    table = eye.pipeline.bare
    assert table.arrangement is None and table.directions_seen == 3 and not table.has_no_directions(100.0)


@pytest.mark.whole
def test_a_search_step_by_step_finds_what_a_search_at_once_finds():
    scene = make_bare_scene(layout_for("the_game"), 3, ("wood",), manner=list_plain_manners()["row-below"])
    _, told = watch_scene(scene, 4.0)
    (found,) = (one for one in told if isinstance(one, PilesFound))
    assert found.at > 0.5 and all(place.is_named for place in found.places)
    assert [(one.directions, one.backs) for one in told if isinstance(one, TableSeen)] == [(4, 1)]


@pytest.mark.whole
def test_no_frame_does_more_than_a_few_steps_of_a_search_and_few_networks_run():
    scene = make_bare_scene(layout_for("the_game"), 3, ("wood",), manner=list_plain_manners()["row-below"])
    table, work = bare_table_for("the_game", "numbers", None, numbers()), FrameWork((720, 1280))
    camera = VirtualTable(scene.layout, [Wait(4.0)], scene=scene, speed="fast", seed=scene.seed, fps=10)
    eye = Watcher(camera, UNKNOWN_LAYOUT, {"card": numbers()}, bare=table, aside=CountedSteps(work, STEPS_AT_ONCE))
    with work:
        told = list(eye.events(work.end_frame))
    assert any(isinstance(one, PilesFound) for one in told)
    assert work.most(STEP) == STEPS_AT_ONCE, "the table was searched"
    assert 1 <= work.most(NETWORK) <= MAX_NETWORK_RUNS
    assert work.most(SEARCH) <= 1 and work.most(CONVERSION) <= MAX_CONVERSIONS


def lay_out_dotted(*cards):
    """A picture of cards: the middle of each in pixels, and the colour of its dot, BGR."""
    image = np.full((720, 1280, 3), (60, 110, 60), np.uint8)
    for (x, y), dot in cards:
        cv2.rectangle(image, (x - 38, y - 56), (x + 38, y + 56), (210, 210, 210), -1)
        cv2.circle(image, (x, y), 20, dot, -1)
    return image


@pytest.mark.whole
@pytest.mark.parametrize(("is_whole", "is_other"), [(True, True), (False, False)])
def test_cards_laid_since_are_other_direction_cards_only_where_they_were_read_as_such(is_whole, is_other):
    """A highest card carries the number of a direction card too, and its pile was lost where the table was found anew around it."""

    def read_dot(crop):
        blue, _, red = crop[130:150, 90:110].reshape(-1, 3).mean(axis=0)
        return PrintedDirection(float(red > blue + 50), float(blue > red + 50), is_whole=is_whole)

    begun = [((500, 240), (40, 40, 40)), ((500, 480), (40, 40, 40))]
    table = BareTable(plan_for("quick_easy"), direction_reader=read_dot)
    table = finish_steps(search_for_directions(table, lay_out_dotted(*begun), 0.0))
    assert table.arrangement is not None and not table.legible
    later = lay_out_dotted(*begun, ((800, 240), (0, 0, 200)), ((800, 480), (200, 0, 0)))
    assert (finish_steps(search_for_rest(table, later, 2.0)).other is not None) == is_other


@pytest.mark.whole
@pytest.mark.parametrize(("y", "is_other"), [(480, False), (240, True)])
def test_the_direction_cards_beside_which_every_card_lies_are_kept(y, is_other):
    """Any two of four cards can be the direction cards, and the lower two were taken. A card beside one of them lies beside others too."""
    image = lay_out_dotted(*(((x, below), (40, 40, 40)) for x in (500, 720) for below in (240, 480)))
    table = BareTable(plan_for("quick_easy"), direction_reader=read_no_direction)
    table = finish_steps(search_for_directions(table, image, 0.0))
    assert table.arrangement is not None
    lower = [
        project(card, table.arrangement.registration.to_picture)[:, 1].mean() for card in table.arrangement.directions.values()
    ]
    assert lower == pytest.approx([480, 480], abs=2)
    card = np.array([(572, y - 56), (648, y - 56), (648, y + 56), (572, y + 56)], np.float64)
    assert (finish_steps(find_other_directions(table, [card], image)) is not None) == is_other
