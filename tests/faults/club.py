"""A table and its club at a real Mosquitto, which is killed, or the table is: what the club holds in the end, against the journal.

The club is the real one, with its database; the table is a session with a journal, and a thread that plays without a pause. With
`hurry` the table's waits are so many times shorter. A tournament has two tables, and its standings are held against their journals.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import text

from companion.club.link import KEEP_ALIVE_S
from companion.club.names import agree_event
from companion.club.stored import StoredJournal
from companion.club.topics import Address, make_topic
from companion.clubhouse.database import open_database
from companion.clubhouse.hall import Hall
from companion.clubhouse.intake import BrokerAccess, Intake
from companion.clubhouse.store import Store
from companion.clubhouse.tournament_book import TournamentBook
from companion.machine.config import ClubSettings
from companion.match.events import TurnEnded
from companion.tournament.events import AnyEvent, Created, Entered, GameResult, ResultEntered, RoundPaired, decode_event
from companion.tournament.fold import RoundBoard, Tournament, fold_tournament
from companion.tournament.standings import rank_competitors
from tests.club.broker import MOSQUITTO, Broker, find_free_port
from tests.club.table import Listener, Table, open_table
from tests.club.wire import Wire
from web.errors import CommandRefused

PATIENCE = 120.0
"""Seconds without anything new after which the club is held to have all that it will get."""
LOOK = 0.05
"""Seconds between looks at the club's database."""


@dataclass(frozen=True, slots=True)
class Held:
    """What came out: entries of the journal; of them those that the club lacks; entries and results of the club that are not
    as the journal has them, and places of a tournament."""

    entries: int
    lost: int
    otherwise: int
    results: int


def play(table: Table, dice: random.Random, go_on: Callable[[], bool]) -> None:
    """Play matches of a dozen acts: cards that fit and cards that do not, undone ones, lost ends, some of them undone."""
    while go_on():
        table.begin(names=["Anna", "Bruno"])
        for _ in range(dice.randrange(4, 16)):
            if not go_on():
                return
            with suppress(CommandRefused):
                match dice.randrange(6):
                    case 0:
                        table.act({"command": "undo"})
                    case 1:
                        table.act({"command": "end_turn"})
                    case _:
                        table.lay(str(dice.randrange(2, 100)), dice.choice(["up1", "up2", "down1", "down2"]))
        for command in [{"command": "claim", "code": "stuck"}, {"command": "undo"}][: dice.randrange(3)]:
            with suppress(CommandRefused):
                table.act(command)


@contextmanager
def open_club(folder: Path, broker: Broker) -> Iterator[Store]:
    """A club that takes in."""
    store = Store(open_database("", folder))
    intake = Intake(BrokerAccess(broker.url), store, Hall())
    intake.start()
    assert intake.wait_until_listening(PATIENCE)
    try:
        yield store
    finally:
        intake.stop()
        store.close()


def count_rows(folder: Path) -> int:
    """How many entries the club has."""
    with open_database("", folder).connect() as db:
        return int(db.execute(text("SELECT COUNT(*) FROM entries")).scalar() or 0)


def hold_against_journals(tables: Sequence[Path], club: Path) -> Held:
    """The club's database against the journals of all its tables. `tables`: their folders."""
    engine = open_database("", club)
    with engine.connect() as db:
        rows = db.execute(text("SELECT uid, n, event FROM entries")).all()
        results = db.execute(text("SELECT uid, status FROM results WHERE status != 'playing'")).all()
    engine.dispose()
    held = {(uid, n): event for uid, n, event in rows}
    told, ended = {}, {}
    for table in tables:
        stored = StoredJournal(table / "journal.sqlite")
        for log in stored.list_logs(1):
            told |= {
                (log.uid, row.n): agree_event(row.event or {}, ClubSettings()) for row in stored.read_entries(log, 0, log.last)
            }
            folded = stored.fold_match(log)
            if folded is not None and folded[1].outcome is not None:
                ended[log.uid] = "won" if folded[1].outcome.won else "lost"
        stored.close()
    wrong = sum(json.loads(held[key]) != event for key, event in told.items() if key in held) + len(held.keys() - told.keys())
    wrong += len(set(ended.items()) ^ {(uid, status) for uid, status in results})
    return Held(len(told), len(told.keys() - held.keys()), wrong, len(results))


