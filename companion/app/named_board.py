"""What people say of a board that the eye cannot read, handed on to the eye."""

from __future__ import annotations

import logging

from companion.session.snapshot import BoardNaming
from vision.errors import LayoutError
from vision.watcher import Watcher

log = logging.getLogger("companion")


class NamedBoard:
    """Hands on to the watcher how a board lies, once for each picture of a board."""

    def __init__(self) -> None:
        self._done: BoardNaming | None = None

    def apply_naming(self, watcher: Watcher, naming: BoardNaming | None) -> None:
        """Let the watcher take the board as it was named. Where the eye has another board in view by now, the log says so."""
        if naming is None or naming.quarters is None or naming == self._done:
            return
        self._done = naming
        try:
            watcher.board_is(naming.number, naming.quarters)
        except LayoutError as error:
            log.warning("what a person said of the board cannot be followed: %s", error)
