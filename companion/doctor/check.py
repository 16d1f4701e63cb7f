"""The result of one check, as `companion doctor` and the health page say."""

from __future__ import annotations

from dataclasses import dataclass

OK, WARNING, FAILED, SKIPPED = "ok", "warning", "failed", "skipped"


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check."""

    name: str
    status: str  # OK, WARNING, FAILED or SKIPPED
    found: str  # what was found, a sentence
    advice: str = ""  # what to do, "" = nothing
