"""People of the virtual table differ, sit where they say, and move as their manners are."""

import math
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from tests.vision.watched_table import LAYOUT, SIZE
from vision.drawn.table.acts import Draw, Lay, PassOver, Rest, Straighten, Together, Touch, Wait
from vision.drawn.table.players import COMPANIES, EVERYDAY, STRANGERS, Player, SquaringPushes, SquaringWay, make_players
from vision.drawn.table.virtual_camera import VirtualTable
from vision.errors import EndOfVideo
from vision.hands.edge import place_of, share_around
from vision.types import BACK

MAT = LAYOUT.size_mm


def reached(script, players=(), fps=15.0, seed=1):
    """The hands over the table in each frame, and the table."""
    table = VirtualTable(LAYOUT, script, speed="fast", size=SIZE, fps=fps, players=players, seed=seed)
    return [scene.reaches for scene in table._frames], table


@pytest.mark.parametrize("company", COMPANIES.values(), ids=str)
def test_no_two_seeds_bring_the_same_people(company):
    people = [player for seed in range(20) for player in make_players(seed, 4, MAT, company)]
    assert len({player.hand for player in people}) == len({player.manners for player in people}) == len(people)
    assert {player.hand.mirrored for player in people} == {True, False}
    assert make_players(7, 4, MAT, company) == make_players(7, 4, MAT, company)


def test_strangers_have_nothing_of_everyday_people():
    def apart(a, b):
        return all(max(low, other_low) >= min(high, other_high) for low, high in a for other_low, other_high in b)

    assert not set(EVERYDAY.skins) & set(STRANGERS.skins)
    for name in ("hues", "sizes", "breadths", "spreads", "curls", "pauses", "leans", "trembles", "rises"):
        assert apart([getattr(EVERYDAY, name)], [getattr(STRANGERS, name)]), name
    for name in ("cuffs", "paces", "stays", "edges"):
        assert apart(getattr(EVERYDAY, name), getattr(STRANGERS, name)), name


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_people_sit_clockwise_and_apart(seats):
    for seed in range(10):
        places = [player.place for player in make_players(seed, seats, MAT)]
        first = places.index(min(places))
        assert places[first:] + places[:first] == sorted(places)
        for a, b in combinations(places, 2):
            assert min((a - b) % 1, (b - a) % 1) > 0.08


def test_an_arm_comes_from_where_its_owner_sits():
    for player in make_players(3, 4, MAT):
        straight = Player(player.place)
        hands, _ = reached([Lay("up1", "12", 0)], [straight])
        reach = next(hand for frame in hands for hand in frame)
        back = -math.sin(math.radians(reach.angle)), math.cos(math.radians(reach.angle))
        far = tuple(at + 800 * way for at, way in zip(reach.grip_mm, back, strict=True))
        shoulder = place_of(reach.grip_mm, far, MAT, 230.0)
        assert abs((shoulder - player.place + 0.5) % 1 - 0.5) < 0.04
        assert share_around(player.locate_shoulder_mm(MAT), MAT) == pytest.approx(player.place, abs=0.08)


def test_fingers_rest_on_a_draw_pile_as_long_as_manners_say_and_take_a_card_away():
    player = make_players(2, 2, MAT)[0]
    hands, table = reached([Draw("draw", 0)], [player], fps=30.0)
    still = [frame[0] for frame in hands if frame and frame[0].speed == 0]
    low, high = player.manners.stay
    assert low - 0.05 <= len(still) / 30 <= high + 0.05
    assert [frame[0].card.face for frame in hands if frame and frame[0].card] != []
    assert {frame[0].card.face for frame in hands if frame and frame[0].card} == {BACK}
    assert [act for _, act in table.log] == [Draw("draw", 0)]


def test_slow_people_take_longer():
    quick, slow = sorted(make_players(4, 4, MAT), key=lambda player: player.manners.pace)[::3]
    counts = [sum(bool(frame) for frame in reached([Touch("up1", 0)], [player])[0]) for player in (quick, slow)]
    assert counts[0] < counts[1]


