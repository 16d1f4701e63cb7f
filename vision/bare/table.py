"""A bare table from frame to frame: searched until the direction cards are found, afterwards with places following their piles."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bare.around_board import BoardPlan, arrange_around_board
from vision.bare.laid import corners_of_card
from vision.bare.landmarks import Landmarks, choose_landmarks
from vision.bare.remembered import RememberedCard
from vision.bare.spots import (
    SPOTS,
    LaidPile,
    PileGuess,
    choose_pile,
    lay_out_everywhere,
    lay_out_spots,
    lies_beside,
    measure_offset,
    place_at_offset,
    rank_piles,
    snap_turn,
    weigh_number,
)
from vision.bare.strays import Calm, Stray
from vision.cards import pile as card_pile
from vision.cards.candidates import CARD_CROP_PX, find_candidates
from vision.cards.pile import Recognised, SeenPile, Trying
from vision.cards.piles import Piles
from vision.directions.arrangement import (
    Arrangement,
    BarePlan,
    Corners,
    arrange_marks,
    arrange_without_directions,
    draw_place_size,
    measure_turn,
    move_into_frame,
    pile_place_size,
)
from vision.directions.marks import MarkReader
from vision.directions.missing import has_card_sides
from vision.directions.naming import CardJudge, DirectionReader, TakenFor, judge_no_card, points_down, read_no_direction
from vision.directions.places import Point, rect_around, separate_places
from vision.directions.strangers import SeenTable, search_direction_cards
from vision.errors import LayoutError
from vision.place.fiducials import Registration
from vision.place.layout import Layout, Zone
from vision.place.profile import profile_for
from vision.plane.homography import Homography, corners_of, project
from vision.plane.quads import Quad, cut_out, signed_area
from vision.readers.numbers.faces import get_number
from vision.steps import ALONE, Steps
from vision.types import BACK, EMPTY, UNREADABLE, Face, Image


@dataclass(frozen=True, slots=True)
class BareTableLimits:
    """When a bare table is searched, doubted and followed."""

    search_every_s: float = 1.0  # between searches of the whole picture; guess
    searches_of_one: int = 2  # of a picture in which nothing changes, the second thorough; guess
    search_moving_s: float = 3.0  # between searches while something always moves; guess
    search_still_s: float = 10.0  # between searches of a picture in which nothing changes: a lens may have focused; guess
    none_after_s: float = 3.0  # of searching until there are no direction cards; guess
    max_same_levels: float = 5.0  # of a patch of two small pictures that are the same; guess
    doubted_after_s: float = 10.0  # without a card read, later twice that; `search_every_s` if not all was seen; guess
    max_unmoved_levels: float = 20.0  # by which a card differs in two pictures in which it lies alike; guess
    gone_every_s: float = 5.0  # between searches for a draw pile that is gone; guess
    min_follow_mm: float = 3.0  # from the middle of a place, for the place to follow; guess


BARE_TABLE = BareTableLimits()


@dataclass(frozen=True, slots=True, eq=False)
class BareTable:
    """A table without a mat: what is to be found on it, and what was found."""

    plan: BarePlan  # what is to be found
    marks: MarkReader | None = None  # finds direction cards by known pictures, None without pictures
    direction_reader: DirectionReader = read_no_direction  # reads the direction card on a crop otherwise
    card_judge: CardJudge = judge_no_card  # tells cards of the deck, which are neither direction cards nor draw piles
    arrangement: Arrangement | None = None  # None until found
    other: Arrangement | None = None  # the same cards by other names, as likely, until the first card is laid
    laid: Mapping[str, LaidPile] = field(default_factory=dict)  # piles on which cards lie, or that lie beside a board
    proven: frozenset[str] = frozenset()  # piles on which a card was read, or of which a person has said that they lie there
    tops: Mapping[str, Face] = field(default_factory=dict)  # the card that was last read on each of these piles
    said: frozenset[str] = frozenset()  # piles that a person has named
    alike: frozenset[str] = frozenset()  # piles that lie between two direction cards of one kind: nobody knows whose side it is
    doubted: frozenset[str] = frozenset()  # piles of which either may be the other: only a number said whose card lies between
    sure: bool = False  # True if it was read which pile is which
    legible: bool = False  # True if all direction cards were read
    landmarks: Landmarks | None = None  # None until found
    ground: Image | None = None  # picture in which the arrangement was found
    searched_at: float = -math.inf  # seconds, when the picture was last searched
    searches: int = 0  # number of searches
    looked: Image | None = None  # the small picture in which was last searched
    searches_of_one: int = 0  # number of searches since the picture last changed
    began_at: float = math.inf  # seconds, when the first search began
    directions_seen: int = 0  # direction cards that the last search saw, also where some are missing
    remembered: tuple[RememberedCard, ...] = ()  # cards that were read before the table was found
    laid_seen: tuple[Quad, ...] = ()  # cards of the deck that the last search saw, in the picture; () where it found the table
    backs_seen: tuple[Quad, ...] = ()  # what the last search took for draw piles, likeliest first, in the picture
    things_seen: tuple[Quad, ...] = ()  # what else has a card's outline, in the picture: backs look otherwise upside down too
    confirmed: bool = False  # a card was read on a pile since, or a person has named the piles
    doubted_at: float = math.inf  # seconds, when to look again for more or for cards elsewhere
    again_at: float = -math.inf  # seconds, when a draw pile that is gone was last looked for
    looked_for: Mapping[str, frozenset[str]] = field(default_factory=dict)  # piles looked for where expected: those then proven
    looked_at: float = -math.inf  # seconds, when something new beside the piles was last looked at
    calm: Calm | None = None  # how the table looked without hands, None before it was seen so
    strays: tuple[Stray, ...] = ()  # cards that lie where no pile is known
    carried: int = 0  # times that a pile was carried elsewhere
    missed: frozenset[str] = frozenset()  # piles whose top cards were gone when the table was last looked for by its cards
    cards_searched_at: float = -math.inf  # seconds, when the table's cards were last looked for in the whole picture
    mat: Layout | None = None  # a printed mat that may lie there after all, taken once seen
    board: BoardPlan | None = None  # board beside which the piles lie, for games without direction cards
    unread_board: int = 0  # number of the picture of a board that a person has to name, 0 for none

    @property
    def lost_reason(self) -> str:
        """The reason of `Lost` until the table is found: "piles", "grid", or what the board's recogniser says."""
        if self.board is None:
            return "piles"
        return (self.board.recognise.lost_reason if self.board.recognise else "") or "grid"

    @property
    def are_cards_told(self) -> bool:
        """Is there a reader that tells cards of the deck from backs?"""
        return self.card_judge is not judge_no_card

    def is_search_due(self, at: float, now: Image | None = None, before: Image | None = None) -> bool:
        """True if the picture is to be searched again: it has changed since and is still. `now`, `before`: this frame and the one
        before it, both small; None where nobody knows them."""
        waited_s = at - self.searched_at
        if waited_s < BARE_TABLE.search_every_s:
            return False
        if now is None or self.looked is None or waited_s >= BARE_TABLE.search_still_s:
            return True
        if self.board is None and are_same_pictures(self.looked, now):
            return self.searches_of_one < BARE_TABLE.searches_of_one
        return before is None or are_same_pictures(before, now) or waited_s >= BARE_TABLE.search_moving_s

    def begin_search(self, at: float, now: Image) -> BareTable:
        """The table as it is searched from now on. `now`: the frame, small."""
        is_same = self.looked is not None and are_same_pictures(self.looked, now)
        searches_of_one = self.searches_of_one if is_same else 0
        return replace(self, looked=now, searches_of_one=searches_of_one, began_at=min(self.began_at, at))

    def has_no_directions(self, at: float) -> bool:
        """True once searches for a while have seen no direction card at all: they are lost, or the game goes without."""
        is_searched = self.board is None and self.arrangement is None and self.searches >= BARE_TABLE.searches_of_one
        return is_searched and self.directions_seen == 0 and at - self.began_at >= BARE_TABLE.none_after_s

    def may_go_without(self, at: float, now: Image | None = None, before: Image | None = None) -> bool:
        """True once there are no direction cards, though backs tell where the table lies. What moves may hide a card. `now`, `before`: as
        of `is_search_due`."""
        waited_s = at - self.searched_at
        if not self.backs_seen or waited_s < BARE_TABLE.search_every_s or not self.has_no_directions(at):
            return False
        is_still = now is None or before is None or are_same_pictures(before, now)
        return is_still or waited_s >= BARE_TABLE.search_moving_s

    def is_read_again(self, at: float, now: Image) -> bool:
        """Is the table to be read anew, for it has no direction cards, no card was read on it, and something came to lie there? A single
        back tells its plane but roughly. `now`: the frame, small."""
        found = self.arrangement
        if found is None or found.directions or self.board is not None or self.laid or self.confirmed:
            return False
        is_same = self.looked is not None and are_same_pictures(self.looked, now)
        return not is_same and at - self.searched_at >= BARE_TABLE.search_every_s


