"""Messages of tables for tests, as they come through the door."""

from __future__ import annotations

from typing import Any

from companion.club.forms import EntryTold, OpenFoul, Result, RulingTold, State
from companion.club.topics import Address
from companion.clubhouse.store import Heard

MATCH = "0123456789abcdef" * 2
OTHER = "f" * 32


def told_entry(n: int, table: str = "table-1", match: str = MATCH, **event: Any) -> Heard:
    """Entry `n` of a match."""
    form = EntryTold(table=table, match=match, n=n, at=1000.0 + n, source="camera", event=event or {"event": "turn_ended"})
    return Heard(Address("entry", table, match, n), form)


def told_result(
    entries: int, status: Any = "won", table: str = "table-1", match: str = MATCH, revision: int = 0, **fields: Any
) -> Heard:
    """The result of a match after so many entries."""
    given = {"number": 1, "game": "the_game", "players": ["Ada", "Bruno"], "started_at": 1000.0, **fields}
    form = Result(table=table, match=match, status=status, entries=entries, revision=revision, **given)
    return Heard(Address("result", table, match), form)


def told_state(table: str = "table-1", foul: str = "", **fields: Any) -> Heard:
    """What a table shows; `foul`: the sentence of an open one."""
    given = {"name": table.replace("-", " ").capitalize(), "language": "en", "at": 1000.0, **fields}
    if foul:
        given["foul"] = OpenFoul(3, "TG-04", foul)
    return Heard(Address("state", table), State(table=table, **given))


def told_status(online: bool, table: str = "table-1") -> Heard:
    """A table came or went."""
    return Heard(Address("status", table), online)


def told_ruling(entry: int, message: str, table: str = "table-1", match: str = MATCH) -> Heard:
    """What the referee said of an entry."""
    form = RulingTold(table=table, match=match, entry=entry, at=1000.0, verdict="illegal", rule="TG-04", message=message)
    return Heard(Address("ruling", table), form)
