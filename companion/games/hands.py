"""Hands and draw piles, as far as they are known: a camera sees neither, an open game gives both."""

from __future__ import annotations

from dataclasses import dataclass

from companion.errors import InputError


@dataclass(frozen=True, slots=True, eq=False)
class Hand:
    """The cards in one player's hand, in whatever order: hands with the same cards are equal.

    `cards`: those that are known, two of a kind where the deck has them. `unseen`: how many there are besides. `secret`: hidden from
    the start, so nothing in it is ever checked; its `unseen` counts what was dealt, laid and drawn, and goes below zero where more was
    laid, so that the sum of all cards stays true. `gone`: the player has left, and his cards are out of the game.
    """

    cards: tuple[str, ...] = ()
    unseen: int = 0
    secret: bool = False
    gone: bool = False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self._known() == other._known()

    def __hash__(self) -> int:
        return hash(self._known())

    def _known(self) -> tuple[tuple[str, ...], int, bool, bool]:
        return tuple(sorted(self.cards)), self.unseen, self.secret, self.gone

    @property
    def size(self) -> int:
        """How many cards."""
        return len(self.cards) + self.unseen

    @property
    def known(self) -> bool:
        """Is every card known?"""
        return not self.secret and self.unseen == 0

    def may_hold(self, card: str) -> bool:
        """False only if the card is certainly not in this hand."""
        return self.secret or self.unseen > 0 or card in self.cards

    def without(self, card: str) -> Hand:
        """The hand after the card left it: the known card if it was known, else one of the others, if there is one."""
        if self.gone:
            return self
        if card in self.cards:
            at = self.cards.index(card)
            return Hand(self.cards[:at] + self.cards[at + 1 :], self.unseen, self.secret)
        return Hand(self.cards, self.unseen - 1 if self.secret else max(0, self.unseen - 1), self.secret)

    def having(self, card: str | None) -> Hand:
        """The hand after the card came into it; None = an unknown one. A secret hand stays secret."""
        if self.gone:
            return self
        if card is None or self.secret:
            return Hand(self.cards, self.unseen + 1, self.secret)
        return Hand((*self.cards, card), self.unseen)


@dataclass(frozen=True, slots=True)
class DrawPile:
    """A draw pile. `cards`: those on top that are known, the first drawn first. `unseen`: how many lie below them."""

    cards: tuple[str, ...] = ()
    unseen: int = 0

    @property
    def size(self) -> int:
        """How many cards."""
        return len(self.cards) + self.unseen

    def draw(self, hand: Hand, count: int) -> tuple[Hand, DrawPile]:
        """The hand and the draw pile after drawing `count` cards, or as many as there are."""
        count = min(count, self.size)
        if count <= 0:
            return hand, self
        seen = self.cards[:count]
        hidden = count - len(seen)
        drawn = Hand(hand.cards, hand.unseen + count, True) if hand.secret else Hand(hand.cards + seen, hand.unseen + hidden)
        return drawn, DrawPile(self.cards[count:], self.unseen - hidden)

    def without(self, card: str) -> DrawPile:
        """The draw pile without a card that turned up elsewhere: the known card, else one of the others, if there is one."""
        if card in self.cards:
            return DrawPile(tuple(kept for kept in self.cards if kept != card), self.unseen)
        return DrawPile(self.cards, max(0, self.unseen - 1))


def next_seat(hands: tuple[Hand, ...], drawable: bool, seat: int) -> int:
    """Who moves after `seat`: clockwise, past those who have left, and past those without cards once nothing can be drawn."""
    order: list[int] = [*range(seat + 1, len(hands)), *range(seat + 1)]
    for other in order:
        if not hands[other].gone and (drawable or hands[other].size > 0):
            return other
    return next(other for other in order if not hands[other].gone)


def without_player(hands: tuple[Hand, ...], seat: int | None) -> tuple[Hand, ...]:
    """The hands after a player left. Raises `InputError` where nobody is named, he has left already, or nobody would be left."""
    if seat is None:
        raise InputError.of("seat-needed", where="leave", high=len(hands) - 1)
    if hands[seat].gone:
        raise InputError.of("left-already", seat=seat + 1)
    if sum(not hand.gone for hand in hands) < 2:
        raise InputError.of("last-cannot-leave")
    return (*hands[:seat], Hand(gone=True), *hands[seat + 1 :])


def taken(hands: tuple[Hand, ...], deck: DrawPile, seat: int, card: str) -> tuple[tuple[Hand, ...], DrawPile]:
    """Hands and draw pile without a card that `seat` laid, whoever must have held it: so counts stay right after a foul."""
    holder = next((other for other, hand in enumerate(hands) if card in hand.cards), seat)
    if card in deck.cards or not hands[holder].may_hold(card):
        return hands, deck.without(card)
    return (*hands[:holder], hands[holder].without(card), *hands[holder + 1 :]), deck


def laid_from(hands: tuple[Hand, ...], deck: DrawPile, seat: int, card: str) -> tuple[tuple[Hand, ...], DrawPile]:
    """Hands and draw pile after `seat` laid a card that its hand may hold. A card thought to be elsewhere was not there."""
    mine = hands[seat]
    rest = (*hands[:seat], mine.without(card), *hands[seat + 1 :])
    if card in mine.cards:
        return rest, deck
    for other, hand in enumerate(rest):
        if card in hand.cards:
            mistaken = hand.without(card).having(None)
            return (*rest[:other], mistaken, *rest[other + 1 :]), deck
    return rest, DrawPile((), deck.size) if card in deck.cards else deck
