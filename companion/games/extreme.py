"""The Game Extreme: The Game with 28 cards that carry a command. Rule ids are those of the rules spec, sections 1 and 2.

A command is read from its card ("47:skull"); an owner's table of commands gives it to a bare number as well. Flash commands
(stop, skull, three) bind the player who lays them, in that turn; lasting ones (silence, noback, onepile, draw1) bind everybody while
they are visible. A card is judged against the commands visible before it, then laid, then its own command is on (EX-04).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from companion.errors import InputError, PositionError
from companion.games import piles
from companion.games.findings import CLAIMS, as_notes, foul, kind_said, loss, note
from companion.games.hands import Hand
from companion.games.piles import HIGHEST, LOWEST, PILES, ZONES, CardSet, Table, number_of
from companion.games.positions import checked_seats, shown
from companion.match.rules import Claim, Detail, Duty, Finding, Outcome, Play, Severity, Step

STOP, SKULL, THREE = "stop", "skull", "three"
SILENCE, NO_BACKWARD, ONE_PILE, DRAW_ONE = "silence", "noback", "onepile", "draw1"
COMMANDS = (STOP, SKULL, THREE, SILENCE, NO_BACKWARD, ONE_PILE, DRAW_ONE)
COPIES = 4
"""Cards of each command (EX-02)."""
EXACTLY = 3
"""Cards of a turn in which 3! was laid."""

_NUMBERS = tuple(str(number) for number in range(LOWEST, HIGHEST + 1))
_FACES = frozenset((*_NUMBERS, *(f"{number}:{command}" for number in _NUMBERS for command in COMMANDS)))
_OPTIONS = ("lenient", "onepile_midturn", "commands")
_LASTING = {
    SILENCE: ("EX-20", "silence"),
    NO_BACKWARD: ("EX-21", "no-backward"),
    ONE_PILE: ("EX-22", "one-pile"),
    DRAW_ONE: ("EX-23", "draw-one"),
}


@cache
def command_of(face: str) -> str:
    """The command of a card, "" for a plain one."""
    return face.partition(":")[2]


@dataclass(frozen=True, slots=True)
class Variant:
    """What was agreed before the match. `lenient`: a broken command is a foul to be put right, no loss. `strict`: laying ONE PILE on
    a second pile breaks it already (EX-22). `commands`: the owner's table, number to command."""

    lenient: bool = False
    strict: bool = False
    commands: Mapping[str, str] = field(default_factory=dict)

    def face(self, text: str) -> str | None:
        """Text of a card to its face on the table; None for a card that this match does not have."""
        if text not in _FACES:
            return None
        number, _, command = text.partition(":")
        listed = self.commands.get(number, command)
        return f"{number}:{listed}" if listed and command in ("", listed) else text if command == listed else None


@dataclass(frozen=True, slots=True)
class ExtremeState:
    """A match at one moment. `played`: cards laid this turn; `last`: pile of the latest of them, -1 for none; `used`: their piles, one
    bit each. `three`: 3! was laid this turn. `skulls`: piles whose visible skull must be covered this turn, one bit each. `turn`
    counts from 1, turns of skipped players left out. `drawable`: were there cards to draw when this turn began?"""

    variant: Variant
    table: Table
    to_move: int = 0
    turn: int = 1
    played: int = 0
    last: int = -1
    used: int = 0
    three: bool = False
    skulls: int = 0
    drawable: bool = True
    outcome: Outcome | None = None

    @property
    def shown(self) -> tuple[str, ...]:
        """The visible command of each pile, "" for none."""
        return tuple([command_of(cards[-1]) if cards else "" for cards in self.table.piles])

    @property
    def minimum(self) -> int:
        """Cards that this turn needs (TG-07, EX-13, EX-25), by what the draw pile held when it began (TG-10)."""
        return EXACTLY if self.three else 2 if self.drawable else 1

    @property
    def still(self) -> int:
        """Cards that this turn still needs."""
        return max(0, self.minimum - self.played)

    @property
    def mover(self) -> Hand:
        """The hand of the player to move."""
        return self.table.hands[self.to_move]


