"""Pile arithmetic: what goes where, who holds what."""

from math import cos, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import InputError
from companion.games import rules_of
from companion.games.hands import DrawPile, Hand
from companion.games.ninety_eight import (
    ALL_CARDS,
    FOUR_PILES,
    PILE_ZONES,
    deal_size,
    deal_table,
    find_bounds,
    iter_numbers,
    number_of,
    rate_score,
    read_table,
)
from companion.games.sheets import load_sheet

CARD = st.integers(2, 99)
PILE = st.sampled_from(range(4))


def table(piles=None, hands=((), ()), deck=()):
    position = {"piles": piles or {}, "hands": [list(hand) for hand in hands], "deck": list(deck)}
    return read_table(len(hands), 6, position, lambda text: text)[0]


def test_tg01_there_are_98_cards():
    assert list(iter_numbers(ALL_CARDS)) == list(range(2, 100))


@pytest.mark.parametrize(("face", "number"), [("44", 44), ("F44", 44), ("44:skull", 44), ("2", 2)])
def test_every_face_has_its_number(face, number):
    assert number_of(face) == number


@given(PILE, CARD, CARD)
def test_a_card_fits_in_the_piles_direction_or_exactly_ten_back(pile, top, card):
    if top == card:
        return
    forward = card > top if FOUR_PILES[pile].ascending else card < top
    backward = card == top - 10 if FOUR_PILES[pile].ascending else card == top + 10
    laid = table({PILE_ZONES[pile]: [str(top)]})
    assert bool(laid.fitting_cards(pile) >> card & 1) == (forward or backward)
    assert bool(laid.fitting_cards(pile, tricks=False) >> card & 1) == forward
    assert laid.is_trick(pile, card) == backward


@given(PILE, CARD)
def test_every_card_starts_an_empty_pile(pile, card):
    assert table().fitting_cards(pile) >> card & 1
    assert not table().is_trick(pile, card)
    assert find_bounds(table(), pile) == {"any": True}


@given(PILE, CARD)
def test_what_fits_is_told_without_numbers_that_do_not_exist(pile, top):
    told = find_bounds(table({PILE_ZONES[pile]: [str(top)]}), pile)
    assert told.keys() <= {"above", "below", "exactly"} and told
    assert told.get("above", 2) < 99 and told.get("below", 99) > 2 and 2 <= told.get("exactly", 50) <= 99


def test_laying_and_drawing_moves_cards_and_loses_none():
    start = table(hands=(["10", "20"], ["30"]), deck=["40", "50"])
    laid = start.with_card_laid(0, "10", 10, 0)
    drawn = laid.with_cards_drawn(0, 3)
    assert (start.cards_left, laid.cards_left, drawn.cards_left) == (5, 4, 4)
    assert set(drawn.hands[0].cards) == {"20", "40", "50"}
    assert (laid.visible_face(0), laid.tops[0], drawn.deck.size) == ("10", 10, 0)
    assert start.piles[0] == ()


def test_lifting_a_card_undoes_laying_it():
    start = table(hands=(["10", "20"], ["30"]))
    assert start.with_card_laid(2, "10", 10, 0).with_card_lifted(2, 0) == start
    assert start.with_card_lifted(2, 0) is start


def test_tg03_tg11_the_turn_goes_clockwise_past_empty_hands_once_nothing_can_be_drawn():
    hands = (["10"], [], ["30"])
    assert table(hands=hands, deck=["40"]).seat_after(0) == 1
    assert table(hands=hands).seat_after(0) == 2
    assert table(hands=hands).seat_after(2) == 0
    assert table(hands=([], ["10"], [])).seat_after(1) == 1


def test_tg13_all_is_laid_when_no_hand_and_no_draw_pile_is_left():
    assert table(hands=([], [])).has_all_laid
    assert not table(hands=([], []), deck=["10"]).has_all_laid
    assert not table(hands=([], ["10"])).has_all_laid


def test_a_fresh_table_hides_its_hands():
    fresh = deal_table(3, deal_size(3))
    assert fresh.hands == (Hand(unseen=6, secret=True),) * 3
    assert fresh.deck == DrawPile(unseen=80)
    assert fresh.cards_left == 98


def test_tg14_rating():
    assert [rate_score(left, won) for left, won in ((0, True), (1, False), (9, False), (10, False))] == [
        "perfect",
        "excellent",
        "excellent",
        "plain",
    ]


@pytest.mark.parametrize("zone", ["up3", "", "UP1", None, 1, ["up1"]])
def test_a_pile_that_is_not_there_is_refused(zone):
    with pytest.raises(InputError):
        rules_of("the_game").find_zone(None, zone)


# --- the sheets ------------------------------------------------------------------------------------------------------------------

GAMES = ("the_game", "extreme")


def turned(card_mm, degrees=15):
    """Width and height that a turned card takes up."""
    width, height = card_mm
    c, s = cos(radians(degrees)), sin(radians(degrees))
    return width * c + height * s, height * c + width * s


@pytest.mark.parametrize("game", GAMES)
def test_a_card_turned_by_15_degrees_and_shifted_by_15_mm_stays_on_its_zone(game):
    sheet = load_sheet(game)
    width, height = turned(sheet.card_mm)
    zones = [zone for zone in sheet.zones if zone.kind == "card"]
    assert {zone.name for zone in zones} == set(PILE_ZONES)
    assert all(zone.rect_mm[2] >= width + 30 and zone.rect_mm[3] >= height + 30 for zone in zones)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_on_the_mat_overlaps_and_the_markers_keep_their_margin(game):
    sheet = load_sheet(game)
    rects = [zone.rect_mm for zone in sheet.zones]
    rects += [(spot.at_mm[0] - 2, spot.at_mm[1] - 2, spot.side_mm + 4, spot.side_mm + 4) for spot in sheet.fiducials]
    for i, (x, y, w, h) in enumerate(rects):
        assert x >= 6 and y >= 6 and x + w <= sheet.size_mm[0] - 6 and y + h <= sheet.size_mm[1] - 6
        for a, b, c, d in rects[:i]:
            assert x >= a + c or a >= x + w or y >= b + d or b >= y + h


def test_the_deck_of_the_game_is_98_cards_and_six_that_burn():
    deck = load_sheet("the_game").deck
    assert sorted(deck, key=number_of) == sorted(
        [*map(str, range(2, 100)), "F22", "F33", "F44", "F55", "F66", "F77"], key=number_of
    )


def test_the_deck_of_extreme_has_every_number_with_and_without_every_command():
    deck = load_sheet("extreme").deck
    assert len(set(deck)) == 98 * 8 and {number_of(face) for face in deck} == set(range(2, 100))