def are_same_pictures(one: Image, other: Image) -> bool:
    """True if nothing as large as a card differs in two small pictures of one size."""
    differs = cv2.resize(cv2.absdiff(one, other), (32, 18), interpolation=cv2.INTER_AREA)
    return int(differs.max()) <= BARE_TABLE.max_same_levels


def search_for_directions(bare: BareTable, image: Image, at: float) -> Steps[BareTable]:
    """The table after a search of one more frame for direction cards. An unseen draw pile is not waited for but asked for:
    the first card may be laid meanwhile. `at`: seconds. Where nothing is found only time and count of searches change."""
    found, other, sure, legible, seen = yield from _find_arrangement(bare, image)
    bare = replace(
        bare,
        searched_at=at,
        searches=bare.searches + 1,
        searches_of_one=bare.searches_of_one + 1,
        directions_seen=seen.directions,
        laid_seen=seen.laid,
        backs_seen=seen.backs,
        things_seen=seen.things,
        unread_board=0 if found is not None else _number_unread_board(bare),
    )
    if found is None:
        return bare
    yield ALONE
    marks = yield from _choose_landmarks_on(image, found)
    settled = legible and len(found.draws) == len(bare.plan.draws)
    doubted_at = math.inf if bare.board else at + (BARE_TABLE.doubted_after_s if settled else BARE_TABLE.search_every_s)
    return replace(
        _take_arrangement(bare, found, marks),
        other=other,
        sure=sure,
        legible=legible,
        ground=image.copy(),
        doubted_at=doubted_at,
    )


def _number_unread_board(bare: BareTable) -> int:
    """The number of the picture of a board that a person has to name, 0 for none."""
    unread = bare.board.recognise.unread if bare.board and bare.board.recognise else None
    return unread.number if unread else 0


def _take_arrangement(bare: BareTable, found: Arrangement, landmarks: Landmarks) -> BareTable:
    """The table that lies so: nothing is known of what was laid on it."""
    return replace(
        bare,
        arrangement=found,
        other=None,
        laid=_given_places(found),
        proven=frozenset(),
        alike=frozenset(),
        doubted=frozenset(),
        calm=None,
        strays=(),
        looked_for={},
        sure=False,
        legible=False,
        landmarks=landmarks,
    )


def take_without_directions(bare: BareTable, image: Image, at: float, cards: Sequence[Quad]) -> Steps[BareTable]:
    """The table without direction cards, on the plane of its backs and of the cards that were read on it, picture pixels. Unchanged
    where neither is seen, and where they do not lie on one plane."""
    size = (image.shape[0], image.shape[1])
    found = arrange_without_directions(bare.backs_seen, cards, bare.plan, size, bare.things_seen)
    if found is None:
        return bare
    taken = _take_arrangement(bare, found, (yield from _choose_landmarks_on(image, found, cards)))
    doubted_after_s = BARE_TABLE.doubted_after_s if has_all_draws(taken) else BARE_TABLE.search_every_s
    return replace(taken, ground=image.copy(), doubted_at=at + doubted_after_s)


