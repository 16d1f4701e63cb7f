"""The Game - Quick & Easy: fifty cards, one pile that rises and one that falls, and colours that turn a pile back.

Everybody wins or loses together, so an outcome names every seat. Rule ids are those of the rules spec, section 3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import InputError
from companion.games.findings import CLAIMS, as_notes, foul, kind_said, note, players_and_hand
from companion.games.hands import Deck, Hand, laid_from, taken, without_player
from companion.games.piles import NUMBERS_SAID, check_seat
from companion.games.positions import (
    Cards,
    checked_keys,
    checked_options,
    checked_seats,
    per_seat,
    read_piles,
    read_turn,
    shown,
)
from companion.match.rules import Claim, Detail, Duty, Finding, Outcome, Play, Step

UP, DOWN = "up", "down"
ZONES = (UP, DOWN)
HAND = 2
LOWEST, HIGHEST = 1, 10
CARDS: Mapping[str, tuple[int, str]] = {f"{n}{c}": (n, c) for c in "RBGYX" for n in range(LOWEST, HIGHEST + 1)}
"""Number and colour of every card."""

Piles = tuple[tuple[str, ...], tuple[str, ...]]
"""Faces of the ascending and the descending pile, bottom to top."""

_MINIMUM = 1
_DECK_OF_A_POSITION = 30
_EXPERTS_MAY_SAY = frozenset({"colour", "intention"})
_PILE_NAMES = {zone: zone for zone in ZONES}


@dataclass(frozen=True, slots=True)
class QuickEasyState:
    """A match at one moment. `played`: cards laid this turn. `turn` counts from 1."""

    expert: bool
    hands: tuple[Hand, ...]
    deck: Deck
    piles: Piles = ((), ())
    to_move: int = 0
    turn: int = 1
    played: int = 0
    outcome: Outcome | None = None

    @property
    def most(self) -> int:
        """The most cards of a turn (QE-02, QE-11)."""
        return 1 if self.expert else 2

    @property
    def left(self) -> int:
        """Cards not yet laid."""
        return self.deck.size + sum(hand.size for hand in self.hands)

    @property
    def mover(self) -> Hand:
        """The hand of the player to move."""
        return self.hands[self.to_move]


class QuickEasy:
    """The rules. A loss that no camera sees (QE-09) is declared as soon as the hand is known, else by the claim "stuck"."""

    name = "quick_easy"
    claims = CLAIMS
    doubles = False
    shared: frozenset[str] = frozenset()

    def setup(self, seats: int, options: Detail, position: Detail | None = None) -> QuickEasyState:
        """A fresh deal with hidden hands, or the position given (keys hands, deck, piles, turn). Raises `PositionError`."""
        seats = checked_seats(seats, 2, 5)
        expert = checked_options(options, ("expert",))["expert"]
        if position is None:
            hands = (Hand(unseen=HAND, secret=True),) * seats
            return QuickEasyState(expert, hands, Deck(unseen=len(CARDS) - HAND * seats))
        return _past_empty_hands(_read(seats, expert, position))

    def parse(self, state: QuickEasyState, play: Detail, seat: int | None = None) -> Play:
        """{"card": "7R", "pile": "up"} as a play. Raises `InputError`."""
        if set(play) != {"card", "pile"}:
            raise InputError.of("example-needed", where='"play"', example='{"card": "7R", "pile": "up"}')
        card = _read_card(play["card"]) if isinstance(play["card"], str) else None
        if card is None:
            raise InputError.of("no-card", given=shown(play["card"]), known=("7R", "10B", "1G", "2Y", "9X"))
        zone = self.zone(state, play["pile"], seat)
        return Play(zone, _top(state, zone), card, seat)

    def zone(self, state: QuickEasyState, pile: str, seat: int | None = None) -> str:
        """A pile is named as its zone. Raises `InputError`."""
        if not isinstance(pile, str) or pile not in ZONES:
            raise InputError.of("no-pile", given=shown(pile), known=ZONES)
        return pile

    def play(self, state: QuickEasyState, play: Play) -> Step[QuickEasyState]:
        """Judge a card laid on a pile (QE-02 to QE-06, QE-08, QE-11, QE-12). Raises `InputError` for a zone that is no pile."""
        if play.zone not in ZONES:
            raise InputError.of("no-pile", given=shown(play.zone), known=ZONES)
        check_seat(play.seat, len(state.hands))
        found = next(_fouls(state, play), None)
        if found is None:
            return _laid(state, play)
        return _let_stand(state, play) if play.waived else Step(state, (found,))

    def end_turn(self, state: QuickEasyState, seat: int | None = None) -> Step[QuickEasyState]:
        """Judge the minimum, draw as many as were laid (QE-07), pass on past players without cards (QE-13)."""
        check_seat(seat, len(state.hands))
        if found := _out_of_turn(state, seat):
            return Step(state, (found,))
        if state.played < _MINIMUM:
            return _lost(state) if _stuck(state) else Step(state, (_too_few(state),))
        passed = _passed_on(state)
        drawn = _drawn(state, passed)
        return _lost(passed, (drawn,)) if _stuck(passed) else Step(passed, (drawn,))

    def pass_on(self, state: QuickEasyState) -> Step[QuickEasyState]:
        """See `Rules`."""
        notes = as_notes((_too_few(state),)) if state.played < _MINIMUM else ()
        passed = _passed_on(state)
        return Step(passed, (*notes, _drawn(state, passed)), _lost(passed).outcome if _stuck(passed) else None)

    def resume(self, state: QuickEasyState, turn: int, seat: int, drawable: bool) -> QuickEasyState:
        """The position in this turn of this seat."""
        return replace(state, turn=turn, to_move=seat)

    def drawable(self, state: QuickEasyState) -> bool:
        """The minimum of a turn hangs on no draw pile."""
        return True

    def retold(self, state: QuickEasyState, play: Play, then: int, now: int) -> Play:
        """Cards and piles are everybody's."""
        return play

    def over(self, state: QuickEasyState, outcome: Outcome | None) -> QuickEasyState:
        """The same position, over with this outcome, or going on."""
        return state if state.outcome is outcome else replace(state, outcome=outcome)

    def holds(self, state: QuickEasyState, outcome: Outcome) -> bool:
        """Whoever could not go on, and did, has not lost."""
        return not outcome.lapses

    def claim(self, state: QuickEasyState, claim: Claim) -> Step[QuickEasyState]:
        """Judge "stuck" (QE-09), "assess", "say" (QE-10, QE-11) or "setup_check" (QE-01). Raises `InputError`."""
        check_seat(claim.seat, len(state.hands))
        if claim.code == "stuck":
            return _claimed_stuck(state, claim.seat)
        if claim.code == "assess":
            return _assessed(state)
        if claim.code == "say":
            return Step(state, _talk(state, claim.detail))
        if claim.code == "setup_check":
            return Step(state, _dealt(state, claim.detail))
        if claim.code == "leave":
            return _left(state, claim.seat)
        raise InputError.of("no-claim", given=shown(claim.code), known=tuple(CLAIMS))

    def faces(self, state: QuickEasyState) -> Mapping[str, str]:
        """The visible card of each pile, "" where only the direction card lies."""
        return {zone: _top(state, zone) for zone in ZONES}

    def turn(self, state: QuickEasyState) -> tuple[int, int]:
        """Number of the turn and the seat to move."""
        return state.turn, state.to_move

    def duties(self, state: QuickEasyState) -> tuple[Duty, ...]:
        """The card still to lay, or that no card left anywhere fits. Public knowledge only."""
        if state.outcome is not None:
            return ()
        if state.left and not any(_fits(zone, _top(state, zone), card) for card in _unlaid(state) for zone in ZONES):
            fatal = state.turn + (state.played >= _MINIMUM)
            return (Duty("QE-09", "nothing-fits", ZONES, due_turn=fatal, certain_loss=True),)
        if state.played < _MINIMUM:
            return (Duty("QE-02", "lay-minimum", due_turn=state.turn, detail={"still": _MINIMUM - state.played}),)
        return ()

    def legal(self, state: QuickEasyState) -> Sequence[Play]:
        """Every card and pile that would stand now."""
        if state.outcome is not None or state.played >= state.most:
            return ()
        candidates = state.mover.cards if state.mover.known else _unlaid(state)
        tops = [(zone, _top(state, zone)) for zone in ZONES]
        return [Play(zone, top, card) for card in CARDS if card in candidates for zone, top in tops if _fits(zone, top, card)]

    def view(self, state: QuickEasyState) -> dict[str, Any]:
        """The public position."""
        return {
            "status": "playing" if state.outcome is None else "won" if state.outcome.won else "lost",
            "to_move": state.to_move,
            "turn": state.turn,
            "min_cards": _MINIMUM,
            "max_cards": state.most,
            "played": state.played,
            "hand_size": [max(0, hand.size) for hand in state.hands],
            "deck_size": state.deck.size,
            "top": {zone: _top(state, zone) or None for zone in ZONES},
            "winner": None,
            "score": None,
            "rating": None,
            "piles": [_pile_view(state, zone) for zone in ZONES],
        }


