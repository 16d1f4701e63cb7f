"""The Game Extreme: The Game with 28 cards that carry a command. Rule ids are those of the rules spec, sections 1 and 2.

A command is read from its card ("47:skull"); an owner's table of commands gives it to a bare number as well. Flash commands
(stop, skull, three) bind the player who lays them, in that turn; lasting ones (silence, noback, onepile, draw1) bind everybody while
they are visible. A card is judged against the commands visible before it, then laid, then its own command is on (EX-04).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games import piles
from companion.games.card_game import NUMBERS_SAID, TurnDraw
from companion.games.commands import (
    COMMANDS,
    COPIES,
    DRAW_ONE,
    NO_BACKWARD,
    ONE_PILE,
    SILENCE,
    SKULL,
    STOP,
    THREE,
    ExtremeVariant,
    check_copies,
    command_of,
    copies_known,
    variant_of,
)
from companion.games.findings import as_notes, foul, loss, note
from companion.games.ninety_eight import NinetyEight, NinetyEightState
from companion.games.piles import PILE_INDEX, PILES, ZONES, CardSet, NinetyEightTable, number_of
from companion.games.positions import checked_seats
from companion.match.rules import Detail, Duty, Finding, Play, Severity, Step

EXACTLY = 3
"""Cards of a turn in which 3! was laid."""

_LASTING = {
    SILENCE: ("EX-20", "silence"),
    NO_BACKWARD: ("EX-21", "no-backward"),
    ONE_PILE: ("EX-22", "one-pile"),
    DRAW_ONE: ("EX-23", "draw-one"),
}


@dataclass(frozen=True, slots=True)
class ExtremeState(NinetyEightState):
    """A match at one moment. `last`: pile of the latest card of this turn, -1 for none; `used`: the piles of its cards, one bit each.
    `three`: 3! was laid this turn. `skulls`: piles whose visible skull must be covered this turn, one bit each."""

    variant: ExtremeVariant = field(default_factory=ExtremeVariant)
    last: int = -1
    used: int = 0
    three: bool = False
    skulls: int = 0

    @property
    def shown(self) -> tuple[str, ...]:
        """The visible command of each pile, "" for none."""
        return tuple([command_of(cards[-1]) if cards else "" for cards in self.table.piles])

    @property
    def minimum(self) -> int:
        """Cards that this turn needs (TG-07, EX-13, EX-25), by what the draw pile held when it began (TG-10)."""
        return EXACTLY if self.three else 2 if self.drawable else 1


class Extreme(NinetyEight[ExtremeState]):
    """The rules. What cannot be completed is also a turn with a skull (EX-11) or a 3! (EX-13)."""

    name = "extreme"

    def setup(self, seats: int, options: Detail, position: Detail | None = None) -> ExtremeState:
        """A fresh deal with hidden hands, or the position given. Raises `PositionError`.

        Options: lenient, onepile_midturn ("prospective" or "strict"), commands ({"47": "skull"}). A skull that is visible in a position
        must be covered in the first turn.
        """
        seats = checked_seats(seats, *self.seats)
        variant = variant_of(options)
        if position is None:
            return ExtremeState(piles.fresh_table(seats, piles.dealt_hand(seats)), variant=variant)
        table, to_move = piles.read_table(seats, piles.dealt_hand(seats), position, variant.face)
        check_copies(table)
        state = ExtremeState(table, to_move, drawable=bool(table.deck.size), variant=variant)
        return replace(state, skulls=sum(1 << pile for pile, command in enumerate(state.shown) if command == SKULL))

    def examples(self, state: ExtremeState) -> tuple[str, ...]:
        """See `NinetyEight`."""
        return ("47", *(f"47:{command}" for command in COMMANDS))

    # Plays

    def face(self, state: ExtremeState, text: str) -> str:
        """See `CardGame`. A bare number carries what is known of it: it is the card of that number in the known hand, if there is one."""
        face = state.variant.face(text) or ""
        if not face or command_of(face) or not state.mover.cards:
            return face
        return next((card for card in state.mover.cards if number_of(card) == number_of(face)), face)

    def stands(self, state: ExtremeState, play: Play) -> Step[ExtremeState]:
        """See `CardGame`. By its number the card may be laid (TG-04 to TG-06, TG-17); now the commands judge (EX-10 to EX-26)."""
        pile, face = PILE_INDEX[play.zone], self.face(state, play.after)
        breach = _breach(state, pile, face, state.shown)
        laid = self.laid(state, pile, face, state.to_move)
        notes = (*piles.remarks(state.table, pile, face, number_of(face), state.to_move), *_fifth(laid, pile))
        if play.waived:
            return self._waved(laid, as_notes((breach,)) if breach else notes, play.stays)
        return self._followed(laid, notes, play.stays) if breach is None else self._broken(state, breach, laid)

    def _broken(self, state: ExtremeState, breach: Finding, broken: ExtremeState) -> Step[ExtremeState]:
        """A broken command is lost at once (EX-02), or a foul among lenient players."""
        if state.variant.lenient:
            return Step(state, (replace(breach, severity=Severity.FOUL),))
        return self.lost_by(broken, breach)

    def _followed(self, state: ExtremeState, notes: tuple[Finding, ...], stays: bool) -> Step[ExtremeState]:
        """What follows from the card just laid: a 3! that came too late (EX-14), the last card (EX-12, TG-13), the end of the turn by
        STOP (EX-10), or a turn that cannot be completed."""
        pile = state.last
        command = command_of(state.table.face(pile))
        if command == THREE and state.played + state.mover.size < EXACTLY and not state.mover.secret:
            return self.lost_by(state, _late_three(state, pile), notes)
        if state.table.all_laid or command != STOP or stays:
            return self.settled(state, notes)
        return self.passed_on(state, notes)

    def waved_through(self, state: ExtremeState, play: Play, notes: tuple[Finding, ...]) -> Step[ExtremeState]:
        """See `CardGame`."""
        seat = state.to_move if play.seat is None else play.seat
        laid = self.laid(state, PILE_INDEX[play.zone], self.face(state, play.after), seat)
        return self._waved(laid, (*notes, *_fifth(laid, PILE_INDEX[play.zone])), play.stays)

    def _waved(self, state: ExtremeState, notes: tuple[Finding, ...], stays: bool) -> Step[ExtremeState]:
        """A card that the table lets stand loses nothing; STOP ends the turn all the same."""
        if state.table.all_laid or stays or command_of(state.table.face(state.last)) != STOP:
            return super().won(state, notes)
        return self.passed_on(state, notes)

    def laid(self, state: ExtremeState, pile: int, face: str, seat: int) -> ExtremeState:
        """See `NinetyEight`."""
        command, bit = command_of(face), 1 << pile
        return ExtremeState(
            state.table.lay(pile, face, number_of(face), seat),
            state.to_move,
            state.turn,
            state.played + (seat == state.to_move),
            state.drawable,
            None,
            state.variant,
            pile,
            state.used | bit,
            state.three or command == THREE,
            state.skulls | bit if command == SKULL else state.skulls & ~bit,
        )

    def relaid(self, state: ExtremeState, table: NinetyEightTable, played: int) -> ExtremeState:
        """See `NinetyEight`. A skull that comes to light was covered already and binds nobody."""
        same = sum(1 << pile for pile in range(len(PILES)) if table.face(pile) == state.table.face(pile))
        return replace(state, table=table, played=played, skulls=state.skulls & same)

    # Turns

    def turn_ended(self, state: ExtremeState) -> Step[ExtremeState]:
        """See `CardGame`. Judges the minimum and the flash commands."""
        if self.is_stuck(state):
            return self.stuck(state)
        if state.still and not state.three:
            return Step(state, (self.too_few(state),))
        breach = _unfinished(state)
        return self.passed_on(state) if breach is None else self._broken(state, breach, state)

    def pass_on(self, state: ExtremeState) -> Step[ExtremeState]:
        """See `Rules`. A command that the turn left unfulfilled (EX-11, EX-13) is the outcome, or a note among lenient players."""
        notes = as_notes((self.too_few(state),)) if state.still and not state.three else ()
        breach, passed = _unfinished(state), self.passed_on(state)
        broken = self._broken(state, breach, state) if breach else passed
        said = () if breach is None else broken.findings if broken.stands else as_notes(broken.findings)
        return Step(self.over(passed.state, None), (*notes, *said, *passed.findings), broken.outcome)

    def drawing(self, state: ExtremeState) -> TurnDraw:
        """See `CardGame`. One card while DRAW ONE is visible, else up to the full hand (EX-23)."""
        alone = DRAW_ONE in state.shown
        wanted = 1 if alone else piles.dealt_hand(len(state.hands)) - state.mover.size
        return TurnDraw(max(0, min(wanted, state.table.deck.size)), "EX-23" if alone else "TG-09")

    def begun(self, state: ExtremeState, table: NinetyEightTable, to_move: int) -> ExtremeState:
        """See `NinetyEight`."""
        return ExtremeState(table, to_move, state.turn + 1, 0, bool(table.deck.size), None, state.variant)

    # How a match ends

    def won(self, state: ExtremeState, notes: tuple[Finding, ...] = ()) -> Step[ExtremeState]:
        """See `CardGame` (TG-13, EX-26). Lost with its last card where a skull lies there (EX-12)."""
        if not state.table.all_laid or not state.skulls:
            return super().won(state, notes)
        pile = next(piles.numbers(state.skulls))
        lost = self.lost_by(state, loss("EX-12", "skull-last", ZONES[pile], card=state.table.face(pile)), notes)
        return lost if self.all_seen(state) or not any(hand.secret for hand in state.hands) else self.by_count(lost)

    def owes(self, state: ExtremeState) -> bool:
        """See `CardGame`."""
        return bool(state.still or state.skulls)

    def settled(self, state: ExtremeState, notes: tuple[Finding, ...] = ()) -> Step[ExtremeState]:
        """See `CardGame`. With a hidden hand it is only counted that a 3! came too late (EX-14); one that seems empty later was
        miscounted."""
        hand, few = state.mover, state.still > state.mover.size >= int(state.played > 1)
        if hand.secret and state.three and few and not state.table.all_laid:
            pile = next((pile for pile in piles.numbers(state.used) if state.shown[pile] == THREE), state.last)
            return self.by_count(self.lost_by(state, _late_three(state, pile), notes))
        return super().settled(state, notes)

    def is_stuck(self, state: ExtremeState) -> bool:
        """Is the turn incomplete and the known hand without a card that breaks no rule and no command?"""
        known = state.mover.known and not state.table.all_laid
        return known and self.owes(state) and next(self.lawful(state), None) is None

    def lost(self, state: ExtremeState, notes: tuple[Finding, ...] = ()) -> Step[ExtremeState]:
        """See `CardGame`."""
        if state.skulls:
            lost = _skull_left(state, state.skulls)
        elif state.three:
            lost = loss("EX-13", "not-three", played=state.played)
        else:
            lost = loss("TG-12", "stuck", seat=state.to_move + 1, still=state.still)
        return self.lost_by(state, lost, notes, lapses=True)

    def said(self, state: ExtremeState, kind: str) -> Step[ExtremeState]:
        """See `CardGame`. EX-20 comes before EX-03."""
        if state.outcome is not None:
            return Step(state)
        if SILENCE in state.shown:
            return self._broken(state, loss("EX-20", "silence-broken", ZONES[state.shown.index(SILENCE)]), state)
        return Step(state, (foul("EX-03", "number-said"),) if kind in NUMBERS_SAID else ())

    # Seen from outside

    def due(self, state: ExtremeState) -> tuple[Duty, ...]:
        """Cards still to lay, skulls to cover, and the lasting commands that are on."""
        return (*_duties_of_the_turn(state), *_lasting(state))

    def lawful(self, state: ExtremeState) -> Iterator[Play]:
        """See `CardGame`. Plays that break neither a rule nor a command."""
        table, candidates, shown = state.table, _candidates(state), state.shown
        tricks = NO_BACKWARD not in shown
        for pile in range(len(PILES)):
            fitting = table.fitting(pile, tricks)
            for number, face in candidates:
                if fitting >> number & 1 and _breach(state, pile, face, shown) is None:
                    yield Play(ZONES[pile], table.face(pile), face)

    def view(self, state: ExtremeState) -> dict[str, Any]:
        """See `NinetyEight`. `commands`: the lasting commands that are on."""
        return {**super().view(state), "commands": [command for command in _LASTING if command in state.shown]}

    def fitting(self, state: ExtremeState, pile: int) -> dict[str, Any]:
        """See `NinetyEight`."""
        shown = state.shown
        return piles.fits(state.table, pile, NO_BACKWARD not in shown) if _open(state, shown, pile) else {}


# --- one card ---------------------------------------------------------------------------------------------------------------


def _open(state: ExtremeState, shown: Sequence[str], pile: int) -> bool:
    """May this turn's next card go on this pile (EX-22)?"""
    return state.last in (-1, pile) or ONE_PILE not in shown


