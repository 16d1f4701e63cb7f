"""The rules that The Game and Extreme share: ninety-eight cards on two piles that rise and two that fall.

Rule ids are those of the rules spec, section 1.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.errors import InputError
from companion.games import piles
from companion.games.card_game import CardGame, RuleIds, TurnDraw
from companion.games.findings import foul
from companion.games.hands import Hand
from companion.games.piles import PILE_INDEX, PILES, ZONES, NinetyEightTable, number_of
from companion.games.positions import shown
from companion.match.rules import Detail, Finding, Outcome, Play, Step


@dataclass(frozen=True, slots=True)
class NinetyEightState:
    """A match at one moment. `played`: cards laid this turn. `turn` counts from 1, turns of skipped players left out. `drawable`: were
    there cards to draw when this turn began?"""

    table: NinetyEightTable
    to_move: int = 0
    turn: int = 1
    played: int = 0
    drawable: bool = True
    outcome: Outcome | None = None

    @property
    def hands(self) -> tuple[Hand, ...]:
        """By seat."""
        return self.table.hands

    @property
    def piles(self) -> tuple[tuple[str, ...], ...]:
        """Faces bottom to top."""
        return self.table.piles

    @property
    def mover(self) -> Hand:
        """The hand of the player to move."""
        return self.table.hands[self.to_move]

    @property
    def minimum(self) -> int:
        """Cards that this turn needs (TG-07), by what the draw pile held when it began (TG-10)."""
        return 2 if self.drawable else 1

    @property
    def still(self) -> int:
        """Cards that this turn still needs."""
        return max(0, self.minimum - self.played)


T = TypeVar("T", bound=NinetyEightState)


class NinetyEight(CardGame[T]):
    """The rules. "Cannot lay the minimum" (TG-12) is declared lazily where the hand is known (G-3), else by the claim "stuck"."""

    zones = ZONES
    ids = RuleIds(
        players="TG-02",
        hand="TG-02",
        card="TG-01",
        lifted="TG-16",
        own="TG-17",
        least="TG-07",
        drawn="TG-09",
        skipped="TG-11",
        stuck="TG-12",
        won="TG-13",
        over="TG-18",
        talk="TG-15",
    )

    # What a game says of its own

    @abstractmethod
    def examples(self, state: T) -> tuple[str, ...]:
        """Cards as they may be written."""

    @abstractmethod
    def laid(self, state: T, pile: int, face: str, seat: int) -> T:
        """The card of this seat on its pile."""

    @abstractmethod
    def relaid(self, state: T, table: NinetyEightTable, played: int) -> T:
        """The match with other cards visible, after a card was lifted."""

    @abstractmethod
    def begun(self, state: T, table: NinetyEightTable, to_move: int) -> T:
        """The next turn on this table, of this seat."""

    def least_rule(self, state: T) -> str:
        """Where the rules spec says how many cards this turn needs."""
        return "TG-07" if state.drawable else "TG-10"

    # Plays

    def parse(self, state: T, play: Detail, seat: int | None = None) -> Play:
        """{"card": "47", "pile": "up1"} as a play. Raises `InputError`."""
        card, pile = piles.card_and_pile(play)
        face = self.face(state, card) if isinstance(card, str) else ""
        if not face:
            raise InputError.of("no-card", given=shown(card), known=self.examples(state))
        return Play(ZONES[pile], state.table.face(pile), face, seat)

    def fouls(self, state: T, play: Play) -> Iterator[Finding]:
        """See `CardGame`. One reason is enough."""
        if found := self.out_of_turn(state, play.seat):
            yield found
        elif not (face := self.face(state, play.after)):
            yield self.not_laid(play.zone, play.after)
        elif found := piles.misplaced(state.table, PILE_INDEX[play.zone], face, number_of(face), state.to_move):
            yield found

    def stands(self, state: T, play: Play) -> Step[T]:
        """See `CardGame`."""
        pile, face = PILE_INDEX[play.zone], self.face(state, play.after)
        notes = piles.remarks(state.table, pile, face, number_of(face), state.to_move)
        laid = self.laid(state, pile, face, state.to_move)
        return self.won(laid, notes) if play.waived else self.settled(laid, notes)

    def waved_through(self, state: T, play: Play, notes: tuple[Finding, ...]) -> Step[T]:
        """See `CardGame`."""
        seat = state.to_move if play.seat is None else play.seat
        return self.won(self.laid(state, PILE_INDEX[play.zone], self.face(state, play.after), seat), notes)

    def lifted(self, state: T, play: Play) -> T:
        """See `CardGame`."""
        seat = state.to_move if play.seat is None else play.seat
        return self.relaid(state, state.table.lift(PILE_INDEX[play.zone], seat), max(0, state.played - 1))

    def show_face(self, state: T, zone: str, face: str, *, misread: bool = False) -> T:
        """See `CardGame`."""
        return self.relaid(state, state.table.show(PILE_INDEX[zone], face, misread=misread), state.played)

    # Turns

    def still(self, state: T) -> int:
        """See `CardGame`."""
        return state.still

    def hand_size(self, state: T, players: int) -> int:
        """See `CardGame` (TG-02)."""
        return piles.dealt_hand(players)

    def too_few(self, state: T) -> Finding:
        """See `CardGame`."""
        return foul(self.least_rule(state), "too-few", still=state.still, minimum=state.minimum, played=state.played)

    def drawing(self, state: T) -> TurnDraw:
        """See `CardGame`. As many as were laid (TG-09)."""
        return TurnDraw(min(state.played, state.table.deck.size), "TG-09")

    def next_turn(self, state: T, count: int) -> T:
        """See `CardGame`."""
        table = state.table.draw(state.to_move, count)
        return self.begun(state, table, table.next_seat(state.to_move))

    def resume(self, state: T, turn: int, seat: int, drawable: bool) -> T:
        """The position in this turn of this seat."""
        return replace(state, turn=turn, to_move=seat, drawable=drawable)

    def drawable(self, state: T) -> bool:
        """Were there cards to draw when this turn began (TG-10)?"""
        return state.drawable

    def without(self, state: T, seat: int | None) -> T:
        """See `CardGame`."""
        return replace(state, table=state.table.left_by(seat))

    # How a match ends

    def all_laid(self, state: T) -> bool:
        """See `CardGame` (TG-13)."""
        return state.table.all_laid

    def all_seen(self, state: T) -> bool:
        """See `CardGame`."""
        return not state.table.unlaid

    def ended(self, state: T, outcome: Outcome, notes: tuple[Finding, ...] = ()) -> Step[T]:
        """See `CardGame`. With the score (TG-14)."""
        score = state.table.left
        detail = {"score": score, "rating": piles.rating(score, bool(outcome.won)), **outcome.detail}
        return super().ended(state, replace(outcome, detail=detail), notes)

    def lost_by(self, state: T, lost: Finding, notes: tuple[Finding, ...] = (), *, lapses: bool = False) -> Step[T]:
        """What this finding says has lost the match."""
        outcome = Outcome(False, lost.rule, lost.code, detail=lost.detail, lapses=lapses)
        return self.ended(state, outcome, (*notes, lost))

    # Seen from outside

    def view(self, state: T) -> dict[str, Any]:
        """The public position. `score`: cards not yet laid (TG-14)."""
        table = state.table
        return {
            **super().view(state),
            **piles.public(table, state.outcome),
            "min_cards": state.minimum,
            "piles": [piles.pile_view(table, pile, self.fitting(state, pile)) for pile in range(len(PILES))],
        }

    def fitting(self, state: T, pile: int) -> dict[str, Any]:
        """What goes on a pile now, as bounds."""
        return piles.fits(state.table, pile)