def keep_shown_draws(bare: BareTable, other: BareTable) -> BareTable:
    """The table `other`, the same found anew, with the draw piles that a person has shown on `bare`, where they lay."""
    found, fresh = bare.arrangement, other.arrangement
    if found is None or fresh is None:
        return other
    to_mm = np.linalg.inv(fresh.registration.to_picture) @ found.registration.to_picture
    for name, card in found.draws.items():
        if name in bare.said:
            other = add_draw_pile(other, name, project(card, to_mm))
    return other


def _given_places(found: Arrangement) -> dict[str, LaidPile]:
    """Where the piles lie that have no direction card: beside a board."""
    piles = [zone.name for zone in found.layout.of_kind("card") if zone.name not in found.directions]
    return {name: LaidPile(found.middles[name]) for name in piles}


class LaterSeen(NamedTuple):
    """What a later picture shows that was not seen when the table was found."""

    draws: Mapping[str, Corners]  # draw piles, in the millimetres of the known table
    other: BareTable | None  # the table with other direction cards, all of them read; None where the known ones lie there


def search_for_rest(bare: BareTable, image: Image, at: float, gone: frozenset[str] = frozenset()) -> Steps[LaterSeen]:
    """What a picture shows besides what is known. Nothing where all is known already, and beside a board. The table may have been
    found before all was laid out. `gone`: draw piles that lie no more where they lay."""
    found = bare.arrangement
    if found is None or bare.board is not None or (bare.legible and has_all_draws(bare) and not gone):
        return LaterSeen({}, None)
    fresh = yield from search_for_directions(replace(bare, arrangement=None, searches_of_one=0), image, at)
    if fresh.arrangement is None:
        return LaterSeen({} if found.directions else _place_backs(bare, fresh.backs_seen, fresh.things_seen), None)
    if found.directions and _are_same_cards(_direction_middles(found), _direction_middles(fresh.arrangement)):
        near, draws = bare.plan.card_mm[0], move_into_frame(found, fresh.arrangement).draws
        return LaterSeen(
            {
                name: card
                for name, card in draws.items()
                if name not in found.draws or (name in gone and _is_far_from_all(card, found.draws, near))
            },
            None,
        )
    if not fresh.legible or (yield from _is_any_laid_since(bare, fresh.arrangement, image)):
        return LaterSeen({}, None)
    return LaterSeen({}, replace(fresh, searched_at=bare.searched_at, doubted_at=bare.doubted_at))


def _is_any_laid_since(bare: BareTable, other: Arrangement, image: Image) -> Steps[bool]:
    """Is among these direction cards one that came to lie there since the table was found, and that nobody read surely? The highest card
    of the deck carries the number of a direction card too. `image`: in which `other` was found."""
    if bare.ground is None:
        return False
    for card in other.directions.values():
        quad = project(card, other.registration.to_picture).astype(np.float32)
        now, before = (cut_out(picture, quad, CARD_CROP_PX) for picture in (image, bare.ground))
        if float(np.abs(now.astype(np.float32) - before).mean()) <= BARE_TABLE.max_unmoved_levels:
            continue
        yield ALONE
        is_direction = bare.marks is not None or bare.direction_reader(now).is_whole
        if not is_direction or bare.card_judge(now) is not TakenFor.OTHER:
            return True
    return False


def _place_backs(bare: BareTable, backs: Sequence[Quad], things: Sequence[Quad]) -> dict[str, Corners]:
    """Missing draw piles where these backs lie, picture pixels, on a table without direction cards: as large as a card, and off the
    piles. `things`: what else may be backs, where as many have a card's shape there as are missing still."""
    found, card_mm = bare.arrangement, bare.plan.card_mm
    assert found is not None
    to_mm = np.asarray(np.linalg.inv(found.registration.to_picture), np.float64)
    taken = [one.at for one in bare.laid.values()] + [stray.new.laid.at for stray in bare.strays]
    taken += [(float(x), float(y)) for x, y in (card.mean(axis=0) for card in found.draws.values())]

    def list_free(quads: Sequence[Quad]) -> list[Corners]:
        """Those as large as a card where nothing is known to lie, in millimetres."""
        flat = (project(quad, to_mm) for quad in quads)
        return [
            card
            for card in flat
            if abs(math.log(max(abs(signed_area(card)), 1e-6) / (card_mm[0] * card_mm[1]))) < MAX_TAPPED_SIZE_LOG
            and not any(math.dist(card.mean(axis=0).tolist(), at) < card_mm[0] for at in taken)
        ]

    missing = [name for name in bare.plan.draws if name not in found.draws]
    free = list_free(backs)[: len(missing)]
    others = [card for card in list_free(things) if has_card_sides(card, card_mm, MAX_THING_SIDE_LOG)]
    free += others if len(free) + len(others) == len(missing) else []
    return dict(zip(missing, free, strict=False))


def has_all_draws(bare: BareTable) -> bool:
    """Were all draw piles found?"""
    return bare.arrangement is not None and len(bare.arrangement.draws) == len(bare.plan.draws)


def is_plane_rough(bare: BareTable) -> bool:
    """Is the table's plane known but roughly? It is where only backs and the first cards tell it."""
    return bare.board is None and bare.arrangement is not None and not bare.arrangement.directions


def _is_far_from_all(card: Corners, others: Mapping[str, Corners], near: float) -> bool:
    """Lies a card farther than `near` millimetres from all these?"""
    return all(float(np.linalg.norm(card.mean(axis=0) - other.mean(axis=0))) > near for other in others.values())


