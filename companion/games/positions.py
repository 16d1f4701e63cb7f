"""A position at the door: what a setup says is checked before a match begins. Everything here raises `PositionError`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from companion.errors import PositionError
from companion.games.hands import Deck, Hand

ReadCard = Callable[[str], str | None]
"""Text of a card to its face on the table; None for what is no card of the game."""


def shown(value: Any) -> str:
    """A value from outside, short enough for a message."""
    text = repr(value) if isinstance(value, str) else f"a {type(value).__name__}"
    return text if len(text) <= 40 else f"{text[:36]}...'"


def is_whole(value: Any, low: int, high: int) -> bool:
    """Is it a whole number (a truth value is none) from `low` to `high`?"""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def checked_seats(seats: Any, low: int, high: int) -> int:
    """The number of players."""
    if not is_whole(seats, low, high):
        raise PositionError(f"players: this game needs {low if low == high else f'{low} to {high}'}")
    return int(seats)


def checked_options(options: Any, known: Collection[str]) -> dict[str, bool]:
    """Every option that can be on or off, off where it is not named. "lenient" may always be named and does nothing here."""
    if not isinstance(options, Mapping):
        raise PositionError("variant: a JSON object is needed")
    for key, value in options.items():
        if key not in known and key != "lenient":
            has = f"it has {', '.join(sorted(known))}" if known else "it has none"
            raise PositionError(f"variant: this game has no option {shown(key)}; {has}")
        if not isinstance(value, bool):
            raise PositionError(f"variant, {key}: true or false is needed")
    return {key: options.get(key, False) for key in known}


def checked_keys(position: Any, known: Sequence[str]) -> Mapping[str, Any]:
    """A position's mapping with no other keys than those known."""
    if not isinstance(position, Mapping):
        raise PositionError("setup: a JSON object is needed")
    for key in position:
        if key not in known:
            raise PositionError(f"setup: unknown key {shown(key)}; this game has {', '.join(known)}")
    return position


def read_turn(position: Mapping[str, Any], seats: int) -> int:
    """The seat to move."""
    turn = position.get("turn", 0)
    if not is_whole(turn, 0, seats - 1):
        raise PositionError(f"turn: a seat from 0 to {seats - 1} is needed")
    return int(turn)


def per_seat(position: Mapping[str, Any], key: str, seats: int) -> list[Any]:
    """One entry a player; None for each where the key is missing."""
    given = position.get(key)
    if given is None:
        return [None] * seats
    if not isinstance(given, list | tuple) or len(given) != seats:
        raise PositionError(f"{key}: a list with one entry for each of the {seats} players is needed")
    return list(given)


class Cards:
    """The cards a position names, each of which may be named once."""

    def __init__(self) -> None:
        self._named: set[str] = set()

    def free(self, face: str) -> bool:
        """Has nobody named it yet?"""
        return face not in self._named

    def name(self, face: str, where: str) -> str:
        """Note that a card lies somewhere."""
        if face in self._named:
            raise PositionError(f"{where}: the card {face} is named twice in this position")
        self._named.add(face)
        return face

    def read(self, value: Any, where: str, read: ReadCard) -> tuple[str, ...]:
        """A list of cards as faces."""
        return tuple(self.name(face_of(text, where, read), where) for text in as_list(value, where))

    def hand(self, value: Any, where: str, read: ReadCard, dealt: int) -> Hand:
        """A hand: a list of cards, or None for `dealt` hidden ones."""
        return Hand(unseen=dealt, secret=True) if value is None else Hand(frozenset(self.read(value, where, read)))

    def deck(self, value: Any, where: str, read: ReadCard, *, most: int, missing: int) -> Deck:
        """A draw pile: a list of cards, the first drawn first, or a count of unknown ones (`missing` where nothing is said).

        A count needs room for the hands only, not for the piles: worked positions name the cards that matter and leave the
        count as dealt.
        """
        if value is None:
            return Deck(unseen=missing)
        if isinstance(value, list | tuple):
            return Deck(self.read(value, where, read))
        if not is_whole(value, 0, most):
            raise PositionError(f"{where}: a list of cards, or a number of cards from 0 to {most}, is needed")
        return Deck(unseen=int(value))


def as_list(value: Any, where: str) -> Sequence[Any]:
    """A list of cards, not yet read."""
    if not isinstance(value, list | tuple):
        raise PositionError(f"{where}: a list of cards is needed")
    return value


def face_of(text: Any, where: str, read: ReadCard) -> str:
    """The face of one card."""
    face = read(text) if isinstance(text, str) else None
    if face is None:
        raise PositionError(f"{where}: {shown(text)} is not a card that can lie there")
    return face


def read_piles(position: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Sequence[Any]]:
    """The piles a position names, by zone. `names`: each accepted name and the zone it means."""
    given = position.get("piles")
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise PositionError("piles: a JSON object is needed")
    found: dict[str, Sequence[Any]] = {}
    for name, cards in given.items():
        if name not in names:
            raise PositionError(f"piles: there is no pile {shown(name)}; there are {', '.join(dict.fromkeys(names.values()))}")
        if names[name] in found:
            raise PositionError(f"piles: {names[name]} is given twice")
        found[names[name]] = as_list(cards, f"piles, {name}")
    return found
