"""Icons that nobody named: which cards of a deck carry the same one?"""

from __future__ import annotations

import numpy as np
import pytest

from companion.games.sheets import load_sheet
from tests.benchmarks.photographed import scene, slipped
from vision.drawn.cards import draw_card
from vision.drawn.styles import STYLES
from vision.errors import DeckError
from vision.numbers.icons import IconNetwork, Icons, times_likelier
from vision.numbers.reader import number_reader

LARGE = (315, 440)


def photograph(face, style, dice):
    taken = scene(draw_card(face, LARGE, STYLES[style]), 100, dice, hard=0.4, fingers=False)
    return slipped(dice, 0.5).cut(taken.frame(dice), taken.quad)


@pytest.mark.parametrize("style", ["night", "ember", "wood"])
def test_cards_with_the_same_icon_are_told_from_those_with_another_or_none(style):
    dice, network = np.random.default_rng(7), IconNetwork()
    faces = ("12:stop", "47:stop", "58:skull", "83:skull", "21:three", "36:three")
    looks = {face: network.look(photograph(face, style, dice)) for face in faces}
    same, others = [], []
    for i, one in enumerate(faces):
        for other in faces[:i]:
            alike = one.partition(":")[2] == other.partition(":")[2]
            (same if alike else others).append(times_likelier(looks[one], looks[other]))
    assert min(same) > 2 * max(others) and min(same) > 15
    plain = network.look(photograph("44", style, dice))
    assert max(times_likelier(look, plain) for look in looks.values()) < 1


def test_a_card_upside_down_carries_the_same_icon():
    dice, network = np.random.default_rng(3), IconNetwork()
    crop = photograph("47:skull", "night", dice)
    assert times_likelier(network.look(crop), network.look(np.ascontiguousarray(crop[::-1, ::-1]))) > 10


def test_a_card_is_not_compared_with_itself():
    dice, icons = np.random.default_rng(3), Icons()
    assert icons.seen("47", photograph("47:skull", "night", dice)) == ()
    assert icons.seen("47", photograph("47:skull", "night", dice)) == ()
    ((other, times),) = icons.seen("12", photograph("12:skull", "night", dice))
    assert other == "47" and times > 3


def test_only_where_cards_carry_commands_icons_are_looked_at():
    dice = np.random.default_rng(3)
    crops = [photograph(face, "night", dice) for face in ("12:skull", "47:skull")]
    extreme, plain = (number_reader(load_sheet(game).deck) for game in ("extreme", "the_game"))
    assert [[face for face, _ in extreme.read(crop).alike] for crop in crops] == [[], ["12"]]
    assert [plain.read(crop).alike for crop in crops] == [(), ()]


def test_a_network_that_is_missing_is_said(tmp_path):
    with pytest.raises(DeckError, match="install the package again"):
        IconNetwork(tmp_path / "icon.onnx")
