"""One rule of clean text for every door: lines of text, files, what phones send, what comes over a network.

A clean text has no half of a surrogate pair, no control sign but tab and newline, and at most 1,000 characters; a clean number has at
most 12 digits before its point. `web.clean_text` holds the same rule for HTTP, and `tests/test_clean_text.py` holds the two equal.
"""

from __future__ import annotations

import codecs
import json
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from companion.errors import InputError

LONGEST_TEXT = 1_000
"""Characters of a text."""
MOST_DIGITS = 12
"""Digits of a number, before its point."""
LONGEST_NAME = 40
"""Letters of a player's name."""
NEAR = 1
"""Characters of a broken text that a message shows: more would quote what nobody can read."""
_UNCLEAN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
JOINERS = "\u200c\u200d"
"""Signs without a width that scripts and joined pictures need."""


def is_clean(text: str) -> bool:
    """True for a text of at most 1,000 characters without control signs (but tab and newline) and without halves of surrogate pairs."""
    return len(text) <= LONGEST_TEXT and not _UNCLEAN.search(text)


def is_clean_number(value: float) -> bool:
    """True for a number of at most 12 digits before its point; false for infinity and for what is no number."""
    return bool(abs(value) < 10**MOST_DIGITS)


def check_clean(value: Any) -> None:
    """Hold every text, key and number of a decoded value against the rule. Raises `InputError` for the first that is not clean."""
    for part in _parts(value):
        if isinstance(part, str):
            check_text(part)
        elif isinstance(part, int | float) and not is_clean_number(part):
            raise InputError.of("number-too-long", most=MOST_DIGITS)


def check_text(text: str) -> None:
    """Hold one text against the rule. Raises `InputError` that names the sign by its code."""
    if len(text) > LONGEST_TEXT:
        raise InputError.of("text-too-long", most=LONGEST_TEXT)
    if found := _UNCLEAN.search(text):
        raise InputError.of("text-sign", sign=f"U+{ord(found[0]):04X}")


def _parts(value: Any) -> Iterator[Any]:
    """Keys and values at any depth, without recursion: what comes from outside may be nested deeper than a stack."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, Mapping):
            waiting += [*each.keys(), *each.values()]
        elif isinstance(each, list | tuple):
            waiting += each
        else:
            yield each


def read_json(data: str | bytes) -> Any:
    """A JSON text as a clean value. A byte-order mark before it is skipped. Raises `InputError` in our own words."""
    try:
        text = data.decode("utf-8") if isinstance(data, bytes) else data
    except UnicodeDecodeError as error:
        raise InputError.of("line-not-text") from error
    text = text.removeprefix("\ufeff")
    try:
        value = json.loads(
            text, parse_constant=_no_constant, parse_int=_whole, parse_float=_broken, object_pairs_hook=_without_twins
        )
    except RecursionError as error:
        raise InputError.of("line-too-deep") from error
    except json.JSONDecodeError as error:
        raise _not_json(text, error.pos) from error
    check_clean(value)
    return value


def _not_json(text: str, at: int) -> InputError:
    near = shown(text[at : at + NEAR])
    if not near.strip():
        return InputError.of("line-not-json-ends", at=len(text))
    return InputError.of("line-not-json", at=at + 1, near=near)


def _whole(text: str) -> int:
    if len(text.removeprefix("-")) > MOST_DIGITS:
        raise InputError.of("number-too-long", most=MOST_DIGITS)
    return int(text)


def _broken(text: str) -> float:
    if not is_clean_number(value := float(text)):
        raise InputError.of("number-too-long", most=MOST_DIGITS)
    return value


def _no_constant(name: str) -> Any:
    raise InputError.of("no-json-number", given=name)


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise InputError.of("key-twice")
    return data


def decode_file(data: bytes) -> str:
    """The text of a file that a person wrote: UTF-8, or UTF-16 with its mark, as editors of Windows save it; lines end with a newline.
    Raises `InputError` naming the first line that is no text."""
    try:
        text = data.decode("utf-16" if data.startswith(_UTF16) else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError.of("file-not-text", line=data.count(b"\n", 0, error.start) + 1) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def is_printable(text: str) -> bool:
    """True for a text of signs that are seen: no control signs, no halves of pairs, none that turn the direction of writing."""
    return all(sign in JOINERS or unicodedata.category(sign) not in _UNSEEN for sign in text)


def shown(text: Any) -> str:
    """What was given, short enough for a sentence and without signs that cannot be seen."""
    seen = "".join(sign if is_printable(sign) else "?" for sign in str(text))
    return seen if len(seen) <= LONGEST_NAME else f"{seen[: LONGEST_NAME - 1]}…"


def check_names(names: Collection[str], seats: int) -> None:
    """Hold the names of players, by seat, against what can be shown; "" names nobody. Raises `InputError`."""
    if len(names) > seats:
        raise InputError.of("names-too-many")
    for name in names:
        if len(name) > LONGEST_NAME:
            raise InputError.of("name-long", most=LONGEST_NAME)
        if not is_printable(name):
            raise InputError.of("name-sign", name=shown(name))


def tell_apart(names: Sequence[str]) -> tuple[str, ...]:
    """The names of players, by seat, each of them once: of two who are called Anna the second is "Anna (2)"."""
    taken, told = {_heard(name) for name in names}, list[str]()
    for seat, name in enumerate(names):
        if _heard(name) and any(_heard(other) == _heard(name) for other in names[:seat]):
            numbers = (f" ({number})" for number in range(2, len(names) + 2))
            other_names = (f"{name.strip()[: LONGEST_NAME - len(number)].rstrip()}{number}" for number in numbers)
            name = next(each for each in other_names if _heard(each) not in taken)
            taken.add(_heard(name))
        told.append(name)
    return tuple(told)


def _heard(name: str) -> str:
    """A name as it is heard: capitals, spaces and ways of writing an accent make no other name."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()
