"""What the eye makes of hands over zones that it may not see."""

import pytest

from vision.table.debounce import ZoneLook
from vision.veiled_eye import reached

SUSPECTED = ZoneLook(covered=True, touched=False)
"""Something soft is over the zone: a veil, or a hand that is smeared or hard to tell from a printed cloth."""


@pytest.mark.parametrize(("hand", "hidden", "touched"), [(0.37, False, True), (None, False, False), (0.37, True, False)])
def test_what_a_hand_takes_whose_arm_is_seen_was_taken_though_a_veil_is_suspected_there(hand, hidden, touched):
    """Else a card that is taken back would pass for one that was misread, and the card below it be called."""
    look = reached(SUSPECTED, hand, hidden)
    assert (look.touched, look.hand, look.reached) == (touched, hand, True)


def test_what_was_touched_stays_so():
    assert reached(ZoneLook(covered=True), None, True).touched
