"""Cues become light and sound: pure functions of what is the case and of the time, so that no lamp can hang.

One lamp a place, of any colour: states differ by their blink, never by colour alone.

| blink  | looks like                     | says                          |
|--------|--------------------------------|-------------------------------|
| steady | on                             | accepted                      |
| fast   | five flashes a second          | foul: does not stand          |
| double | two flashes, then a rest       | must be covered this turn     |
| slow   | a second on, a second off      | the companion asks            |
| long   | long on, a short gap           | out of step with the table    |
| cheer  | three quick flashes, a rest    | won (every lamp)              |
| toll   | half a second every two        | lost (every lamp)             |
| trial  | three flashes a second         | this lamp is being tried      |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

TABLE, BUZZER = "table", "buzzer"
TRIAL = "trial"

GRACE = 3.0
"""Seconds a foul is shown by light alone before the buzzer joins."""


@dataclass(frozen=True, slots=True)
class SignalCue:
    """One thing to signal. `kind`: a key of `BLINKS`. `place`: a zone or "table"; "buzzer" where that is tried. `since`: when it began,
    in seconds on the clock that `lamps` and `sounds` are given."""

    kind: str
    place: str = TABLE
    since: float = 0.0


@dataclass(frozen=True, slots=True)
class Blink:
    """A rhythm. `beats`: seconds on, off, on, off ... repeated for ever; empty = steadily on."""

    name: str
    beats: tuple[float, ...] = ()

    def is_on(self, now: float) -> bool:
        """Is the lamp lit at this moment? All lamps of one rhythm keep step."""
        if not self.beats:
            return True
        moment = now % sum(self.beats)
        for i, beat in enumerate(self.beats):
            if moment < beat:
                return i % 2 == 0
            moment -= beat
        return False


OFF = "off"
STEADY = Blink("steady")
FAST = Blink("fast", (0.1, 0.1))
DOUBLE = Blink("double", (0.12, 0.15, 0.12, 0.8))
SLOW = Blink("slow", (1.0, 1.0))
LONG = Blink("long", (1.6, 0.25))
CHEER = Blink("cheer", (0.15, 0.15, 0.15, 0.15, 0.15, 0.9))
TOLL = Blink("toll", (0.5, 1.5))
TRYING = Blink("trial", (0.2, 0.13))

BLINKS: Mapping[str, Blink] = {
    TRIAL: TRYING, "lost": TOLL, "won": CHEER, "foul": FAST, "out_of_step": LONG, "ask": SLOW, "deadline": DOUBLE, "accepted": STEADY,
}  # fmt: skip
"""Kinds of cues, the weightiest first: where several speak of one place, the first wins."""

ON_EVERY_LAMP = frozenset({"won", "lost"})
"""Kinds that every lamp shows."""

TRIED_FOR = 1.5
"""Seconds for which each lamp, and at last the buzzer, is tried."""

FOUL_SOUND = Blink("foul", (0.15, 0.1, 0.15, 4.0))
LOST_SOUND = (0.8, 0.2, 0.8)
WON_SOUND = (0.1, 0.1, 0.1, 0.1, 0.1)


def lamps(cues: Iterable[SignalCue], places: Iterable[str]) -> dict[str, SignalCue | None]:
    """The cue that each place shows, None = dark. The table's own lamp shows the weightiest cue of all."""
    weighed = sorted(cues, key=lambda cue: list(BLINKS).index(cue.kind))
    return {place: next((cue for cue in weighed if _shows(place, cue)), None) for place in places}


def is_lit(cue: SignalCue | None, now: float) -> bool:
    """Is a lamp with this cue lit at this moment?"""
    return cue is not None and BLINKS[cue.kind].is_on(now)


def sounds(cues: Iterable[SignalCue], now: float) -> bool:
    """Does the buzzer sound at this moment? Light first: a foul is heard only after `GRACE`; the end of a match is heard once."""
    for cue in cues:
        age = now - cue.since
        if cue.kind == TRIAL and cue.place == BUZZER and TRYING.is_on(age):
            return True
        if cue.kind == "foul" and cue.place != TABLE and age >= GRACE and FOUL_SOUND.is_on(age - GRACE):
            return True
        once = {"lost": LOST_SOUND, "won": WON_SOUND}.get(cue.kind)
        if once and 0 <= age < sum(once) and Blink("", once).is_on(age):
            return True
    return False


def hushed(cues: Iterable[SignalCue]) -> list[SignalCue]:
    """The same for the eyes, and never heard: as if all of it began later."""
    return [replace(cue, since=float("inf")) for cue in cues]


def trial(places: Sequence[str], begun: float | None, now: float) -> list[SignalCue] | None:
    """What is shown while lamps and buzzer are tried: one place after the other, the buzzer last. `begun`: when that began, None = it did
    not. Hands back None when it is over."""
    if begun is None:
        return None
    step = int((now - begun) // TRIED_FOR)
    tried = [*places, BUZZER]
    return [SignalCue(TRIAL, tried[step], begun + step * TRIED_FOR)] if 0 <= step < len(tried) else None


def _shows(place: str, cue: SignalCue) -> bool:
    if cue.kind == TRIAL:
        return place == cue.place
    return cue.kind in ON_EVERY_LAMP or place in (cue.place, TABLE)
