"""Read rectified crops of the cards of an enrolled deck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from threading import Lock
from typing import Any, Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import Quad
from vision.readers.enrolled import features
from vision.readers.enrolled.alignment import (
    Target,
    align_corners,
    correlate_vectors,
    measure_likeness,
    measure_worst_spot,
    prepare_target,
    warp_to_corners,
)
from vision.readers.enrolled.file import Deck
from vision.readers.enrolled.fusion import combine_opinions, estimate_probabilities, update_probabilities
from vision.readers.enrolled.laid_under import read_card_laid_under
from vision.readers.enrolled.paper import measure_lamp_white
from vision.readers.enrolled.partial import PartReader
from vision.readers.enrolled.rivals import (
    RIVALS,
    LaidCrop,
    compare_rivals,
    compute_tint_evidence,
    find_different_tints,
    find_paler_pairs,
    measure_tint,
    measure_tint_misfits,
)
from vision.readers.enrolled.seen_crop import Fit, SeenCrop, measure_corner_offset
from vision.readers.enrolment.learning import judge_features
from vision.types import UNREADABLE, Face, Image, Reader, Reading, Tones


@dataclass(frozen=True, slots=True)
class CardThresholds:
    """When the reading of a whole card is accepted."""

    min_probability: float = 0.9  # of being right: with less a person is asked; see also `Deck.likeness` in file.py; guess
    likeness_per_offset: float = 3.0
    """more likeness asked of a crop cut askew, per part of the sides that a corner is off; guess."""
    max_likeness_due: float = 0.8
    """most likeness asked of a crop cut askew: pips can be laid on pips of another card. Below, `min_spot_agreement` is asked
    too; guess."""
    min_spot_agreement: float = 0.36
    """of a crop below `max_likeness_due`, in pictures of every crop (`_check_every_sign` in reader.py); right readings 45 to 76
    px wide 0.57 or more, an unknown 3 read as an 8 at most 0.26; measured on drawn decks."""
    min_spot_agreement_of_partial_deck: float = 0.6
    """of every crop where unknown cards may be laid; known cards have 0.70 or more, others 0.54 or less; measured on drawn
    decks."""
    max_blank_contrast: float = 0.3  # against most cards, where faces are told apart: an ace is known by blankness; guess
    min_sign_likeness_gap: float = 0.08  # between the pictures of two faces that differ in a whole sign; guess
    min_lead_part: float = 0.5  # of the gap between the pictures: a mirrored lamp turns a 3 into nearly a 2; guess


WHOLE_CARD = CardThresholds()


@dataclass(frozen=True, slots=True)
class ComparisonThresholds:
    """Which faces are aligned with a crop and compared."""

    min_compared_probability: float = 5e-4  # above the least probability of all faces; of the three likeliest faces only; guess
    max_rival_likeness_gain: float = 0.05
    """a face aligned with more likeness than the likeliest face plus this speaks against it; guess."""
    max_corner_offset_part: float = 0.03  # of a card's sides; a crop cut worse is cut anew; guess
    max_sure_corner_offset_part: float = 0.05  # of a sure reading's crop, which may show another card's print; guess
    min_lone_likeness: float = 0.93
    """a likeliest face with less is compared with the next one, however sure the judges; asked by numbers/own.py too; guess."""
    min_deck_likeness: float = 0.25
    """less like the likeliest face: the crop shows no card of the deck, and improving.py does not learn from the crop;
    guess."""


COMPARISON = ComparisonThresholds()


@dataclass(frozen=True, slots=True)
class ColourThresholds:
    """When a crop has the colour of a face."""

    min_tint_evidence: float = 1.0  # for a card's own colour against a twin's, a logarithm; guess
    max_tint_misfit: float = 4.5  # under a known lamp; of 560 drawn cards under haze and gloss none has more than 1.3; measured
    max_colour_misfit_part: float = 0.4
    """under an unknown lamp, asked only beyond `max_tint_misfit`; photographs read rightly 0.13 at most, other colours 0.61 and
    more; measured by bench_photos.py."""
    min_twin_likeness: float = 0.8
    """correlation of two faces that differ in colour only: silver and gold have other greys; guess."""
    max_twin_gap: float = 0.05  # a face with this much less likeness than the most alike one is no twin; guess
    max_paler_twin_gap: float = 0.01  # max_twin_gap of one hue: a mirrored lamp at enrolment pales a card too; guess
    min_paper_likeness: float = 0.8  # a card aligned so well shows where paper is paper; guess


CARD_COLOUR = ColourThresholds()


@dataclass(frozen=True, slots=True)
class SecondReaderThresholds:
    """When a second reader, for cards of any maker, is heard about a card."""

    min_seconded_likeness: float = 0.88  # other makers' cards named alike have 0.78 at most; measured by bench_photos.py
    min_undisputed_likeness: float = 0.9
    """other makers' cards taken for a wrong one had 0.88 at most; measured by bench_photos.py."""
    min_seconded_probability: float = 0.02  # of the face that the second reader names; guess


