"""The Game Extreme: The Game with 28 cards that carry a command. Rule ids: rules spec, sections 1 and 2.

A command is read from the card ("47:skull"); an owner's table of commands gives bare numbers a command too. Flash commands
(stop, skull, three) bind the player who lays the card, in the same turn. Lasting commands (silence, noback, onepile, draw1)
bind everybody while visible. A card is judged against the commands visible before, then laid, and only now its own command is
on (EX-04).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from companion.games.card_game import KINDS_OF_NUMBER, TurnDraw
from companion.games.commands import (
    COPIES_OF_COMMAND,
    DRAW_ONE,
    EXTREME_COMMANDS,
    NO_BACKWARD,
    ONE_PILE,
    SILENCE,
    SKULL,
    STOP,
    THREE,
    ExtremeVariant,
    check_command_copies,
    count_known_commands,
    find_command,
    read_extreme_variant,
)
from companion.games.findings import make_foul, make_loss, make_note, make_notes
from companion.games.ninety_eight import (
    FOUR_PILES,
    PILE_INDEX,
    PILE_ZONES,
    CardSet,
    NinetyEight,
    NinetyEightState,
    NinetyEightTable,
    deal_size,
    deal_table,
    find_bounds,
    iter_numbers,
    number_of,
    read_table,
    remark_on_card,
    warn_nothing_fits,
)
from companion.games.positions import read_seat_count
from companion.match.rules import Detail, Duty, Finding, Play, Severity, Step

CARDS_OF_THREE = 3
"""Cards of a turn with 3! (EX-13)."""

_LASTING = {
    SILENCE: ("EX-20", "silence"),
    NO_BACKWARD: ("EX-21", "no-backward"),
    ONE_PILE: ("EX-22", "one-pile"),
    DRAW_ONE: ("EX-23", "draw-one"),
}


@dataclass(frozen=True, slots=True)
class ExtremeState(NinetyEightState):
    """A match at a moment."""

    variant: ExtremeVariant = field(default_factory=ExtremeVariant)
    last: int = -1  # pile of the latest card of the turn, -1 for none (EX-22)
    used: int = 0  # piles of the turn's cards, a bit each
    three: bool = False  # 3! was laid in the turn
    skulls: int = 0  # piles whose visible skull must be covered in the turn, a bit each

    @property
    def visible_commands(self) -> tuple[str, ...]:
        """The visible command of each pile, "" for none."""
        return tuple([find_command(cards[-1]) if cards else "" for cards in self.table.piles])

    @property
    def minimum_cards(self) -> int:
        """Cards that the turn needs (TG-07, EX-13, EX-25), by what the draw pile held at the beginning (TG-10)."""
        return CARDS_OF_THREE if self.three else 2 if self.drawable else 1


class Extreme(NinetyEight[ExtremeState]):
    """The rules. A turn with a skull (EX-11) or a 3! (EX-13) may be impossible to complete."""

    name = "extreme"
    examples = ("47", *(f"47:{command}" for command in EXTREME_COMMANDS))

    def set_up_match(self, seats: int, options: Detail, position: Detail | None = None) -> ExtremeState:
        """A fresh deal with hidden hands for `seats` players, or the position given. Raises `PositionError`.

        Options: lenient, onepile_midturn ("prospective" or "strict"), commands ({"47": "skull"}). A skull visible in a
        position must be covered in the first turn.
        """
        seats = read_seat_count(seats, *self.seats)
        variant = read_extreme_variant(options)
        if position is None:
            return ExtremeState(deal_table(seats, deal_size(seats)), variant=variant)
        table, to_move = read_table(seats, deal_size(seats), position, variant.find_face)
        check_command_copies(table)
        state = ExtremeState(table, to_move, drawable=bool(table.deck.size), variant=variant)
        return replace(state, skulls=sum(1 << pile for pile, command in enumerate(state.visible_commands) if command == SKULL))

    # Plays

    def read_face(self, state: ExtremeState, text: str) -> str:
        """The face that a text means, "" for no card of the match. A bare number in the known hand is the card with that
        number, command included."""
        face = state.variant.find_face(text) or ""
        if not face or find_command(face) or not state.mover.cards:
            return face
        return next((card for card in state.mover.cards if number_of(card) == number_of(face)), face)

    def lay_lawful_card(self, state: ExtremeState, play: Play) -> Step[ExtremeState]:
        """The step of a card that may be laid by number (TG-04 to TG-06, TG-17): now the commands judge (EX-10 to EX-26). A
        waived card loses nothing: a broken command is a note."""
        pile, face = PILE_INDEX[play.zone], self.read_face(state, play.after)
        breach = _find_breach(state, pile, face, state.visible_commands)
        laid = self.lay_on_pile(state, pile, face, state.to_move)
        notes = (*remark_on_card(state.table, pile, face, number_of(face), state.to_move), *_note_fifth_copy(laid, pile))
        if play.waived:
            return self._let_card_lie(laid, make_notes((breach,)) if breach else notes, play.stays)
        return self._judge_consequences(laid, notes, play.stays) if breach is None else self._lose_or_foul(state, breach, laid)

    def _lose_or_foul(self, state: ExtremeState, breach: Finding, broken: ExtremeState) -> Step[ExtremeState]:
        """A broken command is lost at once (EX-02), or a foul among lenient players. `broken`: the state with the card laid."""
        if state.variant.lenient:
            return Step(state, (replace(breach, severity=Severity.FOUL),))
        return self.lose_by_finding(broken, breach)

    def _judge_consequences(self, state: ExtremeState, notes: tuple[Finding, ...], stays: bool) -> Step[ExtremeState]:
        """What follows from the card just laid: a late 3! (EX-14), the last card (EX-12, TG-13), STOP (EX-10), or an impossible
        turn.

        `notes`: on the card. `stays`: the turn goes on after STOP.
        """
        pile = state.last
        command = find_command(state.table.visible_face(pile))
        if command == THREE and state.played + state.mover.size < CARDS_OF_THREE and not state.mover.secret:
            return self.lose_by_finding(state, _make_late_three_loss(state, pile), notes)
        if state.table.has_all_laid or command != STOP or stays:
            return self.settle_position(state, notes)
        return self.draw_and_pass(state, notes)

    def lay_waived_card(self, state: ExtremeState, play: Play, notes: tuple[Finding, ...]) -> Step[ExtremeState]:
        seat = self.find_holder(state, play)
        laid = self.lay_on_pile(state, PILE_INDEX[play.zone], self.read_face(state, play.after), seat)
        return self._let_card_lie(laid, (*notes, *_note_fifth_copy(laid, PILE_INDEX[play.zone])), play.stays)

    def _let_card_lie(self, state: ExtremeState, notes: tuple[Finding, ...], stays: bool) -> Step[ExtremeState]:
        """A card that the table lets stand loses nothing; STOP ends the turn all the same, unless the turn `stays`."""
        if state.table.has_all_laid or stays or find_command(state.table.visible_face(state.last)) != STOP:
            return super().win_if_all_laid(state, notes)
        return self.draw_and_pass(state, notes)

    def lay_on_pile(self, state: ExtremeState, pile: int, face: str, seat: int) -> ExtremeState:
        """The state with a card of `seat` on a pile, its command marked: 3!, or a skull to cover. A covered skull binds nobody.
        `pile`: place, 0 to 3. Whether the card may lie there is not asked."""
        command, bit = find_command(face), 1 << pile
        return ExtremeState(
            state.table.with_card_laid(pile, face, number_of(face), seat),
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

    def show_other_cards(self, state: ExtremeState, table: NinetyEightTable, played: int) -> ExtremeState:
        """The match with other cards visible. A skull that comes to light was covered already, and binds nobody."""
        same = sum(1 << pile for pile in range(len(FOUR_PILES)) if table.visible_face(pile) == state.table.visible_face(pile))
        return replace(state, table=table, played=played, skulls=state.skulls & same)

    # Turns

    def complete_turn(self, state: ExtremeState) -> Step[ExtremeState]:
        """The end of a turn, judged by minimum and flash commands."""
        if self.is_stuck(state):
            return self.declare_stuck(state)
        if state.still_needed and not state.three:
            return Step(state, (self.make_too_few_foul(state),))
        breach = _find_unfinished_command(state)
        return self.draw_and_pass(state) if breach is None else self._lose_or_foul(state, breach, state)

    def pass_turn(self, state: ExtremeState) -> Step[ExtremeState]:
        """The turn passed. A command left unfulfilled (EX-11, EX-13) is the outcome, or a note among lenient players."""
        notes = make_notes((self.make_too_few_foul(state),)) if state.still_needed and not state.three else ()
        breach, passed = _find_unfinished_command(state), self.draw_and_pass(state)
        broken = self._lose_or_foul(state, breach, state) if breach else passed
        said = () if breach is None else broken.findings if broken.stands else make_notes(broken.findings)
        return Step(self.with_outcome(passed.state, None), (*notes, *said, *passed.findings), broken.outcome)

    def plan_draw(self, state: ExtremeState) -> TurnDraw:
        """A single card while DRAW ONE is visible, else up to the full hand (EX-23)."""
        alone = DRAW_ONE in state.visible_commands
        wanted = 1 if alone else deal_size(len(state.hands)) - state.mover.size
        return TurnDraw(max(0, min(wanted, state.table.deck.size)), "EX-23" if alone else "TG-09")

    def start_turn(self, state: ExtremeState, table: NinetyEightTable, to_move: int) -> ExtremeState:
        return ExtremeState(table, to_move, state.turn + 1, 0, bool(table.deck.size), None, state.variant)

    # How a match ends

    def win_if_all_laid(self, state: ExtremeState, notes: tuple[Finding, ...] = ()) -> Step[ExtremeState]:
        """The match won with everything laid (TG-13, EX-26), but lost with a skull on top (EX-12); else going on. `notes`: on
        the card."""
        if not state.table.has_all_laid or not state.skulls:
            return super().win_if_all_laid(state, notes)
        pile = next(iter_numbers(state.skulls))
        lost = self.lose_by_finding(
            state, make_loss("EX-12", "skull-last", PILE_ZONES[pile], card=state.table.visible_face(pile)), notes
        )
        return lost if self.is_all_seen(state) or not any(hand.secret for hand in state.hands) else self.mark_as_counted(lost)

    def is_turn_incomplete(self, state: ExtremeState) -> bool:
        """Are cards still to lay, or skulls to cover?"""
        return bool(state.still_needed or state.skulls)

    def settle_position(self, state: ExtremeState, notes: tuple[Finding, ...] = ()) -> Step[ExtremeState]:
        """The match won, lost or going on. With a hidden hand, a 3! that came too late (EX-14) is only counted. `notes`:
        findings of the step.

        A hidden hand that seems empty later was miscounted.
        """
        hand, few = state.mover, state.still_needed > state.mover.size >= int(state.played > 1)
        if hand.secret and state.three and few and not state.table.has_all_laid:
            pile = next((pile for pile in iter_numbers(state.used) if state.visible_commands[pile] == THREE), state.last)
            return self.mark_as_counted(self.lose_by_finding(state, _make_late_three_loss(state, pile), notes))
        return super().settle_position(state, notes)

    def is_stuck(self, state: ExtremeState) -> bool:
        """Is the turn incomplete, and does every card of the known hand break a rule or command?"""
        known = state.mover.is_all_known and not state.table.has_all_laid
        return known and self.is_turn_incomplete(state) and next(self.find_lawful_plays(state), None) is None

    def lose_match(self, state: ExtremeState, notes: tuple[Finding, ...] = ()) -> Step[ExtremeState]:
        """The match lost, by the command or minimum that cannot be fulfilled: skulls, else a 3!, else the minimum. `notes`:
        findings that come before. The loss lapses where play went on, see `Outcome`."""
        if state.skulls:
            lost = _make_skull_loss(state, state.skulls)
        elif state.three:
            lost = make_loss("EX-13", "not-three", played=state.played)
        else:
            lost = make_loss("TG-12", "stuck", seat=state.to_move + 1, still=state.still_needed)
        return self.lose_by_finding(state, lost, notes, lapses=True)

    def judge_talk(self, state: ExtremeState, kind: str) -> Step[ExtremeState]:
        """Something was said, of a kind in `KINDS_SAID`. Under SILENCE any word breaks the command (EX-20), which comes before
        numbers (EX-03). Nothing is wrong once the match is over."""
        if state.outcome is not None:
            return Step(state)
        if SILENCE in state.visible_commands:
            return self._lose_or_foul(
                state, make_loss("EX-20", "silence-broken", PILE_ZONES[state.visible_commands.index(SILENCE)]), state
            )
        return Step(state, (make_foul("EX-03", "number-said"),) if kind in KINDS_OF_NUMBER else ())

    # Seen from outside

    def list_due(self, state: ExtremeState) -> tuple[Duty, ...]:
        """Cards still to lay, skulls to cover, and the lasting commands that are on."""
        return (*_list_turn_duties(state), *_list_lasting_duties(state))

    def find_lawful_plays(self, state: ExtremeState) -> Iterator[Play]:
        """Every play that breaks neither a rule nor a command. From the known hand, else from all cards not laid."""
        table, candidates, shown = state.table, _list_candidates(state), state.visible_commands
        tricks = NO_BACKWARD not in shown
        for pile in range(len(FOUR_PILES)):
            fitting = table.fitting_cards(pile, tricks)
            for number, face in candidates:
                if fitting >> number & 1 and _find_breach(state, pile, face, shown) is None:
                    yield Play(PILE_ZONES[pile], table.visible_face(pile), face)

    def describe_position(self, state: ExtremeState) -> dict[str, Any]:
        """The public position. `commands`: the lasting commands that are on."""
        return {
            **super().describe_position(state),
            "commands": [command for command in _LASTING if command in state.visible_commands],
        }

    def bounds_on_pile(self, state: ExtremeState, pile: int) -> dict[str, Any]:
        shown = state.visible_commands
        return find_bounds(state.table, pile, NO_BACKWARD not in shown) if _is_pile_open(state, shown, pile) else {}


# --- one card ---------------------------------------------------------------------------------------------------------------


def _is_pile_open(state: ExtremeState, shown: Sequence[str], pile: int) -> bool:
    """May the turn's next card go on the pile (EX-22)?"""
    return state.last in (-1, pile) or ONE_PILE not in shown


