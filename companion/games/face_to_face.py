"""The Game - Face to Face: silver against gold, each with two own piles and a card a turn for the other player's.

Seat 0 is A, seat 1 is B; who plays silver and who gold is the players' choice (see `companion/games/silver_gold.py`).
`Outcome.won` speaks of the side to move when the match ends, `Outcome.seats` names the winner. A last card laid is won True. A
player who cannot lay two is won False, even when the end of the other player's turn brought that to light. Rule ids: rules
spec, section 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.errors import InputError, PositionError
from companion.games.card_game import RuleIds, TurnDraw
from companion.games.findings import make_foul, make_note
from companion.games.hands import DrawPile, Hand
from companion.games.ninety_eight import TRICK_STEP
from companion.games.pile_game import PileGame
from companion.games.positions import NamedCards, check_position_keys, read_first_seat, read_per_seat, shorten_json
from companion.games.silver_gold import (
    CARDS_DEALT,
    CARDS_EACH,
    COLOUR_NAMES,
    COLOURED_CARDS,
    COLOURED_PILES,
    COLOURED_ZONES,
    DEALT_DECK,
    LETTER_OF_COLOUR,
    MAX_NUMBER,
    MIN_NUMBER,
    PILE_NAMES,
    START_NUMBERS,
    FaceToFaceState,
    check_card_counts,
    make_colour_note,
    own_card,
    read_coloured_card,
    read_coloured_piles,
    read_first_colour,
    read_two_colours,
    set_first_colour,
    swap_all_colours,
    swap_colour,
)
from companion.match.rules import Claim, Detail, Duty, Finding, Outcome, Play, Step, Takes, ValueKind

_DRAWN_ALONE = 2  # cards drawn by a player who has not helped (FF-11)


class FaceToFace(PileGame[FaceToFaceState]):
    """The rules."""

    name = "face_to_face"
    ids = RuleIds(
        players="FF-01",
        hand="FF-02",
        card="FF-01",
        lifted="G-2",
        own="FF-17",
        least="FF-03",
        drawn="FF-11",
        skipped="FF-12",
        stuck="FF-14",
        won="FF-13",
        over="FF-18",
    )
    seats = (2, 2)  # FF-01
    piles = COLOURED_PILES
    cards: Mapping[str, int] = {face: number for face, (_, number) in COLOURED_CARDS.items()}
    examples = ("12", "s12", "g12")
    example_pile = "own_up"
    dealt_cards = CARDS_DEALT
    least = 2  # FF-03
    claims: Mapping[str, Mapping[str, Takes]] = {**PileGame.claims, "set_up": {"colours": Takes(ValueKind.LIST)}}

    # A match begins

    def set_up_match(self, seats: int, options: Detail, position: Detail | None = None) -> FaceToFaceState:
        """A fresh deal with hidden hands, or the position given (keys hands, decks, piles, turn, colours). Raises
        `PositionError`.

        Options: colours (FF-19).
        """
        apart = {key: value for key, value in options.items() if key != "colours"} if isinstance(options, Mapping) else options
        if position is not None or not isinstance(options, Mapping):
            given = {"colours": options["colours"], **position} if position and "colours" in options else position
            return super().set_up_match(seats, apart, given)
        return set_first_colour(super().set_up_match(seats, apart), read_two_colours(options.get("colours"), PositionError))

    def make_state(self, options: Mapping[str, bool], hands: tuple[Hand, ...], deck: DrawPile) -> FaceToFaceState:
        return FaceToFaceState(hands, (DrawPile(unseen=DEALT_DECK),) * 2, ((),) * len(COLOURED_PILES))

    def _read_pile_position(self, seats: int, switches: Mapping[str, bool], position: Detail) -> FaceToFaceState:
        """The position given, by keys hands, decks, piles, turn and colours. Hidden hands and unsaid draw piles have the usual
        size, as far as cards are left. `seats` and `switches` do not matter: always two players, and no switch."""
        position = check_position_keys(position, ("hands", "decks", "piles", "turn", "colours"))
        cards, known = NamedCards(), read_first_colour(position, {})
        first = known or 0
        hands, decks = [], []
        for seat, (hand, deck) in enumerate(
            zip(read_per_seat(position, "hands", 2), read_per_seat(position, "decks", 2), strict=True)
        ):

            def read(text: str, colour: int = seat ^ first) -> str | None:
                return own_card(text, colour)

            hands.append(cards.read_listed_hand(hand, f"hands[{seat}]", read, CARDS_DEALT))
            room = CARDS_EACH - hands[seat].size
            decks.append(cards.read_deck(deck, f"decks[{seat}]", read, most=room, missing=min(room, DEALT_DECK)))
        piles = read_coloured_piles(position, cards, PILE_NAMES[first], COLOURED_ZONES)
        named = known is not None or any(piles) or any(hand.is_all_known for hand in hands)
        state = FaceToFaceState(tuple(hands), tuple(decks), piles, read_first_seat(position, 2), first=first, named=named)
        return check_card_counts(state, read_per_seat(position, "decks", 2))

    # Plays

    def parse_play(self, state: FaceToFaceState, play: Detail, seat: int | None = None) -> Play:
        """{"card": "12", "pile": "own_up"} as a play of `seat`, by default of the player to move. Raises `InputError`."""
        return super().parse_play(state, play, state.to_move if seat is None else seat)

    def read_told_face(self, state: FaceToFaceState, text: str, seat: int) -> str:
        """The face that a player's text means: a bare number has the player's own colour."""
        return read_coloured_card(text, state.colour_of_seat(seat)) or ""

    def find_zone(self, state: FaceToFaceState, pile: str, seat: int | None = None) -> str:
        """The zone of a `pile` named own_up, opp_down and so on, as seen by `seat`, by default by the player to move. A_up (A:
        seat 0) or s_up (s: silver) name piles for all. Raises `InputError` for any other name."""
        seat = state.to_move if seat is None else seat
        whose, _, way = pile.partition("_") if isinstance(pile, str) else ("", "", "")
        if whose in ("own", "opp") and way in START_NUMBERS:
            return COLOURED_ZONES[state.piles_of_seat(seat if whose == "own" else 1 - seat)[way == "down"]]
        if not isinstance(pile, str) or pile not in PILE_NAMES[state.first]:
            raise InputError.with_id("no-pile", given=shorten_json(pile), known=("own_up", "own_down", "opp_up", "opp_down"))
        return PILE_NAMES[state.first][pile]

    def retell_play(self, state: FaceToFaceState, play: Play, then: int, now: int) -> Play:
        """The play meant when seat `then` was to move, told for seat `now` to move: same number, pile of the same meaning,
        colours exchanged. Unchanged where both seats are the same."""
        if then == now:
            return play
        face = swap_colour(play.after) if play.after in COLOURED_CARDS else play.after
        return replace(play, zone=swap_colour(play.zone), after=face)

    def apply_play(self, state: FaceToFaceState, play: Play) -> Step[FaceToFaceState]:
        """Judge a card, and lay the card. The first card of the match names the colours of both players (FF-19), with a note,
        unless the card is a foul."""
        if state.named or play.after not in COLOURED_CARDS:
            return super().apply_play(state, play)
        seat, colour = state.to_move if play.seat is None else play.seat, COLOURED_CARDS[play.after][0]
        named = replace(state, first=colour ^ seat, named=True)
        step = super().apply_play(named, play)
        if step.state is named:
            return replace(step, state=state)
        return replace(step, findings=(*step.findings, make_colour_note(seat, colour)))

    def find_holder(self, state: FaceToFaceState, play: Play) -> int:
        """The seat that plays the card's colour."""
        return state.holder_of_card(play.after)

    def find_hand_fouls(self, state: FaceToFaceState, play: Play) -> Iterator[Finding]:
        """Why the card cannot come from the hand, each a refusal. Nobody lays cards of the other colour (FF-17)."""
        if self.find_holder(state, play) != (state.to_move if play.seat is None else play.seat):
            colour = COLOUR_NAMES[state.colour_of_seat(state.to_move)]
            yield make_foul("FF-17", "not-your-colour", play.zone, card=play.after, seat=state.to_move + 1, colour=colour)
        yield from super().find_hand_fouls(state, play)

    def can_lie_on(self, state: FaceToFaceState, index: int, card: str) -> bool:
        """May the player to move lay the card on pile `index` of `COLOURED_ZONES` (FF-04 to FF-08)?"""
        pile, own = state.piles[index], index // 2 == COLOURED_CARDS[card][0]
        if not own and (state.helped or not pile):
            return False
        return _can_go_on(index, COLOURED_CARDS[pile[-1]][1], COLOURED_CARDS[card][1], own=own) if pile else True

    def find_misplacement(self, state: FaceToFaceState, index: int, card: str) -> Iterator[Finding]:
        """Why the card may not lie on the pile in place `index` (FF-04 to FF-08); nothing for a card that may."""
        zone, rises, top = COLOURED_ZONES[index], COLOURED_PILES[index].rises, self.top_card(state, index)
        visible, (owner, number) = COLOURED_CARDS[top][1] if top else COLOURED_PILES[index].start, COLOURED_CARDS[card]
        if index // 2 == owner:
            if top and not _can_go_on(index, visible, number, own=True):
                rule, code = ("FF-04", "not-above") if rises else ("FF-05", "not-below")
                yield make_foul(rule, code, zone, card=card, top=top, number=visible, trick=_find_unlaid_trick(state, index))
            return
        if state.helped:
            yield make_foul("FF-07", "second-help", zone, card=card)
        if not top:
            yield make_foul("FF-08", "nothing-to-improve", zone, card=card)
        elif not _can_go_on(index, visible, number, own=False):
            yield make_foul("FF-08", "not-lower" if rises else "not-higher", zone, card=card, top=top, number=visible)

    def find_remarks(self, state: FaceToFaceState, index: int, card: str) -> Iterator[Finding]:
        """Notes on a lawful card of the player to move: laid for the opponent, or backwards. `index`: place of the pile, before
        the card lies."""
        top, zone = self.top_card(state, index), COLOURED_ZONES[index]
        if state.owner_of_pile(index) != state.to_move:
            yield make_note("FF-11", "helps", zone, card=card, seat=state.to_move + 1)
        elif top and COLOURED_CARDS[card][1] == _find_trick(COLOURED_PILES[index].rises, COLOURED_CARDS[top][1]):
            yield make_note("FF-06", "backward", zone, card=card, top=top)
        yield from super().find_remarks(state, index, card)

    def lay_lawful_card(self, state: FaceToFaceState, play: Play) -> Step[FaceToFaceState]:
        return self._settle_after_card(
            self.move_to_pile(state, play), state.to_move, tuple(self.find_remarks(state, self.index[play.zone], play.after))
        )

    def lay_waived_card(self, state: FaceToFaceState, play: Play, notes: tuple[Finding, ...]) -> Step[FaceToFaceState]:
        return self._settle_after_card(self.move_to_pile(state, play), self.find_holder(state, play), notes)

    def _settle_after_card(self, state: FaceToFaceState, owner: int, notes: tuple[Finding, ...]) -> Step[FaceToFaceState]:
        """The step after a card of `owner`: won with the last own card (FF-13), lost where the player to move cannot go on
        (FF-14), or going on. `notes`: on the card.

        A turn begun with a single card and nothing to draw was lost already, so the last card does not win. A hidden hand that
        seems empty was miscounted, as long as not all of the owner's cards are seen.
        """
        if state.count_left_of(owner) > 0:
            return self.settle_position(state, notes)
        mine = owner == state.to_move
        seen = sum(state.holder_of_card(card) == owner for pile in state.piles for card in pile)
        unseen = state.hands[owner].secret and seen < CARDS_EACH
        if mine and self.count_still_needed(state):
            return self.settle_position(state, notes) if unseen else self.declare_stuck(state, notes)
        won = self.end_match(state, Outcome(mine, "FF-13", "all-laid", (owner,), {"winner": owner + 1}), notes)
        return self.mark_as_counted(won) if unseen else won

    def move_to_pile(self, state: FaceToFaceState, play: Play, **changes: Any) -> FaceToFaceState:
        owner = self.find_holder(state, play)
        helps = owner == state.to_move and state.owner_of_pile(self.index[play.zone]) != owner
        return super().move_to_pile(state, play, helped=state.helped or helps)

    def lift_card(self, state: FaceToFaceState, play: Play) -> FaceToFaceState:
        """The top card back in its owner's hand; an opponent's card does not change the count of the turn. Unchanged for an
        empty pile."""
        index = self.index[play.zone]
        if not state.piles[index]:
            return state
        owner = state.holder_of_card(self.top_card(state, index))
        mine = owner == state.to_move and state.played > 0
        lifted = replace(super().lift_card(state, play), played=state.played - mine)
        return replace(lifted, helped=state.helped and not (mine and state.owner_of_pile(index) != owner))

    # Turns, and how a match ends

    def plan_draw(self, state: FaceToFaceState) -> TurnDraw:
        """Two cards, or up to six after helping (FF-11, FF-12)."""
        size = state.deck.size
        count = max(0, CARDS_DEALT - state.mover.size) if state.helped else _DRAWN_ALONE
        return TurnDraw(
            min(count, size), "FF-11" if size else "FF-12", f"{LETTER_OF_COLOUR[state.colour_of_seat(state.to_move)]}_draw"
        )

    def find_next_seat(self, hands: tuple[Hand, ...], deck: DrawPile, seat: int) -> int:
        """The other seat."""
        return 1 - seat

    def begin_next_turn(self, state: FaceToFaceState, count: int) -> FaceToFaceState:
        return super().begin_next_turn(replace(state, helped=False) if state.helped else state, count)

    def remove_player(self, state: FaceToFaceState, seat: int | None) -> FaceToFaceState:
        """Raises `InputError`: of two players nobody can leave."""
        raise InputError.with_id("two-cannot-part")

    def is_all_laid(self, state: FaceToFaceState) -> bool:
        """False: a match is won by the card that was laid."""
        return False

    def is_stuck(self, state: FaceToFaceState) -> bool:
        """Is a single card left of the two and nothing to draw, or does no card of a known hand fit (FF-14)?"""
        still = self.count_still_needed(state)
        if not still:
            return False
        if 0 < state.mover.size < still and not state.deck.size:
            return True  # a hidden hand that seems empty was miscounted, so nothing is said of it
        return state.mover.is_all_known and next(self.find_lawful_plays(state), None) is None

    def find_way_out(self, state: FaceToFaceState) -> Play | None:
        """A card of a known hand that leads to the minimum, None for none. Looking a card ahead is enough for two cards."""
        if self.is_stuck(state):
            return None
        steps = ((play, self.lay_lawful_card(state, play).outcome) for play in self.find_lawful_plays(state))
        return next((play for play, outcome in steps if outcome is None or outcome.won), None)

    def end_match(self, state: FaceToFaceState, outcome: Outcome, notes: tuple[Finding, ...] = ()) -> Step[FaceToFaceState]:
        """The match is over: a player wins, the other loses."""
        return Step(self.with_outcome(state, outcome), notes, outcome)

    def lose_match(self, state: FaceToFaceState, notes: tuple[Finding, ...] = ()) -> Step[FaceToFaceState]:
        """The match lost by the player to move: the other player wins."""
        winner = 1 - state.to_move
        detail = {"seat": state.to_move + 1, "winner": winner + 1, "still": self.count_still_needed(state)}
        return self.end_match(state, Outcome(False, "FF-14", "stuck", (winner,), detail, lapses=True), notes)

    # Claims

    def apply_claim(self, state: FaceToFaceState, claim: Claim) -> Step[FaceToFaceState]:
        """Judge something no camera sees. By a claim "set_up" the colours (FF-19) are said, and known cards change colour with
        their player. A foul once a card was laid, unless said as the cards tell."""
        if claim.code != "set_up":
            return super().apply_claim(state, claim)
        first = read_two_colours(claim.detail.get("colours"), InputError)
        if first is None or (state.named and first == state.first):
            return Step(state)
        if any(state.piles) and (state.turn, state.played) != (1, 0):
            seat = state.holder_of_card(next(pile[0] for pile in state.piles if pile))
            return Step(
                state, (make_foul("FF-19", "colour-laid", seat=seat + 1, colour=COLOUR_NAMES[state.colour_of_seat(seat)]),)
            )
        changed = state if first == state.first else swap_all_colours(state)
        return Step(replace(changed, first=first, named=True), (make_colour_note(0, first), make_colour_note(1, 1 - first)))

    # What would be lawful, what is due, what is shown

    def find_lawful_plays(self, state: FaceToFaceState) -> Iterator[Play]:
        """Every lawful card and pile: own cards only, from the known hand, else from all own cards not laid."""
        candidates = sorted(
            state.mover.cards if state.mover.is_all_known else self._list_own_unlaid(state), key=self.cards.__getitem__
        )
        for index, zone in enumerate(COLOURED_ZONES):
            top = self.top_card(state, index)
            yield from (Play(zone, top, card, state.to_move) for card in candidates if self.can_lie_on(state, index, card))

    def _list_own_unlaid(self, state: FaceToFaceState) -> Iterator[str]:
        """The own cards of the player to move that lie on no pile."""
        return (card for card in self.find_unlaid(state) if state.holder_of_card(card) == state.to_move)

    def list_due(self, state: FaceToFaceState) -> tuple[Duty, ...]:
        """The cards still to lay, or why they cannot be laid any more."""
        still = self.count_still_needed(state)
        if not still:
            return ()
        if state.mover.size < still and not state.deck.size:
            detail = {"still": still, "count": state.mover.size}
            return (Duty("FF-14", "too-few-cards", due_turn=state.turn, detail=detail, certain_loss=True),)
        if self._is_minimum_impossible(state):
            own = tuple(COLOURED_ZONES[index] for index in state.piles_of_seat(state.to_move))
            return (Duty("FF-14", "nothing-fits", own, due_turn=state.turn, detail={"still": still}, certain_loss=True),)
        return (Duty("FF-03", "lay-minimum", due_turn=state.turn, detail={"still": still}),)

    def _is_minimum_impossible(self, state: FaceToFaceState) -> bool:
        """Can no unlaid card make the minimum? A helping card may be one of two, never both (FF-09)."""
        cards, own = list(self._list_own_unlaid(state)), state.piles_of_seat(state.to_move)
        if any(self.can_lie_on(state, index, card) for index in own for card in cards):
            return False
        helps = any(
            self.can_lie_on(state, index, card) for index in range(len(COLOURED_PILES)) if index not in own for card in cards
        )
        return not helps or self.count_still_needed(state) == self.least

    def describe_position(self, state: FaceToFaceState) -> dict[str, Any]:
        """The public position. "top" has the number on each pile, by player, None for an empty pile; "colours" has None while
        unknown."""
        shared = super().describe_position(state)
        del shared["deck_size"]
        return {
            **shared,
            "helped": state.helped,
            "deck_sizes": [deck.size for deck in state.decks],
            "top": {
                f"{'AB'[state.owner_of_pile(index)]}_{zone[2:]}": _find_visible_number(state, index)
                for index, zone in enumerate(COLOURED_ZONES)
            },
            "winner": state.outcome.seats[0] if state.outcome else None,
            "colours": [COLOUR_NAMES[state.colour_of_seat(seat)] if state.named else None for seat in range(2)],
        }

    def describe_pile(self, state: FaceToFaceState, index: int) -> dict[str, Any]:
        return {**super().describe_pile(state, index), "owner": state.owner_of_pile(index)}

    def describe_bounds(self, state: FaceToFaceState, index: int) -> dict[str, Any]:
        """What the player to move may lay on the pile in place `index`, as bounds: by direction or trick on an own pile, an
        improvement on the other's. Empty where nothing goes on."""
        visible, own = _find_visible_number(state, index), state.owner_of_pile(index) == state.to_move
        if visible is None:
            return {"any": True} if own else {}
        if not own and state.helped:
            return {}
        upwards = COLOURED_PILES[index].rises == own
        bound = {} if visible == (MAX_NUMBER if upwards else MIN_NUMBER) else {"above" if upwards else "below": visible}
        trick = _find_unlaid_trick(state, index) if own else 0
        return {**bound, "exactly": trick} if trick else bound


