"""A bare table from frame to frame: searched until the direction cards are found, afterwards with places following their piles."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bare.around_board import BoardPlan, arrange_around_board
from vision.bare.arrangement import (
    OTHERWISE,
    Arrangement,
    BarePlan,
    Corners,
    arrange_marks,
    draw_place_size,
    move_into_frame,
    pile_place_size,
)
from vision.bare.landmarks import Landmarks, choose_landmarks
from vision.bare.marks import MarkReader
from vision.bare.naming import DirectionReader, read_no_direction
from vision.bare.places import Point, separate_places
from vision.bare.strangers import find_direction_cards, list_direction_cards
from vision.cards import pile as card_pile
from vision.cards.candidates import CARD_CROP_PX, find_candidates
from vision.cards.pile import Recognised, SeenPile, Trying
from vision.cards.piles import Piles
from vision.errors import LayoutError
from vision.place.layout import Layout, Zone
from vision.place.profile import profile_for
from vision.plane.homography import Homography, corners_of, project
from vision.plane.quads import cut_out, signed_area
from vision.types import BACK, Face, Image


@dataclass(frozen=True, slots=True)
class BareTableLimits:
    """When a bare table is searched, doubted and followed."""

    search_every_s: float = 1.0  # between searches of the whole picture; guess
    doubted_after_s: float = 10.0  # without a card read, later twice that; `search_every_s` if not all was seen; guess
    min_follow_mm: float = 3.0  # from the middle of a place, for the place to follow; guess


BARE_TABLE = BareTableLimits()


@dataclass(frozen=True, slots=True, eq=False)
class BareTable:
    """A table without a mat: what is to be found on it, and what was found."""

    plan: BarePlan  # what is to be found
    marks: MarkReader | None = None  # finds direction cards by known pictures, None without pictures
    direction_reader: DirectionReader = read_no_direction  # reads the direction card on a crop otherwise
    arrangement: Arrangement | None = None  # None until found
    other: Arrangement | None = None  # another arrangement as likely, until the first card is laid
    sure: bool = False  # True once known which pile is which
    legible: bool = False  # True if all direction cards were read
    landmarks: Landmarks | None = None  # None until found
    ground: Image | None = None  # picture in which the arrangement was found
    searched_at: float = -math.inf  # seconds, when the picture was last searched
    searches: int = 0  # number of searches
    confirmed: bool = False  # a card was read on a pile since, or a person has named the piles
    doubted_at: float = math.inf  # seconds, when to look again for more or for cards elsewhere
    mat: Layout | None = None  # a printed mat that may lie there after all, taken once seen
    board: BoardPlan | None = None  # board beside which the piles lie, for games without direction cards

    @property
    def lost_reason(self) -> str:
        """The reason of `Lost` until the table is found: "piles", "grid", or what the board's recogniser says."""
        if self.board is None:
            return "piles"
        return (self.board.recognise.lost_reason if self.board.recognise else "") or "grid"

    def is_search_due(self, at: float) -> bool:
        """True if the picture is to be searched again."""
        return at - self.searched_at >= BARE_TABLE.search_every_s


def search_for_directions(bare: BareTable, image: Image, at: float) -> BareTable:
    """The table after a search of one more frame for direction cards. An unseen draw pile is not waited for but asked for:
    the first card may be laid meanwhile. `at`: seconds. Where nothing is found only time and count of searches change."""
    found, other, sure, legible = _find_arrangement(bare, image)
    bare = replace(bare, searched_at=at, searches=bare.searches + 1)
    if found is None:
        return bare
    marks = _choose_landmarks_on(image, found)
    settled = legible and len(found.draws) == len(bare.plan.draws)
    doubted_at = math.inf if bare.board else at + (BARE_TABLE.doubted_after_s if settled else BARE_TABLE.search_every_s)
    return replace(
        bare,
        arrangement=found,
        other=other,
        sure=sure,
        legible=legible,
        landmarks=marks,
        ground=image.copy(),
        doubted_at=doubted_at,
    )


def search_for_more(bare: BareTable, image: Image, at: float) -> BareTable | None:
    """The table if a picture shows more of it: unread direction cards, or more draw piles. None if nothing is new or a card was
    read on a pile. The table may have been found before all was laid out."""
    if bare.arrangement is None or (bare.legible and len(bare.arrangement.draws) == len(bare.plan.draws)):
        return None
    fresh = search_for_directions(replace(bare, arrangement=None), image, at)
    if fresh.arrangement is None or not fresh.legible:
        return None
    more = len(fresh.arrangement.draws) > len(bare.arrangement.draws)
    same = _are_same_cards(_direction_middles(bare.arrangement), _direction_middles(fresh.arrangement))
    return replace(fresh, searched_at=bare.searched_at, doubted_at=bare.doubted_at) if more or not same else None