class Extreme:
    """The rules. A turn that cannot be completed (TG-12, EX-11, EX-13) is declared lazily where the hand is known (G-3), else by the
    claim "stuck"."""

    name = "extreme"
    claims = CLAIMS
    doubles = False
    shared: frozenset[str] = frozenset()

    def setup(self, seats: int, options: Detail, position: Detail | None = None) -> ExtremeState:
        """A fresh deal with hidden hands, or the position given. Raises `PositionError`.

        Options: lenient, onepile_midturn ("prospective" or "strict"), commands ({"47": "skull"}). A skull that is visible in a position
        must be covered in the first turn.
        """
        seats = checked_seats(seats, 1, 5)
        variant = _variant(options)
        if position is None:
            return ExtremeState(variant, piles.fresh_table(seats, piles.dealt_hand(seats)))
        table, to_move = piles.read_table(seats, piles.dealt_hand(seats), position, variant.face)
        _check_copies(table)
        state = ExtremeState(variant, table, to_move, drawable=bool(table.deck.size))
        return replace(state, skulls=sum(1 << pile for pile, command in enumerate(state.shown) if command == SKULL))

    def parse(self, state: ExtremeState, play: Detail, seat: int | None = None) -> Play:
        """{"card": "47:skull", "pile": "up1"} as a play; a bare number carries what is known of it, else no command. Raises
        `InputError`."""
        card, pile = piles.card_and_pile(play)
        face = _face(state, card) if isinstance(card, str) else None
        if face is None:
            raise InputError.of("no-card", given=shown(card), known=("47", *(f"47:{command}" for command in COMMANDS)))
        return Play(ZONES[pile], state.table.face(pile), face, seat)

    def zone(self, state: ExtremeState, pile: str, seat: int | None = None) -> str:
        """A pile is named as its zone. Raises `InputError`."""
        return ZONES[piles.pile_at(pile)]

    def play(self, state: ExtremeState, play: Play) -> Step[ExtremeState]:
        """Judge a card laid on a pile by its number (TG-04 to TG-06, TG-17), then by the commands (EX-10 to EX-26), and lay it. STOP ends
        the turn. Raises `InputError` for a zone that is no pile."""
        pile = piles.pile_at(play.zone)
        face = _face(state, play.after)
        found = _foul(state, play, pile, face)
        if found is not None:
            return _let_stand(state, play, pile, face, found) if play.waived else Step(state, (found,))
        assert face is not None, "every other face is a foul"
        breach = _breach(state, pile, face, state.shown)
        notes = piles.remarks(state.table, pile, face, number_of(face), state.to_move)
        if play.waived:
            return _waved_through(_laid(state, pile, face, state.to_move), as_notes((breach,)) if breach else notes, play.stays)
        if breach is None:
            return _followed(_laid(state, pile, face, state.to_move), notes, play.stays)
        return _broken(state, breach, _laid(state, pile, face, state.to_move))

    def end_turn(self, state: ExtremeState, seat: int | None = None) -> Step[ExtremeState]:
        """Judge the minimum and the flash commands, draw (EX-23), pass on (TG-03, TG-11)."""
        piles.check_seat(seat, len(state.table.hands))
        if found := piles.out_of_turn(state.outcome, state.to_move, seat):
            return Step(state, (found,))
        if _is_stuck(state):
            return _stuck(state)
        if state.still and not state.three:
            return Step(state, (_too_few(state),))
        breach = _unfinished(state)
        return _passed_on(state) if breach is None else _broken(state, breach, state)

    def pass_on(self, state: ExtremeState) -> Step[ExtremeState]:
        """See `Rules`. A command that the turn left unfulfilled (EX-11, EX-13) is the outcome, or a note among lenient players."""
        notes = as_notes((_too_few(state),)) if state.still and not state.three else ()
        breach, passed = _unfinished(state), _passed_on(state)
        broken = _broken(state, breach, state) if breach else passed
        said = () if breach is None else broken.findings if broken.stands else as_notes(broken.findings)
        return Step(replace(passed.state, outcome=None), (*notes, *said, *passed.findings), broken.outcome)

    def resume(self, state: ExtremeState, turn: int, seat: int, drawable: bool) -> ExtremeState:
        """The position in this turn of this seat."""
        return replace(state, turn=turn, to_move=seat, drawable=drawable)

    def drawable(self, state: ExtremeState) -> bool:
        """Were there cards to draw when this turn began (TG-10)?"""
        return state.drawable

    def retold(self, state: ExtremeState, play: Play, then: int, now: int) -> Play:
        """Cards and piles are everybody's."""
        return play

    def over(self, state: ExtremeState, outcome: Outcome | None) -> ExtremeState:
        """The same position, over with this outcome, or going on."""
        return state if state.outcome is outcome else replace(state, outcome=outcome)

    def holds(self, state: ExtremeState, outcome: Outcome) -> bool:
        """Whoever could not go on, and did, has not lost."""
        return not outcome.lapses

    def claim(self, state: ExtremeState, claim: Claim) -> Step[ExtremeState]:
        """Judge "stuck" (TG-12, EX-11, EX-13), "assess", "say" (EX-03, EX-20) or "setup_check" (TG-02). Raises `InputError`."""
        piles.check_seat(claim.seat, len(state.table.hands))
        if claim.code == "stuck":
            return _claimed_stuck(state, claim.seat)
        if claim.code == "assess":
            return Step(state, (), state.outcome) if state.outcome else _settled(state)
        if claim.code == "say":
            return _said(state, kind_said(claim.detail))
        if claim.code == "setup_check":
            found = piles.wrong_deal(claim.detail, len(state.table.hands), "TG-02", piles.dealt_hand)
            return Step(state, (found,) if found else ())
        if claim.code == "leave":
            return _left(state, claim.seat)
        raise InputError.of("no-claim", given=shown(claim.code), known=tuple(CLAIMS))

    def faces(self, state: ExtremeState) -> Mapping[str, str]:
        """The visible card of each pile, "" for an empty one; direction cards lie beside the piles."""
        return {zone: cards[-1] if cards else "" for zone, cards in zip(ZONES, state.table.piles, strict=True)}

    def turn(self, state: ExtremeState) -> tuple[int, int]:
        """Number of the turn and the seat to move."""
        return state.turn, state.to_move

    def duties(self, state: ExtremeState) -> tuple[Duty, ...]:
        """Cards still to lay, skulls to cover, and the lasting commands that are on. Public knowledge only."""
        if state.outcome is not None:
            return ()
        return (*_duties_of_the_turn(state), *_lasting(state))

    def legal(self, state: ExtremeState) -> Sequence[Play]:
        """Every card and pile that would stand now and break no command."""
        return [] if state.outcome is not None else list(_lawful(state))

    def view(self, state: ExtremeState) -> dict[str, Any]:
        """The public position. `score`: cards not yet laid (TG-14). `commands`: the lasting commands that are on."""
        shown = state.shown
        tricks = NO_BACKWARD not in shown
        table = state.table
        return {
            **piles.public(table, state.outcome),
            "to_move": state.to_move,
            "turn": state.turn,
            "min_cards": state.minimum,
            "played": state.played,
            "commands": [command for command in _LASTING if command in shown],
            "piles": [
                piles.pile_view(table, pile, piles.fits(table, pile, tricks) if _open(state, shown, pile) else {})
                for pile in range(len(PILES))
            ],
        }