def _read(seats: int, expert: bool, position: Detail) -> QuickEasyState:
    position = checked_keys(position, ("hands", "deck", "piles", "turn"))
    cards = Cards()
    hands = tuple(
        cards.hand(given, f"hands[{seat}]", _read_card, HAND) for seat, given in enumerate(per_seat(position, "hands", seats))
    )
    piles = read_piles(position, _PILE_NAMES)
    up, down = (cards.read(piles.get(zone, ()), f"piles.{zone}", _read_card) for zone in ZONES)
    room = len(CARDS) - sum(hand.size for hand in hands)
    deck = cards.deck(position.get("deck"), "deck", _read_card, most=room, missing=min(room, _DECK_OF_A_POSITION))
    cards.check_sum([position.get("deck")], len(CARDS))
    return QuickEasyState(expert, hands, deck, (up, down), read_turn(position, seats))


def _read_card(text: str) -> str | None:
    return text if text in CARDS else None


def _top(state: QuickEasyState, zone: str) -> str:
    pile = state.piles[ZONES.index(zone)]
    return pile[-1] if pile else ""


def _is_laid(state: QuickEasyState, card: str) -> bool:
    return card in state.piles[0] or card in state.piles[1]


def _unlaid(state: QuickEasyState) -> frozenset[str]:
    return frozenset(CARDS).difference(*state.piles)


