"""Where the edge at each place of a card's sides is, and how strong."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards.outlines import find_edges_near

OUTWARD = np.array([[[0, -1], [1, 0], [0, 1], [-1, 0]]], np.float32)
"""(1, 4, 2) of the top, right, bottom and left side."""


def table(card, ground):
    """A card from (60, 40) to (140, 160) on a table."""
    picture = np.full((200, 200), ground, np.uint8)
    picture[40:160, 60:140] = card
    return picture


def places(off):
    """24 places on each side of a box that is larger than the card by so many pixels each way."""
    along = np.linspace(0.1, 0.9, 24, dtype=np.float32)
    x, y = 60 + 80 * along, 40 + 120 * along
    top, bottom = (np.stack([x, np.full(24, at)], axis=1) for at in (39.5 - off, 159.5 + off))
    right, left = (np.stack([np.full(24, at), y], axis=1) for at in (139.5 + off, 59.5 - off))
    return np.stack([top, right, bottom, left])[None].astype(np.float32)


@pytest.mark.parametrize(("card", "ground"), [(220, 60), (30, 180)])
@pytest.mark.parametrize("off", [0.0, 2.0, -3.0])
def test_a_side_is_found_as_far_off_as_it_lies(card, ground, off):
    where, strength = find_edges_near(table(card, ground), places(off), OUTWARD, np.array([6.0], np.float32))
    assert where.shape == strength.shape == (1, 4, 24)
    assert np.abs(where + off).max() < 1 and strength.min() > 50


def test_print_whose_end_runs_the_other_way_is_no_edge():
    picture = table(30, 180)
    picture[40:160, 133:137] = 140  # a stripe just within, whose outer end runs the other way and is a little fainter
    where, strength = find_edges_near(picture, places(0.0), OUTWARD, np.array([5.0], np.float32))
    assert np.abs(where[0, 1, 2:-2]).max() < 1 and strength[0, 1, 2:-2].min() > 50


def test_a_plain_table_has_no_edge():
    _, strength = find_edges_near(table(90, 90), places(0.0), OUTWARD, np.array([6.0], np.float32))
    assert not strength.any()


def test_a_card_as_bright_as_the_table_has_an_edge_in_colour():
    picture = cv2.merge([table(40, 40), table(120, 100), table(80, 120)])  # grey levels of 99 and 99
    where, strength = find_edges_near(picture, places(2.0), OUTWARD, np.array([6.0], np.float32))
    assert np.abs(where + 2).max() < 1 and strength.min() > 15
    _, grey = find_edges_near(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), places(2.0), OUTWARD, np.array([6.0], np.float32))
    assert not grey.any()
