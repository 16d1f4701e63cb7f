"""Who plays silver and who gold: the players' own choice (FF-19).

Each player's first card names the colour, or somebody says the colour. A colour is 0 for silver and 1 for gold.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import InputError, PositionError
from companion.games.findings import make_note
from companion.games.hands import DrawPile
from companion.games.pile_game import Pile, PileState
from companion.games.positions import NamedCards, read_colours, read_named_piles, read_per_seat
from companion.match.rules import Finding

LETTER_OF_COLOUR = "sg"
COLOUR_NAMES = ("silver", "gold")
MIN_NUMBER, MAX_NUMBER = 2, 59  # FF-01
COLOURED_CARDS: Mapping[str, tuple[int, int]] = {
    f"{c}{n}": (colour, n) for colour, c in enumerate(LETTER_OF_COLOUR) for n in range(MIN_NUMBER, MAX_NUMBER + 1)
}
"""Colour and number of every card."""


START_NUMBERS = {"up": 1, "down": 60}
COLOURED_PILES = tuple(Pile(f"{c}_{way}", way == "up", START_NUMBERS[way]) for c in LETTER_OF_COLOUR for way in START_NUMBERS)
COLOURED_ZONES = tuple(pile.zone for pile in COLOURED_PILES)
CARDS_DEALT = 6  # FF-02
CARDS_EACH = len(COLOURED_CARDS) // 2
"""Cards of each player."""
DEALT_DECK = CARDS_EACH - CARDS_DEALT
PILE_NAMES = tuple(
    {f"{letter}_{way}": f"{colour}_{way}" for letter, colour in zip("ABsg", f"{seats}sg", strict=True) for way in START_NUMBERS}
    for seats in ("sg", "gs")
)
"""What the piles may be called, where seat 0 plays silver and where it plays gold."""


@dataclass(frozen=True, slots=True)
class FaceToFaceState(PileState):
    """A match at a moment."""

    helped: bool = False  # an own card of the turn went to the opponent
    first: int = 0  # the colour of seat 0
    named: bool = False  # is `first` known, or the usual colour while nobody has chosen?

    def colour_of_seat(self, seat: int) -> int:
        """The colour that a seat plays."""
        return seat ^ self.first

    def seat_of_colour(self, colour: int) -> int:
        """The seat that plays a colour."""
        return colour ^ self.first

    def owner_of_pile(self, index: int) -> int:
        """The seat with the pile in place `index`."""
        return self.seat_of_colour(index // 2)

    def holder_of_card(self, card: str) -> int:
        """The seat that plays the card's colour."""
        return self.seat_of_colour(COLOURED_CARDS[card][0])

    def piles_of_seat(self, seat: int) -> tuple[int, int]:
        """The places of a seat's two piles."""
        up = 2 * self.colour_of_seat(seat)
        return up, up + 1

    def count_left_of(self, seat: int) -> int:
        """Cards that a player has not laid yet."""
        return self.hands[seat].size + self.decks[seat].size


def read_coloured_card(text: str, colour: int) -> str | None:
    """The face of a text, None for no card: "12" is a card of `colour` (0 silver, 1 gold); "s12" and "g12" name their own
    colour."""
    face = text if text[:1] in LETTER_OF_COLOUR and text else f"{LETTER_OF_COLOUR[colour]}{text}"
    return face if face in COLOURED_CARDS else None


def own_card(text: str, colour: int) -> str | None:
    """The face of a text in `colour` (0 silver, 1 gold), None for a card of the other colour and for no card."""
    face = read_coloured_card(text, colour)
    return face if face and COLOURED_CARDS[face][0] == colour else None