def _find_breach(state: ExtremeState, pile: int, face: str, shown: Sequence[str]) -> Finding | None:
    """The command that a card breaks, as a loss even among lenient players; None for none. `pile`: place, 0 to 3. `shown`: the
    visible command of each pile, "" for none, before the card lies."""
    zone, command = PILE_ZONES[pile], find_command(face)
    if NO_BACKWARD in shown and state.table.is_trick(pile, number_of(face)):
        return make_loss("EX-21", "backward-forbidden", zone, card=face, other_zone=PILE_ZONES[shown.index(NO_BACKWARD)])
    if not _is_pile_open(state, shown, pile):
        return make_loss("EX-22", "second-pile", zone, card=face, other_zone=PILE_ZONES[state.last])
    others = state.used & ~(1 << pile)
    if command == ONE_PILE and state.variant.strict and others:
        return make_loss("EX-22", "second-pile", zone, card=face, other_zone=PILE_ZONES[next(iter_numbers(others))])
    if (state.three or command == THREE) and state.played >= CARDS_OF_THREE:
        return make_loss("EX-13", "fourth-card", zone, card=face)
    return _find_stop_breach(state, pile, face) if command == STOP else None


def _find_stop_breach(state: ExtremeState, pile: int, face: str) -> Finding | None:
    """Why STOP may not end the turn: a skull left visible (EX-11), or not the third card of a 3! (EX-13). None where STOP may
    end the turn. `pile`: place, 0 to 3, not yet covered by STOP.

    As the very last card, STOP leaves the skull to EX-12.
    """
    left = state.skulls & ~(1 << pile)
    if left and state.table.cards_left > 1:
        return _make_skull_loss(state, left)
    if state.three and state.played != CARDS_OF_THREE - 1:
        return make_loss("EX-13", "stop-not-third", PILE_ZONES[pile], card=face)
    return None


