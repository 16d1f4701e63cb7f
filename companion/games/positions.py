"""A position at the door: a setup is checked before a match begins. Everything here raises `PositionError`."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

from companion.errors import InputError, PositionError
from companion.games.hands import DrawPile, Hand

ReadCard = Callable[[str], str | None]
"""Text of a card to its face on the table; None for what is no card of the game."""


def shorten_json(value: Any) -> str:
    """A value from outside as JSON writes it, short enough for a message."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, TypeError, RecursionError):  # a number too long to print, a key that is no text, a list in itself
        text = "..."
    return text if len(text) <= 40 else f"{text[:36]}..."


ANY_COLOUR = "any"
"""Said for a player or team that has not chosen a colour yet."""


def read_colours(
    given: Any, count: int, known: Sequence[str], unknown: str, error: type[InputError] = PositionError
) -> tuple[str, ...]:
    """The colours of `count` players or teams, "" for nobody's choice yet. Raises `error` for an unknown or repeated colour,
    or another number of colours.

    `given`: a list, the words of a text, or None for no choice. `known`: the colours of the game; `unknown`: code of the error
    for any other word.
    """
    if given is None:
        return ("",) * count
    words, named = given.replace(",", " ").split() if isinstance(given, str) else given, (*known, ANY_COLOUR)
    if not isinstance(words, list | tuple) or len(words) != count:
        raise error.with_id("colours-needed", where="colours", count=count, known=named)
    for word in words:
        if word not in named:
            raise error.with_id(unknown, given=shorten_json(word), known=named)
    colours = tuple("" if word == ANY_COLOUR else word for word in words)
    if any(colours.count(colour) > 1 for colour in colours if colour):
        raise error.with_id("colour-twice", where="colours")
    return colours


