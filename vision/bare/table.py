"""A bare table from frame to frame: searched until its direction cards are found; afterwards the places follow their piles."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.bare.around_board import BoardPlan, around_board
from vision.bare.arrangement import OTHERWISE, Arrangement, Corners, Plan, arranged, box_of, in_frame_of, room_for
from vision.bare.landmarks import Landmarks, chosen
from vision.bare.marks import MarkReader
from vision.bare.naming import Named, unread
from vision.bare.places import Point, places_apart
from vision.bare.strangers import strangers, ways
from vision.cards import pile as card_pile
from vision.cards.candidates import CROP
from vision.cards.piles import Piles
from vision.cards.seen_pile import Recognised, SeenPile, Trying
from vision.errors import LayoutError
from vision.place.layout import Layout, Zone
from vision.place.profile import profile_for
from vision.plane.homography import corners_of, project
from vision.plane.quads import cut_out
from vision.types import BACK, Face, Image

SEARCH_EVERY = 1.0
"""Seconds between searches of the whole picture for direction cards."""

THOROUGH_EVERY = 4
"""Searches of which one is thorough: a board of which nothing is known, or each choice of a few cards, costs seconds."""

DOUBTED_AFTER = 10.0
"""Seconds after which it is doubted that the piles are where they were found, as long as no card was read there; afterwards again after twice
as long each time."""

FOLLOW_MM = 3.0
"""A pile that lies farther than this from the middle of its place is followed."""

SAME_CARD_PX = 20.0
"""Pixels within which the middles of one card are found."""

MOST_TRIED = 3
"""Places in a pile's zone at which a card is read to see whether one lies there already."""


@dataclass(frozen=True, slots=True, eq=False)
class BareTable:
    """`plan`: what is to be found; `marks`: finds it where its pictures are known, None where none are; `named`: what the direction card on
    a crop is otherwise, if that can be read. `other`: another arrangement that is as likely, as long as no card was laid; `sure`: is it
    known which pile is which? `legible`: were all direction cards read? `arrangement`, `landmarks`, `ground`: None until it is found;
    `ground` is the picture of that moment. `searched_at`: seconds, when the picture was last searched, and how often (`searches`).
    `confirmed`: a card was read on a pile since, or a person has named the piles; `doubted_at`: seconds, when it is next looked whether more
    is seen or cards lie elsewhere. `mat`: a printed mat that may lie there all the same, and is taken if it is seen. `board`: a board beside
    which the piles lie, where the game has one instead of direction cards."""

    plan: Plan
    marks: MarkReader | None = None
    named: Named = unread
    arrangement: Arrangement | None = None
    other: Arrangement | None = None
    sure: bool = False
    legible: bool = False
    landmarks: Landmarks | None = None
    ground: Image | None = None
    searched_at: float = -math.inf
    searches: int = 0
    confirmed: bool = False
    doubted_at: float = math.inf
    mat: Layout | None = None
    board: BoardPlan | None = None

    @property
    def missing(self) -> str:
        """The reason of `Lost` as long as it is not found."""
        if self.board is None:
            return "piles"
        return (self.board.recognised.otherwise if self.board.recognised else "") or "grid"

    def is_due(self, at: float) -> bool:
        """Is the picture to be searched again?"""
        return at - self.searched_at >= SEARCH_EVERY


def searched(bare: BareTable, image: Image, at: float) -> BareTable:
    """The table after one more frame in which its direction cards were looked for, unless that was done just now. A draw pile that is not
    seen is not waited for: it is asked for, and the first card would be laid meanwhile."""
    if not bare.is_due(at):
        return bare
    found, other, sure, legible = _found(bare, image)
    bare = replace(bare, searched_at=at, searches=bare.searches + 1)
    if found is None:
        return bare
    marks = _landmarks(image, found)
    settled = legible and len(found.draws) == len(bare.plan.draws)
    doubted_at = math.inf if bare.board else at + (DOUBTED_AFTER if settled else SEARCH_EVERY)
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


def better(bare: BareTable, image: Image, at: float) -> BareTable | None:
    """The table if more is seen of it in a picture, as long as no card was read on its piles: its direction cards, of which some could not be
    read before, or more of its draw piles. None where that is not so. Who lays them out may not have been done when it was found."""
    if bare.arrangement is None or (bare.legible and len(bare.arrangement.draws) == len(bare.plan.draws)):
        return None
    fresh = searched(replace(bare, arrangement=None, searched_at=-math.inf), image, at)
    if fresh.arrangement is None or not fresh.legible:
        return None
    more = len(fresh.arrangement.draws) > len(bare.arrangement.draws)
    same = _same_cards(_cards_of(bare.arrangement), _cards_of(fresh.arrangement))
    return replace(fresh, searched_at=bare.searched_at, doubted_at=bare.doubted_at) if more or not same else None


