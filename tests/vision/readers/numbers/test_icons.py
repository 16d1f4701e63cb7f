"""Icons that nobody named: which cards of a deck carry the same one?"""

from __future__ import annotations

import numpy as np
import pytest

from companion.games.sheets import load_sheet
from tests.benchmarks.photographed import scene, slipped
from vision.drawn.art.cards import draw_card
from vision.drawn.art.styles import STYLES
from vision.errors import DeckError
from vision.readers.numbers.icons import IconLook, IconMemory, IconNetwork, compute_odds_of_same_icon
from vision.readers.numbers.networks import NumberNetworks
from vision.readers.numbers.reader import make_number_reader

LARGE = (315, 440)


def photograph(face, style, dice):
    taken = scene(draw_card(face, LARGE, STYLES[style]), 100, dice, hard=0.4, fingers=False)
    return slipped(dice, 0.5).cut(taken.frame(dice), taken.quad)


def look(network, crop):
    return network.examine_icon(crop, NumberNetworks().read_card(crop).icon)


@pytest.mark.parametrize("style", ["night", "ember", "wood"])
def test_cards_with_the_same_icon_are_told_from_those_with_another_or_none(style):
    dice, network = np.random.default_rng(7), IconNetwork()
    faces = ("12:stop", "47:stop", "58:skull", "83:skull", "21:three", "36:three")
    looks = {face: look(network, photograph(face, style, dice)) for face in faces}
    same, others = [], []
    for i, one in enumerate(faces):
        for other in faces[:i]:
            alike = one.partition(":")[2] == other.partition(":")[2]
            (same if alike else others).append(compute_odds_of_same_icon(looks[one], looks[other]))
    assert min(same) > 2 * max(others) and min(same) > 15
    plain = look(network, photograph("44", style, dice))
    assert max(compute_odds_of_same_icon(look, plain) for look in looks.values()) < 1


def test_a_card_upside_down_carries_the_same_icon():
    dice, network = np.random.default_rng(3), IconNetwork()
    crop = photograph("47:skull", "night", dice)
    assert compute_odds_of_same_icon(look(network, crop), look(network, np.ascontiguousarray(crop[::-1, ::-1]))) > 10


def test_a_card_is_not_compared_with_itself_but_always_with_one_that_carries_nothing():
    dice, icons = np.random.default_rng(3), IconMemory()
    for _ in range(2):
        ((other, times),) = icons.compare_card("47", photograph("47:skull", "night", dice), 0.9)
        assert other == "" and times < 0.1
    (_, (other, times)) = icons.compare_card("12", photograph("12:skull", "night", dice), 0.9)
    assert other == "47" and times > 3


@pytest.mark.parametrize("style", ["night", "paper", "wood"])
def test_cards_without_an_icon_are_told_from_those_with_before_any_was_named(style):
    dice, reader = np.random.default_rng(7), make_number_reader(load_sheet("extreme").deck)
    faces = ("44", "52", "71", "58:skull", "36:three", "83:stop")
    plain, marked = np.split(np.array([reader.read(photograph(face, style, dice)).alike[0][1] for face in faces]), 2)
    assert np.median(plain) > 1 > 0.5 > marked.max() and plain.min() > 5 * marked.max()


def test_only_where_cards_carry_commands_icons_are_looked_at():
    dice = np.random.default_rng(3)
    crops = [photograph(face, "night", dice) for face in ("12:skull", "47:skull")]
    extreme, plain = (make_number_reader(load_sheet(game).deck) for game in ("extreme", "the_game"))
    assert [[face for face, _ in extreme.read(crop).alike] for crop in crops] == [[""], ["", "12"]]
    assert [plain.read(crop).alike for crop in crops] == [(), ()]


def test_a_network_that_is_missing_is_said(tmp_path):
    with pytest.raises(DeckError, match="install the package again"):
        IconNetwork(tmp_path / "icon.onnx")


def test_a_deck_whose_plain_cards_look_a_little_as_if_they_had_an_icon_is_told_by_most_of_its_cards():
    """All of them look so: the first may be asked about, the later ones are told to be plain."""
    heights = np.zeros((9, 204))
    heights[-1, 148] = 4
    icons = IconMemory(network=Doubtful([0.4] * 8 + [3.0], heights))
    plain = [icons.compare_card(str(number), np.zeros((280, 200, 3), np.uint8), 0.5)[0] for number in range(10, 18)]
    assert plain[0][0] == "" and plain[0][1] < 1 < 1.5 < plain[-1][1]
    assert icons.compare_card("50", np.zeros((280, 200, 3), np.uint8), 0.5)[0][1] < 0.3, "an icon is one all the same"


@pytest.mark.parametrize("seed", range(4))
def test_where_the_icons_of_a_deck_stand_is_told_from_all_of_its_cards(seed):
    """A picture that every card bears stands higher in the map than the icons do, and no card by itself tells surely; but where the icons are
    only some stand high."""
    dice, ornament, spot = np.random.default_rng(seed), 30, 148
    marked = np.isin(np.arange(16), (2, 4, 7, 10, 14))
    heights = dice.normal(-5, 0.4, (16, 204))
    heights[:, ornament] = dice.normal(2, 0.8, 16)
    heights[marked, spot] = dice.normal(-1, 0.6, 5)
    there = np.where(marked, 0.8, -0.8) + dice.normal(0, 0.8, 16)
    assert there[marked].min() < there[~marked].max(), "else a card by itself would do"
    icons = IconMemory(network=Doubtful(there, heights))
    plain = np.array([icons.compare_card(str(n), np.zeros((280, 200, 3), np.uint8), 0.5)[0][1] for n in range(10, 26)])
    late = np.arange(16) >= 8
    assert plain[late & ~marked].min() > 5 * plain[late & marked].max()


class Doubtful:
    """A network that thinks of one card after the other so far that it carries an icon, in logarithms; each looks like no other. `heights`:
    of its maps, everywhere the same by default."""

    def __init__(self, there, heights=None):
        self.there = iter(there)
        self.heights = iter(np.zeros((len(there), 204)) if heights is None else heights)
        self.dice = np.random.default_rng(1)

    def examine_icon(self, crop, sign):
        features = self.dice.normal(size=40)
        return IconLook(next(self.there), (features / np.linalg.norm(features)).astype(np.float32), next(self.heights))
