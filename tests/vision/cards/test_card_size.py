"""Cards of another size than the mat's file says: a mat that was printed smaller, or large cards."""

from dataclasses import replace

from tests.varied import varied
from tests.vision.watched_table import LAYOUT, changes, table, watcher
from vision.drawn.table.acts import Lay, Wait


@varied("times", [0.71, 1.41, 1.0])
def test_cards_larger_or_smaller_than_the_mat_says_are_told(times):
    """A mat for A3 paper that was printed on A4, and the other way round: what the file calls a millimetre is none."""
    told_of = replace(LAYOUT, card_mm=(LAYOUT.card_mm[0] / times, LAYOUT.card_mm[1] / times))
    script = [Wait(0.6), Lay("up1", "12"), Wait(2.0), Lay("up2", "47"), Wait(2.0), Lay("up1", "35"), Wait(1.5)]
    told = changes(watcher(table(script), told_of).events())
    assert told == [("up1", "", "12"), ("up2", "", "47"), ("up1", "12", "35")]