def wait_until_level(table: Path | Sequence[Path], club: Path) -> Held:
    """What the club holds once it has everything, or gets nothing new any more. `table`: folder of the table, or of each."""
    tables = [table] if isinstance(table, Path) else table
    found, since = hold_against_journals(tables, club), time.monotonic()
    while (found.lost or found.otherwise) and time.monotonic() - since < PATIENCE:
        time.sleep(4 * LOOK)
        before, found = found, hold_against_journals(tables, club)
        since = since if found == before else time.monotonic()
    return found


def broker_killed(folder: Path, times: int, dice: random.Random, hurry: float = 1.0) -> Held:
    """kill -9 to the broker, so many times, each in the midst of telling."""
    stop = threading.Event()
    with Broker(folder / "broker") as broker, open_club(folder / "club", broker), open_table(folder / "table") as table:
        table.join(broker.url, hurry=hurry)
        player = threading.Thread(target=play, args=(table, dice, lambda: not stop.wait(0.01)))
        player.start()
        for _ in range(times):
            before = count_rows(folder / "club")
            while count_rows(folder / "club") < before + dice.randrange(1, 30):
                time.sleep(LOOK)
            time.sleep(dice.uniform(0, 0.1))
            broker.kill()
            time.sleep(dice.choice([0.0, 0.0, 0.3]))
            broker.start()
        stop.set()
        player.join()
        return wait_until_level(folder / "table", folder / "club")


def table_killed(folder: Path, times: int, dice: random.Random, hurry: float = 1.0) -> Held:
    """kill -9 to the table, so many times, while it plays and tells."""
    with Broker(folder / "broker") as broker, open_club(folder / "club", broker):
        for number in range(times):
            before = count_rows(folder / "club")
            command = [sys.executable, "-m", "tests.faults.club", str(folder / "table"), broker.url, str(number)]
            process = subprocess.Popen(command)
            while count_rows(folder / "club") < before + dice.randrange(1, 40):
                time.sleep(LOOK)
            time.sleep(dice.uniform(0, 0.1))
            process.send_signal(signal.SIGKILL)
            process.wait()
        with open_table(folder / "table") as table:
            table.join(broker.url, hurry=hurry)
            return wait_until_level(folder / "table", folder / "club")


def club_killed(folder: Path, times: int, dice: random.Random, hurry: float = 1.0) -> Held:
    """kill -9 to the club's own service, so many times, while a table tells."""
    stop = threading.Event()
    with Broker(folder / "broker") as broker, open_table(folder / "table") as table:
        with open_club(folder / "club", broker):
            pass  # the broker keeps what comes for a club that has been there once
        table.join(broker.url, hurry=hurry)
        player = threading.Thread(target=play, args=(table, dice, lambda: not stop.wait(0.01)))
        player.start()
        for _ in range(times):
            process = start_club(folder, broker)
            before = count_rows(folder / "club")
            while count_rows(folder / "club") < before + dice.randrange(1, 30):
                assert process.poll() is None, (folder / "club.log").read_text()
                time.sleep(LOOK)
            time.sleep(dice.uniform(0, 0.1))
            process.send_signal(signal.SIGKILL)
            process.wait()
        stop.set()
        player.join()
        with open_club(folder / "club", broker):
            return wait_until_level(folder / "table", folder / "club")


def start_club(folder: Path, broker: Broker, port: int = 0) -> subprocess.Popen[bytes]:
    """The club as people start it, with its database in `folder`/club. `port`: of its pages, 0 = any free one."""
    words = [sys.executable, "-m", "companion", "club", "--broker", broker.url, "--port", str(port or find_free_port())]
    with (folder / "club.log").open("w") as log:
        return subprocess.Popen(words, env=os.environ | {"STATE_DIRECTORY": str(folder)}, stdout=log, stderr=log)


