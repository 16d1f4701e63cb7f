"""Where piles are expected once one of them is known: cards may lie there that nobody could tell from the table as it was found."""

from __future__ import annotations

from vision.bare.spots import LaidPile
from vision.bare.table import BareTable, guess_middles
from vision.directions.arrangement import measure_turn


def expect_piles(bare: BareTable) -> dict[str, LaidPile]:
    """The places beside direction cards without a pile, by the pile that each is likely to be, if people lay cards beside all of them
    alike. Empty as long as no pile is proven, and without direction cards."""
    found = bare.arrangement
    if found is None:
        return {}
    directions, settled = found.directions, bare.proven - bare.doubted
    first = next((name for name in sorted(settled) if name in directions and name in bare.laid), None)
    if first is None:
        return {}
    turn = bare.laid[first].turn - measure_turn(directions[first])
    middles = guess_middles(bare)
    return {
        name: LaidPile(middles[name], measure_turn(card) + turn) for name, card in directions.items() if name not in bare.laid
    }
