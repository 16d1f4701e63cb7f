"""The arrangement that direction cards and backs make."""

from __future__ import annotations

import numpy as np
import pytest

from vision.directions.arrangement import BarePlan, arrange_marks, arrange_without_directions
from vision.directions.marks import CardMark
from vision.types import BACK

UP, DOWN = "up:1-99", "down:100-2"
PLAN = BarePlan((("up1", UP), ("up2", UP), ("down1", DOWN), ("down2", DOWN)), ("draw",), (59.0, 91.0))
PX_PER_MM = 2.0


def card(x, y):
    """(4, 2) pixels of an upright card, its left upper corner in millimetres."""
    corners = np.array([[x, y], [x + 59, y], [x + 59, y + 91], [x, y + 91]])
    return (corners * PX_PER_MM).astype(np.float32)


@pytest.mark.parametrize(("at", "is_one"), [((300.0, 150.0), True), ((118.0, 12.0), False)], ids=["apart", "on a pile"])
def test_a_card_on_a_pile_is_no_draw_pile(at, is_one):
    faces = (UP, UP, DOWN, DOWN)
    marks = [CardMark(face, card(50.0, 10.0 + 100.0 * number)) for number, face in enumerate(faces)]
    found = arrange_marks([*marks, CardMark(BACK, card(*at))], PLAN, (900, 1000))
    assert found is not None and set(found.middles) >= {"up1", "up2", "down1", "down2"}
    assert ("draw" in found.draws, "draw" in found.middles) == (is_one, is_one)


def test_a_back_alone_is_the_draw_pile_of_the_player_beside_whose_cards_it_lies():
    plan = BarePlan(
        (("g_up", "g:up:1-59"), ("g_down", "g:down:60-2"), ("s_up", "s:up:1-59"), ("s_down", "s:down:60-2")),
        ("g_draw", "s_draw"),
        (59.0, 91.0),
    )
    places = ((50.0, 10.0), (250.0, 10.0), (50.0, 150.0), (250.0, 150.0))
    marks = [CardMark(face, card(*at)) for (_, face), at in zip(plan.piles, places, strict=True)]
    found = arrange_marks([*marks, CardMark(BACK, card(420.0, 160.0))], plan, (900, 1200))
    assert found is not None and set(found.draws) == {"s_draw"}


@pytest.mark.parametrize(("size", "draws"), [(1.0, {"draw"}), (1.7, set())], ids=["a draw pile", "a notepad"])
def test_without_direction_cards_a_card_that_was_read_tells_which_back_is_none(size, draws):
    laid, back = card(50.0, 10.0), card(250.0, 10.0)
    found = arrange_without_directions([back[0] + size * (back - back[0])], [laid], PLAN, (900, 1000))
    assert found is not None and set(found.draws) == draws


@pytest.mark.parametrize("turned", [0.0, 35.0])
def test_without_direction_cards_places_lie_as_the_cards_do_though_the_draw_pile_lies_crosswise(turned):
    """Askew to its pile a place would reach over the cards beside it."""
    cos, sin = np.cos(np.radians(turned)), np.sin(np.radians(turned))
    about = np.array([500.0, 400.0])
    laid, back = (
        (one - about) @ np.array([[cos, sin], [-sin, cos]]) + about for one in (card(150.0, 110.0), card(300.0, 110.0))
    )
    middle = back.mean(axis=0)
    crosswise = (back - middle) @ np.array([[0.0, 1.0], [-1.0, 0.0]]) + middle
    found = arrange_without_directions([crosswise.astype(np.float32)], [laid.astype(np.float32)], PLAN, (900, 1000))
    assert found is not None
    _, _, width, height = next(zone.rect_mm for zone in found.layout.zones if zone.name == "draw")
    assert sorted((width, height)) == pytest.approx([59 + 14, 91 + 14], abs=2), "as large as a card, and 14 mm"


def test_without_direction_cards_the_back_that_lies_on_the_plane_of_the_cards_is_taken_whatever_is_likelier():
    laid, back, pad = card(50.0, 10.0), card(250.0, 10.0), card(350.0, 200.0)
    pad = pad[0] + 1.7 * (pad - pad[0])
    found = arrange_without_directions([pad, back], [laid], PLAN, (900, 1000))
    assert found is not None and set(found.draws) == {"draw"}
    assert found.draws["draw"].mean(axis=0) - found.draws["draw"][0] == pytest.approx([59 / 2, 91 / 2], abs=1)


@pytest.mark.parametrize(("others", "draws"), [((), {"draw"}), ((400.0,), set())], ids=["one", "two"])
def test_without_direction_cards_what_looks_otherwise_upside_down_is_the_draw_pile_if_nothing_else_may_be(others, draws):
    laid, thing, phone = card(50.0, 10.0), card(250.0, 10.0), card(350.0, 200.0)
    phone = phone[0] + (phone - phone[0]) * (1.2, 1.7)
    rest = [card(x, 120.0) for x in others]
    found = arrange_without_directions([], [laid], PLAN, (900, 1000), [phone, thing, *rest])
    assert found is not None and set(found.draws) == draws