def _breach(state: ExtremeState, pile: int, face: str, shown: Sequence[str]) -> Finding | None:
    """The command that this card breaks. `shown`: the visible command of each pile."""
    zone, command = ZONES[pile], command_of(face)
    if NO_BACKWARD in shown and state.table.is_trick(pile, number_of(face)):
        return loss("EX-21", "backward-forbidden", zone, card=face, other_zone=ZONES[shown.index(NO_BACKWARD)])
    if not _open(state, shown, pile):
        return loss("EX-22", "second-pile", zone, card=face, other_zone=ZONES[state.last])
    others = state.used & ~(1 << pile)
    if command == ONE_PILE and state.variant.strict and others:
        return loss("EX-22", "second-pile", zone, card=face, other_zone=ZONES[next(piles.numbers(others))])
    if (state.three or command == THREE) and state.played >= EXACTLY:
        return loss("EX-13", "fourth-card", zone, card=face)
    return _breach_of_stop(state, pile, face) if command == STOP else None


def _breach_of_stop(state: ExtremeState, pile: int, face: str) -> Finding | None:
    """STOP ends the turn at once: with a skull left visible (EX-11), or before the third card of a 3! (EX-13). As the very last card
    it leaves the skull to EX-12."""
    left = state.skulls & ~(1 << pile)
    if left and state.table.left > 1:
        return _skull_left(state, left)
    if state.three and state.played != EXACTLY - 1:
        return loss("EX-13", "stop-not-third", ZONES[pile], card=face)
    return None


