"""The rule of clean text, as HTTP holds it: no halves of surrogate pairs, no control signs but tab and newline, bounded length.

A library imports nothing of the companion, so the rule stands here once more; `tests/test_clean_text.py` holds it equal to
`companion.clean_text`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

from web.errors import InvalidInput

LONGEST_TEXT = 1_000
"""Characters of a text."""
MOST_DIGITS = 12
"""Digits of a number, before its point."""
JOINERS = "\u200c\u200d"
"""Signs without a width that scripts and joined pictures need."""
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
CLEAN_PATTERN = r"[^\x00-\x08\x0b-\x1f\x7f-\x9f]*"
"""The rule for signs as a pattern of JSON Schema; halves of surrogate pairs are no text there anyway."""
_UNCLEAN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def is_clean(text: str) -> bool:
    """True for a text of at most 1,000 characters without control signs (but tab and newline) and without halves of surrogate pairs."""
    return len(text) <= LONGEST_TEXT and unclean_sign(text) is None


def unclean_sign(text: str) -> str | None:
    """The code of the first sign that is not clean, such as U+D800, None where there is none."""
    found = _UNCLEAN.search(text)
    return f"U+{ord(found[0]):04X}" if found else None


def is_printable(text: str) -> bool:
    """True for a text of signs that are seen: no control signs, no halves of pairs, none that turn the direction of writing."""
    return all(sign in JOINERS or unicodedata.category(sign) not in _UNSEEN for sign in text)


def is_clean_number(value: float) -> bool:
    """True for a number of at most 12 digits before its point; false for infinity and for what is no number."""
    return bool(abs(value) < 10**MOST_DIGITS)


def read_json(raw: bytes) -> Any:
    """The value of a JSON body; 12.0 is a whole number as well. Raises `InvalidInput` with one sentence.

    The texts in it are held against the rule where their schema is (`web.schema.check`).
    """
    try:
        text = raw.decode("utf-8").removeprefix("\ufeff")
        return json.loads(
            text, parse_constant=_no_constant, parse_int=_whole, parse_float=_number, object_pairs_hook=_without_twins
        )
    except UnicodeDecodeError as error:
        raise InvalidInput("The body is not JSON. It is no UTF-8 text.") from error
    except RecursionError as error:
        raise InvalidInput("The body is not JSON. It is nested too deeply.") from error
    except json.JSONDecodeError as error:
        raise InvalidInput(f"The body is not JSON. Look at line {error.lineno}, character {error.colno}.") from error


def _whole(text: str) -> int:
    if len(text.removeprefix("-")) > MOST_DIGITS:
        raise _too_long()
    return int(text)


def _number(text: str) -> float:
    value = float(text)
    if not is_clean_number(value):
        raise _too_long()
    return int(value) if value.is_integer() else value


def _too_long() -> InvalidInput:
    return InvalidInput(f"The body is not JSON. A number has at most {MOST_DIGITS} digits here.")


def _no_constant(name: str) -> Any:
    raise InvalidInput(f"The body is not JSON. {name} is no number.")


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise InvalidInput("The body is not JSON. A key stands twice in it.")
    return data