def find_other_directions(bare: BareTable, piles: Callable[[Layout], Piles], image: Image) -> BareTable | None:
    """The table if other cards than those taken are the direction cards: a card can now be read on one of their piles. None
    if none can. `piles`: makes fresh piles of a layout. `image`: now; searched is the picture in which the table was found."""
    if bare.ground is None or bare.arrangement is None:
        return None
    size, taken = (image.shape[0], image.shape[1]), _direction_middles(bare.arrangement)
    for seen in list_direction_cards(bare.ground, bare.plan, bare.direction_reader):
        for marks in (seen.marks, seen.other):
            found = arrange_marks(marks, bare.plan, size)
            if found is None or _are_same_cards(taken, _direction_middles(found)):
                continue
            other = replace(
                bare,
                arrangement=found,
                other=None,
                sure=seen.sure,
                legible=seen.is_legible,
                landmarks=_choose_landmarks_on(bare.ground, found),
            )
            lying, now = set_pile_middles(piles(found.layout), other), replace(other, ground=image)
            if any(_could_read_card(lying, each, now) for each in lying.piles.values()):
                return other
    return None


def _direction_middles(found: Arrangement) -> NDArray[np.float64]:
    """(n, 2) picture pixels: middles of the direction cards."""
    return np.array([project(card, found.registration.to_picture).mean(axis=0) for card in found.directions.values()])


def _are_same_cards(some: NDArray[np.float64], others: NDArray[np.float64]) -> bool:
    """True for the same cards, whichever way read: near each of `some` lies one of `others`. Both: (n, 2) middles in pixels."""
    # pixels between middles of one card; guess
    return all(float(np.linalg.norm(others - card, axis=1).min()) < 20.0 for card in some)


class _Found(NamedTuple):
    """What a picture shows of the arrangement."""

    arrangement: Arrangement | None
    other: Arrangement | None  # as likely
    sure: bool  # known which pile is which
    legible: bool  # all direction cards were read


def _find_arrangement(bare: BareTable, image: Image) -> _Found:
    """The arrangement in a picture, as far as it is seen. By known pictures first, else by position. Every fourth search is
    thorough."""
    size = (image.shape[0], image.shape[1])
    every = 4  # searches, one thorough: unknown boards or few cards cost seconds; guess
    thorough = bare.searches % every == every - 1
    if bare.board is not None:
        return _Found(arrange_around_board(image, bare.plan, bare.board, thorough), None, False, False)
    if bare.marks is not None:
        found = arrange_marks(bare.marks.find_marks(image, bare.plan.faces_to_find), bare.plan, size)
        if found is not None:
            return _Found(found, None, True, True)
    seen = find_direction_cards(image, bare.plan, bare.direction_reader, thorough)
    found = arrange_marks(seen.marks, bare.plan, size) if seen else None
    if seen is None or found is None:
        return _Found(None, None, False, False)
    other = None if seen.sure or not seen.other else arrange_marks(seen.other, bare.plan, size)
    return _Found(found, other and move_into_frame(found, other), seen.sure, seen.is_legible)


def build_bare_layout(bare: BareTable) -> Layout:
    """The layout of a found table; as long as two are possible, the layout of both. Raises `AssertionError` before the table
    is found."""
    assert bare.arrangement is not None
    layout, middles = bare.arrangement.layout, dict(bare.arrangement.middles)
    if bare.other is None:
        return layout
    others = {zone.name: OTHERWISE + zone.name for zone in bare.other.layout.of_kind("card")}
    zones = (replace(zone, name=others[zone.name]) for zone in bare.other.layout.of_kind("card"))
    middles |= {new: bare.other.middles[name] for name, new in others.items()}
    return set_pile_places(replace(layout, zones=(*layout.zones, *zones)), middles)