def is_whole_between(value: Any, low: int, high: int) -> bool:
    """Is the value a whole number from `low` to `high`? A truth value is none."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def read_seat_count(seats: Any, low: int, high: int) -> int:
    """The number of players given as `seats`. Raises `PositionError` unless a whole number from `low` to `high`."""
    if not is_whole_between(seats, low, high):
        raise (
            PositionError.with_id("only-players", count=low)
            if low == high
            else PositionError.with_id("wrong-players", low=low, high=high)
        )
    return int(seats)


def read_switches(options: Any, known: Collection[str]) -> dict[str, bool]:
    """Every option of `known` as on or off, off where not named. "lenient" may always be named, and does nothing here. Raises
    `PositionError` for options that are no mapping, an unknown option, or a value neither true nor false."""
    if not isinstance(options, Mapping):
        raise PositionError.with_id("object-needed", where="variant", example='{"pro": true}')
    for key, value in options.items():
        if key not in known and key != "lenient":
            id = "no-option" if known else "no-options"
            raise PositionError.with_id(id, given=shorten_json(key), known=sorted(known))
        if not isinstance(value, bool):
            raise PositionError.with_id("switch-needed", where=key)
    return {key: options.get(key, False) for key in known}


def check_position_keys(position: Any, known: Sequence[str]) -> Mapping[str, Any]:
    """The position as given. Raises `PositionError` for no mapping, or a key that is not in `known`."""
    if not isinstance(position, Mapping):
        raise PositionError.with_id("object-needed", where="setup", example='{"deck": 40}')
    for key in position:
        if key not in known:
            raise PositionError.with_id("unknown-key", where="setup", given=shorten_json(key), known=known)
    return position


def read_first_seat(position: Mapping[str, Any], seats: int) -> int:
    """The seat to move in a `position`, 0 where not said. `seats`: number of players. Raises `PositionError` for no seat of
    the match."""
    turn = position.get("turn", 0)
    if not is_whole_between(turn, 0, seats - 1):
        raise PositionError.with_id("seat-needed", where="turn", high=seats - 1)
    return int(turn)


def read_per_seat(position: Mapping[str, Any], key: str, seats: int) -> list[Any]:
    """The entries under `key` of a `position`, one for each of `seats` players, unread; a list of None where the key is
    missing. Raises `PositionError` unless a list of as many entries."""
    given = position.get(key)
    if given is None:
        return [None] * seats
    if not isinstance(given, list | tuple) or len(given) != seats:
        raise PositionError.with_id("one-each", where=key, players=seats)
    return list(given)


class NamedCards:
    """The cards that a position names, each at most once."""

    def __init__(self) -> None:
        self._named: set[str] = set()

    def is_unnamed(self, face: str) -> bool:
        """Has nobody named the card yet?"""
        return face not in self._named

    def name_card(self, face: str) -> str:
        """The face, from now on named. Raises `PositionError` where named before."""
        if face in self._named:
            raise PositionError.with_id("card-twice", card=face)
        self._named.add(face)
        return face

    def read_listed(self, value: Any, where: str, read: ReadCard) -> tuple[str, ...]:
        """A list of cards as faces, each from now on named. `where`: key for the error; `read`: text to face. Raises
        `PositionError` for no list, no card, or a card named before."""
        return tuple(self.name_card(read_listed_card(text, where, read)) for text in require_card_list(value, where))

    def read_listed_hand(self, value: Any, where: str, read: ReadCard, dealt: int, every: int = 0) -> Hand:
        """The hand in `value`, a list of at most `dealt` cards, or None for `dealt` hidden cards. `where`: key for the error;
        `read`: text to face. Raises `PositionError`.

        `every`: number of all cards of the game, 0 = no exception. A hand may hold them all too, for a position in which a
        single player lays everything.
        """
        if value is None:
            return Hand(unseen=dealt, secret=True)
        cards = self.read_listed(value, where, read)
        check_hand_size(len(cards), dealt, where, every)
        return Hand(cards)

    def read_deck(self, value: Any, where: str, read: ReadCard, *, most: int, missing: int) -> DrawPile:
        """A draw pile: a list of cards, the first drawn first, or a count of unknown cards. `most`: largest size; `missing`:
        size where the value is None, 0 if negative. `where`: key for the error. Raises `PositionError`."""
        if value is None:
            return DrawPile(unseen=max(0, missing))
        if isinstance(value, list | tuple):
            if len(value) > most:
                raise PositionError.with_id("deck-too-large", where=where, most=most)
            return DrawPile(self.read_listed(value, where, read))
        if not is_whole_between(value, 0, most):
            raise PositionError.with_id("cards-or-count-needed", where=where, most=most)
        return DrawPile(unseen=int(value))

    def count_unnamed(self, hands: Sequence[Hand], every: int) -> int:
        """Cards neither named nor in a hidden hand, of `every`."""
        return every - len(self._named) - sum(hand.unseen for hand in hands)

    def check_card_sum(self, hands: Sequence[Hand], decks: Sequence[DrawPile], every: int) -> None:
        """Raise `PositionError` where the named, hidden and counted cards are more than `every` (G-5). A hidden hand counts
        with its size."""
        too_many = sum(deck.unseen for deck in decks) - self.count_unnamed(hands, every)
        if too_many > 0:
            raise PositionError.with_id("too-many-cards", count=every + too_many, most=every)


class DealtCards(NamedTuple):
    """Where the cards of a position lie."""

    hands: tuple[Hand, ...]
    piles: tuple[tuple[str, ...], ...]  # by zone, faces bottom to top
    deck: DrawPile


MAX_UNSAID_DECK = 30
"""Cards of a draw pile that a position does not name, at most: a guess at the middle of a match."""


def read_dealt_cards(
    position: Any, seats: int, zones: Sequence[str], read: ReadCard, dealt: int, every: int, *, may_hold_all: bool = False
) -> DealtCards:
    """The cards of a `position` (keys hands, deck, piles, turn) for `seats` players, checked and counted; the turn is not read
    here. Raises `PositionError`.

    `zones`: of the piles, in the order of the answer. `read`: text to face; `dealt`: size of a hidden hand; `every`: number of
    all cards. A hand holds at most `dealt` cards, or all `every` if `may_hold_all`.
    """
    position, cards = check_position_keys(position, ("hands", "deck", "piles", "turn")), NamedCards()
    hands = tuple(
        cards.read_listed_hand(hand, f"hands[{seat}]", read, dealt, every if may_hold_all else 0)
        for seat, hand in enumerate(read_per_seat(position, "hands", seats))
    )
    listed = read_named_piles(position, {zone: zone for zone in zones})
    piles = tuple(cards.read_listed(listed.get(zone, ()), f"piles.{zone}", read) for zone in zones)
    room = max(0, every - sum(hand.size for hand in hands))
    missing = min(cards.count_unnamed(hands, every), MAX_UNSAID_DECK)
    deck = cards.read_deck(position.get("deck"), "deck", read, most=room, missing=missing)
    cards.check_card_sum(hands, [deck], every)
    return DealtCards(hands, piles, deck)


def check_hand_size(count: int, most: int, where: str, every: int = 0) -> None:
    """Raise `PositionError` where a hand holds more than `most` cards, except `every` card of the game. `every` 0: no
    exception."""
    if count > most and count != every:
        raise PositionError.with_id("hand-too-large", where=where, count=count, most=most)


def require_card_list(value: Any, where: str) -> Sequence[Any]:
    """The value, if a list of cards, not yet read. Raises `PositionError` for anything else. `where`: key for the error."""
    if not isinstance(value, list | tuple):
        raise PositionError.with_id("cards-needed", where=where)
    return value


def read_listed_card(text: Any, where: str, read: ReadCard) -> str:
    """The face of a card. Raises `PositionError` for no card. `where`: key for the error; `read`: text to face."""
    face = read(text) if isinstance(text, str) else None
    if face is None:
        raise PositionError.with_id("not-a-card-there", where=where, given=shorten_json(text))
    return face


def read_named_piles(position: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Sequence[Any]]:
    """The piles that a position names under "piles", by zone, cards not yet read; {} where the key is missing. `names`: by
    accepted name, the zone. Raises `PositionError` for no mapping, an unknown name, a pile named twice, or no list."""
    given = position.get("piles")
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise PositionError.with_id("object-needed", where="piles", example='{"up": []}')
    found: dict[str, Sequence[Any]] = {}
    for name, cards in given.items():
        if name not in names:
            raise PositionError.with_id("no-pile", given=shorten_json(name), known=tuple(dict.fromkeys(names.values())))
        if names[name] in found:
            raise PositionError.with_id("pile-twice", where="piles", given=names[name])
        found[names[name]] = require_card_list(cards, f"piles.{name}")
    return found
