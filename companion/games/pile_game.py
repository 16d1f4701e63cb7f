"""A card game on a few piles that rise or fall, every card once: positions, what goes where, drawing, and the public view.

Quick & Easy and Face to Face are games on piles. A further game says its cards and piles, and overrides what is different.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from companion.games.card_game import CardGame, TurnDraw, cut_pile
from companion.games.findings import make_foul, make_note
from companion.games.hands import DrawPile, Hand, find_next_player, remove_hand, replace_at, take_card
from companion.games.positions import (
    read_dealt_cards,
    read_first_seat,
    read_seat_count,
    read_switches,
)
from companion.match.rules import Detail, Duty, Finding, Outcome, Play, Step


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile and where the pile lies."""

    zone: str
    rises: bool
    start: int  # the number that the direction card stands for
    owner: int | None = None  # the seat with the pile, None where the pile is everybody's


@dataclass(frozen=True, slots=True)
class PileState:
    """A match at a moment."""

    hands: tuple[Hand, ...]
    decks: tuple[DrawPile, ...]  # a draw pile for all, or for each seat
    piles: tuple[tuple[str, ...], ...]  # faces bottom to top
    to_move: int = 0
    turn: int = 1  # from 1
    played: int = 0  # cards laid in the turn
    outcome: Outcome | None = None

    @property
    def mover(self) -> Hand:
        """The hand of the player to move."""
        return self.hands[self.to_move]

    @property
    def deck(self) -> DrawPile:
        """The draw pile of the player to move."""
        return self.decks[self.to_move % len(self.decks)]

    @property
    def unlaid_count(self) -> int:
        """Cards not yet laid."""
        left = 0
        for deck in self.decks:
            left += deck.size
        for hand in self.hands:
            left += hand.size
        return left

    def is_laid(self, card: str) -> bool:
        """Does the card lie on a pile?"""
        return any(card in pile for pile in self.piles)


P = TypeVar("P", bound=PileState)


