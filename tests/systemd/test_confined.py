"""Every feature of the service under what its own unit forbids: its system calls, its rights, its paths."""

from __future__ import annotations

import ctypes
import json
import re
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request
from contextlib import closing
from pathlib import Path
from zipfile import ZipFile

import cv2
import pytest

from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.lessons.corrections import Corrections, Note, SeenCard
from companion.match.events import Started
from companion.session.session import Session
from tests.browser import PATIENCE, PATIENCE_WITH_LEARNING
from tests.club.broker import Broker, require_mosquitto
from tests.club.table import open_table
from tests.e2e.conftest import Running, free_port
from tests.small_decks import learn_small_deck
from tests.systemd.confined import LIBRARY, allowed_by, unit_of
from vision.drawn.art.cards import draw_card
from vision.readers.enrolled.file import save_deck
from vision.readers.enrolment.learning import Sample

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "systemd/companion.service"
UNIT_OF_CLUB = ROOT / "systemd/companion-club.service"
CROP = (200, 280)


@pytest.fixture(scope="module", autouse=True)
def _filters_can_be_made():
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not installed on this machine (apt: systemd)")
    try:
        ctypes.CDLL(LIBRARY)
    except OSError:
        pytest.skip("libseccomp is not installed on this machine (apt: libseccomp2)")


def confined(state, unit=UNIT):
    """What stands before a command that is to be run as in the unit."""
    state.mkdir(parents=True, exist_ok=True)
    return ("env", f"PYTHONPATH={ROOT}", sys.executable, "-m", "tests.systemd.confined", str(unit), str(state))


def python(state, lines, unit=UNIT):
    """What a few lines of Python print as in the unit."""
    done = subprocess.run([*confined(state, unit), sys.executable, "-c", lines], capture_output=True, text=True, cwd=ROOT)
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


def companion(state, *arguments):
    done = subprocess.run(
        [*confined(state), sys.executable, "-m", "companion", *arguments], capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    return done


# --- the instrument itself


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        ("import os; os.sched_setaffinity(0, {0})", "PermissionError: [Errno 1]"),
        ("import os; os.setuid(0)", "PermissionError: [Errno 1]"),
        ("import os; open('x', 'w'); os.chmod('x', 0o4755)", "PermissionError: [Errno 1]"),
        ("import socket; socket.socket(17, socket.SOCK_DGRAM)", "OSError: [Errno 97]"),
        ("import os; open('x', 'w'); print(oct(os.stat('x').st_mode), os.getcwd() == os.environ['STATE_DIRECTORY'])", "0o100600 True"),
        ("import re; print(re.findall('Cap...:\\t0*[1-9a-f]|Privs:\\t1', open('/proc/self/status').read()))", "['Privs:\\t1']"),
    ],
)  # fmt: skip
def test_what_the_unit_forbids_is_forbidden(tmp_path, lines, answer):
    assert answer in python(tmp_path / "state", lines)


def test_nothing_can_be_written_beside_the_state(tmp_path):
    said = python(tmp_path / "state", f"open({str(tmp_path / 'beside')!r}, 'w')")
    if "paths are not held" in said:
        pytest.skip("this kernel has no Landlock")
    assert said.startswith("PermissionError: [Errno 13]") and not (tmp_path / "beside").exists()


def test_another_unit_is_another_filter(tmp_path):
    other = tmp_path / "other.service"
    other.write_text(
        UNIT.read_text().replace("[Install]", "SystemCallFilter=sched_setaffinity\nSystemCallFilter=~getpid\n[Install]")
    )
    assert python(tmp_path / "state", "import os; os.sched_setaffinity(0, {0}); print('done')", other) == "done"
    assert "getpid" in allowed_by(unit_of(UNIT.read_text())) - allowed_by(unit_of(other.read_text()))


def test_a_key_that_is_not_tried_here_is_refused():
    with pytest.raises(ValueError, match="RootDirectory"):
        unit_of(UNIT.read_text().replace("[Install]", "RootDirectory=/srv\n[Install]"))


# --- the features