def rename_bare_piles(bare: BareTable, middles: Mapping[str, Point], names: Mapping[str, str]) -> BareTable:
    """The table with piles renamed. `middles`: where the piles lie now. `names`: new names by old. Raises `LayoutError` for a
    name no pile has."""
    found = bare.arrangement
    if found is None or not all(name in dict(bare.plan.piles) for name in names):
        raise LayoutError(f"there are no such piles as {', '.join(sorted(names))}")
    called = {name: names.get(name, name) for name in found.middles}
    moved = {called[name]: middles.get(name, at) for name, at in found.middles.items()}
    directions = {called[name]: card for name, card in found.directions.items()}
    layout = set_pile_places(found.layout, moved)
    return replace(bare, arrangement=replace(found, layout=layout, middles=moved, directions=directions), confirmed=True)


def add_tapped_draw_pile(bare: BareTable, layout: Layout, name: str, card: Corners) -> tuple[BareTable, Layout]:
    """The table and its present layout with a draw pile on a tapped card. Raises `LayoutError` for a name no draw pile has.
    `card`: (4, 2) millimetres."""
    found = bare.arrangement
    if found is None or name not in bare.plan.draws:
        raise LayoutError(f"there is no such draw pile as {name}")
    middle, (width, height) = card.mean(axis=0).tolist(), draw_place_size(card)
    zone = Zone(name, "draw", (middle[0] - width / 2, middle[1] - height / 2, width, height))

    def laid(on: Layout) -> Layout:
        """The layout with the draw pile's zone in place of any of the same name."""
        return replace(on, zones=(*(one for one in on.zones if one.name != name), zone))

    middles, draws = {**found.middles, name: (middle[0], middle[1])}, {**found.draws, name: card}
    return replace(bare, arrangement=replace(found, layout=laid(found.layout), middles=middles, draws=draws)), laid(layout)


def crop_direction_cards(bare: BareTable) -> dict[Face, Image]:
    """Looks of direction cards and backs when the table was found, by their faces in the plan: (280, 200, 3) uint8 BGR,
    upright. Empty before, beside a board, and as long as two arrangements are possible."""
    if bare.arrangement is None or bare.ground is None or bare.other is not None or bare.board is not None:
        return {}
    to_picture, faces = bare.arrangement.registration.to_picture, dict(bare.plan.piles)
    found = {faces[name]: card for name, card in reversed(list(bare.arrangement.directions.items()))}
    found |= dict.fromkeys(
        [BACK] if bare.arrangement.draws else [], next(iter(bare.arrangement.draws.values()), np.zeros((4, 2)))
    )
    return {
        face: cut_out(bare.ground, project(card, to_picture).astype(np.float32), CARD_CROP_PX) for face, card in found.items()
    }


def decide_reading_end(bare: BareTable, zone: str) -> BareTable:
    """The table once the first card was laid in this zone. The other arrangement takes over where the zone's name begins
    with `OTHERWISE`, and is dropped otherwise."""
    if bare.other is None or not zone.startswith(OTHERWISE):
        return replace(bare, other=None)
    return replace(bare, arrangement=bare.other, other=None)


def _choose_landmarks_on(image: Image, found: Arrangement) -> Landmarks:
    """Landmarks on the table just found: its still cards, and its texture off the zones."""
    to_picture = found.registration.to_picture
    busy = [project(corners_of(zone.rect_mm), to_picture) for zone in found.layout.zones]
    cards = [project(card, to_picture) for card in (*found.directions.values(), *found.still)]
    scale = profile_for(found.layout, found.registration).px_per_mm
    return choose_landmarks(image, found.registration, cards, busy, scale)


# --- piles -----------------------------------------------------------------------------------------------------------


def learn_bare_grounds(piles: Piles, bare: BareTable) -> Piles:
    """The newly found piles, each with its place's look without a card, unless a card can be read there."""
    for name, lying in piles.piles.items():
        if not _could_read_card(piles, lying, bare):
            piles = piles.replace_pile(name, _learn_ground_at(lying, bare))
    return piles


def _learn_ground_at(lying: SeenPile, bare: BareTable) -> SeenPile:
    """The pile with the look of its place when the table was found. Unchanged before the table is found."""
    if bare.ground is None or bare.arrangement is None:
        return lying
    return card_pile.learn_bare_ground(
        lying, card_pile.rectify_pile(lying, bare.ground, bare.arrangement.registration.to_picture)
    )