def elsewhere(bare: BareTable, piles: Callable[[Layout], Piles], image: Image) -> BareTable | None:
    """The table if other cards than those that were taken for the direction cards are these: a card can be read on one of their piles now.
    None where none can. `piles`: those of a layout, of which nothing is known yet."""
    if bare.ground is None or bare.arrangement is None:
        return None
    size, taken = (image.shape[0], image.shape[1]), _cards_of(bare.arrangement)
    for seen in ways(bare.ground, bare.plan, bare.named):
        for marks in (seen.marks, seen.other):
            found = arranged(marks, bare.plan, size)
            if found is None or _same_cards(taken, _cards_of(found)):
                continue
            other = replace(
                bare,
                arrangement=found,
                other=None,
                sure=seen.sure,
                legible=seen.legible,
                landmarks=_landmarks(bare.ground, found),
            )
            lying, now = with_middles(piles(found.layout), other), replace(other, ground=image)
            if any(_holds_card(lying, each, now) for each in lying.piles.values()):
                return other
    return None


def _cards_of(found: Arrangement) -> NDArray[np.float64]:
    """(n, 2) picture pixels: middles of the direction cards."""
    return np.array([project(card, found.registration.to_picture).mean(axis=0) for card in found.directions.values()])


def _same_cards(some: NDArray[np.float64], others: NDArray[np.float64]) -> bool:
    """Are these the same cards, whichever way they are read?"""
    return all(float(np.linalg.norm(others - card, axis=1).min()) < SAME_CARD_PX for card in some)


def _found(bare: BareTable, image: Image) -> tuple[Arrangement | None, Arrangement | None, bool, bool]:
    """The arrangement that is to be seen, another one that is as likely, whether it is known which pile is which, and whether all direction
    cards were read."""
    size = (image.shape[0], image.shape[1])
    thorough = bare.searches % THOROUGH_EVERY == THOROUGH_EVERY - 1
    if bare.board is not None:
        return around_board(image, bare.plan, bare.board, thorough), None, False, False
    if bare.marks is not None:
        found = arranged(bare.marks.marks_in(image, bare.plan.wanted), bare.plan, size)
        if found is not None:
            return found, None, True, True
    seen = strangers(image, bare.plan, bare.named, thorough)
    found = arranged(seen.marks, bare.plan, size) if seen else None
    if seen is None or found is None:
        return None, None, False, False
    other = None if seen.sure or not seen.other else arranged(seen.other, bare.plan, size)
    return found, other and in_frame_of(found, other), seen.sure, seen.legible


def layout_of(bare: BareTable) -> Layout:
    """The layout of a table that was found; as long as two are possible, that of both."""
    assert bare.arrangement is not None
    layout, middles = bare.arrangement.layout, dict(bare.arrangement.middles)
    if bare.other is None:
        return layout
    others = {zone.name: OTHERWISE + zone.name for zone in bare.other.layout.of_kind("card")}
    zones = (replace(zone, name=others[zone.name]) for zone in bare.other.layout.of_kind("card"))
    middles |= {new: bare.other.middles[name] for name, new in others.items()}
    return with_places(replace(layout, zones=(*layout.zones, *zones)), middles)


def renamed(bare: BareTable, middles: Mapping[str, Point], names: Mapping[str, str]) -> BareTable:
    """The table whose piles, now lying around these middles, go by other names. Raises `LayoutError`
    for a name that no pile has."""
    found = bare.arrangement
    if found is None or not all(name in dict(bare.plan.piles) for name in names):
        raise LayoutError(f"there are no such piles as {', '.join(sorted(names))}")
    called = {name: names.get(name, name) for name in found.middles}
    moved = {called[name]: middles.get(name, at) for name, at in found.middles.items()}
    directions = {called[name]: card for name, card in found.directions.items()}
    layout = with_places(found.layout, moved)
    return replace(bare, arrangement=replace(found, layout=layout, middles=moved, directions=directions), confirmed=True)


def with_draw_pile(bare: BareTable, layout: Layout, name: str, card: Corners) -> tuple[BareTable, Layout]:
    """The table, and its layout as it is now, with a draw pile where a person has tapped: on this card. Raises `LayoutError` for a name that
    no draw pile has."""
    found = bare.arrangement
    if found is None or name not in bare.plan.draws:
        raise LayoutError(f"there is no such draw pile as {name}")
    middle, (width, height) = card.mean(axis=0).tolist(), box_of(card)
    zone = Zone(name, "draw", (middle[0] - width / 2, middle[1] - height / 2, width, height))

    def laid(on: Layout) -> Layout:
        return replace(on, zones=(*(one for one in on.zones if one.name != name), zone))

    middles, draws = {**found.middles, name: (middle[0], middle[1])}, {**found.draws, name: card}
    return replace(bare, arrangement=replace(found, layout=laid(found.layout), middles=middles, draws=draws)), laid(layout)


