"""Pile arithmetic of The Game and its relatives: four piles, the cards 2 to 99, who holds which of them.

A set of cards is a whole number with bit n set for card n, so that "does anything unseen fit this pile" is one `&`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from companion.errors import InputError, PositionError
from companion.games import positions
from companion.games.card_game import cut_to
from companion.games.findings import foul, note
from companion.games.hands import DrawPile, Hand, laid_from, next_seat, taken, without_player
from companion.games.positions import shown
from companion.match.rules import Detail, Duty, Finding, Outcome

CardSet = int
"""Bit n stands for card n."""

LOWEST, HIGHEST = 2, 99
DECK_SIZE = HIGHEST - LOWEST + 1
ALL_CARDS: CardSet = (1 << (HIGHEST + 1)) - (1 << LOWEST)
TRICK = 10

_DECK_OF_A_POSITION = 30
_POSITION_KEYS = ("hands", "deck", "piles", "turn")


@dataclass(frozen=True, slots=True)
class NinetyEightPile:
    """One of the four piles (TG-01). `fits`: for each visible number the cards that go on it in the pile's own direction
    (TG-04, TG-05). `tricks`: the card that goes on it backwards, an empty set where there is none (TG-06)."""

    zone: str
    ascending: bool
    start: int
    fits: tuple[CardSet, ...]
    tricks: tuple[CardSet, ...]


def _ascending(zone: str) -> NinetyEightPile:
    tops = range(HIGHEST + 2)
    fits = tuple(ALL_CARDS & -(1 << top + 1) for top in tops)
    return NinetyEightPile(zone, True, LOWEST - 1, fits, tuple(ALL_CARDS & 1 << top >> TRICK for top in tops))


def _descending(zone: str) -> NinetyEightPile:
    tops = range(HIGHEST + 2)
    fits = tuple(ALL_CARDS & (1 << top) - 1 for top in tops)
    return NinetyEightPile(zone, False, HIGHEST + 1, fits, tuple(ALL_CARDS & 1 << top + TRICK for top in tops))


PILES = (_ascending("up1"), _ascending("up2"), _descending("down1"), _descending("down2"))
ZONES = tuple(pile.zone for pile in PILES)
PILE_INDEX: Mapping[str, int] = {zone: index for index, zone in enumerate(ZONES)}


@cache
def number_of(face: str) -> int:
    """The number of a card's face: 44 of "44", "F44" and "44:skull"."""
    return int(face.lstrip("F").partition(":")[0])


def card_set(faces: Iterable[str]) -> CardSet:
    """The set of these cards."""
    return sum({1 << number_of(face) for face in faces})


