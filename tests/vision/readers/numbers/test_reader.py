"""The built-in deck `numbers`: nothing enrolled, cards drawn by the project itself, which no network has seen while learning."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.games.sheets import load_sheet
from tests.varied import varied
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import STYLES
from vision.errors import DeckError
from vision.plane.quads import Quad
from vision.readers.numbers.digits import find_digits
from vision.readers.numbers.faces import make_face_table
from vision.readers.numbers.middle import read_middle
from vision.readers.numbers.networks import KINDS, NumberGuess, NumberNetworks
from vision.readers.numbers.reader import NumberReader, make_number_reader
from vision.readers.numbers.verdict import NumberSight, NumberThresholds, average_looks, judge_number

GAMES = {"the_game": 0.97, "quick_easy": 0.84, "face_to_face": 0.97, "extreme": 0.97}
"""How many of the cards must be accepted at least: the fifth colour of Quick & Easy, a grey, is often asked about."""


@pytest.fixture(scope="module")
def networks() -> NumberNetworks:
    return NumberNetworks()


def crop_of(face: str, width: int = 150, style: str = "night") -> np.ndarray:
    return draw_card(face, (width, width * 7 // 5), STYLES[style])


def chances(*pairs: tuple[int, float]) -> np.ndarray:
    """Of the numbers named; the rest speaks for none."""
    found = np.full(101, 1e-5, np.float32)
    for number, chance in pairs:
        found[number] = chance
    found[0] = max(0.0, 1 - float(found[1:].sum()))
    return found


def card(*pairs: tuple[int, float], kind: str = "plain", nothing: bool = False) -> NumberGuess:
    kinds = np.full(len(KINDS) - 1, 0.001, np.float32)
    kinds[KINDS.index(kind)] = 0.99
    return NumberGuess(chances() if nothing else chances(*pairs), kinds, 0.0)


# --- decks nobody enrolled


@varied("game", list(GAMES))
def test_reads_a_deck_it_has_never_seen(networks: NumberNetworks, game: str) -> None:
    faces = [face for face in load_sheet(game).deck if ":" not in face]
    reader = NumberReader(faces, networks)
    read = [(face, reader.read(crop_of(face))) for face in faces]
    assert [(face, one.face) for face, one in read if one.accepted and one.face != face] == []
    assert sum(one.accepted for _, one in read) >= GAMES[game] * len(faces)


@pytest.mark.parametrize("face", ["6", "9", "66", "99", "68", "89", "86", "98"])
def test_tells_a_number_from_the_one_it_is_upside_down(networks: NumberNetworks, face: str) -> None:
    reader = NumberReader(load_sheet("the_game").deck, networks)
    crop = crop_of(face)
    for lying in (crop, np.ascontiguousarray(crop[::-1, ::-1])):
        reading = reader.read(lying)
        assert (reading.face, reading.accepted) == (face, True)


def test_a_number_that_stands_alone_and_does_not_say_which_way_up_is_asked(networks: NumberNetworks) -> None:
    crop = np.full((280, 200, 3), 235, np.uint8)
    cv2.putText(crop, "9", (52, 195), cv2.FONT_HERSHEY_DUPLEX, 4.6, (30, 30, 30), 16, cv2.LINE_AA)
    assert not NumberReader(load_sheet("the_game").deck, networks).read(crop).accepted


@pytest.mark.parametrize("style", ["night", "paper", "ember"])
def test_accepts_no_back(networks: NumberNetworks, style: str) -> None:
    for faces in (None, load_sheet("the_game").deck):
        assert not NumberReader(faces, networks).read(crop_of("back", style=style)).accepted


def test_accepts_neither_paper_nor_cloth_nor_noise(networks: NumberNetworks) -> None:
    dice = np.random.default_rng(1)
    noise = dice.integers(0, 256, (280, 200, 3), dtype=np.uint8)
    cloth = np.clip(np.array([60, 95, 40]) + dice.normal(0, 6, (280, 200, 3)), 0, 255).astype(np.uint8)
    for crop in (noise, cloth, np.full((280, 200, 3), 240, np.uint8), np.zeros((280, 200, 3), np.uint8)):
        assert not NumberReader(None, networks).read(crop).accepted


def test_a_command_is_left_to_a_person(networks: NumberNetworks) -> None:
    assert NumberReader(load_sheet("extreme").deck, networks).read(crop_of("47:skull")).face == "47"


def test_a_game_without_number_cards_is_refused_in_one_sentence() -> None:
    with pytest.raises(DeckError, match="reads number cards, and this game has none"):
        make_number_reader(load_sheet("sequence").deck)


# --- pictures


def laid(picture: np.ndarray, face: str, x: float, y: float, turn: float, width: int = 120, style: str = "paper") -> None:
    """Put a drawn card with its middle at x, y into the picture."""
    height = width * 7 // 5
    view = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1)
    view[:, 2] += (x - width / 2, y - height / 2)
    size = picture.shape[1::-1]
    mask = cv2.warpAffine(np.full((height, width), 255, np.uint8), view, size)
    drawn = cv2.warpAffine(draw_card(face, (width, height), STYLES[style]), view, size, flags=cv2.INTER_AREA)
    np.copyto(picture, drawn, where=mask[..., None] > 127)


def test_reads_each_card_on_a_table_once_and_says_where_it_lies(networks: NumberNetworks) -> None:
    cloth = np.array([60, 95, 40]) + np.random.default_rng(5).normal(0, 5, (520, 640, 3))
    picture = np.clip(cloth, 0, 255).astype(np.uint8)
    places = {"47": (120, 140, 10.0), "83": (320, 150, -20.0), "25": (510, 130, 4.0), "71": (220, 380, 170.0)}
    for face, (x, y, turn) in places.items():
        laid(picture, face, x, y, turn)
    read = [pair for pair in NumberReader(load_sheet("the_game").deck, networks).read_picture(picture) if pair[1].accepted]
    assert sorted(reading.face for _, reading in read) == sorted(places)
    for quad, reading in read:
        assert np.abs(quad.mean(axis=0) - places[reading.face][:2]).max() < 6


def rug(height: int = 720, width: int = 960) -> np.ndarray:
    """A table of bright lozenges on ground as dark as a card: no side of the card lies on one straight edge."""
    y, x = np.mgrid[0:height, 0:width]
    cell = (np.abs((x % 96) - 48) / 48 + np.abs((y % 128) - 64) / 64) * 3 + ((x // 96 + y // 128) % 2)
    colours = np.array([[58, 30, 26], [170, 205, 225], [70, 40, 34], [58, 30, 26], [64, 34, 40]], np.uint8)
    return np.ascontiguousarray(colours[cell.astype(int) % 5])


def read_on_rug(networks: NumberNetworks, places: dict[str, tuple[int, int, float]], style: str) -> dict[str, Quad]:
    """What is read of cards of The Game that lie there, at x, y and turned by degrees, and where."""
    picture = rug()
    for face, (x, y, turn) in places.items():
        laid(picture, face, x, y, turn, style=style)
    found = NumberReader(load_sheet("the_game").deck, networks).read_picture(cv2.GaussianBlur(picture, (0, 0), 1.0))
    return {reading.face: quad for quad, reading in found if reading.accepted}


@pytest.mark.parametrize(("style", "least"), [("night", 5), ("ember", 4)])
def test_finds_dark_cards_on_a_patterned_rug_by_their_numbers(networks: NumberNetworks, style: str, least: int) -> None:
    places = {
        "47": (170, 190, 10.0),
        "83": (460, 190, -20.0),
        "25": (760, 170, 4.0),
        "71": (240, 520, 170.0),
        "38": (640, 500, 90.0),
    }
    read = read_on_rug(networks, places, style)
    assert set(read) <= set(places) and len(read) >= least
    for face, quad in read.items():
        assert np.abs(quad.mean(axis=0) - places[face][:2]).max() < 20


def test_finds_a_single_digit_on_a_rug_beside_cards_that_are_known(networks: NumberNetworks) -> None:
    places = {
        "47": (170, 190, 10.0),
        "7": (460, 190, -4.0),
        "4": (760, 170, 16.0),
        "5": (240, 520, 186.0),
        "83": (640, 500, 4.0),
    }
    read = read_on_rug(networks, places, "ember")
    assert set(read) <= set(places) and {"47", "83", "5"} <= set(read)
    for face, quad in read.items():
        assert np.abs(quad.mean(axis=0) - places[face][:2]).max() < 20


def test_small_numbers_are_found_among_a_hundred_larger_pairs_of_a_pattern() -> None:
    picture = np.full((700, 1000, 3), 60, np.uint8)
    for x in range(40, 960, 80):
        for y in range(60, 480, 60):
            cv2.rectangle(picture, (x, y), (x + 16, y + 34), (190, 190, 190), 3)
            cv2.rectangle(picture, (x + 24, y), (x + 40, y + 34), (190, 190, 190), 3)
    laid(picture, "47", 300, 600, 10.0, width=80, style="night")
    numbers = find_digits(picture).find_pairs()
    assert len(numbers) > 40 and any(np.hypot(*(number.middle - (300, 600))) < 6 for number in numbers)


def test_what_repeats_is_no_digit_that_stands_alone() -> None:
    picture = np.full((600, 800, 3), 60, np.uint8)
    for x in range(40, 780, 60):
        cv2.putText(picture, "S", (x, 120), cv2.FONT_HERSHEY_DUPLEX, 1.6, (230, 230, 230), 4, cv2.LINE_AA)
    cv2.putText(picture, "5", (400, 420), cv2.FONT_HERSHEY_DUPLEX, 2.0, (230, 230, 230), 4, cv2.LINE_AA)
    found = find_digits(picture).find_lone_digits([np.array([0.0, 1.0])])
    assert found and all(np.hypot(*(ways[0].middle - (419, 399))) < 25 for ways in found)


def test_no_card_is_found_in_a_pattern_or_around_the_number_in_a_corner(networks: NumberNetworks) -> None:
    picture = rug()
    laid(picture, "83", 460, 360, -20.0, style="night")
    cv2.rectangle(picture, (455, 200), (640, 520), (45, 45, 45), -1)  # what hides all but the number in one corner
    reader = NumberReader(load_sheet("the_game").deck, networks)
    assert [reading.face for _, reading in reader.read_picture(picture) if reading.accepted] == []
    assert reader.read_picture(rug()) == []


# --- faces


def test_only_the_cards_of_the_game_are_told_apart() -> None:
    table = make_face_table(load_sheet("quick_easy").deck)
    assert {"1R", "10X"} <= set(table.faces) and "47" not in table.faces and "s12" not in table.faces


def test_the_direction_cards_are_the_numbers_their_piles_start_from() -> None:
    assert {"1", "100"} <= set(make_face_table(load_sheet("the_game").deck).faces)


def test_without_a_game_every_number_card_may_come() -> None:
    assert {"2", "99", "F22", "F77", "7R", "10Y", "s59", "g2"} <= set(make_face_table().faces)


# --- witnesses


def test_a_corner_and_the_whole_card_that_agree_are_enough() -> None:
    sight = NumberSight((chances((47, 0.97)), chances()), card((47, 0.97)))
    reading = judge_number(sight, make_face_table(("47", "41", "F44")), NumberThresholds())
    assert (reading.face, reading.accepted) == ("47", True)


def test_witnesses_who_disagree_are_asked_and_both_opinions_told() -> None:
    sight = NumberSight((chances((47, 0.97)), chances((47, 0.9))), card((41, 0.97)))
    reading = judge_number(sight, make_face_table(("47", "41")), NumberThresholds())
    assert not reading.accepted
    assert {reading.face, *dict(reading.alternatives)} == {"47", "41"}


def test_a_corner_under_a_shine_is_overruled_by_the_others_but_never_one_that_reads_it_upside_down() -> None:
    table = make_face_table(("47", "41", "68", "89"))
    shone_on = NumberSight((chances((47, 0.99)), chances((41, 0.6))), card((47, 0.99)))
    assert (
        judge_number(shone_on, table, NumberThresholds()).face,
        judge_number(shone_on, table, NumberThresholds()).accepted,
    ) == ("47", True)
    sure = NumberSight((chances((47, 0.99)), chances((41, 0.9))), card((47, 0.99)))
    turned = NumberSight((chances((68, 0.99)), chances((89, 0.6))), card((68, 0.99)))
    assert (
        not judge_number(sure, table, NumberThresholds()).accepted
        and not judge_number(turned, table, NumberThresholds()).accepted
    )


MIDDLES = [(None, False), ((78, 0.9), True), ((70, 0.9), False), ((1, 0.2), False)]


@pytest.mark.parametrize(("middle", "accepted"), MIDDLES)
def test_what_the_corners_blur_is_read_in_the_middle(middle: tuple[int, float] | None, accepted: bool) -> None:
    blurred = chances((70, 0.82), (78, 0.14)), chances((70, 0.85), (78, 0.07))
    sight = NumberSight(blurred, card((78, 0.96)), middle=None if middle is None else chances(middle))
    assert judge_number(sight, make_face_table(("70", "78")), NumberThresholds()).accepted is accepted


def test_the_middle_overrules_no_sure_corner_and_none_that_reads_it_upside_down() -> None:
    sure = NumberSight((chances((70, 0.98)), chances((78, 0.5))), card((78, 0.97)), middle=chances((78, 0.97)))
    turned = NumberSight((chances((89, 0.7)), chances()), card((68, 0.97)), middle=chances((68, 0.97)))
    assert (
        not judge_number(sure, make_face_table(), NumberThresholds()).accepted
        and not judge_number(turned, make_face_table(), NumberThresholds()).accepted
    )


def test_two_corners_and_the_middle_overrule_the_whole_card() -> None:
    corners, whole = (chances((54, 0.97)), chances((54, 0.9))), card((51, 0.9), (54, 0.05))
    table = make_face_table(("51", "54"))
    assert not judge_number(NumberSight(corners, whole), table, NumberThresholds()).accepted
    assert judge_number(NumberSight(corners, whole, middle=chances((54, 0.8))), table, NumberThresholds()).accepted
    assert not judge_number(NumberSight(corners[:1], whole, middle=chances((54, 0.8))), table, NumberThresholds()).accepted


def test_large_print_with_no_number_in_a_corner_may_be_another_kind_of_card() -> None:
    def sight(corner: np.ndarray) -> NumberSight:
        return NumberSight((corner,) * 2, card((8, 0.9)), middle=chances((8, 0.9)))

    suits, blurred = chances((8, 0.01)), chances((8, 0.3), (6, 0.2), (3, 0.2))
    assert not judge_number(sight(suits), make_face_table(), NumberThresholds()).accepted
    assert judge_number(sight(blurred), make_face_table(("8", "6", "3")), NumberThresholds()).accepted


def test_large_print_alone_does_not_say_which_way_up_a_nine_stands() -> None:
    """A 6 of clubs with its figure written large, and no number in its corners, was read as a 9."""

    def accepted(number: int, corner: float) -> bool:
        corners = (chances((number, corner), (3, 0.3)),) * 2
        sight = NumberSight(corners, card((number, 0.7)), middle=chances((number, 0.7)))
        return judge_number(sight, make_face_table(("3", "5", "6", "9")), NumberThresholds()).accepted

    assert accepted(9, 0.6) and not accepted(9, 0.4)
    assert accepted(5, 0.4), "a five stands one way up only"


def test_both_ends_of_a_card_say_which_way_up_its_nine_stands() -> None:
    whole = card((6, 0.66), (9, 0.33))
    assert judge_number(NumberSight((chances((9, 0.97)),) * 2, whole), make_face_table(("6", "9")), NumberThresholds()).accepted
    assert not judge_number(
        NumberSight((chances((9, 0.97)), chances()), whole), make_face_table(("6", "9")), NumberThresholds()
    ).accepted


@pytest.mark.parametrize("face", ["36", "78", "7"])
def test_the_number_in_the_middle_is_read_either_way_up_and_none_where_none_stands(networks: NumberNetworks, face: str) -> None:
    crop = cv2.resize(crop_of(face, style="lagoon"), (200, 280))
    for way in (crop, np.ascontiguousarray(crop[::-1, ::-1])):
        assert float(read_middle(way, networks)[int(face)]) > 0.7
    cloth = np.random.default_rng(1).integers(90, 140, (280, 200, 3)).astype(np.uint8)
    assert float(read_middle(cloth, networks)[1:].max()) < 0.5


def test_one_corner_alone_is_not_enough() -> None:
    sight = NumberSight((chances((47, 0.99)), chances()), card(nothing=True))
    assert not judge_number(sight, make_face_table(), NumberThresholds()).accepted


def test_corners_that_stand_two_ways_are_asked() -> None:
    sight = NumberSight((chances((6, 0.98)), chances((9, 0.98))), card((6, 0.6), (9, 0.4)))
    assert not judge_number(sight, make_face_table(("6", "9")), NumberThresholds()).accepted


def test_who_knows_the_game_asks_only_which_of_its_kinds_it_is() -> None:
    guess = card((12, 0.98))
    guess.kinds[KINDS.index("silver")], guess.kinds[KINDS.index("gold")] = 0.009, 0.0002
    sight = NumberSight((chances((12, 0.98)),) * 2, guess)
    assert judge_number(sight, make_face_table(load_sheet("face_to_face").deck), NumberThresholds()).accepted
    assert judge_number(sight, make_face_table(), NumberThresholds()).face == "12"


def test_two_looks_at_a_card_are_one_witness() -> None:
    first = NumberSight((chances((47, 0.9)),), card((47, 0.9)))
    second = NumberSight((chances((41, 0.9)),), card((47, 0.9)))
    seen = average_looks(first, second)
    assert seen.corners[0][47] == pytest.approx(0.45, abs=0.01) and seen.card.numbers[47] == pytest.approx(0.9, abs=0.01)


def test_a_colour_that_is_not_told_is_asked() -> None:
    guess = card((7, 0.98))
    guess.kinds[:] = 0.001
    guess.kinds[[KINDS.index("R"), KINDS.index("X")]] = 0.5
    reading = judge_number(
        NumberSight((chances((7, 0.98)),) * 2, guess), make_face_table(("7R", "7X", "7B")), NumberThresholds()
    )
    assert not reading.accepted and {reading.face, reading.alternatives[0][0]} == {"7R", "7X"}


@pytest.mark.parametrize(("number", "accepted"), [(55, False), (54, True)])
def test_a_card_whose_flames_may_be_washed_out_is_asked(number: int, accepted: bool) -> None:
    guess = card((number, 0.98))
    guess.kinds[[KINDS.index("plain"), KINDS.index("burning")]] = 0.9, 0.06
    reading = judge_number(
        NumberSight((chances((number, 0.98)),) * 2, guess), make_face_table(load_sheet("the_game").deck), NumberThresholds()
    )
    assert (reading.face, reading.accepted) == (str(number), accepted)


def test_the_outline_of_what_is_surely_no_card_is_not_asked_about(networks: NumberNetworks) -> None:
    cloth = np.array([60, 95, 40]) + np.random.default_rng(5).normal(0, 5, (520, 640, 3))
    picture = np.clip(cloth, 0, 255).astype(np.uint8)
    picture[100:310, 200:350] = 235  # blank paper, as large as a card
    assert NumberReader(load_sheet("the_game").deck, networks).read_picture(picture) == []
