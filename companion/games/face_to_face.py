"""The Game - Face to Face: silver against gold, each with two piles of his own and one card a turn for the other's.

Seat 0 is A, seat 1 is B; who plays silver and who gold is their choice (see `companion/games/silver_gold.py`). `Outcome.won` speaks of
the side to move when the match ends, and `Outcome.seats` names the winner: a last card laid is won True; a player who cannot lay two
is won False, also when the end of the other player's turn brought it to light. Rule ids are those of the rules spec, section 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.errors import InputError, PositionError
from companion.games.card_game import RuleIds, TurnDraw
from companion.games.findings import foul, note
from companion.games.hands import DrawPile, Hand
from companion.games.pile_game import PileGame
from companion.games.piles import TRICK
from companion.games.positions import Cards, checked_keys, per_seat, read_turn, shown
from companion.games.silver_gold import (
    CARDS,
    COLOURS,
    DEALT_DECK,
    EACH,
    HAND,
    HIGHEST,
    LOWEST,
    NAMES,
    PILE_NAMES,
    PILES,
    START,
    ZONES,
    FaceToFaceState,
    check_position,
    give_colour,
    note_colour,
    own_card,
    read_card,
    read_colours,
    read_first_colour,
    read_laid,
    recolour,
    swap_colours,
)
from companion.match.rules import Claim, Detail, Duty, Finding, Outcome, Play, Step, Takes, ValueKind

_DRAWN_ALONE = 2


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
    seats = (2, 2)
    piles = PILES
    cards: Mapping[str, int] = {face: number for face, (_, number) in CARDS.items()}
    examples = ("12", "s12", "g12")
    dealt_cards = HAND
    least = 2
    claims: Mapping[str, Mapping[str, Takes]] = {**PileGame.claims, "set_up": {"colours": Takes(ValueKind.SEVERAL)}}

    # A match begins

    def setup(self, seats: int, options: Detail, position: Detail | None = None) -> FaceToFaceState:
        """A fresh deal with hidden hands, or the position given (keys hands, decks, piles, turn, colours). Raises `PositionError`.

        Options: colours (FF-19).
        """
        apart = {key: value for key, value in options.items() if key != "colours"} if isinstance(options, Mapping) else options
        if position is not None or not isinstance(options, Mapping):
            given = {"colours": options["colours"], **position} if position and "colours" in options else position
            return super().setup(seats, apart, given)
        return give_colour(super().setup(seats, apart), read_colours(options.get("colours"), PositionError))

    def state(self, options: Mapping[str, bool], hands: tuple[Hand, ...], deck: DrawPile) -> FaceToFaceState:
        """See `PileGame`. Both have a draw pile."""
        return FaceToFaceState(hands, (DrawPile(unseen=DEALT_DECK),) * 2, ((),) * len(PILES))

    def _read(self, seats: int, switches: Mapping[str, bool], position: Detail) -> FaceToFaceState:
        position = checked_keys(position, ("hands", "decks", "piles", "turn", "colours"))
        cards, known = Cards(), read_first_colour(position, {})
        first = known or 0
        hands, decks = [], []
        for seat, (hand, deck) in enumerate(zip(per_seat(position, "hands", 2), per_seat(position, "decks", 2), strict=True)):

            def read(text: str, colour: int = seat ^ first) -> str | None:
                return own_card(text, colour)

            hands.append(cards.hand(hand, f"hands[{seat}]", read, HAND))
            room = EACH - hands[seat].size
            decks.append(cards.deck(deck, f"decks[{seat}]", read, most=room, missing=min(room, DEALT_DECK)))
        piles = read_laid(position, cards, PILE_NAMES[first], ZONES)
        named = known is not None or any(piles) or any(hand.known for hand in hands)
        state = FaceToFaceState(tuple(hands), tuple(decks), piles, read_turn(position, 2), first=first, named=named)
        return check_position(state, per_seat(position, "decks", 2))

    # Plays

    def parse(self, state: FaceToFaceState, play: Detail, seat: int | None = None) -> Play:
        """{"card": "12", "pile": "own_up"} as a play of `seat`, by default of the player to move. Raises `InputError`."""
        if set(play) != {"card", "pile"}:
            raise InputError.of("example-needed", where='"play"', example='{"card": "12", "pile": "own_up"}')
        seat = state.to_move if seat is None else seat
        card = read_card(play["card"], state.other_way(seat)) if isinstance(play["card"], str) else None
        if card is None:
            raise InputError.of("no-card", given=shown(play["card"]), known=self.examples)
        zone = self.zone(state, play["pile"], seat)
        return Play(zone, self.top(state, self.index[zone]), card, seat)

    def zone(self, state: FaceToFaceState, pile: str, seat: int | None = None) -> str:
        """own_up, opp_down and so on as seen by `seat`, by default by the player to move; A_up or s_up for all. Raises `InputError`."""
        seat = state.to_move if seat is None else seat
        whose, _, way = pile.partition("_") if isinstance(pile, str) else ("", "", "")
        if whose in ("own", "opp") and way in START:
            return ZONES[state.of(seat if whose == "own" else 1 - seat)[way == "down"]]
        if not isinstance(pile, str) or pile not in PILE_NAMES[state.first]:
            raise InputError.of("no-pile", given=shown(pile), known=("own_up", "own_down", "opp_up", "opp_down"))
        return PILE_NAMES[state.first][pile]

    def retold(self, state: FaceToFaceState, play: Play, then: int, now: int) -> Play:
        """The same number on the pile that is the same to the other player."""
        if then == now:
            return play
        face = recolour(play.after) if play.after in CARDS else play.after
        return replace(play, zone=recolour(play.zone), after=face)

    def play(self, state: FaceToFaceState, play: Play) -> Step[FaceToFaceState]:
        """See `Rules`. A player's first card names the colour (FF-19)."""
        if state.named or play.after not in CARDS:
            return super().play(state, play)
        seat, colour = state.to_move if play.seat is None else play.seat, CARDS[play.after][0]
        named = replace(state, first=colour ^ seat, named=True)
        step = super().play(named, play)
        if step.state is named:
            return replace(step, state=state)
        return replace(step, findings=(*step.findings, note_colour(seat, colour)))

    def holder(self, state: FaceToFaceState, play: Play) -> int:
        """A card comes from the hand of its colour."""
        return state.holder(play.after)

    def not_held(self, state: FaceToFaceState, play: Play) -> Iterator[Finding]:
        """See `PileGame`. Nobody lays cards of the other colour (FF-17)."""
        if self.holder(state, play) != (state.to_move if play.seat is None else play.seat):
            colour = NAMES[state.other_way(state.to_move)]
            yield foul("FF-17", "not-your-colour", play.zone, card=play.after, seat=state.to_move + 1, colour=colour)
        yield from super().not_held(state, play)

    def fits(self, state: FaceToFaceState, index: int, card: str) -> bool:
        """FF-04 to FF-08, for a card of the player to move."""
        pile, own = state.piles[index], index // 2 == CARDS[card][0]
        if not own and (state.helped or not pile):
            return False
        return _goes(index, CARDS[pile[-1]][1], CARDS[card][1], own=own) if pile else True

    def misplaced(self, state: FaceToFaceState, index: int, card: str) -> Iterator[Finding]:
        """FF-04 to FF-08: where the card may not lie."""
        zone, rises, top = ZONES[index], PILES[index].rises, self.top(state, index)
        visible, (owner, number) = CARDS[top][1] if top else PILES[index].start, CARDS[card]
        if index // 2 == owner:
            if top and not _goes(index, visible, number, own=True):
                rule, code = ("FF-04", "not-above") if rises else ("FF-05", "not-below")
                yield foul(rule, code, zone, card=card, top=top, number=visible, trick=_open_trick(state, index))
            return
        if state.helped:
            yield foul("FF-07", "second-help", zone, card=card)
        if not top:
            yield foul("FF-08", "nothing-to-improve", zone, card=card)
        elif not _goes(index, visible, number, own=False):
            yield foul("FF-08", "not-lower" if rises else "not-higher", zone, card=card, top=top, number=visible)

    def remarks(self, state: FaceToFaceState, index: int, card: str) -> Iterator[Finding]:
        """See `PileGame`. Laid for the opponent, or backwards."""
        top, zone = self.top(state, index), ZONES[index]
        if state.owner(index) != state.to_move:
            yield note("FF-11", "helps", zone, card=card, seat=state.to_move + 1)
        elif top and CARDS[card][1] == _trick(PILES[index].rises, CARDS[top][1]):
            yield note("FF-06", "backward", zone, card=card, top=top)
        yield from super().remarks(state, index, card)

    def stands(self, state: FaceToFaceState, play: Play) -> Step[FaceToFaceState]:
        """See `CardGame`."""
        return self._after(self.laid(state, play), state.to_move, tuple(self.remarks(state, self.index[play.zone], play.after)))

    def waved_through(self, state: FaceToFaceState, play: Play, notes: tuple[Finding, ...]) -> Step[FaceToFaceState]:
        """See `CardGame`."""
        return self._after(self.laid(state, play), self.holder(state, play), notes)

    def _after(self, state: FaceToFaceState, owner: int, notes: tuple[Finding, ...]) -> Step[FaceToFaceState]:
        """Has the owner of the card laid his last one (FF-13), or can the player to move not go on (FF-14)?

        Who began the turn with one card and nothing to draw had lost already, so that his last card does not win. A hidden hand that
        seems empty was miscounted, as long as not all of its cards are seen.
        """
        if state.left_of(owner) > 0:
            return self.settled(state, notes)
        mine = owner == state.to_move
        seen = sum(state.holder(card) == owner for pile in state.piles for card in pile)
        unseen = state.hands[owner].secret and seen < EACH
        if mine and self.still(state):
            return self.settled(state, notes) if unseen else self.stuck(state, notes)
        won = self.ended(state, Outcome(mine, "FF-13", "all-laid", (owner,), {"winner": owner + 1}), notes)
        return self.by_count(won) if unseen else won

    def laid(self, state: FaceToFaceState, play: Play, **changes: Any) -> FaceToFaceState:
        """See `PileGame`."""
        owner = self.holder(state, play)
        helps = owner == state.to_move and state.owner(self.index[play.zone]) != owner
        return super().laid(state, play, helped=state.helped or helps)

    def lifted(self, state: FaceToFaceState, play: Play) -> FaceToFaceState:
        """See `CardGame`. A card goes back to its owner's hand; his opponent's count is his own."""
        index = self.index[play.zone]
        if not state.piles[index]:
            return state
        owner = state.holder(self.top(state, index))
        mine = owner == state.to_move and state.played > 0
        lifted = replace(super().lifted(state, play), played=state.played - mine)
        return replace(lifted, helped=state.helped and not (mine and state.owner(index) != owner))

    # Turns, and how a match ends

    def drawing(self, state: FaceToFaceState) -> TurnDraw:
        """FF-11, FF-12: two cards, or up to six for who helped."""
        size = state.deck.size
        count = max(0, HAND - state.mover.size) if state.helped else _DRAWN_ALONE
        return TurnDraw(min(count, size), "FF-11" if size else "FF-12", f"{COLOURS[state.other_way(state.to_move)]}_draw")

    def next_seat(self, hands: tuple[Hand, ...], deck: DrawPile, seat: int) -> int:
        """See `PileGame`. The other one."""
        return 1 - seat

    def next_turn(self, state: FaceToFaceState, count: int) -> FaceToFaceState:
        """See `CardGame`."""
        return super().next_turn(replace(state, helped=False) if state.helped else state, count)

    def without(self, state: FaceToFaceState, seat: int | None) -> FaceToFaceState:
        """See `CardGame`."""
        raise InputError.of("two-cannot-part")

    def all_laid(self, state: FaceToFaceState) -> bool:
        """Winning is a matter of the card that was laid."""
        return False

    def is_stuck(self, state: FaceToFaceState) -> bool:
        """FF-14: one card is left of the two and nothing can be drawn, hidden or not; or no card of a known hand fits."""
        still = self.still(state)
        if not still:
            return False
        if 0 < state.mover.size < still and not state.deck.size:
            return True  # a hidden hand that seems empty was miscounted, so nothing is said of it
        return state.mover.known and next(self.lawful(state), None) is None

    def way_out(self, state: FaceToFaceState) -> Play | None:
        """A card of a known hand that leads to the minimum. Looks one card ahead, which is as far as two cards need."""
        if self.is_stuck(state):
            return None
        steps = ((play, self.stands(state, play).outcome) for play in self.lawful(state))
        return next((play for play, outcome in steps if outcome is None or outcome.won), None)

    def ended(self, state: FaceToFaceState, outcome: Outcome, notes: tuple[Finding, ...] = ()) -> Step[FaceToFaceState]:
        """One wins, the other loses."""
        return Step(self.over(state, outcome), notes, outcome)

    def lost(self, state: FaceToFaceState, notes: tuple[Finding, ...] = ()) -> Step[FaceToFaceState]:
        """The player to move has lost: the other one wins."""
        winner = 1 - state.to_move
        detail = {"seat": state.to_move + 1, "winner": winner + 1, "still": self.still(state)}
        return self.ended(state, Outcome(False, "FF-14", "stuck", (winner,), detail, lapses=True), notes)

    # Claims

    def claim(self, state: FaceToFaceState, claim: Claim) -> Step[FaceToFaceState]:
        """See `Rules`. Which colour each plays (FF-19) is said before a card lies; later the cards tell."""
        if claim.code != "set_up":
            return super().claim(state, claim)
        first = read_colours(claim.detail.get("colours"), InputError)
        if first is None or (state.named and first == state.first):
            return Step(state)
        if any(state.piles) and (state.turn, state.played) != (1, 0):
            seat = state.holder(next(pile[0] for pile in state.piles if pile))
            return Step(state, (foul("FF-19", "colour-laid", seat=seat + 1, colour=NAMES[state.other_way(seat)]),))
        changed = state if first == state.first else swap_colours(state)
        return Step(replace(changed, first=first, named=True), (note_colour(0, first), note_colour(1, 1 - first)))

    # What would be lawful, what is due, what is shown

    def lawful(self, state: FaceToFaceState) -> Iterator[Play]:
        """See `CardGame`."""
        candidates = sorted(state.mover.cards if state.mover.known else self._unlaid(state), key=_number)
        for index, zone in enumerate(ZONES):
            top = self.top(state, index)
            yield from (Play(zone, top, card, state.to_move) for card in candidates if self.fits(state, index, card))

    def _unlaid(self, state: FaceToFaceState) -> Iterator[str]:
        """The own cards of the player to move that lie on no pile."""
        return (card for card in self.unlaid(state) if state.holder(card) == state.to_move)

    def due(self, state: FaceToFaceState) -> tuple[Duty, ...]:
        """The cards still to lay, or why they cannot be laid any more."""
        still = self.still(state)
        if not still:
            return ()
        if state.mover.size < still and not state.deck.size:
            detail = {"still": still, "count": state.mover.size}
            return (Duty("FF-14", "too-few-cards", due_turn=state.turn, detail=detail, certain_loss=True),)
        if self._nothing_fits(state):
            own = tuple(ZONES[index] for index in state.of(state.to_move))
            return (Duty("FF-14", "nothing-fits", own, due_turn=state.turn, detail={"still": still}, certain_loss=True),)
        return (Duty("FF-03", "lay-minimum", due_turn=state.turn, detail={"still": still}),)

    def _nothing_fits(self, state: FaceToFaceState) -> bool:
        """Can no card not yet laid make the minimum? One of two cards may be a helping card, never both (FF-09)."""
        cards, own = list(self._unlaid(state)), state.of(state.to_move)
        if any(self.fits(state, index, card) for index in own for card in cards):
            return False
        helps = any(self.fits(state, index, card) for index in range(len(PILES)) if index not in own for card in cards)
        return not helps or self.still(state) == self.least

    def view(self, state: FaceToFaceState) -> dict[str, Any]:
        """The public position."""
        shared = super().view(state)
        del shared["deck_size"]
        return {
            **shared,
            "helped": state.helped,
            "deck_sizes": [deck.size for deck in state.decks],
            "top": {f"{'AB'[state.owner(index)]}_{zone[2:]}": _visible(state, index) for index, zone in enumerate(ZONES)},
            "winner": state.outcome.seats[0] if state.outcome else None,
            "colours": [NAMES[state.other_way(seat)] if state.named else None for seat in range(2)],
        }

    def pile_view(self, state: FaceToFaceState, index: int) -> dict[str, Any]:
        """See `PileGame`."""
        return {**super().pile_view(state, index), "owner": state.owner(index)}

    def fitting(self, state: FaceToFaceState, index: int) -> dict[str, Any]:
        """What the player to move may lay there, as bounds: on an own pile by direction or trick, on the other's what improves it."""
        visible, own = _visible(state, index), state.owner(index) == state.to_move
        if visible is None:
            return {"any": True} if own else {}
        if not own and state.helped:
            return {}
        upwards = PILES[index].rises == own
        bound = {} if visible == (HIGHEST if upwards else LOWEST) else {"above" if upwards else "below": visible}
        trick = _open_trick(state, index) if own else 0
        return {**bound, "exactly": trick} if trick else bound


def _number(face: str) -> int:
    return CARDS[face][1]


def _visible(state: FaceToFaceState, index: int) -> int | None:
    pile = state.piles[index]
    return CARDS[pile[-1]][1] if pile else None


def _goes(index: int, visible: int, number: int, *, own: bool) -> bool:
    """On an own pile in its direction or exactly ten back (FF-04 to FF-06), on the other's only what improves it (FF-08)."""
    rises = PILES[index].rises
    forward = number > visible if rises == own else number < visible
    return forward or (own and number == (visible - TRICK if rises else visible + TRICK))


def _trick(rises: bool, visible: int) -> int | None:
    """The number that may be laid backwards, if there is one (FF-06)."""
    number = visible - TRICK if rises else visible + TRICK
    return number if LOWEST <= number <= HIGHEST else None


def _open_trick(state: FaceToFaceState, index: int) -> int:
    """The number that may still be laid backwards on a pile by its owner, 0 if there is none."""
    visible = _visible(state, index)
    number = _trick(PILES[index].rises, visible) if visible else None
    return number if number and not state.is_laid(f"{COLOURS[index // 2]}{number}") else 0


RULES = FaceToFace()
