"""A position at the door: what a setup says is checked before a match begins. Everything here raises `PositionError`."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from companion.errors import PositionError
from companion.games.hands import DrawPile, Hand

ReadCard = Callable[[str], str | None]
"""Text of a card to its face on the table; None for what is no card of the game."""


def shown(value: Any) -> str:
    """A value from outside as JSON writes it, short enough for a message."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, TypeError, RecursionError):  # a number too long to print, a key that is no text, a list in itself
        text = "..."
    return text if len(text) <= 40 else f"{text[:36]}..."


def is_whole(value: Any, low: int, high: int) -> bool:
    """Is it a whole number (a truth value is none) from `low` to `high`?"""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def checked_seats(seats: Any, low: int, high: int) -> int:
    """The number of players."""
    if not is_whole(seats, low, high):
        raise (
            PositionError.of("only-players", count=low)
            if low == high
            else PositionError.of("wrong-players", low=low, high=high)
        )
    return int(seats)


def checked_options(options: Any, known: Collection[str]) -> dict[str, bool]:
    """Every option that can be on or off, off where it is not named. "lenient" may always be named and does nothing here."""
    if not isinstance(options, Mapping):
        raise PositionError.of("object-needed", where="variant", example='{"pro": true}')
    for key, value in options.items():
        if key not in known and key != "lenient":
            id = "no-option" if known else "no-options"
            raise PositionError.of(id, given=shown(key), known=sorted(known))
        if not isinstance(value, bool):
            raise PositionError.of("switch-needed", where=key)
    return {key: options.get(key, False) for key in known}


def checked_keys(position: Any, known: Sequence[str]) -> Mapping[str, Any]:
    """A position's mapping with no other keys than those known."""
    if not isinstance(position, Mapping):
        raise PositionError.of("object-needed", where="setup", example='{"deck": 40}')
    for key in position:
        if key not in known:
            raise PositionError.of("unknown-key", where="setup", given=shown(key), known=known)
    return position


def read_turn(position: Mapping[str, Any], seats: int) -> int:
    """The seat to move."""
    turn = position.get("turn", 0)
    if not is_whole(turn, 0, seats - 1):
        raise PositionError.of("seat-needed", where="turn", high=seats - 1)
    return int(turn)


def per_seat(position: Mapping[str, Any], key: str, seats: int) -> list[Any]:
    """One entry a player; None for each where the key is missing."""
    given = position.get(key)
    if given is None:
        return [None] * seats
    if not isinstance(given, list | tuple) or len(given) != seats:
        raise PositionError.of("one-each", where=key, players=seats)
    return list(given)


class Cards:
    """The cards a position names, each of which may be named once."""

    def __init__(self) -> None:
        self._named: set[str] = set()

    def free(self, face: str) -> bool:
        """Has nobody named it yet?"""
        return face not in self._named

    def name(self, face: str) -> str:
        """Note that a card lies somewhere."""
        if face in self._named:
            raise PositionError.of("card-twice", card=face)
        self._named.add(face)
        return face

    def read(self, value: Any, where: str, read: ReadCard) -> tuple[str, ...]:
        """A list of cards as faces."""
        return tuple(self.name(face_of(text, where, read)) for text in as_list(value, where))

    def hand(self, value: Any, where: str, read: ReadCard, dealt: int, every: int = 0) -> Hand:
        """A hand: a list of at most `dealt` cards, or None for so many hidden ones. `every`: all cards of the game, which one
        hand may hold as well: so a position can be made in which one player lays them all."""
        if value is None:
            return Hand(unseen=dealt, secret=True)
        cards = self.read(value, where, read)
        checked_hand(len(cards), dealt, where, every)
        return Hand(cards)

    def deck(self, value: Any, where: str, read: ReadCard, *, most: int, missing: int) -> DrawPile:
        """A draw pile: a list of cards, the first drawn first, or a count of unknown ones (`missing`, or none where that is below zero, if
        nothing is said)."""
        if value is None:
            return DrawPile(unseen=max(0, missing))
        if isinstance(value, list | tuple):
            if len(value) > most:
                raise PositionError.of("deck-too-large", where=where, most=most)
            return DrawPile(self.read(value, where, read))
        if not is_whole(value, 0, most):
            raise PositionError.of("cards-or-count-needed", where=where, most=most)
        return DrawPile(unseen=int(value))

    def left(self, hands: Sequence[Hand], every: int) -> int:
        """Cards that are neither named nor in a hidden hand, of so many."""
        return every - len(self._named) - sum(hand.unseen for hand in hands)

    def check_sum(self, hands: Sequence[Hand], decks: Sequence[DrawPile], every: int) -> None:
        """The cards that are named, hidden and counted are no more than there are (G-5). A hidden hand counts with its size."""
        too_many = sum(deck.unseen for deck in decks) - self.left(hands, every)
        if too_many > 0:
            raise PositionError.of("too-many-cards", count=every + too_many, most=every)


def checked_hand(count: int, most: int, where: str, every: int = 0) -> None:
    """No hand holds more cards than are dealt, but for one that holds every card of the game."""
    if count > most and count != every:
        raise PositionError.of("hand-too-large", where=where, count=count, most=most)


def as_list(value: Any, where: str) -> Sequence[Any]:
    """A list of cards, not yet read."""
    if not isinstance(value, list | tuple):
        raise PositionError.of("cards-needed", where=where)
    return value


def face_of(text: Any, where: str, read: ReadCard) -> str:
    """The face of one card."""
    face = read(text) if isinstance(text, str) else None
    if face is None:
        raise PositionError.of("not-a-card-there", where=where, given=shown(text))
    return face


def read_piles(position: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Sequence[Any]]:
    """The piles a position names, by zone. `names`: each accepted name and the zone it means."""
    given = position.get("piles")
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise PositionError.of("object-needed", where="piles", example='{"up": []}')
    found: dict[str, Sequence[Any]] = {}
    for name, cards in given.items():
        if name not in names:
            raise PositionError.of("no-pile", given=shown(name), known=tuple(dict.fromkeys(names.values())))
        if names[name] in found:
            raise PositionError.of("pile-twice", where="piles", given=names[name])
        found[names[name]] = as_list(cards, f"piles.{name}")
    return found
