"""All card zones of a table as one value: the piles, the zone to be read now, and what is kept of each pile.

A frame costs a single search, or up to two readings, however many piles the table has. Clear undecided zones are read first,
longest clear first, hard zones last. Settled zones are read again now and then.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.cards import pile
from vision.cards.beside import shows_card_beside
from vision.cards.card_size import is_other_size, measure_times
from vision.cards.paper import combine_card_whites, estimate_black_level, measure_tones
from vision.cards.pile import SeenPile, Unknown, make_unread_reading, rectify_pile
from vision.cards.topcard import Pattern, average_patterns, make_pattern
from vision.debounce import DEBOUNCE, ZoneState
from vision.hands.motion import TableSight
from vision.place.layout import Fiducial, Layout
from vision.plane.homography import Homography, corners_of, crop_to_mat, rectify
from vision.plane.quads import Quad
from vision.types import UNREADABLE, Face, Frame, Image, Reader, Reading, Tones


@dataclass(frozen=True, slots=True)
class PileReadingLimits:
    """How much is read in a frame, and when."""

    effort_per_frame: int = 2  # a search costs all of it, a reading 1; guess
    max_glances: int = 4 * effort_per_frame  # for a pile that lay clear for a few frames only
    tones_every_s: float = 0.3  # seconds between looks at black and white; lamps are not switched more often; guess
    white_kept_s: float = 10.0  # seconds a covered card's white stays valid; guess
    max_untouched_share: float = 0.004  # a pile with a smaller changed share is read where the top card lay; guess
    white_every_s: float = 2.0  # seconds between looks at the white of one card, dearer than a look at a marker; guess
    min_cards_of_size: int = 2  # cards read at one size, one after the other, prove the size of the table's cards; guess


PILE_READING = PileReadingLimits()


Zones = Mapping[str, ZoneState]
White = tuple[float, float, float]
"""Blue, green and red, 0 to 255."""


Patterns = Mapping[str, Pattern | None]
"""What the cards of each reader share, by name of the reader; None where a reader has no pictures."""


@dataclass(frozen=True, slots=True, eq=False)
class Piles:
    """Every card zone with what is known of its pile, and the readers."""

    piles: Mapping[str, SeenPile]  # by zone
    readers: Mapping[str, Reader]  # as they were given, by name or kind of zone
    reader_of: Mapping[str, str]  # zone to the name in `readers`
    patterns: Patterns = field(default_factory=dict)
    """What the cards of each reader share, None if unknown yet."""
    unknown: frozenset[str] = frozenset()  # names of readers without pictures of their cards
    fiducials: tuple[Fiducial, ...] = ()  # of the mat, by which white and black are measured
    tones: Tones | None = None  # white and black now, None if not measured
    tones_at: float = -math.inf  # seconds, when `tones` was measured
    black: float = 0.0  # highest grey level of black
    whites: Mapping[str, tuple[float, White | None]] = field(default_factory=dict)
    """Without fiducials: when each top card's white was last measured, and the white or None."""
    reread_at: float = -math.inf  # seconds, when a settled pile was last read again
    turn: int = 0  # how often settled piles were read again
    cards_of_size: int = 0  # so many cards were read at the size that the piles have

    @property
    def enrolled_patterns(self) -> Patterns:
        """The patterns by pictures of decks, without those learned from cards on the table."""
        return {name: None if name in self.unknown else pattern for name, pattern in self.patterns.items()}

    def replace_pile(self, name: str, lying: SeenPile) -> Piles:
        """The piles with another `lying` in zone `name`."""
        return replace(self, piles={**self.piles, name: lying})


def learn_patterns(readers: Mapping[str, Reader], card_mm: tuple[float, float]) -> Patterns:
    """The pattern of each reader's cards. Dear: every picture of every deck is looked at. `card_mm`: width and height of a
    card."""
    pictures = {name: list(reader.list_pictures()) for name, reader in readers.items()}
    return {name: average_patterns(each, card_mm[1] / card_mm[0]) if each else None for name, each in pictures.items()}


def start_piles(layout: Layout, readers: Mapping[str, Reader], patterns: Patterns | None = None) -> Piles:
    """Piles of which nothing is known yet. `readers`: by name or kind of zone; a zone without a reader is left out.
    `patterns`: what `learn_patterns` gave for some readers; the missing are learned now."""
    names = {zone.name: zone.name if zone.name in readers else zone.kind for zone in layout.of_kind("card")}
    reader_of = {zone: name for zone, name in names.items() if name in readers}
    known = patterns or {}
    missing = {name: readers[name] for name in set(reader_of.values()) - known.keys()}
    learned = {**known, **learn_patterns(missing, layout.card_mm)}
    unknown = frozenset(name for name, pattern in learned.items() if pattern is None)
    seen = {name: SeenPile(layout.zone(name), layout.card_mm) for name in reader_of}
    return Piles(seen, readers, reader_of, learned, unknown, layout.fiducials)


