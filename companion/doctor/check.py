"""The result of a check, for `companion doctor` and the health page."""

from __future__ import annotations

from dataclasses import dataclass

OK, WARNING, FAILED, SKIPPED = "ok", "warning", "failed", "skipped"


@dataclass(frozen=True, slots=True)
class Check:
    """The result of a check."""

    name: str
    status: str  # OK, WARNING, FAILED or SKIPPED
    found: str  # what was found, a sentence
    advice: str = ""  # what to do, "" = nothing