def _fifth(state: ExtremeState, pile: int) -> tuple[Finding, ...]:
    """A note on the card just laid where more cards of its command are known than there are: one of them was misread (EX-27)."""
    card = state.table.face(pile)
    command = command_of(card)
    count = copies_known(state.table)[command] if command else 0
    if count <= COPIES:
        return ()
    return (note("EX-27", "fifth-command", ZONES[pile], card=card, command=command, count=count, news=1, asked="command"),)


def _late_three(state: ExtremeState, pile: int) -> Finding:
    at_start = state.played + state.mover.size
    return loss("EX-14", "too-few-for-three", ZONES[pile], card=state.table.face(pile), hand=at_start)


def _skull_left(state: ExtremeState, skulls: int) -> Finding:
    pile = next(piles.numbers(skulls))
    return loss("EX-11", "skull-visible", ZONES[pile], card=state.table.face(pile))


def _unfinished(state: ExtremeState) -> Finding | None:
    """The flash command that the end of this turn would break."""
    if state.skulls:
        return _skull_left(state, state.skulls)
    return loss("EX-13", "not-three", played=state.played) if state.three and state.still else None


# --- what would be lawful, and what is due ----------------------------------------------------------------------------------


def _candidates(state: ExtremeState) -> list[tuple[int, str]]:
    if state.mover.known:
        return sorted((number_of(face), face) for face in state.mover.cards)
    commands = state.variant.commands
    numbers = map(str, piles.numbers(state.table.unlaid))
    return [(int(number), f"{number}:{commands[number]}" if number in commands else number) for number in numbers]


