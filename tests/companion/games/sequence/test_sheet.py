"""The sheet of Sequence fits its rules: every zone of the largest match lies on the mat, and nothing lies on anything else."""

from itertools import combinations

import pytest

from companion.games.sequence import RULES
from companion.games.sequence.cards import FRENCH_CARDS, HAND_SIZES
from companion.games.sheets import load_sheet

SHEET = load_sheet("sequence")


def test_every_discard_pile_of_twelve_players_has_a_zone():
    zones = {zone.name for zone in SHEET.zones if zone.kind == "card"}
    assert zones == {zone for zone in RULES.list_faces(RULES.set_up_match(12, {})) if zone.startswith("discard")}
    assert {zone.name for zone in SHEET.zones} - zones == {"board", "draw", "control"}


def test_the_deck_is_the_deck_of_the_rules():
    assert set(SHEET.deck) == set(FRENCH_CARDS) and SHEET.board_cells == (10, 10)


def test_the_options_as_they_stand_begin_a_match():
    for players in (2, 3, 6, 12):
        assert RULES.set_up_match(players, {option.name: option.default for option in SHEET.options})


def test_only_numbers_of_players_that_make_equal_teams_are_offered():
    assert SHEET.counts == tuple(HAND_SIZES)
    assert load_sheet("the_game").counts == (1, 2, 3, 4, 5)


def test_the_other_mat_has_one_zone_for_all_discards():
    common = SHEET.choose_mat({"common_discards": True})
    zones = {zone.name for zone in common.zones if zone.kind == "card"}
    assert zones == {"discard"} and "discard" in RULES.list_faces(RULES.set_up_match(12, {"common_discards": True}))
    assert SHEET.choose_mat({"common_discards": False}) is SHEET


@pytest.mark.parametrize("options", [{}, {"common_discards": True}])
def test_no_zone_or_marker_covers_another(options):
    sheet = SHEET.choose_mat(options)
    spots = [(zone.name, *zone.rect_mm) for zone in sheet.zones]
    spots += [(f"marker {spot.id}", *spot.at_mm, spot.side_mm, spot.side_mm) for spot in sheet.fiducials]
    for (one, x, y, w, h), (other, u, v, k, m) in combinations(spots, 2):
        assert x + w <= u or u + k <= x or y + h <= v or v + m <= y, f"{one} lies over {other}"
