"""The rules that The Game and Extreme share: ninety-eight cards on two piles that rise and two that fall.

Rule ids: rules spec, section 1.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from companion.games import piles
from companion.games.card_game import CardGame, RuleIds, TurnDraw
from companion.games.findings import make_foul
from companion.games.hands import Hand
from companion.games.piles import FOUR_PILES, PILE_INDEX, PILE_ZONES, NinetyEightTable, number_of
from companion.match.rules import Finding, Outcome, Play, Step


@dataclass(frozen=True, slots=True)
class NinetyEightState:
    """A match at a moment."""

    table: NinetyEightTable
    to_move: int = 0
    turn: int = 1  # from 1, turns of skipped players left out
    played: int = 0  # cards laid in the turn
    drawable: bool = True  # were there cards to draw when the turn began?
    outcome: Outcome | None = None

    @property
    def hands(self) -> tuple[Hand, ...]:
        """By seat."""
        return self.table.hands

    @property
    def piles(self) -> tuple[tuple[str, ...], ...]:
        """By zone, faces bottom to top."""
        return self.table.piles

    @property
    def mover(self) -> Hand:
        """The hand of the player to move."""
        return self.table.hands[self.to_move]

    @property
    def minimum_cards(self) -> int:
        """Cards that the turn needs (TG-07), by what the draw pile held at the beginning (TG-10)."""
        return 2 if self.drawable else 1

    @property
    def still_needed(self) -> int:
        """Cards that the turn still needs."""
        return max(0, self.minimum_cards - self.played)


NinetyEightStateT = TypeVar("NinetyEightStateT", bound=NinetyEightState)


class NinetyEight(CardGame[NinetyEightStateT]):
    """The rules. "Cannot lay the minimum" (TG-12) is declared where the hand is known (G-3), else by the claim "stuck"."""

    zones = PILE_ZONES
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
    def lay_on_pile(self, state: NinetyEightStateT, pile: int, face: str, seat: int) -> NinetyEightStateT:
        """The state with a card of `seat` on a pile. `pile`: place, 0 to 3. Only a card of the player to move counts for the
        turn. Whether the card may lie there is not asked."""

    @abstractmethod
    def show_other_cards(self, state: NinetyEightStateT, table: NinetyEightTable, played: int) -> NinetyEightStateT:
        """The match with other cards visible, after a card was lifted. `played`: cards laid in the turn by now."""

    @abstractmethod
    def start_turn(self, state: NinetyEightStateT, table: NinetyEightTable, to_move: int) -> NinetyEightStateT:
        """The next turn on `table`, of seat `to_move`."""

    def cite_minimum_rule(self, state: NinetyEightStateT) -> str:
        """Where the rules spec says how many cards the turn needs."""
        return "TG-07" if state.drawable else "TG-10"

    # Plays

    def find_fouls(self, state: NinetyEightStateT, play: Play) -> Iterator[Finding]:
        """What speaks against a play, a single reason or nothing: turn, card, pile. A reason refuses the card; commands of
        Extreme are judged later, in `lay_lawful_card`."""
        if found := self.find_turn_foul(state, play.seat):
            yield found
        elif not (face := self.read_face(state, play.after)):
            yield self.make_strange_face_foul(play.zone, play.after)
        elif found := piles.find_pile_foul(state.table, PILE_INDEX[play.zone], face, number_of(face), state.to_move):
            yield found

    def lay_lawful_card(self, state: NinetyEightStateT, play: Play) -> Step[NinetyEightStateT]:
        """The step of a card against which nothing speaks, with notes on tricks and used-up hands. A waived card wins as any
        other, and loses nothing."""
        pile, face = PILE_INDEX[play.zone], self.read_face(state, play.after)
        notes = piles.remark_on_card(state.table, pile, face, number_of(face), state.to_move)
        laid = self.lay_on_pile(state, pile, face, state.to_move)
        return self.win_if_all_laid(laid, notes) if play.waived else self.settle_position(laid, notes)

    def lay_waived_card(self, state: NinetyEightStateT, play: Play, notes: tuple[Finding, ...]) -> Step[NinetyEightStateT]:
        face, seat = self.read_face(state, play.after), self.find_holder(state, play)
        return self.win_if_all_laid(self.lay_on_pile(state, PILE_INDEX[play.zone], face, seat), notes)

    def lift_card(self, state: NinetyEightStateT, play: Play) -> NinetyEightStateT:
        table = state.table.with_card_lifted(PILE_INDEX[play.zone], self.find_holder(state, play))
        return self.show_other_cards(state, table, max(0, state.played - 1))

    def show_face(self, state: NinetyEightStateT, zone: str, face: str, *, misread: bool = False) -> NinetyEightStateT:
        table = state.table.with_face_shown(PILE_INDEX[zone], face, misread=misread)
        return self.show_other_cards(state, table, state.played)

    # Turns

    def count_still_needed(self, state: NinetyEightStateT) -> int:
        return state.still_needed

    def count_dealt_cards(self, state: NinetyEightStateT, players: int) -> int:
        return piles.deal_size(players)

    def make_too_few_foul(self, state: NinetyEightStateT) -> Finding:
        return make_foul(
            self.cite_minimum_rule(state), "too-few", still=state.still_needed, minimum=state.minimum_cards, played=state.played
        )

    def plan_draw(self, state: NinetyEightStateT) -> TurnDraw:
        """As many cards as were laid, or as the draw pile still has (TG-09)."""
        return TurnDraw(min(state.played, state.table.deck.size), "TG-09")

    def begin_next_turn(self, state: NinetyEightStateT, count: int) -> NinetyEightStateT:
        table = state.table.with_cards_drawn(state.to_move, count)
        return self.start_turn(state, table, table.seat_after(state.to_move))

    def resume_turn(self, state: NinetyEightStateT, turn: int, seat: int, drawable: bool) -> NinetyEightStateT:
        return replace(state, turn=turn, to_move=seat, drawable=drawable)

    def could_draw(self, state: NinetyEightStateT) -> bool:
        """Were there cards to draw when the turn began (TG-10)?"""
        return state.drawable

    def remove_player(self, state: NinetyEightStateT, seat: int | None) -> NinetyEightStateT:
        return replace(state, table=state.table.with_player_gone(seat))

    # How a match ends

    def is_all_laid(self, state: NinetyEightStateT) -> bool:
        return state.table.has_all_laid

    def is_all_seen(self, state: NinetyEightStateT) -> bool:
        return not state.table.unlaid_cards

    def end_match(self, state: NinetyEightStateT, outcome: Outcome, notes: tuple[Finding, ...] = ()) -> Step[NinetyEightStateT]:
        """The match is over, with the score (TG-14)."""
        score = state.table.cards_left
        detail = {"score": score, "rating": piles.rate_score(score, bool(outcome.won)), **outcome.detail}
        return super().end_match(state, replace(outcome, detail=detail), notes)

    def lose_by_finding(
        self, state: NinetyEightStateT, lost: Finding, notes: tuple[Finding, ...] = (), *, lapses: bool = False
    ) -> Step[NinetyEightStateT]:
        """The match lost by a finding, which comes after `notes`. `lapses`: see `Outcome`."""
        outcome = Outcome(False, lost.rule, lost.code, detail=lost.detail, lapses=lapses)
        return self.end_match(state, outcome, (*notes, lost))

    # Seen from outside

    def describe_position(self, state: NinetyEightStateT) -> dict[str, Any]:
        """The public position. `score`: cards not yet laid (TG-14)."""
        table = state.table
        return {
            **super().describe_position(state),
            **piles.describe_score(table, state.outcome),
            "min_cards": state.minimum_cards,
            "piles": [
                piles.describe_ninety_eight_pile(table, pile, self.bounds_on_pile(state, pile))
                for pile in range(len(FOUR_PILES))
            ],
        }

    def bounds_on_pile(self, state: NinetyEightStateT, pile: int) -> dict[str, Any]:
        """What goes on a pile now, as bounds: see `piles.find_bounds`."""
        return piles.find_bounds(state.table, pile)
