"""Long work cut into steps, so that no frame waits for all of it."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

Result = TypeVar("Result")

Steps: TypeAlias = Generator[None, None, Result]
"""Work that pauses after each step, and returns its result at the end."""


def finish_steps(steps: Steps[Result]) -> Result:
    """The result of work whose steps are all done now. Raises what the work raised."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
