"""What every card game does: turns, claims, talk, and how a match ends.

A game adds cards, piles and what fits where. Two families stand on `CardGame`: `companion/games/pile_game.py` for cards on a
few piles, and `companion/games/ninety_eight.py` for The Game and its relatives. Of The Game, Quick & Easy and Sequence a
second fold stands in `tests/companion/oracle`, written from the rules alone: a rule changes there too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from companion.errors import InputError
from companion.games.findings import CLAIMS, make_foul, make_note, make_notes, read_kind_said, read_setup_claim
from companion.games.hands import Hand
from companion.games.positions import shorten_json
from companion.match.rules import Claim, Detail, Duty, Finding, GameState, Outcome, Play, Step, Takes

KINDS_OF_NUMBER = frozenset({"number", "relative_number"})


class CardState(GameState, Protocol):
    """What the state of every card game tells."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def hands(self) -> tuple[Hand, ...]:
        """By seat."""

    @property
    def piles(self) -> tuple[tuple[str, ...], ...]:
        """By zone, faces bottom to top."""

    @property
    def played(self) -> int:
        """Cards laid in the current turn."""

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, None while played."""


@dataclass(frozen=True, slots=True)
class RuleIds:
    """Where the rules spec says what all card games have in common."""

    players: str  # number of players
    hand: str  # cards dealt to each
    card: str  # what a card is
    lifted: str  # laid cards stay
    own: str  # own hand and own turn
    least: str  # least cards of a turn
    drawn: str  # cards drawn at the end of a turn
    skipped: str  # who is skipped
    stuck: str  # who cannot go on
    won: str  # what wins
    over: str  # nothing is laid after the end
    talk: str = ""  # numbers are not said; "" where they may be


class TurnDraw(NamedTuple):
    """What the player to move draws at the end of the turn."""

    cards: int
    rule: str  # by which rule
    zone: str = ""  # the draw pile, where there are several


StateT = TypeVar("StateT", bound=CardState)


class CardGame(ABC, Generic[StateT]):
    """The rules that all card games share. Everything abstract is a game's own.

    A loss that no camera sees is declared as soon as the hand is known (G-3), else by the claim "stuck".
    """

    name: str
    zones: tuple[str, ...]
    ids: RuleIds
    seats: tuple[int, int] = (1, 5)  # the fewest and the most players (TG-02)
    examples: tuple[str, ...]  # cards as they may be written
    example_pile: str = ""  # a pile as it may be written, "" for the first zone
    claims: Mapping[str, Mapping[str, Takes]] = CLAIMS
    doubles = False
    shared: frozenset[str] = frozenset()

    # What a game says of its own

    @abstractmethod
    def read_face(self, state: StateT, text: str) -> str:
        """The face on the table that a text means, "" for no card of the match."""

    @abstractmethod
    def find_fouls(self, state: StateT, play: Play) -> Iterable[Finding]:
        """What speaks against a play, the weightiest first. Anything found here refuses the card: `apply_play` tells the first
        and leaves the state, and a waived card gets all as notes. What is only remarked on belongs to `lay_lawful_card`."""

    @abstractmethod
    def lay_lawful_card(self, state: StateT, play: Play) -> Step[StateT]:
        """The step of a card against which nothing speaks, with what is remarked on as notes."""

    @abstractmethod
    def lay_waived_card(self, state: StateT, play: Play, notes: tuple[Finding, ...]) -> Step[StateT]:
        """The step of a foul that the table lets stand: may win as any other card, but loses nothing. `notes`: all of
        `find_fouls`."""

    @abstractmethod
    def lift_card(self, state: StateT, play: Play) -> StateT:
        """The state with the top card of a pile back in a hand."""

    @abstractmethod
    def show_face(self, state: StateT, zone: str, face: str, *, misread: bool = False) -> StateT:
        """The position with a face on top of a zone, see `Rules`."""

    @abstractmethod
    def count_still_needed(self, state: StateT) -> int:
        """Cards that the turn still needs, 0 once it may end."""

    @abstractmethod
    def count_dealt_cards(self, state: StateT, players: int) -> int:
        """Cards that are dealt to each of `players` players."""

    @abstractmethod
    def is_all_laid(self, state: StateT) -> bool:
        """Is nothing left to lay?"""

    @abstractmethod
    def is_all_seen(self, state: StateT) -> bool:
        """Does every card of the game lie on a pile?"""

    @abstractmethod
    def plan_draw(self, state: StateT) -> TurnDraw:
        """What the player to move draws when the turn ends. Nobody else draws: who laid a card out of turn keeps a card
        less."""

    @abstractmethod
    def begin_next_turn(self, state: StateT, count: int) -> StateT:
        """The state after the player to move has drawn `count` cards: the turn of whoever follows."""

    @abstractmethod
    def remove_player(self, state: StateT, seat: int | None) -> StateT:
        """The position without a player and the player's cards. Raises `InputError` where nobody may leave."""

    @abstractmethod
    def list_due(self, state: StateT) -> tuple[Duty, ...]:
        """What must happen in time, while the match is on. Public knowledge only."""

    @abstractmethod
    def find_lawful_plays(self, state: StateT) -> Iterator[Play]:
        """Every lawful card and pile while the match is on: from the hand where known, else from all cards not laid. Asked by
        `list_legal` and `is_stuck`; a play itself is judged by `find_fouls` and `lay_lawful_card`: all must agree."""

    # Plays

    def parse_play(self, state: StateT, play: Detail, seat: int | None = None) -> Play:
        """{"card": "47", "pile": "up1"} as a play of `seat`, None = the player to move. Raises `InputError` for other keys, an
        unknown card or pile."""
        examples = self.list_examples(state)
        if set(play) != {"card", "pile"}:
            example = f'{{"card": "{examples[0]}", "pile": "{self.example_pile or self.zones[0]}"}}'
            raise InputError.with_id("example-needed", where='"play"', example=example)
        text = play["card"]
        face = self.read_told_face(state, text, state.to_move if seat is None else seat) if isinstance(text, str) else ""
        if not face:
            raise InputError.with_id("no-card", given=shorten_json(text), known=examples)
        zone = self.find_zone(state, play["pile"], seat)
        return Play(zone, self.list_faces(state)[zone], face, seat)

    def list_examples(self, state: StateT) -> tuple[str, ...]:
        """Cards as they may be written in the match."""
        return self.examples

    def read_told_face(self, state: StateT, text: str, seat: int) -> str:
        """The face on the table that a player's text means, "" for no card of the match. `seat`: the player."""
        return self.read_face(state, text)

    def find_holder(self, state: StateT, play: Play) -> int:
        """The seat from whose hand the card comes: the named player, else the player to move. Asked by plays, waived plays and
        liftings."""
        return state.to_move if play.seat is None else play.seat

    def find_zone(self, state: StateT, pile: str, seat: int | None = None) -> str:
        """The zone of a pile, by the same name. `seat`: whose pile, for games with piles of their own. Raises `InputError` for
        no pile."""
        if not isinstance(pile, str) or pile not in self.zones:
            raise InputError.with_id("no-pile", given=shorten_json(pile), known=self.zones)
        return pile

    def apply_play(self, state: StateT, play: Play) -> Step[StateT]:
        """Judge a card laid on a pile, and lay the card. Raises `InputError` for a zone that is no pile, or a seat that is not
        at the table. The weightiest foul alone is told, and leaves the state; of a waived play all fouls are told as notes, and
        the card lies."""
        if play.zone not in self.zones:
            raise InputError.with_id("no-pile", given=shorten_json(play.zone), known=self.zones)
        if play.seat is not None:
            check_player_seat(play.seat, len(state.hands))
        found = next(iter(self.find_fouls(state, play)), None)
        if found is None:
            return self.lay_lawful_card(state, play)
        return self._apply_waived_play(state, play) if play.waived else Step(state, (found,))

    def _apply_waived_play(self, state: StateT, play: Play) -> Step[StateT]:
        """The step of a foul that the table lets stand. The match shows what the table shows, and the fouls become notes. After
        the end, or with a face that is no card, only the notes are new."""
        notes = make_notes(self.find_fouls(state, play))
        if state.outcome is not None or (play.after and not self.read_face(state, play.after)):
            return Step(state, notes)
        return self.lay_waived_card(state, play, notes) if play.after else Step(self.lift_card(state, play), notes)

    def retell_play(self, state: StateT, play: Play, then: int, now: int) -> Play:
        """The play unchanged: cards and piles belong to everybody."""
        return play

    def find_turn_foul(self, state: StateT, seat: int | None) -> Finding | None:
        """Why `seat` may do nothing now: the match is over, or another player is to move. None if nothing speaks against it.
        With `seat` None only the end of the match does.

        Asked by plays (`find_fouls`), ends of turn and the claim "stuck": a game that allows more in plays overrides
        `find_fouls`.
        """
        if state.outcome is not None:
            return make_foul(self.ids.over, "match-over")
        if seat is None or seat == state.to_move:
            return None
        return make_foul(self.ids.own, "not-your-turn", seat=seat + 1, to_move=state.to_move + 1)

    def make_strange_face_foul(self, zone: str, face: str) -> Finding:
        """The foul of a zone that shows no laid card: for `face` "" a card was lifted off, else the face is no card at all."""
        return make_foul(self.ids.card, "not-a-card", zone, card=face) if face else make_foul(self.ids.lifted, "lifted", zone)

    # Turns

    def apply_turn_end(self, state: StateT, seat: int | None = None) -> Step[StateT]:
        """Judge what the turn still needs, draw, pass on. An end out of turn is a foul. Raises `InputError` for a seat that is
        not at the table."""
        if seat is not None:
            check_player_seat(seat, len(state.hands))
        found = self.find_turn_foul(state, seat)
        return self.complete_turn(state) if found is None else Step(state, (found,))

    def complete_turn(self, state: StateT) -> Step[StateT]:
        """The step with which the player to move ends the turn: drawn and passed on. With too few cards laid: a foul, or a loss
        where a known hand cannot go on."""
        if self.count_still_needed(state):
            return self.declare_stuck(state) if self.is_stuck(state) else Step(state, (self.make_too_few_foul(state),))
        return self.draw_and_pass(state)

    def draw_and_pass(self, state: StateT, notes: tuple[Finding, ...] = ()) -> Step[StateT]:
        """The player to move draws, the next player follows. `notes`: what else is said."""
        drawing = self.plan_draw(state)
        passed = self.begin_next_turn(state, drawing.cards)
        drawn = make_note(
            drawing.rule, "drawn", drawing.zone, count=drawing.cards, seat=state.to_move + 1, next=passed.to_move + 1
        )
        return self.settle_position(passed, (*notes, drawn))

    def pass_turn(self, state: StateT) -> Step[StateT]:
        """The turn passed, whatever speaks against that, see `Rules`. Too few cards are a note; the state goes on without any
        outcome."""
        notes = make_notes((self.make_too_few_foul(state),)) if self.count_still_needed(state) else ()
        passed = self.draw_and_pass(state, notes)
        return Step(self.with_outcome(passed.state, None), passed.findings, passed.outcome)

    def resume_turn(self, state: StateT, turn: int, seat: int, drawable: bool) -> StateT:
        """The position in turn number `turn` of `seat`."""
        return _replace_in(state, turn=turn, to_move=seat)

    def could_draw(self, state: StateT) -> bool:
        """True: the minimum of a turn depends on no draw pile."""
        return True

    def make_too_few_foul(self, state: StateT) -> Finding:
        """The foul of a turn that needs more cards."""
        return make_foul(self.ids.least, "too-few", still=self.count_still_needed(state))

    # How a match ends

    def with_outcome(self, state: StateT, outcome: Outcome | None) -> StateT:
        """The same position, over with an outcome; None = going on."""
        return state if state.outcome is outcome else _replace_in(state, outcome=outcome)

    def is_outcome_valid(self, state: StateT, outcome: Outcome) -> bool:
        """Does an earlier outcome still hold? Whoever could not go on, and did, has not lost."""
        return not outcome.lapses

    def end_match(self, state: StateT, outcome: Outcome, notes: tuple[Finding, ...] = ()) -> Step[StateT]:
        """The match is over: everybody wins or loses together. The outcome gets every seat; `notes` are the findings."""
        outcome = replace(outcome, seats=tuple(range(len(state.hands))))
        return Step(self.with_outcome(state, outcome), notes, outcome)

    def settle_position(self, state: StateT, notes: tuple[Finding, ...] = ()) -> Step[StateT]:
        """The match won, lost because a known hand cannot go on, or going on. Asked after each lawful card and each draw.
        `notes`: findings of the step."""
        return self.declare_stuck(state, notes) if self.is_stuck(state) else self.win_if_all_laid(state, notes)

    def declare_stuck(self, state: StateT, notes: tuple[Finding, ...] = ()) -> Step[StateT]:
        """The match lost, as the player to move cannot go on, with `notes` beside the loss. Cards of a hidden hand are only
        counted, so such a loss may still be denied."""
        return (
            self.lose_match(state, notes)
            if state.hands[state.to_move].is_all_known
            else self.mark_as_counted(self.lose_match(state, notes))
        )

    def win_if_all_laid(self, state: StateT, notes: tuple[Finding, ...] = ()) -> Step[StateT]:
        """The match won if everything is laid, else going on. Where hidden hands were only counted, the outcome says so.
        `notes`: findings of the step."""
        if not self.is_all_laid(state):
            return Step(state, notes)
        step = self.end_match(state, Outcome(True, self.ids.won, "all-laid"), notes)
        return step if self.is_all_seen(state) or not any(hand.secret for hand in state.hands) else self.mark_as_counted(step)

    def mark_as_counted(self, step: Step[StateT]) -> Step[StateT]:
        """The same step, with an outcome that rests on counting cards. Without an outcome nothing changes."""
        outcome = None if step.outcome is None else replace(step.outcome, counted=True)
        return Step(self.with_outcome(step.state, outcome), step.findings, outcome)

    def lose_match(self, state: StateT, notes: tuple[Finding, ...] = ()) -> Step[StateT]:
        """The match lost, as the player to move cannot go on."""
        detail = {"seat": state.to_move + 1, "still": self.count_still_needed(state)}
        return self.end_match(state, Outcome(False, self.ids.stuck, "stuck", detail=detail, lapses=True), notes)

    def is_stuck(self, state: StateT) -> bool:
        """Does the turn need more than the known hand of the player to move can lay? False with a hidden hand, and where all
        is laid.

        Asked after each card and draw, and at the end of a turn: the match is lost where true.
        """
        if not self.count_still_needed(state) or not state.hands[state.to_move].is_all_known or self.is_all_laid(state):
            return False
        return self.find_way_out(state) is None

    def find_way_out(self, state: StateT) -> Play | None:
        """A play with which the turn can go on, None for none. Asked by `is_stuck`, and by the claim "stuck" of a known
        hand."""
        return next(self.find_lawful_plays(state), None)

    # Claims

    def apply_claim(self, state: StateT, claim: Claim) -> Step[StateT]:
        """Judge something no camera sees. Raises `InputError`."""
        if claim.seat is not None:
            check_player_seat(claim.seat, len(state.hands))
        judge = self._judges.get(claim.code)
        if judge is None:
            raise InputError.with_id("no-claim", given=shorten_json(claim.code), known=tuple(self.claims))
        return judge(self, state, claim)

    def _judge_stuck(self, state: StateT, claim: Claim) -> Step[StateT]:
        """A player says "I cannot go on". With a hidden hand that is believed, with a known hand checked."""
        found = self.find_turn_foul(state, claim.seat)
        if found is None and not self.is_turn_incomplete(state):
            found = make_foul(self.ids.stuck, "minimum-laid")
        if found is None and state.hands[state.to_move].is_all_known and (play := self.find_way_out(state)):
            found = make_foul(self.ids.stuck, "not-stuck", play.zone, card=play.after)
        return self.lose_match(state) if found is None else Step(state, (found,))

    def is_turn_incomplete(self, state: StateT) -> bool:
        """Must the turn go on?"""
        return self.count_still_needed(state) > 0

    def _judge_assess(self, state: StateT, claim: Claim) -> Step[StateT]:
        return Step(state, (), state.outcome) if state.outcome else self.settle_position(state)

    def _judge_say(self, state: StateT, claim: Claim) -> Step[StateT]:
        return self.judge_talk(state, read_kind_said(claim.detail))

    def judge_talk(self, state: StateT, kind: str) -> Step[StateT]:
        """Something was said, of a kind in `KINDS_SAID`. Anybody may talk at any time, and of anything once the match is over.
        A said number is a foul where the game forbids numbers."""
        told = bool(self.ids.talk) and kind in KINDS_OF_NUMBER and state.outcome is None
        return Step(state, (make_foul(self.ids.talk, "number-said"),) if told else ())

    def _judge_setup_check(self, state: StateT, claim: Claim) -> Step[StateT]:
        found = self.find_deal_fault(state, claim.detail)
        return Step(state, (found,) if found else ())

    def find_deal_fault(self, state: StateT, detail: Detail) -> Finding | None:
        """What is wrong with the deal that a claim "setup_check" tells: number of players, cards in a hand. None where all is
        right, or nothing is told. Nothing else asks here; the state stays. Raises `InputError` for a detail that is not of the
        claim."""
        seats, (fewest, most) = len(state.hands), self.seats
        players, hand = read_setup_claim(detail, seats, self.count_dealt_cards(state, seats))
        if not fewest <= players <= most:
            return make_foul(self.ids.players, "wrong-players", players=players)
        right = self.count_dealt_cards(state, players)
        if hand == right or "hand" not in detail:
            return None
        return make_foul(self.cite_hand_rule(state), "wrong-hand", players=players, hand=hand, right=right)

    def cite_hand_rule(self, state: StateT) -> str:
        """Where the rules spec says how many cards are dealt."""
        return self.ids.hand

    def _judge_leave(self, state: StateT, claim: Claim) -> Step[StateT]:
        """A player leaves: passed over from now on, and the own turn is over. Raises `InputError` where nobody may leave."""
        after = self.remove_player(state, claim.seat)
        said = (make_note(self.ids.skipped, "left", seat=(claim.seat or 0) + 1),)
        if state.outcome is not None:
            return Step(after, said)
        return self.settle_position(self.begin_next_turn(after, 0) if claim.seat == state.to_move else after, said)

    _judges: ClassVar[Mapping[str, Callable[[Any, Any, Claim], Step[Any]]]] = {
        "stuck": _judge_stuck,
        "assess": _judge_assess,
        "say": _judge_say,
        "setup_check": _judge_setup_check,
        "leave": _judge_leave,
    }

    # Seen from outside

    def tidy_table(self, state: StateT) -> StateT:
        """The position unchanged: cards lie as they were laid."""
        return state

    def list_faces(self, state: StateT) -> Mapping[str, str]:
        """The visible card of each pile, "" for an empty pile; direction cards lie beside the piles."""
        return {zone: cards[-1] if cards else "" for zone, cards in zip(self.zones, state.piles, strict=True)}

    def list_legal(self, state: StateT) -> Sequence[Play]:
        """Every lawful card and pile."""
        return () if state.outcome is not None else list(self.find_lawful_plays(state))

    def list_duties(self, state: StateT) -> tuple[Duty, ...]:
        """What must happen in time. Public knowledge only."""
        return () if state.outcome is not None else self.list_due(state)

    def describe_position(self, state: StateT) -> dict[str, Any]:
        """The keys of the public position that all card games have. Seats count from 0, "hand_size" is by seat."""
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


def _replace_in(state: StateT, **changes: Any) -> StateT:
    return replace(state, **changes)


def cut_pile(pile: tuple[str, ...], face: str, *, misread: bool = False) -> tuple[str, ...]:
    """The pile with `face` on top, "" for an empty pile. Cards above are taken off. Where the face is missing, or the top card
    was `misread`, the top card is replaced. `pile`: faces bottom to top."""
    if not face:
        return ()
    if misread or face not in pile:
        return (*pile[:-1], face)
    return pile[: len(pile) - pile[::-1].index(face)]


def check_player_seat(seat: int, seats: int) -> None:
    """Nothing for a seat at the table. Raises `InputError` for any other. `seats`: number of players."""
    if not 0 <= seat < seats:
        raise InputError.with_id("no-seat", given=shorten_json(seat), high=seats - 1)
