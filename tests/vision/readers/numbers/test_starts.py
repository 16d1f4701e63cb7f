"""Direction cards of any maker are told by the numbers on them."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from vision.drawn.art.cards import draw_card
from vision.drawn.art.drawing import (
    Drawing,
    Shapes,
    draw_text,
    make_line,
    make_polygon,
    make_rect,
    make_rounded_rect,
    rasterise_drawing,
)
from vision.readers.numbers.networks import NumberNetworks
from vision.readers.numbers.starts import UNREAD, judge_direction

GROUNDS = {
    "black": ((20, 20, 24), (206, 164, 60)),
    "white": ((236, 234, 228), (20, 20, 24)),
    "green": ((40, 120, 80), (230, 230, 220)),
}


def direction(start: str, end: str, ground: str, wide: int = 90) -> np.ndarray[Any, Any]:
    """A card of another maker, as it looks to a camera that sees it so many pixels wide: the start large, an arrow, the end small below."""
    paper, ink = GROUNDS[ground]
    arrow: Shapes = (make_line(20, 58, 40, 58, 1.6, ink), make_polygon([(40, 55), (45, 58), (40, 61)], ink))
    numbers = (*draw_text(start, 31.5, 42, 22, ink, anchor=0.5), *draw_text(end, 31.5, 78, 10, ink, anchor=0.5))
    card = rasterise_drawing(Drawing((63, 88), (make_rounded_rect(0, 0, 63, 88, 3, paper), *arrow, *numbers)), wide / 63)
    return cv2.resize(card, (200, 280), interpolation=cv2.INTER_LINEAR)


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize(
    ("start", "end", "ascends", "highest"),
    [
        ("1", "99", True, 99),
        ("100", "2", False, 99),
        ("1", "59", True, 59),
        ("60", "2", False, 59),
        ("1", "10", True, 10),
        ("10", "1", False, 10),
    ],
)
def test_a_direction_card_is_told_by_its_numbers_whichever_way_up(
    start: str, end: str, ascends: bool, highest: int, ground: str
) -> None:
    card, networks = direction(start, end, ground), NumberNetworks()
    for crop in (card, np.ascontiguousarray(card[::-1, ::-1])):
        up, down, *_ = judge_direction(crop, networks, highest)
        assert (up > 0.5, down > 0.5) == (ascends, not ascends)


def words(lines: list[tuple[str, float, float]], ground: str, wide: int = 100) -> np.ndarray[Any, Any]:
    """A card with lines of print, each with its height and the foot of its letters in millimetres."""
    paper, ink = GROUNDS[ground]
    print_ = [shape for text, size, at in lines for shape in draw_text(text, 31.5, at, size, ink, anchor=0.5)]
    card = rasterise_drawing(Drawing((63, 88), (make_rounded_rect(0, 0, 63, 88, 3, paper), *print_)), wide / 63)
    return cv2.resize(card, (200, 280), interpolation=cv2.INTER_LINEAR)


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize(
    ("lines", "ascends", "highest"),
    [
        ([("1", 18, 50)], True, 59),  # nothing but the start
        ([("60", 18, 50)], False, 59),
        ([("SALE", 8, 24), ("1", 18, 50), ("2 3 4", 6, 70)], True, 99),
        ([("100", 18, 50), ("99 98", 6, 70)], False, 99),
        ([("1 - 10", 9, 50)], True, 10),  # of one height: the first is the start
        ([("10 - 1", 9, 50)], False, 10),
    ],
)
def test_a_direction_card_says_which_way_up_it_is(
    lines: list[tuple[str, float, float]], ascends: bool, highest: int, ground: str
) -> None:
    card, networks = words(lines, ground), NumberNetworks()
    for crop, way in ((card, 1), (np.ascontiguousarray(card[::-1, ::-1]), -1)):
        up, down, stands, *_ = judge_direction(crop, networks, highest)
        assert (up > 0.45, down > 0.45) == (ascends, not ascends)
        assert stands * way > 0.3


@pytest.mark.parametrize(("start", "end", "ascends"), [("1", "99", True), ("100", "2", False)])
def test_the_practice_decks_cards_are_read_in_a_game_up_to_ten(start: str, end: str, ascends: bool) -> None:
    up, down, *_ = judge_direction(direction(start, end, "white"), NumberNetworks(), 10)
    assert (up > 0.5, down > 0.5) == (ascends, not ascends)


def test_a_pad_with_many_numbers_is_no_direction_card() -> None:
    pad = words([("1 19", 6, 20), ("28 12", 6, 35), ("100", 6, 50), ("14 2", 6, 65)], "white")
    assert judge_direction(pad, NumberNetworks(), 99) == UNREAD


@pytest.mark.parametrize("face", ["back", "blank"])
def test_a_back_points_nowhere(face: str) -> None:
    assert judge_direction(draw_card(face, (200, 280)), NumberNetworks(), 99) == UNREAD


@pytest.mark.parametrize("ground", GROUNDS)
def test_bars_that_rise_or_fall_are_no_numbers(ground: str) -> None:
    """A bar looks like a 1 whose card stands either way up."""
    paper, ink = GROUNDS[ground]
    for heights in ((28, 20), (20, 28)):
        bars = (make_rect(16 + 7 * n, 60 - high, 3, high, ink) for n, high in enumerate(heights))
        card = rasterise_drawing(Drawing((63, 88), (make_rounded_rect(0, 0, 63, 88, 3, paper), *bars)), 90 / 63)
        crop = cv2.resize(card, (200, 280), interpolation=cv2.INTER_LINEAR)
        up, down, *_ = judge_direction(crop, NumberNetworks(), 99)
        assert max(up, down) < 0.25


def test_numbers_of_another_game_tell_nothing() -> None:
    assert judge_direction(direction("1", "99", "white"), NumberNetworks(), 59) == UNREAD
