"""How much the tests notice: modules of the core are changed in one place each, and their tests run. Status 0, whatever survives.

`python -m tests.mutants [MODULE...]`: of each module (all those of `CENTRAL` where none is named) the mutants and how many of them the
quick tests kill; a mutant that survives them is held to the tests of `--all` as well. Each survivor is printed with its line.
No file is written: a process of its own imports the changed module in place of the other. A test that starts a further process finds
nothing changed there.

Options: `--count N` (20 mutants a module), `--seed S` (1).
"""

from __future__ import annotations

import argparse
import os
import resource
import signal
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path

from tests.mutants import Mutant, choose_mutants

ROOT = Path(__file__).parents[2]
CENTRAL = {
    "companion.match.referee": ("tests/companion/match",),
    "companion.games.pile_game": (
        "tests/companion/games/test_the_game.py",
        "tests/companion/games/test_quick_easy.py",
        "tests/companion/games/test_face_to_face.py",
    ),
    "companion.games.sequence.claims": ("tests/companion/games/sequence",),
    "companion.session.evidence": ("tests/companion/session", "tests/companion/app"),
    "companion.session.questions": ("tests/companion/session", "tests/companion/app"),
    "companion.journal.journal": ("tests/companion/journal",),
    "companion.tournament.standings": ("tests/companion/tournament",),
    "vision.cards.pile": ("tests/vision/cards",),
    "vision.readers.enrolled.reader": ("tests/vision/readers/enrolled",),
    "vision.hands.motion": ("tests/vision/hands",),
}
"""Modules in which the law lives, each with the tests that are about it."""
BESIDES = ("cv2", "flask", "numpy")
"""Modules of others that many tests need: imported once, before the processes part. None of pytest, which rewrites what it imports."""
MEMORY, SECONDS, PATIENCE = 4 << 30, 300, 3600
"""What a mutant that goes astray may take: bytes, seconds of the processor, seconds of the clock."""


class Changed(MetaPathFinder, SourceFileLoader):
    """Imports one module from another source than that of its file."""

    def __init__(self, name: str, mutant: Mutant) -> None:
        super().__init__(name, str(locate_module(name)))
        self._source = mutant.source

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return spec_from_file_location(name, self.path, loader=self) if name == self.name else None

    def get_code(self, name: str) -> object:
        return compile(self._source, self.path, "exec")


def locate_module(name: str) -> Path:
    """The file of a module of this project."""
    return ROOT / f"{name.replace('.', '/')}.py"


def is_killed(name: str, mutant: Mutant | None, arguments: Sequence[str]) -> bool:
    """Whether the tests fail, with those arguments to pytest, where a module is changed so (or not at all)."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != 0
    status = 1
    try:
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        signal.alarm(PATIENCE)
        quiet = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(quiet, stream)
        if mutant:
            sys.meta_path.insert(0, Changed(name, mutant))
        import pytest

        status = int(pytest.main(["-x", "-n", "0", "-p", "no:cacheprovider", *arguments]))
    finally:
        os._exit(status)


def tally_kills(name: str, tests: Sequence[str], count: int, seed: int) -> tuple[int, int, int]:
    """How many mutants of a module there were, were killed by the quick tests, and by those of `--all`; survivors are printed."""
    mutants = choose_mutants(name, locate_module(name).read_text(encoding="utf-8"), count, seed)
    if is_killed(name, None, tests):
        raise SystemExit(f"{name}: {' '.join(tests)} fail without any change")
    quick = slow = 0
    for mutant in mutants:
        killed = is_killed(name, mutant, tests)
        late = not killed and is_killed(name, mutant, ["--all", *tests])
        quick += killed
        slow += killed or late
        if not killed:
            print(
                f"  {name}:{mutant.line} {mutant.was!r} -> {mutant.now!r} {'only with --all' if late else 'survives'}",
                flush=True,
            )
    return len(mutants), quick, slow


def main(arguments: list[str] | None = None) -> int:
    """The status, once all is printed."""
    parser = argparse.ArgumentParser(
        "python -m tests.mutants", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("module", nargs="*", choices=[[], *CENTRAL])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    for each in BESIDES:
        __import__(each)
    told = [tally_kills(name, CENTRAL[name], given.count, given.seed) for name in given.module or CENTRAL]
    print("of {} mutants the quick tests kill {}, those of --all {}".format(*map(sum, zip(*told, strict=True))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