def pictures_of(bare: BareTable) -> dict[Face, Image]:
    """How the direction cards and backs looked when the table was found, by the faces that they have for the plan: (280, 200, 3) uint8
    BGR, upright. Nothing before."""
    if bare.arrangement is None or bare.ground is None or bare.other is not None or bare.board is not None:
        return {}
    to_picture, faces = bare.arrangement.registration.to_picture, dict(bare.plan.piles)
    found = {faces[name]: card for name, card in reversed(list(bare.arrangement.directions.items()))}
    found |= dict.fromkeys(
        [BACK] if bare.arrangement.draws else [], next(iter(bare.arrangement.draws.values()), np.zeros((4, 2)))
    )
    return {face: cut_out(bare.ground, project(card, to_picture).astype(np.float32), CROP) for face, card in found.items()}


def decided(bare: BareTable, zone: str) -> BareTable:
    """The table once the first card was laid in this zone."""
    if bare.other is None or not zone.startswith(OTHERWISE):
        return replace(bare, other=None)
    return replace(bare, arrangement=bare.other, other=None)


def _landmarks(image: Image, found: Arrangement) -> Landmarks:
    to_picture = found.registration.to_picture
    busy = [project(corners_of(zone.rect_mm), to_picture) for zone in found.layout.zones]
    cards = [project(card, to_picture) for card in (*found.directions.values(), *found.still)]
    scale = profile_for(found.layout, found.registration).px_per_mm
    return chosen(image, found.registration, cards, busy, scale)


# --- piles -----------------------------------------------------------------------------------------------------------


def with_grounds(piles: Piles, bare: BareTable) -> Piles:
    """The piles that have just been found, each with how its place looks without a card, where none can be read there."""
    for name, lying in piles.piles.items():
        if not _holds_card(piles, lying, bare):
            piles = piles.having(name, _on_ground(lying, bare))
    return piles


def _on_ground(lying: SeenPile, bare: BareTable) -> SeenPile:
    """The pile with how its place looked when the table was found."""
    if bare.ground is None or bare.arrangement is None:
        return lying
    return card_pile.on_ground(lying, card_pile.flat(lying, bare.ground, bare.arrangement.registration.to_picture))


def _holds_card(piles: Piles, lying: SeenPile, bare: BareTable) -> bool:
    """Could a card be read in a pile's place when the table was found?"""
    if bare.arrangement is None or bare.ground is None:
        return False
    image, to_picture, name = bare.ground, bare.arrangement.registration.to_picture, piles.reader_of[lying.zone.name]
    search = card_pile.searched(lying, card_pile.flat(lying, image, to_picture), piles.patterns[name])
    if not isinstance(search.search, Trying):
        return False
    for place in search.search.places[:MOST_TRIED]:
        tried = replace(search, search=Trying((place,)))
        after, _ = card_pile.read(tried, image, to_picture, piles.readers[name])
        if isinstance(after.search, Recognised):
            return True
    return False


def with_middles(piles: Piles, bare: BareTable) -> Piles:
    """The piles, each with where its middle was found to be."""
    middles = dict(bare.arrangement.middles) if bare.arrangement else {}
    if bare.other is not None:
        middles |= {OTHERWISE + name: at for name, at in bare.other.middles.items()}
    return replace(piles, piles={name: replace(lying, middle_mm=middles[name]) for name, lying in piles.piles.items()})


def followed(layout: Layout, piles: Piles, bare: BareTable, names: tuple[str, ...]) -> tuple[Layout, Piles]:
    """The layout and the piles once the places of these piles, just settled, were moved to where their top cards lie."""
    moved = {name: at for name in names if (at := _moved_to(piles.piles[name])) is not None}
    if not moved or bare.arrangement is None:
        return layout, piles
    middles = {name: lying.middle_mm or bare.arrangement.middles[name] for name, lying in piles.piles.items()} | moved
    layout = with_places(layout, {**bare.arrangement.middles, **middles})
    for name, lying in piles.piles.items():
        zone = layout.zone(name)
        if zone != lying.zone:
            piles = piles.having(name, _placed(replace(lying, zone=zone, middle_mm=middles[name]), bare))
    return layout, piles


def with_places(layout: Layout, middles: Mapping[str, Point]) -> Layout:
    """The layout with the places of piles around these middles; those of draw piles stay as large as they are."""
    room = room_for(layout.card_mm)
    sizes = {
        zone.name: room if zone.kind == "card" else (zone.rect_mm[2], zone.rect_mm[3])
        for zone in layout.zones
        if zone.name in middles
    }
    places = places_apart(middles, sizes)
    return replace(layout, zones=tuple(replace(one, rect_mm=places.get(one.name, one.rect_mm)) for one in layout.zones))


def _moved_to(lying: SeenPile) -> Point | None:
    """Where the middle of a pile is now, None where that is where it was."""
    if lying.place is None or not lying.recognised or lying.middle_mm is None:
        return None
    x, y = lying.place.mean(axis=0).tolist()
    return (x, y) if math.dist((x, y), lying.middle_mm) > FOLLOW_MM else None


def _placed(lying: SeenPile, bare: BareTable) -> SeenPile:
    """A pile whose place was moved."""
    return replace(_on_ground(lying, bare), before=None)
