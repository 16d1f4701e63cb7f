"""A table without a mat goes on when the picture is turned, the camera hung elsewhere, or table and cards are pushed."""

from __future__ import annotations

import numpy as np
import pytest

from tests.varied import varied
from tests.vision.bare.moved_tables import BEGUN, Watched, look_from_elsewhere, turn_picture
from vision.cameras.turned import PictureTurn, turn_back
from vision.drawn.table.acts import Bump, Carry, PassOver, Together
from vision.types import Bumped, Frame, Lost, PilesFound, StrayCard

GAMES = tuple(BEGUN)


def since_start(watched, kind):
    """What of a kind was told once the piles were found."""
    return [one for one in watched.told if isinstance(one, kind) and one.at > 8]


def assert_all_told(watched):
    """Each card and each draw was told once, on its pile and by its player's side of the table; nothing was asked or lost. The first
    card may wait for the next where it lies between two direction cards: then the two are told in the other order."""
    told, laid = watched.cards_told, watched.laid
    assert told == laid or (told[:2] == laid[1::-1] and told[2:] == laid[2:]), list(watched.tell_all())
    assert watched.draws_told == watched.drawn
    assert not watched.asked and not since_start(watched, StrayCard)
    assert watched.seats_told() == watched.seats


@pytest.mark.whole
@varied(("game", "quarters"), [(game, quarters) for quarters in (1, 3) for game in GAMES])
def test_a_phone_that_turns_its_picture_by_a_quarter_loses_nothing(game, quarters):
    watched = Watched(game, moved=turn_picture(quarters))
    assert_all_told(watched)
    assert not since_start(watched, Lost | Bumped)


@pytest.mark.whole
@varied(("game", "seed"), [(game, seed) for seed in (1, 3) for game in GAMES])
def test_a_picture_upside_down_shows_the_same_piles_and_seats(game, seed):
    watched = Watched(game, moved=turn_picture(2), seed=seed)
    assert_all_told(watched)
    assert len(since_start(watched, Bumped)) == 1


@pytest.mark.whole
@varied(("game", "seed"), [(game, seed) for seed in (3, 1) for game in GAMES[::-1]])
def test_a_camera_that_is_hung_elsewhere_goes_on(game, seed):
    watched = Watched(game, moved=look_from_elsewhere, seed=seed)
    assert_all_told(watched)


@pytest.mark.whole
@varied(("game", "seed"), [(game, seed) for seed in (1, 3) for game in GAMES])
def test_a_cloth_that_is_pushed_with_all_cards_under_an_arm_goes_on(game, seed):
    """The arm that lies over the table while it is measured anew is no part of the table."""
    pile = BEGUN[game][0].zone
    watched = Watched(game, [Together(PassOver(pile, 0), Bump(40, 9), 0.5)], seed=seed)
    assert_all_told(watched)
    assert since_start(watched, Bumped)


def assert_all_told_without_names(watched):
    """As `assert_all_told` of a table without direction cards: nobody has said which pile is which, but each goes by one name."""
    laid = watched.laid
    assert [face for _, face in watched.cards_told] == [face for _, face in laid], list(watched.tell_all())
    names = {zone: next(pile for pile, face in laid if face == first) for zone, first in reversed(watched.cards_told)}
    assert [(names[zone], face) for zone, face in watched.cards_told] == laid
    assert watched.draws_told == watched.drawn and not watched.asked and not since_start(watched, StrayCard)


WITHOUT_LANDMARKS = [
    ("the_game", "pale", 3, [], turn_picture(2)),
    ("the_game", "slate", 3, [], look_from_elsewhere),
    ("quick_easy", "pale", 3, [Bump(40, 15)], None),
    ("the_game", "wood", 3, [Bump(-20, 12)], None),
]
"""Tables on which neither direction cards nor texture tell that table or camera were moved."""


@pytest.mark.whole
@varied(("game", "top", "seed", "between", "moved"), WITHOUT_LANDMARKS)
def test_a_plain_table_without_direction_cards_is_known_again_by_its_cards(game, top, seed, between, moved):
    watched = Watched(game, between, moved, seed=seed, top=top, directions=False)
    assert_all_told_without_names(watched)
    assert len(since_start(watched, Bumped)) == 1


@pytest.mark.whole
def test_a_card_that_was_laid_while_the_table_was_not_known_is_asked_about():
    watched = Watched("the_game", moved=turn_picture(2), at=len(BEGUN["the_game"]) + 1)
    assert [(one.zone, one.after) for one in watched.asked] == [("up1", "20")]
    assert [*watched.cards_told, ("up1", "20")] == sorted(watched.laid, key=lambda card: card[1] == "20")


@pytest.mark.parametrize("quarters", [1, 3])
def test_a_picture_is_turned_back_the_way_it_was_turned_and_no_other(quarters):
    dice = np.random.default_rng(5)
    before = Frame(np.repeat(np.repeat(dice.integers(0, 255, (9, 16, 3), np.uint8), 20, 0), 20, 1), 1.0)
    turned = Frame(np.ascontiguousarray(np.rot90(before.image, quarters)), 1.1)
    turn, frame = turn_back(turned, before, PictureTurn())
    assert (frame.image == before.image).all()
    black = Frame(np.zeros_like(turned.image), 1.2)  # what is seen meanwhile decides no more
    assert turn_back(black, before, turn)[0] == turn
    assert turn_back(before, before, turn) == (PictureTurn(), before)
    other = Frame(np.zeros((50, 60, 3), np.uint8), 1.3)
    assert turn_back(other, before, PictureTurn()) == (PictureTurn(), other)


def place_of(watched, zone):
    """Where a pile was last told to lie, shares of the picture, and where it lies."""
    told = [one for one in watched.told if isinstance(one, PilesFound)][-1]
    return next(np.array(one.at) for one in told.places if one.zone == zone), watched.locate_zone(zone)


@pytest.mark.whole
@varied(("game", "by", "seed"), [("the_game", (-180, 30), 3), ("the_game", (-180, 30), 1), ("extreme", (-170, 20), 3)])
def test_a_pile_that_is_carried_elsewhere_is_known_by_its_top_card(game, by, seed):
    """Nothing was laid, and nothing is asked: what lies there is told by the card that was on top."""
    watched = Watched(game, [Carry("up1", by, 0)], seed=seed)
    assert_all_told(watched)
    told, true = place_of(watched, "up1")
    assert np.linalg.norm(told - true) < 0.03
    (moved,) = [one for one in watched.told if isinstance(one, PilesFound) and one.have_moved]
    assert {one.zone for one in moved.places} >= {"up1", "up2", "down1", "down2"}


@pytest.mark.whole
@varied(("game", "seed"), [("the_game", 3), ("quick_easy", 1)])
def test_piles_are_told_where_they_lie_once_the_picture_is_upside_down(game, seed):
    """The marks on a phone go with the piles, each by its name."""
    watched = Watched(game, moved=turn_picture(2), after=(), seed=seed)
    told = [one for one in watched.told if isinstance(one, PilesFound)]
    assert [one.have_moved for one in told][-1] and sum(one.have_moved for one in told) == 1
    for pile in told[-1].places:
        assert np.linalg.norm(np.array(pile.at) - (1 - watched.locate_zone(pile.zone))) < 0.03, pile


@pytest.mark.whole
@varied("seed", [3, 1])
def test_a_draw_pile_that_is_carried_elsewhere_is_found_by_its_back(seed):
    watched = Watched("the_game", [Carry("draw", (40, -90), 0)], seed=seed)
    assert_all_told(watched)
    told, true = place_of(watched, "draw")
    assert np.linalg.norm(told - true) < 0.03
