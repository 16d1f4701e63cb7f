"""The Game - Face to Face: silver against gold, each with two piles of his own and one card a turn for the other's.

Seat 0 is A and plays silver, seat 1 is B and plays gold. `Outcome.won` speaks of the side to move when the match ends, and
`Outcome.seats` names the winner: a last card laid is won True; a player who cannot lay two is won False, also when the end of
the other player's turn brought it to light. Rule ids are those of the rules spec, section 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.errors import InputError
from companion.games.findings import CLAIMS, as_notes, foul, kind_said, note, players_and_hand
from companion.games.hands import Deck, Hand, laid_from, taken
from companion.games.piles import TRICK, check_seat
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

COLOURS = "sg"
ZONES = ("s_up", "s_down", "g_up", "g_down")
LOWEST, HIGHEST = 2, 59
START = {"up": 1, "down": 60}
HAND = 6
CARDS: Mapping[str, tuple[int, int]] = {
    f"{c}{n}": (seat, n) for seat, c in enumerate(COLOURS) for n in range(LOWEST, HIGHEST + 1)
}
"""Seat of the owner and number of every card."""

Piles = tuple[tuple[str, ...], ...]
"""Faces of the four piles in the order of `ZONES`, bottom to top."""

_MINIMUM = 2
_DRAWN_ALONE = 2
_EACH = len(CARDS) // 2
_DEALT_DECK = _EACH - HAND
_LETTERS = {"A": "s", "B": "g", "s": "s", "g": "g"}
_PILE_NAMES = {f"{letter}_{way}": f"{colour}_{way}" for letter, colour in _LETTERS.items() for way in START}
_INDEX = {zone: index for index, zone in enumerate(ZONES)}


@dataclass(frozen=True, slots=True)
class FaceToFaceState:
    """A match at one moment. `played`: own cards laid this turn, on whichever pile. `helped`: one of them went to the opponent."""

    hands: tuple[Hand, ...]
    decks: tuple[Deck, ...]
    piles: Piles = ((), (), (), ())
    to_move: int = 0
    turn: int = 1
    played: int = 0
    helped: bool = False
    outcome: Outcome | None = None

    @property
    def mover(self) -> Hand:
        """The hand of the player to move."""
        return self.hands[self.to_move]

    @property
    def still(self) -> int:
        """Cards the player to move must still lay (FF-03)."""
        return max(0, _MINIMUM - self.played)

    def left(self, seat: int) -> int:
        """Cards that a player has not laid yet."""
        return self.hands[seat].size + self.decks[seat].size


class FaceToFace:
    """The rules. A loss that no camera sees (FF-14) is declared as soon as the hand is known, else by the claim "stuck"."""

    name = "face_to_face"
    claims = CLAIMS
    doubles = False
    shared: frozenset[str] = frozenset()

    def setup(self, seats: int, options: Detail, position: Detail | None = None) -> FaceToFaceState:
        """A fresh deal with hidden hands, or the position given (keys hands, decks, piles, turn). Raises `PositionError`."""
        checked_seats(seats, 2, 2)
        checked_options(options, ())
        if position is not None:
            return _read(position)
        return FaceToFaceState((Hand(unseen=HAND, secret=True),) * 2, (Deck(unseen=_DEALT_DECK),) * 2)

    def parse(self, state: FaceToFaceState, play: Detail, seat: int | None = None) -> Play:
        """{"card": "12", "pile": "own_up"} as a play of `seat`, by default of the player to move. Raises `InputError`."""
        if set(play) != {"card", "pile"}:
            raise InputError.of("example-needed", where='"play"', example='{"card": "12", "pile": "own_up"}')
        seat = state.to_move if seat is None else seat
        card = _read_card(play["card"], seat) if isinstance(play["card"], str) else None
        if card is None:
            raise InputError.of("no-card", given=shown(play["card"]), known=("12", "s12", "g12"))
        zone = self.zone(state, play["pile"], seat)
        return Play(zone, _top(state, zone), card, seat)

    def zone(self, state: FaceToFaceState, pile: str, seat: int | None = None) -> str:
        """own_up, opp_down and so on as seen by `seat`, by default by the player to move; A_up or s_up for all. Raises `InputError`."""
        seat = state.to_move if seat is None else seat
        whose, _, way = pile.partition("_") if isinstance(pile, str) else ("", "", "")
        if whose in ("own", "opp") and way in START:
            return f"{COLOURS[seat if whose == 'own' else 1 - seat]}_{way}"
        if not isinstance(pile, str) or pile not in _PILE_NAMES:
            raise InputError.of("no-pile", given=shown(pile), known=("own_up", "own_down", "opp_up", "opp_down"))
        return _PILE_NAMES[pile]

    def play(self, state: FaceToFaceState, play: Play) -> Step[FaceToFaceState]:
        """Judge a card laid on a pile (FF-04 to FF-10, FF-13 to FF-17). Raises `InputError` for a zone that is no pile."""
        if play.zone not in _INDEX:
            raise InputError.of("no-pile", given=shown(play.zone), known=ZONES)
        check_seat(play.seat, 2)
        found = next(_fouls(state, play), None)
        if found is None:
            return _laid(state, play)
        return _let_stand(state, play) if play.waived else Step(state, (found,))

    def end_turn(self, state: FaceToFaceState, seat: int | None = None) -> Step[FaceToFaceState]:
        """Judge the minimum (FF-03), draw (FF-11, FF-12), pass on."""
        check_seat(seat, 2)
        if found := _out_of_turn(state, seat):
            return Step(state, (found,))
        if state.still:
            return _lost(state) if _stuck(state) else Step(state, (foul("FF-03", "too-few", still=state.still),))
        passed, drawn = _passed_on(state)
        return _lost(passed, (drawn,)) if _stuck(passed) else Step(passed, (drawn,))

    def pass_on(self, state: FaceToFaceState) -> Step[FaceToFaceState]:
        """See `Rules`."""
        notes = as_notes((foul("FF-03", "too-few", still=state.still),)) if state.still else ()
        passed, drawn = _passed_on(state)
        return Step(passed, (*notes, drawn), _lost(passed).outcome if _stuck(passed) else None)

    def resume(self, state: FaceToFaceState, turn: int, seat: int, drawable: bool) -> FaceToFaceState:
        """The position in this turn of this seat."""
        return replace(state, turn=turn, to_move=seat)

    def drawable(self, state: FaceToFaceState) -> bool:
        """The minimum of a turn hangs on no draw pile."""
        return True

    def retold(self, state: FaceToFaceState, play: Play, then: int, now: int) -> Play:
        """The same number on the pile that is the same to the other player."""
        if then == now:
            return play
        face = f"{COLOURS[1 - CARDS[play.after][0]]}{play.after[1:]}" if play.after in CARDS else play.after
        return replace(play, zone=f"{COLOURS[1 - _INDEX[play.zone] // 2]}{play.zone[1:]}", after=face)

    def over(self, state: FaceToFaceState, outcome: Outcome | None) -> FaceToFaceState:
        """The same position, over with this outcome, or going on."""
        return state if state.outcome is outcome else replace(state, outcome=outcome)

    def holds(self, state: FaceToFaceState, outcome: Outcome) -> bool:
        """Whoever could not go on, and did, has not lost."""
        return not outcome.lapses

    def claim(self, state: FaceToFaceState, claim: Claim) -> Step[FaceToFaceState]:
        """Judge "stuck" (FF-14), "assess", "say" (all talk is free) or "setup_check" (FF-01, FF-02). Raises `InputError`."""
        check_seat(claim.seat, 2)
        if claim.code == "stuck":
            return _claimed_stuck(state, claim.seat)
        if claim.code == "assess":
            return _assessed(state)
        if claim.code == "say":
            kind_said(claim.detail)
            return Step(state)
        if claim.code == "setup_check":
            return Step(state, _dealt(claim.detail))
        if claim.code == "leave":
            raise InputError.of("two-cannot-part")
        raise InputError.of("no-claim", given=shown(claim.code), known=tuple(CLAIMS))

    def faces(self, state: FaceToFaceState) -> Mapping[str, str]:
        """The visible card of each pile, "" where only the direction card lies."""
        return {zone: pile[-1] if pile else "" for zone, pile in zip(ZONES, state.piles, strict=True)}

    def turn(self, state: FaceToFaceState) -> tuple[int, int]:
        """Number of the turn and the seat to move."""
        return state.turn, state.to_move

    def duties(self, state: FaceToFaceState) -> tuple[Duty, ...]:
        """The cards still to lay, or why they cannot be laid any more. Public knowledge only."""
        if state.outcome is not None or not state.still:
            return ()
        own = _own_zones(state.to_move)
        if state.mover.size < state.still and not state.decks[state.to_move].size:
            detail = {"still": state.still, "count": state.mover.size}
            return (Duty("FF-14", "too-few-cards", due_turn=state.turn, detail=detail, certain_loss=True),)
        if _nothing_fits(state):
            return (Duty("FF-14", "nothing-fits", own, due_turn=state.turn, detail={"still": state.still}, certain_loss=True),)
        return (Duty("FF-03", "lay-minimum", due_turn=state.turn, detail={"still": state.still}),)

    def legal(self, state: FaceToFaceState) -> Sequence[Play]:
        """Every card and pile that would stand now."""
        if state.outcome is not None:
            return ()
        candidates = state.mover.cards if state.mover.known else _unlaid(state, state.to_move)
        return [
            Play(zone, _top(state, zone), card, state.to_move)
            for zone, card in _fitting(state, sorted(candidates, key=_number))
        ]

    def view(self, state: FaceToFaceState) -> dict[str, Any]:
        """The public position."""
        return {
            "status": "playing" if state.outcome is None else "won" if state.outcome.won else "lost",
            "to_move": state.to_move,
            "turn": state.turn,
            "min_cards": _MINIMUM,
            "played": state.played,
            "helped": state.helped,
            "hand_size": [max(0, hand.size) for hand in state.hands],
            "deck_sizes": [deck.size for deck in state.decks],
            "top": {f"{'AB'[index // 2]}_{zone[2:]}": _visible(state, zone) for index, zone in enumerate(ZONES)},
            "winner": state.outcome.seats[0] if state.outcome else None,
            "score": None,
            "rating": None,
            "piles": [_pile_view(state, zone) for zone in ZONES],
        }


def _read(position: Detail) -> FaceToFaceState:
    position = checked_keys(position, ("hands", "decks", "piles", "turn"))
    cards = Cards()
    hands, decks = [], []
    for seat, (hand, deck) in enumerate(zip(per_seat(position, "hands", 2), per_seat(position, "decks", 2), strict=True)):

        def read(text: str, seat: int = seat) -> str | None:
            return _own(_read_card(text, seat), seat)

        hands.append(cards.hand(hand, f"hands[{seat}]", read, HAND))
        room = _EACH - hands[seat].size
        decks.append(cards.deck(deck, f"decks[{seat}]", read, most=room, missing=min(room, _DEALT_DECK)))
    piles = _read_piles(position, cards)
    cards.check_sum(per_seat(position, "decks", 2), len(CARDS))
    return FaceToFaceState(tuple(hands), tuple(decks), piles, read_turn(position, 2))


def _read_piles(position: Mapping[str, Any], cards: Cards) -> Piles:
    """A card on a pile without its colour is the pile owner's; if he is known to have it elsewhere, it is his opponent's."""
    given = read_piles(position, _PILE_NAMES)
    read = []
    for index, zone in enumerate(ZONES):
        owner = index // 2

        def face(text: str, owner: int = owner) -> str | None:
            own, other = _read_card(text, owner), _read_card(text, 1 - owner)
            return own if own is None or cards.free(own) else other

        read.append(cards.read(given.get(zone, ()), f"piles.{zone}", face))
    return tuple(read)


def _read_card(text: str, seat: int) -> str | None:
    """ "12" is the player's own card; "s12" and "g12" name their colour."""
    face = text if text[:1] in ("s", "g") else f"{COLOURS[seat]}{text}"
    return face if face in CARDS else None