def drop_draw_piles(bare: BareTable, cards: Sequence[LaidPile]) -> BareTable:
    """The table without draw piles where one of these cards was read. They are looked for again soon."""
    found = bare.arrangement
    if found is None:
        return bare
    near = bare.plan.card_mm[0] / 2
    wrong = {
        name for name, card in found.draws.items() if any(math.dist(card.mean(axis=0).tolist(), one.at) < near for one in cards)
    }
    if not wrong:
        return bare
    layout = replace(found.layout, zones=tuple(zone for zone in found.layout.zones if zone.name not in wrong))
    middles = {name: at for name, at in found.middles.items() if name not in wrong}
    draws = {name: card for name, card in found.draws.items() if name not in wrong}
    found = replace(found, layout=layout, middles=middles, draws=draws)
    return replace(bare, arrangement=found, doubted_at=min(bare.doubted_at, bare.searched_at + BARE_TABLE.search_every_s))


def find_other_directions(bare: BareTable, lying: Sequence[NDArray[np.float64]], image: Image) -> Steps[BareTable | None]:
    """The table if other cards than those taken are the direction cards: one of the cards `lying` now, (4, 2) pixels each, lies
    beside them. None if none does. `image`: now; searched is the picture in which the table was found."""
    if bare.ground is None or bare.arrangement is None or not lying:
        return None
    if all(rank_laid_card(bare, find_laid(bare.arrangement, quad)) for quad in lying):
        return None
    size, taken = (image.shape[0], image.shape[1]), _direction_middles(bare.arrangement)
    table = yield from search_direction_cards(bare.ground, bare.plan, bare.direction_reader, judge=bare.card_judge)
    for seen in table.ways:
        yield
        for marks in (seen.marks, seen.other):
            found = arrange_marks(marks, bare.plan, size, are_backs_told=bare.are_cards_told)
            if found is None or _are_same_cards(taken, _direction_middles(found)):
                continue
            taken_so = _take_arrangement(bare, found, (yield from _choose_landmarks_on(bare.ground, found)))
            other = replace(taken_so, sure=seen.sure, legible=seen.is_legible)
            if any(rank_laid_card(other, find_laid(found, quad)) for quad in lying):
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
    seen: SeenTable = SeenTable([])  # cards, whether or not they make an arrangement


def _find_arrangement(bare: BareTable, image: Image) -> Steps[_Found]:
    """The arrangement in a picture, as far as it is seen. By known pictures first, else by print and likeness. The second search of
    a picture is thorough, and the second of every four for a board."""
    size = (image.shape[0], image.shape[1])
    every = 4  # searches, one thorough: unknown boards cost seconds; guess
    thorough = bare.searches % every == 1 if bare.board else bare.searches_of_one > 0
    if bare.board is not None:
        return _Found((yield from arrange_around_board(image, bare.plan, bare.board, thorough)), None, False, False)
    if bare.marks is not None:
        marks = yield from bare.marks.find_marks(image, bare.plan.faces_to_find, thorough=thorough)
        found = arrange_marks(marks, bare.plan, size)
        if found is not None:
            backs = tuple(project(card, found.registration.to_picture).astype(np.float32) for card in found.draws.values())
            return _Found(found, None, True, True, SeenTable([], len(bare.plan.piles), backs))
        yield
    table = yield from search_direction_cards(image, bare.plan, bare.direction_reader, thorough, bare.card_judge)
    if table.ways and not table.ways[0].sure and not thorough:  # a card with a name that was only guessed may be another
        closer = yield from search_direction_cards(image, bare.plan, bare.direction_reader, True, bare.card_judge)
        table = closer if closer.ways and closer.ways[0].sure else table
    seen = table.ways[0] if table.ways else None
    are_told = bare.are_cards_told
    found = arrange_marks(seen.marks, bare.plan, size, are_backs_told=are_told) if seen else None
    if seen is None or found is None:
        return _Found(None, None, False, False, table)
    other = None if seen.sure or not seen.other else arrange_marks(seen.other, bare.plan, size, are_backs_told=are_told)
    return _Found(found, other and move_into_frame(found, other), seen.sure, seen.is_legible, table)


def build_bare_layout(bare: BareTable) -> Layout:
    """The layout of a found table: the places of its piles where cards lie, and spots where the first cards of the others may be
    laid. Raises `AssertionError` before the table is found."""
    found = bare.arrangement
    assert found is not None
    draws = {zone.name: zone for zone in found.layout.of_kind("draw")}
    middles = {name: laid.at for name, laid in bare.laid.items()} | {name: found.middles[name] for name in draws}
    sizes = {name: pile_place_size(found.layout.card_mm, laid.turn) for name, laid in bare.laid.items()}
    sizes |= {name: zone.rect_mm[2:] for name, zone in draws.items()}
    places = separate_places(middles, sizes)
    zones = [Zone(name, "card", places[name]) for name in bare.laid]
    zones += [replace(zone, rect_mm=places[name]) for name, zone in draws.items()]
    zones += [zone for zone in found.layout.zones if zone.kind not in ("card", "draw")]
    settled = bare.proven - bare.doubted  # a card beside any other direction card may be the first of its pile
    open_cards = {name: card for name, card in found.directions.items() if name not in settled}
    others = [rect_around(card) for name, card in found.directions.items() if name in settled]
    if found.directions or bare.board is not None:
        spots = lay_out_spots(open_cards, [*places.values(), *others], found.layout.card_mm) if open_cards else ()
    else:
        spots = _lay_out_everywhere(bare, list(places.values())) if len(bare.proven) < len(bare.plan.piles) else ()
    return replace(found.layout, zones=(*zones, *spots))


def _lay_out_everywhere(bare: BareTable, kept: Sequence[tuple[float, float, float, float]]) -> tuple[Zone, ...]:
    """Spots all over what is seen of a table. `kept`: places of piles."""
    found = bare.arrangement
    assert found is not None and bare.ground is not None
    (height, width), to_picture = bare.ground.shape[:2], found.registration.to_picture
    corners = project([(0, 0), (width, 0), (width, height), (0, height)], np.asarray(np.linalg.inv(to_picture), np.float64))

    def is_seen(point: Point) -> bool:
        x, y = project([point], to_picture)[0].tolist()
        return bool(0.04 * width < x < 0.96 * width and 0.06 * height < y < 0.94 * height)

    return lay_out_everywhere(is_seen, rect_around(corners), kept, found.layout.card_mm)