def _note_fifth_copy(state: ExtremeState, pile: int) -> tuple[Finding, ...]:
    """A note on the card just laid on pile `pile` (place, 0 to 3), with more known cards of the command than exist: a card was
    misread (EX-27). Empty for any other card."""
    card = state.table.visible_face(pile)
    command = find_command(card)
    count = count_known_commands(state.table)[command] if command else 0
    if count <= COPIES_OF_COMMAND:
        return ()
    return (
        make_note("EX-27", "fifth-command", PILE_ZONES[pile], card=card, command=command, count=count, news=1, asked="command"),
    )


def _make_late_three_loss(state: ExtremeState, pile: int) -> Finding:
    at_start = state.played + state.mover.size
    return make_loss("EX-14", "too-few-for-three", PILE_ZONES[pile], card=state.table.visible_face(pile), hand=at_start)


def _make_skull_loss(state: ExtremeState, skulls: int) -> Finding:
    pile = next(iter_numbers(skulls))
    return make_loss("EX-11", "skull-visible", PILE_ZONES[pile], card=state.table.visible_face(pile))


def _find_unfinished_command(state: ExtremeState) -> Finding | None:
    """The flash command that the end of the turn would break, None for none."""
    if state.skulls:
        return _make_skull_loss(state, state.skulls)
    return make_loss("EX-13", "not-three", played=state.played) if state.three and state.still_needed else None


