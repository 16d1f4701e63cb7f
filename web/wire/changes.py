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
    """The operations that turn `before` into `after`, at the JSON pointer `path`; none where both are the same."""
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
    """The operations that turn mapping `before` into `after`, key by key. `path`: JSON pointer of both."""
    for key in before:
        if key not in after:
            yield {"op": "remove", "path": f"{path}/{_escape(key)}"}
    for key, value in after.items():
        if key in before:
            yield from _compare_values(before[key], value, f"{path}/{_escape(key)}")
        else:
            yield {"op": "add", "path": f"{path}/{_escape(key)}", "value": value}


def _compare_lists(before: Sequence[Any], after: Sequence[Any], path: str) -> Iterator[Operation]:
    """The operations to turn list `before` into `after`, from left to right. `path`: JSON pointer of both. Each operation
    finds the list changed by the earlier ones, new up to its own place."""
    if len(before) == len(after):
        yield from _compare_pairs(before, after, path, 0)
        return
    head = _count_paired(before, after)
    tail = _count_paired(before[head:][::-1], after[head:][::-1])
    old, new = before[head : len(before) - tail], after[head : len(after) - tail]
    yield from _compare_pairs(before[:head], after[:head], path, 0)
    for kind, i, i_end, j, j_end in _align(old, new):
        paired, at = min(i_end - i, j_end - j), head + j
        if kind == "equal":
            yield from _compare_pairs(old[i:i_end], new[j:j_end], path, at)
            continue
        for k in range(paired):
            yield _replace(f"{path}/{at + k}", new[j + k])
        for _ in range(i + paired, i_end):
            yield {"op": "remove", "path": f"{path}/{at + paired}"}
        for k in range(j + paired, j_end):
            yield {"op": "add", "path": f"{path}/{head + k}", "value": new[k]}
    yield from _compare_pairs(before[len(before) - tail :], after[len(after) - tail :], path, len(after) - tail)


def _compare_pairs(before: Sequence[Any], after: Sequence[Any], path: str, first: int) -> Iterator[Operation]:
    """The operations to change each value in its place, for two lists of one length. `first`: the place of the first pair."""
    for at in compress(range(len(after)), map(is_not, before, after)):
        yield from _compare_values(before[at], after[at], f"{path}/{first + at}")


def _count_paired(before: Sequence[Any], after: Sequence[Any]) -> int:
    """How many values of `before`, from the beginning on, are about the same as those at the same place of `after`."""
    shorter = min(len(before), len(after))
    for at in compress(range(shorter), map(is_not, before, after)):
        if _name_record(before[at]) != _name_record(after[at]):
            return at
    return shorter


def _align(old: Sequence[Any], new: Sequence[Any]) -> Sequence[tuple[str, int, int, int, int]]:
    """Which values of `old` and `new` are about the same, as opcodes of `difflib`."""
    if not old or not new:
        return [("replace", 0, len(old), 0, len(new))]
    return SequenceMatcher(None, [*map(_name_record, old)], [*map(_name_record, new)], autojunk=False).get_opcodes()


def _name_record(value: Any) -> Any:
    """What a value of a list is about: the record's entry or zone, a text or number itself."""
    if isinstance(value, Mapping):
        return next((value[key] for key in _NAMING_KEYS if key in value), None)
    return str(value) if isinstance(value, list | tuple) else value


def _is_same(one: Any, other: Any) -> bool:
    """Are both texts, numbers, flags or nothing, and the same JSON? True is not 1."""
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def _replace(path: str, value: Any) -> Operation:
    return {"op": "replace", "path": path, "value": value}


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
