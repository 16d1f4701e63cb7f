"""Are all draws seen, whoever makes them, and nothing but draws? Hands only: no cards are read and nobody judges.

Each guest sits somewhere around the mat of Sequence, with a hand, manners, a camera and a lamp of his own, drawn from all that people of
the other benchmarks do, and from what lies between them. He draws, lays chips, lays a card, reaches over the draw pile, draws again.

    python -m tests.benchmarks.bench_draws [FIRST-LAST] [-v]

Guests 1 to 200 were looked at while the eye was built. Some five seconds of one core a guest.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2

from companion.match.events import Started
from companion.play.showcases.sequence import GAME
from companion.sources.sources import board_for, layout_for, scene_for
from tests.benchmarks.evenings import LATE, SOON, setting
from tests.filmed import frames
from vision.board.view import BoardReader
from vision.drawn.table.acts import Act, Draw, Lay, PassOver, Wait
from vision.drawn.table.players import EVERYDAY, STRANGERS, VISITORS, Company, Player, Range, make_players
from vision.drawn.table.virtual_camera import VirtualTable
from vision.place.layout import Layout
from vision.types import Change, Touched
from vision.watcher import Watcher

SIZE = (1280, 720)
FAR = 0.1
"""Shares of the way around the table by which a hand is told astray: half the way to the next of five people."""
CELLS = tuple(f"r{row}c{column}" for row in range(10) for column in range(10) if {row, column} - {0, 9})


def _hull(ranges: Sequence[Range]) -> Range:
    return min(low for low, _ in ranges), max(high for _, high in ranges)


def anybody() -> Company:
    """All that people of three companies do, and what lies between."""
    known = (EVERYDAY, STRANGERS, VISITORS)
    return Company(
        "anybody",
        tuple(skin for one in known for skin in one.skins),
        hues=(0.0, 1.0),
        striped=0.25,
        cuffs=tuple(cuff for one in known for cuff in one.cuffs),
        sizes=_hull([one.sizes for one in known]),
        breadths=_hull([one.breadths for one in known]),
        spreads=_hull([one.spreads for one in known]),
        curls=_hull([one.curls for one in known]),
        paces=(_hull([pace for one in known for pace in one.paces]),),
        stays=tuple(stay for one in known for stay in one.stays),
        pauses=_hull([one.pauses for one in known]),
        bends=_hull([one.bends for one in known]),
        leans=_hull([one.leans for one in known]),
        edges=(_hull([edge for one in known for edge in one.edges]),),
        trembles=_hull([one.trembles for one in known]),
        rises=_hull([one.rises for one in known]),
    )


def guest(number: int, layout: Layout) -> Player:
    """Who that is, anywhere around the table."""
    (player,) = make_players(number, 1, layout.size_mm, anybody())
    return replace(player, place=random.Random(f"place {number}").random())


def script(number: int) -> Iterator[Act]:
    """What he does."""
    dice = random.Random(f"script {number}")
    acts: list[Act] = [Draw("draw", 0)] * 3
    acts += [Lay(cell, "blue", 0) for cell in dice.sample(CELLS, 2)]
    acts += [Lay(dice.choice(("r0c4", "r0c5", "r1c4", "r1c5", "r0c3", "r0c6")), "blue", 0), PassOver("draw", 0)]
    dice.shuffle(acts)
    for act in acts:
        yield act
        yield Wait(1.2)  # two cards drawn at once by one hand are one draw


@dataclass
class Tally:
    """`draws` made and of them `seen`, `ghosts`: touches that were none. `hands`: told with a place, or `silent`; of these
    `astray`: far from where he sits."""

    draws: int = 0
    seen: int = 0
    ghosts: int = 0
    hands: int = 0
    silent: int = 0
    astray: int = 0
    notes: list[str] = field(default_factory=list)


def watched(number: int, board: BoardReader) -> tuple[Player, float, Tally]:
    """One guest before the eye."""
    started = Started(GAME, 2, {"teams": 2})
    layout = layout_for(GAME, started=started)
    scene, pace = setting(scene_for(GAME, layout), 7919 * number)
    player = guest(number, layout)
    table = VirtualTable(layout, script(number), speed="fast", scene=scene, seed=number, size=SIZE, fps=pace, players=(player,))
    eye = Watcher(table, layout, {}, board=board)
    told = [one for frame in frames(table) for one in eye.see(frame) if isinstance(one, Change | Touched)]
    tally = tallied(table, [one for one in told if isinstance(one, Touched)])
    for one in told:
        off = abs((0.0 if one.hand is None else one.hand - player.place + 0.5) % 1 - 0.5)
        tally.silent += one.hand is None
        tally.hands += one.hand is not None
        if one.hand is not None and off > FAR:
            tally.astray += 1
            tally.notes.append(f"{one.at:.1f} {one.zone} hand {one.hand:.2f}")
    return player, pace, tally


def tallied(table: VirtualTable, touched: Sequence[Touched]) -> Tally:
    """What was made and what was told."""
    tally, left = Tally(), list(touched)
    for at, act in table.log:
        if not isinstance(act, Draw):
            continue
        tally.draws += 1
        near = next((one for one in left if -SOON < one.at - at < LATE), None)
        if near is None:
            tally.notes.append(f"{at:.1f} lost")
        else:
            left.remove(near)
            tally.seen += 1
    tally.ghosts = len(left)
    tally.notes += [f"{one.at:.1f} touch told, none was there{' (tidying)' * one.tidying}" for one in left]
    return tally


def described(player: Player, pace: float) -> str:
    """Who that is, in a line."""
    hand, ways = player.hand, player.manners
    manners = f"pace {ways.pace:.2f}, stay {ways.stay}, edge {ways.edge:.2f}, rise {ways.rise:.2f}, bend {ways.bend_mm:.0f}"
    return f"at {player.place:.2f}, {pace:.0f} frames/s, size {hand.size:.2f}, {manners}"


def main() -> None:
    words = [word for word in sys.argv[1:] if word != "-v"]
    first, _, last = (words[0] if words else "1-20").partition("-")
    cv2.setNumThreads(1)
    board = board_for(GAME, True)
    assert board is not None
    total = Tally()
    for number in range(int(first), int(last or first) + 1):
        player, pace, tally = watched(number, board)
        for name in ("draws", "seen", "ghosts", "hands", "silent", "astray"):
            setattr(total, name, getattr(total, name) + getattr(tally, name))
        if "-v" in sys.argv and tally.notes:
            print(
                f"{number:4} {described(player, pace)}: {tally.seen} of {tally.draws} seen, {tally.ghosts} ghosts; {tally.notes}",
                flush=True,
            )
    print(
        f"draws {total.draws}, seen {total.seen}, ghosts {total.ghosts}; hands {total.hands}, astray {total.astray}, silent {total.silent}"
    )


if __name__ == "__main__":
    main()
