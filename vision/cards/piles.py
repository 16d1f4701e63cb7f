"""All card zones of a table, one value: which of them is read now, and what is kept of each.

A frame costs one search, or one or two readings, however many piles there are. Zones that lie clear and undecided come first, first come
first served, those that cannot be decided last; settled ones are read again now and then.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from vision.cards import deck_pattern, pile
from vision.cards.fanned import with_lower
from vision.cards.paper import black_of, tones_of, tones_on_cards
from vision.cards.seen_pile import SeenPile, Unknown
from vision.cards.topcard import Pattern
from vision.debounce import AGREE, DOUBT, REREAD, ZoneState
from vision.hands.motion import TableSight
from vision.place.layout import Fiducial, Layout
from vision.plane.homography import Homography
from vision.types import Face, Frame, Image, Reader, Reading, Tones

EFFORT = 2
"""What one frame may cost: a search all of it, a reading 1."""

GLANCES = 8
"""Searches and readings that a pile is given at once whose card lay clear for a few frames and is covered again."""

TONES_EVERY = 0.3
"""Seconds for which black and white are taken to look as they did: lamps are not switched on more often."""

WHITE_FOR = 10.0
"""Seconds for which a card that was covered since has shown what white looks like: settled ones are looked at every few seconds."""

WHITE_EVERY = 2.0
"""Seconds between looks at the white of one card: dearer than a look at the mat's markers."""

UNTOUCHED = 0.004
"""A pile of which no larger part looks changed is read where its top card lay."""

Zones = Mapping[str, ZoneState]
White = tuple[float, float, float]
"""Blue, green and red, 0 to 255."""


@dataclass(frozen=True, slots=True, eq=False)
class Piles:
    """`piles`: by zone. `readers`: as they were given, by zone or kind; `reader_of`: under which of these names each zone's reader stands.
    `patterns`: what the cards share that each reader reads; `unknown`: readers that brought no pictures of them. `fiducials`: of the mat,
    whose print shows what white and black look like.
    `tones`, `tones_at`: what they look like, and when that was looked at; `black`: how bright black is at most. `whites`: where no
    fiducials are in view, when a pile's top card was last looked at for what white looks like, and what that is, if it shows it.
    `reread_at`: when a settled pile was last read again; `turn`: how often."""

    piles: Mapping[str, SeenPile]
    readers: Mapping[str, Reader]
    reader_of: Mapping[str, str]
    patterns: Mapping[str, Pattern | None] = field(default_factory=dict)
    unknown: frozenset[str] = frozenset()
    fiducials: tuple[Fiducial, ...] = ()
    tones: Tones | None = None
    tones_at: float = -math.inf
    black: float = 0.0
    whites: Mapping[str, tuple[float, White | None]] = field(default_factory=dict)
    reread_at: float = -math.inf
    turn: int = 0

    def having(self, name: str, lying: SeenPile) -> Piles:
        """The piles with another one in zone `name`."""
        return replace(self, piles={**self.piles, name: lying})


def first_piles(layout: Layout, readers: Mapping[str, Reader]) -> Piles:
    """Piles of which nothing is known yet. `readers`: by name or by kind of zone; a zone without one is left alone."""
    names = {zone.name: zone.name if zone.name in readers else zone.kind for zone in layout.of_kind("card")}
    reader_of = {zone: name for zone, name in names.items() if name in readers}
    aspect = layout.card_mm[1] / layout.card_mm[0]
    patterns = {name: deck_pattern.enrolled_pattern(readers[name], aspect) for name in set(reader_of.values())}
    unknown = frozenset(name for name, pattern in patterns.items() if pattern is None)
    seen = {name: SeenPile(layout.zone(name), layout.card_mm) for name in reader_of}
    return Piles(seen, readers, reader_of, patterns, unknown, layout.fiducials)


def forgotten(piles: Piles, sight: TableSight, zones: Zones) -> Piles:
    """The piles without the places of top cards in zones that just came clear and look changed: a card laid since lies elsewhere."""
    changed, hidden = dict(sight.changed), sight.covered - sight.resting
    fresh = {
        name: lying.forgotten
        for name, lying in piles.piles.items()
        if name not in hidden and _just_clear(zones[name]) and changed[name] > UNTOUCHED
    }
    return replace(piles, piles={**piles.piles, **fresh}) if fresh else piles


def _just_clear(state: ZoneState) -> bool:
    return not state.settled and state.clear_since is None


def read(
    piles: Piles, frame: Frame, to_picture: Homography, sight: TableSight, zones: Zones
) -> tuple[Piles, dict[str, Reading]]:
    """What this frame says of the piles to be read, as far as one frame's effort goes."""
    piles, wanted = _chosen(piles, sight, zones, frame.at)
    if wanted and frame.at - piles.tones_at >= TONES_EVERY:
        piles = _lit(piles, frame, to_picture, sight, zones)
    readings, effort = dict[str, Reading](), EFFORT
    for name in wanted:
        changed = zones[name].settled and dict(sight.changed)[name] > UNTOUCHED
        while effort > 0 and name not in readings:
            clear = name not in sight.covered
            piles, reading, effort = _inspected(piles, name, changed, frame.image, to_picture, effort, clear)
            readings.update({} if reading is None else {name: reading})
    return piles, readings


