"""What people wait for, measured from outside: the commands as they are started, frames, pages and bytes, each beside its goal.

    python -m tests.benchmarks stalls
    python -m tests.benchmarks.bench_stalls --against 321f360   # the same film and commands with an older revision, in turns

Only commands and addresses that both revisions have are used. The older one gets an environment of its own with the packages that it names,
which wants the internet. Photographs are those of ../shared/photos, where they are. Times are of the processor unless a row says wall.
Exits with 1 if this revision misses a goal.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request
import venv
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2

from companion.games.sheets import load_sheet
from companion.sources.sources import layout_from_sheet
from tests.filmed import frames
from vision.drawn.table.acts import Act, Lay, Wait
from vision.drawn.table.players import make_easy_going_players
from vision.drawn.table.virtual_camera import VirtualTable

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = os.environ | {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
GAME, FPS, WATCHED_S = "the_game", 15, 30.0
WATCHING = ("--game", GAME, "--players", "3")
SIZES = ((1280, 720), (1920, 1080), (2304, 1296))
LONG, SHORT = 10_000, 100
"""Entries of the matches in which one more fact is timed."""
PHOTOS = ROOT.parent / "shared" / "photos" / "multi-card"
EVERY = 5
"""Of the photographs of several cards each fifth is read."""


@dataclass(frozen=True, slots=True)
class Row:
    """A figure with its goal."""

    name: str
    goal: float | None  # at most; None: only told


ROWS = {
    "help_s": Row("companion --help, s", 0.15),
    "help_mb": Row("companion --help, MB", 40),
    "page_wall_s": Row("demo: first start to its page, s wall", 2),
    "page_s": Row("demo: first start to its page, s", None),
    "demo_mb": Row("demo: memory after 30 s, MB", 200),
    "demo_threads": Row("demo: threads", 20),
    "pushed": Row("demo: bytes to a phone for a change, median", 300),
    "run_mb": Row("run: memory after 30 s, MB", 150),
    **{
        f"p50_{wide}": Row(f"frame at {wide}x{high}, ms, p50", goal)
        for (wide, high), goal in zip(SIZES, (None, 7, 8), strict=True)
    },
    **{f"p95_{wide}": Row(f"frame at {wide}x{high}, ms, p95", None) for wide, high in SIZES},
    **{f"max_{wide}": Row(f"the worst frame at {wide}x{high}, ms", 25 if wide == 1280 else None) for wide, high in SIZES},
    "qr_ms": Row("looking for codes, ms of a frame", 0.2),
    "photos_p50": Row("a photograph of several cards, ms, p50", 40),
    "photos_p95": Row("a photograph of several cards, ms, p95", 120),
    "fact_ms": Row(f"one more fact after {LONG:,} entries, ms", None),
    "fact_times": Row(f"the same, times that after {SHORT}", 2),
    "undo_ms": Row(f"an undo after {LONG:,} entries, ms", None),
    "undo_times": Row(f"the same, times that after {SHORT}", 2),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", metavar="REVISION", help="measure this revision too")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        films = [draw_film(Path(folder), size) for size in SIZES]
        revisions = {"now": Revision(ROOT, Path(sys.executable))}
        if arguments.against:
            revisions = {arguments.against: check_out(arguments.against, Path(folder)), **revisions}
        figures = {name: measure(revision, films) for name, revision in revisions.items()}
    print(f"{'':48}" + "".join(f"{name[:10]:>11}" for name in figures) + f"{'goal':>9}")
    missed = 0
    for key, row in ROWS.items():
        values = [figure.get(key) for figure in figures.values()]
        now = values[-1]
        is_missed = row.goal is not None and (now is None or now > row.goal)
        missed += is_missed
        print(
            f"{row.name:48}"
            + "".join(f"{'-' if value is None else f'{value:,.2f}':>11}" for value in values)
            + f"{'' if row.goal is None else f'{row.goal:,.10g}':>9}{'  missed' if is_missed else ''}"
        )
    return int(missed > 0)


@dataclass(frozen=True, slots=True)
class Revision:
    """The files of a revision, and a Python with the packages that it wants."""

    root: Path
    python: Path

    def command(self, *words: str) -> list[str]:
        return [str(self.python), "-m", "companion", *words]


def check_out(revision: str, folder: Path) -> Revision:
    """A revision in `folder`. Raises `CalledProcessError` for one that git does not know, or whose packages cannot be fetched."""
    root = folder / "against"
    root.mkdir()
    files = subprocess.run(["git", "-C", str(ROOT), "archive", revision], check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", str(root)], input=files, check=True)
    venv.create(folder / "environment", with_pip=True)
    python = folder / "environment" / "bin" / "python"
    wanted = tomllib.loads((root / "pyproject.toml").read_text())["project"]["dependencies"]
    subprocess.run([python, "-m", "pip", "install", "-q", *wanted], check=True)
    return Revision(root, python)


def draw_film(folder: Path, size: tuple[int, int]) -> Path:
    """A film of a few plays, a picture at 15 frames a second."""
    layout = layout_from_sheet(load_sheet(GAME))
    laid = (("up1", "12"), ("down1", "88"), ("up2", "20"), ("down2", "79"), ("up1", "31"), ("down1", "67"))
    script: list[Act] = [act for zone, face in laid for act in (Lay(zone, face), Wait(1.0))]
    players = make_easy_going_players(5, layout.size_mm, 3)
    camera = VirtualTable(layout, script, speed="fast", seed=5, fps=FPS, size=size, players=players)
    film = folder / f"{size[0]}.avi"
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), FPS, size)
    for frame in frames(camera):
        writer.write(frame.image)
    writer.release()
    return film


def measure(revision: Revision, films: list[Path]) -> Mapping[str, float]:
    """The figures of a revision, by row."""
    figures = dict[str, float]()
    figures["help_s"], figures["help_mb"] = run_to_end(revision, "--help")
    with served(revision, "demo") as table:
        figures["page_wall_s"], figures["page_s"] = table.page_wall_s, table.page_s
        figures["pushed"] = statistics.median(table.count_pushed_bytes(WATCHED_S))
        figures["demo_mb"], figures["demo_threads"] = table.read_status("VmRSS") / 1024, table.read_status("Threads")
    with served(revision, "run") as table:
        time.sleep(WATCHED_S)
        figures["run_mb"] = table.read_status("VmRSS") / 1024
    for film in films:
        told = run_lines(revision, ["watch", str(film), *WATCHING])
        figures[f"p50_{film.stem}"], figures[f"p95_{film.stem}"] = told[-1]["ms_p50"], told[-1]["ms_p95"]
        if "ms_max" in told[-1]:  # older revisions did not say it
            figures[f"max_{film.stem}"] = told[-1]["ms_max"]
    figures["qr_ms"] = time_codes(revision, films[0])
    photos = sorted(PHOTOS.glob("*.jpg"))[::EVERY]
    if photos:
        read = sorted(told["ms"] for told in run_lines(revision, ["read", *map(str, photos), "--deck", "standard"]))
        figures["photos_p50"], figures["photos_p95"] = statistics.median(read), read[int(0.95 * len(read))]
    (figures["fact_ms"], figures["undo_ms"]), short = time_entries(revision, LONG), time_entries(revision, SHORT)
    figures["fact_times"], figures["undo_times"] = figures["fact_ms"] / short[0], figures["undo_ms"] / short[1]
    return figures


def run_to_end(revision: Revision, *words: str) -> tuple[float, float]:
    """Seconds of the processor, and peak megabytes, of a command. A small process starts it: a child of this one would begin with
    the peak of this one."""
    small = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)"
    small += (
        "; used = resource.getrusage(resource.RUSAGE_CHILDREN); print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)"
    )
    line = [sys.executable, "-S", "-c", small, *revision.command(*words)]
    done = subprocess.run(line, cwd=revision.root, env=ENVIRONMENT, capture_output=True, text=True, check=True)
    seconds, megabytes = map(float, done.stdout.split())
    return seconds, megabytes


def run_lines(revision: Revision, words: list[str], given: str | None = None) -> list[dict]:
    """The JSON lines that a command prints."""
    with tempfile.TemporaryDirectory() as state:
        environment = ENVIRONMENT | {"STATE_DIRECTORY": state}
        done = subprocess.run(
            revision.command(*words),
            cwd=revision.root,
            env=environment,
            input=given,
            capture_output=True,
            text=True,
            check=True,
        )
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def time_codes(revision: Revision, film: Path) -> float:
    """Milliseconds for each frame of a film in which codes are looked for, under Python's own profiler."""
    small = "import pstats, sys; rows = pstats.Stats(sys.argv[1]).stats.items()"
    small += "; print(sum(row[3] for (file, _, name), row in rows if name == 'decode' and 'pyzbar' in file))"
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder, "profile")
        line = [
            str(revision.python),
            "-m",
            "cProfile",
            "-o",
            str(profile),
            *revision.command("watch", str(film), *WATCHING)[1:],
        ]
        environment = ENVIRONMENT | {"STATE_DIRECTORY": folder}
        told = subprocess.run(line, cwd=revision.root, env=environment, capture_output=True, text=True, check=True).stdout
        spent = subprocess.run([sys.executable, "-c", small, str(profile)], capture_output=True, text=True, check=True).stdout
    return 1000 * float(spent) / int(json.loads(told.splitlines()[-1])["frames"])


