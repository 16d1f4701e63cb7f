"""People lay piles on a bare table in all manners: what belongs together lies together, and nothing lies on anything else."""

import math
import random
from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest

from companion.sources.bare import choose_lying_manner
from companion.sources.sources import layout_for
from vision.drawn.art.things import THINGS
from vision.drawn.table.acts import Lay
from vision.drawn.table.bare_tables import lay_before_start, make_bare_scene
from vision.drawn.table.lying import (
    CardSide,
    HeadTurn,
    LyingManner,
    PileOrder,
    PileShape,
    describe_lying_manner,
    generate_lying_manner,
    lay_piles,
    list_plain_manners,
)
from vision.drawn.table.render import render_scene
from vision.drawn.table.scene import Thing
from vision.drawn.table.virtual_camera import VirtualTable
from vision.errors import EndOfVideo

PILE_GAMES = ("the_game", "quick_easy", "face_to_face")
SEEDS = range(120)
WAYS = {CardSide.RIGHT: (1, 0), CardSide.LEFT: (-1, 0), CardSide.ABOVE: (0, -1), CardSide.BELOW: (0, 1)}


def lie_apart(one, other, card_mm, spare=0.0):
    boxes = [((*card.at,), (card_mm[0] - spare, card_mm[1] - spare), card.turn) for card in (one, other)]
    return cv2.rotatedRectangleIntersection(*boxes)[0] == cv2.INTERSECT_NONE


@pytest.mark.parametrize("game", PILE_GAMES)
def test_nothing_lies_on_anything_else(game):
    layout = layout_for(game)
    for seed in SEEDS:
        cards = lay_piles(layout, choose_lying_manner(layout, seed), random.Random(seed))
        assert all(lie_apart(one, other, layout.card_mm, 4.0) for one, other in combinations(cards, 2)), seed


@pytest.mark.parametrize("game", PILE_GAMES)
def test_each_pile_lies_on_the_said_side_of_its_direction_card(game):
    layout = layout_for(game)
    names = {zone.name for zone in layout.zones if zone.kind in ("card", "draw")}
    for seed in SEEDS:
        manner = choose_lying_manner(layout, seed)
        cards = lay_piles(layout, manner, random.Random(seed))
        piles = {card.name: card for card in cards if not card.is_direction}
        directions = [card for card in cards if card.is_direction]
        assert piles.keys() == names
        assert len(directions) == (len(layout.of_kind("card")) if manner.has_directions else 0)
        for card in directions:
            away = np.subtract(piles[card.name].at, card.at)
            cos, sin = math.cos(math.radians(card.turn)), math.sin(math.radians(card.turn))
            own = np.array([away[0] * cos + away[1] * sin, away[1] * cos - away[0] * sin])
            assert own @ WAYS[manner.side] > math.cos(math.radians(12)) * np.linalg.norm(own), seed


def list_ways(order, seed):
    cards = lay_piles(layout_for("the_game"), LyingManner(order=order), random.Random(seed))
    return [card.name.rstrip("12") for card in sorted(cards, key=lambda card: card.at[1]) if card.is_direction]


def test_the_order_of_the_piles_is_the_manners():
    ups, downs = ["up", "up"], ["down", "down"]
    for seed in range(20):
        assert list_ways(PileOrder.UP_FIRST, seed) == ups + downs
        assert list_ways(PileOrder.DOWN_FIRST, seed) == downs + ups
        mixed = list_ways(PileOrder.MIXED, seed)
        assert sorted(mixed) == downs + ups
        assert mixed[:2] not in (ups, downs)


@pytest.mark.parametrize(
    ("shape", "columns", "rows"), [(PileShape.COLUMN, 1, 4), (PileShape.ROW, 4, 1), (PileShape.SQUARE, 2, 2)]
)
def test_piles_make_the_shape_of_the_manner(shape, columns, rows):
    layout = layout_for("the_game")
    heads = [one.at for one in lay_piles(layout, LyingManner(shape), random.Random(1)) if one.is_direction]
    assert len({round(x / 40) for x, _ in heads}) == columns
    assert len({round(y / 60) for _, y in heads}) == rows


def test_few_seeds_bring_every_trait():
    manners = [generate_lying_manner(seed, are_owned=True) for seed in range(60)]
    for trait, values in {
        "shape": set(PileShape),
        "side": set(CardSide),
        "order": set(PileOrder),
        "heads": set(HeadTurn),
        "crosswise": {True, False},
        "has_directions": {True, False},
        "is_facing": {True, False},
    }.items():
        assert {getattr(manner, trait) for manner in manners} == values, trait
    assert any(manner.begun for manner in manners)
    assert any(manner.things for manner in manners)
    assert manners == [generate_lying_manner(seed, are_owned=True) for seed in range(60)]


def test_plain_manners_differ_and_say_how():
    said = [describe_lying_manner(manner) for manner in list_plain_manners().values()]
    assert len(set(said)) == len(said)
    assert said[0] == "column right up-first"


@pytest.mark.parametrize("seed", [0, 3, 6, 8])
def test_things_cover_neither_piles_nor_direction_cards(seed):
    scene = make_bare_scene(layout_for("the_game"), seed, manner=LyingManner(things=4))
    assert scene.things
    cards = [one.at_mm for one in scene.beside] + [zone.middle_mm for zone in scene.layout.zones]
    half = 0.5 * math.hypot(*scene.layout.card_mm)
    for thing in scene.things:
        assert min(math.dist(thing.at_mm, at) for at in cards) > 0.5 * math.hypot(*THINGS[thing.kind].size_mm) + half


@pytest.mark.parametrize("kind", sorted(THINGS))
def test_a_thing_is_seen_where_it_lies_and_nowhere_else(kind):
    empty = make_bare_scene(layout_for("quick_easy"), 1, manner=LyingManner())
    middle = (empty.layout.size_mm[0] / 2, empty.layout.size_mm[1] / 2)
    seen = render_scene(replace(empty, things=(Thing(kind, middle, 20.0),))).astype(int)
    changed = np.abs(seen - render_scene(empty).astype(int)).max(axis=2) > 25
    assert changed[340:380, 620:660].mean() > 0.5
    assert not changed[:, :100].any()


def test_cards_lie_across_their_direction_cards_where_people_lay_them_so():
    scene = make_bare_scene(layout_for("the_game"), 2, manner=LyingManner(crosswise=True))
    table = VirtualTable(scene.layout, [Lay("up1", "12"), Lay("down2", "80")], speed="fast", scene=scene, fps=6)
    with pytest.raises(EndOfVideo):
        while True:
            table.read()
    heads = {one.at_mm: one.turn for one in scene.beside}
    for zone in ("up1", "down2"):
        (card,) = table._scene.list_pile_cards(zone)
        head = min(heads, key=lambda at: math.dist(at, card.at_mm))
        assert abs((card.turn - heads[head]) % 180 - 90) < 20


def test_cards_that_lay_before_the_camera_ran_are_on_their_piles():
    scene = make_bare_scene(layout_for("the_game"), 2, manner=LyingManner(begun=2))
    begun = lay_before_start(scene, [("up1", "12"), ("up1", "14")], 2)
    assert [card.face for card in begun.list_pile_cards("up1")] == ["12", "14"]
    assert VirtualTable(begun.layout, [], speed="fast", scene=begun).tops["up1"] == "14"
