"""Patches of a small picture that are hands and arms, where they come in, and in which zone they have their fingers and their tips."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.bulges import broad_in, bulges
from vision.hands.carried import Tops
from vision.hands.edge import place_of
from vision.hands.entries import Entries, entry_of, others_in, with_entry
from vision.hands.field import Field, Mask
from vision.plane.homography import project

PUT_DOWN_AFTER = 0.5
"""Seconds without motion after which something that no arm holds, and that hides no zone, belongs to the table."""

BELONGS_AFTER = 5.0
"""The same for what reaches in from outside, or hides part of a zone."""

BELONGS_ON_ZONE_AFTER = 30.0
"""The same for an arm that hides part of a zone."""

TIPS_AT_BOARD = 0.5
"""Part of the fingers' length that tells whether a hand is at a board: its cells are small and lie close to other zones."""

CELLS_OF_CHIPS = 4
"""Cells of a board that chips may change together."""

KNOWN_ALONG_RIM = 3.0
"""Lengths of fingers from which on what lies along the rim shows from where it comes: of a hand alone, and what it has laid, nobody can tell
at which end its arm is."""

HELD_BY_ARM = 0.4
"""Lengths of fingers from where an arm came in within which a patch holds that arm."""

FINGERTIPS = 0.2
"""Part of the fingers' length that is their tips: with these on the edge of a draw pile the palm is over what lies beside it."""

BESIDE = 0.6
"""Lengths of fingers within which tips are beside a draw pile that may be at it: a hand is above the table, and from aside it looks as if
it were farther out."""

ACROSS = 2.0
"""Lengths of fingers from which on an arm whose tips are at the rim came in at another side."""

ACROSS_MIDDLE = 0.5
"""Lengths of fingers by which the middle of such an arm is farther from the rim than that of a hand that lies along the rim."""

TO_SHOULDER = 3.6
"""Lengths of fingers from the table's edge to the shoulder of who sits there: 200 mm."""

LAID, LAID_ASTRAY = 0.13, 2.5
"""Seconds without motion after which what may be a card is one; the same where print shows the edge of its zone: few stick out there, and by
then it is known whether a drop or a mirrored lamp hides that part of the picture (see `vision.visible.veils`)."""

MOST_OF_CARD, IN_PLACE = 1.8, 0.4
"""Cards that a patch may be large that is one, laid on another; and the part of it that must lie in one zone."""

BROAD_AS_FINGER, SEEN_OF_HAND = 0.25, 0.75
"""Lengths of fingers (14 mm) that hold in what is seen of fingers on a draw pile, which more than a card that was pushed shows at its edges;
and the part of a card that they hide at most: more is a pile that is gone."""


@dataclass(frozen=True, slots=True)
class Blob:
    """A connected patch that is not table: pixels in each zone, when it last moved, its mask, whether it reaches in from outside, and
    which zone its tip is in (0 for none, else 1 + index). `laid`: seconds without motion after which it is none but a card, for it is as
    large as one and lies mostly in one zone; None for what is too large. `entry`: row and column where it comes in, of an arm; `guessed`: it
    lies along the rim, and comes in somewhere there; `others`: where other arms come in that are one patch with it. `bulge`: it reaches in
    and is none (see `vision.hands.bulges`)."""

    inside: tuple[int, ...]
    moved_at: float
    mask: NDArray[np.bool_]
    is_arm: bool
    tip: int = 0
    laid: float | None = None
    entry: tuple[float, float] | None = None
    guessed: bool = False
    others: Entries = ()
    bulge: bool = False


@dataclass(frozen=True, slots=True)
class Arm:
    """A hand with its arm in one frame. `entry`: where it comes in, row and column in lengths of fingers. `reach`: how far from there its
    tips are, likewise. `tips`: the zone that they are in, `fingers`: the one that most of its fingers are in, "" for none. `over`: the
    zones that it covers. `hand`: from where it comes, as a share of the way around the table (see `vision.hands.edge`), None where it
    was not seen to come in. `joined`: two arms are in it, and nothing tells whose the tips are. `beside`: the
    draw zones to whose edge its tips have come. `holds`: of the draw zones that it is over or beside how much of a card it holds that looks
    like their top; those are left out whose cards cannot be told."""

    entry: tuple[float, float]
    reach: float
    tips: str = ""
    fingers: str = ""
    over: frozenset[str] = frozenset()
    hand: float | None = None
    joined: bool = False
    beside: frozenset[str] = frozenset()
    holds: tuple[tuple[str, float], ...] = ()


