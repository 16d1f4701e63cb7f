"""What The Game and its relatives share: ninety-eight cards on two piles that rise and two that fall.

The cards and piles, the table with all that is known of every card, and the rules. A set of cards is a whole number with bit n
set for card n: "does anything unseen fit the pile" is a single `&`. Rule ids: rules spec, section 1.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeVar

from companion.errors import PositionError
from companion.games.card_game import CardGame, RuleIds, TurnDraw, cut_pile
from companion.games.findings import make_foul, make_note
from companion.games.hands import DrawPile, Hand, find_next_player, remove_hand, replace_at, take_card
from companion.games.positions import ReadCard, read_dealt_cards, read_first_seat
from companion.match.rules import Duty, Finding, Outcome, Play, Step

CardSet = int
"""Bit n stands for card n."""

MIN_CARD, MAX_CARD = 2, 99  # TG-01
CARD_COUNT = MAX_CARD - MIN_CARD + 1
ALL_CARDS: CardSet = (1 << (MAX_CARD + 1)) - (1 << MIN_CARD)
TRICK_STEP = 10  # TG-06


@dataclass(frozen=True, slots=True)
class NinetyEightPile:
    """One of the four piles (TG-01)."""

    zone: str
    ascending: bool
    start: int  # the number that the direction card stands for
    fits: tuple[CardSet, ...]  # by visible number, the cards that go on in the pile's own direction (TG-04, TG-05)
    tricks: tuple[CardSet, ...]  # by visible number, the card that goes on backwards, an empty set for none (TG-06)


def _make_ascending(zone: str) -> NinetyEightPile:
    """The rising pile in a zone, with all bitboards worked out: what goes on, and the trick ten below."""
    tops = range(MAX_CARD + 2)
    fits = tuple(ALL_CARDS & -(1 << top + 1) for top in tops)
    return NinetyEightPile(zone, True, MIN_CARD - 1, fits, tuple(ALL_CARDS & 1 << top >> TRICK_STEP for top in tops))


def _make_descending(zone: str) -> NinetyEightPile:
    """The falling pile in a zone, with all bitboards worked out: what goes on, and the trick ten above."""
    tops = range(MAX_CARD + 2)
    fits = tuple(ALL_CARDS & (1 << top) - 1 for top in tops)
    return NinetyEightPile(zone, False, MAX_CARD + 1, fits, tuple(ALL_CARDS & 1 << top + TRICK_STEP for top in tops))


FOUR_PILES = (_make_ascending("up1"), _make_ascending("up2"), _make_descending("down1"), _make_descending("down2"))
PILE_ZONES = tuple(pile.zone for pile in FOUR_PILES)
PILE_INDEX: Mapping[str, int] = {zone: index for index, zone in enumerate(PILE_ZONES)}


@cache
def number_of(face: str) -> int:
    """The number of a card's face: 44 of "44", "F44" and "44:skull"."""
    return int(face.lstrip("F").partition(":")[0])


def make_card_set(faces: Iterable[str]) -> CardSet:
    """The set of some cards."""
    return sum({1 << number_of(face) for face in faces})


