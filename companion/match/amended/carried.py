"""What a fold takes over unchanged: the facts before the first that an amendment touches. Pure.

A settled fact with the same amendments on the same position is judged in the same way again. The position after the fact is
kept with the match, and the fold begins there instead of at the start.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.match.amended.hindsight import Telling
from companion.match.amended.standing import Standing
from companion.match.events import Entry, HandsGone, PutRight, Started, TakenBack
from companion.match.rulings import Fate, Held, Judged, Match

_NOTHING_HELD = Held(Fate.STANDS)
"""What is held of a taking back: each pass finds out again what it lifts."""

FACTS_PER_POSITION = 8
"""A position is kept after each so many facts: a guess between memory and facts that are told again."""


@dataclass(frozen=True, slots=True)
class Carried:
    """The facts that a fold takes over."""

    count: int = 0  # facts from the first on
    state: Any = None  # the position after these facts

    def begin_pass(self, telling: Telling, match: Match) -> None:
        """Set state, judged facts, laid cards and lifts of `telling` to what was carried; nothing where no fact was. `match`:
        the match before the amendment."""
        if not self.count:
            return
        telling.state, telling.judged = (
            self.state,
            [
                replace(judged, held=_NOTHING_HELD)
                if isinstance(judged.event, TakenBack) and judged.fate is Fate.STANDS
                else judged
                for judged in match.judged[: self.count]
            ],
        )
        carried = {judged.n for judged in telling.judged}
        telling.laid.cards = [card for card in match.laid if card.n in carried]
        lifts = ((judged.lifted, judged.n) for judged in telling.judged if judged.fate is Fate.STANDS)
        telling.resolved = {lifted: by for lifted, by in lifts if lifted is not None}
        telling.absent = {by: lifted for lifted, by in telling.resolved.items()}


def find_carried(match: Match, started: Started, facts: Sequence[Entry], known: Standing, lifted: Mapping[int, int]) -> Carried:
    """How many facts need not be told again, with the position after them; none where the match began otherwise.

    `started`, `facts`, `known`: as the log says now. `lifted`: by number of a fact, the taking back that lifts the card.
    """
    if has_other_start(match.started, started) or any(judged.instead is not None for judged in match.judged):
        return Carried()
    carried = Carried()
    # Numbers of facts on one side alone, and (below 0) of lifts without their card or the other way round.
    apart: set[int] = set()
    for place, (fact, judged, state) in enumerate(zip(facts, match.judged, match.positions, strict=False), start=1):
        if (match.waiting is not None and match.waiting.n == judged.n) or not _is_settled(judged, known, lifted):
            break
        apart ^= {fact.n} ^ {judged.n}
        if judged.fate is Fate.TAKEN_BACK:
            apart ^= {-lifted[judged.n]}
        elif judged.lifted is not None and judged.fate is Fate.STANDS:
            apart ^= {-judged.n}
        if state is not None and not apart:
            carried = Carried(place, state)
    return carried


def has_other_start(before: Started, now: Started) -> bool:
    """Did the match begin differently? Names and places change no position."""
    return replace(before, names=now.names, places=now.places) != now


def _is_settled(judged: Judged, known: Standing, lifted: Mapping[int, int]) -> bool:
    """Would a fact be judged as before, whatever is told later? `known`: what stands of the log now. `lifted`: as in
    `find_carried`. False for anything open, ended or of a changed fate."""
    held, own = judged.held, judged.own
    if held.opened or known.own.get(judged.n, ()) != own:
        return False
    if judged.ruling.outcome is not None or judged.n in known.played_on:
        return False  # a match that ended may be played on from there, or no more
    if (judged.n in known.undone) != (judged.fate is Fate.UNDONE) or (judged.n in lifted) != (judged.fate is Fate.TAKEN_BACK):
        return False
    if judged.fate in (Fate.UNDONE, Fate.TAKEN_BACK):
        return True
    if judged.fate in (Fate.OVER, Fate.SAID):
        return held.is_refused_with(own)
    if judged.fate is not Fate.STANDS or held.fate is not Fate.STANDS:
        return False
    return isinstance(judged.event, TakenBack | PutRight | HandsGone) or any(amendments == own for amendments, _ in held.stood)