def table_cut_off(folder: Path, facts: int, dice: random.Random, hurry: float = 1.0) -> Held:
    """A table that plays on without a broker, while its clock jumps by years."""
    told = [0]

    def go_on() -> bool:
        told[0] += 1
        return told[0] <= facts

    with (
        Broker(folder / "broker") as broker,
        open_club(folder / "club", broker),
        open_table(folder / "table", lambda: dice.uniform(0, 4e9)) as table,
    ):
        table.join(broker.url, hurry=hurry)
        table.begin()
        while not count_rows(folder / "club"):
            time.sleep(LOOK)
        broker.kill()
        play(table, dice, go_on)
        broker.start()
        return wait_until_level(folder / "table", folder / "club")


def cut_off_for(
    folder: Path, seconds: float, dice: random.Random, hurry: float = 1.0, pace_s: float = 5.0
) -> tuple[Held, float]:
    """Two tables; one is out of the network for so long, and both play on. `pace_s`: seconds between two acts at a table.

    Also returned: how many seconds the club needed afterwards until it held everything.
    """
    stop, wait = threading.Event(), threading.Event().wait
    with ExitStack() as stack:
        broker = stack.enter_context(Broker(folder / "broker"))
        stack.enter_context(open_club(folder / "club", broker))
        listener = Listener(broker.port, ("companion/+/status",))
        stack.callback(listener.close)
        wire = stack.enter_context(Wire(broker.port))
        tables = {name: stack.enter_context(open_table(folder / name)) for name in ("table-1", "table-2")}
        for name, url in zip(tables, (wire.url, broker.url), strict=True):
            tables[name].join(url, hurry=hurry, table=name, name=name)
            tables[name].begin()
        while count_rows(folder / "club") < len(tables):
            time.sleep(LOOK)
        players = [
            threading.Thread(target=play, args=(table, random.Random(dice.random()), lambda: not stop.wait(pace_s)))
            for table in tables.values()
        ]
        wire.cut()
        for player in players:
            player.start()
        wait(seconds)
        if seconds > 2 * KEEP_ALIVE_S:
            listener.wait_for(lambda topic, told: topic == "companion/table-1/status" and told is False)
        told = count_rows(folder / "club")
        wire.mend()
        since = time.monotonic()
        stop.set()
        for player in players:
            player.join()
        held = wait_until_level([folder / name for name in tables], folder / "club")
        assert told < held.entries, "the table was not cut off"
        return held, time.monotonic() - since


def has_told_broker(table: Path) -> bool:
    """Do the table's marks say that the broker has every entry of the journal?"""
    with suppress(FileNotFoundError):
        marks = json.loads((table / "club-outbox.json").read_text())
        stored = StoredJournal(table / "journal.sqlite")
        lasts = {log.uid: log.last for log in stored.list_logs(marks["since"])}
        stored.close()
        return lasts == {mark["uid"]: mark["entries"] for mark in marks["matches"]}
    return False


