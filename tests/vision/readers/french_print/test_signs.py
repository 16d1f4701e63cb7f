"""The outlines of a card's pips tell its suit, whatever its corners say."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.readers.french.test_reader import guess, index
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import STYLES, Style
from vision.readers.french.sights import StandardSight
from vision.readers.french.verdict import StandardThresholds, judge_card
from vision.readers.french_print.signs import SIGNS_CROP, tell_suit, tell_suit_of_ace

BOX = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32)
PIPS = [rank + suit for rank in "23456789T" for suit in "CDHS"]


def small(face: str, style: Style, blur: float) -> np.ndarray:
    """A drawn card as it is cut out of a picture in which it is 120 pixels wide."""
    card = cv2.GaussianBlur(draw_card(face, (120, 168), style), (0, 0), blur)
    return np.asarray(cv2.resize(card, SIGNS_CROP, interpolation=cv2.INTER_CUBIC), np.uint8)


@pytest.mark.parametrize("name", [name for name in STYLES if name != "ember"])  # pale on black
def test_pips_tell_their_suit_by_their_outlines(name: str) -> None:
    told = [tell_suit(small(face, STYLES[name], 0.8)) for face in PIPS]
    assert [face for face, suit in zip(PIPS, told, strict=True) if suit not in ("", face[1])] == []
    assert sum(suit != "" for suit in told) >= 30


def test_pips_tell_it_upside_down_and_none_do_where_there_are_none() -> None:
    style = next(iter(STYLES.values()))
    assert tell_suit(np.ascontiguousarray(small("8C", style, 0.8)[::-1, ::-1])) == "C"
    for face in ("back", "AS", "47"):
        assert tell_suit(small(face, style, 0.8)) == ""


def ace(suit: str, style: Style) -> np.ndarray:
    """A card with one sign as large as those of others, as most makers draw aces: a 3 of which the middle is left."""
    card = small("3" + suit, style, 0.8)
    for rows in (slice(0, 220), slice(340, 560)):
        card[rows, 100:300] = card[280, 100]
    return card


def plump_ace_of_spades() -> np.ndarray:
    """A leaf on a slender stem, as many makers draw it: upside down it is still one."""
    card = np.full((*SIGNS_CROP[::-1], 3), 240, np.uint8)
    lobes = [cv2.ellipse2Poly((x, 284), (24, 24), 0, 0, 360, 15) for x in (176, 224)]
    cv2.fillConvexPoly(card, cv2.convexHull(np.concatenate([*lobes, [[200, 226]]])), (30, 30, 30))
    cv2.rectangle(card, (194, 284), (206, 338), (30, 30, 30), -1)
    return card


def test_the_one_sign_of_an_ace_tells_its_suit_either_way_up_or_nothing() -> None:
    aces = [(suit, ace(suit, style)) for name, style in STYLES.items() if name != "ember" for suit in "CDHS"]
    aces.append(("S", plump_ace_of_spades()))
    told = [(suit, tell_suit_of_ace(np.ascontiguousarray(card[::way, ::way]))) for suit, card in aces for way in (1, -1)]
    assert {(suit, outline) for suit, outline in told if outline not in ("", suit)} == set()
    assert {outline for _, outline in told} >= set("CHS")


@pytest.mark.parametrize(("outlined", "read"), [("C", ("3C", True)), ("S", ("3S", True)), ("", ("3S", False))])
def test_outlines_tell_whether_the_corners_or_the_whole_card_have_the_suit(outlined: str, read: tuple[str, bool]) -> None:
    """Small clubs that run together to spades in both corners of a 3; or spades that look like clubs to who sees the whole card."""
    corners = (index("3S", 12, 20, sure=0.92), index("3S", 88, 120, (0, -20), sure=0.92))
    odd = guess("3C", 0.99)
    odd.suit[:] = 0.91, 0.0, 0.0, 0.09, 0.0
    reading = judge_card(StandardSight(BOX, corners, odd, outlined), StandardThresholds())
    assert (reading.face, reading.accepted) == read


def test_what_the_pips_gainsay_is_not_accepted() -> None:
    corners = (index("3S", 12, 20, sure=0.999), index("3S", 88, 120, (0, -20), sure=0.999))
    assert judge_card(StandardSight(BOX, corners, guess("3S", 0.999)), StandardThresholds()).accepted
    assert not judge_card(StandardSight(BOX, corners, guess("3S", 0.999), "C"), StandardThresholds()).accepted


@pytest.mark.parametrize(("left", "accepted"), [(0.065, False), (0.02, True)])
def test_two_corners_that_share_their_blur_do_not_make_one_another_surer_of_a_suit(left: float, accepted: bool) -> None:
    """A king of clubs moved in the picture: in both corners clubs like spades, and of the whole card nothing can be told."""
    corners = (index("KS", 12, 20, sure=0.999), index("KS", 88, 120, (0, -20), sure=0.999))
    for corner in corners:
        corner.guess.suit[:] = left, 0.005, 0.0, 0.99 - left, 0.005
    reading = judge_card(StandardSight(BOX, corners, None), StandardThresholds())
    assert (reading.face, reading.accepted) == ("KS", accepted)


@pytest.mark.parametrize(("left", "accepted"), [(0.1, False), (0.02, True)])
def test_a_corner_and_the_whole_card_that_share_a_haze_do_not_make_one_another_surer_of_a_suit(
    left: float, accepted: bool
) -> None:
    """A bleached 3 of clubs, its signs hardly there: the corner takes them for spades, and so does who sees the whole card."""
    corner, whole = index("3S", 12, 20, sure=0.9), guess("3S", 0.92)
    corner.guess.suit[:] = whole.suit[:] = left, 0.005, 0.0, 0.99 - left, 0.005
    reading = judge_card(StandardSight(BOX, (corner,), whole, ""), StandardThresholds())
    assert (reading.face, reading.accepted) == ("3S", accepted)
