"""An evening to look at: a broker, and eight tables that play by themselves, without cameras.

Each table is real from the session on: its moves are facts of a journal, judged by the rules, and told to the broker by the
table's own thread.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

from companion.club.publishing import ClubThread
from companion.club.telling import TableCard
from companion.errors import ConfigError
from companion.games.sheets import build_practice_deck, list_games, load_sheet
from companion.intake.known_commands import table_of_commands
from companion.journal.journal import Journal
from companion.machine.config import ClubSettings
from companion.machine.faults import Faults
from companion.match.events import Claimed, Started
from companion.play.moves import Move
from companion.play.showcase import best_shown, moves_of
from companion.session.inbox import Inbox
from companion.session.session import Session
from companion.shown.words.messages import catalogue

TABLES = 8
NO_MOSQUITTO = "Mosquitto is not installed, and the tables need a broker: sudo apt install mosquitto"
MIN_MOVE_S, MAX_MOVE_S = 1.5, 5.0  # seconds between two moves of a table; guess
PAUSE_AFTER_MATCH_S = 20.0  # seconds until a table begins again; guess
MAX_BROKER_START_S = 10.0  # seconds until the broker must listen; guess
_NAMES = (
    ("Anna", "Bruno", "Carla", "Dino"), ("Elena", "Fabio", "Gaia", "Hugo"), ("Irene", "Jan", "Katia", "Luca"),
    ("Marta", "Nino", "Olga", "Piero"), ("Quinn", "Rosa", "Sara", "Teo"), ("Ugo", "Vera", "Walter", "Xenia"),
    ("Yuri", "Zoe", "Ada", "Bea"), ("Ciro", "Dora", "Ezio", "Fede"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DemoChange:
    """A zone shows another face, as an eye would tell it."""

    zone: str
    after: str
    before: str = ""
    confidence: float = 1.0
    alternatives: tuple[tuple[str, float], ...] = ()
    moved: bool = True
    accepted: bool = True
    hand: float | None = None
    alike: tuple[tuple[str, float], ...] = ()
    drawing: bool = False
    clear_of_draws: bool = False


class DemoTable:
    """A table that plays one match after the other, from `start` on. `folder`: of its journal. `number`: from 1, names the table and
    seeds its chance. `broker`: URL. `pace`: 1 = as people play, 0 = without waiting. `matches`: at most, None = until stopped."""

    def __init__(
        self, folder: Path, number: int, broker: str, language: str, pace: float = 1.0, matches: int | None = None
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        sheets = {game: load_sheet(game) for game in list_games()}
        self._dice, self._pace, self._number, self._matches = Random(number), pace, number, matches
        self._games = list_games()
        self._journal = Journal(folder / "journal.sqlite")
        self._inbox = Inbox(Session(self._journal, lambda game: sheets[game].faces, list_commands))
        words = catalogue(language)
        club = ClubSettings(
            broker=broker, table=f"table-{number}", name=words.text("club-demo-table", number=number), names="names"
        )
        card = TableCard(club.table, club.name, club, words, sheets)
        self._club = ClubThread(card, lambda: self._inbox.snapshot, folder / "journal.sqlite", folder, Faults())
        self._ending = threading.Event()
        self._thread = threading.Thread(target=self._play_matches, name=f"demo-{number}", daemon=True)

    def start(self) -> None:
        """Play from now on."""
        self._inbox.start_thread()
        self._club.start_telling()
        self._thread.start()

    def stop(self) -> None:
        """End the match where it stands."""
        self._ending.set()
        self._thread.join()
        self._club.stop_telling()
        self._inbox.stop_thread()
        self._journal.close()

    def wait_until_played(self, timeout: float) -> bool:
        """True once all matches are played, False after `timeout` seconds."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _play_matches(self) -> None:
        """Play until told to end; each match is of another game than the last."""
        played = 0
        self._ending.wait(self._dice.uniform(0, MAX_MOVE_S) * self._pace)
        while not self._ending.is_set() and played != self._matches:
            self._play_match(self._choose_match(played))
            played += 1
            self._ending.wait(PAUSE_AFTER_MATCH_S * self._pace)

    def _choose_match(self, played: int) -> Started:
        """The next match. `played`: how many this table has played. Tables of the same game have other numbers of players."""
        table = self._number - 1
        game = self._games[(table + played) % len(self._games)]
        names = _NAMES[table % len(_NAMES)]
        best = best_shown(game)
        if table < len(self._games):
            return replace(best, names=names[: best.seats])
        least, most = load_sheet(game).players
        others = [seats for seats in (4, 3, 2) if least <= seats <= most and seats != best.seats]
        seats = others[0] if others else best.seats
        return Started(game, seats, names=names[:seats])

    def _play_match(self, started: Started) -> None:
        """Play one match to its end, or until told to end."""
        self._inbox.ask_session(lambda session, at: session.begin_match(started, at, "demo"))
        piles: dict[str, list[str]] = {}
        for move in moves_of(started):
            wait = move.seconds if move.kind == "wait" else self._dice.uniform(MIN_MOVE_S, MAX_MOVE_S)
            if self._ending.wait(wait * self._pace):
                return
            self._do_move(move, piles)
        self._inbox.ask_session(say_nothing_fits)

    def _do_move(self, move: Move, piles: dict[str, list[str]]) -> None:
        """Tell the session what an eye would see of a move. `piles`: faces on each zone, the top last; brought up to date
        here."""
        if move.kind == "end":
            self._inbox.ask_session(lambda session, at: session.record_turn_end(at, "demo"))
        for zone in move.lay_out(piles):
            self._inbox.ask_session(partial(_take_change, DemoChange(zone, piles[zone][-1] if piles[zone] else "")))


