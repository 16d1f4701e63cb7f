"""The built-in deck `standard`: nothing enrolled, cards drawn by the project itself, which no network has seen while learning."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.varied import varied
from tests.vision.on_cloth import STYLE, lay, table
from vision.drawn.art.cards import draw_card
from vision.errors import DeckError
from vision.readers.french.index_sizes import estimate_height_around, estimate_height_beside
from vision.readers.french.reader import StandardReader, make_standard_reader
from vision.readers.french.sights import StandardSight, draw_quad, drop_frames, drop_twins, group_indices
from vision.readers.french.verdict import FRENCH_FACES, StandardThresholds, doubt_reading, judge_card
from vision.readers.french_print.crops import balance_white, cut_index
from vision.readers.french_print.indices import Index, Spot, is_opposite_corner
from vision.readers.french_print.networks import Guess, Networks, name_face, weigh_witnesses

PHOTOS = Path(__file__).parents[4] / "shared" / "photos"


@pytest.fixture(scope="module")
def reader() -> StandardReader:
    return make_standard_reader()


def guess(face: str, sure: float = 0.97) -> Guess:
    rank, suit = np.full(14, (1 - sure) / 13), np.full(5, (1 - sure) / 4)
    rank["A23456789TJQK".index(face[0])] = suit["CDHS".index(face[1])] = sure
    return Guess(rank, suit)


def index(face: str, x: float, y: float, down: tuple[float, float] = (0, 20), sure: float = 0.97) -> Index:
    return Index(Spot(np.array([x, y], np.float32), np.array(down, np.float32), 0.9), guess(face, sure))


# --- crops


@varied("width", [75, 200])
def test_reads_a_deck_it_has_never_seen(reader: StandardReader, width: int) -> None:
    read = [reader.read(draw_card(face, (width, width * 7 // 5), STYLE)) for face in FRENCH_FACES]
    assert [r.face for r, face in zip(read, FRENCH_FACES, strict=True) if r.accepted and r.face != face] == []
    assert sum(r.accepted for r in read) >= 49


def test_reads_a_card_held_upside_down(reader: StandardReader) -> None:
    for face in ("6H", "9S", "TD", "KC", "AC"):
        reading = reader.read(np.ascontiguousarray(draw_card(face, (200, 280), STYLE)[::-1, ::-1]))
        assert (reading.face, reading.accepted) == (face, True)


def test_ranks_what_else_it_may_be(reader: StandardReader) -> None:
    crop = cv2.GaussianBlur(draw_card("8S", (60, 84), STYLE), (0, 0), 2.2)
    reading = reader.read(np.asarray(crop, np.uint8))
    chances = [chance for _, chance in reading.alternatives]
    assert reading.face not in dict(reading.alternatives)
    assert chances == sorted(chances, reverse=True)
    assert reading.confidence + sum(chances) <= 1.001


@pytest.mark.parametrize("face", ["back", "47", "F44", "7R", "s12"])
def test_accepts_no_card_of_another_game(reader: StandardReader, face: str) -> None:
    assert not reader.read(draw_card(face, (200, 280), STYLE)).accepted


def test_accepts_neither_paper_nor_cloth_nor_noise(reader: StandardReader) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (280, 200, 3), dtype=np.uint8)
    blank = np.full((280, 200, 3), 240, np.uint8)
    cloth = np.ascontiguousarray(table()[:280, :200])
    for crop in (noise, blank, cloth, np.zeros((280, 200, 3), np.uint8)):
        reading = reader.read(crop)
        assert (reading.face, reading.accepted) == ("?", False)


# --- pictures


def test_reads_each_card_of_a_grid_once(reader: StandardReader) -> None:
    picture = table()
    laid = ["7D", "QS", "TH", "3C", "AS", "9D"]
    for i, face in enumerate(laid):
        lay(picture, face, 90 + 140 * (i % 3), 120 + 200 * (i // 3), turn=7 * i - 15)
    read = reader.read_picture(picture)
    assert sorted(reading.face for _, reading in read if reading.accepted) == sorted(laid)


def test_small_cards_beside_large_ones_are_seen(reader: StandardReader) -> None:
    """Where large cards were read the rest of the picture is searched only where something is printed on pale ground."""
    picture = table()
    lay(picture, "7D", 110, 150, width=150)
    lay(picture, "QS", 330, 420, width=80, turn=20)
    read = [reading.face for _, reading in reader.read_picture(picture) if reading.accepted]
    assert sorted(read) == ["7D", "QS"]


def test_reads_the_strips_of_a_fan(reader: StandardReader) -> None:
    picture = table()
    laid = ["2H", "5S", "8D", "JC", "KH"]
    for i, face in enumerate(laid):
        lay(picture, face, 130 + 34 * i, 240 + 3 * i, turn=10 - 5 * i, width=130)
    read = [reading.face for _, reading in reader.read_picture(picture) if reading.accepted]
    assert len(read) == len(set(read))
    assert set(read) <= set(laid)
    assert len(read) >= 4


def test_cards_of_a_fan_tell_how_large_their_indices_are(reader: StandardReader) -> None:
    """Out of focus the finder misjudges the size of some, which are read with doubt unless their neighbours are looked at."""
    picture = table(560)
    laid = ["TD", "QS", "3H", "7C", "AS", "6D", "JH"]
    for i, face in enumerate(laid):
        lay(picture, face, 130 + 35 * i, 280 + 3 * i, turn=12 - 4 * i, width=140)
    read = reader.read_picture(cv2.GaussianBlur(picture, (0, 0), 1.4))
    assert sorted(reading.face for _, reading in read if reading.accepted) == sorted(laid)


def test_the_size_of_an_index_is_told_by_several_other_cards_that_stand_like_it() -> None:
    doubtful = index("5D", 100, 100, (0, 26))
    beside = [index("9C", 120, 100), index("KS", 140, 102), index("2H", 160, 104)]
    assert estimate_height_beside(doubtful.spot, doubtful.face, beside) == pytest.approx(20)
    assert estimate_height_beside(doubtful.spot, doubtful.face, beside[:1]) is None, "one other card may lie nearer"
    assert estimate_height_beside(doubtful.spot, doubtful.face, [index("5D", 120, 100), beside[1]]) is None, (
        "one of them may be its own"
    )
    assert estimate_height_beside(doubtful.spot, doubtful.face, [index("9C", 400, 100), beside[1]]) is None, "one lies far away"
    across = [index("9C", 120, 100, (20, 0)), index("KS", 140, 102, (0, -20))]
    assert estimate_height_beside(doubtful.spot, doubtful.face, across) is None, "those stand otherwise"


def test_the_size_of_a_lone_index_is_told_by_those_around_it_whichever_way_they_stand() -> None:
    alone = index("7D", 100, 100, (0, 26))
    around = [index("9C", 120, 300, (20, 0)), index("KS", 340, 102, (0, -20)), index("2H", 160, 104), index("AS", 160, 204)]
    assert estimate_height_around(alone.spot, alone.face, around) == pytest.approx(20)
    assert estimate_height_around(alone.spot, alone.face, around[1:]) is None, "three may be of one card and a pip"
    assert estimate_height_around(alone.spot, alone.face, [*around[1:], index("7D", 120, 300)]) is None, (
        "one of them may be its own"
    )


def test_says_where_the_card_lies(reader: StandardReader) -> None:
    picture = table()
    lay(picture, "7D", 200, 250, width=120)
    (quad, _), *_ = reader.read_picture(picture)
    assert np.abs(quad.mean(axis=0) - [200, 250]).max() < 5
    assert np.abs(np.ptp(quad, axis=0) - [120, 168]).max() < 8


def test_an_empty_table_shows_no_card(reader: StandardReader) -> None:
    assert [reading.face for _, reading in reader.read_picture(table()) if reading.accepted] == []


# --- witnesses


def test_two_indices_in_opposite_corners_are_one_card() -> None:
    sights = group_indices([index("7D", 20, 30), index("7D", 70, 100, (0, -20))])
    assert [len(sight.indices) for sight in sights] == [2]


def test_the_same_face_side_by_side_is_two_cards_of_two_decks() -> None:
    assert len(group_indices([index("7D", 20, 30), index("7D", 35, 30)])) == 2


def test_a_card_whose_four_corners_were_read_two_and_two_is_one() -> None:
    card = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32)
    moved = np.asarray(card + np.array([0, 110]), np.float32)
    above = StandardSight(card, (index("7D", 12, 20), index("7D", 88, 20)), None)
    below = StandardSight(moved, (index("7D", 12, 120), index("7D", 88, 120)), None)
    assert drop_twins([above, below]) == [above]
    beside = StandardSight(moved, (index("7D", 12, 120), index("7D", 88, 170)), None)
    assert drop_twins([above, beside]) == [above, beside], "a corner of it stands elsewhere"


def test_a_card_that_is_sure_is_kept_rather_than_a_doubtful_look_at_it_that_was_there_first() -> None:
    card = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32)
    doubtful = StandardSight(np.asarray(card - np.float32(20)), (index("7D", 88, 120),), None)
    sure = StandardSight(card, (index("7D", 12, 20), index("7D", 88, 120)), None)
    assert drop_twins([doubtful, sure], lambda sight: sight is sure) == [sure]


def test_a_card_that_was_seen_whole_is_kept_rather_than_two_of_its_corners_whichever_was_there_first() -> None:
    card = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32)
    across = np.asarray(card + np.array([0, 130]), np.float32)
    corners = StandardSight(across, (index("7D", 12, 120), index("7D", 88, 120)), None)
    whole = StandardSight(card, (index("7D", 12, 20), index("7D", 88, 120)), guess("7D"))
    assert drop_twins([corners, whole]) == drop_twins([whole, corners]) == [whole]


def test_a_frame_printed_around_the_pips_does_not_hide_the_plain_corners_beside_it() -> None:
    frame = np.array([[110, 120], [150, 120], [150, 180], [110, 180]], np.float32)
    inner, corner = StandardSight(frame, (), guess("3H", 0.93)), index("3H", 100, 108)
    assert drop_frames([inner], [corner]) == []
    assert drop_frames([inner], [index("3H", 100, 108, sure=0.9)]) == [inner]
    assert drop_frames([inner], [index("4H", 100, 108)]) == [inner]
    assert drop_frames([inner], [index("3H", 40, 40)]) == [inner]


def test_witnesses_who_disagree_are_not_accepted() -> None:
    sight = StandardSight(np.zeros((4, 2), np.float32), (index("7D", 20, 30),), guess("9D"))
    assert not judge_card(sight, StandardThresholds()).accepted


def test_a_box_without_edges_is_no_card_though_its_print_looks_like_one() -> None:
    box = np.array([[100, 100], [200, 100], [200, 240], [100, 240]], np.float32)
    sight = StandardSight(box, (index("8S", 112, 120, sure=0.95),), guess("8S", 0.999))
    reading = judge_card(sight, StandardThresholds())
    plain = np.full((400, 400, 3), 90, np.uint8)
    with_card = plain.copy()
    with_card[100:241, 100:201] = 230
    assert reading.accepted and doubt_reading(reading, sight, with_card).accepted
    assert not doubt_reading(reading, sight, plain).accepted
    across = plain.copy()
    across[:, :201] = 230
    assert not doubt_reading(reading, sight, across).accepted, "one side of it lies on an edge"
    clear = StandardSight(box, (index("8S", 112, 120, sure=0.999),), guess("8S", 0.999))
    assert doubt_reading(judge_card(clear, StandardThresholds()), clear, plain).accepted, "a plain index needs no box"
    pair = StandardSight(box, (index("8S", 112, 120, sure=0.9), index("8S", 288, 360, sure=0.9)), guess("8S", 0.9))
    assert doubt_reading(judge_card(pair, StandardThresholds()), pair, plain).accepted, "two indices of one face are one card's"


def test_two_indices_that_are_only_a_little_like_a_rank_are_asked() -> None:
    foreign = [index("8S", 20, 30, sure=0.92), index("8S", 80, 130, (0, -20), sure=0.8)]
    assert not judge_card(StandardSight(np.zeros((4, 2), np.float32), tuple(foreign), None), StandardThresholds()).accepted


def test_corners_that_surely_name_different_cards_are_not_of_one() -> None:
    """A 6 of which both signs stand upright, on a card of which a corner shows: each corner by itself would be believed."""
    corners = [index("9D", 12, 20, sure=0.985), index("6H", 30, 24, sure=0.97)]
    assert not judge_card(StandardSight(np.zeros((4, 2), np.float32), tuple(corners), None), StandardThresholds()).accepted
    assert judge_card(StandardSight(np.zeros((4, 2), np.float32), tuple(corners[:1]), None), StandardThresholds()).accepted
    corners.append(index("9D", 88, 120, (0, -20), sure=0.985))
    assert judge_card(StandardSight(np.zeros((4, 2), np.float32), tuple(corners), None), StandardThresholds()).accepted


def test_a_witness_who_agrees_makes_it_surer() -> None:
    alone, both = weigh_witnesses([guess("7D", 0.8)], None), weigh_witnesses([guess("7D", 0.8)], guess("7D", 0.8))
    face = FRENCH_FACES.index("7D")
    assert both[face] > alone[face]
    assert both.sum() == pytest.approx(1, abs=1e-5)


@given(turn=st.floats(0, 6.283), size=st.floats(0.3, 8), x=st.floats(-500, 500), y=st.floats(-500, 500))
def test_a_pair_of_corners_is_one_however_the_card_lies(turn: float, size: float, x: float, y: float) -> None:
    view = size * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    a = Spot(np.array([x, y]), view @ [0, 20], 1)
    b = Spot(np.array([x, y]) + view @ [50, 70], view @ [0, -20], 1)
    assert is_opposite_corner(a, b)
    assert is_opposite_corner(b, a)


@given(turn=st.floats(0, 6.283))
def test_a_quad_from_two_indices_holds_both(turn: float) -> None:
    view = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    pair = [
        Index(Spot(view @ [10, 15], view @ [0, 18], 1), guess("7D")),
        Index(Spot(view @ [53, 73], view @ [0, -18], 1), guess("7D")),
    ]
    quad = draw_quad(pair).astype(np.float32)
    for member in pair:
        assert cv2.pointPolygonTest(quad, tuple(float(v) for v in member.spot.centre), False) > 0


def test_indices_in_four_corners_say_where_their_card_lies_whichever_is_plainest() -> None:
    places = {(12, 20): (0, 20), (88, 20): (0, 20), (12, 120): (0, -20), (88, 120): (0, -20)}
    for plainest in places:
        others = [place for place in places if place != plainest]
        quad = draw_quad([index("7D", *place, down=places[place]) for place in (plainest, *others)])
        assert np.allclose(quad.mean(axis=0), (50, 70), atol=4)


@pytest.mark.parametrize("corners", [((12, 20), (88, 120)), ((88, 20), (12, 120))])
def test_two_of_four_corners_that_lie_across_say_where_their_card_lies(corners: tuple[tuple[float, float], ...]) -> None:
    for first in (0, 1):
        places = [corners[first], corners[1 - first]]
        quad = draw_quad([index("7D", *place, down=(0, 20 if place[1] < 70 else -20)) for place in places])
        assert np.allclose(quad.mean(axis=0), (50, 70), atol=4)


# --- crops and networks


def test_an_index_crop_stands_upright_whatever_its_turn() -> None:
    picture = np.full((200, 200, 3), 255, np.uint8)
    cv2.rectangle(picture, (96, 80), (104, 100), (0, 0, 0), -1)  # ink in the upper half only
    for quarter in range(4):
        turned = np.ascontiguousarray(np.rot90(picture, quarter))
        down = [(0, 40), (40, 0), (0, -40), (-40, 0)][quarter]
        crop = cut_index(turned, (99.5, 99.5), down)
        assert crop[12:22, 14:18].mean() < 60
        assert crop[28:44].mean() > 200


def test_paper_in_dull_yellow_light_becomes_white() -> None:
    crop = np.full((40, 30, 3), (90, 140, 150), np.uint8)
    crop[10:14] = 20
    assert np.ptp(balance_white(crop)[0, 0]) <= 2


def test_faces_are_named_rank_first() -> None:
    assert [name_face(i) for i in (0, 3, 37, 51)] == ["AC", "AS", "TD", "KS"]
    assert len(set(FRENCH_FACES)) == 52


def test_missing_networks_are_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(DeckError, match="install"):
        Networks(tmp_path)


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the photographs are not here")
def test_real_tables_show_no_card(reader: StandardReader) -> None:
    for path in sorted((PHOTOS / "background").glob("*.jpg"))[::8]:
        picture = np.asarray(cv2.imread(str(path)), np.uint8)
        assert [reading.face for _, reading in reader.read_picture(picture) if reading.accepted] == [], path.name


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="the photographs are not here")
def test_reads_half_of_some_real_cards_and_none_wrong(reader: StandardReader) -> None:
    names = {"10H": "10hearts", "4S": "4spades", "7C": "7clubs", "QD": "queendiamonds", "2C": "2clubs"}
    files = {face: PHOTOS / f"single-card/rd-pong__{name}.jpg" for face, name in names.items()}
    read = {
        face: reader.read_picture(np.asarray(cv2.imread(str(path)), np.uint8)) for face, path in files.items() if path.exists()
    }
    accepted = [(face, reading.face) for face, found in read.items() for _, reading in found if reading.accepted]
    assert all(is_read == face.replace("10", "T") for face, is_read in accepted)
    assert len(accepted) >= len(read) / 2
