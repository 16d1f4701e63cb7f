"""What the piles show: those that lie clear and undecided are read."""

from __future__ import annotations

from dataclasses import replace

from vision.cards import piles as card_piles
from vision.cards.pile import has_top_card_moved
from vision.debounce import ZoneLook
from vision.pipeline.so_far import CardsOutput, FrameSoFar
from vision.pipeline.stages import KeepsNothing


class Cards(KeepsNothing):
    """Looks at every pile. A frame does a single search, or one or two readings, however many the piles."""

    name = "cards"

    def run(self, so_far: FrameSoFar, state: None) -> tuple[None, CardsOutput]:
        """None for the state, which the stage does not need; the piles, and a look at each, by name. Where nothing can be
        read, every pile counts as covered."""
        memory, sight, to_picture = so_far.place.memory, so_far.controls.sight, so_far.hands.known.to_picture
        if not so_far.hands.can_read:
            return None, CardsOutput(memory.piles, {name: ZoneLook(covered=True, touched=False) for name in memory.piles.piles})
        zones = memory.zones.zones
        piles = card_piles.forget_changed_tops(memory.piles, sight, zones)
        piles, glimpses = card_piles.read_glimpses(piles, memory.frames, to_picture, sight, zones)
        previous = so_far.previous
        beside_hands = previous.hands.plain if previous is not None and not previous.visible.is_blind else frozenset()
        undecided = {name for name in beside_hands - so_far.hands.plain if not zones[name].settled}
        piles = card_piles.forget_places(piles, undecided)  # what was found beside a hand may be off by a finger
        piles, readings = card_piles.read_clear_piles(piles, so_far.hands.frame, to_picture, sight, zones)
        looks = {name: ZoneLook(name in sight.covered, not sight.is_jolted, name in sight.resting) for name in piles.piles}
        looks |= {name: replace(looks[name], glimpses=seen) for name, seen in glimpses.items()}
        visits = memory.visits.piles
        for name, reading in readings.items():
            clear_since = zones[name].clear_since
            was_visited = clear_since is not None and visits[name].left_at >= clear_since  # just before the pile lay clear
            otherwise = was_visited or has_top_card_moved(piles.piles[name])
            looks[name] = replace(looks[name], reading=reading, otherwise=otherwise)
        return None, CardsOutput(piles, looks)