def guess_middles(bare: BareTable) -> dict[str, Point]:
    """Where every pile lies, in millimetres, draw piles included: where its cards were laid, else where others were laid beside
    their direction cards, else as the rulebook has it. Empty before the table is found."""
    found = bare.arrangement
    if found is None:
        return {}
    laid = {name: measure_offset(found.directions[name], one.at) for name, one in bare.laid.items() if name in found.directions}
    usual = next(
        iter((*_list_known_offsets(bare), *(laid[name] for name in (*sorted(bare.proven & laid.keys()), *laid)))), None
    )
    guessed = {name: place_at_offset(card, usual) for name, card in found.directions.items()} if usual else {}
    return {**found.middles, **guessed, **{name: one.at for name, one in bare.laid.items()}}


def is_named(bare: BareTable, name: str) -> bool:
    """Was the name of a pile read, or said by a person? False before the table is found. Of two players' draw piles nothing that is
    seen tells which is whose."""
    found = bare.arrangement
    if name in bare.plan.draws and len(bare.plan.draws) > 1:
        return name in bare.said
    is_read = found is not None and (bare.sure or name not in found.unnamed)
    return name in bare.said or (is_read and name not in bare.doubted)


# --- cards that are laid -----------------------------------------------------------------------------------------------


def find_laid(found: Arrangement, quad: NDArray[np.float64]) -> LaidPile:
    """Where a card lies on the table. `quad`: (4, 2) picture pixels, its upright corners."""
    card = project(quad, np.asarray(np.linalg.inv(found.registration.to_picture), np.float64))
    x, y = card.mean(axis=0).tolist()
    return LaidPile((x, y), measure_turn(card))


def rank_laid_card(bare: BareTable, laid: LaidPile, face: Face = UNREADABLE) -> list[PileGuess]:
    """The piles without a read card that a laid card may lie on, likeliest first. () before the table is found. `face`: of the card;
    its number counts for the first card, which may lie between two direction cards."""
    found = bare.arrangement
    if found is None:
        return []
    open_cards = {name: card for name, card in found.directions.items() if name not in bare.proven}
    known = _list_known_offsets(bare)
    ranked = rank_piles(laid, open_cards, known, found.layout.card_mm)
    if known or len(ranked) < 2:
        return ranked
    # the first card, between two direction cards: the others must have room on the same side of theirs
    directions = dict(bare.plan.piles)

    def weigh(guess: PileGuess) -> PileGuess:
        more = 0.0 if _have_others_room(bare, measure_offset(open_cards[guess.pile], laid.at)) else 0.5
        direction = directions[guess.pile] if is_named(bare, guess.pile) else ""
        return guess._replace(cost=guess.cost + more + weigh_number(face, direction, bare.plan.numbers))

    return sorted(map(weigh, ranked))


def _list_known_offsets(bare: BareTable) -> list[Point]:
    """How far from their direction cards piles lie of which it is known whose they are."""
    found = bare.arrangement
    assert found is not None
    sure = found.directions.keys() & (bare.proven - bare.alike - bare.doubted)
    return [measure_offset(found.directions[name], one.at) for name, one in bare.laid.items() if name in sure]


def _choose_pile_of(bare: BareTable, laid: LaidPile, face: Face) -> tuple[str | None, bool]:
    """The pile that a laid card lies on, None where nobody can say, and whether it may as well be another of its kind. As long as no
    pile is proven, a card between two direction cards may be either's."""
    if bare.arrangement is None:
        return None, False
    ranked, lead = rank_laid_card(bare, laid, face), SPOTS.min_lead
    if not _list_known_offsets(bare):
        lead = SPOTS.min_first_lead
    name = choose_pile(ranked, lead)
    if name is not None or not ranked:
        return name, False
    kinds, rivals = dict(bare.plan.piles), [one.pile for one in ranked if one.cost - ranked[0].cost < lead]
    return (rivals[0], True) if len({kinds[pile] for pile in rivals}) == 1 else (None, False)


def _find_rivals(bare: BareTable, name: str, laid: LaidPile, face: Face) -> frozenset[str]:
    """Piles of another kind on which a card may lie as well as on `name`, but for its number: any pile may come to show any number. Only
    of a pile's first card, which nobody lays at the wrong end, the number tells."""
    kinds, ranked = dict(bare.plan.piles), rank_laid_card(bare, laid)
    if _list_known_offsets(bare):
        return frozenset()
    cost = next((one.cost for one in ranked if one.pile == name), math.inf)

    def is_rival(one: PileGuess) -> bool:
        if points_down(kinds[one.pile]) == points_down(kinds[name]):
            return False
        own, other = (weigh_number(face, kinds[pile], bare.plan.numbers) for pile in (name, one.pile))
        is_told = not laid.lay_there and other - own >= SPOTS.min_number_lead and one.cost > cost - SPOTS.min_lead
        return not is_told and one.cost - cost < SPOTS.min_first_lead

    return frozenset(one.pile for one in ranked if is_rival(one))


def settle_by_second_card(bare: BareTable, name: str, before: Face, face: Face) -> BareTable:
    """The table once a card was laid on the first card of a pile that has its name by its number alone. The name is known where either card
    lies as it does on such a pile: the first near its beginning, the second towards its end. Unchanged for other piles."""
    first, second, kind = get_number(before), get_number(face), dict(bare.plan.piles).get(name, "")
    if name not in bare.doubted or first is None or second is None:
        return bare
    is_first_told = weigh_number(before, kind, bare.plan.numbers) <= SPOTS.first_part * SPOTS.number
    goes_on = second != first and (second < first) == points_down(kind)
    if not (is_first_told and goes_on):
        return bare
    return replace(bare, doubted=bare.doubted & (bare.laid.keys() - {name}))