def _lit(piles: Piles, frame: Frame, to_picture: Homography, sight: TableSight, zones: Zones) -> Piles:
    """The piles with what black and white look like now: on the mat, or else white on cards that lie there and were read surely."""
    tones = tones_of(frame.image, piles.fiducials, to_picture)
    if tones is not None:
        return replace(piles, tones=tones, tones_at=frame.at, black=black_of(tones, frame.image))
    whites = {name: seen for name, seen in piles.whites.items() if frame.at - seen[0] < WHITE_FOR}
    for name, lying in piles.piles.items():
        due = name not in whites or frame.at - whites[name][0] >= WHITE_EVERY
        if due and name not in sight.covered and zones[name].settled:
            whites[name] = (frame.at, pile.white_on(lying, frame.image, to_picture, piles.readers[piles.reader_of[name]]))
    tones = tones_on_cards([white for _, white in whites.values() if white])
    return replace(piles, tones=tones, tones_at=frame.at, black=black_of(tones, frame.image), whites=whites)


def glimpsed(
    piles: Piles, frames: Sequence[Frame], to_picture: Homography, sight: TableSight, zones: Zones
) -> tuple[Piles, dict[str, tuple[Reading, ...]]]:
    """What the latest `frames` say of piles that are covered again, after they lay clear in so few of them that they were not looked at
    often enough."""
    glimpses = dict[str, tuple[Reading, ...]]()
    for name in piles.piles.keys() & (sight.covered - sight.resting):
        state = zones[name]
        clear = [frame for frame in frames if state.clear_since is not None and frame.at >= state.clear_since]
        few = state.votes.looks < AGREE <= len(clear)
        if few and state.moved and not (state.settled or state.resting):
            piles, glimpses[name] = _glanced(piles, name, clear[: len(clear) - state.votes.looks], to_picture)
    return piles, glimpses


def _glanced(piles: Piles, name: str, frames: Sequence[Frame], to_picture: Homography) -> tuple[Piles, tuple[Reading, ...]]:
    """What these frames say of one pile that lay clear in them, a reading of each at most."""
    readings, left = list[Reading](), GLANCES
    piles = piles.having(name, replace(piles.piles[name], lain=None))  # it last lay still before all this
    for frame in frames:
        reading = None
        while reading is None and left:
            piles, reading, _ = _inspected(piles, name, False, frame.image, to_picture, EFFORT)
            left -= 1
        readings += [] if reading is None else [reading]
    return piles, tuple(readings)


def _chosen(piles: Piles, sight: TableSight, zones: Zones, at: float) -> tuple[Piles, list[str]]:
    """The piles to be read now: all that lie clear and undecided, first come first served, but one that was looked at often enough and is
    undecided still lets the others go first; else, now and then, any one."""
    clear = [name for name in piles.piles if name not in sight.covered and not zones[name].settled]
    if clear:
        return piles, sorted(clear, key=lambda name: (zones[name].votes.looks >= AGREE, _clear_since(zones[name], at), name))
    names = [name for name in piles.piles if name not in sight.covered or name in sight.resting]
    doubtful = [name for name in names if not zones[name].settled or zones[name].votes.looks]
    if not names or at - piles.reread_at < (DOUBT if doubtful else REREAD):
        return piles, []
    piles = replace(piles, reread_at=at, turn=piles.turn + 1)
    return piles, [(doubtful or names)[piles.turn % len(doubtful or names)]]


def _clear_since(state: ZoneState, at: float) -> float:
    return at if state.clear_since is None else state.clear_since


def _inspected(
    piles: Piles, name: str, changed: bool, image: Image, to_picture: Homography, effort: int, clear: bool = True
) -> tuple[Piles, Reading | None, int]:
    """One step towards reading a pile: what was read, if anything, and the effort that is left. `changed`: it looks other than settled;
    `clear`: nothing lies over it that may pass for a card."""
    lying, reader = piles.piles[name], piles.reader_of[name]
    lying = lying.forgotten if changed else lying
    if not isinstance(lying.search, Unknown):
        lit = piles.readers[reader].under(piles.tones)
        lying, reading = pile.read(lying, image, to_picture, lit)
        if reading is not None and clear and effort > 1:  # else with the next reading: no card is told by one alone
            lying, reading = with_lower(lying, reading, image, to_picture, lit, strips=bool(piles.fiducials))
        return piles.having(name, lying), reading, effort - 1
    if effort < EFFORT:
        return piles, None, 0
    zone = pile.to_search(lying, image, to_picture)
    if not lying.is_far and pile.is_bare(lying, zone, piles.black):
        return piles.having(name, lying), pile.bare_reading(lying), effort - 1
    lying = pile.searched(lying, zone, piles.patterns[reader])
    return piles.having(name, lying), pile.unread(lying) if isinstance(lying.search, Unknown) else None, 0


def lies_otherwise(piles: Piles, name: str) -> bool:
    """Is the top card read at another place than when the zone was last settled?"""
    return pile.lies_otherwise(piles.piles[name])


def settled(piles: Piles, image: Image, to_picture: Homography, ruled: Mapping[str, tuple[Face, Face]]) -> Piles:
    """The piles after some zones were ruled on. `ruled`: the face of each before and now. A reader that brought no pictures of its
    cards: what they share is learned from those that are read, each once."""
    for name, (before, face) in ruled.items():
        lying, reader = piles.piles[name], piles.reader_of[name]
        piles = piles.having(name, pile.settled(lying, pile.flat(lying, image, to_picture), face))
        if lying.recognised and reader in piles.unknown and face != before:
            pattern = deck_pattern.learned(piles.patterns[reader], lying)
            piles = replace(piles, patterns={**piles.patterns, reader: pattern})
    return piles
