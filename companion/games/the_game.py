"""The Game, with the professional version and the expansion On Fire. Rule ids are those of the rules spec, section 1.

Everybody wins or loses together, so an outcome names every seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.games import piles
from companion.games.findings import loss
from companion.games.ninety_eight import NinetyEight, NinetyEightState
from companion.games.piles import HIGHEST, LOWEST, PILES, ZONES, NinetyEightTable, card_set, number_of
from companion.games.positions import checked_options, checked_seats
from companion.match.rules import Detail, Duty, Finding, Play, Step

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
class TheGameVariant:
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
class TheGameState(NinetyEightState):
    """A match at one moment. `due`: for each pile the turn at whose end its visible burning card must be covered, 0 where none burns."""

    variant: TheGameVariant = field(default_factory=TheGameVariant)
    due: tuple[int, ...] = _NO_FIRE

    @property
    def minimum(self) -> int:
        """Cards that this turn needs, by what the draw pile held when it began (TG-10)."""
        return self.variant.minimum(self.drawable)[0]


class TheGame(NinetyEight[TheGameState]):
    """The rules."""

    name = "the_game"

    def setup(self, seats: int, options: Detail, position: Detail | None = None) -> TheGameState:
        """A fresh deal with hidden hands, or the position given. Raises `PositionError`.

        A burning card that is visible in a position was laid the turn before: it is due at the end of the first turn.
        """
        seats = checked_seats(seats, *self.seats)
        variant = TheGameVariant(**checked_options(options, _SWITCHES))
        if position is None:
            return TheGameState(piles.fresh_table(seats, variant.hand(seats)), variant=variant)
        table, to_move = piles.read_table(seats, variant.hand(seats), position, variant.faces.get)
        due = tuple(int(table.face(pile) in _FIRES) for pile in range(len(PILES))) if variant.on_fire else _NO_FIRE
        return TheGameState(table, to_move, drawable=bool(table.deck.size), variant=variant, due=due)

    def examples(self, state: TheGameState) -> tuple[str, ...]:
        """See `NinetyEight`."""
        return ("47", "F44") if state.variant.on_fire else ("47",)

    def hand_size(self, state: TheGameState, players: int) -> int:
        """See `CardGame` (TG-02, PRO-02)."""
        return state.variant.hand(players)

    def hand_rule(self, state: TheGameState) -> str:
        """See `CardGame`."""
        return "PRO-02" if state.variant.pro_small_hand else "TG-02"

    def least_rule(self, state: TheGameState) -> str:
        """See `NinetyEight`."""
        return state.variant.minimum(state.drawable)[1]

    # Plays

    def face(self, state: TheGameState, text: str) -> str:
        """See `CardGame`. "44" means the burning card where it burns."""
        return state.variant.faces.get(text, "")

    def retold(self, state: TheGameState, play: Play, then: int, now: int) -> Play:
        """Who finds out later that the expansion is played has told 22 for the burning one, and the other way round."""
        face = state.variant.faces.get(play.after) or state.variant.faces.get(_UNLIT.get(play.after, ""))
        return replace(play, after=face) if face and face != play.after else play

    def laid(self, state: TheGameState, pile: int, face: str, seat: int) -> TheGameState:
        """See `NinetyEight`. A burning card is due at the end of the next turn (OF-02, OF-06, OF-07)."""
        due, played = state.due, state.played + (seat == state.to_move)
        if state.variant.on_fire:
            due = (*due[:pile], state.turn + 1 if face in _FIRES else 0, *due[pile + 1 :])
        table = state.table.lay(pile, face, number_of(face), seat)
        return TheGameState(table, state.to_move, state.turn, played, state.drawable, None, state.variant, due)

    def relaid(self, state: TheGameState, table: NinetyEightTable, played: int) -> TheGameState:
        """See `NinetyEight`. A burning card that came to light is due as if it had just been laid."""
        due = state.due
        if state.variant.on_fire:
            before = zip(due, map(state.table.face, range(len(PILES))), map(table.face, range(len(PILES))), strict=True)
            due = tuple(old if was == now else state.turn + 1 if now in _FIRES else 0 for old, was, now in before)
        return replace(state, table=table, played=played, due=due)

    # Turns, and how a match ends

    def turn_ended(self, state: TheGameState) -> Step[TheGameState]:
        """See `CardGame`. A fire that was not covered in time has lost (OF-02)."""
        late = _late(state)
        return super().turn_ended(state) if state.still or not late else self._burnt(state, late[0])

    def pass_on(self, state: TheGameState) -> Step[TheGameState]:
        """See `Rules`. A burning card that was not covered in time (OF-02) is the outcome, and binds nobody any more."""
        late = _late(state)
        if not late:
            return super().pass_on(state)
        burnt = self._burnt(state, late[0])
        passed = super().pass_on(replace(state, due=tuple(0 if pile in late else due for pile, due in enumerate(state.due))))
        return replace(passed, findings=(*burnt.findings, *passed.findings), outcome=burnt.outcome)

    def begun(self, state: TheGameState, table: NinetyEightTable, to_move: int) -> TheGameState:
        """See `NinetyEight`."""
        return TheGameState(table, to_move, state.turn + 1, 0, bool(table.deck.size), None, state.variant, state.due)

    def is_stuck(self, state: TheGameState) -> bool:
        """See `CardGame` (TG-12)."""
        hand = state.mover
        if not hand.known or not state.still or state.table.all_laid:
            return False
        cards = card_set(hand.cards)
        return not any(state.table.fitting(pile) & cards for pile in range(len(PILES)))

    def lost(self, state: TheGameState, notes: tuple[Finding, ...] = ()) -> Step[TheGameState]:
        """See `CardGame`."""
        return self.lost_by(state, loss("TG-12", "stuck", seat=state.to_move + 1, still=state.still), notes, lapses=True)

    def _burnt(self, state: TheGameState, pile: int) -> Step[TheGameState]:
        return self.lost_by(state, loss("OF-02", "not-covered", ZONES[pile], card=state.table.face(pile)))

    # What would be lawful, and what is due

    def due(self, state: TheGameState) -> tuple[Duty, ...]:
        """Cards still to lay, burning cards to cover, and that nothing fits any more."""
        fires = tuple(_fire_duty(state, pile) for pile, due in sorted(enumerate(state.due), key=lambda item: item[1]) if due)
        fitting = map(state.table.fitting, range(len(PILES)))
        nothing = piles.nothing_fits(state.table, "TG-12", state.turn + (not state.still), fitting)
        if not state.still:
            return (*fires, nothing) if nothing else fires
        least = Duty(self.least_rule(state), "lay-minimum", due_turn=state.turn, detail={"still": state.still})
        return (nothing or least, *fires)

    def lawful(self, state: TheGameState) -> Iterator[Play]:
        """See `CardGame`."""
        table, faces = state.table, state.variant.faces
        playable = card_set(state.mover.cards) if state.mover.known else table.unlaid
        for pile, zone in enumerate(ZONES):
            fitting = piles.numbers(table.fitting(pile) & playable)
            yield from (Play(zone, table.face(pile), faces[str(number)]) for number in fitting)


def _late(state: TheGameState) -> list[int]:
    """The piles whose visible burning card is due now (OF-02)."""
    return [pile for pile, due in enumerate(state.due) if 0 < due <= state.turn]


def _fire_duty(state: TheGameState, pile: int) -> Duty:
    """Lost for certain if no unseen card covers the fire, and the match cannot be won before it is due (OF-08)."""
    table, due = state.table, state.due[pile]
    coverable = table.fitting(pile) & table.unlaid
    lost = not coverable and not piles.may_all_be_laid(table, state.to_move, due - state.turn + 1)
    return Duty("OF-02", "cover-fire", (ZONES[pile],), table.face(pile), due, {"card": table.face(pile)}, lost)


RULES = TheGame()
