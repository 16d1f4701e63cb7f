"""The rule of clean text for HTTP: no halves of surrogate pairs, no control signs but tab and newline, bounded length.

This library imports nothing of the companion, so the rule is repeated here. `tests/test_clean_text.py` holds both versions
equal.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

from web.errors import InvalidInput

MAX_TEXT_LETTERS = 1_000  # of a text; same as in `companion/clean_text.py`, a guess
MAX_NUMBER_DIGITS = 12  # before the point of a number; same as in `companion/clean_text.py`, a guess
JOINERS = "\u200c\u200d"
"""Signs without width that scripts and joined pictures need."""
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
CLEAN_PATTERN = r"[^\x00-\x08\x0b-\x1f\x7f-\x9f]*"
"""The rule for signs as a pattern of JSON Schema; halves of surrogate pairs are no text there anyway."""
_UNCLEAN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def is_clean(text: str) -> bool:
    """Is `text` at most 1,000 characters long, without control signs (but tab and newline) and halves of surrogate pairs?"""
    return len(text) <= MAX_TEXT_LETTERS and unclean_sign(text) is None


def unclean_sign(text: str) -> str | None:
    """Code of the first unclean sign, such as U+D800; None for clean text."""
    found = _UNCLEAN.search(text)
    return f"U+{ord(found[0]):04X}" if found else None


def is_printable(text: str) -> bool:
    """Are all signs visible? No control signs, no halves of pairs, none that turn the direction of writing."""
    return all(sign in JOINERS or unicodedata.category(sign) not in _UNSEEN for sign in text)


def is_clean_number(value: float) -> bool:
    """Has the number at most 12 digits before its point? False for infinity and not-a-number."""
    return bool(abs(value) < 10**MAX_NUMBER_DIGITS)


def read_json(raw: bytes) -> Any:
    """The value of a JSON body `raw` in UTF-8; 12.0 counts as a whole number. Raises `InvalidInput` with one sentence, also
    for twin keys, NaN and long numbers.

    Whether texts are clean is left to `web.schema.check_value`.
    """
    try:
        text = raw.decode("utf-8").removeprefix("\ufeff")
        return json.loads(
            text,
            parse_constant=_no_constant,
            parse_int=_parse_json_whole,
            parse_float=_parse_json_number,
            object_pairs_hook=_without_twins,
        )
    except UnicodeDecodeError as error:
        raise InvalidInput("The body is not JSON. It is no UTF-8 text.") from error
    except RecursionError as error:
        raise InvalidInput("The body is not JSON. It is nested too deeply.") from error
    except json.JSONDecodeError as error:
        raise InvalidInput(f"The body is not JSON. Look at line {error.lineno}, character {error.colno}.") from error


def _parse_json_whole(text: str) -> int:
    if len(text.removeprefix("-")) > MAX_NUMBER_DIGITS:
        raise _too_long()
    return int(text)


def _parse_json_number(text: str) -> float:
    """The number in `text`, whole where without a fraction. Raises `InvalidInput` for too many digits."""
    value = float(text)
    if not is_clean_number(value):
        raise _too_long()
    return int(value) if value.is_integer() else value


def _too_long() -> InvalidInput:
    return InvalidInput(f"The body is not JSON. A number has at most {MAX_NUMBER_DIGITS} digits here.")


def _no_constant(name: str) -> Any:
    raise InvalidInput(f"The body is not JSON. {name} is no number.")


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of `pairs`. Raises `InvalidInput` where a key stands twice."""
    data = dict(pairs)
    if len(data) != len(pairs):
        raise InvalidInput("The body is not JSON. A key stands twice in it.")
    return data