def iter_numbers(cards: CardSet) -> Iterator[int]:
    """The numbers of a set of cards, lowest first; bit n of a `CardSet` stands for card n."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


@dataclass(frozen=True, slots=True)
class NinetyEightTable:
    """Where every card is."""

    piles: tuple[tuple[str, ...], ...]  # faces bottom to top
    tops: tuple[int, ...]  # visible numbers, the start number of an empty pile
    laid: CardSet  # all cards on the piles
    hands: tuple[Hand, ...]
    deck: DrawPile

    @property
    def cards_left(self) -> int:
        """Cards in all hands and the draw pile: the score (TG-14)."""
        return self.deck.size + sum(hand.size for hand in self.hands)

    @property
    def has_all_laid(self) -> bool:
        """Is nothing left to lay (TG-13)? A number that lies twice is misread or told twice: while a hand holds cards, that
        counts."""
        if self.laid == ALL_CARDS:
            return True
        if self.deck.unseen or self.deck.cards or self.cards_left > 0:
            return False
        return sum(map(len, self.piles)) == self.laid.bit_count() or all(hand.size <= 0 for hand in self.hands)

    @property
    def unlaid_cards(self) -> CardSet:
        """Every card that nobody has laid yet, wherever the card is."""
        return ALL_CARDS & ~self.laid

    def visible_face(self, pile: int) -> str:
        """The visible face of a pile, "" for an empty pile. `pile`: place, 0 to 3, also in the other methods."""
        cards = self.piles[pile]
        return cards[-1] if cards else ""

    def fitting_cards(self, pile: int, tricks: bool = True) -> CardSet:
        """Every card that goes on a pile now (TG-04, TG-05; TG-06 if `tricks`), wherever the card is, laid cards too. `pile`:
        place, 0 to 3."""
        place, top = FOUR_PILES[pile], self.tops[pile]
        return place.fits[top] | place.tricks[top] if tricks else place.fits[top]

    def is_trick(self, pile: int, number: int) -> bool:
        """Would the card go backwards (TG-06)? `pile`: place of the pile."""
        return bool(FOUR_PILES[pile].tricks[self.tops[pile]] >> number & 1)

    def find_open_trick(self, pile: int) -> int:
        """Number of the unlaid card that goes backwards on a pile; 0 for none."""
        card = FOUR_PILES[pile].tricks[self.tops[pile]] & ~self.laid if self.piles[pile] else 0
        return card.bit_length() - 1 if card else 0

    def with_card_laid(self, pile: int, face: str, number: int, seat: int) -> NinetyEightTable:
        """The table with a card on a pile, out of the hand of `seat` if the hand may hold the card. Else it leaves the hand or
        draw pile thought to hold it.

        `pile`: place of the pile, 0 to 3. `number`: of `face`. Whether the card may lie there is not asked.
        """
        hands, deck = take_card(self.hands, self.deck, seat, face)
        piles, tops = list(self.piles), list(self.tops)
        piles[pile], tops[pile] = (*piles[pile], face), number
        return NinetyEightTable(tuple(piles), tuple(tops), self.laid | 1 << number, hands, deck)

    def with_card_lifted(self, pile: int, seat: int) -> NinetyEightTable:
        """The table with the top card of a pile back in the hand of `seat`; unchanged where the pile is empty. `pile`: place, 0
        to 3."""
        if not self.piles[pile]:
            return self
        *kept, face = self.piles[pile]
        hands = replace_at(self.hands, seat, self.hands[seat].with_card(face))
        return _make_table(replace_at(self.piles, pile, tuple(kept)), hands, self.deck)

    def with_face_shown(self, pile: int, face: str, *, misread: bool = False) -> NinetyEightTable:
        """The table with a face on top of a pile, "" for an empty pile. Cards above lie nowhere. `pile`: place, 0 to 3.
        `misread`: see `Rules.show_face`."""
        return _make_table(
            replace_at(self.piles, pile, cut_pile(self.piles[pile], face, misread=misread)), self.hands, self.deck
        )

    def with_cards_drawn(self, seat: int, count: int) -> NinetyEightTable:
        """The table after `seat` drew `count` cards, fewer if the draw pile runs short (TG-09)."""
        hand, deck = self.deck.deal_to(self.hands[seat], count)
        return NinetyEightTable(self.piles, self.tops, self.laid, replace_at(self.hands, seat, hand), deck)

    def with_player_gone(self, seat: int | None) -> NinetyEightTable:
        """The table after a player left, with that player's cards out of the game. Raises `InputError` where nobody may
        leave."""
        return NinetyEightTable(self.piles, self.tops, self.laid, remove_hand(self.hands, seat), self.deck)

    def seat_after(self, seat: int) -> int:
        """Who moves after `seat`: clockwise (TG-03), past players who left, and past players without cards once the draw
        pile is empty (TG-11)."""
        return find_next_player(self.hands, self.deck.size > 0, seat)


def _make_table(piles: tuple[tuple[str, ...], ...], hands: tuple[Hand, ...], deck: DrawPile) -> NinetyEightTable:
    """The table of these cards, visible numbers and laid set worked out. `piles`: faces bottom to top."""
    tops = tuple(number_of(cards[-1]) if cards else pile.start for pile, cards in zip(FOUR_PILES, piles, strict=True))
    return NinetyEightTable(piles, tops, make_card_set(face for cards in piles for face in cards), hands, deck)


# --- what the rules say of a card, a turn, a deal ---------------------------------------------------------------------------


def find_pile_foul(table: NinetyEightTable, pile: int, face: str, number: int, seat: int) -> Finding | None:
    """Why a card may not go on a pile: laid already, not in the hand (TG-17), or not fitting (TG-04, TG-05, TG-06). None for a
    lawful card. `pile`: place of the pile. `number`: of `face`. `seat`: who lays the card."""
    if table.laid >> number & 1:
        where = next(
            (zone for zone, cards in zip(PILE_ZONES, table.piles, strict=True) if number in map(number_of, cards)),
            PILE_ZONES[pile],
        )
        return make_foul("TG-17", "already-laid", PILE_ZONES[pile], card=face, other_zone=where)
    if not table.hands[seat].can_hold(face):
        return make_foul("TG-17", "not-in-hand", PILE_ZONES[pile], card=face, seat=seat + 1)
    if table.fitting_cards(pile) >> number & 1:
        return None
    rule, code = ("TG-04", "not-above") if FOUR_PILES[pile].ascending else ("TG-05", "not-below")
    return make_foul(rule, code, PILE_ZONES[pile], card=face, top=table.tops[pile], trick=table.find_open_trick(pile))


def remark_on_card(table: NinetyEightTable, pile: int, face: str, number: int, seat: int) -> tuple[Finding, ...]:
    """Notes on a lawful card: a backward trick (TG-06), more cards than a hidden hand was dealt (was the end of a turn
    missed?). `pile`: place of the pile, before the card lies. `number`: of `face`. `seat`: who lays the card."""
    zone = PILE_ZONES[pile]
    notes: tuple[Finding, ...] = ()
    if table.is_trick(pile, number):
        notes = (make_note("TG-06", "backward", zone, card=face, top=table.tops[pile]),)
    if table.hands[seat].size <= 0:
        notes = (*notes, make_note("TG-17", "hand-used-up", zone, seat=seat + 1))
    return notes


def deal_size(seats: int) -> int:
    """Cards in a hand (TG-02)."""
    return {1: 8, 2: 7}.get(seats, 6)


def warn_nothing_fits(table: NinetyEightTable, rule: str, turn: int, fitting: Iterable[CardSet]) -> Duty | None:
    """A warning: no unlaid card goes on any pile. None if any does, or no card is left. Public knowledge.

    `rule`: for the duty; `turn`: the fatal turn; `fitting`: the cards that fit, by pile.
    """
    if any(cards & table.unlaid_cards for cards in fitting) or not table.cards_left:
        return None
    return Duty(rule, "nothing-fits", PILE_ZONES, due_turn=turn, certain_loss=True)


def can_all_be_laid(table: NinetyEightTable, mover: int, turns: int) -> bool:
    """Could all cards be laid in `turns` turns, the current turn or also the next? Public knowledge. `mover`: the seat to
    move."""
    hand = table.hands[mover].size
    after = table.seat_after(mover)
    if turns < 2:
        return table.cards_left <= hand
    return table.cards_left <= hand + (min(hand, table.deck.size) if after == mover else table.hands[after].size)


# --- the public position ----------------------------------------------------------------------------------------------------


def describe_score(table: NinetyEightTable, outcome: Outcome | None) -> dict[str, Any]:
    """The keys of the interface's `state` that follow from cards and outcome alone."""
    return {
        "deck_size": table.deck.size,
        "top": {zone: top if cards else None for zone, top, cards in zip(PILE_ZONES, table.tops, table.piles, strict=True)},
        "score": table.cards_left,
        "rating": None if outcome is None else rate_score(table.cards_left, bool(outcome.won)),
    }