# --- at the door ------------------------------------------------------------------------------------------------------------


def _variant(options: Any) -> Variant:
    if not isinstance(options, Mapping):
        raise PositionError.of("object-needed", where="variant", example='{"lenient": true}')
    for key in options:
        if key not in _OPTIONS:
            raise PositionError.of("no-option", given=shown(key), known=_OPTIONS)
    lenient, reading = options.get("lenient", False), options.get("onepile_midturn", False)
    if not isinstance(lenient, bool):
        raise PositionError.of("switch-needed", where="lenient")
    if not isinstance(reading, bool) and reading not in ("prospective", "strict"):
        raise PositionError.of("one-of", where="onepile_midturn", known=("prospective", "strict"))
    return Variant(lenient, reading is True or reading == "strict", _table_of_commands(options.get("commands")))


def _table_of_commands(table: Any) -> Mapping[str, str]:
    if table is None:
        return {}
    if not isinstance(table, Mapping):
        raise PositionError.of("object-needed", where="commands", example='{"47": "skull"}')
    for number, command in table.items():
        if number not in _NUMBERS or command not in COMMANDS:
            given = f"{shown(number)}: {shown(command)}"
            raise PositionError.of("no-such-command", where="commands", given=given, known=COMMANDS)
    return dict(table)


def _check_copies(table: Table) -> None:
    """No more cards of a command are known than there are (EX-02)."""
    named = (table.deck.cards, *table.piles, *(hand.cards for hand in table.hands))
    for command, count in Counter(command_of(face) for cards in named for face in cards).items():
        if command and count > COPIES:
            raise PositionError.of("command-too-often", command=command, count=count, most=COPIES)


def _face(state: ExtremeState, text: str) -> str | None:
    """The face that a text means: a bare number is the card of that number in the known hand, if there is one."""
    face = state.variant.face(text)
    if face is None or command_of(face) or not state.mover.cards:
        return face
    return next((card for card in state.mover.cards if number_of(card) == number_of(face)), face)


# --- one card ---------------------------------------------------------------------------------------------------------------


def _foul(state: ExtremeState, play: Play, pile: int, face: str | None) -> Finding | None:
    """What speaks against a play by its number, the weightiest reason."""
    piles.check_seat(play.seat, len(state.table.hands))
    if found := piles.out_of_turn(state.outcome, state.to_move, play.seat):
        return found
    if face is None:
        return piles.not_laid(play.zone, play.after)
    return piles.misplaced(state.table, pile, face, number_of(face), state.to_move)


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


