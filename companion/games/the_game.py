"""The Game, with the professional version and the expansion On Fire. Rule ids are those of the rules spec, section 1.

Everybody wins or loses together, so an outcome names every seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import InputError
from companion.games import piles
from companion.games.findings import CLAIMS, as_notes, foul, kind_said, loss, note
from companion.games.piles import HIGHEST, LOWEST, PILES, ZONES, CardSet, Table, card_set, number_of
from companion.games.positions import checked_options, checked_seats, shown
from companion.match.rules import Claim, Detail, Duty, Finding, Outcome, Play, Step

BURNING = frozenset({22, 33, 44, 55, 66, 77})
"""OF-01."""

_SWITCHES = ("on_fire", "pro", "pro_small_hand")
_PLAIN: Mapping[str, str] = {str(number): str(number) for number in range(LOWEST, HIGHEST + 1)}
_FIRES: Mapping[str, str] = {spelling: f"F{number}" for number in BURNING for spelling in (str(number), f"F{number}")}
_UNLIT: Mapping[str, str] = {f"F{number}": str(number) for number in BURNING}
_ON_FIRE: Mapping[str, str] = {**_PLAIN, **_FIRES}
"""Text of a card to its face on the table."""

_NO_FIRE = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Variant:
    """What was agreed before the match."""

    on_fire: bool = False
    pro: bool = False
    pro_small_hand: bool = False

    @property
    def faces(self) -> Mapping[str, str]:
        """Text of a card to its face on the table (OF-01)."""
        return _ON_FIRE if self.on_fire else _PLAIN

    def hand(self, seats: int) -> int:
        """Cards in a hand (TG-02, PRO-02)."""
        return piles.dealt_hand(seats) - self.pro_small_hand

    def minimum(self, drawable: bool) -> tuple[int, str]:
        """Cards that a turn needs which began with or without cards to draw, and the rule that says so (TG-07, TG-10, PRO-01, PRO-03)."""
        if not drawable:
            return 1, "TG-10"
        return (3, "PRO-01") if self.pro else (2, "TG-07")


@dataclass(frozen=True, slots=True)
class TheGameState:
    """A match at one moment. `played`: cards laid this turn. `turn` counts from 1, turns of skipped players left out. `due`: for
    each pile the turn at whose end its visible burning card must be covered, 0 where none burns. `drawable`: were there cards to draw when
    this turn began?"""

    variant: Variant
    table: Table
    to_move: int = 0
    turn: int = 1
    played: int = 0
    due: tuple[int, ...] = _NO_FIRE
    drawable: bool = True
    outcome: Outcome | None = None

    @property
    def minimum(self) -> int:
        """Cards that this turn needs, by what the draw pile held when it began (TG-10)."""
        return self.variant.minimum(self.drawable)[0]

    @property
    def still(self) -> int:
        """Cards that this turn still needs."""
        return max(0, self.minimum - self.played)


class TheGame:
    """The rules. "Cannot lay the minimum" (TG-12) is declared lazily where the hand is known (G-3), else by the claim "stuck"."""

    name = "the_game"
    claims = CLAIMS
    doubles = False
    shared: frozenset[str] = frozenset()

    def setup(self, seats: int, options: Detail, position: Detail | None = None) -> TheGameState:
        """A fresh deal with hidden hands, or the position given. Raises `PositionError`.

        A burning card that is visible in a position was laid the turn before: it is due at the end of the first turn.
        """
        seats = checked_seats(seats, 1, 5)
        variant = Variant(**checked_options(options, _SWITCHES))
        if position is None:
            return TheGameState(variant, piles.fresh_table(seats, variant.hand(seats)))
        table, to_move = piles.read_table(seats, variant.hand(seats), position, variant.faces.get)
        due = tuple(int(table.face(pile) in _FIRES) for pile in range(len(PILES))) if variant.on_fire else _NO_FIRE
        return TheGameState(variant, table, to_move, due=due, drawable=bool(table.deck.size))

    def parse(self, state: TheGameState, play: Detail, seat: int | None = None) -> Play:
        """{"card": "47", "pile": "up1"} as a play; "44" means the burning card where it burns. Raises `InputError`."""
        card, pile = piles.card_and_pile(play)
        face = state.variant.faces.get(card) if isinstance(card, str) else None
        if face is None:
            raise InputError.of("no-card", given=shown(card), known=("47", "F44") if state.variant.on_fire else ("47",))
        return Play(ZONES[pile], state.table.face(pile), face, seat)

    def zone(self, state: TheGameState, pile: str, seat: int | None = None) -> str:
        """A pile is named as its zone. Raises `InputError`."""
        return ZONES[piles.pile_at(pile)]

    def play(self, state: TheGameState, play: Play) -> Step[TheGameState]:
        """Judge a card laid on a pile and lay it (TG-04 to TG-06, TG-13, TG-17). Raises `InputError` for a zone that is no pile."""
        pile = piles.pile_at(play.zone)
        found = _foul(state, play, pile)
        if found is not None:
            return _let_stand(state, play, pile, found) if play.waived else Step(state, (found,))
        face = state.variant.faces[play.after]
        number = number_of(face)
        notes = piles.remarks(state.table, pile, face, number, state.to_move)
        laid = _laid(state, pile, face, number, state.to_move)
        return _settled(laid, notes) if not play.waived else _won(laid, notes)

    def end_turn(self, state: TheGameState, seat: int | None = None) -> Step[TheGameState]:
        """Judge the minimum and the fires (OF-02), draw as many as were laid (TG-09), pass on (TG-03, TG-11)."""
        piles.check_seat(seat, len(state.table.hands))
        if found := piles.out_of_turn(state.outcome, state.to_move, seat):
            return Step(state, (found,))
        if state.still:
            return _stuck(state) if _is_stuck(state) else Step(state, (_too_few(state),))
        late = next((pile for pile, due in enumerate(state.due) if 0 < due <= state.turn), None)
        return _passed_on(state) if late is None else _burnt(state, late)

    def pass_on(self, state: TheGameState) -> Step[TheGameState]:
        """See `Rules`. A burning card that was not covered in time (OF-02) is the outcome, and binds nobody any more."""
        notes = as_notes((_too_few(state),)) if state.still else ()
        late = tuple(pile for pile, due in enumerate(state.due) if 0 < due <= state.turn)
        passed = _passed_on(replace(state, due=tuple(0 if pile in late else due for pile, due in enumerate(state.due))))
        burnt = _burnt(state, late[0]) if late else Step(state)
        findings = (*notes, *burnt.findings, *passed.findings)
        return Step(replace(passed.state, outcome=None), findings, burnt.outcome or passed.outcome)

    def resume(self, state: TheGameState, turn: int, seat: int, drawable: bool) -> TheGameState:
        """The position in this turn of this seat."""
        return replace(state, turn=turn, to_move=seat, drawable=drawable)

    def drawable(self, state: TheGameState) -> bool:
        """Were there cards to draw when this turn began (TG-10)?"""
        return state.drawable

    def retold(self, state: TheGameState, play: Play, then: int, now: int) -> Play:
        """Who finds out later that the expansion is played has told 22 for the burning one, and the other way round."""
        face = state.variant.faces.get(play.after) or state.variant.faces.get(_UNLIT.get(play.after, ""))
        return replace(play, after=face) if face and face != play.after else play

    def over(self, state: TheGameState, outcome: Outcome | None) -> TheGameState:
        """The same position, over with this outcome, or going on."""
        return state if state.outcome is outcome else replace(state, outcome=outcome)

    def holds(self, state: TheGameState, outcome: Outcome) -> bool:
        """Whoever could not go on, and did, has not lost."""
        return not outcome.lapses

    def claim(self, state: TheGameState, claim: Claim) -> Step[TheGameState]:
        """Judge "stuck" (TG-12), "assess", "say" (TG-15) or "setup_check" (TG-02, PRO-02). Raises `InputError`."""
        piles.check_seat(claim.seat, len(state.table.hands))
        if claim.code == "stuck":
            return _claimed_stuck(state, claim.seat)
        if claim.code == "assess":
            return Step(state, (), state.outcome) if state.outcome else _settled(state)
        if claim.code == "say":
            number_said = kind_said(claim.detail) in piles.NUMBERS_SAID
            return Step(state, (foul("TG-15", "number-said"),) if number_said and state.outcome is None else ())
        if claim.code == "setup_check":
            return Step(state, _dealt(state, claim.detail))
        if claim.code == "leave":
            return _left(state, claim.seat)
        raise InputError.of("no-claim", given=shown(claim.code), known=tuple(CLAIMS))

    def faces(self, state: TheGameState) -> Mapping[str, str]:
        """The visible card of each pile, "" for an empty one; direction cards lie beside the piles."""
        return {zone: cards[-1] if cards else "" for zone, cards in zip(ZONES, state.table.piles, strict=True)}

    def turn(self, state: TheGameState) -> tuple[int, int]:
        """Number of the turn and the seat to move."""
        return state.turn, state.to_move

    def duties(self, state: TheGameState) -> tuple[Duty, ...]:
        """Cards still to lay, burning cards to cover, and that nothing fits any more. Public knowledge only."""
        if state.outcome is not None:
            return ()
        fires = tuple(_fire_duty(state, pile) for pile, due in sorted(enumerate(state.due), key=lambda item: item[1]) if due)
        fitting = map(state.table.fitting, range(len(PILES)))
        nothing = piles.nothing_fits(state.table, "TG-12", state.turn + (not state.still), fitting)
        if not state.still:
            return (*fires, nothing) if nothing else fires
        rule = state.variant.minimum(state.drawable)[1]
        return (nothing or Duty(rule, "lay-minimum", due_turn=state.turn, detail={"still": state.still}), *fires)

    def legal(self, state: TheGameState) -> Sequence[Play]:
        """Every card and pile that would stand now."""
        if state.outcome is not None:
            return ()
        table, faces, playable = state.table, state.variant.faces, _playable(state)
        return [
            Play(ZONES[pile], table.face(pile), faces[str(number)])
            for pile in range(len(PILES))
            for number in piles.numbers(table.fitting(pile) & playable)
        ]

    def view(self, state: TheGameState) -> dict[str, Any]:
        """The public position. `score`: cards not yet laid (TG-14)."""
        table = state.table
        return {
            **piles.public(table, state.outcome),
            "to_move": state.to_move,
            "turn": state.turn,
            "min_cards": state.minimum,
            "played": state.played,
            "piles": [piles.pile_view(table, pile, piles.fits(table, pile)) for pile in range(len(PILES))],
        }


def _foul(state: TheGameState, play: Play, pile: int) -> Finding | None:
    """What speaks against a play, the weightiest reason."""
    piles.check_seat(play.seat, len(state.table.hands))
    if found := piles.out_of_turn(state.outcome, state.to_move, play.seat):
        return found
    face = state.variant.faces.get(play.after)
    if face is None:
        return piles.not_laid(play.zone, play.after)
    return piles.misplaced(state.table, pile, face, number_of(face), state.to_move)


def _laid(state: TheGameState, pile: int, face: str, number: int, seat: int) -> TheGameState:
    """The card on its pile. A burning card is due at the end of the next turn (OF-02, OF-06, OF-07)."""
    due = state.due
    if state.variant.on_fire:
        due = (*due[:pile], state.turn + 1 if face in _FIRES else 0, *due[pile + 1 :])
    table = state.table.lay(pile, face, number, seat)
    return TheGameState(
        state.variant, table, state.to_move, state.turn, state.played + (seat == state.to_move), due, state.drawable
    )


def _let_stand(state: TheGameState, play: Play, pile: int, found: Finding) -> Step[TheGameState]:
    """A foul that the table lets stand: the table shows it, so the match does too, and the foul becomes a note."""
    notes = as_notes((found,))
    face = state.variant.faces.get(play.after, "")
    if state.outcome is not None or (play.after and not face):
        return Step(state, notes)
    seat = state.to_move if play.seat is None else play.seat
    if not face:
        return Step(_burning_anew(state, state.table.lift(pile, seat), max(0, state.played - 1)), notes)
    return _won(_laid(state, pile, face, number_of(face), seat), notes)


def _burning_anew(state: TheGameState, table: Table, played: int) -> TheGameState:
    """The match with other cards visible: a burning card that came to light is due as if it had just been laid."""
    due = state.due
    if state.variant.on_fire:
        before = zip(due, map(state.table.face, range(len(PILES))), map(table.face, range(len(PILES))), strict=True)
        due = tuple(old if was == now else state.turn + 1 if now in _FIRES else 0 for old, was, now in before)
    return replace(state, table=table, played=played, due=due)


def _settled(state: TheGameState, notes: tuple[Finding, ...] = ()) -> Step[TheGameState]:
    """Is the match won (TG-13, OF-08), or lost because nothing in a known hand can be laid (TG-12)?"""
    if _is_stuck(state):
        return _stuck(state, notes)
    return _won(state, notes)


def _won(state: TheGameState, notes: tuple[Finding, ...] = ()) -> Step[TheGameState]:
    return _ended(state, True, "TG-13", "all-laid", notes) if state.table.all_laid else Step(state, notes)


def _ended(
    state: TheGameState,
    won: bool,
    rule: str,
    code: str,
    findings: tuple[Finding, ...] = (),
    *,
    lapses: bool = False,
    **detail: Any,
) -> Step[TheGameState]:
    result = {"score": state.table.left, "rating": piles.rating(state.table.left, won)}
    outcome = Outcome(won, rule, code, tuple(range(len(state.table.hands))), {**result, **detail}, lapses)
    return Step(replace(state, outcome=outcome), findings, outcome)


def _is_stuck(state: TheGameState) -> bool:
    """Short of the minimum with a known hand of which nothing fits (TG-12)."""
    hand = state.table.hands[state.to_move]
    if not hand.known or not state.still or state.table.all_laid:
        return False
    cards = card_set(hand.cards)
    return not any(state.table.fitting(pile) & cards for pile in range(len(PILES)))


def _stuck(state: TheGameState, notes: tuple[Finding, ...] = ()) -> Step[TheGameState]:
    detail: dict[str, Any] = {"seat": state.to_move + 1, "still": state.still}
    return _ended(state, False, "TG-12", "stuck", (*notes, loss("TG-12", "stuck", **detail)), lapses=True, **detail)


def _too_few(state: TheGameState) -> Finding:
    minimum, rule = state.variant.minimum(state.drawable)
    return foul(rule, "too-few", still=state.still, minimum=minimum, played=state.played)


def _burnt(state: TheGameState, pile: int) -> Step[TheGameState]:
    lost = loss("OF-02", "not-covered", ZONES[pile], card=state.table.face(pile))
    return _ended(state, False, lost.rule, lost.code, (lost,), **lost.detail)


def _passed_on(state: TheGameState) -> Step[TheGameState]:
    count = min(state.played, state.table.deck.size)
    table = state.table.draw(state.to_move, count)
    to_move = table.next_seat(state.to_move)
    drawn = note("TG-09", "drawn", count=count, seat=state.to_move + 1, next=to_move + 1)
    passed = TheGameState(state.variant, table, to_move, state.turn + 1, 0, state.due, bool(table.deck.size))
    return _settled(passed, (drawn,))


def _left(state: TheGameState, seat: int | None) -> Step[TheGameState]:
    """A player leaves: he is passed over from now on (TG-11), and his turn, if it was his, is over."""
    table = state.table.left_by(seat)
    said = note("TG-11", "left", seat=(seat or 0) + 1)
    if state.outcome is not None or seat != state.to_move:
        return Step(replace(state, table=table), (said,)) if state.outcome else _settled(replace(state, table=table), (said,))
    return _settled(
        TheGameState(state.variant, table, table.next_seat(state.to_move), state.turn + 1, 0, state.due, bool(table.deck.size)),
        (said,),
    )


def _claimed_stuck(state: TheGameState, seat: int | None) -> Step[TheGameState]:
    """A player says that he cannot go on. With a hidden hand that is so; with a known one it is checked."""
    found = piles.out_of_turn(state.outcome, state.to_move, seat)
    if found is None and not state.still:
        found = foul("TG-12", "minimum-laid")
    if found is None and state.table.hands[state.to_move].known and not _is_stuck(state):
        play = TheGame().legal(state)[0]
        found = foul("TG-12", "not-stuck", play.zone, card=play.after)
    return _stuck(state) if found is None else Step(state, (found,))


def _dealt(state: TheGameState, detail: Detail) -> tuple[Finding, ...]:
    rule = "PRO-02" if state.variant.pro_small_hand else "TG-02"
    found = piles.wrong_deal(detail, len(state.table.hands), rule, state.variant.hand)
    return () if found is None else (found,)


def _fire_duty(state: TheGameState, pile: int) -> Duty:
    """Lost for certain if no unseen card covers the fire, and the match cannot be won before it is due (OF-08)."""
    table, due = state.table, state.due[pile]
    coverable = table.fitting(pile) & table.unlaid
    lost = not coverable and not piles.may_all_be_laid(table, state.to_move, due - state.turn + 1)
    return Duty("OF-02", "cover-fire", (ZONES[pile],), table.face(pile), due, {"card": table.face(pile)}, lost)


def _playable(state: TheGameState) -> CardSet:
    """The cards that the player to move may turn out to hold: the hand where it is known, else everything not laid."""
    hand = state.table.hands[state.to_move]
    return card_set(hand.cards) if hand.known else state.table.unlaid


RULES = TheGame()
