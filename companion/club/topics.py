"""The topics of a club: where each message goes, and what a topic is about. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

ROOT = "companion"  # a table writes below its own name here
CLUB_ROOT = "companion-club"  # the club alone writes here
DISCOVERY_ROOT = "homeassistant"  # Home Assistant's default prefix of discovery
TABLE_NAME = r"^[a-z0-9-]{1,32}$"
MATCH_UID = r"^[0-9a-f]{32}$"
ONLINE, OFFLINE = "online", "offline"  # payloads of the status topic

_TABLE, _UID = re.compile(TABLE_NAME), re.compile(MATCH_UID)
_ENTRY_NUMBER = re.compile(r"[1-9][0-9]{0,6}")
_OF_A_TABLE = ("status", "state", "ruling", "command", "answer")


@dataclass(frozen=True, slots=True)
class Address:
    """What a topic is about."""

    kind: str  # "status", "state", "ruling", "entry", "result", "command", "answer" or "kept"
    table: str
    match: str = ""  # random id of the match, "" where the topic names none
    n: int = 0  # number of the entry, 0 where the topic names none


def is_table_name(name: str) -> bool:
    """Can a table be called so: small letters, digits and hyphens, at most 32?"""
    return _TABLE.fullmatch(name) is not None


def make_topic(address: Address) -> str:
    """The topic of an address.

    >>> make_topic(Address("entry", "table-4", "0" * 32, 7))
    'companion/table-4/match/00000000000000000000000000000000/entry/7'
    """
    if address.kind == "kept":
        return f"{CLUB_ROOT}/{address.table}/kept"
    if address.kind == "entry":
        return f"{ROOT}/{address.table}/match/{address.match}/entry/{address.n}"
    if address.kind == "result":
        return f"{ROOT}/{address.table}/match/{address.match}/result"
    return f"{ROOT}/{address.table}/{address.kind}"


def parse_topic(topic: str) -> Address | None:
    """The address of a topic, None for any topic that is not of a club."""
    parts = topic.split("/")
    if len(parts) < 3 or not is_table_name(parts[1]):
        return None
    root, table, *rest = parts
    if root == CLUB_ROOT:
        return Address("kept", table) if rest == ["kept"] else None
    if root != ROOT:
        return None
    if len(rest) == 1:
        return Address(rest[0], table) if rest[0] in _OF_A_TABLE else None
    if rest[0] != "match" or not _UID.fullmatch(rest[1]):
        return None
    if rest[2:] == ["result"]:
        return Address("result", table, rest[1])
    if len(rest) == 4 and rest[2] == "entry" and _ENTRY_NUMBER.fullmatch(rest[3]):
        return Address("entry", table, rest[1], int(rest[3]))
    return None


def list_club_subscriptions() -> tuple[str, ...]:
    """The filters that the club subscribes to: all that tables write, but commands and answers."""
    return (f"{ROOT}/+/status", f"{ROOT}/+/state", f"{ROOT}/+/ruling", f"{ROOT}/+/match/+/entry/+", f"{ROOT}/+/match/+/result")


def make_discovery_topic(table: str) -> str:
    """The topic of a table's description for Home Assistant."""
    return f"{DISCOVERY_ROOT}/device/{table}/companion/config"
