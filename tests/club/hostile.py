"""Messages that no table of ours sends: broken, huge, absurd, or in another's name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from companion.club.forms import encode_form
from companion.club.topics import make_topic
from tests.club.told import MATCH, told_entry, told_result, told_ruling, told_state

_HONEST = [told_entry(1), told_result(3), told_state(), told_ruling(1, "Too low.")]
_ABSURD: list[Any] = [
    None, True, -1, 1e308, 2**70, "", "x" * 5_000, "\u202egnat", "a\x00b", [], {}, [[[[]]]], {"v": 1}, "<script>alert(1)</script>" * 50,
    "'; DROP TABLE entries; --" * 10,
]  # fmt: skip


def make_hostile_messages(count: int, seed: int = 0) -> Iterator[tuple[str, bytes]]:
    """Topic and payload of messages of which none may be kept."""
    dice = Random(seed)
    kinds = (_break_json, _break_field, _claim_another, _add_field, _break_topic, _make_huge, _make_bytes, _nest)
    for number in range(count):
        yield kinds[number % len(kinds)](dice)


def _pick(dice: Random) -> tuple[str, dict[str, Any]]:
    honest = dice.choice(_HONEST)
    assert not isinstance(honest.form, bool)
    return make_topic(honest.address), json.loads(encode_form(honest.form))


def _break_json(dice: Random) -> tuple[str, bytes]:
    topic, told = _pick(dice)
    whole = json.dumps(told).encode()
    return topic, whole[: dice.randrange(len(whole))]


def _break_field(dice: Random) -> tuple[str, bytes]:
    topic, told = _pick(dice)
    told["v"] = dice.choice([0, 2, "1", None, 1.5])
    field = dice.choice(list(told))
    told[field] = told[field] if field == "v" else dice.choice(_ABSURD)
    return topic, json.dumps(told).encode()


def _claim_another(dice: Random) -> tuple[str, bytes]:
    topic, told = _pick(dice)
    told["table"] = dice.choice(["table-2", "TABLE-1", "../table-1", "table-1/../table-2", ""])
    return topic, json.dumps(told).encode()


def _add_field(dice: Random) -> tuple[str, bytes]:
    topic, told = _pick(dice)
    told[dice.choice(["admin", "__proto__", "role", "hand", "x" * 300])] = dice.choice(_ABSURD)
    return topic, json.dumps(told).encode()


def _break_topic(dice: Random) -> tuple[str, bytes]:
    _, told = _pick(dice)
    broken = [
        f"companion/table-1/match/{MATCH}/entry/0", f"companion/table-1/match/{MATCH}/entry/-1",
        f"companion/table-1/match/{MATCH}/entry/1e3", f"companion/table-1/match/{MATCH.upper()}/entry/1",
        "companion/Table 1/state", "companion/t'a/state", "companion/table-1/match/short/result",
        f"companion/{'x' * 40}/state", "companion/tàvolo/state", f"companion/table-1/match/{MATCH}/entry/99999999",
    ]  # fmt: skip
    return dice.choice(broken), json.dumps(told).encode()


def _make_huge(dice: Random) -> tuple[str, bytes]:
    topic, told = _pick(dice)
    key = dice.choice(list(told))
    return topic, json.dumps(told | {key: "y" * dice.choice([20_000, 66_000])}).encode()


def _make_bytes(dice: Random) -> tuple[str, bytes]:
    topic, _ = _pick(dice)
    return topic, dice.choice([b"", b"\xff\xfe", b"null", b"[]", b"{}", b"online", dice.randbytes(dice.randrange(200))])


def _nest(dice: Random) -> tuple[str, bytes]:
    topic, _ = _pick(dice)
    deep = dice.choice([100, 5_000])
    return topic, b'{"v":1,"event":' + b"[" * deep + b"]" * deep + b"}"
