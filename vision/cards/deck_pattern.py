"""What the cards of a deck share, by which the top card of a pile is searched: known of an enrolled deck, else learned from what is read."""

from __future__ import annotations

from vision.cards.seen_pile import SeenPile
from vision.cards.topcard import Pattern, average_patterns, make_pattern
from vision.types import Reader


def enrolled_pattern(reader: Reader, aspect: float) -> Pattern | None:
    """The pattern of an enrolled deck, None for a reader that has no pictures of its cards. `aspect`: height over width of a card."""
    pictures = list(reader.pictures())
    return average_patterns(pictures, aspect) if pictures else None


def learn_pattern(pattern: Pattern | None, pile: SeenPile) -> Pattern:
    """The deck's pattern after one more card was read in this pile."""
    assert pile.last_crop is not None
    return pattern.add_card_look(pile.last_crop) if pattern else make_pattern(pile.last_crop, pile.card_mm[1] / pile.card_mm[0])
