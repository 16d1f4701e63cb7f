"""Direction cards lie beside the piles they belong to, where there is room."""

import pytest

from vision.drawn.table.direction_cards import choose_card_turn, place_direction_cards
from vision.place.layout import Layout, Zone

CARD = (59.0, 91.0)


def layout(*zones):
    return Layout((600.0, 400.0), tuple(zones), (), CARD)


def test_each_pile_with_a_direction_has_its_card_clear_of_all_zones():
    table = layout(
        Zone("up1", "card", (150, 150, 80, 110)),
        Zone("down1", "card", (260, 150, 80, 110)),
        Zone("draw", "draw", (380, 150, 80, 110)),
    )
    cards = place_direction_cards(table)
    assert [card.face for card in cards] == ["up:1-99", "down:100-2"]
    for card in cards:
        for x, y, width, height in (zone.rect_mm for zone in table.zones):
            beside = abs(card.at_mm[0] - x - width / 2) > (width + CARD[0]) / 2
            assert beside or abs(card.at_mm[1] - y - height / 2) > (height + CARD[1]) / 2


@pytest.mark.parametrize(
    ("zone", "turn"), [(Zone("s_up", "card", (0, 0, 80, 110)), 0.0), (Zone("common", "card", (0, 0, 110, 80)), 90.0)]
)
def test_cards_lie_across_in_a_low_zone(zone, turn):
    assert choose_card_turn(zone, CARD) == turn