def blobs_in(
    mask: Mask, moved_at: NDArray[np.float32], field: Field, bulged: NDArray[np.bool_] | None = None, known: Entries = ()
) -> list[Blob]:
    """The patches that cannot be cards: they reach far beyond a zone, over several, or in from outside. `moved_at`: (h, w) when each pixel
    last moved, in seconds; `bulged`: (h, w) where bulges were in the frame before, None for nowhere; `known`: where arms came in then."""
    if not mask.any():
        return []
    closed = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8)
    broad = broad_in(closed, field, known)
    if broad is None:
        found = _patches(closed, moved_at, field, bulged, known)
    else:
        cut_off = np.where(broad, np.uint8(0), closed)
        bodies = _patches(np.where(broad, closed, np.uint8(0)), moved_at, field, None)
        found = [
            *_patches(cut_off, moved_at, field, bulged, known),
            *(replace(body, entry=None, bulge=True, laid=None) for body in bodies),
        ]
    held = not field.loose and any(blob.is_arm for blob in found)
    return [replace(blob, laid=None) for blob in found] if held else found


def _patches(
    mask: Mask, moved_at: NDArray[np.float32], field: Field, bulged: NDArray[np.bool_] | None, known: Entries = ()
) -> list[Blob]:
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    found = []
    for label, (left, top, width, height, area) in enumerate(stats[1:count].tolist(), start=1):
        if area < field.hand_px:
            continue
        box = (slice(top, top + height), slice(left, left + width))
        part = labels[box] == label
        inside = np.bincount(field.zones[box][part], minlength=len(field.names) + 1)
        is_arm = bool(field.rim[box][part].any())
        if not is_arm and _on_few_cells(inside, field):
            continue
        beyond = inside[0] >= field.hand_px or np.count_nonzero(inside[1:] >= field.hand_px) > 1
        if is_arm or beyond or (known and _are_fingers(part, inside, field)):
            laid = _laid_in(field, int(inside[1:].argmax())) if not is_arm and _as_card(inside, field) else None
            patch = np.zeros(mask.shape, bool)
            patch[box] = part
            bulge = is_arm and not _is_joined(np.argwhere(patch), known, field) and bulges(patch, field, bulged)
            entry, guessed = entry_of(patch, field) if is_arm and not bulge else (None, False)
            found.append(
                Blob(
                    tuple(inside[1:].tolist()),
                    float(moved_at[box][part].max()),
                    patch,
                    is_arm,
                    laid=laid,
                    entry=entry,
                    guessed=guessed,
                    others=others_in(patch, entry, field) if entry is not None and not guessed else (),
                    bulge=bulge,
                )
            )
    return found


def _are_fingers(part: NDArray[np.bool_], inside: NDArray[np.intp], field: Field) -> bool:
    """Is a patch that lies in one zone what is seen of fingers on a draw pile, while an arm of the table's colour is over the table?"""
    zone = int(inside[1:].argmax())
    if not _is_draw(field, zone) or inside[1 + zone] > SEEN_OF_HAND * field.cards_px[zone]:
        return False
    finger = np.ones((max(3, round(BROAD_AS_FINGER * field.fingers_px)),) * 2, np.uint8)
    return bool(cv2.erode(part.astype(np.uint8), finger, borderType=cv2.BORDER_CONSTANT, borderValue=0.0).any())


def _laid_in(field: Field, zone: int) -> float:
    """Nobody lays a card on a draw pile: a hand without its sleeve is as large as one, and lies there as still."""
    return LAID if field.loose and not _is_draw(field, zone) else LAID_ASTRAY


def _is_draw(field: Field, zone: int) -> bool:
    return any(name == field.names[zone] for name, _ in field.to_draws)


def _as_card(inside: NDArray[np.intp], field: Field) -> bool:
    """Could this patch be a card that sticks out of its place?"""
    if not inside[1:].any():
        return False
    zone = int(inside[1:].argmax())
    return bool(inside.sum() <= MOST_OF_CARD * field.cards_px[zone] and inside[1 + zone] >= IN_PLACE * inside.sum())