def _skull_left(state: ExtremeState, skulls: int) -> Finding:
    pile = next(piles.numbers(skulls))
    return loss("EX-11", "skull-visible", ZONES[pile], card=state.table.face(pile))


def _unfinished(state: ExtremeState) -> Finding | None:
    """The flash command that the end of this turn would break."""
    if state.skulls:
        return _skull_left(state, state.skulls)
    return loss("EX-13", "not-three", played=state.played) if state.three and state.still else None


def _laid(state: ExtremeState, pile: int, face: str, seat: int) -> ExtremeState:
    command, bit = command_of(face), 1 << pile
    return ExtremeState(
        state.variant,
        state.table.lay(pile, face, number_of(face), seat),
        state.to_move,
        state.turn,
        state.played + (seat == state.to_move),
        pile,
        state.used | bit,
        state.three or command == THREE,
        state.skulls | bit if command == SKULL else state.skulls & ~bit,
        state.drawable,
    )


def _followed(state: ExtremeState, notes: tuple[Finding, ...], stays: bool) -> Step[ExtremeState]:
    """What follows from the card just laid: a 3! that came too late (EX-14), the last card (EX-12, TG-13), the end of the turn by
    STOP (EX-10), or a turn that cannot be completed."""
    pile = state.last
    command = command_of(state.table.face(pile))
    at_start = state.played + state.mover.size
    if command == THREE and at_start < EXACTLY:
        return _lost(state, loss("EX-14", "too-few-for-three", ZONES[pile], card=state.table.face(pile), hand=at_start), notes)
    if state.table.all_laid or command != STOP or stays:
        return _settled(state, notes)
    return _passed_on(state, notes)


def _broken(state: ExtremeState, breach: Finding, broken: ExtremeState) -> Step[ExtremeState]:
    """A broken command is lost at once (EX-02), or a foul among lenient players."""
    if state.variant.lenient:
        return Step(state, (Finding(breach.rule, breach.code, Severity.FOUL, breach.zones, breach.detail),))
    return _lost(broken, breach)


# --- what the table lets stand ----------------------------------------------------------------------------------------------


def _waved_through(state: ExtremeState, notes: tuple[Finding, ...], stays: bool) -> Step[ExtremeState]:
    """A card that the table lets stand loses nothing; STOP ends the turn all the same."""
    if state.table.all_laid:
        return _won(state, notes)
    stop = command_of(state.table.face(state.last)) == STOP and not stays
    return _passed_on(state, notes) if stop else Step(state, notes)


def _let_stand(state: ExtremeState, play: Play, pile: int, face: str | None, found: Finding) -> Step[ExtremeState]:
    """A foul that the table lets stand: the table shows it, so the match does too, and the foul becomes a note."""
    notes = as_notes((found,))
    if state.outcome is not None or (play.after and face is None):
        return Step(state, notes)
    seat = state.to_move if play.seat is None else play.seat
    if face is None:
        return Step(_relaid(state, state.table.lift(pile, seat), max(0, state.played - 1)), notes)
    return _waved_through(_laid(state, pile, face, seat), notes, play.stays)


def _relaid(state: ExtremeState, table: Table, played: int) -> ExtremeState:
    """The match with other cards visible. A skull that comes to light was covered already and binds nobody."""
    same = sum(1 << pile for pile in range(len(PILES)) if table.face(pile) == state.table.face(pile))
    return replace(state, table=table, played=played, skulls=state.skulls & same)


# --- how a turn and a match end ---------------------------------------------------------------------------------------------


def _passed_on(state: ExtremeState, notes: tuple[Finding, ...] = ()) -> Step[ExtremeState]:
    """Draw one card while DRAW ONE is visible, else up to the full hand (EX-23); pass on."""
    alone = DRAW_ONE in state.shown
    wanted = 1 if alone else piles.dealt_hand(len(state.table.hands)) - state.mover.size
    count = max(0, min(wanted, state.table.deck.size))
    table = state.table.draw(state.to_move, count)
    to_move = table.next_seat(state.to_move)
    rule = "EX-23" if alone else "TG-09"
    drawn = note(rule, "drawn", count=count, seat=state.to_move + 1, next=to_move + 1)
    return _settled(
        ExtremeState(state.variant, table, to_move, state.turn + 1, drawable=bool(table.deck.size)), (*notes, drawn)
    )