def settle_doubted_piles(bare: BareTable) -> BareTable:
    """The table once another pile tells on which side of their direction cards cards are laid: a pile between two of them has the name
    that was thought. Unchanged where the other pile says otherwise: a person has to say then."""
    found = bare.arrangement
    lying = [name for name in sorted(bare.proven - bare.alike) if found and name in found.directions and name in bare.laid]
    if found is None or not bare.doubted or len(lying) < 2:
        return bare
    offsets = [measure_offset(found.directions[name], bare.laid[name].at) for name in lying]
    near = SPOTS.follows_cards * bare.plan.card_mm[0]
    is_alike = all(math.dist(one, offsets[0]) < near for one in offsets[1:])
    return replace(bare, doubted=frozenset()) if is_alike else bare


def settle_alike_piles(bare: BareTable) -> BareTable:
    """The table once another pile tells on which side of their direction cards cards are laid: each pile between two direction cards
    of one kind goes with the one beside which it lies as the others do."""
    found = bare.arrangement
    known = _list_known_offsets(bare) if found is not None and bare.alike else []
    if found is None or not known:
        return bare
    kinds, directions = dict(bare.plan.piles), dict(found.directions)

    def weigh(name: str) -> float:
        """How far from its usual place beside its direction card a pile lies, 0 for one that is not laid."""
        own = bare.laid.get(name)
        return 0.0 if own is None else min(math.dist(measure_offset(directions[name], own.at), other) for other in known)

    for name in sorted(bare.alike & directions.keys()):
        for other in [one for one in directions if one != name and kinds[one] == kinds[name]]:
            before = weigh(name) + weigh(other)
            directions[name], directions[other] = directions[other], directions[name]
            if weigh(name) + weigh(other) >= before:
                directions[name], directions[other] = directions[other], directions[name]
    return replace(bare, arrangement=replace(found, directions=directions), alike=frozenset())


def _have_others_room(bare: BareTable, offset: Point) -> bool:
    """Would all piles lie in the picture and off other cards, at this offset from their direction cards?"""
    found = bare.arrangement
    assert found is not None and bare.ground is not None
    places = [place_at_offset(card, offset) for card in found.directions.values()]
    (height, width), near = bare.ground.shape[:2], 0.6 * bare.plan.card_mm[0]
    seen = project(places, found.registration.to_picture)
    is_in_picture = bool(((seen > 0) & (seen < (width, height))).all())
    lying = [card.mean(axis=0) for card in (*found.directions.values(), *found.draws.values())]
    return is_in_picture and not any(math.dist(at, middle.tolist()) < near for at in places for middle in lying)


def adopt_card(bare: BareTable, laid: LaidPile, face: Face = UNREADABLE) -> tuple[BareTable, str | None]:
    """The table with a pile where a card was laid, and the pile's name; None where nobody can say whose pile it is.

    The first card decides from which end nameless direction cards are read: a rulebook's piles lie right of them. `face`: of the card,
    where it was read.
    """
    if bare.other is not None:
        ways = [replace(bare, other=None), replace(bare, arrangement=bare.other, other=None)]
        bare = max(ways, key=lambda way: _lies_right(way, laid))
    bare = _reconsider_first_pile(bare, laid)
    name, is_alike = _choose_pile_of(bare, laid, face)
    if name is None:
        return bare, None
    bare, name = _name_by_number(bare, name, face)
    rivals = _find_rivals(bare, name, laid, face)
    doubted = bare.doubted | rivals | ({name} if rivals else set())
    return replace(lay_pile(bare, name, laid), alike=bare.alike | ({name} if is_alike else set()), doubted=doubted), name


def _reconsider_first_pile(bare: BareTable, laid: LaidPile) -> BareTable:
    """The table with the first pile beside another direction card of its kind, where it then lies as the second pile does. Both may lie
    between two direction cards. Unchanged where they lie alike already, and once three piles lie."""
    found, near = bare.arrangement, SPOTS.follows_cards * bare.plan.card_mm[0]
    sure = [] if found is None else sorted(found.directions.keys() & (bare.proven - bare.alike - bare.doubted))
    if found is None or len(sure) != 1 or sure[0] not in bare.laid:
        return bare
    (first,), kinds = sure, dict(bare.plan.piles)

    def lies_alike(directions: Mapping[str, Corners]) -> bool:
        """Does the second pile lie beside a direction card of another pile as the first lies beside its own?"""
        offset = measure_offset(directions[first], bare.laid[first].at)
        others = [card for name, card in directions.items() if name != first and name not in bare.laid]
        return any(math.dist(measure_offset(card, laid.at), offset) < near for card in others)

    if lies_alike(found.directions):
        return bare
    for other, card in found.directions.items():
        if other == first or kinds[other] != kinds[first] or other in bare.laid:
            continue
        directions = {**found.directions, first: card, other: found.directions[first]}
        if lies_beside(bare.laid[first], card, bare.plan.card_mm) and lies_alike(directions):
            return replace(bare, arrangement=replace(found, directions=directions))
    return bare


def has_unread_direction(bare: BareTable, laid: LaidPile) -> bool:
    """May a laid card lie on a pile whose direction card nobody could read?"""
    return any(not is_named(bare, guess.pile) for guess in rank_laid_card(bare, laid))