def _on_few_cells(inside: NDArray[np.intp], field: Field) -> bool:
    """True for what lies on a board and on no more of its cells than two chips that were pushed may touch: no hand is so small."""
    on_board = np.where(field.cells, inside, 0)
    return bool(0 < np.count_nonzero(on_board > 3) <= CELLS_OF_CHIPS and inside.sum() - on_board.sum() < field.hand_px)


def bulged_in(blobs: Sequence[Blob]) -> NDArray[np.bool_] | None:
    """(h, w) where bulges are, None for nowhere."""
    there = [blob.mask for blob in blobs if blob.bulge]
    return np.any(there, axis=0) if there else None


def entries_of(known: Entries, blobs: Sequence[Blob], field: Field) -> Entries:
    """Where arms cross the rim in this frame, and where those did that cannot be seen there any more: a sleeve of the mat's colour."""
    if not blobs:
        return ()
    entries: Entries = ()
    for blob in blobs:
        for entry in (*([blob.entry] if blob.entry is not None else []), *blob.others):
            entries = with_entry(entries, entry, field)
    for entry in known:
        entries = with_entry(entries, entry, field)
    return entries


def remembered(known: Entries, blobs: Sequence[Blob], field: Field) -> Entries:
    """The entries that the next frame is told of. A guess is none: an arm that has just come seems to come in elsewhere than it does, and
    would pass for two."""
    return entries_of(known, [replace(blob, entry=None) if blob.guessed else blob for blob in blobs], field)


def tipped(blobs: list[Blob], entries: Entries, tops: Tops) -> tuple[list[Blob], tuple[Arm, ...]]:
    """The patches with the zones in which the arms that they are parts of have their fingers, and the arms. A hand that cannot be followed
    to the rim, and what is seen of an arm where it came in, are one arm with one tip; what is none has no tips."""
    tipped, arms = list[Blob](), list[Arm]()
    for number, parts in _by_entry((blob for blob in blobs if not blob.bulge), entries).items():
        apart = all(part.is_arm for part in parts) or not entries
        for group in [[part] for part in parts] if apart else [parts]:
            tip, arm = _arm(group, None if apart else entries[number], entries, tops)
            tipped += [replace(part, tip=tip) for part in group]
            arms.append(arm)
    return [*tipped, *(blob for blob in blobs if blob.bulge)], tuple(arms)


def rooted(blobs: Sequence[Blob], entries: Entries) -> list[Blob]:
    """The arms, also those of which nothing is seen at the rim any more: what is seen of them, and where they came in."""
    found = [blob for blob in blobs if blob.is_arm and not blob.bulge]
    if not entries:
        return found
    seen = _by_entry(found, entries).keys()
    for number, parts in _by_entry((blob for blob in blobs if not (blob.is_arm or blob.bulge)), entries).items():
        if number not in seen:
            found.append(replace(parts[0], mask=np.any([part.mask for part in parts], axis=0), entry=entries[number]))
    return found


def _by_entry(blobs: Iterable[Blob], entries: Entries) -> dict[int, list[Blob]]:
    """The patches by the number of the entry that each is taken to have come in at."""
    of_entry: dict[int, list[Blob]] = {}
    for blob in blobs:
        of_entry.setdefault(_entry_nearest(blob, entries), []).append(blob)
    return of_entry


