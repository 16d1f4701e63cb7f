"""Cues become light and sound: pure functions of the current cues and the time. No lamp can hang.

Each place has a lamp, of any colour. States differ by blink (`BLINKS`), never by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

TABLE, BUZZER = "table", "buzzer"
TRIAL = "trial"

# also said in setting-up.ftl and docs/first-match.md
FOUL_SILENCE_S = 3.0  # seconds that a foul on a pile is shown by light alone before the buzzer joins; guess


@dataclass(frozen=True, slots=True)
class SignalCue:
    """Something to signal."""

    kind: str  # a key of `BLINKS`
    place: str = TABLE  # a zone, "table", or "buzzer" on trial
    since: float = 0.0  # when the cue began, in seconds of the clock of `show_cues`


@dataclass(frozen=True, slots=True)
class Blink:
    """A rhythm of light or sound."""

    name: str
    beats: tuple[float, ...] = ()  # seconds on, off, on, off ... repeated for ever; empty = steadily on

    def is_on(self, now: float) -> bool:
        """Is the lamp lit at `now`? All lamps of one rhythm keep step."""
        if not self.beats:
            return True
        moment = now % sum(self.beats)
        for i, beat in enumerate(self.beats):
            if moment < beat:
                return i % 2 == 0
            moment -= beat
        return False


BLINKS: Mapping[str, Blink] = {
    TRIAL: Blink("trial", (0.2, 0.13)),  # three flashes a second: the lamp is being tried
    "lost": Blink("toll", (0.5, 1.5)),  # half a second every two, on every lamp
    "won": Blink("cheer", (0.15, 0.15, 0.15, 0.15, 0.15, 0.9)),  # three quick flashes and a rest, on every lamp
    "foul": Blink("fast", (0.1, 0.1)),  # five flashes a second: a play does not stand
    "out_of_step": Blink("long", (1.6, 0.25)),  # long on, a short gap: out of step with the table
    "ask": Blink("slow", (1.0, 1.0)),  # a second on, a second off: the companion asks
    "deadline": Blink("double", (0.12, 0.15, 0.12, 0.8)),  # two flashes and a rest: must be covered this turn
    "accepted": Blink("steady"),
}
"""Rhythm by kind of cue, weightiest kind first: where several cues concern a place, the first kind wins."""

ON_EVERY_LAMP = frozenset({"won", "lost"})
"""Kinds that every lamp shows."""

TRIAL_OF_PLACE_S = 1.5  # seconds for which each lamp, and at last the buzzer, is tried; guess

FOUL_SOUND = Blink("foul", (0.15, 0.1, 0.15, 4.0))  # two short beeps, again every 4.4 s until put right; guess
SOUNDS_OF_END = {"lost": (0.8, 0.2, 0.8), "won": (0.1, 0.1, 0.1, 0.1, 0.1)}  # seconds on, off, on; heard once; guess


def assign_cues(cues: Iterable[SignalCue], places: Iterable[str]) -> dict[str, SignalCue | None]:
    """The cue that each place shows, None = dark. The lamp of the table shows the weightiest cue of all."""
    weighed = sorted(cues, key=lambda cue: list(BLINKS).index(cue.kind))
    return {place: next((cue for cue in weighed if _is_shown_at(place, cue)), None) for place in places}


def is_lit(cue: SignalCue | None, now: float) -> bool:
    """Is a lamp with this cue lit at `now`?"""
    return cue is not None and BLINKS[cue.kind].is_on(now)


def is_sounding(cues: Iterable[SignalCue], now: float) -> bool:
    """Does the buzzer sound at `now`, in seconds, with these `cues`? A foul on a pile is heard only after `FOUL_SILENCE_S`, a
    foul of the table never; the end of a match is heard once."""
    for cue in cues:
        age = now - cue.since
        if cue.kind == TRIAL and cue.place == BUZZER and BLINKS[TRIAL].is_on(age):
            return True
        if cue.kind == "foul" and cue.place != TABLE and age >= FOUL_SILENCE_S and FOUL_SOUND.is_on(age - FOUL_SILENCE_S):
            return True
        once = SOUNDS_OF_END.get(cue.kind)
        if once and 0 <= age < sum(once) and Blink("", once).is_on(age):
            return True
    return False


def silence_cues(cues: Iterable[SignalCue]) -> list[SignalCue]:
    """The same cues for the eye, but never heard: as if begun in the far future."""
    return [replace(cue, since=float("inf")) for cue in cues]


def trial_cues(places: Sequence[str], begun: float | None, now: float) -> list[SignalCue] | None:
    """Cues of a trial of lamps and buzzer, one of `places` after the other, the buzzer last; None when over. `begun`: when the
    trial began, None = not at all. `now`: on the clock of `begun`, in seconds."""
    if begun is None:
        return None
    step = int((now - begun) // TRIAL_OF_PLACE_S)
    tried = [*places, BUZZER]
    return [SignalCue(TRIAL, tried[step], begun + step * TRIAL_OF_PLACE_S)] if 0 <= step < len(tried) else None


def _is_shown_at(place: str, cue: SignalCue) -> bool:
    if cue.kind == TRIAL:
        return place == cue.place
    return cue.kind in ON_EVERY_LAMP or place in (cue.place, TABLE)
