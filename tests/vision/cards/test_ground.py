"""A bare place is told from one with a card, in any light."""

import cv2
import numpy as np
import pytest

from vision.cards.ground import Ground, looks_bare

GROUND = Ground((0.0, 0.0, 90.0, 110.0), (0.0, 0.0, 90.0, 110.0), (60.0, 90.0), 120.0)


def place(card: int | None = None) -> np.ndarray:
    """A place on a mat with a pale arrow, 2 pixels a millimetre; `card`: the grey of one that lies there."""
    picture = np.full((220, 180, 3), 232, np.uint8)
    cv2.arrowedLine(picture, (90, 140), (90, 80), (205, 205, 205), 10)
    if card is not None:
        cv2.rectangle(picture, (30, 20), (150, 200), (card, card, card), -1)
        cv2.putText(picture, "47", (50, 130), cv2.FONT_HERSHEY_SIMPLEX, 2.4, (30, 30, 30), 12)
    return picture


def shaded(picture: np.ndarray, depth: float) -> np.ndarray:
    """A deep soft shade over its left half."""
    across = 1 - depth / (1 + np.exp((np.arange(picture.shape[1]) - 90) / 10))
    return np.clip(picture * across[None, :, None], 0, 255).astype(np.uint8)


@pytest.mark.parametrize("depth", [0.0, 0.25, 0.4, 0.55])
def test_a_place_in_a_shade_is_bare_still(depth):
    assert looks_bare(GROUND, shaded(place(), depth), GROUND.shrink_colours(place()), loose=False)


@pytest.mark.parametrize("depth", [0.0, 0.25, 0.4, 0.55])
@pytest.mark.parametrize("card", [60, 150, 200, 245])
def test_a_card_that_lies_in_a_shade_is_seen(card, depth):
    assert not looks_bare(GROUND, shaded(place(card), depth), GROUND.shrink_colours(place()), loose=False)


def on_table(card: tuple[int, int, int] | None = None) -> np.ndarray:
    """A place on a purple cloth; `card`: the colour of one that lies there, with a white number."""
    picture = np.full((220, 180, 3), (110, 95, 120), np.uint8)
    if card is not None:
        cv2.rectangle(picture, (30, 20), (150, 200), card, -1)
        cv2.putText(picture, "1", (70, 130), cv2.FONT_HERSHEY_SIMPLEX, 2.4, (200, 200, 200), 8)
    return picture


@pytest.mark.parametrize("card", [(60, 125, 70), (113, 116, 118), (70, 70, 170)])
def test_on_a_table_a_card_as_bright_as_it_is_seen(card):
    assert not looks_bare(GROUND, on_table(card), GROUND.shrink_colours(on_table()), loose=True)


@pytest.mark.parametrize("depth", [0.0, 0.15, 0.25])
def test_a_table_in_a_shade_is_bare_still(depth):
    assert looks_bare(GROUND, shaded(on_table(), depth), GROUND.shrink_colours(on_table()), loose=True)


def test_a_table_under_a_lamp_of_another_colour_is_bare_still():
    colder = np.clip(on_table() * np.array((1.25, 1.0, 0.8)), 0, 255).astype(np.uint8)
    assert looks_bare(GROUND, colder, GROUND.shrink_colours(on_table()), loose=True)


@pytest.mark.parametrize("card", [None, (30, 25, 32)])
def test_a_dark_card_on_a_dark_table_under_haze_is_no_bare_place(card):
    """Nothing is known of the place, and of all contrast less than half is left."""
    hazy = np.uint8(140 + 0.45 * on_table(card))
    assert looks_bare(GROUND, hazy, None, loose=True, black=149.0) == (card is None)