def _arm(parts: list[Blob], entry: tuple[float, float] | None, entries: Entries, tops: Tops) -> tuple[int, Arm]:
    """An arm with the zone that its fingers are in. `entry`: where it came in, None where that is to be seen of its one part; `entries`:
    of all arms."""
    field = tops.field
    mask = parts[0].mask if len(parts) == 1 else np.any([part.mask for part in parts], axis=0)
    points = np.argwhere(mask)
    seen_to_enter = entry is not None or parts[0].is_arm
    entry = entry or (parts[0].entry if len(parts) == 1 else None) or entry_of(mask, field)[0]
    away = np.linalg.norm(points - entry, axis=1)
    tip = _tip(points, away, field)
    outermost = points[away > away.max() - FINGERTIPS * field.fingers_px]
    tips = _counted(outermost, field)[1:]
    joined = _is_joined(points, entries, field)
    inside = np.sum([part.inside for part in parts], axis=0)
    over = frozenset(name for name, count in zip(field.names, inside, strict=True) if count > 3)
    vague = parts[0].guessed and over and away.max() < KNOWN_ALONG_RIM * field.fingers_px
    beside = frozenset(name for name, away in field.to_draws if away[outermost[:, 0], outermost[:, 1]].min() < BESIDE)
    arm = Arm(
        (entry[0] / field.fingers_px, entry[1] / field.fingers_px),
        float(away.max()) / field.fingers_px,
        field.names[int(tips.argmax())] if tips.max(initial=0) > 3 else "",
        field.names[tip - 1] if tip else "",
        over,
        _hand(outermost.mean(axis=0), entry, field) if seen_to_enter and not joined and not vague else None,
        joined,
        beside,
        tops.held(mask, [name for name, _ in field.to_draws if name in over or name in beside]),
    )
    return (0, replace(arm, beside=frozenset())) if _goes_beyond(outermost, arm, field) else (tip, arm)


def _goes_beyond(tips: NDArray[np.intp], arm: Arm, field: Field) -> bool:
    """Do the tips of an arm lie at the rim, far from where it came in? It reaches across the table for something beside it."""
    beyond = tips[field.to_rim[tips[:, 0], tips[:, 1]] <= 1]
    if arm.reach <= ACROSS or not len(beyond):
        return False
    row, column = (beyond.mean(axis=0) + np.multiply(arm.entry, field.fingers_px)) / 2
    return bool(field.to_rim[round(row), round(column)] > ACROSS_MIDDLE * field.fingers_px)


def _is_joined(points: NDArray[np.intp], entries: Entries, field: Field) -> bool:
    """True for a patch in which two arms came in: they touch or cross, and nothing tells whose the tips are."""
    reach = HELD_BY_ARM * field.fingers_px
    return sum(bool((np.abs(points - entry).max(axis=1) < reach).any()) for entry in entries) > 1


def _hand(tips: NDArray[np.float64], entry: tuple[float, float], field: Field) -> float:
    """From where an arm comes that has its tips at one point of the small picture and came in at another."""
    (tips_at, entry_at) = project([tips[::-1], entry[::-1]], field.to_layout).tolist()
    return place_of(tips_at, entry_at, field.size, TO_SHOULDER * field.fingers_mm)


def _entry_nearest(blob: Blob, entries: Entries) -> int:
    """Which of the entries is nearest to a patch."""
    points = np.argwhere(blob.mask)
    return int(np.argmin([np.linalg.norm(points - entry, axis=1).min() for entry in entries])) if entries else 0


def _tip(points: NDArray[np.intp], away: NDArray[np.float64], field: Field) -> int:
    """The zone in which a hand has its fingers: what of it is farthest `away` from where its arm came in. 0 for none.

    The cells of a board are small and count together: fingers over its edge are not at what lies beside it.
    """
    tips = _counted(points[away > away.max() - TIPS_AT_BOARD * field.fingers_px], field)
    over_board = int(tips[field.cells].sum())
    if over_board and over_board > max(0.3 * tips.sum(), int(np.where(field.cells, 0, tips)[1:].max())):
        return int(np.where(field.cells, tips, -1).argmax())
    fingers = _counted(points[away > away.max() - field.fingers_px], field)
    beside = np.where(field.cells, 0, fingers)[1:]
    return 1 + int(beside.argmax()) if beside.max(initial=0) > 0.3 * fingers.sum() else 0


def _counted(points: NDArray[np.intp], field: Field) -> NDArray[np.intp]:
    """How many points lie beside the zones and in each of them, (1 + zones,)."""
    return np.asarray(np.bincount(field.zones[points[:, 0], points[:, 1]], minlength=len(field.names) + 1), np.intp)


def patience(blob: Blob) -> float:
    """Seconds without motion after which a patch is no hand any more."""
    if blob.laid is not None:
        return blob.laid
    on_zone = sum(blob.inside) > 3
    if blob.is_arm:
        return BELONGS_ON_ZONE_AFTER if on_zone else BELONGS_AFTER
    return BELONGS_AFTER if on_zone else PUT_DOWN_AFTER