def forget_changed_tops(piles: Piles, sight: TableSight, zones: Zones) -> Piles:
    """The piles without the places of top cards in undecided zones that just came clear and look changed: a new card lies
    elsewhere."""
    changed, hidden = dict(sight.changed), sight.covered - sight.resting

    def is_just_clear(state: ZoneState) -> bool:
        return not state.settled and state.clear_since is None

    fresh = {
        name: lying.with_place_forgotten
        for name, lying in piles.piles.items()
        if name not in hidden and is_just_clear(zones[name]) and changed[name] > PILE_READING.max_untouched_share
    }
    return replace(piles, piles={**piles.piles, **fresh}) if fresh else piles


def forget_places(piles: Piles, names: Collection[str]) -> Piles:
    """The piles, of which those named search their top cards anew; places that were still to be tried go too."""
    found = {name: piles.piles[name].with_place_forgotten for name in names if name in piles.piles}
    return replace(piles, piles={**piles.piles, **found}) if found else piles


def read_clear_piles(
    piles: Piles, frame: Frame, to_picture: Homography, sight: TableSight, zones: Zones
) -> tuple[Piles, dict[str, Reading]]:
    """The piles, and a reading by zone from the frame, as far as the frame's effort goes. `to_picture`: mat millimetres to
    picture pixels. `sight`: what hands cover. `zones`: by name, what was decided before."""
    piles, wanted = _choose_piles(piles, sight, zones, frame.at)
    if wanted and frame.at - piles.tones_at >= PILE_READING.tones_every_s:
        piles = _measure_light(piles, frame, to_picture, sight, zones)
    readings, effort = dict[str, Reading](), PILE_READING.effort_per_frame
    for name in wanted:
        changed = zones[name].settled and dict(sight.changed)[name] > PILE_READING.max_untouched_share
        while effort > 0 and name not in readings:
            clear = name not in sight.covered
            piles, reading, effort = _search_or_read(piles, name, frame.image, to_picture, effort, changed=changed, clear=clear)
            readings.update({} if reading is None else {name: reading})
    return piles, readings


def _measure_light(piles: Piles, frame: Frame, to_picture: Homography, sight: TableSight, zones: Zones) -> Piles:
    """The piles with white and black as they look now: on the mat's markers, else white on surely read cards. Each card's white
    is kept for some seconds, see `PILE_READING`. `to_picture`: mat millimetres to picture pixels. `zones`: by name, what was
    decided before."""
    tones = measure_tones(frame.image, piles.fiducials, to_picture)
    if tones is not None:
        return replace(piles, tones=tones, tones_at=frame.at, black=estimate_black_level(tones, frame.image))
    whites = {name: seen for name, seen in piles.whites.items() if frame.at - seen[0] < PILE_READING.white_kept_s}
    for name, lying in piles.piles.items():
        due = name not in whites or frame.at - whites[name][0] >= PILE_READING.white_every_s
        if due and name not in sight.covered and zones[name].settled:
            whites[name] = (
                frame.at,
                pile.measure_white_on_card(lying, frame.image, to_picture, piles.readers[piles.reader_of[name]]),
            )
    tones = combine_card_whites([white for _, white in whites.values() if white])
    return replace(piles, tones=tones, tones_at=frame.at, black=estimate_black_level(tones, frame.image), whites=whites)


def read_glimpses(
    piles: Piles, frames: Sequence[Frame], to_picture: Homography, sight: TableSight, zones: Zones
) -> tuple[Piles, dict[str, tuple[Reading, ...]]]:
    """The piles, and readings by zone, oldest first, of piles covered again after lying clear too briefly to be read. `frames`:
    the latest frames, oldest first. `to_picture`: mat millimetres to picture pixels. `zones`: by name, what was decided
    before."""
    glimpses = dict[str, tuple[Reading, ...]]()
    for name in piles.piles.keys() & (sight.covered - sight.resting):
        state = zones[name]
        clear = [frame for frame in frames if state.clear_since is not None and frame.at >= state.clear_since]
        few = state.votes.looks < DEBOUNCE.min_agreeing <= len(clear)
        if few and state.moved and not (state.settled or state.is_half_hidden):
            piles, glimpses[name] = _read_one_glimpse(piles, name, clear[: len(clear) - state.votes.looks], to_picture)
    return piles, glimpses