def club_late(folder: Path, facts: int, dice: random.Random, hurry: float = 1.0) -> Held:
    """A table that has told matches to a broker before any club was there to hear them."""
    with Broker(folder / "broker") as broker, open_table(folder / "table") as table:
        table.join(broker.url, hurry=hurry)
        for _ in range(facts // 5):
            table.begin()
            table.lay(str(dice.randrange(2, 100)))
            table.act({"command": "claim", "code": "stuck"})
        while not has_told_broker(folder / "table"):
            time.sleep(LOOK)
        with open_club(folder / "club", broker):
            return wait_until_level(folder / "table", folder / "club")


class ClubProcess:
    """The club's own service, killed and started again at the same port."""

    def __init__(self, folder: Path, broker: Broker) -> None:
        self._folder, self._broker, self._port = folder, broker, find_free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Return once its pages say that all is well."""
        self._process = start_club(self._folder, self._broker, self._port)
        until = time.monotonic() + PATIENCE
        while True:
            assert self._process.poll() is None and time.monotonic() < until, (self._folder / "club.log").read_text()
            with suppress(OSError):
                self.read("healthz")
                return
            time.sleep(LOOK)

    def kill(self) -> None:
        """End it with kill -9."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def read(self, path: str, **form: str | list[str]) -> tuple[str, bytes]:
        """Address and content of a page. `form`: sent by POST. Raises `OSError` where it is refused."""
        data = urllib.parse.urlencode(form, doseq=True).encode() if form else None
        with urllib.request.urlopen(f"http://127.0.0.1:{self._port}/{path}", data, PATIENCE) as answer:
            return answer.url, answer.read()

    def wait_for_table(self, table: str) -> None:
        """Return once the club shows a table."""
        until = time.monotonic() + PATIENCE
        while table not in [row["table"] for row in json.loads(self.read("api/tables")[1])["rows"]]:
            assert time.monotonic() < until, table
            time.sleep(LOOK)


def tournament_under_faults(folder: Path, times: int, dice: random.Random, hurry: float = 1.0) -> Held:
    """A round robin of four at two tables; broker and club are killed so many times in each round.

    After the end one table amends its result, and every result is told again twice, in any order.
    """
    with ExitStack() as stack:
        broker = stack.enter_context(Broker(folder / "broker"))
        club = ClubProcess(folder, broker)
        stack.callback(club.kill)
        club.start()
        listener = Listener(broker.port, ("companion/+/match/+/result",))
        stack.callback(listener.close)
        tables = {name: stack.enter_context(open_table(folder / name)) for name in ("table-1", "table-2")}
        for name, table in tables.items():
            table.join(broker.url, hurry=hurry, table=name, name=name)
            club.wait_for_table(name)
        players = "Anna\nBruno\nCarla\nDino"
        form = {"name": "Friday", "format": "round_robin", "game": "face_to_face", "players": players, "tables": list(tables)}
        where = urllib.parse.urlsplit(club.read("tournaments/new", **form)[0]).path.strip("/")
        matches = dict[tuple[int, int], str]()
        for number in range(1, 4):
            club.read(where, do="pair", round=str(number))
            matches |= _play_round(read_tournament(folder / "club").rounds[-1].boards, tables, broker, club, times, dice)
            until = time.monotonic() + PATIENCE
            while read_tournament(folder / "club").open_boards:
                assert time.monotonic() < until, (folder / "club.log").read_text()
                time.sleep(4 * LOOK)
        before = list_places(read_tournament(folder / "club"))
        last = max(matches)
        _change_winner(tables[read_tournament(folder / "club").find_board(*last).table])
        listener.wait_for_kind("result", lambda told: told.match == matches[last] and told.winner == 1)
        club.kill()
        again = [(topic, payload) for topic, payload, _ in listener.heard] * 2
        dice.shuffle(again)
        for topic, payload in again:
            listener.say(topic, payload, retain=True)
        listener.say(make_topic(Address("status", "table-9")), b"online", retain=True)
        club.start()
        club.wait_for_table("table-9")  # told after all results
        held = wait_until_level([folder / name for name in tables], folder / "club")
        club.kill()
        found = read_tournament(folder / "club")
        expected = list_places(fold_from_journals(folder, matches))
        assert expected != before, "the amended result moves nobody"
        return replace(held, otherwise=held.otherwise + sum(a != b for a, b in zip(list_places(found), expected, strict=True)))


def _play_round(
    boards: Sequence[RoundBoard],
    tables: Mapping[str, Table],
    broker: Broker,
    club: ClubProcess,
    times: int,
    dice: random.Random,
) -> dict[tuple[int, int], str]:
    """The match of each board by round and number. All tables play until half of the kills are done, and end amid the others."""
    enough = threading.Event()
    matches = {(board.round, board.number): tables[board.table].begin("face_to_face") for board in boards}
    last = max(matches)
    threads = [
        threading.Thread(
            target=_play_board,
            args=(tables[board.table], enough, dice.random() < 0.5 or (board.round, board.number) == last),
        )
        for board in boards
    ]
    for thread in threads:
        thread.start()
    for number in range(times):
        time.sleep(dice.uniform(0, 0.2))
        if number == times // 2:
            enough.set()
        for each in dice.sample([broker, club], 2):
            each.kill()
            time.sleep(dice.uniform(0, 0.2))
            each.start()
    enough.set()
    for thread in threads:
        thread.join()
    return matches


def _play_board(table: Table, enough: threading.Event, first_wins: bool) -> None:
    """Lay a card and take the fact back until it is enough; then the player who is to move can lay nothing."""
    while not enough.wait(0.02):
        table.lay("s10", "s_up")
        table.act({"command": "undo"})
    if first_wins:
        table.lay("s10", "s_up")
        table.lay("s20", "s_up")
        table.act({"command": "end_turn"})
    table.act({"command": "claim", "code": "stuck"})


def _change_winner(table: Table) -> None:
    """Take back the end of the turn and its second card: the player who had laid one card was stuck, and not the other."""
    match = table.inbox.snapshot.match
    assert match is not None
    [end] = [entry.n for entry in match.entries if isinstance(entry.event, TurnEnded)]
    table.act({"command": "undo", "entry": end})
    table.act({"command": "undo", "entry": end - 1})


def read_tournament(club: Path) -> Tournament:
    """The only tournament in the club's database, folded from its events."""
    engine = open_database("", club)
    try:
        return TournamentBook(engine).read_tournament(1)
    finally:
        engine.dispose()


def fold_from_journals(folder: Path, matches: Mapping[tuple[int, int], str]) -> Tournament:
    """The tournament with its pairings, and with results from the journals of its tables alone. `matches`: by round and board."""
    engine = open_database("", folder / "club")
    with engine.connect() as db:
        told = db.execute(text("SELECT event FROM tournament_events ORDER BY n")).scalars().all()
    engine.dispose()
    events: list[AnyEvent] = [event for event in map(decode_event, told) if isinstance(event, Created | Entered | RoundPaired)]
    for table in folder.glob("table-*"):
        stored = StoredJournal(table / "journal.sqlite")
        for log in stored.list_logs(1):
            folded = stored.fold_match(log)
            assert folded is not None and folded[1].outcome is not None
            [(round, board)] = [key for key, uid in matches.items() if uid == log.uid]
            score = GameResult("second" if folded[1].outcome.seats[0] else "first")
            events.append(ResultEntered(at=0, round=round, board=board, score=score))
        stored.close()
    return fold_tournament(events)


def list_places(tournament: Tournament) -> list[tuple[int, str, int, int, int]]:
    """Place, name, points, won and lost of everybody."""
    ranked = rank_competitors(tournament)
    return [(row.place, row.competitor.name, row.points, row.won, row.lost) for row in ranked]


FAULTS: dict[str, tuple[Callable[[Path, int, random.Random], Held], int]] = {
    "broker killed under load": (broker_killed, 1),
    "club killed under load": (club_killed, 1),
    "table killed under load": (table_killed, 10),
    "table cut off, its clock jumping": (table_cut_off, -10),
    "club comes late": (club_late, -10),
    "tournament, broker and club killed": (tournament_under_faults, 10),
}
"""Each fault, and by how much its number of times is divided; negative: multiplied."""


def clubs(times: int = 100) -> bool:
    """Print what was lost, or held otherwise than the journal has it; was nothing?"""
    if not MOSQUITTO:
        print("there is no Mosquitto here: apt install mosquitto", file=sys.stderr)
        return False
    good = True
    print(f"{'a club':34}{'times':>7}{'entries':>9}{'results':>9}{'lost':>7}{'otherwise':>11}", flush=True)
    for name, (fault, share) in FAULTS.items():
        number = max(1, times // share if share > 0 else -share * times)
        with tempfile.TemporaryDirectory() as folder:
            held = fault(Path(folder), number, random.Random(name))
        print(f"{name:34}{number:7}{held.entries:9}{held.results:9}{held.lost:7}{held.otherwise:11}", flush=True)
        good &= not held.lost and not held.otherwise
    return good


def clubs_cut_off(seconds: int = 3600) -> bool:
    """Print what was lost of a table that was out of the network for so long; was nothing?"""
    if not MOSQUITTO:
        print("there is no Mosquitto here: apt install mosquitto", file=sys.stderr)
        return False
    with tempfile.TemporaryDirectory() as folder:
        held, late = cut_off_for(Path(folder), seconds, random.Random("cut off"))
    print(f"a table out of the network for {seconds} s: {held}, whole {late:.1f} s after its return")
    return not held.lost and not held.otherwise


def main(folder: str, url: str, seed: str) -> None:
    """A table that plays until it is killed."""
    with open_table(Path(folder)) as table:
        table.join(url)
        play(table, random.Random(seed), lambda: True)


if __name__ == "__main__":
    main(*sys.argv[1:])
