"""What people say of the piles of a table without a mat, handed on to the eye."""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.session.found_piles import FoundPiles, NamesConfirmed, NamesExchanged, PileShown, Saying
from companion.session.inbox import Work
from companion.sources.scenery import Setting
from companion.turns.scene import DRAW
from vision.errors import LayoutError
from vision.types import PilesFound, TableEvent
from vision.watcher import Watcher

log = logging.getLogger("companion")


class NamedPiles:
    """Hands what people say of the piles on to the watcher. `known`: what was said before the watcher began. `post`: takes work
    for the session."""

    def __init__(self, known: FoundPiles | None, post: Callable[[Work], None]) -> None:
        self._said, self._post = len(known.said) if known else 0, post
        self._kept = False

    def apply_new_names(self, watcher: Watcher, found: FoundPiles | None, setting: Setting) -> list[TableEvent]:
        """Events of the watcher for what people said of the piles since the last call; empty on a table with a mat. Once all
        names are known, pictures of the direction cards are kept."""
        if found is None or setting.bare is None:
            return []
        told = [event for saying in found.said[self._said :] for event in self._apply_saying(watcher, saying)]
        told = _drop_passed_places(told)
        self._said = len(found.said)
        is_named = bool(found.cards) and all(pile.is_named for pile in found.cards)
        if is_named and not self._kept and setting.bare.marks is None and setting.remember and watcher.landmarks:
            self._kept = True
            setting.remember(watcher.landmarks)
        return told

    def _apply_saying(self, watcher: Watcher, saying: Saying) -> list[TableEvent]:
        """Events of the watcher for one thing that a person said. Where the eye cannot follow, the log says why: names stay as the
        eye has them, and a card that was shown is asked about if nobody has read it."""
        try:
            if isinstance(saying, NamesExchanged):
                return watcher.swap(saying.one, saying.other)
            if isinstance(saying, NamesConfirmed):
                return watcher.confirm_names(saying.zones)
            if saying.zone.endswith(DRAW):
                return watcher.draw_pile_at(saying.zone, saying.at)
            return watcher.pile_at(saying.zone, saying.at)
        except LayoutError as error:
            log.warning("what a person said of the piles cannot be followed: %s", error)
            if isinstance(saying, NamesExchanged):
                one, other = saying.one, saying.other
                self._post(lambda session, at: session.piles.keep_names_of_eye(one, other, at))
            elif isinstance(saying, PileShown) and not saying.zone.endswith(DRAW):
                self._post(lambda session, at: session.piles.lay_card_unseen(saying.zone, saying.face, at))
            return []


def _drop_passed_places(told: list[TableEvent]) -> list[TableEvent]:
    """The events with only the last places of piles: those in between hold half of what a person said. The match has
    all of it already, and would take names that are yet to be exchanged for news."""
    last = max((n for n, event in enumerate(told) if isinstance(event, PilesFound)), default=0)
    return [event for n, event in enumerate(told) if n == last or not isinstance(event, PilesFound)]