def _could_read_card(piles: Piles, lying: SeenPile, bare: BareTable) -> bool:
    """True if a card could be read in a pile's place when the table was found. At the three likeliest places. False before
    the table is found."""
    if bare.arrangement is None or bare.ground is None:
        return False
    image, to_picture, name = bare.ground, bare.arrangement.registration.to_picture, piles.reader_of[lying.zone.name]
    search = card_pile.search_top_card(lying, card_pile.rectify_pile(lying, image, to_picture), piles.patterns[name])
    if not isinstance(search.search, Trying):
        return False
    for place in search.search.places[:3]:  # read to see whether a card lies there already; guess
        tried = replace(search, search=Trying((place,)))
        after, _ = card_pile.read_top_card(tried, image, to_picture, piles.readers[name])
        if isinstance(after.search, Recognised):
            return True
    return False


def set_pile_middles(piles: Piles, bare: BareTable) -> Piles:
    """The piles, each with the middle that was found. Raises `KeyError` for a pile that was not found."""
    middles = dict(bare.arrangement.middles) if bare.arrangement else {}
    if bare.other is not None:
        middles |= {OTHERWISE + name: at for name, at in bare.other.middles.items()}
    return replace(piles, piles={name: replace(lying, middle_mm=middles[name]) for name, lying in piles.piles.items()})


def move_places_to_piles(layout: Layout, piles: Piles, bare: BareTable, names: tuple[str, ...]) -> tuple[Layout, Piles]:
    """The layout and the piles with the places of piles `names`, just settled, moved to their top cards. Both unchanged where
    no pile moved. A moved pile forgets its settled look."""
    moved = {name: at for name in names if (at := _moved_middle(piles.piles[name])) is not None}
    if not moved or bare.arrangement is None:
        return layout, piles
    middles = {name: lying.middle_mm or bare.arrangement.middles[name] for name, lying in piles.piles.items()} | moved
    layout = set_pile_places(layout, {**bare.arrangement.middles, **middles})
    for name, lying in piles.piles.items():
        zone = layout.zone(name)
        if zone != lying.zone:
            on_place = _learn_ground_at(replace(lying, zone=zone, middle_mm=middles[name]), bare)
            piles = piles.replace_pile(name, replace(on_place, settled_look=None))
    return layout, piles


def set_pile_places(layout: Layout, middles: Mapping[str, Point]) -> Layout:
    """The layout with the places of piles around these middles; draw piles keep the size of their places, zones without a
    middle stay."""
    room = pile_place_size(layout.card_mm)
    sizes = {
        zone.name: room if zone.kind == "card" else (zone.rect_mm[2], zone.rect_mm[3])
        for zone in layout.zones
        if zone.name in middles
    }
    places = separate_places(middles, sizes)
    return replace(layout, zones=tuple(replace(one, rect_mm=places.get(one.name, one.rect_mm)) for one in layout.zones))


def _moved_middle(lying: SeenPile) -> Point | None:
    """Middle of a pile now, None if unmoved. None also for a pile that is not recognised. Unmoved: within
    `BARE_TABLE.min_follow_mm`."""
    if lying.place is None or not lying.is_recognised or lying.middle_mm is None:
        return None
    x, y = lying.place.mean(axis=0).tolist()
    return (x, y) if math.dist((x, y), lying.middle_mm) > BARE_TABLE.min_follow_mm else None


# --- a card that a person taps ---------------------------------------------------------------------------------------


MAX_TAPPED_SIZE_LOG = 0.35  # logarithm of areas against a card: a pile is higher and lies anyhow; guess


def find_tapped_card(image: Image, point: tuple[float, float], to_picture: Homography, card_mm: tuple[float, float]) -> Corners:
    """(4, 2) millimetres of the outline of a card around a point, in pixels of a picture (H, W, 3) uint8 BGR; without an
    outline, of a card lying upright there. `to_picture`: millimetres to picture pixels. `card_mm`: width and height of a card.
    """
    to_mm = np.asarray(np.linalg.inv(to_picture), np.float64)
    area = card_mm[0] * card_mm[1]
    around = [
        project(card.quad, to_mm)
        for card in find_candidates(image, card_mm[0] / card_mm[1])
        if cv2.pointPolygonTest(card.quad.astype(np.float32), point, False) >= 0
    ]
    fitting = [flat for flat in around if abs(math.log(max(abs(signed_area(flat)), 1e-6) / area)) < MAX_TAPPED_SIZE_LOG]
    if fitting:
        return min(fitting, key=lambda flat: abs(math.log(abs(signed_area(flat)) / area)))
    middle = project([point], to_mm)[0]
    half = np.array(card_mm) / 2
    return np.array([middle + half * way for way in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
