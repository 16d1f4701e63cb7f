"""Something found at the start of the companion, to be told to people. In words: `companion/shown/notices.py`.

What came of an event is a `Notice` of `companion/questions/question.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class StartNotice:
    """A text of the catalogue."""

    id: str  # of the text
    values: Mapping[str, Any] = field(default_factory=dict)  # of the text
    detail: str = ""  # for the log, in plain English
