"""What the eye makes of hands over zones that it may not see."""

from dataclasses import replace

import pytest

from companion.games.sheets import load_sheet
from companion.sources.sources import layout_from_sheet
from vision.debounce import ZoneLook
from vision.drawn.table.acts import Wait
from vision.drawn.table.virtual_camera import VirtualTable
from vision.hands.arms import Arm
from vision.pipeline.stages.settle import drop_hidden_looks, mark_reached
from vision.types import Reader, Reading
from vision.visible.veils import Veils
from vision.watcher import Watcher

SUSPECTED = ZoneLook(covered=True, touched=False)
"""Something soft is over the zone: a veil, or a hand that is smeared or hard to tell from a printed cloth."""


@pytest.mark.parametrize(("hand", "hidden", "touched"), [(0.37, False, True), (None, False, False), (0.37, True, False)])
def test_what_a_hand_takes_whose_arm_is_seen_was_taken_though_a_veil_is_suspected_there(hand, hidden, touched):
    """Else a card that is taken back would pass for one that was misread, and the card below it be called."""
    look = mark_reached(SUSPECTED, hand, is_veiled=hidden)
    assert (look.touched, look.hand, look.reached) == (touched, hand, True)


def test_what_was_touched_stays_so():
    assert mark_reached(ZoneLook(covered=True), None, is_veiled=True).touched


class NoCard(Reader):
    """A reader of bare zones."""

    def read(self, crop):
        return Reading("", "", 0.999)


@pytest.fixture(scope="module")
def seen():
    """A frame of a table at rest."""
    layout = layout_from_sheet(load_sheet("the_game"))
    watcher = Watcher(VirtualTable(layout, [Wait(1.0)], speed="fast", fps=5), layout, {"card": NoCard()})
    while not watcher.watching:
        watcher.step()
    return watcher.last


@pytest.mark.parametrize(("over", "told", "touched"), [({"up1"}, False, True), ({"up2"}, False, False), ({"up1"}, True, False)])
def test_an_arm_over_what_is_only_suspected_to_be_a_veil_may_have_laid_a_card(seen, over, told, touched):
    """Else what it laid would pass for a misreading of the card below. Two arms that cross are one patch, and neither's hand is known."""
    veils = Veils(zones={"up1": "covered"} if told else {}, seen={"up1": (seen.frame.at, seen.frame.at)})
    arm = Arm((0.0, 0.0), 3.0, over=frozenset(over), is_joined=True)
    veiled = replace(seen.veils, veils=veils, before=Veils(seen=veils.seen))
    controls = replace(seen.controls, sight=replace(seen.controls.sight, arms=(arm,)))
    looks = drop_hidden_looks(replace(seen, veils=veiled, controls=controls), {"up1": ZoneLook(covered=True)}, frozenset())
    assert looks["up1"].touched == touched