def _settled(state: ExtremeState, notes: tuple[Finding, ...] = ()) -> Step[ExtremeState]:
    """Is the match won (TG-13, EX-26), lost with its last card (EX-12), or lost because a known hand cannot complete the turn?"""
    if state.table.all_laid:
        if not state.skulls:
            return _won(state, notes)
        pile = next(piles.numbers(state.skulls))
        return _lost(state, loss("EX-12", "skull-last", ZONES[pile], card=state.table.face(pile)), notes)
    return _stuck(state, notes) if _is_stuck(state) else Step(state, notes)


def _won(state: ExtremeState, notes: tuple[Finding, ...]) -> Step[ExtremeState]:
    return _ended(state, Outcome(True, "TG-13", "all-laid"), notes)


def _lost(state: ExtremeState, lost: Finding, notes: tuple[Finding, ...] = (), *, lapses: bool = False) -> Step[ExtremeState]:
    return _ended(state, Outcome(False, lost.rule, lost.code, detail=lost.detail, lapses=lapses), (*notes, lost))


def _ended(state: ExtremeState, outcome: Outcome, findings: tuple[Finding, ...]) -> Step[ExtremeState]:
    score, seats = state.table.left, tuple(range(len(state.table.hands)))
    detail = {"score": score, "rating": piles.rating(score, bool(outcome.won)), **outcome.detail}
    outcome = replace(outcome, seats=seats, detail=detail)
    return Step(replace(state, outcome=outcome), findings, outcome)


def _is_stuck(state: ExtremeState) -> bool:
    """Is the turn incomplete and the known hand without a card that breaks no rule and no command?"""
    incomplete = state.still or state.skulls
    return bool(incomplete and state.mover.known and not state.table.all_laid and next(_lawful(state), None) is None)


def _stuck(state: ExtremeState, notes: tuple[Finding, ...] = ()) -> Step[ExtremeState]:
    if state.skulls:
        return _lost(state, _skull_left(state, state.skulls), notes, lapses=True)
    if state.three:
        return _lost(state, loss("EX-13", "not-three", played=state.played), notes, lapses=True)
    return _lost(state, loss("TG-12", "stuck", seat=state.to_move + 1, still=state.still), notes, lapses=True)


def _left(state: ExtremeState, seat: int | None) -> Step[ExtremeState]:
    """A player leaves: he is passed over from now on (TG-11), and his turn, if it was his, is over."""
    table = state.table.left_by(seat)
    said = note("TG-11", "left", seat=(seat or 0) + 1)
    if state.outcome is not None or seat != state.to_move:
        return Step(replace(state, table=table), (said,)) if state.outcome else _settled(replace(state, table=table), (said,))
    return _settled(
        ExtremeState(state.variant, table, table.next_seat(state.to_move), state.turn + 1, drawable=bool(table.deck.size)),
        (said,),
    )


def _claimed_stuck(state: ExtremeState, seat: int | None) -> Step[ExtremeState]:
    """A player says that he cannot go on. With a hidden hand that is so; with a known one it is checked."""
    found = piles.out_of_turn(state.outcome, state.to_move, seat)
    if found is None and not state.still and not state.skulls:
        found = foul("TG-12", "minimum-laid")
    if found is None and state.mover.known and (play := next(_lawful(state), None)):
        found = foul("TG-12", "not-stuck", play.zone, card=play.after)
    return _stuck(state) if found is None else Step(state, (found,))


def _too_few(state: ExtremeState) -> Finding:
    rule = "TG-07" if state.drawable else "TG-10"
    return foul(rule, "too-few", still=state.still, minimum=state.minimum, played=state.played)


def _said(state: ExtremeState, kind: str) -> Step[ExtremeState]:
    """EX-20 comes before EX-03. After the match everything may be said."""
    if state.outcome is not None:
        return Step(state)
    if SILENCE in state.shown:
        zone = ZONES[state.shown.index(SILENCE)]
        return _broken(state, loss("EX-20", "silence-broken", zone), state)
    return Step(state, (foul("EX-03", "number-said"),) if kind in piles.NUMBERS_SAID else ())


# --- what would be lawful, and what is due ----------------------------------------------------------------------------------


def _lawful(state: ExtremeState) -> Iterator[Play]:
    """Every play of the hand, where it is known, else of every card not laid, that breaks neither a rule nor a command."""
    table, candidates, shown = state.table, _candidates(state), state.shown
    tricks = NO_BACKWARD not in shown
    for pile in range(len(PILES)):
        fitting = table.fitting(pile, tricks)
        for number, face in candidates:
            if fitting >> number & 1 and _breach(state, pile, face, shown) is None:
                yield Play(ZONES[pile], table.face(pile), face)


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
