"""A shine adds white to a card's colours: what is then like another kind of card is asked, not accepted."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.games.sheets import load_sheet
from tests.vision.readers.numbers.test_reader import card, chances, crop_of
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import STYLES
from vision.readers.numbers.faces import make_face_table
from vision.readers.numbers.networks import NumberNetworks
from vision.readers.numbers.reader import NumberReader
from vision.readers.numbers.tint import ANY_TINT, Tint, measure_card_tint
from vision.readers.numbers.verdict import NumberSight, NumberThresholds, judge_number


def shone_on(crop: np.ndarray, share: float) -> np.ndarray:
    """The crop under a shine: so much of its own light, and white for the rest."""
    return np.clip(crop.astype(np.float64) * (1 - share) + 255 * share, 0, 255).astype(np.uint8)


def test_yellow_is_as_bright_as_the_white_beside_it_and_green_is_not() -> None:
    yellow, green = measure_card_tint(crop_of("4Y")), measure_card_tint(shone_on(crop_of("4G"), 0.3))
    assert not yellow.is_rarely_kind("Y")
    assert green.is_rarely_kind("Y") and not green.is_rarely_kind("G")


def test_a_pale_silver_card_shows_no_gold() -> None:
    assert measure_card_tint(crop_of("g32")).may_be_kind("gold")
    silver = measure_card_tint(shone_on(crop_of("s32"), 0.6))
    assert not silver.may_be_kind("gold") and silver.may_be_kind("silver")


def test_the_table_beside_a_card_that_was_cut_awry_is_no_colour_of_it() -> None:
    crop = shone_on(crop_of("s32"), 0.6)
    crop[:6], crop[-6:], crop[:, :5] = (30, 60, 200), (30, 60, 200), (30, 60, 200)
    assert not measure_card_tint(crop).may_be_kind("gold")


def test_flames_are_no_plain_card_and_a_dark_red_one_is_none_in_flames() -> None:
    assert not measure_card_tint(crop_of("F55", style="slate")).may_be_kind("plain")
    assert measure_card_tint(crop_of("55", style="ember")).may_be_kind("plain")


def tinted(face: str, colour: tuple[int, int, int]) -> np.ndarray:
    """A coloured card of a maker who mixes that colour so. `colour`: red, green, blue."""
    style = replace(STYLES["night"], tints=((face[-1], colour),))
    return draw_card(face, (150, 210), style)


@pytest.mark.parametrize(
    ("face", "colour"),
    [("4R", (178, 30, 58)), ("4R", (210, 58, 48)), ("4Y", (226, 172, 30)), ("4G", (96, 150, 50)), ("4B", (70, 130, 200))],
)
def test_the_four_colours_are_known_however_they_are_mixed_and_lit(face: str, colour: tuple[int, int, int]) -> None:
    warm = np.clip(tinted(face, colour) * np.array([0.6, 0.85, 1.0]), 0, 255).astype(np.uint8)
    for crop in (tinted(face, colour), warm, shone_on(tinted(face, colour), 0.2)):
        tint = measure_card_tint(crop)
        assert tint.hue is not None and [kind for kind in "RGBY" if tint.may_be_kind(kind)] == [face[-1]]
        assert not tint.is_fifth


@pytest.mark.parametrize("colour", [(232, 110, 160), (200, 60, 130), (150, 60, 160), (120, 50, 140)])
def test_a_pink_or_violet_card_is_of_the_fifth_colour(colour: tuple[int, int, int]) -> None:
    """The network never learned a pink and takes it for red, as surely as any red."""
    reader = NumberReader(load_sheet("quick_easy").deck, NumberNetworks())
    read = [reader.read(tinted(f"{number}X", colour)) for number in (3, 5, 8)]
    assert [(reading.face, reading.accepted) for reading in read] == [("3X", True), ("5X", True), ("8X", True)]


@pytest.mark.parametrize("lamp", [(1.0, 1.0, 1.0), (0.6, 0.85, 1.0), (1.0, 0.9, 0.8)])
def test_a_grey_card_is_of_the_fifth_colour_under_any_lamp(lamp: tuple[float, float, float]) -> None:
    """The network takes a dark grey for blue."""
    reader = NumberReader(load_sheet("quick_easy").deck, NumberNetworks())
    cards = [np.clip(tinted(f"{number}X", (118, 118, 120)) * np.array(lamp), 0, 255).astype(np.uint8) for number in (3, 5, 7)]
    read = [reader.read(each) for each in cards]
    assert [(reading.face, reading.accepted) for reading in read] == [("3X", True), ("5X", True), ("7X", True)]
    assert not any(measure_card_tint(each).may_be_kind(kind) for each in cards for kind in "RGBY")


def test_a_grey_card_whose_white_was_too_bright_for_the_camera_is_no_blue_one() -> None:
    """What is brighter than 255 is cut off: the white beside it loses the lamp's colour, and the grey keeps it."""
    bright = np.clip(tinted("3X", (118, 118, 120)) * np.array([1.75, 1.35, 1.2]), 0, 255).astype(np.uint8)
    assert not any(measure_card_tint(bright).may_be_kind(kind) for kind in "RGBY")
    reading = NumberReader(load_sheet("quick_easy").deck, NumberNetworks()).read(bright)
    assert reading.face == "3X" or not reading.accepted


def test_a_grey_card_half_of_which_is_white_paper_is_of_the_fifth_colour() -> None:
    crop = tinted("3X", (148, 148, 150))
    crop[60:170, 20:130] = np.maximum(crop[60:170, 20:130], 250)
    assert measure_card_tint(crop).is_fifth