SECOND_READER = SecondReaderThresholds()


@dataclass(frozen=True, slots=True, eq=False)
class CardSight:
    """A reading and the evidence for the reading."""

    reading: Reading  # the face, accepted or not
    turned: bool  # the crop shows the card upside down
    whole: float  # likeness (-1 to 1) of the whole card to the enrolled picture
    distinctive: float  # likeness in the pixels that tell the deck's cards apart; of a face blank there, how blank the crop is
    place: NDArray[Any]  # (4, 2) corners of the card in parts of the crop, from the crop's top left
    laid: NDArray[Any]  # (136, 96) texture of the crop, aligned with the enrolled picture
    narrow: bool = False  # the crop is nearly as much like another face that differs in a whole sign

    @property
    def corner_offset(self) -> float:
        """The largest distance of a corner of the card from the same corner of the crop, in parts of the sides."""
        return measure_corner_offset(self.place)


def decode_picture(deck: Deck, face: int) -> Image:
    """(280, 200, 3) uint8 BGR, upright: the enrolled picture of the face of a number."""
    return np.asarray(cv2.imdecode(np.frombuffer(deck.pictures[face], np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _prepare_face_target(deck: Deck, face: int) -> Target:
    return prepare_target(deck.planes[face].astype(np.float32))


class CropReader(Reader):
    """Reads crops of the cards of one deck (a `vision.types.Reader`). 5 ms a crop on one core; may be shared by threads."""

    def __init__(self, deck: Deck, lacks: bool = False, second: Reader | None = None) -> None:
        """`lacks`: unknown cards may be laid, so a likely face may be an unknown card's neighbour. `second`: a reader of any
        maker's cards, asked about cards much like the deck's and yet in doubt."""
        self.deck, self.deck_name, self._lacks = deck, deck.name, lacks
        self._second, self._one_at_a_time = second, Lock()
        self._tones: Tones | None = None
        self._onto = prepare_target(deck.mean, deck.steady)
        self._judges = (deck.shape, deck.colour, deck.print)
        # no cached method, which would keep the reader for ever; the sixteen faces used last: cards on the table are read often
        self._own = lru_cache(maxsize=16)(partial(_prepare_face_target, deck))
        self.parts = PartReader(deck)
        self._telling = np.isin(np.arange(deck.mean.size), deck.pixels).reshape(deck.mean.shape)
        flat = deck.planes.reshape(len(deck.faces), -1).astype(np.float32)
        self._contrast = float(np.median(flat[:, deck.pixels].std(axis=1)))
        self._apart = self._measure_own_leads()
        self._tints = np.stack([measure_tint(colour) for colour in self.parts.chroma])
        self._like: NDArray[Any] = np.atleast_2d(np.corrcoef(flat))  # (C, C) likeness of the faces' prints
        self._paler = find_paler_pairs(self._tints, self._tints)
        self._twins = self._find_twins()
        self._other_colour = find_different_tints(self._tints, self._tints) & ~self._paler
        for face, twins in enumerate(self._twins):
            self._other_colour[face, twins] = True

    def read(self, crop: Image) -> Reading:
        """The reading of a rectified crop (h, w, 3) of one card, either way up; the face is "?" for a card not of the deck."""
        return self.ask_second_reader(self.examine_crop(crop), crop)

    def ask_second_reader(self, sight: CardSight, crop: Image) -> Reading:
        """The reading of `crop`, seen as `sight`, after the second reader was asked, if worth asking.

        A doubtful reading is accepted if the second reader surely names a likely face. A mirrored lamp hides a sign, a coloured
        lamp recolours a card, and some decks differ in a small number only; another reader is not misled in the same way. An
        accepted reading with little likeness, or nearly like another face, is refused if the second reader surely names another
        face.
        """
        reading, alike = sight.reading, sight.reading.likeness or 0.0
        plain = alike >= SECOND_READER.min_undisputed_likeness and not sight.narrow
        nothing_to_ask = plain if reading.accepted else alike < SECOND_READER.min_seconded_likeness
        if self._second is None or nothing_to_ask or reading.face == UNREADABLE:
            return reading
        with self._one_at_a_time:
            said = self._second.read(crop)
        if reading.accepted:
            same = said.face in (reading.face, reading.face.partition(":")[0])  # a command is no part of the number
            return replace(reading, accepted=same or not said.accepted)
        return self._adopt_second_reading(reading, said) if said.accepted else reading

    def _adopt_second_reading(self, reading: Reading, said: Reading) -> Reading:
        """The doubtful reading, accepted with the face that the second reader `said`, if likely and not of another colour; else
        unchanged."""
        shares = {reading.face: reading.confidence} | dict(reading.alternatives)
        likely = [face for face, share in shares.items() if share >= SECOND_READER.min_seconded_probability]
        of_two_colours = self._second is not None and any(self._second.differ_in_colour(said.face, face) for face in likely)
        if said.face not in likely or of_two_colours:
            return reading
        confidence = max(said.confidence, shares.pop(said.face))
        others = sorted(shares.items(), key=lambda other: -other[1])
        return replace(reading, face=said.face, confidence=confidence, alternatives=tuple(others), accepted=True)

    def under(self, tones: Tones | None) -> Self:
        """A copy of the reader for a picture with the given white and black; None: the lamp is unknown. As
        `vision.types.Reader`."""
        lit = copy(self)
        lit._tones = tones
        return lit

    def white_on(self, crop: Image, face: Face) -> tuple[float, float, float] | None:
        """Blue, green and red (0 to 255) of white on a crop of the card `face`, as `vision.types.Reader`.

        None for a face not of the deck, a pale card, a badly aligned crop, or too little white. Only a bold colour passes for
        no other under any lamp.
        """
        number = self.deck.faces.index(face) if face in self.deck.faces else None
        if number is None or np.abs(self._tints[number]).sum() < RIVALS.min_tint_difference:
            return None
        small = features.resize_to_canonical(crop)
        texture = features.compute_texture(small)
        fit = max((self.align_to_face(texture, number, turned) for turned in (False, True)), key=lambda fit: fit.whole)
        if fit.whole < CARD_COLOUR.min_paper_likeness:
            return None
        way = np.ascontiguousarray(small[::-1, ::-1]) if fit.turned else small
        laid = warp_to_corners(way, fit.corners, features.CANONICAL_SIZE)
        return measure_lamp_white(np.asarray(laid, np.uint8), features.resize_to_canonical(decode_picture(self.deck, number)))

    def laid_under(self, image: Image, before: Image, top: Quad, known: Sequence[Face]) -> Reading | None:
        """The reading of the card under the `top` card by the part that shows; None if no such card can be told. As
        `vision.types.Reader`."""
        return read_card_laid_under(self.parts, image, before, top, known)

    def list_pictures(self) -> Iterator[Image]:
        """The enrolled picture of each face, (280, 200, 3) uint8 BGR, upright."""
        return (decode_picture(self.deck, number) for number in range(len(self.deck.faces)))

    def examine_crop(self, crop: Image) -> CardSight:
        """The reading of a rectified crop, with the evidence for the reading."""
        seen = self._measure_crop(features.resize_to_canonical(crop))
        chance, fits = self._judge_crop(seen, self._score_faces(seen))
        best_fit = max(fits, key=lambda fit: fit.whole)
        awry = fits[0].corner_offset > (
            COMPARISON.max_corner_offset_part
            if chance[fits[0].face] < WHOLE_CARD.min_probability
            else COMPARISON.max_sure_corner_offset_part
        )
        if awry or best_fit.whole > fits[0].whole + COMPARISON.max_rival_likeness_gain:
            # the texture shared by the deck placed the corners badly; the face that fits best places the corners better
            corners = (best_fit.place * np.array(features.CANONICAL_SIZE) - 0.5).astype(np.float32)
            anew = self._measure_crop(np.asarray(warp_to_corners(seen.small, corners, features.CANONICAL_SIZE), np.uint8))
            chance, fits = self._judge_crop(seen, self._score_faces(anew, laid_already=True))
        unrivalled = best_fit.whole <= fits[0].whole + COMPARISON.max_rival_likeness_gain and self._has_its_colour(
            fits[0], seen
        )
        strange = seen.white_is_known and _is_of_no_tint(self._tints, seen)  # however like one of the deck's cards its print is
        known = fits[0].whole >= COMPARISON.min_deck_likeness and not strange
        narrow = any(self._leads_by_little(fits[0], other) for other in fits[1:])
        return self._make_sight(chance, fits[0], known, unrivalled, narrow)

    def _leads_by_little(self, first: Fit, other: Fit) -> bool:
        """Is the crop hardly more like the first face, though a whole sign of the other face differs? Never for faces that
        differ in less than a sign."""
        due = 1 - float(self._like[first.face, other.face])
        return due >= WHOLE_CARD.min_sign_likeness_gap and first.whole - other.whole < WHOLE_CARD.min_lead_part * due

    def _shows_every_sign(self, fit: Fit) -> bool:
        """Are all signs of the face there and no others? True unasked for a crop of high likeness, if no unknown cards may be
        laid."""
        least = (
            WHOLE_CARD.min_spot_agreement_of_partial_deck
            if self._lacks
            else WHOLE_CARD.min_spot_agreement
            if fit.whole < WHOLE_CARD.max_likeness_due
            else None
        )
        return least is None or self.measure_worst_spot_of(fit.face, fit.laid) >= least

    def measure_worst_spot_of(self, face: int, laid: NDArray[Any]) -> float:
        """The agreement (-1 to 1) of a crop's texture, aligned with the picture of a face, in the spot of least agreement."""
        return measure_worst_spot(self._own(face).plane, laid)

    def _measure_crop(self, small: Image) -> SeenCrop:
        return SeenCrop(small, self.deck.darkest, self._tones)

    def _judge_crop(self, seen: SeenCrop, ways: NDArray[Any]) -> tuple[NDArray[Any], list[Fit]]:
        """(C,) the probability of each face after the likeliest were aligned with the crop, and the alignments, likeliest
        first. `ways`: (2, C) by `_score_faces`."""
        chance = estimate_probabilities(ways.max(axis=0), self._apart)
        fits = self._align_likely_faces(seen, ways, chance)
        if len(fits) > 1:
            chance = update_probabilities(chance, self._compare_with_first(seen, fits))
            fits.sort(key=lambda fit: -chance[fit.face])
        return chance, fits

    def _align_likely_faces(self, seen: SeenCrop, ways: NDArray[Any], chance: NDArray[Any]) -> list[Fit]:
        """The alignments of the likeliest face, first, and of up to two rivals, each with the twin of best colour. `ways`: (2,
        C) by `_score_faces`. `chance`: (C,)."""
        order = np.argsort(-chance)[:3]  # more would cost too much time
        likely = [
            int(face) for face in order if chance[face] > chance.min() + COMPARISON.min_compared_probability or face == order[0]
        ]
        twins = (self._choose_twin(face, seen.tint) for face in tuple(likely) if len(self._twins[face]))
        likely += [twin for twin in dict.fromkeys(twins) if twin not in likely]
        fits = [self._align_once(seen, face, bool(ways[1, face] > ways[0, face])) for face in likely]
        if len(fits) == 1 and fits[0].whole < COMPARISON.min_lone_likeness:
            fits.append(self._align_once(seen, second := int(order[1]), bool(ways[1, second] > ways[0, second])))
        return fits

    def _align_once(self, seen: SeenCrop, face: int, turned: bool) -> Fit:
        """The alignment of the crop with a face, made only once."""
        if (face, turned) not in seen.fits:
            seen.fits[face, turned] = self.align_to_face(seen.texture, face, turned)
        return seen.fits[face, turned]

    def _choose_twin(self, face: int, seen: NDArray[Any]) -> int:
        """The face of the same print whose colour explains the tint `seen` best. The face must have a twin."""
        twins = self._twins[face]
        misfits = measure_tint_misfits(seen, self._tints[twins])
        nearest = twins[misfits < misfits.min() + CARD_COLOUR.min_tint_evidence]
        return int(nearest[self._like[face, nearest].argmax()])

    def _has_its_colour(self, fit: Fit, seen: SeenCrop) -> bool:
        """Does the colour of the face of `fit` explain the crop: no other colour of the deck clearly better, a twin's colour
        clearly worse? A twin is a face of the same print in another colour."""
        face, own = fit.face, self._tints[fit.face]
        if _is_of_no_tint(own[None], seen) and (
            seen.white_is_known or self._lay_beside_face(seen, fit).colour_misfit > CARD_COLOUR.max_colour_misfit_part
        ):
            return False
        others = self._tints[self._other_colour[face]]
        if (
            len(others)
            and measure_tint_misfits(seen.tint, others).min()
            < measure_tint_misfits(seen.tint, own[None])[0] - CARD_COLOUR.min_tint_evidence
        ):
            return False
        if not len(self._twins[face]):
            return True
        return all(
            compute_tint_evidence(tint, own, self._tints[self._choose_twin(face, tint)]) > CARD_COLOUR.min_tint_evidence
            for tint in seen.tints
        )

    def _find_twins(self) -> list[NDArray[np.int64]]:
        """For each face (k,) the numbers of faces that differ in the colour of the whole card only."""
        differ = find_different_tints(self._tints, self._tints)
        best = np.where(differ & ~self._paler, self._like, -1.0).max(axis=1, keepdims=True)
        least = np.where(
            best > 0,
            np.maximum(
                best - np.where(self._paler, CARD_COLOUR.max_paler_twin_gap, CARD_COLOUR.max_twin_gap),
                CARD_COLOUR.min_twin_likeness,
            ),
            np.inf,
        )
        return [np.flatnonzero(row) for row in differ & (self._like > least)]

    def _compare_with_first(self, seen: SeenCrop, fits: Sequence[Fit]) -> dict[int, float]:
        """By number of the face, how much print and colour of the crop speak for the face rather than for the face of
        `fits[0]`: logarithms, 0 for the first."""
        first, *others = (self._lay_beside_face(seen, fit) for fit in fits)
        twins = self._twins[fits[0].face]
        more = (compare_rivals(first, laid, fit.face in twins) for fit, laid in zip(fits[1:], others, strict=True))
        return {fits[0].face: 0.0} | {fit.face: -by for fit, by in zip(fits[1:], more, strict=True)}

    def _lay_beside_face(self, seen: SeenCrop, fit: Fit) -> LaidCrop:
        """Print and colour of the crop beside those of the face of `fit`, put together only once and kept in `seen`."""
        if (fit.face, fit.turned) not in seen.laid:
            way = np.s_[:: -1 if fit.turned else 1, :: -1 if fit.turned else 1]
            colours = warp_to_corners(np.ascontiguousarray(seen.colours[way]), fit.corners, features.CANONICAL_SIZE)
            face, tints = self._own(fit.face).plane, self.parts.chroma[fit.face]
            laid = LaidCrop(fit.laid[way], face[way], self._telling[way], colours[way], tints[way], self._tints[fit.face])
            seen.laid[fit.face, fit.turned] = laid
        return seen.laid[fit.face, fit.turned]

    def _make_sight(self, chance: NDArray[Any], fit: Fit, known: bool, unrivalled: bool, narrow: bool) -> CardSight:
        """The sight of the crop read as the face of `fit`. `chance`: (C,) of each face. `known`: may be a card of the deck;
        else the face is "?".

        `unrivalled`: no other face comes near; only the judges may speak against this one. `narrow`: see `CardSight`.
        """
        faces, confidence = self.deck.faces, float(chance[fit.face])
        alike = fit.whole >= max(
            self.deck.likeness[0],
            min(self.deck.likeness[0] + WHOLE_CARD.likeness_per_offset * fit.corner_offset, WHOLE_CARD.max_likeness_due),
        )
        sure = confidence >= WHOLE_CARD.min_probability and alike and fit.distinctive >= self.deck.likeness[1]
        others = [int(i) for i in np.argsort(-chance)[:5] if i != fit.face][:4]
        alternatives = tuple((faces[i], float(chance[i])) for i in others)
        face = faces[fit.face] if known else UNREADABLE
        accepted = bool(sure and known and unrivalled and self._shows_every_sign(fit))
        reading = Reading("", face, confidence if known else 0.0, alternatives, accepted, fit.whole)
        return CardSight(reading, fit.turned, fit.whole, fit.distinctive, fit.place, fit.laid, narrow)

    def _score_faces(self, seen: SeenCrop, laid_already: bool = False) -> NDArray[Any]:
        """(2, C) scores of all judges together for each face, held upright and upside down. `laid_already`: the corners of the
        crop are right."""
        said = judge_features(
            seen.small, seen.texture, self._onto, self.deck.pixels, self._judges, self.deck.darkest, laid_already
        )
        return combine_opinions(said, self.deck.weights).reshape(2, -1)

    def _measure_own_leads(self) -> NDArray[Any]:
        """(C, C) by how much the enrolled picture of each face prefers the own face to each other face."""
        crops = (self._measure_crop(features.resize_to_canonical(picture)) for picture in self.list_pictures())
        scores = np.stack([self._score_faces(crop).max(axis=0) for crop in crops])
        return np.asarray(np.diag(scores)[:, None] - scores, np.float32)

    def align_to_face(self, texture: NDArray[Any], face: int, turned: bool) -> Fit:
        """The alignment of the texture of a canonical crop with the picture of a face. `turned`: the crop is upside down."""
        onto = self._own(face)
        corners, laid = align_corners(onto, features.turn_plane(texture) if turned else texture)
        a, b = laid.ravel()[self.deck.pixels], onto.plane.ravel()[self.deck.pixels]
        blank = float(b.std()) < WHOLE_CARD.max_blank_contrast * self._contrast
        distinctive = 1 - float(a.std()) / self._contrast if blank else correlate_vectors(a, b)
        return Fit(face, turned, measure_likeness(laid, onto.plane), distinctive, corners, laid)


def _is_of_no_tint(tints: NDArray[Any], seen: SeenCrop) -> bool:
    """Is the crop's colour impossible for all of these tints, (n, 2)?"""
    return all(float(measure_tint_misfits(tint, tints).min()) > CARD_COLOUR.max_tint_misfit for tint in seen.tints)
