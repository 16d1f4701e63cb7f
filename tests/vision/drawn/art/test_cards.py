"""Every card of the five games can be drawn, differs from every other and looks the same each time."""

import numpy as np
import pytest

from vision.drawn.art.cards import draw_card, draw_card_shapes, is_ambiguous_upside_down
from vision.drawn.art.styles import NIGHT, STYLES, make_seeded_style
from vision.errors import DeckError

COMMANDS = ("stop", "skull", "three", "silence", "noback", "onepile", "draw1")
DECKS = {
    "numbers": [str(n) for n in range(2, 100)] + [f"F{n}{n}" for n in range(2, 8)],
    "commands": ["47", *(f"47:{code}" for code in COMMANDS)],
    "colours": [f"{n}{colour}" for n in range(1, 11) for colour in "RBGYX"],
    "metals": [f"{metal}{n}" for metal in "sg" for n in range(2, 60)],
    "french": [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"],
    "others": ["back", "up:1-99", "down:100-2", "up:1-10", "s:up:1-59", "g:down:60-2"],
}


@pytest.mark.parametrize("deck", DECKS)
def test_the_cards_of_a_deck_differ_from_one_another_either_way_up(deck):
    """At 36 pixels; a card upside down must not look like another one, nor like itself unless it is the same both ways."""
    pictures = {face: draw_card(face, (36, 50)).astype(np.int16) for face in DECKS[deck]}
    stack = np.stack(list(pictures.values()))
    for i, picture in enumerate(stack):
        for other in (stack, stack[:, ::-1, ::-1]):
            unlike = np.abs(other - picture).reshape(len(stack), -1).mean(axis=1)
            unlike[i] = np.inf
            assert unlike.min() > 0.9, f"{list(pictures)[i]} looks like {list(pictures)[int(unlike.argmin())]}"


def test_numbers_that_turn_into_others_carry_a_bar_and_no_others():
    for number in ("6", "9", "66", "99", "68", "89", "86", "98", "16", "91", "61", "19", "18", "81"):
        assert is_ambiguous_upside_down(number)
    for number in ("8", "11", "69", "96", "88", "47", "60", "90", "10", "80", "25"):
        assert not is_ambiguous_upside_down(number)
    six, nine = draw_card("6", (126, 176)).astype(int), draw_card("9", (126, 176))[::-1, ::-1].astype(int)
    bar = np.abs(six - nine).max(axis=2)[122:134, 40:86]
    assert (bar > 100).mean() > 0.3, "the bar under the number is missing"


def test_picture_has_the_size_asked_for_and_the_same_seed_gives_the_same_deck():
    picture = draw_card("47", (80, 123), make_seeded_style(5))
    assert picture.shape == (123, 80, 3)
    assert picture.dtype == np.uint8
    assert np.array_equal(picture, draw_card("47", (80, 123), make_seeded_style(5)))
    assert len({draw_card("47", (40, 60), make_seeded_style(seed)).tobytes() for seed in range(12)}) == 12


@pytest.mark.parametrize("style", STYLES)
def test_the_number_stands_out_in_every_style(style):
    """The middle of the card holds ink and ground of clearly different brightness."""
    grey = draw_card("88", (126, 176), STYLES[style]).mean(axis=2)[60:116, 25:100]
    light, dark = np.percentile(grey, 90), np.percentile(grey, 10)
    assert light - dark > 100


def test_a_card_is_drawn_true_to_the_size_of_its_paper():
    drawing = draw_card_shapes("back", NIGHT, (59, 91))
    assert drawing.size_mm == (59, 91)
    low = np.min([ring.min(axis=0) for fill in drawing.shapes for ring in fill.rings], axis=0)
    high = np.max([ring.max(axis=0) for fill in drawing.shapes for ring in fill.rings], axis=0)
    assert low == pytest.approx((0, 0), abs=0.01)
    assert high == pytest.approx((59, 91), abs=0.01)


@pytest.mark.parametrize("face", ["", "?", "100", "0", "47:laser", "11R", "ZZ", "f44", "TC1:end_turn"])
def test_what_is_no_card_is_refused_with_a_hint(face):
    with pytest.raises(DeckError, match="no card that can be drawn"):
        draw_card(face, (63, 88))
