"""Long work cut into steps, so that no frame waits for all of it."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Final, TypeAlias, TypeVar

Result = TypeVar("Result")

ALONE: Final = "alone"
"""What work yields before and after a long step: no other step is to be done in the same frame."""

Steps: TypeAlias = Generator[Any, None, Result]
"""Work that pauses after each step, and returns its result at the end. It yields `ALONE` around a long step, else None."""


def finish_steps(steps: Steps[Result]) -> Result:
    """The result of work whose steps are all done now. Raises what the work raised."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result
