"""The Game, with the professional version and the expansion On Fire. Rule ids: rules spec, section 1.

Everybody wins or loses together: an outcome names every seat.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from companion.games.findings import make_loss
from companion.games.hands import replace_at
from companion.games.ninety_eight import (
    FOUR_PILES,
    MAX_CARD,
    MIN_CARD,
    PILE_ZONES,
    NinetyEight,
    NinetyEightState,
    NinetyEightTable,
    can_all_be_laid,
    deal_size,
    deal_table,
    iter_numbers,
    make_card_set,
    number_of,
    read_table,
    warn_nothing_fits,
)
from companion.games.positions import read_seat_count, read_switches
from companion.match.rules import Detail, Duty, Finding, Play, Step

FIRE_NUMBERS = frozenset({22, 33, 44, 55, 66, 77})
"""OF-01."""

_SWITCHES = ("on_fire", "pro", "pro_small_hand")
_PLAIN: Mapping[str, str] = {str(number): str(number) for number in range(MIN_CARD, MAX_CARD + 1)}
_FIRES: Mapping[str, str] = {spelling: f"F{number}" for number in FIRE_NUMBERS for spelling in (str(number), f"F{number}")}
_UNLIT: Mapping[str, str] = {f"F{number}": str(number) for number in FIRE_NUMBERS}
_ON_FIRE: Mapping[str, str] = {**_PLAIN, **_FIRES}
"""Text of a card to its face on the table."""

_NO_FIRE = (0, 0, 0, 0)  # by pile: nothing is due (OF-02)


@dataclass(frozen=True, slots=True)
class TheGameVariant:
    """What was agreed before the match."""

    on_fire: bool = False
    pro: bool = False
    pro_small_hand: bool = False
    faces_by_text: Mapping[str, str] = field(init=False, repr=False, compare=False)  # by text of a card, its face (OF-01)

    def __post_init__(self) -> None:
        object.__setattr__(self, "faces_by_text", _ON_FIRE if self.on_fire else _PLAIN)

    def hand_cards(self, seats: int) -> int:
        """Cards in a hand (TG-02, PRO-02)."""
        return deal_size(seats) - self.pro_small_hand

    def find_minimum(self, drawable: bool) -> tuple[int, str]:
        """Cards that a turn needs, and the rule that says so (TG-07, TG-10, PRO-01, PRO-03). `drawable`: were there cards to
        draw when the turn began?"""
        if not drawable:
            return 1, "TG-10"
        return (3, "PRO-01") if self.pro else (2, "TG-07")


@dataclass(frozen=True, slots=True)
class TheGameState(NinetyEightState):
    """A match at a moment."""

    variant: TheGameVariant = field(default_factory=TheGameVariant)
    fires_due: tuple[int, ...] = _NO_FIRE  # by pile, the turn at whose end a burning card must be covered; 0: nothing burns

    @property
    def minimum_cards(self) -> int:
        """Cards that the turn needs, by what the draw pile held at the beginning (TG-10)."""
        return self.variant.find_minimum(self.drawable)[0]


class TheGame(NinetyEight[TheGameState]):
    """The rules."""

    name = "the_game"
    examples = ("47", "F44")

    def set_up_match(self, seats: int, options: Detail, position: Detail | None = None) -> TheGameState:
        """A fresh deal with hidden hands for `seats` players, or the position given. Raises `PositionError`.

        A burning card visible in a position was laid the turn before, and is due at the end of the first turn.
        """
        seats = read_seat_count(seats, *self.seats)
        variant = TheGameVariant(**read_switches(options, _SWITCHES))
        if position is None:
            return TheGameState(deal_table(seats, variant.hand_cards(seats)), variant=variant)
        table, to_move = read_table(seats, variant.hand_cards(seats), position, variant.faces_by_text.get)
        due = tuple(int(table.visible_face(pile) in _FIRES) for pile in range(len(FOUR_PILES))) if variant.on_fire else _NO_FIRE
        return TheGameState(table, to_move, drawable=bool(table.deck.size), variant=variant, fires_due=due)

    def list_examples(self, state: TheGameState) -> tuple[str, ...]:
        return self.examples if state.variant.on_fire else self.examples[:1]

    def count_dealt_cards(self, state: TheGameState, players: int) -> int:
        return state.variant.hand_cards(players)

    def cite_hand_rule(self, state: TheGameState) -> str:
        return "PRO-02" if state.variant.pro_small_hand else "TG-02"

    def cite_minimum_rule(self, state: TheGameState) -> str:
        return state.variant.find_minimum(state.drawable)[1]

    # Plays

    def read_face(self, state: TheGameState, text: str) -> str:
        """The face that a text means. "44" means the burning card where 44 burns."""
        return state.variant.faces_by_text.get(text, "")

    def retell_play(self, state: TheGameState, play: Play, then: int, now: int) -> Play:
        """The play with the face of the current variant: whether 22 burns may be found out after the card was told."""
        face = state.variant.faces_by_text.get(play.after) or state.variant.faces_by_text.get(_UNLIT.get(play.after, ""))
        return replace(play, after=face) if face and face != play.after else play

    def lay_on_pile(self, state: TheGameState, pile: int, face: str, seat: int) -> TheGameState:
        """The state with a card of `seat` on a pile. A burning card is due at the end of the next turn (OF-02, OF-06, OF-07); a
        fire beneath is covered. `pile`: place, 0 to 3. Whether the card may lie there is not asked."""
        due, played = state.fires_due, state.played + (seat == state.to_move)
        if state.variant.on_fire:
            due = replace_at(due, pile, state.turn + 1 if face in _FIRES else 0)
        table = state.table.with_card_laid(pile, face, number_of(face), seat)
        return TheGameState(table, state.to_move, state.turn, played, state.drawable, None, state.variant, due)

    def show_other_cards(self, state: TheGameState, table: NinetyEightTable, played: int) -> TheGameState:
        """The match with other cards visible. A burning card that came to light is due as if just laid. `table`: the cards by
        now. `played`: cards laid in the turn by now."""
        due = state.fires_due
        if state.variant.on_fire:
            before = zip(
                due,
                map(state.table.visible_face, range(len(FOUR_PILES))),
                map(table.visible_face, range(len(FOUR_PILES))),
                strict=True,
            )
            due = tuple(old if was == now else state.turn + 1 if now in _FIRES else 0 for old, was, now in before)
        return replace(state, table=table, played=played, fires_due=due)

    # Turns, and how a match ends

    def complete_turn(self, state: TheGameState) -> Step[TheGameState]:
        """The end of a turn. A fire that was not covered in time has lost (OF-02)."""
        late = _find_late_fires(state)
        return self._lose_to_fire(state, late[0]) if late and not state.still_needed else super().complete_turn(state)

    def pass_turn(self, state: TheGameState) -> Step[TheGameState]:
        """The turn passed. A burning card not covered in time (OF-02) is the outcome, and binds nobody any more."""
        late = _find_late_fires(state)
        if not late:
            return super().pass_turn(state)
        burnt = self._lose_to_fire(state, late[0])
        passed = super().pass_turn(
            replace(state, fires_due=tuple(0 if pile in late else due for pile, due in enumerate(state.fires_due)))
        )
        return replace(passed, findings=(*burnt.findings, *passed.findings), outcome=burnt.outcome)

    def start_turn(self, state: TheGameState, table: NinetyEightTable, to_move: int) -> TheGameState:
        return TheGameState(table, to_move, state.turn + 1, 0, bool(table.deck.size), None, state.variant, state.fires_due)

    def is_stuck(self, state: TheGameState) -> bool:
        """Does no card of the known hand fit, though the turn needs more (TG-12)? False with a hidden hand, and where all is
        laid."""
        hand = state.table.hands[state.to_move]
        if not hand.is_all_known or not state.still_needed or state.table.has_all_laid:
            return False
        cards = make_card_set(hand.cards)
        return not any(state.table.fitting_cards(pile) & cards for pile in range(len(FOUR_PILES)))

    def lose_match(self, state: TheGameState, notes: tuple[Finding, ...] = ()) -> Step[TheGameState]:
        return self.lose_by_finding(
            state, make_loss("TG-12", "stuck", seat=state.to_move + 1, still=state.still_needed), notes, lapses=True
        )

    def _lose_to_fire(self, state: TheGameState, pile: int) -> Step[TheGameState]:
        return self.lose_by_finding(
            state, make_loss("OF-02", "not-covered", PILE_ZONES[pile], card=state.table.visible_face(pile))
        )

    # What would be lawful, and what is due

    def list_due(self, state: TheGameState) -> tuple[Duty, ...]:
        """Cards still to lay, burning cards to cover, and that nothing fits any more."""
        fires = tuple(
            _make_fire_duty(state, pile) for pile, due in sorted(enumerate(state.fires_due), key=lambda item: item[1]) if due
        )
        fitting = map(state.table.fitting_cards, range(len(FOUR_PILES)))
        nothing = warn_nothing_fits(state.table, "TG-12", state.turn + (not state.still_needed), fitting)
        if not state.still_needed:
            return (*fires, nothing) if nothing else fires
        least = Duty(self.cite_minimum_rule(state), "lay-minimum", due_turn=state.turn, detail={"still": state.still_needed})
        return (nothing or least, *fires)

    def find_lawful_plays(self, state: TheGameState) -> Iterator[Play]:
        """Every lawful card and pile: from the hand where known, else from all cards not laid."""
        table, faces = state.table, state.variant.faces_by_text
        playable = make_card_set(state.mover.cards) if state.mover.is_all_known else table.unlaid_cards
        for pile, zone in enumerate(PILE_ZONES):
            fitting = iter_numbers(table.fitting_cards(pile) & playable)
            yield from (Play(zone, table.visible_face(pile), faces[str(number)]) for number in fitting)


def _find_late_fires(state: TheGameState) -> list[int]:
    """The piles with a visible burning card that is due now (OF-02)."""
    return [pile for pile, due in enumerate(state.fires_due) if 0 < due <= state.turn]


def _make_fire_duty(state: TheGameState, pile: int) -> Duty:
    """The duty to cover the fire on pile `pile` (place, 0 to 3): certainly lost if no unseen card covers the fire, and the
    match cannot be won before (OF-08)."""
    table, due = state.table, state.fires_due[pile]
    coverable = table.fitting_cards(pile) & table.unlaid_cards
    lost = not coverable and not can_all_be_laid(table, state.to_move, due - state.turn + 1)
    return Duty(
        "OF-02", "cover-fire", (PILE_ZONES[pile],), table.visible_face(pile), due, {"card": table.visible_face(pile)}, lost
    )


RULES = TheGame()
