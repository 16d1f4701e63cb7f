"""A table without direction cards is taken by what lies there, and anew once its first cards are read."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.games.sheets import load_sheet
from companion.sources.bare import UNKNOWN_LAYOUT, bare_table_for, choose_lying_manner
from companion.sources.readers import reader_of
from companion.sources.sources import layout_for
from tests.benchmarks.bench_bare import laid_out, played, scored
from tests.vision.bare.laid_tables import SQUARE, lay_table
from vision.bare.laid import TableLooks, find_new_card
from vision.bare.table import BareTable, add_draw_pile, keep_shown_draws
from vision.directions.arrangement import BarePlan, arrange_without_directions
from vision.drawn.table.acts import Act, Lay, Wait
from vision.drawn.table.bare_tables import lay_before_start
from vision.drawn.table.virtual_camera import VirtualTable
from vision.place.fiducials import Registration
from vision.plane.homography import project
from vision.types import Change, PilesFound
from vision.watcher import Watcher

BACK = np.array([(0, 0), (60, 0), (60, 90), (0, 90)], np.float32)
STILL, OTHER = np.zeros((36, 64, 3), np.uint8), np.full((36, 64, 3), 90, np.uint8)


def eye_on_begun(*script: Act) -> Watcher:
    """Watches a table without direction cards, on which a 66 lies already."""
    return eye_on([("up1", "66")], *script)


def eye_on(begun: Sequence[tuple[str, str]], *script: Act) -> Watcher:
    """Watches a table without direction cards, on which these cards lie already."""
    scene = lay_before_start(lay_table(2, SQUARE, "above", directions=False), begun, 2)
    camera = VirtualTable(scene.layout, script, scene=scene, speed="fast", seed=2, fps=10)
    cards = reader_of("numbers", load_sheet("the_game").deck)
    return Watcher(camera, UNKNOWN_LAYOUT, {"card": cards}, bare=bare_table_for("the_game", "numbers", None, cards))


@pytest.mark.whole
def test_the_first_cards_are_told_though_one_is_laid_while_the_table_is_taken():
    """A hand hides part of it, and a single back tells the plane of the table but roughly."""
    manner = choose_lying_manner(layout_for("extreme"), 8005)
    assert not manner.has_directions
    table = laid_out("extreme", 2001, manner, argparse.Namespace(apart=True, acts=5, fps=10.0))
    tally = scored(table, played(table, "numbers", None))
    assert (tally.right, tally.wrong, tally.missed, tally.phantom) == (5, 0, 0, 0), tally.notes


def test_a_table_is_not_taken_by_its_backs_while_something_moves():
    plan = BarePlan((("up", "up:1-99"), ("down", "down:100-2")), ("draw",), (59.0, 91.0))
    bare = BareTable(plan, searches=2, began_at=0.0, searched_at=2.0, backs_seen=(BACK,))
    assert bare.may_go_without(3.2, STILL, STILL)
    assert not bare.may_go_without(3.2, OTHER, STILL)
    assert bare.may_go_without(5.5, OTHER, STILL), "something that moves for ever is not waited for"


def test_a_pile_that_a_person_names_goes_on_as_it_was():
    """The card that lay there when the table was found is not told again, and one like it is told."""
    eye = eye_on_begun(Wait(5.5), Lay("up1", "62", 0), Wait(1.5))
    told = [one for _ in range(50) for one in eye.step()]
    (found,) = [one for one in told if isinstance(one, PilesFound)][-1:]
    (place,) = [one for one in found.places if one.zone != "draw"]
    (named,) = eye.pile_at("down1", place.at)
    assert [(one.zone, one.is_proven, one.is_named) for one in named.places if one.zone != "draw"] == [("down1", True, True)]
    rest = [(one.zone, one.before, one.after) for one in eye.events() if isinstance(one, Change)]
    assert rest == [("down1", "66", "62")]


def test_a_draw_pile_that_a_person_has_shown_lies_there_still_once_the_table_is_taken_anew():
    """Its plane is told by other cards then, and turned as they lie."""
    plan = BarePlan((("up", "up:1-99"), ("down", "down:100-2")), ("draw",), (60.0, 90.0))
    turned = np.array([(100, 0), (100, 60), (10, 60), (10, 0)], np.float32)
    before, anew = (arrange_without_directions([], [card + 200], plan, (500, 800)) for card in (BACK, turned))
    shown = add_draw_pile(
        BareTable(plan, arrangement=before, said=frozenset({"draw"})), "draw", np.asarray(BACK, np.float64) + 99
    )
    found = keep_shown_draws(shown, BareTable(plan, arrangement=anew)).arrangement
    seen, was = (project(one.draws["draw"], one.registration.to_picture) for one in (found, shown.arrangement))
    assert np.abs(seen - was).max() < 0.5 and "draw" in found.middles
    assert not keep_shown_draws(replace(shown, said=frozenset()), BareTable(plan, arrangement=anew)).arrangement.draws


@pytest.mark.parametrize("larger", [1.0, 1.25])
def test_a_card_is_noticed_far_from_the_back_that_tells_the_plane(larger):
    """There the plane is known but roughly, and a card seems larger than one. Two cards side by side are none."""
    bare, at = np.full((400, 400, 3), 80, np.uint8), Registration(np.eye(3), ())
    for many, is_card in ((1, True), (2, False)):
        laid, (wide, high) = bare.copy(), (59 * larger * many, 91 * (1 + (larger - 1) / 2))
        corners = [(200 - wide / 2, 200 - high / 2), (200 + wide / 2, 200 + high / 2)]
        cv2.rectangle(laid, *(tuple(map(round, corner)) for corner in corners), (230, 235, 240), -1)
        new = find_new_card(TableLooks(laid, at, bare, at, is_rough=True), (200.0, 200.0), (59.0, 91.0), [], 0.0)
        assert (new is not None and new.is_whole) is is_card
        assert new is None or np.hypot(new.laid.at[0] - 200, new.laid.at[1] - 200) < 3


def test_a_card_that_lay_there_is_told_though_a_hand_covers_it_at_once():
    """The hand comes as the table is found."""
    eye = eye_on_begun(Wait(2.6), Lay("up1", "72", 0), Wait(1.0))
    told = [(one.before, one.after, one.moved) for one in eye.events() if isinstance(one, Change)]
    assert told == [("", "66", False), ("66", "72", True)]


def test_cards_that_were_covered_before_the_table_was_found_are_told_in_order():
    eye = eye_on([], Wait(0.4), Lay("up1", "12", 0), Lay("up1", "15", 0), Wait(3.0))
    told = [(one.before, one.after) for one in eye.events() if isinstance(one, Change)]
    assert told == [("", "12"), ("12", "15")]


@pytest.mark.parametrize("seconds", [2.2, 3.0])
def test_cards_are_told_though_the_table_was_found_with_a_hand_on_it(seconds):
    """The hand is no part of the table once it is gone."""
    eye = eye_on([], Wait(seconds), Lay("up1", "12", 0), Lay("up1", "15", 0), Wait(2.0))
    told = [(one.before, one.after) for one in eye.events() if isinstance(one, Change)]
    assert told == [("", "12"), ("12", "15")]


@pytest.mark.parametrize("face", ["2", "99"])
def test_a_table_goes_without_direction_cards_though_a_laid_card_bears_the_number_of_one(face):
    eye = eye_on([("up1", face)], Wait(4.5))
    told = [(one.before, one.after) for one in eye.events() if isinstance(one, Change)]
    assert told == [("", face)]