@pytest.mark.parametrize("act", [Straighten("draw", 0), PassOver("draw", 0)])
def test_a_hand_that_does_not_draw_leaves_with_nothing(act):
    hands, table = reached([act], make_players(5, 2, MAT))
    assert not any(hand.card for frame in hands for hand in frame)
    assert [one for _, one in table.log] == [act]


def squaring(how):
    """The hands of somebody who squares the pile up so, frame by frame, and how high it was in each."""
    (player, *_) = make_players(5, 2, MAT)
    player = replace(player, manners=replace(player.manners, pushes=SquaringPushes(how=how)))
    table = VirtualTable(LAYOUT, [Straighten("draw", 0)], speed="fast", size=SIZE, fps=20, players=[player], seed=1)
    return [(scene.reaches, len(scene.list_pile_cards("draw"))) for scene in table._frames]


def test_who_squares_up_with_both_hands_has_one_on_each_side():
    most = max((hands for hands, _ in squaring(SquaringWay.BOTH_HANDS)), key=len)
    assert len(most) == 2
    assert most[0].hand.mirrored != most[1].hand.mirrored
    assert 40 < math.dist(most[0].grip_mm, most[1].grip_mm) < 250
    assert {high for _, high in squaring(SquaringWay.BOTH_HANDS)} == {24}


def test_a_packet_is_lifted_to_be_tapped_and_laid_back():
    frames = squaring(SquaringWay.TAPPING)
    heights = [high for _, high in frames]
    assert heights[0] == heights[-1] == 24
    assert heights.count(0) > 6, "it is gone from its place meanwhile"
    assert any(hand.card for hands, high in frames if not high for hand in hands)
    assert not any(hand.card for hands, high in frames if high for hand in hands)


def test_people_square_piles_up_in_all_ways():
    ways = [player.manners.pushes.how for seed in range(1, 9) for player in make_players(seed, 4, MAT)]
    assert set(ways) == set(SquaringWay)
    assert ways.count(SquaringWay.ONE_HAND) >= len(ways) / 3


def test_a_pile_that_was_straightened_lies_otherwise_and_one_passed_over_as_it_lay():
    for act, same in ((Straighten("draw", 0), False), (PassOver("draw", 0), True)):
        _, table = reached([act], make_players(5, 2, MAT))
        before = VirtualTable(
            LAYOUT, [], speed="fast", size=SIZE, players=make_players(5, 2, MAT), seed=1
        )._scene.list_pile_cards("draw")
        assert (table._scene.list_pile_cards("draw") == before) is same


def test_a_hand_rests_while_others_go_on_and_two_reach_at_once():
    script = [Rest("up1", 3.0, 1), Lay("up2", "12", 0), Together(Lay("up1", "47", 0), Draw("draw", 1)), Wait(0.2)]
    hands, table = reached(script, make_players(6, 2, MAT))
    assert max(len(frame) for frame in hands) >= 2
    assert table.tops == {"up1": "47", "up2": "12", "draw": BACK, "control": ""}
    assert not hands[-1], "all hands are gone in the end"


def test_the_lens_bends_what_it_shows():
    from vision.drawn.table.optics import Lens, distort_picture, distort_points

    lens, size = Lens(barrel=0.02), (320, 180)
    picture = np.zeros((180, 320, 3), np.uint8)
    picture[20:23, 30:33] = 255
    seen = np.argwhere(distort_picture(picture, lens)[..., 0] > 100).mean(axis=0)[::-1] + 0.5
    assert distort_points(np.array([[31.5, 21.5]]), lens, size)[0] == pytest.approx(seen, abs=0.6)
    assert distort_points(np.array([[31.5, 21.5]]), lens, size)[0][0] > 33, "a corner is drawn in"


def test_the_end_of_the_script_waits_for_a_hand_that_rests():
    table = VirtualTable(LAYOUT, [Rest("up1", 1.0, 0)], speed="fast", size=SIZE, fps=5, players=make_players(1, 2, MAT))
    with pytest.raises(EndOfVideo):
        for _ in range(200):
            table.read()