def _name_by_number(bare: BareTable, name: str, face: Face) -> tuple[BareTable, str]:
    """The table with a nameless pile by the name that the number of its first card speaks for, and this name. Its direction card goes with
    it, and the name stays a guess. Unchanged where the number says little, and where no other nameless pile is free to exchange names."""
    found, number = bare.arrangement, get_number(face)
    if found is None or number is None or is_named(bare, name) or name not in found.directions:
        return bare, name
    lowest, highest = bare.plan.numbers
    along, faces = (number - lowest) / max(1, highest - lowest), dict(bare.plan.piles)
    falls = along > 0.5
    if abs(along - 0.5) < SPOTS.min_telling_part or points_down(faces[name]) == falls:
        return bare, name
    owner = name.rpartition("_")[0]
    free = [
        other
        for other in found.directions
        if points_down(faces[other]) == falls
        and other.rpartition("_")[0] == owner
        and not (is_named(bare, other) or other in bare.laid)
    ]
    if not free:
        return bare, name
    other = free[0]
    directions = {**found.directions, name: found.directions[other], other: found.directions[name]}
    middles = dict(found.middles)
    if name in middles and other in middles:
        middles[name], middles[other] = middles[other], middles[name]
    return replace(bare, arrangement=replace(found, directions=directions, middles=middles)), other


def adopt_stray(bare: BareTable, laid: LaidPile, face: Face = UNREADABLE) -> tuple[BareTable, str | None]:
    """As `adopt_card`, of a card that lies anywhere: where a single pile has no card yet it is that pile's. Without direction
    cards each is the next pile's, by a name that nobody has read."""
    after, name = adopt_card(bare, laid, face)
    if bare.arrangement is not None and not bare.arrangement.directions and bare.board is None:
        free = [pile for pile, _ in bare.plan.piles if pile not in bare.laid]
        # of two players' piles, the first card is of the owner
        name = next((pile for pile in free if bare.plan.owners and pile.startswith(f"{face[:1]}_")), free[0] if free else None)
        return (after, None) if name is None else (lay_pile(bare, name, laid), name)
    left = [pile for pile, _ in bare.plan.piles if pile not in bare.proven]
    if name is not None or len(left) != 1 or len(bare.plan.piles) == 1:
        return after, name
    crossed = _find_crossed_piles(bare, left[0], laid)
    return replace(lay_pile(bare, left[0], laid), doubted=bare.doubted | crossed), left[0]


def _find_crossed_piles(bare: BareTable, name: str, laid: LaidPile) -> frozenset[str]:
    """The last pile, `name`, and another, where either's card lies beside the other's direction card: their names are likely exchanged.
    Empty where nothing says so. `laid`: where the card of the last pile lies."""
    directions = {} if bare.arrangement is None else bare.arrangement.directions
    if name not in directions or lies_beside(laid, directions[name], bare.plan.card_mm):
        return frozenset()
    crossed = {
        other
        for other, card in directions.items()
        if other in bare.laid
        and lies_beside(laid, card, bare.plan.card_mm)
        and lies_beside(bare.laid[other], directions[name], bare.plan.card_mm)
    }
    return frozenset(crossed | {name}) if crossed else frozenset()


def lay_pile(bare: BareTable, name: str, laid: LaidPile) -> BareTable:
    """The table with pile `name` where a card lies."""
    assert bare.arrangement is not None
    direction = bare.arrangement.directions.get(name)
    turn = laid.turn if direction is None else snap_turn(laid.turn, direction)
    return replace(bare, laid={**bare.laid, name: replace(laid, turn=turn)})


def _lies_right(bare: BareTable, laid: LaidPile) -> bool:
    """Does a card lie right of the direction card of its pile, more than above or below?"""
    ranked = rank_laid_card(bare, laid)
    if not ranked or bare.arrangement is None:
        return False
    x, y = measure_offset(bare.arrangement.directions[ranked[0].pile], laid.at)
    return x > abs(y)


def drop_piles(bare: BareTable, names: frozenset[str]) -> BareTable:
    """The table without piles where no card lies after all."""
    return replace(
        bare,
        laid={name: one for name, one in bare.laid.items() if name not in names},
        alike=bare.alike - names,
        doubted=bare.doubted - names,
    )


def confirm_names(bare: BareTable, names: frozenset[str]) -> BareTable:
    """The table once a person has said that piles bear these `names`. Raises `LayoutError` for a name no pile has."""
    if not names <= guess_middles(bare).keys():
        raise LayoutError(f"nobody knows yet where {', '.join(sorted(names - guess_middles(bare).keys()))} lie")
    said = replace(bare, other=None, said=bare.said | names, doubted=bare.doubted - names, confirmed=True)
    return settle_alike_piles(said)


def rename_bare_piles(bare: BareTable, names: Mapping[str, str]) -> BareTable:
    """The table with piles renamed. `names`: new names by old. Raises `LayoutError` for a name no pile has."""
    found = bare.arrangement
    if found is None or not all(name in dict(bare.plan.piles) for name in names):
        raise LayoutError(f"there are no such piles as {', '.join(sorted(names))}")
    middles = guess_middles(bare)
    if not all(name in middles for name in names):
        raise LayoutError(f"nobody knows yet where {', '.join(sorted(names))} lie")
    called = {name: names.get(name, name) for name in (*found.middles, *middles)}
    moved = {called[name]: at for name, at in middles.items()}
    directions = {called[name]: card for name, card in found.directions.items()}
    zones = tuple(replace(zone, name=called.get(zone.name, zone.name)) for zone in found.layout.zones)
    unnamed = frozenset(called.get(name, name) for name in found.unnamed) - {*names.values()}
    layout = replace(found.layout, zones=zones)
    renamed = replace(found, layout=layout, middles=moved, directions=directions, unnamed=unnamed)
    return replace(
        bare,
        arrangement=renamed,
        other=None,
        laid={called[name]: one for name, one in bare.laid.items()},
        proven=frozenset(called[name] for name in bare.proven),
        tops={called[name]: face for name, face in bare.tops.items()},
        said=bare.said | {*names.values()},
        alike=frozenset(called[name] for name in bare.alike),
        doubted=frozenset(called[name] for name in bare.doubted) - {*names.values()},
        confirmed=True,
    )