def corrected(state):
    """A deck with corrections that were not learned yet; where it will lie then."""
    save_deck(
        learn_small_deck("ours", [Sample(face, draw_card(face, CROP)) for face in ("2", "6", "47", "48")], "the_game", 59 / 91),
        state / "decks",
    )
    corrections = Corrections(state / "decks")
    jpeg = cv2.imencode(".jpg", draw_card("47", CROP))[1].tobytes()
    for entry in range(3):
        corrections.write_correction(SeenCard("up1", "48", "ours", jpeg), Note("up1", "48", "47", 1, entry), 1.8e9)
    return corrections.folder_of("ours") / "learned.json"


class Manager:
    """The service manager, which reads what it is told for as long as the service runs."""

    def __init__(self, address):
        self._told, self._heard, self._news = [], socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM), threading.Condition()
        self._heard.bind(str(address))
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        while word := self._heard.recv(400).decode():
            with self._news:
                self._told.append(word.splitlines()[0])
                self._news.notify_all()

    def heard(self, word):
        """Wait until it was told this."""
        with self._news:
            return self._news.wait_for(lambda: word in self._told, PATIENCE)


class Service(Running):
    """The service's own command as in the unit, over TLS, with mock pins, told by a film what lies on the table."""

    def __init__(self, folder, film, monkeypatch):
        self.manager = Manager(folder / "notify")
        monkeypatch.setenv("NOTIFY_SOCKET", str(folder / "notify"))
        monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
        settings = folder / "companion.toml"
        settings.write_text(
            f'language = "en"\nsignals = "gpio"\n[web]\nport = {free_port()}\ntls = true\n'
            f'[eye]\nsource = "{film}"\ndeck = "numbers"\n[pins]\nlamps = {{ up1 = 5, table = 26 }}\nbuzzer = 12\nend_turn = 17\n'
        )
        program, *words = re.search(r"^ExecStart=(.*)", UNIT.read_text(), re.MULTILINE)[1].split()
        assert program.endswith("/bin/companion")
        words[words.index("--config") + 1] = str(settings)
        super().__init__(folder / "state", *words, before=confined(folder / "state"))
        self.unverified = ssl._create_unverified_context()

    def ask(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}{path}", data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE, context=self.unverified) as answer:
            return answer.read()

    def view(self):
        return json.loads(self.ask("api/state?language=en"))

    def until(self, is_so, patience=PATIENCE):
        """Wait for a file of the state directory. `patience`: seconds after which there is none."""
        end = time.monotonic() + patience
        while not is_so():
            assert time.monotonic() < end and "Traceback" not in "".join(self.said), self.said
            time.sleep(0.1)


@pytest.mark.whole
def test_the_service_does_all_it_can_do(tmp_path, judged_film, monkeypatch):
    state = tmp_path / "state"
    learned = corrected(state)
    service = Service(tmp_path, judged_film, monkeypatch)
    try:
        assert service.url.startswith("https://") and (state / "tls.pem").is_file()
        assert service.manager.heard("READY=1")
        service.ask("api/commands/start", {"game": "the_game", "players": 2, "options": {}})
        service.wait_for(lambda view: [one["zone"] for one in view["disputes"]] == ["up1"], "the second card was disputed")
        service.until(lambda: [*(state / "clips").glob("*.zip")])
        service.until(learned.is_file, PATIENCE_WITH_LEARNING)
        service.ask("health/lamps", {})
        assert b"companion" in service.ask("metrics")
        assert service.ask("health")
        assert json.loads(service.ask("healthz"))["status"] == "ok"
        assert service.manager.heard("WATCHDOG=1")
        companion(state, "support", "--config", str(tmp_path / "companion.toml"), "--out", str(state / "support.zip"))
        assert {"match.json", "doctor.json"} <= {*ZipFile(state / "support.zip").namelist()}
    finally:
        status = service.stop()
    assert status == 0 and "Traceback" not in "".join(service.said), service.said
    assert service.manager.heard("STOPPING=1")


@pytest.mark.whole
def test_a_backup_is_made_at_the_start(tmp_path, judged_film, monkeypatch):
    state = tmp_path / "state"
    state.mkdir()
    with closing(Journal(state / "journal.sqlite")) as journal:
        Session(journal, lambda game: load_sheet(game).faces).begin_match(Started("the_game", 2), 1.8e9, "test")
    service = Service(tmp_path, judged_film, monkeypatch)
    try:
        service.until(lambda: [*(state / "backups").glob("*")])
    finally:
        assert service.stop() == 0