def test_a_coloured_card_that_a_shine_bleached_is_not_taken_for_a_grey_one() -> None:
    bleached = measure_card_tint(shone_on(tinted("4B", (40, 90, 200)), 0.8))
    assert not bleached.is_fifth and not bleached.may_be_kind("B")


@pytest.mark.parametrize(("colour", "never"), [((240, 130, 30), "RY"), ((244, 190, 212), "R")])
def test_an_orange_card_is_no_yellow_one_and_a_pale_pink_one_no_red(colour: tuple[int, int, int], never: str) -> None:
    tint = measure_card_tint(tinted("4X", colour))
    assert not any(tint.may_be_kind(kind) for kind in never) and tint.may_be_kind("X")


def test_without_white_a_card_may_have_any_colour() -> None:
    crop = np.full((210, 150, 3), (160, 110, 232), np.uint8)
    crop[60:150, 50:100] = (60, 20, 90)
    assert measure_card_tint(crop).hue is None and all(measure_card_tint(crop).may_be_kind(kind) for kind in "RGB")


def flamed(face: str, style: str) -> np.ndarray:
    """A card with flames unlike those of `vision.drawn` along its foot, red at their tips and yellow below."""
    crop = crop_of(face, style=style)
    high, wide = crop.shape[:2]
    y, x = np.mgrid[0:high, 0:wide]
    heat = np.clip((y / high - 0.5) * 2, 0, 1)
    tongues = y > high * (0.62 + 0.1 * np.sin(x / 9))
    colours = (1 - heat)[..., None] * np.array([24, 60, 226]) + heat[..., None] * np.array([60, 210, 255])
    return np.where(tongues[..., None], colours, crop).astype(np.uint8)


def test_flames_of_another_maker_are_seen_and_art_in_one_warm_colour_is_none() -> None:
    assert measure_card_tint(flamed("44", "slate")).fiery
    assert [style for style in STYLES if measure_card_tint(crop_of("44", style=style)).fiery] == []


def glowing(face: str, style: str) -> np.ndarray:
    """A card cut so that little is left of flames that glow along its edge alone, red here and yellow there."""
    crop = crop_of(face, style=style)
    high, wide = crop.shape[:2]
    y, x = np.mgrid[0:high, 0:wide]
    edge = np.minimum.reduce([x, wide - 1 - x, y, high - 1 - y]) / wide
    share = np.clip(1.4 - edge / 0.045, 0, 0.95)[..., None]
    red = (np.sin(x / 9) + np.sin(y / 11 + x / 23))[..., None] * 0.25 + 0.5
    colours = red * np.array([30, 60, 230]) + (1 - red) * np.array([50, 190, 255])
    return (crop * (1 - share) + colours * share).astype(np.uint8)


def test_a_card_with_flames_along_its_edge_alone_is_not_taken_for_a_plain_one() -> None:
    reader = NumberReader(load_sheet("the_game").deck)
    read = [reader.read(glowing("44", style)) for style in ("night", "slate", "lagoon", "wood", "paper")]
    assert [reading.face for reading in read if reading.accepted and reading.face == "44"] == []
    assert [style for style in STYLES if measure_card_tint(crop_of("44", style=style)).rimmed] == []


@pytest.mark.parametrize(("burns", "face", "accepted"), [(0.005, "44", False), (0.4, "F44", True)])
def test_flames_speak_for_a_burning_card_and_never_for_a_plain_one(burns: float, face: str, accepted: bool) -> None:
    guess = card((44, 0.98))
    guess.kinds[:2] = 1 - burns, burns
    sight = NumberSight((chances((44, 0.98)),) * 2, guess, Tint(fiery=True, blazing=True))
    reading = judge_number(sight, make_face_table(load_sheet("the_game").deck), NumberThresholds())
    assert (reading.face, reading.accepted) == (face, accepted)


def test_what_has_no_yellow_does_not_burn() -> None:
    guess = card((44, 0.98))
    guess.kinds[:2] = 0.12, 0.88
    for glowing in (True, False):
        sight = NumberSight((chances((44, 0.98)),) * 2, guess, Tint(glowing=glowing))
        assert judge_number(sight, make_face_table(load_sheet("the_game").deck), NumberThresholds()).accepted is glowing


def test_dark_red_art_under_a_warm_lamp_does_not_blaze_and_a_burning_card_does() -> None:
    warm = np.array([0.85, 0.93, 1.0])
    assert not measure_card_tint(np.clip(crop_of("44", style="ember") * warm, 0, 255).astype(np.uint8)).blazing
    for style in ("night", "slate", "wood"):
        assert measure_card_tint(crop_of("F44", style=style)).blazing
        assert measure_card_tint(np.clip(crop_of("F44", style=style) * warm, 0, 255).astype(np.uint8)).fiery


@pytest.mark.parametrize(("tint", "accepted"), [(ANY_TINT, True), (Tint(0.5, 0.6), False), (Tint(0.02, 1.0), False)])
def test_what_shows_no_such_colour_is_asked(tint: Tint, accepted: bool) -> None:
    guess = card((4, 0.98), kind="Y")
    guess.kinds[2:] = np.where(guess.kinds[2:] > 0.5, 0.95, 0.006)
    reading = judge_number(
        NumberSight((chances((4, 0.98)),) * 2, guess, tint), make_face_table(load_sheet("quick_easy").deck), NumberThresholds()
    )
    assert (reading.face, reading.accepted) == ("4Y", accepted)


def test_a_green_card_under_a_shine_is_never_yellow() -> None:
    reader = NumberReader(load_sheet("quick_easy").deck, NumberNetworks())
    read = [reader.read(shone_on(crop_of(f"{number}G"), share)) for number in (4, 8) for share in (0.2, 0.4, 0.6, 0.8)]
    assert [reading.face for reading in read if reading.accepted and not reading.face.endswith("G")] == []
