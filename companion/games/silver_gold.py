"""Who plays silver and who gold: the players' own choice (FF-19).

Each player's first card names it, or somebody says it. A colour is 0 for silver and 1 for gold, as in `COLOURS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import InputError, PositionError
from companion.games.findings import note
from companion.games.hands import DrawPile
from companion.games.pile_game import Pile, PileState
from companion.games.positions import Cards, per_seat, read_piles, shown
from companion.match.rules import Finding

COLOURS = "sg"
NAMES = ("silver", "gold")
ANY = "any"
"""Said for a player who has not chosen yet."""
LOWEST, HIGHEST = 2, 59
CARDS: Mapping[str, tuple[int, int]] = {
    f"{c}{n}": (colour, n) for colour, c in enumerate(COLOURS) for n in range(LOWEST, HIGHEST + 1)
}
"""Colour and number of every card."""


START = {"up": 1, "down": 60}
PILES = tuple(Pile(f"{c}_{way}", way == "up", START[way]) for c in COLOURS for way in START)
ZONES = tuple(pile.zone for pile in PILES)
HAND = 6
EACH = len(CARDS) // 2
"""Cards of each player."""
DEALT_DECK = EACH - HAND
PILE_NAMES = tuple(
    {f"{letter}_{way}": f"{colour}_{way}" for letter, colour in zip("ABsg", f"{seats}sg", strict=True) for way in START}
    for seats in ("sg", "gs")
)
"""What the piles may be called, where seat 0 plays silver and where it plays gold."""


@dataclass(frozen=True, slots=True)
class FaceToFaceState(PileState):
    """A match at one moment. `played`: own cards laid this turn, on whichever pile. `helped`: one of them went to the opponent. `first`:
    the colour of seat 0; `named`: is it known, or taken for the usual one as long as nobody has chosen?"""

    helped: bool = False
    first: int = 0
    named: bool = False

    def other_way(self, colour_or_seat: int) -> int:
        """The seat that plays a colour, or the colour that a seat plays."""
        return colour_or_seat ^ self.first

    def owner(self, index: int) -> int:
        """The seat whose pile it is."""
        return self.other_way(index // 2)

    def holder(self, card: str) -> int:
        """The seat whose card it is."""
        return self.other_way(CARDS[card][0])

    def of(self, seat: int) -> tuple[int, int]:
        """The two piles of a seat."""
        up = 2 * self.other_way(seat)
        return up, up + 1

    def left_of(self, seat: int) -> int:
        """Cards that a player has not laid yet."""
        return self.hands[seat].size + self.decks[seat].size


def read_card(text: str, colour: int) -> str | None:
    """ "12" is a card of that colour; "s12" and "g12" name their own."""
    face = text if text[:1] in COLOURS and text else f"{COLOURS[colour]}{text}"
    return face if face in CARDS else None


def own_card(text: str, colour: int) -> str | None:
    """A card of that colour, None for any other."""
    face = read_card(text, colour)
    return face if face and CARDS[face][0] == colour else None


def read_laid(
    position: Mapping[str, Any], cards: Cards, names: Mapping[str, str], zones: Sequence[str]
) -> tuple[tuple[str, ...], ...]:
    """The piles of a position. A card without its colour is of the pile's; if that one is known to be elsewhere, of the other colour."""
    given = read_piles(position, names)
    read = []
    for index, zone in enumerate(zones):

        def face(text: str, colour: int = index // 2) -> str | None:
            own, other = read_card(text, colour), read_card(text, 1 - colour)
            return own if own is None or cards.free(own) else other

        read.append(cards.read(given.get(zone, ()), f"piles.{zone}", face))
    return tuple(read)


def read_first_colour(position: Mapping[str, Any], options: Mapping[str, Any]) -> int | None:
    """The colour of seat 0 in a position: as its colours say, or the first card of a hand or draw pile that names its own. None where
    nothing does. Raises `PositionError`."""
    said = read_colours(position.get("colours", options.get("colours")), PositionError)
    if said is not None:
        return said
    for key in ("hands", "decks"):
        for seat, cards in enumerate(per_seat(position, key, len(COLOURS))):
            for text in cards if isinstance(cards, list | tuple) else ():
                if isinstance(text, str) and text in CARDS:
                    return CARDS[text][0] ^ seat
    return None


def read_colours(given: Any, error: type[InputError]) -> int | None:
    """The colour of seat 0, None where nobody says it: a list of both players' colours, or the words of a text. Raises `error`."""
    if given is None:
        return None
    words = given.replace(",", " ").split() if isinstance(given, str) else given
    if not isinstance(words, list | tuple) or len(words) != len(NAMES):
        raise error.of("colours-needed", where="colours", count=len(NAMES), known=(*NAMES, ANY))
    for word in words:
        if word not in (*NAMES, ANY):
            raise error.of("no-colour", given=shown(word), known=(*NAMES, ANY))
    first, second = words
    if first == second:
        if first == ANY:
            return None
        raise error.of("colour-twice", where="colours")
    return NAMES.index(first) if first != ANY else 1 - NAMES.index(second)


def recolour(face: str) -> str:
    """The same card, or pile, in the other colour."""
    return f"{COLOURS[1 - COLOURS.index(face[0])]}{face[1:]}" if face else face


def note_colour(seat: int, colour: int) -> Finding:
    """A player's colour is known from now on."""
    return note("FF-19", "player-colour", seat=seat + 1, colour=NAMES[colour], news=1)


def give_colour(state: FaceToFaceState, first: int | None) -> FaceToFaceState:
    """The state in which seat 0 plays this colour; unchanged where none is named."""
    return state if first is None else replace(state, first=first, named=True)


def swap_colours(state: FaceToFaceState) -> FaceToFaceState:
    """The same position with the colours changed over: every card is its player's in the other one."""
    hands = tuple(replace(hand, cards=tuple(map(recolour, hand.cards))) for hand in state.hands)
    decks = tuple(replace(deck, cards=tuple(map(recolour, deck.cards))) for deck in state.decks)
    piles = tuple(tuple(map(recolour, pile)) for pile in (*state.piles[2:], *state.piles[:2]))
    return replace(state, hands=hands, decks=decks, piles=piles)


def check_position(state: FaceToFaceState, decks: Sequence[Any]) -> FaceToFaceState:
    """A position whose cards are no more than each has (G-5), its draw piles no larger than what is left where nobody counts them."""
    counted = list(state.decks)
    for seat, deck in enumerate(state.decks):
        laid = sum(state.holder(card) == seat for pile in state.piles for card in pile)
        left = EACH - laid - state.hands[seat].size
        if decks[seat] is None:
            counted[seat] = deck = DrawPile(unseen=max(0, min(deck.size, left)))
        if deck.size > left:
            raise PositionError.of("too-many-cards", count=EACH + deck.size - left, most=EACH)
    return replace(state, decks=tuple(counted))
