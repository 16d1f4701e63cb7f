"""The outcome of one look at the installation, as `companion doctor` and the health page say it."""

from __future__ import annotations

from dataclasses import dataclass

OK, WARNING, FAILED, SKIPPED = "ok", "warning", "failed", "skipped"


@dataclass(frozen=True, slots=True)
class Check:
    """The outcome of one check. `status`: "ok", "warning", "failed" or "skipped". `advice`: what to do, "" where nothing is."""

    name: str
    status: str
    found: str
    advice: str = ""