def numbers(cards: CardSet) -> Iterator[int]:
    """The numbers of a set of cards, lowest first."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


@dataclass(frozen=True, slots=True)
class NinetyEightTable:
    """Where every card is. `piles`: faces bottom to top. `tops`: visible numbers, the start number of an empty pile. `laid`: all
    cards on the piles."""

    piles: tuple[tuple[str, ...], ...]
    tops: tuple[int, ...]
    laid: CardSet
    hands: tuple[Hand, ...]
    deck: DrawPile

    @property
    def left(self) -> int:
        """Cards in all hands and the draw pile: the score (TG-14)."""
        return self.deck.size + sum(hand.size for hand in self.hands)

    @property
    def all_laid(self) -> bool:
        """Is nothing left to lay (TG-13)? Where a number lies twice one of the two is another, or was told twice: as long as a hand holds
        cards it was."""
        if self.laid == ALL_CARDS:
            return True
        if self.deck.size or self.left > 0:
            return False
        return sum(map(len, self.piles)) == self.laid.bit_count() or all(hand.size <= 0 for hand in self.hands)

    @property
    def unlaid(self) -> CardSet:
        """Every card that nobody has laid yet, wherever it is."""
        return ALL_CARDS & ~self.laid

    def face(self, pile: int) -> str:
        """The visible face of a pile, "" for an empty one."""
        cards = self.piles[pile]
        return cards[-1] if cards else ""

    def fitting(self, pile: int, tricks: bool = True) -> CardSet:
        """Every card that goes on a pile now (TG-04, TG-05; TG-06 if `tricks`), wherever it is."""
        place, top = PILES[pile], self.tops[pile]
        return place.fits[top] | place.tricks[top] if tricks else place.fits[top]

    def is_trick(self, pile: int, number: int) -> bool:
        """Would this card go backwards (TG-06)?"""
        return bool(PILES[pile].tricks[self.tops[pile]] >> number & 1)

    def trick(self, pile: int) -> int:
        """Number of the card that goes backwards on a pile and is not laid yet; 0 where there is none."""
        card = PILES[pile].tricks[self.tops[pile]] & ~self.laid if self.piles[pile] else 0
        return card.bit_length() - 1 if card else 0

    def lay(self, pile: int, face: str, number: int, seat: int) -> NinetyEightTable:
        """A card of this seat onto a pile. A card that was thought to be elsewhere was not there."""
        hand = self.hands[seat]
        if not hand.may_hold(face):
            hands, deck = taken(self.hands, self.deck, seat, face)
        else:
            hands, deck = laid_from(self.hands, self.deck, seat, face)
        return NinetyEightTable(
            (*self.piles[:pile], (*self.piles[pile], face), *self.piles[pile + 1 :]),
            (*self.tops[:pile], number, *self.tops[pile + 1 :]),
            self.laid | 1 << number,
            hands,
            deck,
        )

    def lift(self, pile: int, seat: int) -> NinetyEightTable:
        """The top card of a pile back into the hand of this seat; nothing where the pile is empty."""
        if not self.piles[pile]:
            return self
        *kept, face = self.piles[pile]
        piles = (*self.piles[:pile], tuple(kept), *self.piles[pile + 1 :])
        return _table(piles, (*self.hands[:seat], self.hands[seat].having(face), *self.hands[seat + 1 :]), self.deck)

    def show(self, pile: int, face: str, *, misread: bool = False) -> NinetyEightTable:
        """The table with this face on top of a pile, "" for none; what lay on it lies nowhere. `misread`: see `Rules.show_face`."""
        piles = (*self.piles[:pile], cut_to(self.piles[pile], face, misread=misread), *self.piles[pile + 1 :])
        return _table(piles, self.hands, self.deck)

    def draw(self, seat: int, count: int) -> NinetyEightTable:
        """As many cards as asked for, fewer if the draw pile runs short (TG-09)."""
        hand, deck = self.deck.draw(self.hands[seat], count)
        return NinetyEightTable(self.piles, self.tops, self.laid, (*self.hands[:seat], hand, *self.hands[seat + 1 :]), deck)

    def left_by(self, seat: int | None) -> NinetyEightTable:
        """The table after a player left, his cards out of the game. Raises `InputError` where that cannot be."""
        return NinetyEightTable(self.piles, self.tops, self.laid, without_player(self.hands, seat), self.deck)

    def next_seat(self, seat: int) -> int:
        """Who moves after `seat`: clockwise (TG-03), past those who have left, and past those without cards once the draw pile is empty
        (TG-11)."""
        return next_seat(self.hands, self.deck.size > 0, seat)


def _table(piles: tuple[tuple[str, ...], ...], hands: tuple[Hand, ...], deck: DrawPile) -> NinetyEightTable:
    tops = tuple(number_of(cards[-1]) if cards else pile.start for pile, cards in zip(PILES, piles, strict=True))
    return NinetyEightTable(piles, tops, card_set(face for cards in piles for face in cards), hands, deck)


# --- what the rules say of a card, a turn, a deal ---------------------------------------------------------------------------


def misplaced(table: NinetyEightTable, pile: int, face: str, number: int, seat: int) -> Finding | None:
    """Is the card still to be laid, from this hand (TG-17), and does it go there (TG-04, TG-05, TG-06)?"""
    if table.laid >> number & 1:
        where = next(
            (zone for zone, cards in zip(ZONES, table.piles, strict=True) if number in map(number_of, cards)), ZONES[pile]
        )
        return foul("TG-17", "already-laid", ZONES[pile], card=face, other_zone=where)
    if not table.hands[seat].may_hold(face):
        return foul("TG-17", "not-in-hand", ZONES[pile], card=face, seat=seat + 1)
    if table.fitting(pile) >> number & 1:
        return None
    rule, code = ("TG-04", "not-above") if PILES[pile].ascending else ("TG-05", "not-below")
    return foul(rule, code, ZONES[pile], card=face, top=table.tops[pile], trick=table.trick(pile))


def remarks(table: NinetyEightTable, pile: int, face: str, number: int, seat: int) -> tuple[Finding, ...]:
    """Notes on a card that may be laid: a backward trick (TG-06), more cards than a hidden hand was dealt (was the end of a turn
    missed?)."""
    zone = ZONES[pile]
    notes: tuple[Finding, ...] = ()
    if table.is_trick(pile, number):
        notes = (note("TG-06", "backward", zone, card=face, top=table.tops[pile]),)
    if table.hands[seat].size <= 0:
        notes = (*notes, note("TG-17", "hand-used-up", zone, seat=seat + 1))
    return notes


def dealt_hand(seats: int) -> int:
    """Cards in a hand (TG-02)."""
    return {1: 8, 2: 7}.get(seats, 6)


def nothing_fits(table: NinetyEightTable, rule: str, turn: int, fitting: Iterable[CardSet]) -> Duty | None:
    """Public knowledge: no card that nobody has laid goes on any of the piles. `turn`: the one in which that is fatal."""
    if any(cards & table.unlaid for cards in fitting) or not table.left:
        return None
    return Duty(rule, "nothing-fits", ZONES, due_turn=turn, certain_loss=True)


def may_all_be_laid(table: NinetyEightTable, mover: int, turns: int) -> bool:
    """Public knowledge: are there so few cards left that they could all be laid in so many turns, this one or also the next?"""
    hand = table.hands[mover].size
    after = table.next_seat(mover)
    if turns < 2:
        return table.left <= hand
    return table.left <= hand + (min(hand, table.deck.size) if after == mover else table.hands[after].size)


# --- the public position ----------------------------------------------------------------------------------------------------


def public(table: NinetyEightTable, outcome: Outcome | None) -> dict[str, Any]:
    """The keys of the interface's `state` that follow from the cards and the outcome alone."""
    return {
        "deck_size": table.deck.size,
        "top": {zone: top if cards else None for zone, top, cards in zip(ZONES, table.tops, table.piles, strict=True)},
        "score": table.left,
        "rating": None if outcome is None else rating(table.left, bool(outcome.won)),
    }