def add_draw_pile(bare: BareTable, name: str, card: Corners) -> BareTable:
    """The table with a draw pile where its top card lies. Raises `LayoutError` for a name no draw pile has. `card`: (4, 2)
    millimetres."""
    found = bare.arrangement
    if found is None or name not in bare.plan.draws:
        raise LayoutError(f"there is no such draw pile as {name}")
    middle, (width, height) = card.mean(axis=0).tolist(), draw_place_size(card)
    zone = Zone(name, "draw", (middle[0] - width / 2, middle[1] - height / 2, width, height))
    layout = replace(found.layout, zones=(*(one for one in found.layout.zones if one.name != name), zone))
    middles, draws = {**found.middles, name: (middle[0], middle[1])}, {**found.draws, name: card}
    return replace(bare, arrangement=replace(found, layout=layout, middles=middles, draws=draws))


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


def choose_landmarks_anew(bare: BareTable, image: Image, registration: Registration) -> Steps[Landmarks]:
    """Landmarks in a later picture of a table that lies as `registration` says. Raises `AssertionError` before it is found."""
    assert bare.arrangement is not None
    laid = [corners_of_card(one, bare.plan.card_mm) for one in bare.laid.values()]
    quads = [project(card, registration.to_picture).astype(np.float32) for card in laid]
    return (yield from _choose_landmarks_on(image, replace(bare.arrangement, registration=registration), quads))


def _choose_landmarks_on(image: Image, found: Arrangement, laid: Sequence[Quad] = ()) -> Steps[Landmarks]:
    """Landmarks on the table just found: its still cards, and its texture off the zones and off cards laid already, `laid`,
    picture pixels: the next card covers them."""
    to_picture = found.registration.to_picture
    spots = lay_out_spots(found.directions, [zone.rect_mm for zone in found.layout.of_kind("draw")], found.layout.card_mm)
    busy = [project(corners_of(zone.rect_mm), to_picture) for zone in (*found.layout.zones, *spots)]
    if not found.directions and not found.still:  # cards may be laid anywhere, and hide landmarks
        busy = [project(corners_of(zone.rect_mm), to_picture) for zone in found.layout.of_kind("draw")]
    busy += [np.asarray(quad, np.float64) for quad in laid]
    cards = [project(card, to_picture) for card in (*found.directions.values(), *found.still)]
    scale = profile_for(found.layout, found.registration).px_per_mm
    return (yield from choose_landmarks(image, found.registration, cards, busy, scale))


# --- piles -----------------------------------------------------------------------------------------------------------


def start_pile(lying: SeenPile, laid: LaidPile, bare: BareTable) -> SeenPile:
    """The pile at the place where its first card was laid just now, with the look of the place before. Unchanged but for its
    place before the table is found."""
    placed = replace(lying, middle_mm=laid.at, turn_deg=math.degrees(laid.turn))
    if bare.ground is None or bare.arrangement is None:
        return placed
    look = card_pile.rectify_pile(placed, bare.ground, bare.arrangement.registration.to_picture)
    # a card has surely come to lie there, though it may look nearly as the place did
    return replace(card_pile.settle_pile(placed, look, EMPTY), bare_look=None)


def set_pile_middles(piles: Piles, bare: BareTable) -> Piles:
    """The piles, each with the place and turn at which it lies. Raises `KeyError` for a pile that was not found."""
    placed = {
        name: replace(lying, middle_mm=bare.laid[name].at, turn_deg=math.degrees(bare.laid[name].turn))
        for name, lying in piles.piles.items()
    }
    return replace(piles, piles=placed)


def learn_bare_grounds(piles: Piles, bare: BareTable) -> Piles:
    """The newly found piles, each with its place's look without a card, unless a card can be read there."""
    for name, lying in piles.piles.items():
        if not _could_read_card(piles, lying, bare):
            piles = piles.replace_pile(name, _learn_ground_at(lying, bare))
    return piles


def learn_grounds_of(piles: Piles, names: Iterable[str], bare: BareTable) -> Piles:
    """The piles, some with the look of their places without a card. `names`: of piles on which a card was read."""
    for name in names:
        piles = piles.replace_pile(name, _learn_ground_at(piles.piles[name], bare))
    return piles


def _learn_ground_at(lying: SeenPile, bare: BareTable) -> SeenPile:
    """The pile with the look of its place when the table was found. Unchanged before the table is found, and where a card lay there
    then: the place would look empty with that card."""
    laid = bare.laid.get(lying.zone.name)
    if bare.ground is None or bare.arrangement is None or (laid is not None and laid.lay_there):
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


def move_places_to_piles(bare: BareTable, piles: Piles, names: tuple[str, ...]) -> tuple[BareTable, Layout | None, Piles]:
    """The table, its new layout and the piles with the places of piles `names`, just settled, moved to their top cards. None and
    both unchanged where no pile moved. A moved pile forgets its settled look."""
    moved = {name: at for name in names if name in bare.laid and (at := _moved_middle(piles.piles[name])) is not None}
    if not moved or bare.arrangement is None:
        return bare, None, piles
    bare = replace(bare, laid={**bare.laid, **{name: replace(bare.laid[name], at=at) for name, at in moved.items()}})
    layout = build_bare_layout(bare)
    for name, lying in piles.piles.items():
        zone = layout.zone(name)
        if zone != lying.zone:
            on_place = _learn_ground_at(replace(lying, zone=zone, middle_mm=bare.laid[name].at), bare)
            piles = piles.replace_pile(name, replace(on_place, settled_look=None))
    return bare, layout, piles


def _moved_middle(lying: SeenPile) -> Point | None:
    """Middle of a pile now, None if unmoved. None also for a pile that is not recognised. Unmoved: within
    `BARE_TABLE.min_follow_mm`."""
    if lying.place is None or not lying.is_recognised or lying.middle_mm is None:
        return None
    x, y = lying.place.mean(axis=0).tolist()
    return (x, y) if math.dist((x, y), lying.middle_mm) > BARE_TABLE.min_follow_mm else None


# --- a card that a person taps ---------------------------------------------------------------------------------------


MAX_THING_SIDE_LOG = 0.2  # logarithm of each side against a card's, of what may be a pile seen aslant; guess

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