def time_entries(revision: Revision, entries: int) -> tuple[float, float]:
    """Milliseconds of wall from a line to its answer by `companion referee`, in a match with so many entries, of one more card and
    of its undo: the best of 20."""
    process = subprocess.Popen(
        revision.command("referee"),
        cwd=revision.root,
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    assert process.stdin and process.stdout
    facts, undos = list[float](), list[float]()
    for number in range(entries + 40):
        zone, card = ("up1", 3 + number % 90) if number % 2 else ("down1", 97 - number % 90)
        line: dict[str, object] = {"play": {"card": str(card), "pile": zone}} if number else {"game": GAME, "players": 3}
        undoes = number >= entries and number % 2
        line = {"undo": number - 1} if undoes else line
        began = time.perf_counter()
        process.stdin.write(json.dumps(line) + "\n")
        process.stdin.flush()
        process.stdout.readline()
        (undos if undoes else facts).append(time.perf_counter() - began)
    process.stdin.close()
    process.wait()
    return 1000 * min(facts[-20:]), 1000 * min(undos)


class Served:
    """A companion that serves its pages, started with an empty state directory."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self._pid, self._address = process.pid, f"http://127.0.0.1:{port}"
        began = time.perf_counter()
        while not self._answers():
            if process.poll() is not None or time.perf_counter() - began > 120:
                raise RuntimeError(f"no page: {process.args}")
            time.sleep(0.02)
        self.page_wall_s, self.page_s = time.perf_counter() - began, self._used_s()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self._address}/", timeout=60) as page:
                return page.status == 200
        except OSError:
            return False

    def _used_s(self) -> float:
        """Seconds of the processor so far."""
        fields = Path(f"/proc/{self._pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def read_status(self, name: str) -> float:
        """A number of /proc/PID/status: "VmRSS" in kilobytes, "Threads"."""
        found = re.search(rf"^{name}:\s+(\d+)", Path(f"/proc/{self._pid}/status").read_text(), re.MULTILINE)
        assert found is not None
        return float(found.group(1))

    def count_pushed_bytes(self, seconds: float) -> list[int]:
        """Bytes of each event on the stream, beats and the first view left out, for so many seconds."""
        sizes, size, name, until = list[int](), 0, "", time.monotonic() + seconds
        with urllib.request.urlopen(f"{self._address}/api/stream", timeout=60) as stream:
            for line in stream:
                size += len(line)
                name = line.decode().partition(":")[2].strip() if line.startswith(b"event:") else name
                if not line.strip():
                    sizes += [size] if name != "beat" else []
                    size, name = 0, ""
                if time.monotonic() > until:
                    break
        return sizes[1:]


@contextmanager
def served(revision: Revision, kind: str) -> Iterator[Served]:
    """`companion demo` or `companion run` on a free port, stopped at the end."""
    with socket.socket() as free, tempfile.TemporaryDirectory() as state:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        environment = ENVIRONMENT | {"STATE_DIRECTORY": state}
        with subprocess.Popen(
            revision.command(kind, "--port", str(port)),
            cwd=revision.root,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            try:
                yield Served(process, port)
            finally:
                process.send_signal(signal.SIGINT)


if __name__ == "__main__":
    sys.exit(main())
