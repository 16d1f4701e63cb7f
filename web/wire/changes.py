"""What changed from one view to the next, as the operations of a JSON Patch (RFC 6902): "add", "remove" and "replace".

A new line of the log is one operation, however long the log is. Values that are the same object cost nothing: a table that
keeps unchanged parts makes the comparison short.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import compress
from operator import is_not
from typing import Any

Operation = dict[str, Any]

_NAMING_KEYS = ("entry", "id", "zone", "rule")
"""Keys that say what a record is about, the first that a record has."""


def list_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Operation]:
    """The operations that turn the view `before` into `after`, both ready for JSON. Empty for equal views."""
    return list(_compare_records(before, after, ""))


def write_json(value: Any) -> bytes:
    """JSON as it is sent: UTF-8, one line."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def _compare_values(before: Any, after: Any, path: str) -> Iterator[Operation]:
    if before is after:
        return
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        changes, anew = list(_compare_records(before, after, path)), _replace(path, after)
        yield from changes if len(changes) < 2 or len(write_json(changes)) <= len(write_json(anew)) else [anew]
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple):
        yield from _compare_lists(before, after, path)
    elif not _is_same(before, after):
        yield _replace(path, after)


def _compare_records(before: Mapping[str, Any], after: Mapping[str, Any], path: str) -> Iterator[Operation]:
    for key in before:
        if key not in after:
            yield {"op": "remove", "path": f"{path}/{_escape(key)}"}
    for key, value in after.items():
        if key in before:
            yield from _compare_values(before[key], value, f"{path}/{_escape(key)}")
        else:
            yield {"op": "add", "path": f"{path}/{_escape(key)}", "value": value}


def _compare_lists(before: Sequence[Any], after: Sequence[Any], path: str) -> Iterator[Operation]:
    """The operations from left to right. Each finds the list as the operations before left it: new up to its own place."""
    head = _count_same(before, after)
    tail = _count_same(before[head:][::-1], after[head:][::-1])
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    for kind, i, i_end, j, j_end in _align(old, new):
        paired = min(i_end - i, j_end - j)
        for k in range(paired):
            place = f"{path}/{head + j + k}"
            same_record = kind == "equal"
            yield from _compare_values(old[i + k], new[j + k], place) if same_record else [_replace(place, new[j + k])]
        for _ in range(i + paired, i_end):
            yield {"op": "remove", "path": f"{path}/{head + j + paired}"}
        for k in range(j + paired, j_end):
            yield {"op": "add", "path": f"{path}/{head + k}", "value": new[k]}


def _align(old: Sequence[Any], new: Sequence[Any]) -> Sequence[tuple[str, int, int, int, int]]:
    """Which records of `old` and `new` are about the same, as opcodes of `difflib`: of lists of one length those at the same
    place, else those of the same name."""
    if len(old) == len(new):
        return [("equal", 0, len(old), 0, len(new))]
    if not old or not new:
        return [("replace", 0, len(old), 0, len(new))]
    return SequenceMatcher(None, [*map(_name_record, old)], [*map(_name_record, new)], autojunk=False).get_opcodes()


def _name_record(value: Any) -> Any:
    """What a value of a list is about: the record's entry or zone, a text or number itself."""
    if isinstance(value, Mapping):
        return next((value[key] for key in _NAMING_KEYS if key in value), None)
    return str(value) if isinstance(value, list | tuple) else value


def _count_same(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many values are the same from the beginning on. Only values that are not the same object are looked at."""
    shorter = min(len(one), len(other))
    for at in compress(range(shorter), map(is_not, one, other)):
        if not _is_same(one[at], other[at]):
            return at
    return shorter


def _is_same(one: Any, other: Any) -> bool:
    """Are both the same JSON? True is not 1."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(_is_same(value, other[key]) for key, value in one.items())
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_is_same, one, other))
    return one is other or (isinstance(one, bool) == isinstance(other, bool) and bool(one == other))


def _replace(path: str, value: Any) -> Operation:
    return {"op": "replace", "path": path, "value": value}


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
