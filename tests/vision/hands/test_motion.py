"""Hands are told from cards, noise, shade and light."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.hands.field import build_field
from vision.hands.motion import (
    SIGHT,
    Background,
    TableSight,
    learn_background,
    look_for_hands,
    settle_zones,
    shrink_frame,
)
from vision.hands.patches import PATCHES
from vision.place.layout import SPOT, SPOT_PREFIX, Layout, Zone

RATE = 15.0
LAYOUT = Layout(
    (320.0, 180.0),
    (Zone("left", "card", (60, 50, 60, 80)), Zone("right", "card", (130, 50, 60, 80)), Zone("draw", "draw", (240, 50, 50, 80))),
    card_mm=(40.0, 60.0),
)
SKIN = (130, 160, 205)


def table(dice: np.random.Generator, light: float = 1.0) -> np.ndarray:
    """A pale table, finely grained, with the noise of a camera."""
    grain = cv2.resize(np.random.default_rng(1).normal(205, 8, (45, 80)).astype(np.float32), (320, 180))
    return np.clip(grain[..., None] * light + dice.normal(0, 1.5, (180, 320, 3)), 0, 255).astype(np.uint8)


def card(image: np.ndarray, x: int, y: int = 62) -> np.ndarray:
    """A dark card of 36 x 54 pixels laid on the table."""
    laid = image.copy()
    cv2.rectangle(laid, (x, y), (x + 36, y + 54), (80, 40, 30), -1)
    cv2.putText(laid, "47", (x + 6, y + 34), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (230, 230, 230), 2)
    return laid


def arm(image: np.ndarray, tip: tuple[int, int], colour: tuple[int, int, int] = SKIN) -> np.ndarray:
    """An arm that comes in from below and ends at `tip`."""
    reaching = image.copy()
    cv2.line(reaching, (tip[0] + 20, 200), tip, colour, 18)
    cv2.circle(reaching, tip, 11, colour, -1)
    return reaching


class Film:
    """Shows pictures to a gate, one a frame, and keeps what it said."""

    def __init__(self) -> None:
        self.dice = np.random.default_rng(3)
        field = build_field(LAYOUT, np.eye(3), (180, 320), (180, 320))
        self.at = 0.0
        self.gate: Background = learn_background(field, shrink_frame(table(self.dice)), 0.0)

    def show(self, draw=lambda image: image, seconds: float = 1 / RATE, light: float = 1.0) -> TableSight:
        for _ in range(max(1, round(seconds * RATE))):
            self.at += 1 / RATE
            self.gate, sight = look_for_hands(self.gate, shrink_frame(draw(table(self.dice, light))), self.at)
        return sight


def test_noise_is_no_hand():
    film = Film()
    assert all(film.show() == replace(film.show(), changed=film.show().changed) for _ in range(20))
    assert film.show().has_hands is False and film.show().covered == frozenset()


@pytest.mark.parametrize("to", [0.75, 1.15])
def test_light_that_changes_slowly_or_flickers_is_no_hand(to):
    film = Film()
    sights = [film.show(light=1 + (to - 1) * step / 20 + 0.02 * (step % 2)) for step in range(21)]
    assert not any(sight.has_hands or sight.covered for sight in sights[1:])


def test_an_arm_covers_the_zone_it_reaches_and_no_other():
    sight = Film().show(lambda image: arm(image, (90, 90)))
    assert sight.has_hands and sight.covered == {"left"} and sight.reached == {"left"}


@pytest.mark.parametrize("colour", [(30, 30, 30), (120, 120, 120), (150, 150, 150), (60, 75, 110), (200, 90, 40)])
def test_a_sleeve_or_a_hand_of_any_colour_covers(colour):
    film = Film()
    film.show(lambda image: arm(image, (90, 90), colour))
    sight = film.show(lambda image: arm(image, (90, 90), colour), 0.6)
    assert sight.has_hands and sight.covered == {"left"}


def test_an_arm_that_lies_still_still_covers():
    film = Film()
    sight = film.show(lambda image: arm(image, (90, 90)), SIGHT.resting_after_s + 1)
    assert sight.has_hands and sight.covered == sight.resting == {"left"}


def test_a_card_that_was_laid_is_no_hand():
    film = Film()
    film.show(lambda image: card(image, 72))
    sight = film.show(lambda image: card(image, 72), 0.4)
    assert not sight.has_hands and sight.covered == frozenset()
    assert dict(sight.changed)["left"] > 0.2 > 0.01 > dict(sight.changed)["right"]


def test_a_settled_zone_is_what_others_are_compared_with():
    film = Film()
    film.show(lambda image: card(image, 72), 0.5)
    film.gate = settle_zones(film.gate, ["left"])
    assert dict(film.show(lambda image: card(image, 72)).changed)["left"] < 0.01
    assert dict(film.show().changed)["left"] > 0.2, "the card was taken away"


def test_shade_is_no_hand():
    def shaded(image: np.ndarray) -> np.ndarray:
        shade = cv2.GaussianBlur(cv2.circle(np.ones((180, 320), np.float32), (100, 90), 45, 0.72, -1), (0, 0), 12)
        return (image * shade[..., None]).astype(np.uint8)

    film = Film()
    film.show(shaded)
    sight = film.show(shaded, 0.3)
    assert not sight.has_hands and sight.covered == frozenset()


def test_a_shade_in_which_the_table_was_learned_leaves_no_hand_where_it_goes():
    shade = np.ones((180, 320, 1), np.float32)
    cv2.circle(shade, (90, 90), 60, 0.74, -1)
    shade = cv2.GaussianBlur(shade, (0, 0), 9)[..., None]
    film = Film()
    film.show(lambda image: (image * shade).astype(np.uint8), seconds=8)
    film.gate = settle_zones(film.gate, ["left"])  # something was read there meanwhile
    sights = [film.show() for _ in range(3)]
    assert not any(sight.reached or dict(sight.changed)["left"] > 0.02 for sight in sights)


def deep_shade(image: np.ndarray, x: float) -> np.ndarray:
    """A deep shade with hardly any penumbra, as of somebody who leans over a table before its only lamp."""
    away = np.hypot(np.arange(320)[None, :] - x, np.arange(180)[:, None] - 90)
    return np.clip(image * (1 - 0.42 / (1 + np.exp((away - 55) / 5)))[..., None], 0, 255).astype(np.uint8)


def printed(image: np.ndarray) -> np.ndarray:
    """The table with outlines of its zones, as a mat has them, and cards on it."""
    laid = card(image, 72)
    for x in (60, 130, 240):
        cv2.rectangle(laid, (x, 50), (x + 55, 130), (130, 130, 130), 2)
    return laid


def test_a_deep_shade_that_passes_to_and_fro_is_no_hand():
    film = Film()
    film.show(printed, 1.0)
    film.gate = settle_zones(film.gate, ["left", "right", "draw"])
    paths = [160 - 240 * np.cos(2 * np.pi * step / 120) for step in range(240)]
    sights = [film.show(lambda image, x=x: deep_shade(printed(image), x)) for x in paths]
    assert sum(bool(sight.has_hands or sight.covered) for sight in sights) < 40 and not any(sight.reached for sight in sights)


@pytest.mark.parametrize("colour", [SKIN, (60, 60, 60), (100, 90, 120), (30, 30, 30)])
def test_a_hand_or_a_sleeve_in_a_deep_shade_covers(colour):
    film = Film()
    film.show(printed, 1.0)
    film.gate = settle_zones(film.gate, ["left", "right", "draw"])
    for x in range(-70, 130, 12):
        film.show(lambda image, x=x: deep_shade(printed(image), x))
    film.show(lambda image: deep_shade(arm(printed(image), (145, 90), colour), 130), 0.2)
    sight = film.show(lambda image: deep_shade(arm(printed(image), (145, 90), colour), 130), 0.4)
    assert sight.has_hands and "right" in sight.covered and sight.reached == {"right"} and "draw" not in sight.covered


def test_what_was_settled_in_a_shade_looks_the_same_once_that_has_gone():
    film = Film()
    film.show(printed, 1.0)
    film.gate = settle_zones(film.gate, ["left", "right", "draw"])

    def laid(image: np.ndarray) -> np.ndarray:
        return card(printed(image), 142)

    film.show(lambda image: deep_shade(laid(image), 150), 0.5)
    film.gate = settle_zones(film.gate, ["right"])
    sights = [film.show(laid) for _ in range(20)]
    assert not any(sight.reached for sight in sights) and dict(sights[-1].changed)["right"] < 0.05
    assert not sights[-1].has_hands and sights[-1].covered == frozenset()


@pytest.mark.parametrize("lamp", [(0.62, 0.66, 0.7), (1.05, 1.0, 0.9), (0.4, 0.45, 0.5)])
def test_a_hand_is_followed_while_a_lamp_is_switched(lamp):
    film = Film()
    bright = np.array(lamp) * np.linspace(0.9, 1.1, 320)[None, :, None]  # it hangs to one side

    def lit(image: np.ndarray) -> np.ndarray:
        return np.clip(image * bright, 0, 255).astype(np.uint8)

    def laid(image: np.ndarray) -> np.ndarray:
        return card(image, 142)

    film.show(laid, 0.5)
    film.gate = settle_zones(film.gate, ["right"])
    film.show(lambda image: arm(laid(image), (90, 80)), 0.4)
    for tip in ((90, 80), (92, 86), (94, 94)):
        sight = film.show(lambda image, tip=tip: lit(arm(laid(image), tip)))
        assert not sight.is_jolted and sight.covered == sight.reached == {"left"}
    film.show(lambda image: lit(laid(image)), 0.4)
    sight = film.show(lambda image: lit(laid(image)))
    assert not sight.has_hands and max(dict(sight.changed).values()) < 0.02


def test_something_put_down_beside_the_zones_becomes_part_of_the_table():
    def mug(image: np.ndarray) -> np.ndarray:
        return cv2.circle(image, (215, 90), 12, (60, 60, 160), -1)

    film = Film()
    assert film.show(mug).has_hands
    assert not film.show(mug, PATCHES.put_down_s + 0.3).has_hands
    film.show(lambda image: arm(mug(image), (90, 90)), 0.5)
    assert not film.show(mug, PATCHES.put_down_s + 0.6).has_hands


def test_an_arm_beside_the_zones_is_forgotten_after_long_rest_and_leaves_no_ghost():
    film = Film()
    assert film.show(lambda image: arm(image, (200, 145)), PATCHES.belongs_s - 1).has_hands
    assert not film.show(lambda image: arm(image, (200, 145)), 2.0).has_hands
    film.show()
    assert not film.show(seconds=0.2).has_hands, "where it lay the table looks as it did before"


def test_a_hand_that_was_there_at_the_start_leaves_no_ghost():
    film = Film()
    film.gate = learn_background(film.gate.field, shrink_frame(arm(table(film.dice), (90, 90))), 0.0)
    film.show(seconds=PATCHES.put_down_s + 0.3)
    assert film.show().covered == frozenset()


def test_a_trembling_camera_is_no_hand():
    film = Film()
    film.show(lambda image: card(image, 72), 0.5)
    film.gate = settle_zones(film.gate, ["left"])
    for step in range(10):
        shift = np.array([[1, 0, 0.3 * (-1) ** step], [0, 1, 0.2]], np.float32)
        sight = film.show(
            lambda image, shift=shift: cv2.warpAffine(card(image, 72), shift, (320, 180), borderMode=cv2.BORDER_REPLICATE)
        )
        assert sight.covered == frozenset()


def test_a_bump_is_a_jolt_until_all_lies_still():
    def pushed(image: np.ndarray, by: int) -> np.ndarray:
        return np.roll(np.where(np.indices((180, 320)).sum(0)[..., None] // 6 % 2, image, 60).astype(np.uint8), by, axis=1)

    film = Film()
    film.gate = learn_background(film.gate.field, shrink_frame(pushed(table(film.dice), 0)), 0.0)
    sight = film.show(lambda image: pushed(image, 5))
    assert sight.is_jolted and sight.covered == {"left", "right", "draw"}
    film.show(lambda image: pushed(image, 5), 0.8)
    sight = film.show(lambda image: pushed(image, 5))
    assert not sight.is_jolted and not sight.has_hands


def test_a_sleeve_of_the_tables_colour_does_not_turn_an_arm_around():
    """The hand's fingers are nearer to the table's edge than its wrist is, and the wrist lies over the draw pile."""

    def hand(image: np.ndarray, fingers: int) -> np.ndarray:
        reaching = image.copy()
        cv2.line(reaching, (fingers, 52), (min(fingers + 190, 330), 80), SKIN, 24)
        return reaching

    film = Film()
    film.show(lambda image: hand(image, 230), 0.2)
    assert film.show(lambda image: hand(image, 75), 0.5).reached == {"left"}


@pytest.mark.parametrize(("beside", "arms"), [(36, 1), (130, 2)], ids=["within a palm's breadth", "somebody else's"])
def test_a_finger_that_crosses_the_rim_beside_its_hand_is_no_arm_of_its_own(beside, arms):
    """A hand near its own rim, of which the palm is not seen: its thumb comes in by itself."""

    def hand(image: np.ndarray) -> np.ndarray:
        reaching = arm(image, (90, 90))
        cv2.line(reaching, (110 + beside, 200), (110 + beside, 140), SKIN, 16)
        return reaching

    film = Film()
    film.show(hand, 0.2)
    sight = film.show(hand, 0.3)
    assert sight.reached == {"left"} and len(sight.arms) == arms


def on_a_bare_table(film):
    """The same film, of a table without a mat."""
    field = build_field(replace(LAYOUT, loose=True), np.eye(3), (180, 320), (180, 320))
    film.gate = learn_background(field, shrink_frame(table(film.dice)), 0.0)
    return film


@pytest.mark.parametrize("at_rim", [180, 155], ids=["seen at the rim", "not seen there any more"])
def test_a_hand_of_the_tables_colour_covers_the_pile_that_it_lies_on_as_long_as_its_arm_does_not_move(at_rim):
    """It is seen on the dark card that lies there, and on the table around it only as long as it moves."""
    film = on_a_bare_table(Film())
    film.show(lambda image: card(image, 72), 0.5)
    film.gate = settle_zones(film.gate, ["left"])

    def reached(image: np.ndarray, joined: bool) -> np.ndarray:
        reaching, lying = card(image, 72), card(image, 72)
        cv2.line(reaching, (100, 200), (100, 140), (40, 160, 60), 20)  # the sleeve
        cv2.line(reaching, (100, 140), (100, 85), SKIN, 16)
        if not joined:
            reaching[117:136], reaching[at_rim:] = lying[117:136], lying[at_rim:]
        return reaching

    film.show(lambda image: reached(image, joined=True), 0.2)
    sight = film.show(lambda image: reached(image, joined=False), 0.3)
    assert sight.has_hands and sight.covered == {"left"}
    assert film.show(lambda image: card(image, 72), 0.2).covered == frozenset(), "once the arm has gone"


@pytest.mark.parametrize("rows", [0, 8], ids=["plain", "with a stripe of the pile's colour"])
def test_a_draw_pile_that_somebody_has_taken_in_his_hands_is_gone_and_not_under_his_arm(rows):
    """Where it lay the table is seen, which was a card until just now, and does not move."""
    film = Film()

    def striped(image: np.ndarray) -> np.ndarray:
        image[82 : 82 + rows] = (80, 40, 30)
        return image

    piled = card(striped(table(film.dice)), 247)
    field = build_field(replace(LAYOUT, loose=True), np.eye(3), (180, 320), (180, 320))
    film.gate = learn_background(field, shrink_frame(piled), 0.0)
    film.show(lambda image: arm(card(striped(image), 247), (265, 90)), 0.4)
    for tip in range(100, 150, 12):
        film.show(lambda image, tip=tip: arm(striped(image), (265, tip)))
    sight = film.show(lambda image: arm(striped(image), (265, 150)), 0.4)
    assert sight.bare == {"draw"} and "draw" not in sight.covered


def test_a_draw_pile_of_which_the_top_lay_askew_is_not_gone_without_that():
    film = Film()
    field = build_field(replace(LAYOUT, loose=True), np.eye(3), (180, 320), (180, 320))
    film.gate = learn_background(field, shrink_frame(card(table(film.dice), 252)), 0.0)
    film.show(lambda image: arm(card(image, 252), (265, 90)), 0.4)
    for tip in range(100, 150, 12):
        film.show(lambda image, tip=tip: arm(card(image, 247), (265, tip)))
    assert film.show(lambda image: arm(card(image, 247), (265, 150)), 0.4).bare == frozenset()


@pytest.mark.parametrize("rests", [(255, 150), (150, 170)], ids=["another's", "the same"])
def test_a_card_lies_clear_though_an_arm_rests_on_the_table_while_another_hand_leaves_that_has_laid_it(rests):
    """What does not move and was part of an arm is it still only as long as this one may lie over it, and not if all of it was seen."""
    film = on_a_bare_table(Film())

    def laying(image: np.ndarray, tip: int) -> np.ndarray:
        return arm(arm(card(image, 72), rests), (90, tip))

    others = rests == (255, 150)
    for tip in range(175, 85, -18):
        film.show(lambda image, tip=tip: laying(image, tip) if others else arm(card(image, 72), (90, tip)))
    film.show(lambda image: laying(image, 90) if others else arm(card(image, 72), (90, 90)), 0.4)
    for tip in range(108, 190, 18):
        film.show(lambda image, tip=tip: laying(image, tip) if others else arm(card(image, 72), (90, tip)))
    sight = film.show(lambda image: arm(card(image, 72), rests), 0.3)
    assert sight.has_hands and sight.covered == frozenset()


@pytest.mark.parametrize(("x", "covered"), [(243, {"draw"}), (130, set())])
def test_a_hand_without_its_sleeve_that_lies_still_on_a_draw_pile_is_no_card_that_was_laid(x, covered):
    film = on_a_bare_table(Film())
    sight = film.show(lambda image: cv2.rectangle(image, (x, 88), (x + 44, 148), SKIN, -1), 0.6)
    assert sight.covered == covered


def on_a_board(film):
    """The same film, of a table with a board of four by six cells of 20 pixels instead of cards."""
    cells = (
        Zone(f"r{row}c{column}", "card", (60 + 20 * column, 50 + 20 * row, 20, 20)) for row in range(4) for column in range(6)
    )
    layout = Layout((320.0, 180.0), (*cells, Zone("draw", "draw", (240, 50, 50, 80))), card_mm=(40.0, 60.0))
    field = build_field(layout, np.eye(3), (180, 320), (180, 320))
    film.gate = learn_background(field, shrink_frame(table(film.dice)), 0.0)
    return film


@pytest.mark.parametrize(("where", "zone"), [((150, 8), "far"), ((150, 95), "near")])
def test_a_card_that_sticks_out_of_its_place_is_no_hand_wherever_a_camera_aslant_sees_it(where, zone):
    aslant = cv2.getPerspectiveTransform(
        np.float32([[0, 0], [320, 0], [320, 180], [0, 180]]), np.float32([[90, 20], [230, 20], [330, 175], [-10, 175]])
    ).astype(np.float64)
    piles = (Zone("far", "card", (130, 5, 60, 65)), Zone("near", "card", (130, 90, 60, 70)))
    zones = (*piles, Zone("draw1", "draw", (30, 90, 50, 70)), Zone("draw2", "draw", (250, 90, 50, 70)))
    layout = Layout((320.0, 180.0), zones, card_mm=(40.0, 60.0), loose=True)
    film = Film()
    film.gate = learn_background(build_field(layout, aslant, (180, 320), (180, 320)), shrink_frame(table(film.dice)), 0.0)
    x, y = where
    corners = np.array([[[x, y], [x + 50, y], [x + 50, y + 60], [x, y + 60]]], np.float64)  # a card, and what noise adds
    laid = cv2.perspectiveTransform(corners, aslant).round().astype(np.int32)
    sights = [film.show(lambda image: cv2.fillConvexPoly(image, laid, (80, 40, 30))) for _ in range(6)]
    assert not sights[-1].has_hands and not sights[-1].covered, zone


def test_a_card_laid_across_places_where_none_lay_yet_is_no_hand_though_it_meets_the_place_of_a_pile():
    spots = tuple(Zone(f"{SPOT_PREFIX}{x}", SPOT, (x, 20, wide, 140)) for x, wide in ((120, 14), (134, 90)))
    layout = Layout((320.0, 180.0), (Zone("up", "card", (60, 50, 60, 80)), *spots), card_mm=(40.0, 60.0), loose=True)
    film = Film()
    field = build_field(layout, np.eye(3), (180, 320), (180, 320))
    film.gate = learn_background(field, shrink_frame(table(film.dice)), 0.0)
    sight = film.show(lambda image: card(image, 110), 0.8)
    assert not sight.has_hands and not sight.arms


def test_a_chip_that_was_pushed_to_the_next_cell_is_no_hand():
    film = on_a_board(Film())
    sights = [film.show(lambda image: cv2.ellipse(image, (120, 80), (18, 9), 0, 0, 360, (150, 60, 20), -1)) for _ in range(6)]
    assert not any(sight.has_hands or sight.covered for sight in sights[2:])


def print_of_a_board(image):
    """Print of the highest contrast on the cells: black and white stripes as fine as the eye sees them."""
    printed = image.copy()
    rows, columns = np.indices((80, 120))
    printed[50:130, 60:180] = np.where(((rows // 4 + columns // 4) % 2 == 0)[..., None], 25, 235)
    return printed


def over_the_board(image):
    """An arm from below that lies across the board, its colour between those of the print."""
    return arm(print_of_a_board(image), (110, 65), (105, 125, 150))


def test_a_hand_over_print_of_any_contrast_is_one_hand_and_stays_one():
    film = on_a_board(Film())
    film.gate = learn_background(film.gate.field, shrink_frame(print_of_a_board(table(film.dice))), 0.0)
    film.show(print_of_a_board, PATCHES.belongs_s + 0.3)
    film.show(over_the_board, 0.2)
    sight = film.show(over_the_board)
    below = {f"r{row}c{column}" for row, column in ((0, 2), (1, 2), (2, 2), (3, 3))}
    assert below <= sight.covered and len(sight.arms) == 1 and sight.arms[0].hand is not None
    sight = film.show(over_the_board, 6.0)
    assert below <= sight.covered, "the table has not come to look like the hand"
    film.show(print_of_a_board, 0.3)
    assert not film.show(print_of_a_board).covered


def test_a_hand_that_rests_on_a_board_soon_after_the_start_is_no_ghost():
    film = on_a_board(Film())
    film.gate = learn_background(film.gate.field, shrink_frame(print_of_a_board(table(film.dice))), 0.0)
    film.show(print_of_a_board, 0.5)
    film.show(over_the_board, PATCHES.put_down_s + 1.0)
    assert "r1c2" in film.show(over_the_board).covered


def test_a_hand_that_was_on_a_board_at_the_start_leaves_no_ghost():
    film = on_a_board(Film())
    film.gate = learn_background(film.gate.field, shrink_frame(over_the_board(table(film.dice))), 0.0)
    film.show(print_of_a_board, PATCHES.put_down_s + 0.3)
    assert film.show(print_of_a_board).covered == frozenset()


def test_of_two_arms_that_touch_nobody_says_whose_the_tips_are():
    film = Film()

    def two(image):
        return arm(arm(image, (90, 90)), (115, 95), (100, 130, 180))

    film.show(lambda image: arm(image, (60, 160)), 0.2)
    sight = film.show(two, 0.2)
    assert all(one.hand is None for one in sight.arms if one.reach > 2)


@pytest.mark.parametrize("comes", [True, False], ids=["of an arm", "of nobody"])
def test_fingers_on_a_draw_pile_are_a_hand_while_its_arm_that_looks_like_the_table_is_known_by_its_sleeve(comes):
    film = on_a_bare_table(Film())
    film.show(lambda image: card(image, 247), 0.5)
    film.gate = settle_zones(film.gate, ["draw"])

    def fingers(image: np.ndarray) -> np.ndarray:
        piled = card(image, 247)
        cv2.rectangle(piled, (253, 96), (276, 116), (205, 205, 205), -1)
        return cv2.rectangle(piled, (250, 140), (280, 179), (40, 160, 60), -1) if comes else piled

    film.show(fingers)
    sight = film.show(fingers, 0.4)
    assert sight.covered == ({"draw"} if comes else set())
    assert [one.fingers_in for one in sight.arms] == (["draw"] if comes else [])


@pytest.mark.parametrize("size", [(640, 480), (768, 432), (1280, 720), (1640, 1232), (1920, 1080), (2304, 1296)])
def test_hands_are_looked_for_at_one_width_whatever_the_camera_gives(size):
    width, height = size
    small = shrink_frame(np.full((height, width, 3), 90, np.uint8))
    assert small.shape == (round(320 * height / width), 320, 3)
    assert (small == 90).all()


def test_a_picture_narrower_than_that_keeps_its_size():
    assert shrink_frame(np.zeros((120, 200, 3), np.uint8)).shape == (120, 200, 3)


def test_what_was_hidden_while_a_camera_changed_its_light_is_table_where_it_looks_like_the_table_around():
    """Under a hand the new light is only guessed; what remains of a wrong guess would pass for an arm for a minute."""
    film = Film()
    for step in range(10):
        film.show(light=1 - 0.012 * step)
    film.show(lambda image: arm(image, (90, 100)), 0.3, light=0.88)
    table, older = film.gate.table.copy(), film.gate.older.copy()
    for look in (table, older):
        cv2.line(look, (110, 200), (90, 100), (126, 180, 180), 30)
    film.gate = replace(film.gate, table=table, older=older)
    film.show(light=0.88, seconds=0.8)
    sight = film.show(light=0.88)
    assert not sight.has_hands and sight.covered == frozenset()


def test_a_hand_that_lies_still_while_a_camera_changes_its_light_stays_a_hand():
    film = Film()
    for step in range(30):
        light = 1 - 0.008 * step
        skin = tuple(round(light * level) for level in SKIN)
        sight = film.show(lambda image, skin=skin: arm(image, (90, 90), skin), light=light)
    assert sight.has_hands and sight.covered == {"left"} and len(sight.arms) == 1


def on_table_of_its_colour(image: np.ndarray, tip: tuple[int, int] | None, card_at: int | None = None) -> np.ndarray:
    """A mat whose near edge lies on a table of the colour of skin, and a hand with spread fingers that comes in there."""
    seen = image.copy()
    seen[140:] = SKIN
    if card_at is not None:
        cv2.rectangle(seen, (66, card_at - 40), (102, card_at), (80, 40, 30), -1)
    for number in range(3) if tip is not None else ():
        cv2.line(seen, (68 + 11 * number, 200), (68 + 11 * number, tip[1]), SKIN, 4)
    return seen


def test_spread_fingers_over_a_table_of_their_colour_are_a_hand_for_as_long_as_they_stay():
    """The palm is not seen beside the mat, and each finger by itself is too small."""
    film = Film()
    film.gate = learn_background(film.gate.field, shrink_frame(on_table_of_its_colour(table(film.dice), None)), film.at)
    film.show(lambda image: on_table_of_its_colour(image, None), 0.3)
    for at in (190, 160, 140):
        film.show(lambda image, at=at: on_table_of_its_colour(image, (84, 121), at))
    for _ in range(12):
        sight = film.show(lambda image: on_table_of_its_colour(image, (84, 121), 110))
        assert sight.has_hands and "left" in sight.covered and len(sight.arms) == 1
    for _ in range(6):
        sight = film.show(lambda image: on_table_of_its_colour(image, None, 110))
    assert not sight.has_hands and sight.covered == frozenset()


def test_a_card_taken_away_while_a_camera_changes_its_light_leaves_its_pile_changed():
    """What lay under it looks like the table around it, and is not taken for table that was remembered in a wrong light."""
    film = Film()
    film.show(lambda image: card(image, 72), 0.5)
    film.gate = settle_zones(film.gate, ["left"])
    for step in range(20):
        sight = film.show(light=1 - 0.008 * step)
    assert dict(sight.changed)["left"] > 0.2


@pytest.mark.parametrize(
    "block, mean", [((1, 2, 2, 1), 2), ((7, 8, 8, 8), 8), ((200, 200, 200, 201), 200), ((0, 255, 255, 0), 128)]
)
def test_a_frame_is_halved_to_rounded_means(block, mean):
    """A pixel is the mean of four, half a level counts up: there are kernels of processors that round otherwise."""
    frame = np.tile(np.array(block, np.uint8).reshape(2, 2, 1), (180, 320, 3))
    assert (shrink_frame(frame) == mean).all()
