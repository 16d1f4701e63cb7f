"""The layout of the owner's board as a match takes it: a damaged file keeps no match from beginning."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.errors import ConfigError
from companion.journal.set_aside import set_aside
from companion.journal.start_notice import StartNotice
from companion.sources.board_layouts import own_file


@dataclass(frozen=True, slots=True)
class BoardInUse:
    """`layout_of`: as `companion.sources.board_layouts.own_layout`. `tell`: says to people what was found."""

    layout_of: Callable[[str], str | None]
    tell: Callable[[StartNotice], None]

    def __call__(self, game: str) -> str | None:
        """The layout of a game's board, None for the classic one. A damaged file is set aside under a name that says so, and told. Raises
        `InputError` for one with cards left to write: whose it is they know which."""
        try:
            return self.layout_of(game)
        except ConfigError as error:
            path = own_file()
            try:
                lies = set_aside(path, time.time())
            except OSError:
                lies = path
            self.tell(StartNotice("board-layout-aside", {"name": path.name, "aside": str(lies)}, str(error)))
            return None
