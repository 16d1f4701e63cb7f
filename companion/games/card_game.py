"""What every card game does, said once: turns, claims, talk, and how a match ends.

A game adds its cards and piles and what fits where. Two families stand on this: `companion/games/pile_game.py` for cards on a few piles
and `companion/games/ninety_eight.py` for The Game and its relatives.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from companion.errors import InputError
from companion.games.findings import CLAIMS, as_notes, foul, kind_said, note, players_and_hand
from companion.games.hands import Hand
from companion.games.positions import shown
from companion.match.rules import Claim, Detail, Duty, Finding, GameState, Outcome, Play, Step, Takes

NUMBERS_SAID = frozenset({"number", "relative_number"})


class CardState(GameState, Protocol):
    """What the state of every card game tells. `piles`: faces bottom to top, in the order of the game's zones; `played`: cards laid
    this turn; `turn` counts from 1."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def hands(self) -> tuple[Hand, ...]:
        """By seat."""

    @property
    def piles(self) -> tuple[tuple[str, ...], ...]:
        """By zone."""

    @property
    def played(self) -> int:
        """Cards laid this turn."""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it did."""


@dataclass(frozen=True, slots=True)
class RuleIds:
    """Where the rules spec says what all card games have: `players` and `hand` of the deal, what is a `card`, that laid cards stay
    (`lifted`), `own` hand and own turn, `least` cards of a turn, how many are `drawn`, who is `skipped`, who is `stuck`, what has `won`,
    that nothing is laid after the end (`over`), and that numbers are not said (`talk`, "" where they may be)."""

    players: str
    hand: str
    card: str
    lifted: str
    own: str
    least: str
    drawn: str
    skipped: str
    stuck: str
    won: str
    over: str
    talk: str = ""


class TurnDraw(NamedTuple):
    """What the player to move draws at the end of the turn, and by which rule. `zone`: the draw pile, where there are several."""

    cards: int
    rule: str
    zone: str = ""


S = TypeVar("S", bound=CardState)


class CardGame(ABC, Generic[S]):
    """The rules that all card games share. A loss that no camera sees is declared as soon as the hand is known (G-3), else by the claim
    "stuck". Everything abstract is what a game says of its own."""

    name: str
    zones: tuple[str, ...]
    ids: RuleIds
    seats: tuple[int, int] = (1, 5)
    """The fewest and the most players."""
    claims: Mapping[str, Mapping[str, Takes]] = CLAIMS
    doubles = False
    shared: frozenset[str] = frozenset()

    # What a game says of its own

    @abstractmethod
    def face(self, state: S, text: str) -> str:
        """The face on the table that a text means, "" for no card of this match."""

    @abstractmethod
    def fouls(self, state: S, play: Play) -> Iterable[Finding]:
        """What speaks against a play, the weightiest first."""

    @abstractmethod
    def stands(self, state: S, play: Play) -> Step[S]:
        """A card against which nothing speaks, laid."""

    @abstractmethod
    def waved_through(self, state: S, play: Play, notes: tuple[Finding, ...]) -> Step[S]:
        """A card that the table lets stand, laid: it wins as any other, but loses nothing."""

    @abstractmethod
    def lifted(self, state: S, play: Play) -> S:
        """The top card of a pile back in a hand."""

    @abstractmethod
    def show_face(self, state: S, zone: str, face: str, *, misread: bool = False) -> S:
        """See `Rules`."""

    @abstractmethod
    def still(self, state: S) -> int:
        """Cards that this turn still needs."""

    @abstractmethod
    def hand_size(self, state: S, players: int) -> int:
        """Cards that are dealt to each of so many players."""

    @abstractmethod
    def all_laid(self, state: S) -> bool:
        """Is nothing left to lay?"""

    @abstractmethod
    def all_seen(self, state: S) -> bool:
        """Does every card of the game lie on a pile?"""

    @abstractmethod
    def drawing(self, state: S) -> TurnDraw:
        """What the player to move draws when the turn ends."""

    @abstractmethod
    def next_turn(self, state: S, count: int) -> S:
        """The player to move has drawn so many cards; it is the turn of whoever follows."""

    @abstractmethod
    def without(self, state: S, seat: int | None) -> S:
        """The position without a player and his cards. Raises `InputError` where that cannot be."""

    @abstractmethod
    def due(self, state: S) -> tuple[Duty, ...]:
        """What must happen in time, while the match is on. Public knowledge only."""

    @abstractmethod
    def lawful(self, state: S) -> Iterator[Play]:
        """Every card and pile that would stand now, while the match is on: from the hand where it is known, else from all cards not
        laid."""

    # Plays

    def zone(self, state: S, pile: str, seat: int | None = None) -> str:
        """A pile is named as its zone. Raises `InputError`."""
        if not isinstance(pile, str) or pile not in self.zones:
            raise InputError.of("no-pile", given=shown(pile), known=self.zones)
        return pile

    def play(self, state: S, play: Play) -> Step[S]:
        """Judge a card laid on a pile, and lay it. Raises `InputError` for a zone that is no pile."""
        if play.zone not in self.zones:
            raise InputError.of("no-pile", given=shown(play.zone), known=self.zones)
        check_seat(play.seat, len(state.hands))
        found = next(iter(self.fouls(state, play)), None)
        if found is None:
            return self.stands(state, play)
        return self._let_stand(state, play) if play.waived else Step(state, (found,))

    def _let_stand(self, state: S, play: Play) -> Step[S]:
        """A foul that the table lets stand: the table shows it, so the match does too, and the fouls become notes."""
        notes = as_notes(self.fouls(state, play))
        if state.outcome is not None or (play.after and not self.face(state, play.after)):
            return Step(state, notes)
        return self.waved_through(state, play, notes) if play.after else Step(self.lifted(state, play), notes)

    def retold(self, state: S, play: Play, then: int, now: int) -> Play:
        """Cards and piles are everybody's."""
        return play

    def out_of_turn(self, state: S, seat: int | None) -> Finding | None:
        """Is the match still on, and is it this seat's turn?"""
        if state.outcome is not None:
            return foul(self.ids.over, "match-over")
        if seat is None or seat == state.to_move:
            return None
        return foul(self.ids.own, "not-your-turn", seat=seat + 1, to_move=state.to_move + 1)

    def not_laid(self, zone: str, face: str) -> Finding:
        """What a zone shows now is no card that was laid there: one was lifted off, or it is no card at all."""
        return foul(self.ids.card, "not-a-card", zone, card=face) if face else foul(self.ids.lifted, "lifted", zone)

    # Turns

    def end_turn(self, state: S, seat: int | None = None) -> Step[S]:
        """Judge what the turn still needs, draw, pass on."""
        check_seat(seat, len(state.hands))
        found = self.out_of_turn(state, seat)
        return self.turn_ended(state) if found is None else Step(state, (found,))

    def turn_ended(self, state: S) -> Step[S]:
        """The player to move ends the turn."""
        if self.still(state):
            return self.stuck(state) if self.is_stuck(state) else Step(state, (self.too_few(state),))
        return self.passed_on(state)

    def passed_on(self, state: S, notes: tuple[Finding, ...] = ()) -> Step[S]:
        """The player to move draws, the next one follows."""
        drawing = self.drawing(state)
        passed = self.next_turn(state, drawing.cards)
        drawn = note(drawing.rule, "drawn", drawing.zone, count=drawing.cards, seat=state.to_move + 1, next=passed.to_move + 1)
        return self.settled(passed, (*notes, drawn))

    def pass_on(self, state: S) -> Step[S]:
        """See `Rules`."""
        notes = as_notes((self.too_few(state),)) if self.still(state) else ()
        passed = self.passed_on(state, notes)
        return Step(self.over(passed.state, None), passed.findings, passed.outcome)

    def resume(self, state: S, turn: int, seat: int, drawable: bool) -> S:
        """The position in this turn of this seat."""
        return _replaced(state, turn=turn, to_move=seat)

    def drawable(self, state: S) -> bool:
        """The minimum of a turn hangs on no draw pile."""
        return True

    def too_few(self, state: S) -> Finding:
        """The turn needs more cards."""
        return foul(self.ids.least, "too-few", still=self.still(state))

    # How a match ends

    def over(self, state: S, outcome: Outcome | None) -> S:
        """The same position, over with this outcome, or going on."""
        return state if state.outcome is outcome else _replaced(state, outcome=outcome)

    def holds(self, state: S, outcome: Outcome) -> bool:
        """Whoever could not go on, and did, has not lost."""
        return not outcome.lapses

    def ended(self, state: S, outcome: Outcome, notes: tuple[Finding, ...] = ()) -> Step[S]:
        """The match is over: everybody wins or loses together."""
        outcome = replace(outcome, seats=tuple(range(len(state.hands))))
        return Step(self.over(state, outcome), notes, outcome)

    def settled(self, state: S, notes: tuple[Finding, ...] = ()) -> Step[S]:
        """Is the match won, or lost because a known hand cannot go on?"""
        return self.stuck(state, notes) if self.is_stuck(state) else self.won(state, notes)

    def stuck(self, state: S, notes: tuple[Finding, ...] = ()) -> Step[S]:
        """The player to move cannot go on, as the cards tell; those of a hidden hand are only counted."""
        return self.lost(state, notes) if state.hands[state.to_move].known else self.by_count(self.lost(state, notes))

    def won(self, state: S, notes: tuple[Finding, ...] = ()) -> Step[S]:
        """Is everything laid?"""
        if not self.all_laid(state):
            return Step(state, notes)
        step = self.ended(state, Outcome(True, self.ids.won, "all-laid"), notes)
        return step if self.all_seen(state) or not any(hand.secret for hand in state.hands) else self.by_count(step)

    def by_count(self, step: Step[S]) -> Step[S]:
        """The same step, whose outcome rests on counting cards."""
        outcome = None if step.outcome is None else replace(step.outcome, counted=True)
        return Step(self.over(step.state, outcome), step.findings, outcome)

    def lost(self, state: S, notes: tuple[Finding, ...] = ()) -> Step[S]:
        """The player to move cannot go on."""
        detail = {"seat": state.to_move + 1, "still": self.still(state)}
        return self.ended(state, Outcome(False, self.ids.stuck, "stuck", detail=detail, lapses=True), notes)

    def is_stuck(self, state: S) -> bool:
        """Does the turn need more than the known hand of the player to move can lay?"""
        if not self.still(state) or not state.hands[state.to_move].known or self.all_laid(state):
            return False
        return self.way_out(state) is None

    def way_out(self, state: S) -> Play | None:
        """A play with which the turn can go on."""
        return next(self.lawful(state), None)

    # Claims

    def claim(self, state: S, claim: Claim) -> Step[S]:
        """Judge something no camera sees. Raises `InputError`."""
        check_seat(claim.seat, len(state.hands))
        judge = self._judges.get(claim.code)
        if judge is None:
            raise InputError.of("no-claim", given=shown(claim.code), known=tuple(self.claims))
        return judge(self, state, claim)

    def _stuck(self, state: S, claim: Claim) -> Step[S]:
        """A player says that he cannot go on. With a hidden hand that is so; with a known one it is checked."""
        found = self.out_of_turn(state, claim.seat)
        if found is None and not self.owes(state):
            found = foul(self.ids.stuck, "minimum-laid")
        if found is None and state.hands[state.to_move].known and (play := self.way_out(state)):
            found = foul(self.ids.stuck, "not-stuck", play.zone, card=play.after)
        return self.lost(state) if found is None else Step(state, (found,))

    def owes(self, state: S) -> bool:
        """Must this turn go on?"""
        return self.still(state) > 0

    def _assess(self, state: S, claim: Claim) -> Step[S]:
        return Step(state, (), state.outcome) if state.outcome else self.settled(state)

    def _say(self, state: S, claim: Claim) -> Step[S]:
        return self.said(state, kind_said(claim.detail))

    def said(self, state: S, kind: str) -> Step[S]:
        """Something was said. Anybody may talk at any time, and of anything once the match is over."""
        told = bool(self.ids.talk) and kind in NUMBERS_SAID and state.outcome is None
        return Step(state, (foul(self.ids.talk, "number-said"),) if told else ())

    def _setup_check(self, state: S, claim: Claim) -> Step[S]:
        found = self.dealt(state, claim.detail)
        return Step(state, (found,) if found else ())

    def dealt(self, state: S, detail: Detail) -> Finding | None:
        """Is the table dealt for as many as may play, each with the right hand? Raises `InputError`."""
        seats, (fewest, most) = len(state.hands), self.seats
        players, hand = players_and_hand(detail, seats, self.hand_size(state, seats))
        if not fewest <= players <= most:
            return foul(self.ids.players, "wrong-players", players=players)
        right = self.hand_size(state, players)
        if hand == right or "hand" not in detail:
            return None
        return foul(self.hand_rule(state), "wrong-hand", players=players, hand=hand, right=right)

    def hand_rule(self, state: S) -> str:
        """Where the rules spec says how many cards are dealt."""
        return self.ids.hand

    def _leave(self, state: S, claim: Claim) -> Step[S]:
        """A player leaves: he is passed over from now on, and his turn, if it was his, is over."""
        after = self.without(state, claim.seat)
        said = (note(self.ids.skipped, "left", seat=(claim.seat or 0) + 1),)
        if state.outcome is not None:
            return Step(after, said)
        return self.settled(self.next_turn(after, 0) if claim.seat == state.to_move else after, said)

    _judges: ClassVar[Mapping[str, Callable[[Any, Any, Claim], Step[Any]]]] = {
        "stuck": _stuck,
        "assess": _assess,
        "say": _say,
        "setup_check": _setup_check,
        "leave": _leave,
    }

    # Seen from outside

    def tidied(self, state: S) -> S:
        """Cards lie as they were laid."""
        return state

    def faces(self, state: S) -> Mapping[str, str]:
        """The visible card of each pile, "" for an empty one; direction cards lie beside the piles."""
        return {zone: cards[-1] if cards else "" for zone, cards in zip(self.zones, state.piles, strict=True)}

    def legal(self, state: S) -> Sequence[Play]:
        """Every card and pile that would stand now."""
        return () if state.outcome is not None else list(self.lawful(state))

    def duties(self, state: S) -> tuple[Duty, ...]:
        """What must happen in time. Public knowledge only."""
        return () if state.outcome is not None else self.due(state)

    def view(self, state: S) -> dict[str, Any]:
        """The keys of the public position that all card games have."""
        outcome = state.outcome
        return {
            "status": "playing" if outcome is None else "won" if outcome.won else "lost",
            "to_move": state.to_move,
            "turn": state.turn,
            "played": state.played,
            "hand_size": [max(0, hand.size) for hand in state.hands],
            "winner": None,
            "score": None,
            "rating": None,
        }


def _replaced(state: S, **changes: Any) -> S:
    return replace(state, **changes)


def cut_to(pile: tuple[str, ...], face: str, *, misread: bool = False) -> tuple[str, ...]:
    """The pile with this face on top, "" for an empty one: what lies on it is taken off. Where it is not there, or the top card was
    `misread`, that is replaced."""
    if not face:
        return ()
    if misread or face not in pile:
        return (*pile[:-1], face)
    return pile[: len(pile) - pile[::-1].index(face)]


def check_seat(seat: int | None, seats: int) -> None:
    """Is that seat at the table? Raises `InputError`."""
    if seat is not None and not 0 <= seat < seats:
        raise InputError.of("no-seat", given=shown(seat), high=seats - 1)