def rating(left: int, won: bool) -> str | None:
    """TG-14: ten cards left is not excellent any more. A match lost with its very last card has no rating: nothing to praise."""
    if won:
        return "perfect"
    if left <= 0:
        return None
    return "excellent" if left < 10 else "plain"


def pile_view(table: NinetyEightTable, pile: int, fits: Mapping[str, Any]) -> dict[str, Any]:
    """One pile: what lies there and what fits now."""
    return {
        "zone": ZONES[pile],
        "kind": "ascending" if PILES[pile].ascending else "descending",
        "start": PILES[pile].start,
        "top": table.face(pile),
        "cards": list(table.piles[pile]),
        "fits": dict(fits),
    }


def fits(table: NinetyEightTable, pile: int, tricks: bool = True) -> dict[str, Any]:
    """What goes on a pile now, as bounds: "any", or "above" or "below" a number, or "exactly" one."""
    if not table.piles[pile]:
        return {"any": True}
    place, top = PILES[pile], table.tops[pile]
    found = {"above" if place.ascending else "below": top} if place.fits[top] else {}
    trick = table.trick(pile) if tricks else 0
    return {**found, "exactly": trick} if trick else found


# --- at the door ------------------------------------------------------------------------------------------------------------


def pile_at(zone: Any) -> int:
    """The pile of that name. Raises `InputError`."""
    pile = PILE_INDEX.get(zone) if isinstance(zone, str) else None
    if pile is None:
        raise InputError.of("no-pile", given=shown(zone), known=ZONES)
    return pile


def card_and_pile(play: Detail) -> tuple[Any, int]:
    """The card, not yet read, and the pile of a play step. Raises `InputError`."""
    if set(play) != {"card", "pile"}:
        raise InputError.of("example-needed", where='"play"', example='{"card": "47", "pile": "up1"}')
    return play["card"], pile_at(play["pile"])


def fresh_table(seats: int, hand: int) -> NinetyEightTable:
    """A match just dealt: every hand hidden, the rest is the draw pile (TG-02)."""
    hands = (Hand(unseen=hand, secret=True),) * seats
    return _table(((),) * len(PILES), hands, DrawPile(unseen=DECK_SIZE - seats * hand))


def read_table(seats: int, dealt: int, position: Any, read: positions.ReadCard) -> tuple[NinetyEightTable, int]:
    """The table of a position and the seat to move. `dealt`: size of a hidden hand. Raises `PositionError`."""
    position = positions.checked_keys(position, _POSITION_KEYS)
    cards = positions.Cards()
    given = positions.per_seat(position, "hands", seats)
    hands = tuple(cards.hand(hand, f"hands[{seat}]", read, dealt, DECK_SIZE) for seat, hand in enumerate(given))
    listed = positions.read_piles(position, {zone: zone for zone in ZONES})
    piles = tuple(cards.read(listed.get(zone, ()), f"piles.{zone}", read) for zone in ZONES)
    room = max(0, DECK_SIZE - sum(hand.size for hand in hands))
    missing = min(cards.left(hands, DECK_SIZE), _DECK_OF_A_POSITION)
    deck = cards.deck(position.get("deck"), "deck", read, most=room, missing=missing)
    cards.check_sum(hands, [deck], DECK_SIZE)
    _check_once([*(face for hand in hands for face in hand.cards), *(face for pile in piles for face in pile), *deck.cards])
    table = _table(piles, hands, deck)
    return table, table.next_seat(positions.read_turn(position, seats) - 1)


def _check_once(faces: Sequence[str]) -> None:
    """Each number exists once, whatever else its card shows."""
    seen: dict[int, str] = {}
    for face in faces:
        number = number_of(face)
        if number in seen:
            raise PositionError.of("number-twice", card=seen[number], face=face)
        seen[number] = face
