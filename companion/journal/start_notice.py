"""Something that was found when the companion started, and that people have to be told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class StartNotice:
    """A text of the catalogue by its id, and its values. `detail`: what else the log shall say, in plain English."""

    id: str
    values: Mapping[str, Any] = field(default_factory=dict)
    detail: str = ""