def _own(face: str | None, seat: int) -> str | None:
    return face if face and CARDS[face][0] == seat else None


def _number(face: str) -> int:
    return CARDS[face][1]


def _own_zones(seat: int) -> tuple[str, str]:
    return ZONES[2 * seat], ZONES[2 * seat + 1]


def _top(state: FaceToFaceState, zone: str) -> str:
    pile = state.piles[_INDEX[zone]]
    return pile[-1] if pile else ""


def _visible(state: FaceToFaceState, zone: str) -> int | None:
    top = _top(state, zone)
    return CARDS[top][1] if top else None


def _is_laid(state: FaceToFaceState, face: str) -> bool:
    one, two, three, four = state.piles
    return face in one or face in two or face in three or face in four


def _unlaid(state: FaceToFaceState, seat: int) -> list[str]:
    laid = frozenset().union(*state.piles)
    return [face for face, (owner, _) in CARDS.items() if owner == seat and face not in laid]


def _fits_own(rising: bool, number: int, visible: int) -> bool:
    """FF-04 to FF-06."""
    return number > visible or number == visible - TRICK if rising else number < visible or number == visible + TRICK


def _improves(rising: bool, number: int, visible: int) -> bool:
    """FF-08. A pile with its direction card alone shows 1 or 60, which no card improves."""
    return number < visible if rising else number > visible


