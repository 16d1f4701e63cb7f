"""What else the eye thought a card might be: kept with its play while the companion runs, for whoever puts it right."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from companion.match.events import Played
from companion.match.rulings import Match, Ruling
from companion.session.snapshot import Notice

MOST_THOUGHTS = 8
"""Other faces that are kept of one reading at most."""


def thoughts(
    match: Match | None, notices: Iterable[Notice], read: tuple[tuple[str, float], ...], knows: Callable[[str], bool]
) -> Mapping[int, tuple[str, ...]]:
    """By the number of each play that was just ruled on, the other faces that were read, likeliest first. `read`: faces with their
    confidences, likeliest first; `knows`: has the game this face?"""
    found: dict[int, tuple[str, ...]] = {}
    for ruling in notices:
        judged = match.judged_of(ruling.n) if isinstance(ruling, Ruling) and match else None
        if isinstance(ruling, Ruling) and judged is not None and isinstance(judged.event, Played):
            others = [face for face, _ in read if face != judged.event.after and knows(face)]
            found[ruling.n] = tuple(others[:MOST_THOUGHTS])
    return {n: faces for n, faces in found.items() if faces}