def _fits(zone: str, top: str, card: str) -> bool:
    """QE-03 to QE-06, QE-12: direction or colour; the direction card binds nobody."""
    if not top:
        return True
    number, colour = CARDS[card]
    visible, painted = CARDS[top]
    return colour == painted or _rises_or_falls(zone, visible, number)


def _rises_or_falls(zone: str, visible: int, number: int) -> bool:
    return number > visible if zone == UP else number < visible


def _out_of_turn(state: QuickEasyState, seat: int | None) -> Finding | None:
    if state.outcome is not None:
        return foul("QE-14", "match-over")
    if seat is None or seat == state.to_move:
        return None
    return foul("QE-02", "not-your-turn", seat=seat + 1, to_move=state.to_move + 1)


def _fouls(state: QuickEasyState, play: Play) -> Iterator[Finding]:
    """What speaks against a play, the weightiest first."""
    if found := _out_of_turn(state, play.seat):
        yield found
        if state.outcome is not None:
            return
    zone, card = play.zone, play.after
    if card not in CARDS:
        yield foul("QE-01", "not-a-card", zone, card=card) if card else foul("G-2", "lifted", zone)
        return
    if _is_laid(state, card):
        yield foul("QE-02", "already-laid", zone, card=card)
    elif not state.hands[_seat(state, play)].may_hold(card):
        yield foul("QE-02", "not-in-hand", zone, card=card, seat=_seat(state, play) + 1)
    if state.played >= state.most:
        yield foul("QE-11" if state.expert else "QE-02", "expert-too-many" if state.expert else "too-many", zone, card=card)
    top = _top(state, zone)
    if not _fits(zone, top, card):
        rule, code = ("QE-03", "not-above") if zone == UP else ("QE-04", "not-below")
        yield foul(rule, code, zone, card=card, top=top, number=CARDS[top][0], colour=CARDS[top][1])