def test_learning_steps_aside(tmp_path):
    """A process that learns does not take the processor from the match."""
    lines = (
        "import os; before = os.nice(0); from companion.sources.decks import lower_priority; lower_priority(); "
        "print(os.nice(0) == min(19, before + 15))"
    )
    assert python(tmp_path / "state", lines) == "True"


def test_where_it_cannot_lower_priority_it_learns_all_the_same(tmp_path):
    older = tmp_path / "older.service"
    older.write_text(UNIT.read_text().replace("SystemCallFilter=setpriority\n", ""))
    lines = "import sys; sys.stderr = sys.stdout; from companion.sources.decks import lower_priority; lower_priority(); print('it learns')"
    said = python(tmp_path / "state", lines, older).splitlines()
    assert said == ["Notice: learning cannot step aside for the match here: Operation not permitted", "it learns"]


@pytest.mark.whole
def test_cards_are_enrolled_from_photographs_and_from_a_camera(tmp_path):
    photos = tmp_path / "photos"
    photos.mkdir()
    for face in ("12", "47"):
        card = cv2.copyMakeBorder(draw_card(face, CROP), 120, 120, 120, 120, cv2.BORDER_CONSTANT, value=(60, 110, 40))
        cv2.imwrite(str(photos / f"{face}.png"), card)
    state = tmp_path / "state"
    companion(state, "enrol", "photographed", "--images", str(photos))
    companion(state, "enrol", "shown", "--camera", "virtual", "--faces", "2,47")
    assert {path.name for path in (state / "decks").glob("*.npz")} == {"photographed.deck.npz", "shown.deck.npz"}


# --- the club


class ClubService(Running):
    """The club's own command as in its unit, with the words that the installer writes, at a broker of the test."""

    def __init__(self, state, broker, port):
        [words] = re.findall(r'^CLUB="(.*)"$', (ROOT / "systemd/club.conf").read_text(), re.MULTILINE)
        program, *typed = re.search(r"^ExecStart=(.*)", UNIT_OF_CLUB.read_text(), re.MULTILINE)[1].split()
        assert program.endswith("/bin/companion") and typed.pop() == "$CLUB"
        typed += words.replace("mqtt://127.0.0.1", broker.url).replace("0.0.0.0", "127.0.0.1").split()
        super().__init__(state, *typed, "--port", str(port), before=confined(state, UNIT_OF_CLUB))

    def read(self, path, **form):
        data = urllib.parse.urlencode(form).encode() if form else None
        with urllib.request.urlopen(self.url + path, data, timeout=PATIENCE) as answer:
            return answer.read().decode()

    def wait_for_page(self, path, word):
        end = time.monotonic() + PATIENCE
        while word not in (page := self.read(path)):
            assert time.monotonic() < end, page
            time.sleep(0.1)


@pytest.mark.whole
def test_the_clubs_service_does_all_it_can_do(tmp_path):
    require_mosquitto()
    state, port = tmp_path / "state", free_port()
    with Broker(tmp_path / "broker") as broker, open_table(tmp_path / "table") as table:
        table.join(broker.url)
        match = table.begin()
        table.act({"command": "claim", "code": "stuck"})
        page = f"tables/table-4/matches/{match}"
        club = ClubService(state, broker, port)
        try:
            club.wait_for_page("results", "Table 4")
            assert "score sheet" in club.read(f"{page}/result", status="lost", cards_left="7", why="By the score sheet")
            assert "Friday" in club.read("tournaments/new", name="Friday", format="swiss", game="face_to_face", players="A\nB")
            assert '"status":"ok"' in club.read("healthz")
        finally:
            assert club.stop() == 0 and "Traceback" not in "".join(club.said), club.said
        assert (state / "club/club.sqlite").stat().st_mode & 0o777 == 0o600
        club = ClubService(state, broker, port)
        try:
            assert "score sheet" in club.read(page) and "Friday" in club.read("tournaments")
        finally:
            assert club.stop() == 0
