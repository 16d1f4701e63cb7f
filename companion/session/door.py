"""The door of the log: every entry is checked here against what the game can show.

A refusal is one sentence of the catalogue, in the language of whoever asked, and nothing has been written. The referee alone
says what a play is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from companion.clean_text import check_names, is_printable, shorten_text
from companion.errors import InputError
from companion.games.sheets import check_options
from companion.match.events import Claimed, Corrected, Event, Inserted, Played, Started, TakenBack, TurnEnded
from companion.match.rules import Detail, Rules, Takes, ValueKind
from companion.match.rulings import Match

MAX_CLAIM_TEXT_LETTERS = 400  # of one text; guess: a penalty of six cards needs far less
MAX_CLAIM_ITEMS = 100  # of a list; geometry: a board has as many spaces


def check_start(started: Started) -> None:
    """Raise `InputError` unless seat, names and places of a new match are possible. Its game checks the rest."""
    _check_seat(started.seats, started.begins)
    if len(started.places) > started.seats:
        raise InputError.with_id("one-each", where="places", players=started.seats)
    if not all(place is None or 0 <= place <= 1 for place in started.places):
        raise InputError.with_id("share-needed", where="places")
    check_names(started.names, started.seats)


def check_event(rules: Rules[Any], match: Match, faces: Collection[str], event: Event) -> None:
    """Raise `InputError` unless the event fits the match. `faces`: all faces of the game."""
    if isinstance(event, Played | TurnEnded | Claimed):
        _check_seat(match.started.seats, event.seat)
    if isinstance(event, Played):
        check_zone(match, event.zone)
        check_face(faces, event.after)
    elif isinstance(event, TakenBack):
        check_zone(match, event.zone)
    elif isinstance(event, Inserted):
        check_event(rules, match, faces, event.fact)
    elif isinstance(event, Corrected):
        _check_correction(match, faces, event)
    elif isinstance(event, Claimed) and (wrong := find_claim_fault(rules, event.code, event.detail)):
        raise wrong


def _check_correction(match: Match, faces: Collection[str], event: Corrected) -> None:
    """Raise `InputError` unless seats, face, zone, options, names and places of a correction, as far as given, fit the match.
    `faces`: all faces of the game."""
    _check_seat(match.started.seats, event.seat)
    _check_seat(match.started.seats, event.turn)
    if event.face is not None:
        check_face(faces, event.face)
    if event.zone is not None:
        check_zone(match, event.zone)
    if event.options is not None:
        check_options(match.started.game, event.options)
    if event.names is not None or event.places is not None:
        check_start(replace(match.started, names=event.names or (), places=event.places or ()))


def check_zone(match: Match, zone: str) -> None:
    """Raise `InputError` unless `zone` is a place of the match."""
    if zone not in match.faces:
        raise InputError.with_id("place-unknown", given=shorten_text(zone))


def check_face(faces: Collection[str], face: str) -> None:
    """Raise `InputError` unless `face` is a face of the game or "" for an empty place."""
    if face and face not in faces:
        raise InputError.with_id("face-unknown", given=shorten_text(face))


def find_claim_fault(rules: Rules[Any], code: str, detail: Detail) -> InputError | None:
    """The first fault of a claim's detail by the game's rules, None without fault. `code`: of the claim, an unknown one is a
    fault too."""
    takes = rules.claims.get(code)
    if takes is None:
        return InputError.with_id("claim-unknown", given=shorten_text(code))
    for key in detail:
        if key not in takes:
            return InputError.with_id("claim-key", given=shorten_text(code), name=shorten_text(key))
    for key, needs in takes.items():
        if key not in detail and needs.needed:
            return InputError.with_id("claim-needs", given=shorten_text(code), name=key)
        if key in detail and not _KIND_CHECKS[needs.kind](detail[key], needs):
            return InputError.with_id("claim-value", given=shorten_text(code), name=key)
    return None


def _check_seat(seats: int, seat: int | None) -> None:
    if seat is not None and not _is_whole(seat, seats - 1):
        raise InputError.with_id("seat-unknown", number=seat + 1)


def _is_whole(value: Any, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MAX_CLAIM_TEXT_LETTERS and is_printable(value)


def _are_items(value: Any) -> bool:
    """Is the value a text, or a list of at most `MAX_CLAIM_ITEMS` texts, whole numbers up to 999 or pairs of such numbers?"""
    if not isinstance(value, list | tuple):
        return _is_text(value)
    return len(value) <= MAX_CLAIM_ITEMS and all(_is_text(item) or _is_whole(item, 999) or _is_pair(item) for item in value)


def _is_pair(value: Any) -> bool:
    return isinstance(value, list | tuple) and len(value) == 2 and all(_is_whole(number, 999) for number in value)


_KIND_CHECKS: Mapping[ValueKind, Callable[[Any, Takes], bool]] = {
    ValueKind.TEXT: lambda value, _: _is_text(value),
    ValueKind.WORD: lambda value, takes: value in takes.words,
    ValueKind.WHOLE: lambda value, takes: _is_whole(value, takes.most),
    ValueKind.LIST: lambda value, _: _are_items(value),
}
