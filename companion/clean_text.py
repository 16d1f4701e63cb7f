"""A single rule of clean text for every door: lines of text, files, what phones send, what comes over a network.

A clean text has no half of a surrogate pair, no control sign but tab and newline, and at most 1,000 characters. A clean number
has at most 12 digits before the point. `web.clean_text` holds the same rule for HTTP, and `tests/test_clean_text.py` holds the
two equal.
"""

from __future__ import annotations

import codecs
import json
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from companion.errors import InputError

MAX_TEXT_LENGTH = 1_000
"""Characters of a text: a guess, held equal to `web.clean_text` by a test. Also said in docs/commands.md."""
MAX_DIGITS = 12
"""Digits of a number, before the point: a guess, far above any count or time. Also in `web.clean_text` and docs/commands.md."""
MAX_NAME_LENGTH = 40
"""Letters of a player's name: a guess, as wide as a phone."""
SHOWN_CHARACTERS = 1
"""Characters of a broken text that a message shows, a guess: more would quote what nobody can read."""
_UNCLEAN_SIGNS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_UNSEEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
JOINING_SIGNS = "\u200c\u200d"
"""Signs without a width that scripts and joined pictures need."""


def is_clean(text: str) -> bool:
    """True for a text of at most 1,000 characters without control signs (but tab and newline) and without halves of surrogate pairs."""
    return len(text) <= MAX_TEXT_LENGTH and not _UNCLEAN_SIGNS.search(text)


def is_clean_number(value: float) -> bool:
    """True for a number of at most 12 digits before the point; false for infinity and what is no number."""
    return bool(abs(value) < 10**MAX_DIGITS)


def check_clean(value: Any) -> None:
    """Hold every text, key and number of a decoded value against the rule. Raises `InputError` at the first that is not
    clean."""
    for part in _iter_parts(value):
        if isinstance(part, str):
            check_text(part)
        elif isinstance(part, int | float) and not is_clean_number(part):
            raise InputError.with_id("number-too-long", most=MAX_DIGITS)


def check_text(text: str) -> None:
    """Hold a text against the rule. Raises `InputError`, which names the sign by its code."""
    if len(text) > MAX_TEXT_LENGTH:
        raise InputError.with_id("text-too-long", most=MAX_TEXT_LENGTH)
    if found := _UNCLEAN_SIGNS.search(text):
        raise InputError.with_id("text-sign", sign=f"U+{ord(found[0]):04X}")


def _iter_parts(value: Any) -> Iterator[Any]:
    """Keys and values at any depth, without recursion: a value from outside may be nested deeper than a stack."""
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
    """The value of a JSON text `data`, a byte-order mark skipped.

    Raises `InputError` in our own words, also for twin keys, NaN, long numbers and text that no door takes.
    """
    try:
        text = data.decode("utf-8") if isinstance(data, bytes) else data
    except UnicodeDecodeError as error:
        raise InputError.with_id("line-not-text") from error
    text = text.removeprefix("\ufeff")
    try:
        value = json.loads(
            text,
            parse_constant=_refuse_constant,
            parse_int=_parse_int,
            parse_float=_parse_float,
            object_pairs_hook=_refuse_twin_keys,
        )
    except RecursionError as error:
        raise InputError.with_id("line-too-deep") from error
    except json.JSONDecodeError as error:
        raise _make_json_fault(text, error.pos) from error
    check_clean(value)
    return value


def _make_json_fault(text: str, at: int) -> InputError:
    """The error of a text that stops being JSON at sign `at`, counted from 0."""
    near = shorten_text(text[at : at + SHOWN_CHARACTERS])
    if not near.strip():
        return InputError.with_id("line-not-json-ends", at=len(text))
    return InputError.with_id("line-not-json", at=at + 1, near=near)


def _parse_int(text: str) -> int:
    if len(text.removeprefix("-")) > MAX_DIGITS:
        raise InputError.with_id("number-too-long", most=MAX_DIGITS)
    return int(text)


def _parse_float(text: str) -> float:
    if not is_clean_number(value := float(text)):
        raise InputError.with_id("number-too-long", most=MAX_DIGITS)
    return value


def _refuse_constant(name: str) -> Any:
    raise InputError.with_id("no-json-number", given=name)


def _refuse_twin_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of `pairs`. Raises `InputError` where a key stands twice."""
    data = dict(pairs)
    if len(data) != len(pairs):
        raise InputError.with_id("key-twice")
    return data


def decode_text_file(data: bytes) -> str:
    """The text of `data`, a file that a person wrote: UTF-8, or UTF-16 with a mark, as editors of Windows save. Lines end with
    a newline.

    Raises `InputError` naming the first line that is no text.
    """
    try:
        text = data.decode("utf-16" if data.startswith(_UTF16) else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError.with_id("file-not-text", line=data.count(b"\n", 0, error.start) + 1) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")


def is_printable(text: str) -> bool:
    """True for visible signs only: no control signs, no halves of pairs, no signs that turn the direction of writing."""
    return all(sign in JOINING_SIGNS or unicodedata.category(sign) not in _UNSEEN_CATEGORIES for sign in text)


def shorten_text(text: Any) -> str:
    """Something given, short enough for a sentence, invisible signs replaced."""
    seen = "".join(sign if is_printable(sign) else "?" for sign in str(text))
    return seen if len(seen) <= MAX_NAME_LENGTH else f"{seen[: MAX_NAME_LENGTH - 1]}…"


def check_names(names: Collection[str], seats: int) -> None:
    """Hold the names of at most `seats` players, by seat, against what can be shown; "" names nobody. Raises `InputError`."""
    if len(names) > seats:
        raise InputError.with_id("names-too-many")
    for name in names:
        if len(name) > MAX_NAME_LENGTH:
            raise InputError.with_id("name-long", most=MAX_NAME_LENGTH)
        if not is_printable(name):
            raise InputError.with_id("name-sign", name=shorten_text(name))


def tell_names_apart(names: Sequence[str]) -> tuple[str, ...]:
    """The names of players, by seat, no two alike: the second Anna is "Anna (2)", shortened where too long. Names differing
    in case alone are alike; "" stays ""."""
    taken, told = {fold_name(name) for name in names}, list[str]()
    for seat, name in enumerate(names):
        if fold_name(name) and any(fold_name(other) == fold_name(name) for other in names[:seat]):
            numbers = (f" ({number})" for number in range(2, len(names) + 2))
            other_names = (f"{name.strip()[: MAX_NAME_LENGTH - len(number)].rstrip()}{number}" for number in numbers)
            name = next(each for each in other_names if fold_name(each) not in taken)
            taken.add(fold_name(name))
        told.append(name)
    return tuple(told)


def fold_name(name: str) -> str:
    """A name as heard: capitals, spaces and ways of writing an accent make no difference."""
    return unicodedata.normalize("NFKC", " ".join(name.split())).casefold()
