"""The layout of the owner's board as a match takes it; a damaged file keeps no match from beginning."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.errors import ConfigError
from companion.journal.set_aside import move_aside
from companion.journal.start_notice import StartNotice
from companion.sources.board_layouts import own_layout_file


@dataclass(frozen=True, slots=True)
class BoardInUse:
    """Hands out the layout for a match."""

    layout_of: Callable[[str], str | None]  # as `companion.sources.board_layouts.read_own_layout`
    tell: Callable[[StartNotice], None]  # reports a notice to people

    def __call__(self, game: str) -> str | None:
        """Text of the layout for a game, None for the classic layout. A damaged file is set aside and reported. Raises
        `InputError` for cards left to write: their owner knows the cards."""
        try:
            return self.layout_of(game)
        except ConfigError as error:
            path = own_layout_file()
            try:
                lies = move_aside(path, time.time())
            except OSError:
                lies = path
            self.tell(StartNotice("board-layout-aside", {"name": path.name, "aside": str(lies)}, str(error)))
            return None