def _read_one_glimpse(
    piles: Piles, name: str, frames: Sequence[Frame], to_picture: Homography
) -> tuple[Piles, tuple[Reading, ...]]:
    """The piles, and readings of one pile, at most one per frame, from `frames` with the pile clear, oldest first. Faces known
    since the pile was bare are forgotten. `to_picture`: mat millimetres to picture pixels."""
    readings, left = list[Reading](), PILE_READING.max_glances
    piles = piles.replace_pile(name, replace(piles.piles[name], faces_since_bare=None))  # it last lay still before all this
    for frame in frames:
        reading = None
        while reading is None and left:
            piles, reading, _ = _search_or_read(
                piles, name, frame.image, to_picture, PILE_READING.effort_per_frame, changed=False
            )
            left -= 1
        readings += [] if reading is None else [reading]
    return piles, tuple(readings)


def _choose_piles(piles: Piles, sight: TableSight, zones: Zones, at: float) -> tuple[Piles, list[str]]:
    """The piles and the names to be read now. Clear and undecided zones come first, in order of coming clear; a zone looked
    at often enough yields. Without any, one settled zone is chosen now and then, else no name comes back. `at`: seconds."""
    clear = [name for name in piles.piles if name not in sight.covered and not zones[name].settled]
    if clear:
        return piles, sorted(
            clear,
            key=lambda name: (zones[name].votes.looks >= DEBOUNCE.min_agreeing, _clear_since_or_now(zones[name], at), name),
        )
    names = [name for name in piles.piles if name not in sight.covered or name in sight.resting]
    doubtful = [name for name in names if not zones[name].settled or zones[name].votes.looks or zones[name].face == UNREADABLE]
    if not names or at - piles.reread_at < (DEBOUNCE.reread_doubtful_s if doubtful else DEBOUNCE.reread_s):
        return piles, []
    piles = replace(piles, reread_at=at, turn=piles.turn + 1)
    return piles, [(doubtful or names)[piles.turn % len(doubtful or names)]]


def _clear_since_or_now(state: ZoneState, at: float) -> float:
    """Seconds, when the zone came clear, `at` for a zone that comes clear now."""
    return at if state.clear_since is None else state.clear_since


class _ReadingStep(NamedTuple):
    """One step towards reading a pile."""

    piles: Piles
    reading: Reading | None
    effort: int  # left for this frame


def _search_or_read(
    piles: Piles, name: str, image: Image, to_picture: Homography, effort: int, *, changed: bool, clear: bool = True
) -> _ReadingStep:
    """One step towards reading a pile: the piles, the reading if any, and the effort left. `to_picture`: mat millimetres to
    picture pixels. `changed`: the zone looks other than settled, so the known place is forgotten first. `clear`: nothing over
    the zone passes for a card. A search needs the effort of a whole frame: with less left, nothing is done and no effort
    stays."""
    lying, reader = piles.piles[name], piles.reader_of[name]
    lying = lying.with_place_forgotten if changed and lying.is_recognised else lying  # a search that goes on is not begun anew
    if not isinstance(lying.search, Unknown):
        lit = piles.readers[reader].under(piles.tones)
        lying, reading = pile.read_top_card(lying, image, to_picture, lit)
        if reading is not None and clear and effort > 1:  # else with the next reading: no card is told by one alone
            lying, reading = read_lower_card(lying, reading, image, to_picture, lit, strips=bool(piles.fiducials))
        return _ReadingStep(piles.replace_pile(name, lying), reading, effort - 1)
    if effort < PILE_READING.effort_per_frame:
        return _ReadingStep(piles, None, 0)
    zone = pile.rectify_search_area(lying, image, to_picture)
    if not lying.is_far and pile.is_pile_bare(lying, zone, piles.black):
        return _ReadingStep(piles.replace_pile(name, lying), pile.make_bare_reading(lying), effort - 1)
    lasting = pile.find_lasting_card(lying, image, to_picture)
    if lasting is not None:
        return _ReadingStep(piles.replace_pile(name, lasting), lasting.last_reading, effort - 1)
    lying = pile.search_top_card(lying, zone, piles.patterns[reader])
    return _ReadingStep(
        piles.replace_pile(name, lying), pile.make_unread_reading(lying) if isinstance(lying.search, Unknown) else None, 0
    )


def record_rulings(piles: Piles, image: Image, to_picture: Homography, ruled: Mapping[str, tuple[Face, Face]]) -> Piles:
    """The piles after some zones were ruled on. `ruled`: face before and face now of each zone. `to_picture`: mat millimetres
    to picture pixels. A reader without pictures learns the deck's pattern from each newly read card. Each pile is settled, see
    `settle_pile`."""
    for name, (before, face) in ruled.items():
        lying, reader = piles.piles[name], piles.reader_of[name]
        piles = piles.replace_pile(name, pile.settle_pile(lying, pile.rectify_pile(lying, image, to_picture), face))
        if lying.is_recognised and face != before:
            piles = _learn_card_size(piles, name)
        if lying.is_recognised and reader in piles.unknown and face != before:
            assert lying.last_crop is not None
            known, aspect = piles.patterns[reader], lying.card_mm[1] / lying.card_mm[0]
            learned = known.add_card_look(lying.last_crop) if known else make_pattern(lying.last_crop, aspect)
            piles = replace(piles, patterns={**piles.patterns, reader: learned})
    return piles