def _seat(state: QuickEasyState, play: Play) -> int:
    return state.to_move if play.seat is None else play.seat


def _laid(state: QuickEasyState, play: Play) -> Step[QuickEasyState]:
    seat = _seat(state, play)
    placed = _placed(state, play, *laid_from(state.hands, state.deck, seat, play.after))
    return _settled(placed, tuple(_notes(state, play, seat)))


def _notes(state: QuickEasyState, play: Play, seat: int) -> Iterator[Finding]:
    """Remarks on a card that stands: laid backwards by its colour, or more than a hidden hand can hold."""
    top = _top(state, play.zone)
    if top and not _rises_or_falls(play.zone, CARDS[top][0], CARDS[play.after][0]):
        yield note("QE-05", "backward", play.zone, card=play.after, top=top)
    if state.hands[seat].size <= 0:
        yield note("QE-02", "hand-used-up", play.zone, seat=seat + 1)


def _placed(state: QuickEasyState, play: Play, hands: tuple[Hand, ...], deck: Deck) -> QuickEasyState:
    """The card on its pile; `hands` and `deck` no longer hold it."""
    played = state.played + (_seat(state, play) == state.to_move)
    return QuickEasyState(state.expert, hands, deck, _on_top(state.piles, play), state.to_move, state.turn, played)


def _settled(state: QuickEasyState, notes: tuple[Finding, ...]) -> Step[QuickEasyState]:
    """QE-08."""
    return Step(state, notes) if state.left > 0 else _won(state, notes)


def _on_top(piles: Piles, play: Play) -> Piles:
    up, down = piles
    return ((*up, play.after), down) if play.zone == UP else (up, (*down, play.after))


def _let_stand(state: QuickEasyState, play: Play) -> Step[QuickEasyState]:
    """A foul that the table lets stand: the table shows it, so the match does too, and the fouls become notes."""
    notes = as_notes(_fouls(state, play))
    if state.outcome is not None or (play.after and play.after not in CARDS):
        return Step(state, notes)
    if not play.after:
        return Step(_lifted(state, play), notes)
    placed = _placed(state, play, *taken(state.hands, state.deck, _seat(state, play), play.after))
    return _settled(placed, notes)


def _lifted(state: QuickEasyState, play: Play) -> QuickEasyState:
    """The top card of a pile goes back to a hand."""
    index, seat = ZONES.index(play.zone), _seat(state, play)
    if not state.piles[index]:
        return state
    *kept, card = state.piles[index]
    up, down = (tuple(kept) if index == other else pile for other, pile in enumerate(state.piles))
    hands = (*state.hands[:seat], state.hands[seat].having(card), *state.hands[seat + 1 :])
    return replace(state, hands=hands, piles=(up, down), played=max(0, state.played - 1))


def _too_few(state: QuickEasyState) -> Finding:
    return foul("QE-02", "too-few", still=_MINIMUM - state.played)


def _drawn(state: QuickEasyState, passed: QuickEasyState) -> Finding:
    count = min(state.played, state.deck.size)
    return note("QE-07", "drawn", count=count, seat=state.to_move + 1, next=passed.to_move + 1)


def _passed_on(state: QuickEasyState) -> QuickEasyState:
    hand, deck = state.deck.draw(state.mover, state.played)
    seat = state.to_move
    hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
    passed = QuickEasyState(state.expert, hands, deck, state.piles, (seat + 1) % len(hands), state.turn + 1)
    return _past_empty_hands(passed)


def _past_empty_hands(state: QuickEasyState) -> QuickEasyState:
    """QE-13: once the draw pile is empty, players without cards are skipped, and those who have left always."""
    if not state.mover.gone and (state.deck.size or state.mover.size > 0):
        return state
    seats = len(state.hands)
    order = [seat % seats for seat in range(state.to_move, state.to_move + seats) if not state.hands[seat % seats].gone]
    to_move = next((seat for seat in order if state.deck.size or state.hands[seat].size > 0), order[0])
    return replace(state, to_move=to_move)


