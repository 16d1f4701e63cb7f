"""A shine adds white to a card's colours: what is then like another kind of card is asked, not accepted."""

from __future__ import annotations

import numpy as np
import pytest

from companion.games.sheets import load_sheet
from tests.vision.numbers.test_reader import card, chances, crop_of
from vision.numbers.faces import table_of
from vision.numbers.networks import Networks
from vision.numbers.reader import NumberReader, NumberSight, Thresholds, judged
from vision.numbers.tint import ANY_TINT, Tint, tint_of


def shone_on(crop: np.ndarray, share: float) -> np.ndarray:
    """The crop under a shine: so much of its own light, and white for the rest."""
    return np.clip(crop.astype(np.float64) * (1 - share) + 255 * share, 0, 255).astype(np.uint8)


def test_yellow_is_as_bright_as_the_white_beside_it_and_green_is_not() -> None:
    yellow, green = tint_of(crop_of("4Y")), tint_of(shone_on(crop_of("4G"), 0.3))
    assert not yellow.is_hardly("Y")
    assert green.is_hardly("Y") and not green.is_hardly("G")


def test_a_pale_silver_card_shows_no_gold() -> None:
    assert tint_of(crop_of("g32")).may_be("gold")
    silver = tint_of(shone_on(crop_of("s32"), 0.6))
    assert not silver.may_be("gold") and silver.may_be("silver")


def test_the_table_beside_a_card_that_was_cut_awry_is_no_colour_of_it() -> None:
    crop = shone_on(crop_of("s32"), 0.6)
    crop[:6], crop[-6:], crop[:, :5] = (30, 60, 200), (30, 60, 200), (30, 60, 200)
    assert not tint_of(crop).may_be("gold")


def test_flames_are_no_plain_card_and_a_dark_red_one_is_none_in_flames() -> None:
    assert not tint_of(crop_of("F55", style="slate")).may_be("plain")
    assert tint_of(crop_of("55", style="ember")).may_be("plain")


@pytest.mark.parametrize(("tint", "accepted"), [(ANY_TINT, True), (Tint(0.5, 0.6), False), (Tint(0.02, 1.0), False)])
def test_what_shows_no_such_colour_is_asked(tint: Tint, accepted: bool) -> None:
    guess = card((4, 0.98), kind="Y")
    guess.kinds[2:] = np.where(guess.kinds[2:] > 0.5, 0.95, 0.006)
    reading = judged(NumberSight((chances((4, 0.98)),) * 2, guess, tint), table_of(load_sheet("quick_easy").deck), Thresholds())
    assert (reading.face, reading.accepted) == ("4Y", accepted)


def test_a_green_card_under_a_shine_is_never_yellow() -> None:
    reader = NumberReader(load_sheet("quick_easy").deck, Networks())
    read = [reader.read(shone_on(crop_of(f"{number}G"), share)) for number in (4, 8) for share in (0.2, 0.4, 0.6, 0.8)]
    assert [reading.face for reading in read if reading.accepted and not reading.face.endswith("G")] == []
