"""A pile's top card was read at two places that lie on one another: which reading is believed?"""

from __future__ import annotations

from dataclasses import replace

from vision.types import EMPTY, UNREADABLE, Reader, Reading

LIKENESS_LEAD = 0.05
"""How much more like its card a place must be than another one to be believed where the two are read as different faces."""

PERHAPS_ALL = 0.3
"""Confidence of a whole number from which a digit of it that was read elsewhere, however surely, is not believed."""


def likelier(first: Reading, second: Reading, reader: Reader) -> Reading:
    """The reading of which the crop is more like its card; another one, not accepted, where neither is to be believed. `first` was
    accepted. Two faces are never settled by confidence: what was cut badly may be read as another card, and surely."""
    lead = _likeness_lead(second, first)
    if second.face == first.face:
        better = second.accepted and (second.confidence > first.confidence if lead is None else lead > 0)
        return second if better else first
    if _is_part(first, second, reader):
        return _disputed(first, second)
    if second.face in (UNREADABLE, EMPTY) or (not second.accepted and (lead is None or lead < LIKENESS_LEAD)):
        return first
    if lead is not None and abs(lead) >= LIKENESS_LEAD and second.accepted:
        return second if lead > 0 else first
    return _disputed(first, second)


def doubted(reading: Reading, before: Reading, reader: Reader) -> Reading:
    """The reading, not accepted where another face was read as surely at a place that was tried `before`, and something kept it from being
    accepted there: nothing but confidence tells then which of the two crops was cut badly. Of a number and one digit of it the whole is
    believed rather, for a crop loses digits and adds none."""
    if _is_part(reading, before, reader):
        return replace(reading, confidence=min(reading.confidence, before.confidence), accepted=False)
    named = before.face not in (UNREADABLE, EMPTY, reading.face)
    odd = named and _likeness_lead(reading, before) is None and before.confidence >= reading.confidence
    return replace(reading, accepted=False) if odd else reading


def _is_part(reading: Reading, other: Reading, reader: Reader) -> bool:
    """Is what was read a digit of what may lie there?"""
    unknown = _likeness_lead(reading, other) is None
    return unknown and other.confidence >= PERHAPS_ALL and reader.shows_part(reading.face, other.face)


def _likeness_lead(a: Reading, b: Reading) -> float | None:
    """By how much what was seen in `a` is more like its face than what was seen in `b`; None where the reader cannot say."""
    return None if a.likeness is None or b.likeness is None else a.likeness - b.likeness


def _disputed(reading: Reading, other: Reading) -> Reading:
    """Neither of two faces: a person is asked."""
    half = reading.confidence / max(reading.confidence + other.confidence, 1e-6)
    others = tuple(pair for pair in reading.alternatives if pair[0] != other.face)
    return replace(reading, confidence=half, alternatives=((other.face, 1 - half), *others), accepted=False)
