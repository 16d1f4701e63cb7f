"""Whole matches of Sequence watched from drawn pictures and judged: is every planted mistake ruled, and nothing else?

Each match is drawn frame by frame: board, translucent chips, hands, cards of the practice deck. Where the eye asks, it is told what
lies there. `python -m tests.benchmarks.bench_sequence [MATCHES] [WIDTH]`; a match takes some minutes.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field

import cv2

from companion.cli_eye import acts, board_for, layout_for, readers_for, scene_for
from companion.events import Started
from companion.journal import Journal
from companion.referee import Ruling
from companion.session import Notice, Question, Session
from companion.sheets import load_sheet
from companion.showcase_sequence import GAME, showcase
from vision.cameras.virtual import VirtualTable
from vision.types import Change, Moving, Still, TableEvent, Touched
from vision.watcher import Watcher

MATCHES, WIDTH = 2, 1280


@dataclass
class Evening:
    """One match as it was ruled."""

    session: Session
    table: VirtualTable
    against: list[tuple[float, str]] = field(default_factory=list)
    asked: list[tuple[float, str, str]] = field(default_factory=list)
    out_of_step: int = 0

    def tell(self, event: TableEvent) -> None:
        """Pass one event of the eye on."""
        match event:
            case Change():
                self._note(self.session.look(event, event.at), event.at)
            case Moving() | Still():
                self._note(self.session.hands(isinstance(event, Moving), event.at), event.at)
            case Touched("draw"):
                self._note(self.session.drew(event.at), event.at)
        self._note(self.session.tick(event.at), event.at)

    def _note(self, notices: tuple[Notice, ...], at: float) -> None:
        for notice in notices:
            if isinstance(notice, Ruling):
                self.against += [(round(at, 1), notice.rule or "")] * (notice.verdict == "illegal")
            elif isinstance(notice, Question):
                truth = self.table.tops.get(notice.zone, "")
                self.asked.append((round(at, 1), notice.zone, truth))
                self._note(self.session.answer(notice.id, truth, at, "phone"), at)
            else:
                self.out_of_step += 1


def watched(seed: int, seats: int, width: int) -> Evening:
    """Watch one match to its end."""
    layout, readers = layout_for(GAME), readers_for(GAME)
    size = (width, width * 9 // 16)
    table = VirtualTable(
        layout, acts(showcase(seed, seats)), speed="fast", scene=scene_for(GAME, layout), seed=seed, size=size, fps=12
    )
    session = Session(Journal(":memory:"), lambda game: load_sheet(game).faces)
    session.begin(Started(GAME, seats), 0.0, "benchmark")
    evening = Evening(session, table)
    for event in Watcher(table, layout, readers, board=board_for(GAME)).events():
        evening.tell(event)
    return evening


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES
    width = int(sys.argv[2]) if len(sys.argv) > 2 else WIDTH
    cv2.setNumThreads(1)
    print(
        f"{'match':>5} {'seats':>5} {'won':>4} {'planted':>24} {'ruled against':>24} {'asked':>6} {'out of step':>11} {'s':>5}"
    )
    for number in range(matches):
        seed, seats = 1 + number, 2 + number % 2
        planted = [move.mistake for move in showcase(seed, seats) if move.mistake]
        began = time.process_time()
        evening = watched(seed, seats, width)
        match = evening.session.match
        won = bool(match and match.outcome and match.outcome.won)
        ruled = [rule for _, rule in evening.against]
        print(
            f"{seed:5} {seats:5} {won!s:>4} {' '.join(planted):>24} {' '.join(ruled):>24} {len(evening.asked):6}"
            f" {evening.out_of_step:11} {time.process_time() - began:5.0f}",
            flush=True,
        )
        if ruled != planted or not won:
            print(f"      against: {evening.against}\n      asked: {evening.asked}", flush=True)


if __name__ == "__main__":
    main()