def _fitting(state: ExtremeState) -> list[CardSet]:
    """For each pile the numbers that may go there now, whatever their commands."""
    shown = state.shown
    full = state.three and state.played >= EXACTLY
    tricks = NO_BACKWARD not in shown
    return [state.table.fitting(pile, tricks) if _open(state, shown, pile) and not full else 0 for pile in range(len(PILES))]


def _duties_of_the_turn(state: ExtremeState) -> Iterator[Duty]:
    fitting, unlaid = _fitting(state), state.table.unlaid
    lost = not any(cards & unlaid for cards in fitting)
    for pile in piles.numbers(state.skulls):
        # A lasting command may still be covered, so only the numbers count.
        card, coverable = state.table.face(pile), bool(state.table.fitting(pile) & unlaid)
        yield Duty("EX-11", "cover-skull", (ZONES[pile],), card, state.turn, {"card": card}, lost or not coverable)
    if not state.still:
        next_turn = [state.table.fitting(pile, NO_BACKWARD not in state.shown) for pile in range(len(PILES))]
        if not state.skulls and (nothing := piles.nothing_fits(state.table, "TG-12", state.turn + 1, next_turn)):
            yield nothing
        return
    rule = "EX-13" if state.three else "TG-07" if state.drawable else "TG-10"
    if nothing := piles.nothing_fits(state.table, "EX-13" if state.three else "TG-12", state.turn, fitting):
        yield nothing
    else:
        code, zones = ("exactly-three", _of_this_turn(state, THREE)) if state.three else ("lay-minimum", ())
        yield Duty(rule, code, zones, due_turn=state.turn, detail={"still": state.still}, certain_loss=_too_small(state))


def _of_this_turn(state: ExtremeState, command: str) -> tuple[str, ...]:
    """The piles that show this command, laid in this turn."""
    return tuple(ZONES[pile] for pile in piles.numbers(state.used) if state.shown[pile] == command)


def _too_small(state: ExtremeState) -> bool:
    """Does the hand hold too few cards for this turn (EX-23)? A single card may still be STOP; after a 3! it may not come early."""
    return state.still > state.mover.size and (state.three or not state.mover.size)


def _lasting(state: ExtremeState) -> Iterator[Duty]:
    for pile, command in enumerate(state.shown):
        if command in _LASTING:
            rule, code = _LASTING[command]
            card = state.table.face(pile)
            yield Duty(rule, code, (ZONES[pile],), card, detail={"card": card})


RULES = Extreme()