def read_coloured_piles(
    position: Mapping[str, Any], cards: NamedCards, names: Mapping[str, str], zones: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """The piles of a position, by zone in the order of `zones`, faces bottom to top.

    A card without a colour has the pile's colour; if that card is known to be elsewhere, the other colour. `names`: by accepted
    name, the zone. `cards`: named so far, added to. Raises `PositionError`.
    """
    given = read_named_piles(position, names)
    read = []
    for index, zone in enumerate(zones):

        def face(text: str, colour: int = index // 2) -> str | None:
            own, other = read_coloured_card(text, colour), read_coloured_card(text, 1 - colour)
            return own if own is None or cards.is_unnamed(own) else other

        read.append(cards.read_listed(given.get(zone, ()), f"piles.{zone}", face))
    return tuple(read)


def read_first_colour(position: Mapping[str, Any], options: Mapping[str, Any]) -> int | None:
    """The colour of seat 0, 0 for silver and 1 for gold, None where nothing tells. Raises `PositionError` for colours that are
    none.

    Asked are the "colours" of the position, else of the options. Next comes the first card of a hand or draw pile that names
    its own colour.
    """
    said = read_two_colours(position.get("colours", options.get("colours")), PositionError)
    if said is not None:
        return said
    for key in ("hands", "decks"):
        for seat, cards in enumerate(read_per_seat(position, key, len(LETTER_OF_COLOUR))):
            for text in cards if isinstance(cards, list | tuple) else ():
                if isinstance(text, str) and text in COLOURED_CARDS:
                    return COLOURED_CARDS[text][0] ^ seat
    return None


def read_two_colours(given: Any, error: type[InputError]) -> int | None:
    """The colour of seat 0, 0 for silver and 1 for gold, None where nobody says. `given`: a list of both players' colours by
    name, the words of a text, or None. "any" stands for no choice. Raises `error` for anything else."""
    first, second = read_colours(given, len(COLOUR_NAMES), COLOUR_NAMES, "no-colour", error)
    if first:
        return COLOUR_NAMES.index(first)
    return 1 - COLOUR_NAMES.index(second) if second else None


def swap_colour(face: str) -> str:
    """The same card, or pile, in the other colour."""
    return f"{LETTER_OF_COLOUR[1 - LETTER_OF_COLOUR.index(face[0])]}{face[1:]}" if face else face


def make_colour_note(seat: int, colour: int) -> Finding:
    """The note on a player's colour, known from now on."""
    return make_note("FF-19", "player-colour", seat=seat + 1, colour=COLOUR_NAMES[colour], news=1)


def set_first_colour(state: FaceToFaceState, first: int | None) -> FaceToFaceState:
    """The state in which seat 0 plays a colour; unchanged for None."""
    return state if first is None else replace(state, first=first, named=True)


def swap_all_colours(state: FaceToFaceState) -> FaceToFaceState:
    """The position with silver and gold exchanged in hands, draw piles and piles; whose cards they are stays."""
    hands = tuple(replace(hand, cards=tuple(map(swap_colour, hand.cards))) for hand in state.hands)
    decks = tuple(replace(deck, cards=tuple(map(swap_colour, deck.cards))) for deck in state.decks)
    piles = tuple(tuple(map(swap_colour, pile)) for pile in (*state.piles[2:], *state.piles[:2]))
    return replace(state, hands=hands, decks=decks, piles=piles)


def check_card_counts(state: FaceToFaceState, decks: Sequence[Any]) -> FaceToFaceState:
    """The position, if nobody has more cards than exist (G-5). Draw piles that nobody counted (None in `decks`) are no larger
    than what is left. Raises `PositionError`."""
    counted = list(state.decks)
    for seat, deck in enumerate(state.decks):
        laid = sum(state.holder_of_card(card) == seat for pile in state.piles for card in pile)
        left = CARDS_EACH - laid - state.hands[seat].size
        if decks[seat] is None:
            counted[seat] = deck = DrawPile(unseen=max(0, min(deck.size, left)))
        if deck.size > left:
            raise PositionError.with_id("too-many-cards", count=CARDS_EACH + deck.size - left, most=CARDS_EACH)
    return replace(state, decks=tuple(counted))