def rate_score(left: int, won: bool) -> str | None:
    """The rating of a score (TG-14): ten cards left is not excellent any more. `left`: cards not laid; `won`: perfect whatever
    is left. None for a match lost with the very last card."""
    if won:
        return "perfect"
    if left <= 0:
        return None
    return "excellent" if left < 10 else "plain"


def describe_ninety_eight_pile(table: NinetyEightTable, pile: int, fits: Mapping[str, Any]) -> dict[str, Any]:
    """A pile for the public position: what lies there and what fits now. `pile`: place, 0 to 3. `fits`: of `find_bounds`."""
    return {
        "zone": PILE_ZONES[pile],
        "kind": "ascending" if FOUR_PILES[pile].ascending else "descending",
        "start": FOUR_PILES[pile].start,
        "top": table.visible_face(pile),
        "cards": list(table.piles[pile]),
        "fits": dict(fits),
    }


def find_bounds(table: NinetyEightTable, pile: int, tricks: bool = True) -> dict[str, Any]:
    """What goes on a pile now, as bounds: "any", or "above" or "below" a number, or "exactly" a number. `pile`: place, 0 to 3.
    `tricks`: backwards too. Empty where nothing goes on."""
    if not table.piles[pile]:
        return {"any": True}
    place, top = FOUR_PILES[pile], table.tops[pile]
    found = {"above" if place.ascending else "below": top} if place.fits[top] else {}
    trick = table.find_open_trick(pile) if tricks else 0
    return {**found, "exactly": trick} if trick else found


