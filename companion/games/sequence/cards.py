"""The cards of Sequence: two decks of 52, the jacks, and how many a player holds."""

from __future__ import annotations

from collections.abc import Mapping

SUIT_LETTERS = "SHDC"
RANK_LETTERS = "23456789TJQKA"
FRENCH_CARDS: tuple[str, ...] = tuple(rank + suit for suit in SUIT_LETTERS for rank in RANK_LETTERS)
COPIES_OF_CARD = 2  # SQ-03
DECK_SIZE = COPIES_OF_CARD * len(FRENCH_CARDS)

TWO_EYED = frozenset({"JC", "JD"})
ONE_EYED = frozenset({"JS", "JH"})
JACKS = TWO_EYED | ONE_EYED
"""Which jacks have two eyes is standard card art; the rulebook does not name the suits."""

HAND_SIZES: Mapping[int, int] = {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}
"""Cards dealt to each of so many players (SQ-02). Its keys are the player counts that SQ-01 allows."""

_SPELLINGS: Mapping[str, str] = {
    **{card: card for card in FRENCH_CARDS},
    **{f"10{suit}": f"T{suit}" for suit in SUIT_LETTERS},
}


def parse_french_card(text: object) -> str | None:
    """The face of a card, such as "QH" or "TD"; "10D" is read as "TD". None where the text names no card."""
    return _SPELLINGS.get(text) if isinstance(text, str) else None


def list_team_counts(players: int) -> tuple[int, ...]:
    """How many teams `players` may form, the usual number first (SQ-01); empty where they cannot play."""
    return tuple(teams for teams in (2, 3) if players % teams == 0) if players in HAND_SIZES else ()
