"""What a table agreed to tell of its players, and of who told an entry. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.machine.config import ClubSettings

KNOWN_SOURCES = ("camera", "number", "touch", "inferred", "button", "card", "text", "club")
"""Sources that are parts of the machine. Every other source is somebody's phone, and leaves the table as "phone"."""
PHONE = "phone"
_NAMED_EVENTS = ("started", "corrected")


def agree_names(names: Sequence[str], club: ClubSettings) -> tuple[str, ...]:
    """The names that leave the table, by seat: a nickname, the name where the table agreed to names, else ""."""
    return tuple(club.nicknames.get(name, name if club.names == "names" else "") for name in names)


def agree_event(event: Mapping[str, Any], club: ClubSettings) -> dict[str, Any]:
    """An event of the log, as JSON, with the names that leave the table."""
    if event.get("event") in _NAMED_EVENTS and isinstance(event.get("names"), list | tuple):
        return {**event, "names": list(agree_names(event["names"], club))}
    return dict(event)


def agree_source(source: str) -> str:
    """The source of an entry, without the name or number of a phone."""
    first = source.partition(" ")[0]
    return first if first in KNOWN_SOURCES else PHONE
