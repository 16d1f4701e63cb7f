"""Cards of one picture are printed alike and of one size: where one must lie, and what it must then look like."""

from __future__ import annotations

from functools import partial

import cv2
import numpy as np
import pytest

from tests.varied import varied
from tests.vision.readers.french.test_reader import guess, index, lay
from vision.cards.candidates import Card
from vision.plane.homography import project
from vision.plane.quads import Quad, overlap_share
from vision.readers.french.reader import make_standard_reader
from vision.readers.french.siblings import collect_siblings, find_places_like
from vision.readers.french.sights import StandardSight, claim_outlines, pair_misread_corners
from vision.readers.french.verdict import FRENCH_FACES, StandardThresholds, judge_card
from vision.readers.french_print.indices import Index, Spot
from vision.readers.french_print.networks import Guess, name_face
from vision.types import Image

BOX = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32)


def moved(quad: Quad, x: float, y: float, turn: float) -> np.ndarray:
    c, s = np.cos(turn), np.sin(turn)
    return np.asarray(quad @ np.array([[c, s], [-s, c]]) + (x, y), np.float32)


def seen_whole(face: str, x: float, y: float, turn: float) -> StandardSight:
    """A card of 100 by 140 pixels with its indices in two corners, 12 pixels in and 20 down."""
    marks = moved(np.array([[12, 20], [12, 30], [88, 120], [88, 110]], np.float32), x, y, turn)
    ends = [(marks[0], 2 * (marks[1] - marks[0])), (marks[2], 2 * (marks[3] - marks[2]))]
    indices = tuple(index(face, *at, down=(float(down[0]), float(down[1]))) for at, down in ends)
    return StandardSight(moved(BOX, x, y, turn), indices, guess(face))


@pytest.mark.parametrize("turn", [0.0, 0.4, 2.0, -3.0])
def test_an_index_says_where_its_card_lies_if_it_is_like_the_others(turn: float) -> None:
    whole = [seen_whole("7D", 100, 100, 0.2), seen_whole("QS", 320, 90, -1.0)]
    lost = seen_whole("3C", 400, 400, turn)
    for seen in lost.indices:
        place = find_places_like(seen.spot, collect_siblings(whole, (600, 800)))[0]
        off = [np.abs(np.roll(place, shift, axis=0) - lost.quad).max() for shift in (0, 2)]
        assert min(off) < 1.0


def leant(sight: StandardSight) -> StandardSight:
    """The same as a camera sees it that looks at the table from aside, by about 35 degrees."""
    focal, (sine, cosine) = 0.9 * 800, (np.sin(0.6), np.cos(0.6))
    out, back = np.array([[1, 0, -400], [0, 1, -300], [0, 0, 1.0]]), np.array([[focal, 0, 400], [0, focal, 300], [0, 0, 1.0]])
    view = back @ np.array([[1, 0, 0], [0, cosine, 0], [0, sine, focal]]) @ out

    def spot(index: Index) -> Spot:
        centre, foot = project(np.array([index.spot.centre, index.spot.centre + index.spot.down / 2]), view).astype(np.float32)
        return Spot(centre, (foot - centre) * 2, index.spot.heat)

    indices = tuple(Index(spot(index), index.guess) for index in sight.indices)
    return StandardSight(project(sight.quad, view).astype(np.float32), indices, sight.whole)


@pytest.mark.parametrize("turn", [0.0, 0.8, 1.6, -3.0])
def test_on_a_table_seen_from_aside_an_index_says_it_too(turn: float) -> None:
    whole = [
        leant(seen_whole("7D", 100, 100, 0.2)),
        leant(seen_whole("QS", 320, 90, -1.0)),
        leant(seen_whole("9C", 620, 420, 1.4)),
    ]
    lost = leant(seen_whole("3C", 400, 400, turn))
    for seen in lost.indices:
        place = find_places_like(seen.spot, collect_siblings(whole, (600, 800)))[0]
        assert overlap_share(place, lost.quad) > 0.9


def test_nothing_is_said_where_no_card_was_seen_whole_or_its_outline_is_none_of_a_card() -> None:
    lost = index("3C", 400, 400)
    broad = StandardSight(BOX * np.array([2.0, 1.0], np.float32), (index("7D", 12, 20),), guess("7D"))
    assert all(find_places_like(lost.spot, collect_siblings(whole, (600, 800))) == [] for whole in ([], [broad]))


