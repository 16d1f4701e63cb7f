"""A card game on a few piles that rise or fall, every card once: positions, what goes where, drawing, and the public view.

Quick & Easy and Face to Face are such games. A further one says its cards and its piles, and overrides what it does otherwise.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeVar

from companion.errors import InputError
from companion.games.card_game import CardGame, TurnDraw, cut_to
from companion.games.findings import foul, note
from companion.games.hands import DrawPile, Hand, laid_from, next_seat, taken, without_player
from companion.games.positions import (
    Cards,
    checked_keys,
    checked_options,
    checked_seats,
    per_seat,
    read_piles,
    read_turn,
    shown,
)
from companion.match.rules import Detail, Duty, Finding, Outcome, Play, Step

_DECK_OF_A_POSITION = 30


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile and where it lies. `start`: the number its direction card stands for. `owner`: the seat whose pile it is, None where it is
    everybody's."""

    zone: str
    rises: bool
    start: int
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class PileState:
    """A match at one moment. `decks`: one draw pile for all, or one for each seat. `piles`: faces bottom to top. `played`: cards
    laid this turn. `turn` counts from 1."""

    hands: tuple[Hand, ...]
    decks: tuple[DrawPile, ...]
    piles: tuple[tuple[str, ...], ...]
    to_move: int = 0
    turn: int = 1
    played: int = 0
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
    def left(self) -> int:
        """Cards not yet laid."""
        left = 0
        for deck in self.decks:
            left += deck.size
        for hand in self.hands:
            left += hand.size
        return left

    def is_laid(self, card: str) -> bool:
        """Does it lie on a pile?"""
        return any(card in pile for pile in self.piles)


P = TypeVar("P", bound=PileState)


