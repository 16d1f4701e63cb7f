"""Moves of a showcase, done on piles of faces: what a table shows after each of them."""

from __future__ import annotations

from companion.play.moves import Move


def done(move: Move, piles: dict[str, list[str]]) -> tuple[str, ...]:
    """Do a move; the zones that changed: of a chip that slides the one first where it came to lie. `piles`: what lies on each zone,
    brought up to date."""
    pile = piles.setdefault(move.zone, [])
    if move.kind == "lay":
        pile.append(move.face)
    elif move.kind == "lift":
        pile.pop()
    elif move.kind == "flip":
        chip = pile.pop()
        pile.append(chip[:-1] if chip.endswith("*") else chip + "*")
    elif move.kind == "slide":
        piles.setdefault(move.face, []).append(pile.pop())
        return move.face, move.zone
    else:
        return ()
    return (move.zone,)


def top(piles: dict[str, list[str]], zone: str) -> str:
    """What a zone shows."""
    return piles[zone][-1] if piles[zone] else ""