def piles_of_white_cards(seed: int, turned: float) -> tuple[Image, list[str], list[str]]:
    """Six piles of four white cards each on a pale table, turned by some `turned` degrees: the picture, the tops, and all that lies there."""
    dice = np.random.default_rng(seed)
    tops = [FRENCH_FACES[int(i)] for i in dice.choice(52, 6, replace=False)]
    lie = list(tops)
    picture = np.clip(np.array([205, 215, 222]) + dice.normal(0, 5, (640, 640, 3)), 0, 255).astype(np.uint8)
    for i, top in enumerate(tops):
        turn = float(dice.normal(0, turned)) if turned else 0.0
        for layer in range(4):
            face = top if layer == 3 else FRENCH_FACES[int(dice.integers(52))]
            x, y = 110 + 200 * (i % 3) + dice.normal(0, 6), 150 + 300 * (i // 3) + dice.normal(0, 6)
            lay(picture, face, x, y, turn=turn + float(dice.normal(0, 7) + 180 * dice.integers(2)), width=110)
            lie.append(face)
    lit = cv2.GaussianBlur(picture, (0, 0), 1.3) * np.linspace(0.8, 1.25, 640)[None, :, None] + dice.normal(0, 3, picture.shape)
    return np.clip(lit, 0, 255).astype(np.uint8), tops, lie


@varied(("seed", "turned"), [(8, 0.0), (15, 0.0), (102, 35.0), (110, 35.0), (114, 35.0)])
def test_white_cards_on_piles_of_white_cards_are_read(seed: int, turned: float) -> None:
    picture, tops, lie = piles_of_white_cards(seed, turned)
    read = {reading.face for _, reading in make_standard_reader().read_picture(picture) if reading.accepted}
    assert set(tops) <= read <= set(lie)


@pytest.mark.whole
def test_a_card_whose_outline_was_a_little_off_is_not_what_its_blurred_corners_seem() -> None:
    """Both corners of a 5 of hearts read as 6s, while laid flat its five pips are plain to see."""
    picture, tops, lie = piles_of_white_cards(121, 35.0)
    read = {reading.face for _, reading in make_standard_reader().read_picture(picture) if reading.accepted}
    assert "5H" in tops and "5H" in read <= set(lie)


@pytest.mark.whole
@varied("seed", [105, 139])
def test_an_index_that_a_card_half_covers_is_not_what_is_left_of_it(seed: int) -> None:
    """Seen half, a red J is like a 7 and a 5 like a 6; but those around it are larger, or smaller."""
    picture, _, lie = piles_of_white_cards(seed, 35.0)
    assert {reading.face for _, reading in make_standard_reader().read_picture(picture) if reading.accepted} <= set(lie)


def cards_laid_across(seed: int) -> tuple[Image, list[str], list[str]]:
    """Six cards on a brown table, out of focus, each on one that lies askew and shows two corners: the picture, the tops, and all."""
    dice = np.random.default_rng(seed)
    tops = [FRENCH_FACES[int(i)] for i in dice.choice(len(FRENCH_FACES), 6, replace=False)]
    lie = list(tops)
    picture = np.clip(np.array([60, 80, 110]) + dice.normal(0, 5, (640, 640, 3)), 0, 255).astype(np.uint8)
    for i, top in enumerate(tops):
        turn, x, y = float(dice.normal(0, 35)), 110 + 200 * (i % 3), 150 + 300 * (i // 3)
        lie.append(FRENCH_FACES[int(dice.integers(len(FRENCH_FACES)))])
        lay(picture, lie[-1], x, y, turn=turn + float(dice.choice([-1, 1]) * dice.uniform(25, 45)), width=110)
        lay(picture, top, x + dice.normal(0, 5), y + dice.normal(0, 5), turn=turn + 180 * float(dice.integers(2)), width=110)
    seen = cv2.GaussianBlur(picture, (0, 0), 2.2) + dice.normal(0, 12, picture.shape)
    return np.clip(seen, 0, 255).astype(np.uint8), tops, lie


@pytest.mark.whole
def test_a_card_of_which_a_corner_may_be_that_of_the_one_below_is_looked_at_where_it_lies() -> None:
    picture, tops, lie = cards_laid_across(24)
    read = {reading.face for _, reading in make_standard_reader().read_picture(picture) if reading.accepted}
    assert set(tops) <= read <= set(lie)


@pytest.mark.whole
def test_of_blurred_clubs_and_spades_none_is_taken_for_the_other() -> None:
    picture, tops, lie = cards_laid_across(14)
    read = {reading.face for _, reading in make_standard_reader().read_picture(picture) if reading.accepted}
    assert read <= set(lie) and len(read & set(tops)) >= 5


# --- what is misread in one corner


def standing(index_face: str, whole: Guess, others: tuple[str, ...] = ()) -> list[StandardSight]:
    """What is claimed of a plain outline of 100 by 140 pixels with an index in its corner, and others in the one across."""
    card = Card(BOX, np.zeros((280, 200, 3), np.uint8), 1.0, 0.71)
    indices = [index(index_face, 12, 20, sure=0.96), *(index(face, 88, 120, (0, -20), sure=0.8) for face in others)]
    return claim_outlines([card], partial(lambda seen, _: seen, whole), indices)


def test_an_index_that_a_plain_card_contradicts_is_asked() -> None:
    """A 4 in an odd typeface was read as a 9 from its corner alone, while four pips were plain to see."""
    (sight,) = standing("9H", guess("4H", 0.98))
    assert len(sight.indices) == 1 and not judge_card(sight, StandardThresholds()).accepted


def test_a_plain_card_and_one_of_its_corners_overrule_the_other() -> None:
    (sight,) = standing("9H", guess("4H", 0.99), ("4H",))
    reading = judge_card(sight, StandardThresholds())
    assert (reading.face, reading.accepted) == ("4H", True)


def test_an_outline_that_shows_nothing_plainly_leaves_an_index_alone() -> None:
    assert standing("9H", guess("4H", 0.6)) == []


def test_an_index_that_is_hardly_one_bears_no_card_out() -> None:
    seen = StandardSight(BOX, (index("3C", 12, 20, sure=0.47),), guess("3C", 0.92))
    reading = judge_card(seen, StandardThresholds())
    assert reading.face == "3C" and not reading.accepted


@pytest.mark.parametrize(("rank", "accepted"), [(0.98, True), (0.6, False)])
def test_two_corners_and_the_rank_tell_a_card_whose_suit_a_shine_pales(rank: float, accepted: bool) -> None:
    pale = guess("AC", rank)
    pale.suit[:] = 0.0, 0.0, 0.0, 0.0, 0.0
    pale.suit["CDHS".index("C")], pale.suit["CDHS".index("S")] = 0.6, 0.4
    corners = (index("AS", 12, 20, sure=0.93), index("AS", 88, 120, (0, -20), sure=0.93))
    reading = judge_card(StandardSight(BOX, corners, pale), StandardThresholds())
    assert name_face(corners[0].face) == "AS" and reading.accepted is accepted


@pytest.mark.parametrize(("sure", "accepted"), [(0.96, False), (0.995, True)])
def test_signs_that_a_maker_draws_his_own_way_are_asked_unless_the_corners_are_certain(sure: float, accepted: bool) -> None:
    """Small clubs like spades in both corners of a 3, and three plain clubs between them."""
    corners = (index("3S", 12, 20, sure=sure), index("3S", 88, 120, (0, -20), sure=sure))
    odd = guess("3C", 0.99)
    odd.suit[:] = 0.88, 0.0, 0.0, 0.12, 0.0
    reading = judge_card(StandardSight(BOX, corners, odd), StandardThresholds())
    assert (reading.face, reading.accepted) == ("3S", accepted)


def corners_that_differ(first: str, second: str, sure: float) -> list:
    """Indices in two opposite corners of a card of 100 by 140 pixels at 0, 0; the second is as sure as that."""
    return [index(first, 12, 20, sure=0.9), index(second, 88, 120, (0, -20), sure=sure)]


@pytest.mark.parametrize(("whole", "sure", "accepted"), [("5C", 0.4, True), ("8H", 0.4, False), ("5C", 0.9, False)])
def test_the_whole_card_tells_which_of_two_corners_is_misread(whole: str, sure: float, accepted: bool) -> None:
    """A 5 in an odd typeface was read as a 6 from the corner that the light blurred; the card was asked about twice, once as each."""
    indices = corners_that_differ("5C", "6C", sure)
    card = Card(BOX, np.zeros((280, 200, 3), np.uint8), 0.8, 0.71)
    sights = claim_outlines([card], partial(lambda seen, _: seen, guess(whole, 0.98)), indices)
    readings = [judge_card(sight, StandardThresholds()) for sight in sights]
    assert [(reading.face, reading.accepted) for reading in readings] == ([("5C", True)] if accepted else [])


def test_corners_that_differ_say_where_their_card_lies() -> None:
    (sight,) = pair_misread_corners([*corners_that_differ("5C", "6C", 0.4), index("QD", 300, 40)])
    assert np.abs(sight.quad - BOX).max() < 12
    assert pair_misread_corners(corners_that_differ("5C", "6C", 0.9)) == [], "two cards of a fan"
    assert pair_misread_corners([index("5C", 12, 20), index("6C", 12, 60, sure=0.4)]) == [], "both read the same way up"