def _learn_card_size(piles: Piles, name: str) -> Piles:
    """The piles after the card in zone `name` was read: all cards of a table are as large as those that were read."""
    place, size = piles.piles[name].place, piles.piles[name].card_mm
    if place is None or piles.cards_of_size >= PILE_READING.min_cards_of_size:
        return piles
    times = measure_times(place, size)
    if is_other_size(times):
        return replace(piles, piles={each: _resize_cards(one, times) for each, one in piles.piles.items()}, cards_of_size=1)
    piles = replace(piles, cards_of_size=piles.cards_of_size + 1)
    if piles.cards_of_size < PILE_READING.min_cards_of_size:
        return piles
    return replace(piles, piles={each: replace(one, is_size_proven=True) for each, one in piles.piles.items()})


def _resize_cards(pile: SeenPile, times: float) -> SeenPile:
    """The pile with cards so many `times` as large. The look of its zone goes with it; that of a bare zone under a card is lost."""
    other = replace(pile, card_mm=(pile.card_mm[0] * times, pile.card_mm[1] * times), lower_reading=None)
    if pile.settled_look is None:
        return replace(other, bare_look=None)
    (x, y, wide, high), scale = other.area_mm, other.px_per_mm
    back = crop_to_mat(pile.area_mm, pile.px_per_mm)
    look = rectify(pile.settled_look, np.asarray(np.linalg.inv(back), np.float64), (x, y, wide, high), scale)
    is_bare = pile.bare_look is not None and pile.settled_place is None and pile.known_card is None
    return replace(other, settled_look=look, bare_look=other.ground.shrink_colours(look) if is_bare else None)


# --- two cards laid in one movement ----------------------------------------------------------------------------------


def read_lower_card(
    pile: SeenPile, reading: Reading, image: Image, to_picture: Homography, reader: Reader, *, strips: bool = True
) -> tuple[SeenPile, Reading]:
    """The pile and the reading of a new top card, completed by the card laid under it in the same movement. Both unchanged
    where the top card is not new.

    `Reading.beneath` is unreadable where the lower card shows only its edge. The pile is searched once per new top card; a pile
    with an unread card is left alone, because the unread card may be what shows. `to_picture`: mat millimetres to picture
    pixels. `strips`: cards are found exactly enough to know a lower card by a strip without print; true on a mat only.
    """
    new = reading.accepted and pile.is_recognised and (pile.known_card is None or pile.known_card.face != reading.face)
    if not new or pile.settled_look is None or pile.faces_since_bare is None or pile.place is None:
        return pile, reading
    if pile.lower_reading is None:
        found = _find_lower_card(
            pile, reading.face, rectify_pile(pile, image, to_picture), pile.settled_look, pile.faces_since_bare, reader, strips
        )
        pile = replace(pile, lower_reading=() if found is None else (found,))
    return pile, replace(reading, beneath=next(iter(pile.lower_reading or ()), None))


def _find_lower_card(
    pile: SeenPile, face: Face, now: Image, before: Image, lain: tuple[Face, ...], reader: Reader, strips: bool
) -> Reading | None:
    """The card laid under a new top card, None if none is found. Unread comes back where only an edge shows and `strips`
    allows to tell so.

    `face`: of the top card; if read here before, the top card was taken back and nothing was laid. `lain`: faces already in
    the pile. `now`, `before`: (h, w, 3) uint8 BGR, the zone now and when settled.
    """
    if now.shape != before.shape or pile.place is None:
        return None
    top = _to_zone_picture(pile, pile.place)
    found = reader.laid_under(now, before, top, (*(each for each in lain if each != face), face))
    if found is not None or face in lain or not strips:
        return found
    was = None if pile.settled_place is None else _to_zone_picture(pile, pile.settled_place)
    place = _to_zone_picture(pile, corners_of(pile.zone.rect_mm))
    return make_unread_reading(pile) if shows_card_beside(now, before, top, was, place) else None


def _to_zone_picture(pile: SeenPile, quad: NDArray[np.float64]) -> Quad:
    """(4, 2) mat millimetres as pixels of the pile's rectified picture."""
    return np.asarray((quad - pile.area_mm[:2]) * pile.px_per_mm, np.float32)
