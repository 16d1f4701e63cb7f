"""Whose hand it was that had to do with a zone: of the arms that had their fingers there, the one that was there longest."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from vision.hands.course import NOBODY, Way

SAME_HAND = 0.06
"""Shares of the way around the table within which two hands are one: people sit further apart."""

AS_LONG = 0.9
"""Part of the seconds of the hand that was longest at a zone from which on another's may as well have done what was done there: it is told
to a frame."""

LONG_AGO = 1.5
"""Seconds after which an arm that was at a zone has nothing to do with what the next one does there."""

CAME_UNSEEN = 0.6
"""Seconds for which another arm may have been over the table before it is seen to have come in: as long as it takes to reach out and lay a
card."""


@dataclass(frozen=True, slots=True)
class Share:
    """An arm that had its fingers at one zone for so many `seconds`, `at` last. `number`, `hand`: as of `Course`."""

    number: int
    hand: float | None
    seconds: float
    at: float

    @property
    def began(self) -> float:
        """Since when, if it has been there without a break."""
        return self.at - self.seconds


Shares = tuple[Share, ...]
"""Of one zone, in the order in which they came."""


def shared(shares: Shares, share: Share) -> Shares:
    """The shares after an arm was there for so many seconds more. From where it comes is known the better the longer it was seen; what
    was there long before has nothing to do with it."""
    before = next((known for known in shares if known.number == share.number), Share(share.number, None, 0.0, share.at))
    hand = before.hand if share.hand is None else share.hand
    others = tuple(known for known in shares if known.number != share.number and share.at - known.at < LONG_AGO)
    return *others, replace(share, hand=hand, seconds=before.seconds + share.seconds)


def owner(shares: Shares) -> float | None:
    """The hand that was there longest: one that passes over has its fingers there for a moment. None where nobody was, and where it is not
    known from where that one came, or all only passed, or where another's was there about as long. Hands that came from nearly the same
    place are one person's."""

    def seconds(share: Share) -> float:
        same = (other for other in shares if _are_one(share, other))
        return sum(other.seconds for other in same)

    longest = max(shares, key=seconds, default=None)
    if longest is None or seconds(longest) <= 0:
        return None
    alike = (share for share in shares if are_two(share.hand, longest.hand) and seconds(share) >= AS_LONG * seconds(longest))
    return longest.hand if next(alike, None) is None else None


def are_two(one: float | None, other: float | None) -> bool:
    """Are two hands known to be of two people?"""
    return one is not None and other is not None and min((one - other) % 1, (other - one) % 1) >= SAME_HAND


def _are_one(one: Share, other: Share) -> bool:
    if one.hand is None or other.hand is None:
        return one.number == other.number
    return not are_two(one.hand, other.hand)


def doubted(shares: Mapping[str, Shares], before: Way, now: Way) -> Mapping[str, Shares]:
    """The shares of all zones after one more frame. Where two arms lie over one another of which one alone was seen until now, the other came
    unseen: where fingers have been but lately, after they were elsewhere, may have been its."""
    alone = len(before.here) == 1 and not before.here[0][0].joined and not before.apart
    if not alone or not any(arm.joined for arm, _ in now.here):
        return shares
    first = dict[int, float]()
    for share in (share for each in shares.values() for share in each):
        first[share.number] = min(first.get(share.number, math.inf), share.began)

    def kept(share: Share) -> Share:
        lately = first[share.number] < share.began and now.at - share.began < CAME_UNSEEN
        return replace(share, number=NOBODY, hand=None) if lately else share

    return {zone: tuple(kept(share) for share in each) for zone, each in shares.items()}