def list_commands(game: str) -> Mapping[str, str] | None:
    """Number -> command on the cards of the practice deck, None for a game without."""
    return table_of_commands(build_practice_deck(load_sheet(game)))


def _take_change(change: DemoChange, session: Session, at: float) -> None:
    session.take_change(change, at, by_touch=False)


def say_nothing_fits(session: Session, at: float) -> None:
    """End a match that stands when all moves are made. No eye sees into a hand, so somebody says that nothing fits."""
    if session.match is not None and session.match.outcome is None:
        session.record_event(Claimed("stuck"), at, "demo")


class DemoEvening:
    """A broker and its tables, in a folder that is gone afterwards. Raises `ConfigError` where no Mosquitto is installed, or
    it does not start."""

    def __init__(self, language: str, tables: int = TABLES, pace: float = 1.0, matches: int | None = None) -> None:
        """`tables`: how many play. `pace`, `matches`: of each table, see `DemoTable`. Its folder is made at once; broker and
        tables begin with `with` and `start_tables`."""
        self._language, self._count, self._pace, self._matches = language, tables, pace, matches
        self._stack = ExitStack()
        self.tables: list[DemoTable] = []
        self.folder = Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-club-")))
        self.broker_url = ""

    def __enter__(self) -> Self:
        """The evening with its own broker running."""
        try:
            self.broker_url = f"mqtt://127.0.0.1:{self._start_broker()}"
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """End the tables, then the broker."""
        for table in self.tables:
            table.stop()
        self._stack.close()

    def start_tables(self) -> None:
        """Let all tables play."""
        for number in range(1, self._count + 1):
            folder = self.folder / f"table-{number}"
            self.tables.append(DemoTable(folder, number, self.broker_url, self._language, self._pace, self._matches))
            self.tables[-1].start()

    def _start_broker(self) -> int:
        """The port of a Mosquitto for this machine alone, started here and stopped at the end of the evening."""
        program = shutil.which("mosquitto", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin")
        if program is None:
            raise ConfigError(NO_MOSQUITTO)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        lines = [f"listener {port} 127.0.0.1", "allow_anonymous true", "max_queued_messages 0", "log_type error"]
        lines += ["user root"] if os.geteuid() == 0 else []
        config = self.folder / "mosquitto.conf"
        config.write_text("\n".join(lines) + "\n")
        broker = subprocess.Popen([program, "-c", str(config)])
        self._stack.callback(_end_process, broker)
        end = time.monotonic() + MAX_BROKER_START_S
        while not _is_listening(port):
            if broker.poll() is not None or time.monotonic() > end:
                raise ConfigError(f"{program} does not start: try {program} -v")
            time.sleep(0.05)
        return port


def _end_process(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait()


def _is_listening(port: int) -> bool:
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1", port)) == 0
