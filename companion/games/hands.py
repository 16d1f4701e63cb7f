"""Hands and draw piles, as far as known: a camera sees neither, an open game gives both."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from companion.errors import InputError

T = TypeVar("T")


def replace_at(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The values with another in place `index`."""
    return (*values[:index], value, *values[index + 1 :])


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """The cards in a player's hand, in any order: hands with the same cards are equal."""

    cards: tuple[str, ...] = ()  # the known cards, two of a kind where the deck has two
    unseen: int = 0  # how many more; of a secret hand below zero where more was laid than dealt, so that all cards add up
    secret: bool = False  # hidden from the start: nothing in the hand is ever checked
    gone: bool = False  # the player has left, with all cards out of the game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self._comparable() == other._comparable()

    def __hash__(self) -> int:
        return hash(self._comparable())

    def _comparable(self) -> tuple[tuple[str, ...], int, bool, bool]:
        return tuple(sorted(self.cards)), self.unseen, self.secret, self.gone

    @property
    def size(self) -> int:
        """How many cards."""
        return len(self.cards) + self.unseen

    @property
    def is_all_known(self) -> bool:
        """Is every card known?"""
        return not self.secret and self.unseen == 0

    def can_hold(self, card: str) -> bool:
        """False only if the card is certainly not in the hand."""
        return self.secret or self.unseen > 0 or card in self.cards

    def without_card(self, card: str) -> Hand:
        """The hand after a card left: the card if known, else an unknown card, if there is any. Unchanged for a player who
        left."""
        if self.gone:
            return self
        if card in self.cards:
            at = self.cards.index(card)
            return Hand(self.cards[:at] + self.cards[at + 1 :], self.unseen, self.secret)
        return Hand(self.cards, self.unseen - 1 if self.secret else max(0, self.unseen - 1), self.secret)

    def with_card(self, card: str | None) -> Hand:
        """The hand after a card came in; None = an unknown card. A secret hand stays secret. Unchanged for a player who
        left."""
        if self.gone:
            return self
        if card is None or self.secret:
            return Hand(self.cards, self.unseen + 1, self.secret)
        return Hand((*self.cards, card), self.unseen)


@dataclass(frozen=True, slots=True)
class DrawPile:
    """A draw pile."""

    cards: tuple[str, ...] = ()  # the known cards on top, the first drawn first
    unseen: int = 0  # how many lie below

    @property
    def size(self) -> int:
        """How many cards."""
        return len(self.cards) + self.unseen

    def deal_to(self, hand: Hand, count: int) -> tuple[Hand, DrawPile]:
        """The hand and the draw pile after drawing `count` cards, or as many as are left. A hidden hand stays hidden: known
        cards of the draw pile are only counted there."""
        count = min(count, self.size)
        if count <= 0:
            return hand, self
        seen = self.cards[:count]
        hidden = count - len(seen)
        drawn = Hand(hand.cards, hand.unseen + count, True) if hand.secret else Hand(hand.cards + seen, hand.unseen + hidden)
        return drawn, DrawPile(self.cards[count:], self.unseen - hidden)

    def without_card(self, card: str) -> DrawPile:
        """The draw pile without a card that turned up elsewhere: the card if known, else an unknown card, if any."""
        if card in self.cards:
            return DrawPile(tuple(kept for kept in self.cards if kept != card), self.unseen)
        return DrawPile(self.cards, max(0, self.unseen - 1))


def find_next_player(hands: tuple[Hand, ...], drawable: bool, seat: int) -> int:
    """Who moves after `seat`: clockwise, past players who left. `hands`: by seat. `drawable`: can cards still be drawn? If not,
    players without cards are passed over too, unless nobody has cards. May be `seat` again."""
    order: list[int] = [*range(seat + 1, len(hands)), *range(seat + 1)]
    for other in order:
        if not hands[other].gone and (drawable or hands[other].size > 0):
            return other
    return next(other for other in order if not hands[other].gone)


def remove_hand(hands: tuple[Hand, ...], seat: int | None) -> tuple[Hand, ...]:
    """The hands after a player left. Raises `InputError` where nobody is named, the player has left already, or nobody would
    be left."""
    if seat is None:
        raise InputError.with_id("seat-needed", where="leave", high=len(hands) - 1)
    if hands[seat].gone:
        raise InputError.with_id("left-already", seat=seat + 1)
    if sum(not hand.gone for hand in hands) < 2:
        raise InputError.with_id("last-cannot-leave")
    return replace_at(hands, seat, Hand(gone=True))


def take_card(hands: tuple[Hand, ...], deck: DrawPile, seat: int, card: str) -> tuple[tuple[Hand, ...], DrawPile]:
    """`hands`, by seat, and draw pile after `seat` laid a card, out of whichever hand or pile held the card. A card thought to
    be elsewhere was not there."""
    mine = hands[seat]
    if not mine.can_hold(card):
        return _take_foul_card(hands, deck, seat, card)
    rest = replace_at(hands, seat, mine.without_card(card))
    if card in mine.cards:
        return rest, deck
    for other, hand in enumerate(rest):
        if card in hand.cards:
            return replace_at(rest, other, hand.without_card(card).with_card(None)), deck
    return rest, DrawPile((), deck.size) if card in deck.cards else deck


def _take_foul_card(hands: tuple[Hand, ...], deck: DrawPile, seat: int, card: str) -> tuple[tuple[Hand, ...], DrawPile]:
    """`hands`, by seat, and draw pile without a card that `seat` cannot have held, whoever must have held the card: counts
    stay right after a foul."""
    holder = next((other for other, hand in enumerate(hands) if card in hand.cards), seat)
    if card in deck.cards or not hands[holder].can_hold(card):
        return hands, deck.without_card(card)
    return replace_at(hands, holder, hands[holder].without_card(card)), deck