def _fitting(state: FaceToFaceState, candidates: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Pile and card of all that the player to move may lay now, from cards of his own colour."""
    for zone in ZONES:
        fits = _fits_own if zone in _own_zones(state.to_move) else _improves
        if fits is _improves and state.helped:
            continue
        rising = zone.endswith("up")
        visible = _visible(state, zone) or START[zone[2:]]
        yield from ((zone, card) for card in candidates if fits(rising, _number(card), visible))


def _out_of_turn(state: FaceToFaceState, seat: int | None) -> Finding | None:
    if state.outcome is not None:
        return foul("FF-18", "match-over")
    if seat is None or seat == state.to_move:
        return None
    return foul("FF-17", "not-your-turn", seat=seat + 1, to_move=state.to_move + 1)


def _fouls(state: FaceToFaceState, play: Play) -> Iterator[Finding]:
    """What speaks against a play, the weightiest first."""
    if found := _out_of_turn(state, play.seat):
        yield found
        if state.outcome is not None:
            return
    zone, card = play.zone, play.after
    if card not in CARDS:
        yield foul("FF-01", "not-a-card", zone, card=card) if card else foul("G-2", "lifted", zone)
        return
    owner, number = CARDS[card]
    if owner != (state.to_move if play.seat is None else play.seat):
        yield foul("FF-17", "not-your-colour", zone, card=card, seat=state.to_move + 1)
    if _is_laid(state, card):
        yield foul("FF-17", "already-laid", zone, card=card)
    elif not state.hands[owner].may_hold(card):
        yield foul("FF-17", "not-in-hand", zone, card=card, seat=owner + 1)
    yield from _misplaced(state, zone, card, owner, number)


def _misplaced(state: FaceToFaceState, zone: str, card: str, owner: int, number: int) -> Iterator[Finding]:
    """FF-04 to FF-08: where the card may not lie."""
    index = _INDEX[zone]
    rising, pile = index % 2 == 0, state.piles[index]
    visible = CARDS[pile[-1]][1] if pile else START["up" if rising else "down"]
    if index // 2 == owner:
        if not _fits_own(rising, number, visible):
            rule, code = ("FF-04", "not-above") if rising else ("FF-05", "not-below")
            yield foul(rule, code, zone, card=card, top=pile[-1], number=visible, trick=_open_trick(state, zone))
        return
    if state.helped:
        yield foul("FF-07", "second-help", zone, card=card)
    if not pile:
        yield foul("FF-08", "nothing-to-improve", zone, card=card)
    elif not _improves(rising, number, visible):
        yield foul("FF-08", "not-lower" if rising else "not-higher", zone, card=card, top=pile[-1], number=visible)


def _trick(rising: bool, visible: int) -> int | None:
    """The number that may be laid backwards, if there is one (FF-06)."""
    number = visible - TRICK if rising else visible + TRICK
    return number if LOWEST <= number <= HIGHEST else None


def _open_trick(state: FaceToFaceState, zone: str) -> int:
    """The number that may still be laid backwards on a pile by its owner, 0 if there is none."""
    index, visible = _INDEX[zone], _visible(state, zone)
    number = _trick(index % 2 == 0, visible) if visible else None
    return number if number and not _is_laid(state, f"{COLOURS[index // 2]}{number}") else 0


def _laid(state: FaceToFaceState, play: Play) -> Step[FaceToFaceState]:
    seat = state.to_move
    (hand,), deck = laid_from((state.hands[seat],), state.decks[seat], 0, play.after)
    laid = _placed(state, play, _swapped(state.hands, seat, hand), _swapped(state.decks, seat, deck))
    return _settled(laid, seat, tuple(_notes(state, play.zone, play.after)))


def _notes(state: FaceToFaceState, zone: str, card: str) -> Iterator[Finding]:
    """Remarks on a card that stands: laid backwards, laid for the opponent, or more than a hidden hand can hold."""
    index, visible = _INDEX[zone], _visible(state, zone)
    if index // 2 != state.to_move:
        yield note("FF-11", "helps", zone, card=card, seat=state.to_move + 1)
    elif visible and CARDS[card][1] == _trick(index % 2 == 0, visible):
        yield note("FF-06", "backward", zone, card=card, top=state.piles[index][-1])
    if state.mover.size <= 0:
        yield note("FF-17", "hand-used-up", zone, seat=state.to_move + 1)


def _placed(state: FaceToFaceState, play: Play, hands: tuple[Hand, ...], decks: tuple[Deck, ...]) -> FaceToFaceState:
    """The card on its pile; `hands` and `decks` no longer hold it."""
    owner, index = CARDS[play.after][0], _INDEX[play.zone]
    piles = _swapped(state.piles, index, (*state.piles[index], play.after))
    mine = owner == state.to_move
    helped = state.helped or (mine and index // 2 != owner)
    return FaceToFaceState(hands, decks, piles, state.to_move, state.turn, state.played + mine, helped)


def _settled(state: FaceToFaceState, owner: int, notes: tuple[Finding, ...]) -> Step[FaceToFaceState]:
    """Has the owner of the card laid his last one (FF-13), or can the player to move not go on (FF-14)?

    Who began the turn with one card and nothing to draw had lost already, so that his last card does not win.
    """
    mine = owner == state.to_move
    if state.left(owner) <= 0 and not (mine and state.still):
        return _ended(state, Outcome(mine, "FF-13", "all-laid", (owner,), {"winner": owner + 1}), notes)
    return _lost(state, notes) if state.left(owner) <= 0 or _stuck(state) else Step(state, notes)


def _let_stand(state: FaceToFaceState, play: Play) -> Step[FaceToFaceState]:
    """A foul that the table lets stand: the table shows it, so the match does too, and the fouls become notes."""
    notes = as_notes(_fouls(state, play))
    if state.outcome is not None or (play.after and play.after not in CARDS):
        return Step(state, notes)
    if not play.after:
        return Step(_lifted(state, play), notes)
    owner = CARDS[play.after][0]
    (hand,), deck = taken((state.hands[owner],), state.decks[owner], 0, play.after)
    placed = _placed(state, play, _swapped(state.hands, owner, hand), _swapped(state.decks, owner, deck))
    return _settled(placed, owner, notes)


def _lifted(state: FaceToFaceState, play: Play) -> FaceToFaceState:
    """The top card of a pile goes back to its owner's hand."""
    index = _INDEX[play.zone]
    if not state.piles[index]:
        return state
    *kept, card = state.piles[index]
    owner = CARDS[card][0]
    mine = owner == state.to_move and state.played > 0
    return replace(
        state,
        hands=_swapped(state.hands, owner, state.hands[owner].having(card)),
        piles=_swapped(state.piles, index, tuple(kept)),
        played=state.played - mine,
        helped=state.helped and not (mine and index // 2 != owner),
    )


def _swapped(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _passed_on(state: FaceToFaceState) -> tuple[FaceToFaceState, Finding]:
    """FF-11, FF-12: two cards, or up to six for who helped. The note says what to draw."""
    seat = state.to_move
    count = min(max(0, HAND - state.mover.size) if state.helped else _DRAWN_ALONE, state.decks[seat].size)
    hand, deck = state.decks[seat].draw(state.mover, count)
    hands, decks = _swapped(state.hands, seat, hand), _swapped(state.decks, seat, deck)
    rule = "FF-11" if state.decks[seat].size else "FF-12"
    drawn = note(rule, "drawn", f"{COLOURS[seat]}_draw", count=count, seat=seat + 1, next=2 - seat)
    return FaceToFaceState(hands, decks, state.piles, 1 - seat, state.turn + 1), drawn


def _stuck(state: FaceToFaceState) -> bool:
    """FF-14: one card is left of the two and nothing can be drawn, hidden or not; or no card of a known hand fits."""
    if not state.still:
        return False
    if 0 < state.mover.size < state.still and not state.decks[state.to_move].size:
        return True  # a hidden hand that seems empty was miscounted, so nothing is said of it
    return state.mover.known and _playable(state) is None


def _playable(state: FaceToFaceState) -> tuple[str, str] | None:
    return next(_fitting(state, tuple(state.mover.cards)), None)


def _nothing_fits(state: FaceToFaceState) -> bool:
    """Can no card not yet laid make the minimum? One of two cards may be a helping card, never both (FF-09)."""
    own, helps = _own_zones(state.to_move), False
    for zone, _ in _fitting(state, _unlaid(state, state.to_move)):
        if zone in own:
            return False
        helps = True
    return not helps or state.still == _MINIMUM


def _ended(state: FaceToFaceState, outcome: Outcome, notes: tuple[Finding, ...] = ()) -> Step[FaceToFaceState]:
    return Step(replace(state, outcome=outcome), notes, outcome)


def _lost(state: FaceToFaceState, notes: tuple[Finding, ...] = ()) -> Step[FaceToFaceState]:
    """The player to move has lost: the other one wins."""
    winner = 1 - state.to_move
    detail = {"seat": state.to_move + 1, "winner": winner + 1, "still": state.still}
    return _ended(state, Outcome(False, "FF-14", "stuck", (winner,), detail, lapses=True), notes)


def _claimed_stuck(state: FaceToFaceState, seat: int | None) -> Step[FaceToFaceState]:
    found = _out_of_turn(state, seat)
    if found is None and not state.still:
        found = foul("FF-14", "minimum-laid")
    if found is None and state.mover.known and (play := _way_out(state)):
        found = foul("FF-14", "not-stuck", play.zone, card=play.after)
    return _lost(state) if found is None else Step(state, (found,))


def _way_out(state: FaceToFaceState) -> Play | None:
    """A card of a known hand that leads to the minimum. Looks one card ahead, which is as far as two cards need."""
    if _stuck(state):
        return None
    steps = ((play, _laid(state, play).outcome) for play in FaceToFace().legal(state))
    return next((play for play, outcome in steps if outcome is None or outcome.won), None)


def _assessed(state: FaceToFaceState) -> Step[FaceToFaceState]:
    if state.outcome is not None:
        return Step(state, (), state.outcome)
    return _lost(state) if _stuck(state) else Step(state)


def _dealt(detail: Detail) -> tuple[Finding, ...]:
    """FF-01, FF-02: two players, six cards each."""
    players, hand = players_and_hand(detail, 2, HAND)
    if players != 2:
        return (foul("FF-01", "wrong-players", players=players),)
    return () if hand == HAND else (foul("FF-02", "wrong-hand", hand=hand, right=HAND),)


def _pile_view(state: FaceToFaceState, zone: str) -> dict[str, Any]:
    index = _INDEX[zone]
    return {
        "zone": zone,
        "owner": index // 2,
        "kind": "ascending" if index % 2 == 0 else "descending",
        "start": START[zone[2:]],
        "top": _top(state, zone),
        "cards": list(state.piles[index]),
        "fits": _fits_view(state, zone),
    }


def _fits_view(state: FaceToFaceState, zone: str) -> dict[str, int | bool]:
    """What the player to move may lay there, as bounds: on an own pile by direction or trick, on the other's what improves it."""
    rising, visible = zone.endswith("up"), _visible(state, zone)
    own = zone in _own_zones(state.to_move)
    if visible is None:
        return {"any": True} if own else {}
    if not own and state.helped:
        return {}
    upwards = rising == own
    bound = {} if visible == (HIGHEST if upwards else LOWEST) else {"above" if upwards else "below": visible}
    trick = _open_trick(state, zone) if own else 0
    return {**bound, "exactly": trick} if trick else bound


RULES = FaceToFace()
