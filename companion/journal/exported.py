"""The log of a match for other programs: as JSON, and as CSV with one line an entry."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable
from typing import Any

from companion.match.events import Entry, event_to_json

COLUMNS = ("n", "at", "source", "event", "zone", "before", "after", "entry", "face", "code", "detail", "uid")


def export_json(match: int, entries: Iterable[Entry], uid: str) -> str:
    """The log as a JSON document. `match`: its number. `uid`: random id of the match."""
    return json.dumps({"match": match, "uid": uid, "entries": [_fields_of_entry(entry) for entry in entries]}, indent=1)


def export_csv(entries: Iterable[Entry], uid: str) -> str:
    """The log as a head and a line an entry. `uid`: random id of the match, in each line."""
    written = io.StringIO(newline="")
    writer = csv.DictWriter(written, COLUMNS, extrasaction="ignore")
    writer.writeheader()
    writer.writerows({**_fields_of_entry(entry), "uid": uid} for entry in entries)
    return written.getvalue()


def _fields_of_entry(entry: Entry) -> dict[str, Any]:
    return {"n": entry.n, "at": entry.at, "source": entry.source, **event_to_json(entry.event)}