class PileGame(CardGame[P]):
    """The rules of a game on piles. `cards`: number of every card by its face. `least`, `most`: cards of a turn. `dealt_cards`: a hand.
    `switches`: options that can be on or off."""

    piles: tuple[Pile, ...]
    cards: Mapping[str, int]
    examples: tuple[str, ...]
    dealt_cards: int
    least: int = 1
    most: int = 99
    seats = (2, 5)
    switches: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self.zones = tuple(pile.zone for pile in self.piles)
        self.index = {zone: index for index, zone in enumerate(self.zones)}
        self._last = (min(self.cards.values()), max(self.cards.values()))

    # What a game says of its own

    @abstractmethod
    def state(self, options: Mapping[str, bool], hands: tuple[Hand, ...], deck: DrawPile) -> P:
        """A match with these hands and this draw pile, nothing laid."""

    def fits(self, state: P, index: int, card: str) -> bool:
        """May the player to move lay this card on this pile, wherever it is? The direction card binds nobody."""
        top = self.top(state, index)
        return not top or self.follows(index, top, card)

    def misplaced(self, state: P, index: int, card: str) -> Iterator[Finding]:
        """Why the card may not lie there."""
        if not self.fits(state, index, card):
            top, code = self.top(state, index), "not-above" if self.piles[index].rises else "not-below"
            yield foul(self.ids.own, code, self.zones[index], card=card, top=top, number=self.cards[top])

    def remarks(self, state: P, index: int, card: str) -> Iterator[Finding]:
        """Notes on a card that stands."""
        seat = state.to_move
        if state.hands[seat].size <= 0:
            yield note(self.ids.own, "hand-used-up", self.zones[index], seat=seat + 1)

    def fitting(self, state: P, index: int) -> dict[str, Any]:
        """What goes on a pile now, as bounds for the pages: "any", or "above" or "below" a number that is not the last one; a game may
        add "exactly" a number and "colour". It says in other words what `fits` says: override both together."""
        top, rises = self.top(state, index), self.piles[index].rises
        if not top:
            return {"any": True}
        number = self.cards[top]
        return {} if number == self._last[rises] else {"above" if rises else "below": number}

    # A match begins

    def setup(self, seats: int, options: Detail, position: Detail | None = None) -> P:
        """A fresh deal with hidden hands, or the position given (keys hands, deck, piles, turn). Raises `PositionError`."""
        seats = checked_seats(seats, *self.seats)
        switches = checked_options(options, self.switches)
        if position is None:
            hand = Hand(unseen=self.dealt_cards, secret=True)
            return self.state(switches, (hand,) * seats, DrawPile(unseen=len(self.cards) - self.dealt_cards * seats))
        return self._read(seats, switches, position)

    def _read(self, seats: int, switches: Mapping[str, bool], position: Detail) -> P:
        position = checked_keys(position, ("hands", "deck", "piles", "turn"))
        cards, given = Cards(), per_seat(position, "hands", seats)
        hands = tuple(cards.hand(hand, f"hands[{seat}]", self.card, self.dealt_cards) for seat, hand in enumerate(given))
        listed = read_piles(position, {zone: zone for zone in self.zones})
        piles = tuple(cards.read(listed.get(zone, ()), f"piles.{zone}", self.card) for zone in self.zones)
        room = len(self.cards) - sum(hand.size for hand in hands)
        missing = min(cards.left(hands, len(self.cards)), _DECK_OF_A_POSITION)
        deck = cards.deck(position.get("deck"), "deck", self.card, most=room, missing=missing)
        cards.check_sum(hands, [deck], len(self.cards))
        state = replace(self.state(switches, hands, deck), piles=piles)
        return replace(state, to_move=self.next_seat(hands, deck, read_turn(position, seats) - 1))

    def card(self, text: str) -> str | None:
        """Text of a card to its face on the table; None for what is no card of the game."""
        return text if text in self.cards else None

    # Plays

    def parse(self, state: P, play: Detail, seat: int | None = None) -> Play:
        """{"card": "7R", "pile": "up"} as a play. Raises `InputError`."""
        if set(play) != {"card", "pile"}:
            example = f'{{"card": "{self.examples[0]}", "pile": "{self.zones[0]}"}}'
            raise InputError.of("example-needed", where='"play"', example=example)
        card = self.face(state, play["card"]) if isinstance(play["card"], str) else ""
        if not card:
            raise InputError.of("no-card", given=shown(play["card"]), known=self.examples)
        zone = self.zone(state, play["pile"], seat)
        return Play(zone, self.top(state, self.index[zone]), card, seat)

    def face(self, state: P, text: str) -> str:
        """See `CardGame`."""
        return self.card(text) or ""

    def fouls(self, state: P, play: Play) -> Iterator[Finding]:
        """See `CardGame`."""
        if found := self.out_of_turn(state, play.seat):
            yield found
            if state.outcome is not None:
                return
        zone, card = play.zone, play.after
        if card not in self.cards:
            yield self.not_laid(zone, card)
            return
        yield from self.not_held(state, play)
        if state.played >= self.most_of(state):
            yield self.too_many(state, play)
        yield from self.misplaced(state, self.index[zone], card)

    def not_held(self, state: P, play: Play) -> Iterator[Finding]:
        """Why the card cannot come from this hand."""
        seat = self.holder(state, play)
        if state.is_laid(play.after):
            yield foul(self.ids.own, "already-laid", play.zone, card=play.after)
        elif not state.hands[seat].may_hold(play.after):
            yield foul(self.ids.own, "not-in-hand", play.zone, card=play.after, seat=seat + 1)

    def holder(self, state: P, play: Play) -> int:
        """The seat from whose hand the card comes."""
        return state.to_move if play.seat is None else play.seat

    def most_of(self, state: P) -> int:
        """The most cards of a turn."""
        return self.most

    def too_many(self, state: P, play: Play) -> Finding:
        """The turn has all its cards."""
        return foul(self.ids.own, "too-many", play.zone, card=play.after)

    def stands(self, state: P, play: Play) -> Step[P]:
        """See `CardGame`."""
        return self.settled(self.laid(state, play), tuple(self.remarks(state, self.index[play.zone], play.after)))

    def waved_through(self, state: P, play: Play, notes: tuple[Finding, ...]) -> Step[P]:
        """See `CardGame`."""
        return self.won(self.laid(state, play), notes)

    def laid(self, state: P, play: Play, **changes: Any) -> P:
        """The card on its pile, out of the hand or the draw pile that held it. `changes`: what else it changes."""
        index, seat = self.index[play.zone], self.holder(state, play)
        hands, decks = moved(state, seat, play.after)
        piles = swapped(state.piles, index, (*state.piles[index], play.after))
        played = state.played + (seat == state.to_move)
        return replace(state, hands=hands, decks=decks, piles=piles, played=played, **changes)

    def lifted(self, state: P, play: Play) -> P:
        """See `CardGame`."""
        index = self.index[play.zone]
        if not state.piles[index]:
            return state
        *kept, card = state.piles[index]
        seat = self.holder(state, replace(play, after=card))
        hands = swapped(state.hands, seat, state.hands[seat].having(card))
        return replace(state, hands=hands, piles=swapped(state.piles, index, tuple(kept)), played=max(0, state.played - 1))

    def show_face(self, state: P, zone: str, face: str, *, misread: bool = False) -> P:
        """See `CardGame`."""
        index = self.index[zone]
        return replace(state, piles=swapped(state.piles, index, cut_to(state.piles[index], face, misread=misread)))

    # Turns

    def still(self, state: P) -> int:
        """See `CardGame`."""
        return max(0, self.least - state.played)

    def hand_size(self, state: P, players: int) -> int:
        """See `CardGame`."""
        return self.dealt_cards

    def all_laid(self, state: P) -> bool:
        """See `CardGame`. Where a card lies twice one of the two is another, or was told twice: as long as a hand holds cards it was."""
        if state.left > 0 or any(deck.size for deck in state.decks):
            return state.left <= 0 and not self.unlaid(state)
        laid = [card for pile in state.piles for card in pile]
        return len(set(laid)) in (len(laid), len(self.cards)) or all(hand.size <= 0 for hand in state.hands)

    def all_seen(self, state: P) -> bool:
        """See `CardGame`."""
        return not self.unlaid(state)

    def drawing(self, state: P) -> TurnDraw:
        """As many as were laid."""
        return TurnDraw(min(state.played, state.deck.size), self.ids.drawn)

    def next_seat(self, hands: tuple[Hand, ...], deck: DrawPile, seat: int) -> int:
        """Who moves after `seat`."""
        return next_seat(hands, deck.size > 0, seat)

    def next_turn(self, state: P, count: int) -> P:
        """See `CardGame`."""
        seat = state.to_move
        hand, deck = state.deck.draw(state.mover, count)
        hands, decks = swapped(state.hands, seat, hand), swapped(state.decks, seat % len(state.decks), deck)
        to_move = self.next_seat(hands, deck, seat)
        return replace(state, hands=hands, decks=decks, to_move=to_move, turn=state.turn + 1, played=0)

    def without(self, state: P, seat: int | None) -> P:
        """See `CardGame`."""
        return replace(state, hands=without_player(state.hands, seat))

    # What would be lawful, what is due, what is shown

    def top(self, state: P, index: int) -> str:
        """The visible card of a pile, "" where only the direction card lies."""
        pile = state.piles[index]
        return pile[-1] if pile else ""

    def follows(self, index: int, top: str, card: str) -> bool:
        """Does the card go on in the pile's own direction?"""
        number, visible = self.cards[card], self.cards[top]
        return number > visible if self.piles[index].rises else number < visible

    def unlaid(self, state: P) -> frozenset[str]:
        """Every card that lies on no pile, wherever it is."""
        return frozenset(self.cards).difference(*state.piles)

    def lawful(self, state: P) -> Iterator[Play]:
        """See `CardGame`."""
        if state.played >= self.most_of(state):
            return
        candidates = state.mover.cards if state.mover.known else self.unlaid(state)
        tops = [(index, pile.zone, self.top(state, index)) for index, pile in enumerate(self.piles)]
        for card in self.cards:
            if card in candidates:
                yield from (Play(zone, top, card) for index, zone, top in tops if self.fits(state, index, card))

    def due(self, state: P) -> tuple[Duty, ...]:
        """The cards still to lay, or that no card left anywhere fits."""
        still, piles = self.still(state), range(len(self.piles))
        if state.left and not any(self.fits(state, index, card) for card in self.unlaid(state) for index in piles):
            return (Duty(self.ids.stuck, "nothing-fits", self.zones, due_turn=state.turn + (not still), certain_loss=True),)
        return (Duty(self.ids.least, "lay-minimum", due_turn=state.turn, detail={"still": still}),) if still else ()

    def view(self, state: P) -> dict[str, Any]:
        """The public position."""
        tops = [self.top(state, index) or None for index in range(len(self.piles))]
        return {
            **super().view(state),
            "min_cards": self.least,
            "deck_size": state.deck.size,
            "top": dict(zip(self.zones, tops, strict=True)),
            "piles": [self.pile_view(state, index) for index in range(len(self.piles))],
        }

    def pile_view(self, state: P, index: int) -> dict[str, Any]:
        """One pile: what lies there and what fits now."""
        pile = self.piles[index]
        return {
            "zone": pile.zone,
            "kind": "ascending" if pile.rises else "descending",
            "start": pile.start,
            "top": self.top(state, index),
            "cards": list(state.piles[index]),
            "fits": self.fitting(state, index),
        }


def swapped(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    """The values with another one in this place."""
    return (*values[:index], value, *values[index + 1 :])


def moved(state: PileState, seat: int, card: str) -> tuple[tuple[Hand, ...], tuple[DrawPile, ...]]:
    """Hands and draw piles after this seat laid a card. Where everybody has his own deck, nobody else can have held it."""
    leave = laid_from if state.hands[seat].may_hold(card) else taken
    if len(state.decks) == 1:
        hands, deck = leave(state.hands, state.decks[0], seat, card)
        return hands, (deck,)
    (hand,), deck = leave((state.hands[seat],), state.decks[seat], 0, card)
    return swapped(state.hands, seat, hand), swapped(state.decks, seat, deck)