class PileGame(CardGame[P]):
    """The rules of a game on piles."""

    piles: tuple[Pile, ...]
    cards: Mapping[str, int]  # by face, the number of every card
    dealt_cards: int  # cards in a hand
    least: int = 1  # cards of a turn
    most: int = 99  # cards of a turn; no limit where the game has no rule
    seats = (2, 5)  # unless the rule of a game says otherwise
    switches: ClassVar[tuple[str, ...]] = ()  # options that can be on or off

    def __init__(self) -> None:
        self.zones = tuple(pile.zone for pile in self.piles)
        self.index = {zone: index for index, zone in enumerate(self.zones)}
        self._last = (min(self.cards.values()), max(self.cards.values()))

    # What a game says of its own

    @abstractmethod
    def make_state(self, options: Mapping[str, bool], hands: tuple[Hand, ...], deck: DrawPile) -> P:
        """A match with these hands and draw pile, nothing laid. `options`: by switch, on or off."""

    def can_lie_on(self, state: P, index: int, card: str) -> bool:
        """May the player to move lay the card on the pile in place `index`, wherever the card is? The direction card binds
        nobody."""
        top = self.top_card(state, index)
        return not top or self.is_in_direction(index, top, card)

    def find_misplacement(self, state: P, index: int, card: str) -> Iterator[Finding]:
        """Why the card may not lie on the pile in place `index`; nothing for a card that may. Each finding refuses the card,
        see `find_fouls`. Lawful plays are listed by `can_lie_on` alone: both must agree."""
        if not self.can_lie_on(state, index, card):
            top, code = self.top_card(state, index), "not-above" if self.piles[index].rises else "not-below"
            yield make_foul(self.ids.own, code, self.zones[index], card=card, top=top, number=self.cards[top])

    def find_remarks(self, state: P, index: int, card: str) -> Iterator[Finding]:
        """Notes on a lawful card of the player to move on pile `index` of `zones`: more cards than the hidden hand was dealt.
        Refuses nothing; asked by `lay_lawful_card` alone, before the card lies.

        Notes that need the seat, or are about a waived card, are written in `lay_lawful_card` and `lay_waived_card`.
        """
        seat = state.to_move
        if state.hands[seat].size <= 0:
            yield make_note(self.ids.own, "hand-used-up", self.zones[index], seat=seat + 1)

    def describe_bounds(self, state: P, index: int) -> dict[str, Any]:
        """What goes on the pile in place `index` now, as bounds for the pages: "any", or "above" or "below" a number that is
        not the last. Empty where nothing goes on by direction.

        A game may add "exactly" a number and "colour". The bounds say the same as `can_lie_on`: override both together.
        """
        top, rises = self.top_card(state, index), self.piles[index].rises
        if not top:
            return {"any": True}
        number = self.cards[top]
        return {} if number == self._last[rises] else {"above" if rises else "below": number}

    # A match begins

    def set_up_match(self, seats: int, options: Detail, position: Detail | None = None) -> P:
        """A fresh deal with hidden hands for `seats` players, or the position given (keys hands, deck, piles, turn). Raises
        `PositionError`."""
        seats = read_seat_count(seats, *self.seats)
        switches = read_switches(options, self.switches)
        if position is None:
            hand = Hand(unseen=self.dealt_cards, secret=True)
            return self.make_state(switches, (hand,) * seats, DrawPile(unseen=len(self.cards) - self.dealt_cards * seats))
        return self._read_pile_position(seats, switches, position)

    def _read_pile_position(self, seats: int, switches: Mapping[str, bool], position: Detail) -> P:
        """The position given. `switches`: by option, on or off. A player who is skipped does not begin."""
        dealt = read_dealt_cards(position, seats, self.zones, self.parse_card, self.dealt_cards, len(self.cards))
        to_move = self.find_next_seat(dealt.hands, dealt.deck, read_first_seat(position, seats) - 1)
        return replace(self.make_state(switches, dealt.hands, dealt.deck), piles=dealt.piles, to_move=to_move)

    def parse_card(self, text: str) -> str | None:
        """The face on the table that a text means; None for no card of the game."""
        return text if text in self.cards else None

    # Plays

    def read_face(self, state: P, text: str) -> str:
        return self.parse_card(text) or ""

    def find_fouls(self, state: P, play: Play) -> Iterator[Finding]:
        """What speaks against a play, the weightiest first: turn, card, hand, number of cards, pile. Each finding refuses the
        card."""
        if found := self.find_turn_foul(state, play.seat):
            yield found
            if state.outcome is not None:
                return
        zone, card = play.zone, play.after
        if card not in self.cards:
            yield self.make_strange_face_foul(zone, card)
            return
        yield from self.find_hand_fouls(state, play)
        if state.played >= self.max_cards_of_turn(state):
            yield self.make_too_many_foul(state, play)
        yield from self.find_misplacement(state, self.index[zone], card)

    def find_hand_fouls(self, state: P, play: Play) -> Iterator[Finding]:
        """Why the card cannot come from the player's hand: laid already, or not in a known hand. Asked by `find_fouls` alone;
        refuses the card."""
        seat = self.find_holder(state, play)
        if state.is_laid(play.after):
            yield make_foul(self.ids.own, "already-laid", play.zone, card=play.after)
        elif not state.hands[seat].can_hold(play.after):
            yield make_foul(self.ids.own, "not-in-hand", play.zone, card=play.after, seat=seat + 1)

    def max_cards_of_turn(self, state: P) -> int:
        """The most cards of a turn. Asked by `find_fouls` and `find_lawful_plays`; no foul while fewer were laid by the player
        to move."""
        return self.most

    def make_too_many_foul(self, state: P, play: Play) -> Finding:
        """The foul of a turn that has all its cards. Counted are cards of the player to move, whoever laid the card of
        `play`."""
        return make_foul(self.ids.own, "too-many", play.zone, card=play.after)

    def lay_lawful_card(self, state: P, play: Play) -> Step[P]:
        return self.settle_position(
            self.move_to_pile(state, play), tuple(self.find_remarks(state, self.index[play.zone], play.after))
        )

    def lay_waived_card(self, state: P, play: Play, notes: tuple[Finding, ...]) -> Step[P]:
        return self.win_if_all_laid(self.move_to_pile(state, play), notes)

    def move_to_pile(self, state: P, play: Play, **changes: Any) -> P:
        """The state with the card on its pile, out of the hand or draw pile that held the card. `changes`: what else changes. A
        card out of another player's hand does not count for the turn."""
        index, seat = self.index[play.zone], self.find_holder(state, play)
        hands, decks = take_from_holder(state, seat, play.after)
        piles = replace_at(state.piles, index, (*state.piles[index], play.after))
        played = state.played + (seat == state.to_move)
        return replace(state, hands=hands, decks=decks, piles=piles, played=played, **changes)

    def lift_card(self, state: P, play: Play) -> P:
        """The state with the top card of a pile back in the hand of `play`'s player, and a card less in the turn. Unchanged for
        an empty pile."""
        index = self.index[play.zone]
        if not state.piles[index]:
            return state
        *kept, card = state.piles[index]
        seat = self.find_holder(state, replace(play, after=card))
        hands = replace_at(state.hands, seat, state.hands[seat].with_card(card))
        return replace(state, hands=hands, piles=replace_at(state.piles, index, tuple(kept)), played=max(0, state.played - 1))

    def show_face(self, state: P, zone: str, face: str, *, misread: bool = False) -> P:
        index = self.index[zone]
        return replace(state, piles=replace_at(state.piles, index, cut_pile(state.piles[index], face, misread=misread)))

    # Turns

    def count_still_needed(self, state: P) -> int:
        return max(0, self.least - state.played)

    def count_dealt_cards(self, state: P, players: int) -> int:
        return self.dealt_cards

    def is_all_laid(self, state: P) -> bool:
        """Is nothing left to lay? A card that lies twice is misread or told twice: while a hand holds cards, that counts."""
        if state.unlaid_count > 0 or any(deck.size for deck in state.decks):
            return state.unlaid_count <= 0 and not self.find_unlaid(state)
        laid = [card for pile in state.piles for card in pile]
        return len(set(laid)) in (len(laid), len(self.cards)) or all(hand.size <= 0 for hand in state.hands)

    def is_all_seen(self, state: P) -> bool:
        return not self.find_unlaid(state)

    def plan_draw(self, state: P) -> TurnDraw:
        """As many cards as were laid, or as the draw pile still has."""
        return TurnDraw(min(state.played, state.deck.size), self.ids.drawn)

    def find_next_seat(self, hands: tuple[Hand, ...], deck: DrawPile, seat: int) -> int:
        """Who moves after `seat`: asked when a turn has ended, and for the first turn of a position. `hands`: after the
        draw."""
        return find_next_player(hands, deck.size > 0, seat)

    def begin_next_turn(self, state: P, count: int) -> P:
        """The state after the player to move has drawn `count` cards: the turn of whoever follows."""
        seat = state.to_move
        hand, deck = state.deck.deal_to(state.mover, count)
        hands, decks = replace_at(state.hands, seat, hand), replace_at(state.decks, seat % len(state.decks), deck)
        to_move = self.find_next_seat(hands, deck, seat)
        return replace(state, hands=hands, decks=decks, to_move=to_move, turn=state.turn + 1, played=0)

    def remove_player(self, state: P, seat: int | None) -> P:
        return replace(state, hands=remove_hand(state.hands, seat))

    # What would be lawful, what is due, what is shown

    def top_card(self, state: P, index: int) -> str:
        """The visible card of a pile, "" where only the direction card lies."""
        pile = state.piles[index]
        return pile[-1] if pile else ""

    def is_in_direction(self, index: int, top: str, card: str) -> bool:
        """Does `card` go on `top` in the pile's own direction? `index`: place of the pile."""
        number, visible = self.cards[card], self.cards[top]
        return number > visible if self.piles[index].rises else number < visible

    def find_unlaid(self, state: P) -> frozenset[str]:
        """Every card that lies on no pile, wherever the card is."""
        return frozenset(self.cards).difference(*state.piles)

    def find_lawful_plays(self, state: P) -> Iterator[Play]:
        """Every lawful card and pile: from the hand where known, else from all cards not laid. None once the turn has all its
        cards."""
        if state.played >= self.max_cards_of_turn(state):
            return
        candidates = state.mover.cards if state.mover.is_all_known else self.find_unlaid(state)
        tops = [(index, pile.zone, self.top_card(state, index)) for index, pile in enumerate(self.piles)]
        for card in self.cards:
            if card in candidates:
                yield from (Play(zone, top, card) for index, zone, top in tops if self.can_lie_on(state, index, card))

    def list_due(self, state: P) -> tuple[Duty, ...]:
        """The duty to lay the cards still needed; none if none are. Where no unlaid card fits any pile, the warning of a
        certain loss instead."""
        still, piles = self.count_still_needed(state), range(len(self.piles))
        if state.unlaid_count and not any(
            self.can_lie_on(state, index, card) for card in self.find_unlaid(state) for index in piles
        ):
            return (Duty(self.ids.stuck, "nothing-fits", self.zones, due_turn=state.turn + (not still), certain_loss=True),)
        return (Duty(self.ids.least, "lay-minimum", due_turn=state.turn, detail={"still": still}),) if still else ()

    def describe_position(self, state: P) -> dict[str, Any]:
        """The public position. "top" has None for an empty pile."""
        tops = [self.top_card(state, index) or None for index in range(len(self.piles))]
        return {
            **super().describe_position(state),
            "min_cards": self.least,
            "deck_size": state.deck.size,
            "top": dict(zip(self.zones, tops, strict=True)),
            "piles": [self.describe_pile(state, index) for index in range(len(self.piles))],
        }

    def describe_pile(self, state: P, index: int) -> dict[str, Any]:
        """The pile in place `index`: what lies there and what fits now."""
        pile = self.piles[index]
        return {
            "zone": pile.zone,
            "kind": "ascending" if pile.rises else "descending",
            "start": pile.start,
            "top": self.top_card(state, index),
            "cards": list(state.piles[index]),
            "fits": self.describe_bounds(state, index),
        }


def take_from_holder(state: PileState, seat: int, card: str) -> tuple[tuple[Hand, ...], tuple[DrawPile, ...]]:
    """Hands and draw piles after `seat` laid a card, out of whichever hand or pile held the card. With a draw pile each, nobody
    else can have held the card."""
    if len(state.decks) == 1:
        hands, deck = take_card(state.hands, state.decks[0], seat, card)
        return hands, (deck,)
    (hand,), deck = take_card((state.hands[seat],), state.decks[seat], 0, card)
    return replace_at(state.hands, seat, hand), replace_at(state.decks, seat, deck)