def _stuck(state: QuickEasyState) -> bool:
    """QE-09, as far as the hand is known."""
    return state.played < _MINIMUM and state.mover.known and bool(state.left) and not _playable(state)


def _playable(state: QuickEasyState) -> Play | None:
    return next(iter(QuickEasy().legal(state)), None)


def _everybody(state: QuickEasyState) -> tuple[int, ...]:
    return tuple(range(len(state.hands)))


def _ended(state: QuickEasyState, outcome: Outcome, notes: tuple[Finding, ...]) -> Step[QuickEasyState]:
    return Step(replace(state, outcome=outcome), notes, outcome)


def _won(state: QuickEasyState, notes: tuple[Finding, ...] = ()) -> Step[QuickEasyState]:
    return _ended(state, Outcome(True, "QE-08", "all-laid", _everybody(state)), notes)


def _lost(state: QuickEasyState, notes: tuple[Finding, ...] = ()) -> Step[QuickEasyState]:
    detail = {"seat": state.to_move + 1, "left": state.left}
    return _ended(state, Outcome(False, "QE-09", "stuck", _everybody(state), detail, lapses=True), notes)


def _left(state: QuickEasyState, seat: int | None) -> Step[QuickEasyState]:
    """A player leaves: he is passed over from now on (QE-13), and his turn, if it was his, is over."""
    after = replace(state, hands=without_player(state.hands, seat))
    if seat == state.to_move and state.outcome is None:
        after = _past_empty_hands(replace(after, turn=state.turn + 1, played=0))
    said = note("QE-13", "left", seat=(seat or 0) + 1)
    return _settled(after, (said,)) if state.outcome is None else Step(after, (said,))


def _claimed_stuck(state: QuickEasyState, seat: int | None) -> Step[QuickEasyState]:
    found = _out_of_turn(state, seat)
    if found is None and state.played >= _MINIMUM:
        found = foul("QE-09", "minimum-laid")
    if found is None and state.mover.known and (play := _playable(state)):
        found = foul("QE-09", "not-stuck", play.zone, card=play.after)
    return _lost(state) if found is None else Step(state, (found,))


def _assessed(state: QuickEasyState) -> Step[QuickEasyState]:
    if state.outcome is not None:
        return Step(state, (), state.outcome)
    if not state.left:
        return _won(state)
    return _lost(state) if _stuck(state) else Step(state)


def _talk(state: QuickEasyState, detail: Detail) -> tuple[Finding, ...]:
    """QE-10, QE-11. Anybody may talk at any time, and of anything once the match is over."""
    kind = kind_said(detail)
    if state.outcome is not None:
        return ()
    if kind in NUMBERS_SAID:
        return (foul("QE-10", "number-said"),)
    if state.expert and kind not in _EXPERTS_MAY_SAY:
        return (foul("QE-11", "hint-said"),)
    return ()


def _dealt(state: QuickEasyState, detail: Detail) -> tuple[Finding, ...]:
    """QE-01: two to five players, two cards each."""
    players, hand = players_and_hand(detail, len(state.hands), HAND)
    if not 2 <= players <= 5:
        return (foul("QE-01", "wrong-players", players=players),)
    return () if hand == HAND else (foul("QE-01", "wrong-hand", hand=hand, right=HAND),)


def _pile_view(state: QuickEasyState, zone: str) -> dict[str, Any]:
    return {
        "zone": zone,
        "kind": "ascending" if zone == UP else "descending",
        "start": LOWEST if zone == UP else HIGHEST,
        "top": _top(state, zone),
        "cards": list(state.piles[ZONES.index(zone)]),
        "fits": _fits_view(zone, _top(state, zone)),
    }


def _fits_view(zone: str, top: str) -> dict[str, Any]:
    """What may be laid on a pile, as bounds; none where no number is left in its direction."""
    if not top:
        return {"any": True}
    number, colour = CARDS[top]
    last, bound = (HIGHEST, "above") if zone == UP else (LOWEST, "below")
    return {**({bound: number} if number != last else {}), "colour": colour}


RULES = QuickEasy()