def _find_visible_number(state: FaceToFaceState, index: int) -> int | None:
    pile = state.piles[index]
    return COLOURED_CARDS[pile[-1]][1] if pile else None


def _can_go_on(index: int, visible: int, number: int, *, own: bool) -> bool:
    """Does a number go on a visible number: in the pile's direction or ten back on an own pile (FF-04 to FF-06), else an
    improvement (FF-08)? `index`: place of the pile; `own`: a pile of the player who lays."""
    rises = COLOURED_PILES[index].rises
    forward = number > visible if rises == own else number < visible
    return forward or (own and number == (visible - TRICK_STEP if rises else visible + TRICK_STEP))


def _find_trick(rises: bool, visible: int) -> int | None:
    """The number that may be laid backwards, None for none (FF-06)."""
    number = visible - TRICK_STEP if rises else visible + TRICK_STEP
    return number if MIN_NUMBER <= number <= MAX_NUMBER else None


def _find_unlaid_trick(state: FaceToFaceState, index: int) -> int:
    """The number that the pile's owner may still lay backwards, 0 for none."""
    visible = _find_visible_number(state, index)
    number = _find_trick(COLOURED_PILES[index].rises, visible) if visible else None
    return number if number and not state.is_laid(f"{LETTER_OF_COLOUR[index // 2]}{number}") else 0


RULES = FaceToFace()
