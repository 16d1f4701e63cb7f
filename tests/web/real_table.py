"""A real table for tests: journal, session, inbox and view as they ship, without camera, pins and clock.

What a camera would say comes in through `lay`, `ask`, `lies`, `hands` and `lost`, what phones say through `act`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from typing import Any, Self

from companion.app.web_table import Lessons, WebTable
from companion.games.sheets import GameSheet, list_games, load_sheet
from companion.journal.journal import Journal
from companion.journal.start_notice import StartNotice
from companion.journal.taken_up import TakenUp
from companion.machine.lamps import describe_lamps
from companion.match.events import Started
from companion.questions.agreement import MIN_DIFFERENCE_S
from companion.session.inbox import Inbox, Work
from companion.session.session import Session
from companion.session.snapshot import Learning
from companion.sources.board_layouts import read_layout_for_match
from companion.turns.scene import Asked
from vision.types import Change

SHEETS: Mapping[str, GameSheet] = {game: load_sheet(game) for game in list_games()}
EVENING = 1_767_727_800.0
"""When the first thing is said: 6 January 2026, half past eight in Italy."""
NAMES = ("Ada", "Bruno", "Carla", "Dino")


class RealTable(WebTable):
    """A `web.table.Table` that is the companion itself. Goes on with the latest match of `journal`, by default an empty one in memory.

    `pictures`: what the camera shows of each zone, and of the whole table for "table", JPEG. `lessons`: what cards were read from
    lately. `taken_up`: which older match was taken up again. `layout_of`: the owner's board.
    `acts`: what was asked for, by whom. Use it in a `with`, or `close` it.
    """

    def __init__(
        self,
        journal: Journal | None = None,
        pictures: Mapping[str, bytes] | None = None,
        lessons: Lessons | None = None,
        taken_up: TakenUp | None = None,
        layout_of: Callable[[str], str | None] | None = None,
    ) -> None:
        self.journal = Journal(":memory:") if journal is None else journal
        self.pictures = dict(pictures or {})
        self.acts: list[tuple[dict[str, Any], str]] = []
        self.taken_up = taken_up or TakenUp()
        board = partial(read_layout_for_match, layout_of or (lambda game: None), self._say_now)
        self.session = Session(self.journal, lambda game: SHEETS[game].faces, layout_of=board, taken_up=self.taken_up)
        self.session.resume_match()
        seconds = count()
        inbox = Inbox(self.session, clock=lambda: EVENING + next(seconds))
        super().__init__(inbox, SHEETS, describe_lamps, self.pictures.get, lessons=lessons)
        inbox.start_thread()
        self.hands("still")

    def _say_now(self, notice: StartNotice) -> None:
        self.session.publisher.show_notices((*self.session.snapshot.notices, notice))

    def close(self) -> None:
        """End its thread."""
        self._inbox.stop_thread()

    def again(self) -> RealTable:
        """The companion after a restart: the same journal, and a camera that has not seen anything yet."""
        self.close()
        return RealTable(self.journal, self.pictures, taken_up=self.taken_up)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def version(self) -> int:
        return self.wait(-1, 0)

    def begin(self, game: str, players: int, *, position: Mapping[str, Any] | None = None, **options: Any) -> Self:
        """A match begins, in a position if need be."""
        started = Started(game, players, options, position, NAMES[:players])
        self.do(lambda session, at: session.begin_match(started, at, "test"))
        return self

    def act(self, command: Mapping[str, Any], by: str) -> dict[str, Any]:
        self.acts.append((dict(command), by))
        return super().act(command, by)

    def lay(self, zone: str, face: str) -> None:
        """A hand laid a card."""
        self._see(zone, face)

    def ask(self, zone: str, *candidates: tuple[str, float]) -> None:
        """A card was laid that the camera cannot read for certain."""
        (face, likely), *others = candidates
        self._see(zone, face, likely, tuple(others), accepted=False)

    def ask_turn(self) -> None:
        """Nobody saw whether the turn had ended: it is asked."""
        match = self.session.match
        assert match is not None
        turn, seat = match.state.turn, match.state.to_move
        self.do(lambda session, at: session.questions.ask_turn(Asked(turn, seat), None, at))

    def lies(self, **seen: str) -> None:
        """The camera sees that cards lie there, though no hand brought them: long enough to be out of step where they should not."""
        for zone, face in seen.items():
            self._see(zone, face, moved=False)
        self.do(lambda session, at: session.notice_time(at + MIN_DIFFERENCE_S + len(seen)))

    def hands(self, state: str) -> None:
        """Hands are "moving" over the table, or it is "still"."""
        self.do(lambda session, at: session.record_hands(state == "moving", at))

    def lost(self, reason: str) -> None:
        """The camera sees nothing: "camera", "mat", "dark"; or no "board"."""
        self.do(lambda session, at: session.publisher.report_lost(reason))

    def learns(self, learning: Learning | None) -> None:
        """How far cards are learned, None = they are."""
        self.do(lambda session, at: session.publisher.report_learning(learning))

    def end_turn(self) -> None:
        """The button was pressed."""
        self.do(lambda session, at: session.record_turn_end(at, "button"))

    def _see(
        self,
        zone: str,
        face: str,
        likely: float = 0.99,
        others: tuple[tuple[str, float], ...] = (),
        *,
        moved: bool = True,
        accepted: bool = True,
    ) -> None:
        change = Change(zone, "", face, likely, others, 0.0, moved, accepted)
        self.do(lambda session, at: session.take_change(change, at))

    def do(self, work: Work) -> Any:
        """Anything else that may happen, on the session's own thread."""
        return self._inbox.ask_session(work)