# --- what would be lawful, and what is due ----------------------------------------------------------------------------------


def _list_candidates(state: ExtremeState) -> list[tuple[int, str]]:
    """Number and face of each card that the player to move may hold: the hand where known, else every card not laid."""
    if state.mover.is_all_known:
        return sorted((number_of(face), face) for face in state.mover.cards)
    commands = state.variant.commands
    numbers = map(str, iter_numbers(state.table.unlaid_cards))
    return [(int(number), f"{number}:{commands[number]}" if number in commands else number) for number in numbers]


def _find_fitting_by_pile(state: ExtremeState) -> list[CardSet]:
    """For each pile the numbers that may go there now, whatever their commands."""
    shown = state.visible_commands
    full = state.three and state.played >= CARDS_OF_THREE
    tricks = NO_BACKWARD not in shown
    return [
        state.table.fitting_cards(pile, tricks) if _is_pile_open(state, shown, pile) and not full else 0
        for pile in range(len(FOUR_PILES))
    ]


def _list_turn_duties(state: ExtremeState) -> Iterator[Duty]:
    """The duties of the current turn: skulls to cover, cards still to lay, or the warning that nothing fits."""
    fitting, unlaid = _find_fitting_by_pile(state), state.table.unlaid_cards
    lost = not any(cards & unlaid for cards in fitting)
    for pile in iter_numbers(state.skulls):
        # A lasting command may still be covered, so only the numbers count.
        card, coverable = state.table.visible_face(pile), bool(state.table.fitting_cards(pile) & unlaid)
        yield Duty("EX-11", "cover-skull", (PILE_ZONES[pile],), card, state.turn, {"card": card}, lost or not coverable)
    if not state.still_needed:
        next_turn = [
            state.table.fitting_cards(pile, NO_BACKWARD not in state.visible_commands) for pile in range(len(FOUR_PILES))
        ]
        if not state.skulls and (nothing := warn_nothing_fits(state.table, "TG-12", state.turn + 1, next_turn)):
            yield nothing
        return
    rule = "EX-13" if state.three else "TG-07" if state.drawable else "TG-10"
    if nothing := warn_nothing_fits(state.table, "EX-13" if state.three else "TG-12", state.turn, fitting):
        yield nothing
    else:
        code, zones = ("exactly-three", _find_zones_of_turn(state, THREE)) if state.three else ("lay-minimum", ())
        yield Duty(
            rule, code, zones, due_turn=state.turn, detail={"still": state.still_needed}, certain_loss=_is_hand_too_small(state)
        )


def _find_zones_of_turn(state: ExtremeState, command: str) -> tuple[str, ...]:
    """The piles that show `command`, laid in the current turn."""
    return tuple(PILE_ZONES[pile] for pile in iter_numbers(state.used) if state.visible_commands[pile] == command)


def _is_hand_too_small(state: ExtremeState) -> bool:
    """Does the hand hold too few cards for the turn (EX-23)? A single card may still be STOP, but not early after a 3!."""
    return state.still_needed > state.mover.size and (state.three or not state.mover.size)


def _list_lasting_duties(state: ExtremeState) -> Iterator[Duty]:
    """A duty for each visible lasting command, due as long as the card is visible."""
    for pile, command in enumerate(state.visible_commands):
        if command in _LASTING:
            rule, code = _LASTING[command]
            card = state.table.visible_face(pile)
            yield Duty(rule, code, (PILE_ZONES[pile],), card, detail={"card": card})


RULES = Extreme()