# --- at the door ------------------------------------------------------------------------------------------------------------


def deal_table(seats: int, hand: int) -> NinetyEightTable:
    """A match just dealt: every hand hidden, the rest is the draw pile (TG-02). `hand`: cards dealt to each."""
    hands = (Hand(unseen=hand, secret=True),) * seats
    return _make_table(((),) * len(FOUR_PILES), hands, DrawPile(unseen=CARD_COUNT - seats * hand))


def read_table(seats: int, dealt: int, position: Any, read: ReadCard) -> tuple[NinetyEightTable, int]:
    """The table of a position for `seats` players, and the seat to move, past players who are skipped. `dealt`: size of a
    hidden hand; `read`: text to face. Raises `PositionError`."""
    dealt_cards = read_dealt_cards(position, seats, PILE_ZONES, read, dealt, CARD_COUNT, may_hold_all=True)
    hands, piles, deck = dealt_cards
    _check_numbers_once([face for cards in (*(hand.cards for hand in hands), *piles, deck.cards) for face in cards])
    table = _make_table(piles, hands, deck)
    return table, table.seat_after(read_first_seat(position, seats) - 1)


def _check_numbers_once(faces: Sequence[str]) -> None:
    """Raise `PositionError` where a number stands twice, whatever else the cards show."""
    seen: dict[int, str] = {}
    for face in faces:
        number = number_of(face)
        if number in seen:
            raise PositionError.with_id("number-twice", card=seen[number], face=face)
        seen[number] = face


# --- the match, and its rules ---------------------------------------------------------------------------------------------


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
        elif found := find_pile_foul(state.table, PILE_INDEX[play.zone], face, number_of(face), state.to_move):
            yield found

    def lay_lawful_card(self, state: NinetyEightStateT, play: Play) -> Step[NinetyEightStateT]:
        """The step of a card against which nothing speaks, with notes on tricks and used-up hands. A waived card wins as any
        other, and loses nothing."""
        pile, face = PILE_INDEX[play.zone], self.read_face(state, play.after)
        notes = remark_on_card(state.table, pile, face, number_of(face), state.to_move)
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
        return deal_size(players)

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
        detail = {"score": score, "rating": rate_score(score, bool(outcome.won)), **outcome.detail}
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
            **describe_score(table, state.outcome),
            "min_cards": state.minimum_cards,
            "piles": [
                describe_ninety_eight_pile(table, pile, self.bounds_on_pile(state, pile)) for pile in range(len(FOUR_PILES))
            ],
        }

    def bounds_on_pile(self, state: NinetyEightStateT, pile: int) -> dict[str, Any]:
        """What goes on a pile now, as bounds: see `find_bounds`."""
        return find_bounds(state.table, pile)
